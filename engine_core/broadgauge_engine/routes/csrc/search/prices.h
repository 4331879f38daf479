/* Prices on track, and what trains can gain at them.
 *
 * Invariants
 *   - Prices of the bits of Problem.track are never negative, others are 0.
 *   - Gains of arcs and tables of walks are those of the prices at the last prices_apply(). Trains that run over the same net
 *     and carry mail, or not, share them.
 */
#ifndef BROADGAUGE_PRICES_H
#define BROADGAUGE_PRICES_H

#include "search/plans.h"
#include "search/walks.h"

typedef struct {
    const Problem *p;
    int32_t price[MAX_BITS];
    int32_t *way_price, *gain[2]; /* by way; by net and arc */
    Walks walks[2][2];            /* by net and mail */
    bool wanted[2][2], fresh[2][2];
} Prices;

/* Makes room for some trains; bonus: also for the walks past home. All prices are 0. -1 without memory; it is to be freed
 * in any case. */
int prices_make(Prices *prices, const Problem *problem, const Train *train, int trains, const Mask *banned, bool bonus);
void prices_free(Prices *prices);

/* To be called when prices have changed. */
void prices_apply(Prices *prices);
/* The walks of a train that is not local. */
const Walks *prices_walks(Prices *prices, const Train *train);
/* The sum of the prices of some bits. */
int32_t prices_of(const Prices *prices, const Mask *mask);

#endif

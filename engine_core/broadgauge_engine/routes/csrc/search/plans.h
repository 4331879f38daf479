/* What several trains do together, and the best of these plans.
 *
 * Invariants
 *   - Plans are compared by weight, then by the list of their stops, train by train; of plans that agree in these the one is
 *     kept whose ways come first. The same everywhere, whatever the search order.
 *   - Plans.plan is sorted, best first, without two plans of the same weight and stops; its trains are listed by type, and
 *     routes of trains that are alike are sorted in the same way. The place behind `most` plans belongs to plans_keep().
 */
#ifndef BROADGAUGE_PLANS_H
#define BROADGAUGE_PLANS_H

#include "search/paths.h"

enum { MAX_TRAINS = 16, MAX_PLANS = 64 };

typedef struct {
    uint8_t counts; /* stops that it may make */
    bool pullman, mail, local;
} Train;

typedef struct {
    int64_t weight;
    int tag;
    Train train[MAX_TRAINS];
    Route route[MAX_TRAINS]; /* route[i].weight < 0: train i stays at home */
} Plan;

/* The best plans found, best first; full when it holds `most`. */
typedef struct {
    int count, most;
    Plan *plan;
} Plans;

/* The net over which a train runs: the Pullman's counts no towns. */
const Net *train_net(const Problem *problem, const Train *train);

/* Makes room for the best `most` plans. -1 without memory. */
int plans_allocate(Plans *plans, int most);
void plans_free(Plans *plans);
/* The weight that a plan must have at least to be kept; -1 while there is room. */
static inline int64_t plans_least(const Plans *plans)
{
    return plans->count < plans->most ? -1 : plans->plan[plans->count - 1].weight;
}
/* The free place, in which a plan is made before it is kept. */
Plan *plans_draft(Plans *plans);
/* Keeps the draft, a plan of this many trains, if it is among the best. Trains that are alike stand side by side. */
void plans_keep(const Problem *problem, Plans *plans, int trains);

#endif

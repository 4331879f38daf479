/* The best route of an E-train (5.5.8).
 *
 * Invariants
 *   - A route begins and ends at own tokens, which alone count; it passes other stops where they are open.
 *   - The bound at a node is the value so far plus the tokens of the best chain of blocks that can still be entered from
 *     there (blocks.h). Only among routes of equal value the fewest sides count (token_map.h).
 *   - Of a pair, the first one's route is searched; what the second could still earn beside it is bounded by the blocks on
 *     the track that is left, and both together by the places at which track leads to each token (most_of_both).
 *   - There are at most MAX_TOKENS tokens.
 */
#ifndef BROADGAUGE_EXPRESS_H
#define BROADGAUGE_EXPRESS_H

#include "search/control.h"
#include "search/token_map.h"

typedef struct {
    int64_t weight; /* pounds * UNIT - sides; -1: none */
    int16_t root;
    int16_t steps;
    bool bonus;
    int32_t arc[MAX_NODES]; /* of Problem.stops, from the root */
    Mask mask;
} ExpressRoute;

typedef struct {
    int32_t multiplier; /* of the stops counted, 2 for E */
    int32_t bonus;      /* pounds that the destination adds if the bonus goes to this train; 0: it goes elsewhere */
    bool mail;
    Mask banned;
    bool short_way;     /* look for a short route among those of equal value */
    int64_t least;      /* weight of a route that is known; a route of this weight or less is of no use */
} ExpressTask;

/* Finds the best route. Returns an upper bound, which is best->weight when the search was not stopped. */
int64_t express(const Problem *problem, const ExpressTask *task, Control *control, ExpressRoute *best);

/* The best routes for two E-trains that share no track (the rules allow one, 5.5.10), or, if `quick`, good ones. At most
 * one task has a bonus; the first one's `least` is for the sum. Returns an upper bound for the sum of their weights;
 * best[i].weight is -1 where a train stays at home. */
int64_t express_pair(const Problem *problem, const ExpressTask task[2], bool quick, Control *control, ExpressRoute best[2]);

int express_ways(const Problem *problem, const ExpressRoute *route, uint32_t *ways);

#endif

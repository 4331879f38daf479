/* The best walks of trains: what a route can still gain at most.
 *
 * Invariants
 *   - A walk is like a route but for one thing: it may come back to where it was, only not at once. So what a walk gains is
 *     never less than what a route gains that goes on from the same node (dynamic programming over stops).
 *   - Coming back at once is coming to the node, or to another one of its group, from which the last step came. So for each
 *     node two values are enough: the best walk, and the best one whose first step leads elsewhere.
 *   - Banned track is not walked on; what leaves a terminus is a walk's first step only.
 *   - More stops never gain less.
 */
#ifndef BROADGAUGE_WALKS_H
#define BROADGAUGE_WALKS_H

#include "search/net.h"

enum { MAX_COUNT = 16, NOTHING = INT32_MIN / 2 }; /* stops that a train makes; the gain of no walk at all */

/* What walks are made of, and their tables: by stops left and arc, the most that a walk gains which begins with the arc;
 * or NOTHING. */
typedef struct {
    const Problem *problem;
    const Net *net;
    const int32_t *gain;         /* weight of each arc less prices */
    int32_t end_gain[MAX_NODES]; /* half of its first and last stop, for a train that carries mail (P6) */
    Mask banned;
    int counts; /* stops left at most */
    int32_t *plain, *home; /* home: of walks that pass the home station; NULL if they are not wanted */
    struct Scratch *scratch;
} Walks;

/* Makes room for trains that make up to `counts` stops. The gains are known later. -1 without memory. */
int walks_make(Walks *walks, const Problem *problem, const Net *net, const int32_t *gain, const Mask *banned, int counts, bool mail,
               bool home);
void walks_free(Walks *walks);
/* Fills the tables at the present gains. */
void walks_fill(Walks *walks);

/* The row for k stops. */
static inline const int32_t *walks_row(const Walks *walks, bool home, int k)
{
    return (home ? walks->home : walks->plain) + (size_t)k * (size_t)walks->net->arcs;
}

#endif

/* The best routes for several trains that share no track.
 *
 * Invariants
 *   - Prices of the bits of Problem.track are never negative. So the sum of the prices and of each train's best reduced
 *     route is never less than the value of any plan (weak duality); Packer.bound is the least such sum seen.
 *   - The slack of a route is its train's best reduced value less its own. A plan of value v has routes whose slacks add
 *     up to at most bound - v; therefore, if a search among the routes of slack at most d finds a plan of value at least
 *     bound - d, that plan is the best there is.
 */
#ifndef BROADGAUGE_PACK_H
#define BROADGAUGE_PACK_H

#include "search/plans.h"

enum { MAX_ROUTES = 120000, MOST_PRICE = 1 << 21 };

/* What pack() is asked: trains, the pounds for one route with home and destination (0: none), track that may not be
 * used, and what the company has beside these trains: its weight, and a tag that the plans keep. */
typedef struct {
    int count, tag;
    Train train[MAX_TRAINS];
    int32_t bonus;
    Mask banned;
    int64_t base;
} Task;

/* Looks for plans that are at least as good as those found so far, and returns an upper bound for all plans. Unless the
 * search was stopped, `plans` then holds the best ones. price: prices to begin with, and afterwards those of the bound; what
 * was good for a similar task is nearly as good for this one. */
int64_t pack(const Problem *problem, const Task *task, int32_t price[MAX_BITS], Plans *plans, Control *control);

#endif

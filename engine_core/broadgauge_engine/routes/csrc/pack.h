/* The best routes for several trains that share no track.
 *
 * Invariants
 *   - Prices of the bits of Problem.track are never negative. So the sum of the prices and of each train's best reduced
 *     route is never less than the value of any plan (weak duality); Packer.bound is the least such sum seen.
 *   - The slack of a route is its train's best reduced value less its own. A plan of value v has routes whose slacks add
 *     up to at most bound - v; therefore, if a search among the routes of slack at most d finds a plan of value at least
 *     bound - d, that plan is the best there is.
 *   - Plans are compared by weight, then by the list of their stops: the same everywhere, whatever the search order.
 */
#ifndef BROADGAUGE_PACK_H
#define BROADGAUGE_PACK_H

#include "paths.h"

enum { MAX_TRAINS = 16, MAX_PLANS = 64, MAX_ROUTES = 120000 };

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
 * search was stopped, `plans` then holds the best ones. */
int64_t pack(const Problem *problem, const Task *task, Plans *plans, Control *control);

const Net *train_net(const Problem *problem, const Train *train);

#endif

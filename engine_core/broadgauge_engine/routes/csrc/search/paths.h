/* The best route of one train, and all routes of one train that are good enough.
 *
 * Invariants
 *   - A route is found once: from its first own token in Problem.token (the destination for routes that must hold both
 *     home and destination), as one or two arms. The first arm's first arc comes before the second arm's.
 *   - Finder.up[k][v] is never less than what a route can still gain beyond node v with k stops left, whatever it has
 *     passed: the best walk, which may come back to where it was (dynamic programming over stops).
 *   - A limit never cuts off a route of at least Finder.least.
 */
#ifndef BROADGAUGE_PATHS_H
#define BROADGAUGE_PATHS_H

#include "search/control.h"
#include "search/net.h"

enum { MAX_COUNT = 16, MAX_STEPS = MAX_COUNT + 2 };

typedef struct {
    int32_t weight;  /* pounds * UNIT - sides, without prices */
    int32_t reduced; /* less the prices of its track */
    int16_t root;    /* node from which both arms start */
    uint8_t first_arm, steps, bonus;
    int32_t arc[MAX_STEPS]; /* first_arm arcs outward from the root, then the other arm's */
    Mask mask;       /* what no other train may use */
} Route;

typedef struct {
    Route *route;
    int count, capacity, most;
} RouteList;

int route_add(RouteList *list, const Route *route); /* -1 without memory, -2 when the list is full */

typedef struct {
    const Problem *problem;
    const Net *net;
    int counts;              /* stops that the train may make */
    bool mail;               /* half of its first and last stop is added (P6) */
    const int32_t *gain;     /* weight of each arc less prices */
    int32_t end_gain[MAX_NODES];
    int32_t up[MAX_COUNT + 1][MAX_NODES];      /* see above */
    int32_t up_home[MAX_COUNT + 1][MAX_NODES]; /* the same for a walk that must still pass the home station */
    Control *control;
    Mask banned;
    int32_t least;    /* routes below are of no use */
    RouteList *list;  /* where to put all routes of at least `least`; NULL: only the best is wanted */
    bool halt, full;  /* the search ends; because the list is full */
    Route best;       /* best.steps == 0: none found */
} Finder;

/* Fills the tables for the finder's net, counts and gains. */
void finder_prepare(Finder *finder, bool bonus);

/* Searches the routes without the destination bonus, or those with home and destination on them. The bonus itself
 * (bonus_gain) is added to the latter. banned: bits that the route may not use. */
void finder_plain(Finder *finder);
void finder_bonus(Finder *finder, int32_t bonus_gain);

/* Value of a route's stops in pounds, and its nodes from one end to the other (at most MAX_NODES). */
int route_nodes(const Problem *problem, const Net *net, const Route *route, int16_t *nodes);
/* The ways of a route from one end to the other, way * 2 + direction; returns their number. */
int route_ways(const Net *net, const Route *route, uint32_t *ways);

#endif

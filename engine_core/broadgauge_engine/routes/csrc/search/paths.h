/* The best route of one train, and all routes of one train that are good enough.
 *
 * Invariants
 *   - A route is found once: from its first own token in Problem.token (the destination for routes that must hold both
 *     home and destination), as one or two arms. The first arm's first arc comes before the second arm's.
 *   - A limit (see walks.h) never cuts off a route of at least Finder.least.
 */
#ifndef BROADGAUGE_PATHS_H
#define BROADGAUGE_PATHS_H

#include "search/control.h"
#include "search/walks.h"

enum { MAX_STEPS = MAX_COUNT + 2 };

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
    const Walks *walks; /* of the train, at the present prices */
    int counts;         /* stops that it may make; at most one more than the walks */
    Mask banned;        /* bits that the route may not use */
    Control *control;
    int32_t least;   /* routes below are of no use */
    RouteList *list; /* where to put all routes of at least `least`; NULL: only the best is wanted */
    bool halt, full; /* the search ends; because the list is full */
    Route best;      /* best.steps == 0: none found */
} Finder;

/* Searches the routes without the destination bonus, or those with home and destination on them. The bonus itself
 * (bonus_gain) is added to the latter. */
void finder_plain(Finder *finder);
void finder_bonus(Finder *finder, int32_t bonus_gain);

/* Value of a route's stops in pounds, and its nodes from one end to the other (at most MAX_NODES). */
int route_nodes(const Problem *problem, const Net *net, const Route *route, int16_t *nodes);
/* The ways of a route from one end to the other, way * 2 + direction; returns their number. */
int route_ways(const Net *net, const Route *route, uint32_t *ways);

#endif

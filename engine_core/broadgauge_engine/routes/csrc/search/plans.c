/* Keeps the best plans in order. Invariants: see plans.h. */
#include "search/plans.h"

const Net *train_net(const Problem *p, const Train *train) { return train->pullman ? &p->pullman : &p->stops; }

int plans_allocate(Plans *plans, int most)
{
    plans->count = 0;
    plans->most = most;
    plans->plan = PyMem_RawMalloc(((size_t)most + 1) * sizeof *plans->plan);
    return plans->plan ? 0 : -1;
}

void plans_free(Plans *plans) { PyMem_RawFree(plans->plan); }

Plan *plans_draft(Plans *plans) { return &plans->plan[plans->most]; }

/* A route as it is compared: its stops from the smaller end, and the ways between them. */
typedef struct {
    int stops;
    bool turned; /* the route itself begins at the other end */
    int16_t stop[MAX_NODES];
    uint32_t way[MAX_NODES];
} Course;

static void read_course(const Problem *p, const Train *train, const Route *route, Course *course)
{
    const Net *net = train_net(p, train);
    course->stops = 0;
    course->turned = false;
    if (route->weight < 0) return; /* at home */
    course->stops = route_nodes(p, net, route, course->stop);
    int ways = route_ways(net, route, course->way);
    for (int i = 0; i < ways; i++) course->way[i] >>= 1;
    course->turned = course->stop[0] > course->stop[ways];
    if (!course->turned) return;
    for (int i = 0, k = ways; i < k; i++, k--) {
        int16_t swap = course->stop[i];
        course->stop[i] = course->stop[k];
        course->stop[k] = swap;
    }
    for (int i = 0, k = ways - 1; i < k; i++, k--) {
        uint32_t swap = course->way[i];
        course->way[i] = course->way[k];
        course->way[k] = swap;
    }
}

/* By stops, one after the other; a shorter list comes first. */
static int compare_stops(const Course *a, const Course *b)
{
    for (int i = 0; i < a->stops && i < b->stops; i++)
        if (a->stop[i] != b->stop[i]) return a->stop[i] < b->stop[i] ? -1 : 1;
    return (a->stops > b->stops) - (a->stops < b->stops);
}

/* By the ways between the same stops, and last by the end at which they begin. */
static int compare_ways(const Course *a, const Course *b)
{
    for (int i = 0; i < a->stops - 1; i++)
        if (a->way[i] != b->way[i]) return a->way[i] < b->way[i] ? -1 : 1;
    return a->turned - b->turned;
}

static int compare_routes(const Problem *p, const Train *train, const Route *a, const Route *b)
{
    Course left, right;
    if (a->weight != b->weight) return a->weight > b->weight ? -1 : 1;
    read_course(p, train, a, &left);
    read_course(p, train, b, &right);
    int order = compare_stops(&left, &right);
    return order ? order : compare_ways(&left, &right);
}

/* Compares plans by weight and stops; in *ways of two that agree in these by their ways. */
static int compare_plans(const Problem *p, const Plan *a, const Plan *b, int trains, int *ways)
{
    Course left, right;
    *ways = 0;
    if (a->weight != b->weight) return a->weight > b->weight ? -1 : 1;
    for (int t = 0; t < trains; t++) {
        read_course(p, &a->train[t], &a->route[t], &left);
        read_course(p, &b->train[t], &b->route[t], &right);
        int order = compare_stops(&left, &right);
        if (order) return order;
        if (!*ways) *ways = compare_ways(&left, &right);
    }
    return 0;
}

/* Sorts the routes of trains that are alike. */
static void sort_routes(const Problem *p, Plan *plan, int trains)
{
    for (int t = 1; t < trains; t++) {
        Route route = plan->route[t];
        int at = t;
        for (; at > 0 && !memcmp(&plan->train[at - 1], &plan->train[t], sizeof *plan->train); at--) {
            if (compare_routes(p, &plan->train[t], &plan->route[at - 1], &route) <= 0) break;
            plan->route[at] = plan->route[at - 1];
        }
        plan->route[at] = route;
    }
}

void plans_keep(const Problem *p, Plans *plans, int trains)
{
    Plan *draft = plans_draft(plans);
    int at = plans->count, ways;
    sort_routes(p, draft, trains);
    while (at > 0) {
        int order = compare_plans(p, draft, &plans->plan[at - 1], trains, &ways);
        if (order == 0 && ways < 0) plans->plan[at - 1] = *draft;
        if (order == 0) return;
        if (order > 0) break;
        at--;
    }
    if (at == plans->most) return;
    if (plans->count < plans->most) plans->count++;
    Plan copy = *draft;
    memmove(&plans->plan[at + 1], &plans->plan[at], (size_t)(plans->count - 1 - at) * sizeof copy);
    plans->plan[at] = copy;
}

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

int64_t plans_least(const Plans *plans) { return plans->count < plans->most ? -1 : plans->plan[plans->count - 1].weight; }

Plan *plans_draft(Plans *plans) { return &plans->plan[plans->most]; }

/* The stops of a plan as one list, train by train, each run from its smaller end; lists end with -1. */
static int plan_stops(const Problem *p, const Plan *plan, int trains, int16_t *stops)
{
    int count = 0;
    for (int t = 0; t < trains; t++) {
        if (plan->route[t].weight >= 0) {
            int16_t *at = stops + count;
            int length = route_nodes(p, train_net(p, &plan->train[t]), &plan->route[t], at);
            bool backward = at[0] > at[length - 1];
            for (int i = 0; backward && i < length / 2; i++) {
                int16_t swap = at[i];
                at[i] = at[length - 1 - i];
                at[length - 1 - i] = swap;
            }
            count += length;
        }
        stops[count++] = -1;
    }
    return count;
}

static int compare_plans(const Problem *p, const Plan *a, const Plan *b, int trains)
{
    if (a->weight != b->weight) return a->weight > b->weight ? -1 : 1;
    int16_t left[MAX_TRAINS * (MAX_NODES + 1)], right[MAX_TRAINS * (MAX_NODES + 1)];
    int n = plan_stops(p, a, trains, left), m = plan_stops(p, b, trains, right);
    for (int i = 0; i < n && i < m; i++)
        if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
    return (n > m) - (n < m);
}

void plans_keep(const Problem *p, Plans *plans, int trains)
{
    const Plan *draft = plans_draft(plans);
    int at = plans->count;
    while (at > 0) {
        int order = compare_plans(p, draft, &plans->plan[at - 1], trains);
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

/* Prices on track, then branch and bound over the few routes that the prices leave. Invariants: see pack.h. */
#include "search/pack.h"

#include "search/paths.h"
#include "search/prices.h"

enum { ROUNDS = 240, BATCH = 8, FEW_ROUTES = 400, NODES_PER_ROUTE = 128, FIRST_SLACK = 8 * UNIT };

/* Trains that are alike. */
typedef struct {
    Train train;
    int copies;
    RouteList list; /* routes of little slack, by slack; of a local train, all its routes by weight */
    Route best;     /* best reduced route at the last prices; reduced 0 and no train run if nothing pays */
    int32_t top;    /* best reduced value at the prices of the bound, at least 0 */
} Type;

typedef struct {
    const Problem *p;
    Control *control;
    Plans *plans;
    const Task *task;
    int types, trains;
    Type type[MAX_TRAINS];
    Prices prices;
    int32_t kept[MAX_BITS]; /* prices at the bound */
    Finder finder;
    int64_t bound, ceiling; /* every plan of at least `ceiling` was looked at */
    int order[MAX_TRAINS];  /* type of each place of the plan being built */
    const Route *chosen[MAX_TRAINS];
} Packer;

static int64_t worst_kept(const Packer *k) { return plans_least(k->plans); }

static int32_t price_of(const Packer *k, const Mask *mask) { return prices_of(&k->prices, mask); }

/* Every run of a local train: one city with an own token, alone or with one town next to it (5.5.3). */
static int list_locals(Packer *k, Type *type)
{
    const Problem *p = k->p;
    for (int t = 0; t < p->tokens; t++) {
        int city = p->token[t];
        if (city == p->channel || p->node[city].town) continue;
        Route route = {.weight = p->node[city].value * UNIT, .root = (int16_t)city};
        mask_set(&route.mask, p->local_bit + t);
        if (!masks_meet(&route.mask, &k->task->banned) && route_add(&type->list, &route) < 0) return -1;
        for (int i = p->stops.first[city]; i < p->stops.first[city + 1]; i++) {
            const Arc *arc = &p->stops.arc[i];
            Route longer = route;
            if (!p->node[arc->to].town) continue;
            longer.weight += arc->weight;
            longer.arc[0] = i;
            longer.steps = longer.first_arm = 1;
            for (int w = 0; w < WORDS; w++) longer.mask.w[w] |= p->stops.mask[i].w[w] & p->track.w[w];
            if (!masks_meet(&longer.mask, &k->task->banned) && route_add(&type->list, &longer) < 0) return -1;
        }
    }
    return 0;
}

static void aim(Packer *k, const Type *type)
{
    Finder *f = &k->finder;
    f->walks = prices_walks(&k->prices, &type->train);
    f->counts = type->train.counts;
    f->banned = k->task->banned;
    f->control = k->control;
    f->list = NULL;
    f->halt = f->full = false;
}

static void run_finder(Packer *k)
{
    finder_plain(&k->finder);
    if (k->task->bonus > 0 && !k->finder.halt) finder_bonus(&k->finder, k->task->bonus * UNIT - k->prices.price[k->p->bonus_bit]);
}

/* A route's weight without prices. */
static void complete(const Packer *k, Route *route) { route->weight = route->reduced + price_of(k, &route->mask); }

/* The type's best reduced route at the present prices, avoiding some track; none if nothing pays. */
static Route best_route(Packer *k, Type *type, const Mask *avoided, const Route *guess)
{
    Route none = {.weight = -1};
    if (type->train.local) {
        Route best = none;
        for (int i = 0; i < type->list.count; i++) {
            Route *route = &type->list.route[i];
            route->reduced = route->weight - price_of(k, &route->mask);
            if (route->reduced > best.reduced && !masks_meet(&route->mask, avoided)) best = *route;
        }
        return best;
    }
    Finder *f = &k->finder;
    f->banned = mask_join(&k->task->banned, avoided);
    f->best = none;
    f->least = 1;
    if (guess && guess->weight > 0 && guess->weight - price_of(k, &guess->mask) > 0) {
        f->best = *guess;
        f->best.reduced = guess->weight - price_of(k, &guess->mask);
        f->least = f->best.reduced + 1;
    }
    run_finder(k);
    if (!f->best.steps) return none;
    complete(k, &f->best);
    return f->best;
}

/* Keeps a plan if it is among the best: places are by type, the plan is by train. */
static void keep(Packer *k, int64_t weight, const Route *const *chosen, const int *order)
{
    if (weight < worst_kept(k)) return;
    Plan *plan = plans_draft(k->plans);
    plan->weight = weight;
    plan->tag = k->task->tag;
    int train = 0;
    for (int t = 0; t < k->types; t++) {
        for (int place = 0; place < k->trains; place++) {
            if (order[place] != t) continue;
            plan->train[train] = k->type[t].train;
            plan->route[train++] = chosen[place] ? *chosen[place] : (Route){.weight = -1};
        }
    }
    plans_keep(k->p, k->plans, k->trains);
}

/* Puts the types with few routes first; the plan is built in this order. */
static void set_order(Packer *k)
{
    int rank[MAX_TRAINS], place = 0;
    for (int t = 0; t < k->types; t++) {
        int i = t;
        for (; i > 0 && k->type[rank[i - 1]].list.count > k->type[t].list.count; i--) rank[i] = rank[i - 1];
        rank[i] = t;
    }
    for (int t = 0; t < k->types; t++)
        for (int c = 0; c < k->type[rank[t]].copies; c++) k->order[place++] = rank[t];
}

/* The plan in which all these trains stay at home: an answer even when the search is stopped at once. */
static void keep_idle(Packer *k)
{
    const Route *chosen[MAX_TRAINS] = {NULL};
    set_order(k);
    keep(k, k->task->base, chosen, k->order);
}

/* A plan from the present prices: each train in turn takes its best route on the track that is left. */
static void greedy(Packer *k)
{
    Mask used = {{0}};
    Route route[MAX_TRAINS];
    const Route *chosen[MAX_TRAINS];
    int order[MAX_TRAINS], place = 0;
    int64_t weight = k->task->base;
    for (int t = 0; t < k->types; t++) {
        if (!k->type[t].train.local) aim(k, &k->type[t]);
        for (int c = 0; c < k->type[t].copies; c++, place++) {
            bool free_track = c == 0 && k->type[t].best.weight >= 0 && !masks_meet(&used, &k->type[t].best.mask);
            route[place] = free_track ? k->type[t].best : best_route(k, &k->type[t], &used, NULL);
            order[place] = t;
            chosen[place] = route[place].weight >= 0 ? &route[place] : NULL;
            if (chosen[place]) {
                weight += route[place].weight;
                used = mask_join(&used, &route[place].mask);
            }
            if (k->control->stopped) return;
        }
    }
    keep(k, weight, chosen, order);
}

/* One evaluation of the bound at the present prices. */
static int64_t evaluate_prices(Packer *k)
{
    Mask nothing = {{0}};
    int64_t sum = k->task->base;
    prices_apply(&k->prices);
    for (int b = 0; b < k->p->bits; b++) sum += k->prices.price[b];
    for (int t = 0; t < k->types && !k->control->stopped; t++) {
        Type *type = &k->type[t];
        if (!type->train.local) aim(k, type);
        type->best = best_route(k, type, &nothing, &type->best);
        if (type->best.weight >= 0) sum += (int64_t)type->best.reduced * type->copies;
    }
    if (!k->control->stopped && sum < k->bound) {
        k->bound = sum;
        memcpy(k->kept, k->prices.price, sizeof k->kept);
        for (int t = 0; t < k->types; t++) k->type[t].top = k->type[t].best.weight >= 0 ? k->type[t].best.reduced : 0;
    }
    return sum;
}

/* Moves the prices: up where two trains want the same track, down where priced track is left. False: all agree. */
static bool move_prices(Packer *k, int64_t sum, double pace)
{
    int usage[MAX_BITS] = {0}, norm = 0;
    for (int t = 0; t < k->types; t++) {
        if (k->type[t].best.weight < 0) continue;
        for (int w = 0; w < WORDS; w++)
            for (uint64_t rest = k->type[t].best.mask.w[w]; rest; rest &= rest - 1)
                usage[64 * w + __builtin_ctzll(rest)] += k->type[t].copies;
    }
    for (int b = 0; b < k->p->bits; b++) {
        usage[b] -= 1;
        if (usage[b] > 0 || k->prices.price[b] > 0) norm += usage[b] * usage[b];
    }
    if (!norm) return false;
    int64_t goal = worst_kept(k);
    double step = pace * (double)(sum - (goal > 0 ? goal : 0)) / norm;
    for (int b = 0; b < k->p->bits; b++) {
        if (usage[b] <= 0 && k->prices.price[b] <= 0) continue;
        double moved = k->prices.price[b] + step * usage[b];
        k->prices.price[b] = moved <= 0 ? 0 : moved < MOST_PRICE ? (int32_t)moved : MOST_PRICE;
    }
    return true;
}

static int slack_order(const void *left, const void *right)
{
    const Route *a = left, *b = right;
    return (a->reduced < b->reduced) - (a->reduced > b->reduced);
}

/* Lists every route whose slack is at most `most`. False: more than `routes` in all. */
static bool list_routes(Packer *k, int64_t most, int routes)
{
    memcpy(k->prices.price, k->kept, sizeof k->prices.price);
    prices_apply(&k->prices);
    for (int t = 0; t < k->types; t++) {
        Type *type = &k->type[t];
        if (type->train.local) {
            for (int i = 0; i < type->list.count; i++)
                type->list.route[i].reduced = type->list.route[i].weight - price_of(k, &type->list.route[i].mask);
        } else {
            aim(k, type);
            type->list.count = 0;
            type->list.most = routes;
            k->finder.list = &type->list;
            int64_t least = type->top - most;
            k->finder.least = least < INT32_MIN / 4 ? INT32_MIN / 4 : (int32_t)least;
            run_finder(k);
            if (k->finder.halt) return false;
            for (int i = 0; i < type->list.count; i++) complete(k, &type->list.route[i]);
            routes -= type->list.count;
        }
        if (type->list.count) qsort(type->list.route, (size_t)type->list.count, sizeof(Route), slack_order);
    }
    return true;
}

/* The least slack of a type on the track that is left. */
static int64_t least_slack(const Type *type, const Mask *used)
{
    for (int i = 0; i < type->list.count && type->list.route[i].reduced > 0; i++)
        if (!masks_meet(&type->list.route[i].mask, used)) return type->top - type->list.route[i].reduced;
    return type->top;
}

/* Fills one place of the plan after the other. from: first route to try where the train before is alike. */
static void choose(Packer *k, int place, int from, const Mask *used, int64_t slack, int64_t weight)
{
    if (place == k->trains) {
        keep(k, weight, k->chosen, k->order);
        return;
    }
    Type *type = &k->type[k->order[place]];
    bool first_copy = place == 0 || k->order[place - 1] != k->order[place];
    bool alike = !first_copy && k->chosen[place - 1] == NULL;
    int64_t rest = 0, last = 0;
    for (int later = place + 1; later < k->trains; later++) {
        if (later == place + 1 || k->order[later] != k->order[later - 1]) last = least_slack(&k->type[k->order[later]], used);
        rest += last;
    }
    for (int i = first_copy ? 0 : from; i < type->list.count && !alike; i++) {
        const Route *route = &type->list.route[i];
        int64_t next = slack + type->top - route->reduced;
        if (next + rest > k->bound - worst_kept(k)) break;
        bool meets = masks_meet(&route->mask, used);
        if (meets ? (i & 255) == 255 && control_poll(k->control) : control_count(k->control)) return;
        if (meets) continue;
        k->chosen[place] = route;
        Mask joined = mask_join(&route->mask, used);
        choose(k, place + 1, i + 1, &joined, next, weight + route->weight);
    }
    k->chosen[place] = NULL;
    if (slack + type->top + rest <= k->bound - worst_kept(k)) choose(k, place + 1, 0, used, slack + type->top, weight);
}

/* Searches the routes of little slack, and of more slack as long as that is needed. False: more than `routes` of them. */
static bool close_gap(Packer *k, int64_t routes)
{
    int64_t most = FIRST_SLACK;
    if (k->ceiling < k->bound) most += k->bound - k->ceiling;
    for (;; most *= 4) {
        int64_t gap = k->bound - worst_kept(k);
        if (gap < 0 || k->ceiling < worst_kept(k)) return true;
        if (most > gap) most = gap;
        if (!list_routes(k, most, routes < MAX_ROUTES ? (int)routes : MAX_ROUTES)) return k->control->stopped;
        set_order(k);
        Mask nothing = {{0}};
        choose(k, 0, 0, &nothing, 0, k->task->base);
        if (k->control->stopped) return true;
        k->ceiling = k->bound - most;
        if (k->ceiling <= worst_kept(k) || most > k->bound) return true;
    }
}

/* Better prices and attempts to finish with them take turns; more routes are allowed each time, and more where prices
 * cost much. */
static void settle(Packer *k)
{
    double pace = 1.0;
    int64_t last = INT64_MAX, priced = 0;
    int idle = 0, routes = FEW_ROUTES;
    keep_idle(k);
    for (int round = 0; round < ROUNDS; round++) {
        int64_t before = k->control->nodes, sum = evaluate_prices(k);
        priced += k->control->nodes - before;
        if (k->control->stopped) return;
        if (k->bound >= worst_kept(k) && round % (BATCH / 2) == 0) greedy(k);
        if (k->bound < worst_kept(k)) return;
        if (sum < last) idle = 0;
        else if (++idle == 3) pace /= 2, idle = 0;
        last = k->bound;
        bool moved = move_prices(k, sum, pace);
        if (!moved || round % BATCH == BATCH / 2 || k->trains == 1 || k->bound - worst_kept(k) <= FIRST_SLACK) {
            if (close_gap(k, moved && k->trains > 1 ? routes + priced / NODES_PER_ROUTE : MAX_ROUTES)) return;
            memcpy(k->prices.price, k->kept, sizeof k->prices.price);
            routes *= 2;
        }
    }
    if (!close_gap(k, MAX_ROUTES)) k->control->stopped = true;
}

static int set_up(Packer *k)
{
    const Problem *p = k->p;
    k->trains = k->task->count;
    if (prices_make(&k->prices, p, k->task->train, k->trains, &k->task->banned, k->task->bonus > 0) < 0) return -1;
    for (int i = 0; i < k->trains; i++) {
        const Train *train = &k->task->train[i];
        int t = 0;
        while (t < k->types && memcmp(&k->type[t].train, train, sizeof *train)) t++;
        if (t == k->types) {
            k->types++;
            k->type[t] = (Type){.train = *train, .best = {.weight = -1}, .list = {.most = MAX_ROUTES}};
            if (train->local && list_locals(k, &k->type[t]) < 0) return -1;
        }
        k->type[t].copies++;
    }
    return 0;
}

int64_t pack(const Problem *problem, const Task *task, int32_t price[MAX_BITS], Plans *plans, Control *control)
{
    Packer *k = PyMem_RawCalloc(1, sizeof *k);
    int64_t bound = INT64_MAX;
    if (k) {
        *k = (Packer){.p = problem, .control = control, .plans = plans, .task = task, .bound = INT64_MAX, .ceiling = INT64_MAX};
        if (set_up(k) < 0) {
            control_no_memory(control);
        } else {
            memcpy(k->prices.price, price, sizeof k->prices.price);
            settle(k);
            memcpy(price, k->kept, sizeof k->kept);
        }
        bound = k->bound;
        for (int t = 0; t < k->types; t++) PyMem_RawFree(k->type[t].list.route);
        prices_free(&k->prices);
    } else {
        control_no_memory(control);
    }
    PyMem_RawFree(k);
    return bound;
}

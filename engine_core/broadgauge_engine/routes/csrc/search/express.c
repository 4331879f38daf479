/* Depth first over the stops an E-train passes. Invariants: see express.h. */
#include "search/express.h"

#include "search/blocks.h"

enum { TIE_NODES = 500 };

/* Two trains: the second one's best route is sought for every route of the first that may still lead to more. */
typedef struct {
    const ExpressTask *second;
    int64_t value, top; /* of the best pair so far; of the second train's best route by itself */
    bool alike;         /* both trains are asked the same: the first one's route is then worth no less than the second's */
    int32_t second_gain[MAX_TOKENS]; /* of a token to the second train */
    ExpressRoute *best;
} Pair;

/* An arc to try, and what it promises. */
typedef struct {
    int32_t arc;
    int64_t promise;
} Choice;

typedef struct {
    const Problem *p;
    const ExpressTask *task;
    Control *control;
    ExpressRoute *best;
    TokenMap map;
    Pair *pair;                  /* the search for a second train's route beside each route, or NULL */
    int32_t gain[MAX_TOKENS];
    int32_t end_gain[MAX_TOKENS], most_end;
    bool finished[MAX_TOKENS];   /* all routes that end there are known */
    int64_t start;               /* what every route has from the beginning */
    int64_t bonus;
    bool demanded;               /* see demand_both() */
    int64_t value;               /* of the best route so far, pounds * UNIT */
    int sides;                   /* that it crosses */
    int ties;                    /* nodes left to spend on shorter routes of equal value */
    int root, depth;             /* of the route being grown */
    int32_t arc[MAX_NODES];
    Choice *choice;              /* one list after the other, of each node on the route */
    int choices;
} Express;

/* What a route of this weight earns, pounds * UNIT: its sides are less than a pound. Nothing for no route. */
static int64_t earnings(int64_t weight) { return weight > 0 ? (weight + UNIT - 1) / UNIT * UNIT : 0; }

static int arc_sides(const Problem *p, const Arc *arc) { return p->way[p->stops.chain[arc->chain] >> 1].sides; }

/* The bonus, if home and destination are passed or may still come. */
static int64_t bonus_left(const Express *x, uint64_t passed, uint64_t set)
{
    if (!x->bonus) return 0;
    uint64_t goal = (uint64_t)1 << x->map.place_of[x->p->goal];
    return ((passed | set) & goal) && ((passed | set) & x->map.home) ? x->bonus : 0;
}

/* ---- Beside a second train ---- */

/* What the first train's route must be worth at least for a better pair. */
static int64_t wanted_of_first(const Pair *pair)
{
    int64_t beside_top = pair->value - pair->top + UNIT, half = (pair->value + UNIT + 1) / 2;
    return pair->alike && half > beside_top ? half : beside_top;
}

/* Whether the second train may earn more than `needed` on the track that the first leaves. */
static bool second_promises(const Express *x, const Mask *taken, int64_t needed)
{
    const ExpressTask *second = x->pair->second;
    int64_t most = blocks_anywhere(&x->map, taken, x->pair->second_gain);
    if (second->mail) most += (most / (2 * second->multiplier) + UNIT) * x->p->mail_rate;
    return most > needed || needed < 0;
}

/* What the second train cannot use beside a route of the first one. */
static Mask taken_by(const Express *x, const Mask *used)
{
    Mask taken = x->pair->second->banned;
    for (int w = 0; w < WORDS; w++) taken.w[w] |= used->w[w] & x->p->track.w[w];
    return taken;
}

/* The three greatest of some gains, falling. */
static void keep_greatest(int64_t greatest[3], int64_t gain)
{
    for (int n = 0; n < 3; n++) {
        if (gain <= greatest[n]) continue;
        int64_t next = greatest[n];
        greatest[n] = gain;
        gain = next;
    }
}

/* Pounds * UNIT that both trains together can still get: the first one from the tokens in `set`, with one more end, the
 * second one from all, with two. A route that ends at a token uses one of its exits, one that goes on uses two. */
static int64_t most_of_both(const Express *x, const Mask *taken, uint64_t set)
{
    int64_t sum = 0, one_end[3] = {0}, end_of_each = 0; /* what ends at a token bring beside the sum */
    for (int t = 0; t < x->p->tokens; t++) {
        int left = token_map_exits(&x->map, x->p->token[t], taken);
        int64_t first = set >> t & 1 ? x->gain[t] : 0, second = x->pair->second_gain[t];
        int64_t less = first < second ? first : second, more = first + second - less;
        if (left >= 4) less = 0, sum += first + second;
        else if (left >= 2) sum += more;
        else less = left ? more : 0;
        if (left != 2) keep_greatest(one_end, less);
        else if (less > end_of_each) end_of_each = less;
    }
    int64_t apart = one_end[1] + one_end[2];
    return sum + one_end[0] + (end_of_each > apart ? end_of_each : apart);
}

/* Whether a pair may still be better: with what the first train has, and the most that it may gain from `set`. */
static bool both_promise(const Express *x, const Mask *used, uint64_t set, int64_t value, int64_t most)
{
    const Pair *pair = x->pair;
    Mask taken = taken_by(x, used);
    if (!pair->second->mail && value + most_of_both(x, &taken, set) <= pair->value) return false;
    return second_promises(x, &taken, pair->value - value - most);
}

static void try_second(Express *x, const ExpressRoute *first, int64_t value)
{
    Pair *pair = x->pair;
    ExpressTask task = *pair->second;
    ExpressRoute second;
    task.banned = mask_join(&task.banned, &first->mask);
    if (!second_promises(x, &task.banned, pair->value - value)) return;
    task.least = pair->value - value;
    express(x->p, &task, x->control, &second);
    int64_t sum = value + earnings(second.weight);
    if (sum <= pair->value) return;
    pair->value = sum;
    pair->best[0] = *first;
    pair->best[1] = second;
    x->value = wanted_of_first(pair);
}

/* ---- One train ---- */

static void record(Express *x, int place, const Mask *used, int64_t value, int sides, uint64_t passed)
{
    int32_t ends = x->end_gain[place] + x->end_gain[x->map.place_of[x->root]];
    int64_t bonus = bonus_left(x, passed, 0);
    value += ends - ends % (UNIT * x->p->mail_rate) + bonus;
    if (value < x->value || (value == x->value && sides >= x->sides) || x->finished[place]) return;
    ExpressRoute found = {.root = (int16_t)x->root, .steps = (int16_t)x->depth, .bonus = bonus > 0 || x->demanded};
    found.weight = value - sides;
    memcpy(found.arc, x->arc, (size_t)x->depth * sizeof *x->arc);
    for (int w = 0; w < WORDS; w++) found.mask.w[w] = used->w[w] & x->p->track.w[w] & ~x->task->banned.w[w];
    if (x->pair) {
        try_second(x, &found, value);
        return;
    }
    x->value = value;
    x->sides = sides;
    *x->best = found;
}

/* Whether nothing better lies beyond node v. most: the gain that is still possible there from the tokens in `set`. */
static bool hopeless(Express *x, int v, int64_t value, int sides, int64_t most, uint64_t set)
{
    if (value + most != x->value) return value + most < x->value;
    if (x->ties-- <= 0) return true;
    /* Equal value at best: tokens without which that is missed must all be passed. */
    uint64_t needed = 0;
    int64_t all = 0;
    for (uint64_t left = set; left; left &= left - 1) all += x->gain[__builtin_ctzll(left)];
    for (uint64_t left = set; left; left &= left - 1)
        if (all - x->gain[__builtin_ctzll(left)] < most) needed |= left & (~left + 1);
    return sides + token_map_shortest(&x->map, v, needed) >= x->sides;
}

/* Lists the arcs that a route which has come to v may go on over, the most promising ones first, behind the lists of the
 * nodes before v. A route comes to each node once, so all lists together are never longer than the net. */
static int list_choices(Express *x, int v, const Mask *used, uint64_t set)
{
    const Problem *p = x->p;
    Choice *choice = x->choice + x->choices;
    int count = 0;
    for (int i = p->stops.first[v]; i < p->stops.first[v + 1]; i++) {
        const Arc *arc = &p->stops.arc[i];
        int u = x->map.place_of[arc->to];
        if ((arc->flags & OUT && v != x->root) || masks_meet(&p->stops.mask[i], used)) continue;
        if (arc->flags & END && (u < 0 || !(set >> u & 1))) continue;
        uint64_t left = u < 0 ? set : set & ~x->map.same[u];
        int64_t here = u >= 0 ? x->gain[u] : 0;
        for (uint64_t rest = arc->flags & END ? 0 : left; rest; rest &= rest - 1) here += x->gain[__builtin_ctzll(rest)];
        here -= arc_sides(p, arc) + (arc->flags & END ? 0 : token_map_shortest(&x->map, arc->to, left));
        int at = count++;
        for (; at > 0 && choice[at - 1].promise < here; at--) choice[at] = choice[at - 1];
        choice[at] = (Choice){i, here};
    }
    return count;
}

/* Goes on from node v; passed and set: tokens on the route, and those that may still come. */
static void travel(Express *x, int v, const Mask *used, int64_t value, int sides, uint64_t passed, uint64_t set)
{
    int32_t most;
    /* A node costs far more here than elsewhere: look more often whether the search must stop. */
    if (control_count(x->control) || ((x->control->nodes & 15) == 0 && control_poll(x->control))) return;
    set = blocks_beyond(&x->map, v, used, set, x->gain, &most);
    int64_t extra = x->most_end + x->end_gain[x->map.place_of[x->root]] + bonus_left(x, passed, set);
    if (!set || hopeless(x, v, value, sides, most + extra, set)) return;
    if (x->pair && !both_promise(x, used, set, value + extra, most)) return;
    const Choice *choice = x->choice + x->choices;
    int count = list_choices(x, v, used, set);
    x->choices += count;
    for (int n = 0; n < count && !x->control->stopped; n++) {
        const Arc *arc = &x->p->stops.arc[choice[n].arc];
        int u = x->map.place_of[arc->to];
        Mask joined = mask_join(used, &x->p->stops.mask[choice[n].arc]);
        int64_t next = value + (u >= 0 ? x->gain[u] : 0);
        int crossed = sides + arc_sides(x->p, arc);
        uint64_t now = u >= 0 ? passed | (uint64_t)1 << u : passed, left = u >= 0 ? set & ~x->map.same[u] : set;
        x->arc[x->depth++] = choice[n].arc;
        if (u >= 0) record(x, u, &joined, next, crossed, now);
        if (!(arc->flags & END) && left) travel(x, arc->to, &joined, next, crossed, now, left);
        x->depth--;
        if (hopeless(x, v, value, sides, most + extra, set)) break;
    }
    x->choices -= count;
}

/* When the bonus is asked for, home and destination must both be passed. Each gets a gain greater than all others
 * together, and every route begins with that much less: so the bounds see at once where one of them is out of reach. */
static void demand_both(Express *x)
{
    int32_t all = 1;
    for (int t = 0; t < x->p->tokens; t++) all += x->gain[t];
    x->gain[__builtin_ctzll(x->map.home)] += all;
    x->gain[x->map.place_of[x->p->goal]] += all;
    x->start = x->bonus - 2 * (int64_t)all;
    x->demanded = true;
    x->bonus = 0;
}

/* What tokens bring to the train, and to the second one of a pair. */
static void set_gains(Express *x)
{
    const Problem *p = x->p;
    for (int t = 0; t < p->tokens; t++) {
        int32_t value = p->node[p->token[t]].value;
        x->gain[t] = value * UNIT * x->task->multiplier;
        if (x->pair) x->pair->second_gain[t] = value * UNIT * x->pair->second->multiplier;
        x->end_gain[t] = x->task->mail ? value * (UNIT / 2) * p->mail_rate : 0;
        if (x->end_gain[t] > x->most_end) x->most_end = x->end_gain[t];
    }
    x->bonus = p->goal >= 0 && x->map.home ? (int64_t)x->task->bonus * UNIT : 0;
    if (x->bonus && !(x->map.home & (x->map.home - 1))) demand_both(x);
}

/* Searches from each token in turn: leaves first, for what ends there is soon known, then by their bounds. Returns the
 * greatest bound. */
static int64_t search_roots(Express *x)
{
    const Problem *p = x->p;
    int order[MAX_TOKENS];
    int64_t promise[MAX_TOKENS], most = 0;
    uint64_t all = p->tokens == MAX_TOKENS ? ~(uint64_t)0 : ((uint64_t)1 << p->tokens) - 1;
    for (int t = 0; t < p->tokens; t++) {
        int32_t gain;
        Mask used = mask_join(&x->task->banned, &p->node[p->token[t]].bits);
        uint64_t found = blocks_beyond(&x->map, p->token[t], &used, all & ~x->map.same[t], x->gain, &gain);
        int64_t here = x->start + x->gain[t] + gain + x->most_end + x->end_gain[t] + bonus_left(x, (uint64_t)1 << t, found);
        if (here > most) most = here;
        if (x->map.leaf >> t & 1) here += (int64_t)1 << 40;
        int at = t;
        for (; at > 0 && promise[at - 1] < here; at--) {
            promise[at] = promise[at - 1];
            order[at] = order[at - 1];
        }
        promise[at] = here;
        order[at] = t;
    }
    for (int n = 0; n < p->tokens && !x->control->stopped; n++) {
        int t = order[n];
        x->root = p->token[t];
        Mask used = mask_join(&x->task->banned, &p->node[x->root].bits);
        travel(x, x->root, &used, x->start + x->gain[t], 0, (uint64_t)1 << t, all & ~x->map.same[t]);
        x->finished[t] = true;
    }
    return most;
}

/* Runs one search; `pair` as in Express. */
static int64_t run(const Problem *p, const ExpressTask *task, Control *control, ExpressRoute *best, Pair *pair)
{
    best->weight = -1;
    if (p->tokens < 2) return -1;
    Express *x = PyMem_RawCalloc(1, sizeof *x);
    int64_t most = INT64_MAX;
    if (x) {
        x->p = p;
        x->task = task;
        x->control = control;
        x->best = best;
        x->pair = pair;
        x->ties = task->short_way ? TIE_NODES : 0;
        x->value = pair ? wanted_of_first(pair) : earnings(task->least);
        x->sides = pair || task->least <= 0 ? FAR : 0; /* of equal value: no better */
        x->choice = PyMem_RawMalloc(((size_t)p->stops.arcs + 1) * sizeof *x->choice);
    }
    if (!x || !x->choice || token_map_make(&x->map, p, &task->banned) < 0) {
        control_no_memory(control);
    } else {
        set_gains(x);
        most = search_roots(x);
        if (!control->stopped) most = best->weight;
    }
    if (x) {
        token_map_free(&x->map);
        PyMem_RawFree(x->choice);
    }
    PyMem_RawFree(x);
    return most;
}

/* ---- What is asked ---- */

int64_t express(const Problem *p, const ExpressTask *task, Control *control, ExpressRoute *best)
{
    return run(p, task, control, best, NULL);
}

int64_t express_pair(const Problem *p, const ExpressTask given[2], bool quick, Control *control, ExpressRoute best[2])
{
    if (given[1].bonus) { /* the bonus is the first one's business */
        ExpressTask swapped[2] = {given[1], given[0]};
        ExpressRoute route[2];
        int64_t bound = express_pair(p, swapped, quick, control, route);
        best[0] = route[1];
        best[1] = route[0];
        return bound;
    }
    ExpressTask task[2] = {given[0], given[1]};
    ExpressRoute alone[2], beside;
    Pair pair = {.second = &task[1], .best = best, .value = earnings(given[0].least)};
    task[0].least = task[1].least = 0;
    best[0].weight = best[1].weight = -1;
    run(p, &task[0], control, &alone[0], NULL);
    run(p, &task[1], control, &alone[1], NULL);
    pair.top = earnings(alone[1].weight);
    pair.alike = given[0].mail == given[1].mail && given[0].multiplier == given[1].multiplier && !given[0].bonus;
    int64_t bound = earnings(alone[0].weight) + pair.top;
    if (control->stopped) return INT64_MAX;
    ExpressTask rest = task[1];
    rest.banned = mask_join(&rest.banned, &alone[0].mask);
    if (alone[0].weight < 0) beside = alone[1];
    else run(p, &rest, control, &beside, NULL);
    if (earnings(alone[0].weight) + earnings(beside.weight) > pair.value) {
        pair.value = earnings(alone[0].weight) + earnings(beside.weight);
        best[0] = alone[0];
        best[1] = beside;
    }
    if (quick) return bound;
    if (!control->stopped && bound > pair.value) run(p, &task[0], control, &beside, &pair);
    return control->stopped ? bound : pair.value;
}

int express_ways(const Problem *p, const ExpressRoute *route, uint32_t *ways)
{
    for (int i = 0; i < route->steps; i++) ways[i] = p->stops.chain[p->stops.arc[route->arc[i]].chain];
    return route->steps;
}

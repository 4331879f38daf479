/* Depth first over the stops an E-train passes. Invariants: see express.h. */
#include "express.h"

enum { MAX_PRIZES = 12, FAR = 1 << 24, TIE_NODES = 500 };

/* Two trains: the second one's best route is sought for every route of the first that may still lead to more. */
struct Pair {
    const ExpressTask *second;
    int64_t value, top; /* of the best pair so far; of the second train's best route by itself */
    bool alike;         /* both trains are asked the same: the first one's route is then worth no less than the second's */
    int32_t second_gain[MAX_NODES]; /* of a token to the second train, by place */
    ExpressRoute *best;
};

typedef struct {
    const Problem *p;
    const ExpressTask *task;
    Control *control;
    ExpressRoute *best;
    int64_t value, bonus; /* of the best route so far, pounds * UNIT */
    int sides;            /* that it crosses */
    int prizes;                    /* tokens in the tables; more than MAX_PRIZES: no tables, only sums */
    int16_t prize_of[MAX_NODES];   /* node to its place among the tokens, -1 */
    int32_t gain[MAX_NODES];       /* of a token, by place */
    int32_t end_gain[MAX_NODES];   /* by place */
    int32_t most_end;
    uint64_t drop[MAX_NODES];      /* tokens that a route with this one cannot count any more */
    int32_t (*far)[MAX_NODES];     /* far[place][node]: sides from the node to the token at least */
    int32_t *walk;                 /* see fill_walks(): walk[set * prizes + place] */
    struct Pair *pair;             /* the search for a second train's route beside each route, or NULL */
    int64_t start;                 /* what every route has from the beginning */
    int ties;                      /* nodes left to spend on shorter routes of equal value */
    Mask next[MAX_BITS];           /* by stop and side: the stops and sides beside it that a route can pass */
    Mask ends[MAX_BITS];           /* the stops beside it at which a route would end */
    uint64_t home, leaf;           /* tokens: at home; where every route ends that comes there */
    int32_t arc[MAX_NODES];
    int depth, root;
    int words;                     /* of a mask that are in use */
    bool demanded;                 /* see demand_both() */
    bool finished[MAX_NODES];      /* by place: all routes that end there are known */
} Express;

/* Shortest ways to one token, against the direction of travel. */
static void measure(Express *x, int place)
{
    const Problem *p = x->p;
    int32_t *far = x->far[place];
    bool done[MAX_NODES] = {false};
    for (int v = 0; v < p->nodes; v++) far[v] = FAR;
    far[p->token[place]] = 0;
    for (;;) {
        int at = -1;
        for (int v = 0; v < p->nodes; v++)
            if (!done[v] && far[v] < FAR && (at < 0 || far[v] < far[at])) at = v;
        if (at < 0) return;
        done[at] = true;
        if (at != p->token[place] && !p->node[at].through) continue;
        /* Ways are listed from both ends: an arc out of `at` tells of the arc into it. */
        for (int i = p->stops.first[at]; i < p->stops.first[at + 1]; i++) {
            const Arc *arc = &p->stops.arc[i];
            const Way *way = &p->way[p->stops.chain[arc->chain] >> 1];
            if (masks_meet(&way->classes, &x->task->banned)) continue;
            if (arc->flags & OUT && at != p->token[place]) continue; /* a terminus: the token beyond is never reached */
            if (far[at] + way->sides < far[arc->to]) far[arc->to] = far[at] + way->sides;
        }
    }
}

/* walk[set][t]: the fewest sides from token t over all tokens of the set, in the best order; a leaf comes last. */
static void fill_walks(Express *x)
{
    uint32_t n = (uint32_t)x->prizes;
    for (uint32_t t = 0; t < n; t++) x->walk[t] = 0;
    for (uint32_t set = 1; set < (uint32_t)1 << n; set++) {
        for (uint32_t t = 0; t < n; t++) {
            int32_t best = FAR;
            for (uint32_t left = x->leaf >> t & 1 ? 0 : set; left; left &= left - 1) {
                uint32_t u = (uint32_t)__builtin_ctz(left);
                int32_t here = x->far[u][x->p->token[t]] + x->walk[(set & ~((uint32_t)1 << u)) * n + u];
                if (here < best) best = here;
            }
            x->walk[set * n + t] = best;
        }
    }
}

/* Whether a route that has come to this node ends there: a terminus, or track to one neighbour only. */
static bool is_leaf(const Express *x, int v)
{
    int neighbour = -1;
    for (int i = x->p->stops.first[v]; i < x->p->stops.first[v + 1]; i++) {
        const Arc *arc = &x->p->stops.arc[i];
        if (arc->flags & OUT || (arc->flags & END && x->prize_of[arc->to] < 0)) continue;
        if (neighbour >= 0 && arc->to != neighbour) return false;
        neighbour = arc->to;
    }
    return true;
}

/* The fewest sides from node v over all tokens of the set; FAR if no order of them is possible. */
static int32_t shortest(const Express *x, int v, uint64_t set)
{
    int32_t best = set ? FAR : 0;
    if (x->prizes > MAX_PRIZES) return 0;
    for (uint64_t left = set; left; left &= left - 1) {
        int u = __builtin_ctzll(left);
        int32_t here = x->far[u][v] + x->walk[(uint32_t)(set & ~((uint64_t)1 << u)) * (uint32_t)x->prizes + (uint32_t)u];
        if (here < best) best = here;
    }
    return best;
}

/* The stops and sides that a route can still come to, as blocks: sets that no single stop or side divides. A route that
 * leaves a block does not come back, so below each block it may take one other block only (Tarjan's search for blocks). */
typedef struct {
    const Express *x;
    Mask passed, ever; /* not to be entered; entered at any time */
    uint64_t set, found;
    const int32_t *gain;
    int time, depth;
    int32_t through; /* the most that a route gains which may begin anywhere */
    uint16_t seen[MAX_BITS], low[MAX_BITS];
    int16_t stack[MAX_BITS];
    int32_t below[MAX_BITS]; /* the most that a route gains in the blocks below this one */
} Blocks;

static void blocks_begin(Blocks *b, const Express *x, const Mask *passed, uint64_t set, const int32_t *gain)
{
    b->x = x;
    b->passed = *passed;
    b->set = set;
    b->found = 0;
    b->gain = gain;
    b->time = b->depth = 0;
    b->through = 0;
    memset(b->seen, 0, (size_t)x->p->bits * sizeof *b->seen);
}

static int32_t token_gain(Blocks *b, int v)
{
    int u = v < b->x->p->nodes ? b->x->prize_of[v] : -1;
    if (u < 0 || !(b->set >> u & 1)) return 0;
    b->found |= (uint64_t)1 << u;
    return b->gain[u];
}

/* A branch with this gain leaves stop or side v, which itself has `own`: alone, or with the best one before it. */
static void branch_off(Blocks *b, int v, int32_t own, int32_t branch)
{
    if (b->below[v] + own + branch > b->through) b->through = b->below[v] + own + branch;
    if (branch > b->below[v]) b->below[v] = branch;
}

static void visit(Blocks *b, int v)
{
    const Express *x = b->x;
    int32_t own = token_gain(b, v);
    b->seen[v] = b->low[v] = (uint16_t)++b->time;
    b->stack[b->depth++] = (int16_t)v;
    b->below[v] = 0;
    mask_set(&b->ever, v);
    for (int word = 0; word < x->words; word++) {
        for (uint64_t rest = x->ends[v].w[word] & ~b->passed.w[word]; rest; rest &= rest - 1)
            branch_off(b, v, own, token_gain(b, 64 * word + __builtin_ctzll(rest)));
        for (uint64_t rest = x->next[v].w[word] & ~b->passed.w[word]; rest; rest &= rest - 1) {
            int to = 64 * word + __builtin_ctzll(rest);
            if (b->seen[to]) {
                if (b->seen[to] < b->low[v]) b->low[v] = b->seen[to];
                continue;
            }
            visit(b, to);
            if (b->low[to] < b->low[v]) b->low[v] = b->low[to];
            if (b->low[to] < b->seen[v]) continue;
            int32_t block = 0, onward[2] = {0};
            for (int at = -1; at != to;) {
                at = b->stack[--b->depth];
                block += token_gain(b, at);
                if (b->below[at] > onward[0]) {
                    onward[1] = onward[0];
                    onward[0] = b->below[at];
                } else if (b->below[at] > onward[1]) {
                    onward[1] = b->below[at];
                }
            }
            if (own + block + onward[0] + onward[1] > b->through) b->through = own + block + onward[0] + onward[1];
            branch_off(b, v, own, block + onward[0]);
        }
    }
}

/* The tokens of `set` that can be reached from v over stops and sides not passed yet, and the most that they can bring. */
static uint64_t reachable(const Express *x, int v, const Mask *used, uint64_t set, const int32_t *gain, int32_t *most)
{
    Blocks b;
    memset(&b.ever, 0, sizeof b.ever);
    blocks_begin(&b, x, used, set, gain);
    b.passed.w[v >> 6] &= ~((uint64_t)1 << (v & 63)); /* ways back to v make blocks */
    visit(&b, v);
    int32_t all = 0;
    for (uint64_t left = b.found; left; left &= left - 1) all += gain[__builtin_ctzll(left)];
    *most = b.below[v] < all ? b.below[v] : all; /* a token may count in a block and as an end beyond it */
    return b.found;
}

/* Whether all track that leads away from this token was looked at. */
static bool explored(const Express *x, int t, const Blocks *b)
{
    int v = x->p->token[t];
    if (!(x->leaf >> t & 1)) return mask_has(&b->ever, v);
    for (int w = 0; w < x->words; w++)
        if (x->next[v].w[w] & ~b->passed.w[w] & ~b->ever.w[w]) return false;
    return true;
}

/* What tokens bring together at most: those of one group count once. */
static int32_t sum_of(const Express *x, uint64_t tokens, const int32_t *gain)
{
    int32_t sum = 0;
    for (uint64_t left = tokens; left; left &= left - 1) {
        int t = __builtin_ctzll(left);
        int32_t most = gain[t];
        for (uint64_t same = tokens & x->drop[t]; same; same &= same - 1) {
            int u = __builtin_ctzll(same);
            if (gain[u] > most || (gain[u] == most && u < t)) most = gain[u] + 1;
        }
        if (most == gain[t]) sum += gain[t];
    }
    return sum;
}

/* The most that a route may gain which begins and ends at any of the tokens. */
static int32_t most_anywhere(const Express *x, const Mask *taken, const int32_t *gain)
{
    Blocks b;
    int32_t most = 0;
    memset(&b.ever, 0, sizeof b.ever);
    blocks_begin(&b, x, taken, UINT64_MAX, gain);
    /* A leaf is the end of other stops' branches; it is begun from only for track that is nowhere else. */
    for (int leaf = 0; leaf < 2; leaf++) {
        for (int t = 0; t < x->prizes; t++) {
            if ((int)(x->leaf >> t & 1) != leaf || explored(x, t, &b)) continue;
            blocks_begin(&b, x, taken, UINT64_MAX, gain);
            visit(&b, x->p->token[t]);
            if (!(b.found & (b.found - 1))) continue; /* a route needs two tokens */
            int32_t all = sum_of(x, b.found, gain), here = b.through < all ? b.through : all;
            if (here > most) most = here;
        }
    }
    return most;
}

/* Joins stops and sides to their neighbours along an arc. */
static void join_along(Express *x, int from, const Arc *arc)
{
    const Problem *p = x->p;
    uint32_t step = p->stops.chain[arc->chain];
    const Way *way = &p->way[step >> 1];
    int at = from, u = x->prize_of[arc->to];
    for (int i = 0; i < way->bits; i++) {
        int bit = p->bit_list[way->first_bit + (uint32_t)(step & 1 ? way->bits - 1 - i : i)];
        mask_set(&x->next[at], bit);
        at = bit;
    }
    mask_set(arc->flags & END || (u >= 0 && x->leaf >> u & 1) ? &x->ends[at] : &x->next[at], arc->to);
}

static int64_t bonus_left(const Express *x, uint64_t passed, uint64_t set)
{
    if (!x->bonus) return 0;
    uint64_t goal = (uint64_t)1 << x->prize_of[x->p->goal];
    return ((passed | set) & goal) && ((passed | set) & x->home) ? x->bonus : 0;
}

/* What the first train's route must be worth at least for a better pair. */
static int64_t wanted_of_first(const struct Pair *pair)
{
    int64_t beside_top = pair->value - pair->top + UNIT, half = (pair->value + UNIT + 1) / 2;
    return pair->alike && half > beside_top ? half : beside_top;
}

/* Whether the second train may earn more than `needed` on the track that the first leaves. */
static bool second_promises(const Express *x, const Mask *taken, int64_t needed)
{
    const ExpressTask *second = x->pair->second;
    int64_t most = most_anywhere(x, taken, x->pair->second_gain);
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

/* At how many places track that is not taken leads to this stop. */
static int exits(const Express *x, int v, const Mask *taken)
{
    int count = 0;
    for (int w = 0; w < x->words; w++) count += __builtin_popcountll((x->next[v].w[w] | x->ends[v].w[w]) & ~taken->w[w]);
    return count;
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
    for (int t = 0; t < x->prizes; t++) {
        int left = exits(x, x->p->token[t], taken);
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
    const struct Pair *pair = x->pair;
    Mask taken = taken_by(x, used);
    if (!pair->second->mail && value + most_of_both(x, &taken, set) <= pair->value) return false;
    return second_promises(x, &taken, pair->value - value - most);
}

static void try_second(Express *x, const ExpressRoute *first, int64_t value)
{
    struct Pair *pair = x->pair;
    ExpressTask task = *pair->second;
    ExpressRoute second;
    task.banned = mask_join(&task.banned, &first->mask);
    if (!second_promises(x, &task.banned, pair->value - value)) return;
    task.least = pair->value - value;
    express(x->p, &task, x->control, &second);
    int64_t sum = value + (second.weight > 0 ? (second.weight + UNIT - 1) / UNIT * UNIT : 0);
    if (sum <= pair->value) return;
    pair->value = sum;
    pair->best[0] = *first;
    pair->best[1] = second;
    x->value = wanted_of_first(pair);
}

static void record(Express *x, int place, const Mask *used, int64_t value, int sides, uint64_t passed)
{
    int32_t ends = x->end_gain[place] + x->end_gain[x->prize_of[x->root]];
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
    return sides + shortest(x, v, needed) >= x->sides;
}

/* Goes on from node v; passed and set: tokens on the route, and those that may still come. */
static void travel(Express *x, int v, const Mask *used, int64_t value, int sides, uint64_t passed, uint64_t set)
{
    const Problem *p = x->p;
    int arcs[64], count = 0;
    int64_t promise[64];
    int32_t most;
    /* A node costs far more here than elsewhere: look more often whether the search must stop. */
    if (control_count(x->control) || ((x->control->nodes & 15) == 0 && control_poll(x->control))) return;
    set = reachable(x, v, used, set, x->gain, &most);
    int64_t extra = x->most_end + x->end_gain[x->prize_of[x->root]] + bonus_left(x, passed, set);
    if (!set || hopeless(x, v, value, sides, most + extra, set)) return;
    if (x->pair && !both_promise(x, used, set, value + extra, most)) return;
    for (int i = p->stops.first[v]; i < p->stops.first[v + 1] && count < 64; i++) {
        const Arc *arc = &p->stops.arc[i];
        int u = x->prize_of[arc->to];
        if ((arc->flags & OUT && v != x->root) || masks_meet(&arc->mask, used)) continue;
        if (arc->flags & END && (u < 0 || !(set >> u & 1))) continue;
        uint64_t left = u < 0 ? set : set & ~x->drop[u];
        int64_t here = u >= 0 ? x->gain[u] : 0;
        for (uint64_t rest = arc->flags & END ? 0 : left; rest; rest &= rest - 1) here += x->gain[__builtin_ctzll(rest)];
        here -= p->way[p->stops.chain[arc->chain] >> 1].sides + (arc->flags & END ? 0 : shortest(x, arc->to, left));
        int at = count++;
        for (; at > 0 && promise[at - 1] < here; at--) {
            promise[at] = promise[at - 1];
            arcs[at] = arcs[at - 1];
        }
        promise[at] = here;
        arcs[at] = i;
    }
    for (int n = 0; n < count && !x->control->stopped; n++) {
        const Arc *arc = &p->stops.arc[arcs[n]];
        int u = x->prize_of[arc->to];
        Mask joined = mask_join(used, &arc->mask);
        int64_t next = value + (u >= 0 ? x->gain[u] : 0);
        int crossed = sides + p->way[p->stops.chain[arc->chain] >> 1].sides;
        uint64_t now = u >= 0 ? passed | (uint64_t)1 << u : passed, left = u >= 0 ? set & ~x->drop[u] : set;
        x->arc[x->depth++] = arcs[n];
        if (u >= 0) record(x, u, &joined, next, crossed, now);
        if (!(arc->flags & END) && left) travel(x, arc->to, &joined, next, crossed, now, left);
        x->depth--;
        if (hopeless(x, v, value, sides, most + extra, set)) return;
    }
}

/* When the bonus is asked for, home and destination must both be passed. Each gets a gain greater than all others
 * together, and every route begins with that much less: so the bounds see at once where one of them is out of reach. */
static void demand_both(Express *x)
{
    int32_t all = 1;
    for (int t = 0; t < x->prizes; t++) all += x->gain[t];
    x->gain[__builtin_ctzll(x->home)] += all;
    x->gain[x->prize_of[x->p->goal]] += all;
    x->start = x->bonus - 2 * (int64_t)all;
    x->demanded = true;
    x->bonus = 0;
}

static void set_up(Express *x)
{
    const Problem *p = x->p;
    x->prizes = p->tokens;
    x->words = (p->bits + 63) / 64;
    for (int v = 0; v < p->nodes; v++) x->prize_of[v] = -1;
    for (int t = 0; t < p->tokens; t++) {
        const Node *node = &p->node[p->token[t]];
        x->prize_of[p->token[t]] = (int16_t)t;
        x->gain[t] = node->value * UNIT * x->task->multiplier;
        if (x->pair) x->pair->second_gain[t] = node->value * UNIT * x->pair->second->multiplier;
        x->end_gain[t] = x->task->mail ? node->value * (UNIT / 2) * p->mail_rate : 0;
        if (x->end_gain[t] > x->most_end) x->most_end = x->end_gain[t];
        if (node->home) x->home |= (uint64_t)1 << t;
        for (int u = 0; u < p->tokens; u++)
            if (masks_meet(&node->bits, &p->node[p->token[u]].bits)) x->drop[t] |= (uint64_t)1 << u;
        measure(x, t);
    }
    for (int t = 0; t < p->tokens; t++)
        if (is_leaf(x, p->token[t])) x->leaf |= (uint64_t)1 << t;
    for (int v = 0; v < p->nodes; v++) {
        for (int i = p->stops.first[v]; i < p->stops.first[v + 1]; i++) {
            const Arc *arc = &p->stops.arc[i];
            if (!masks_meet(&arc->mask, &x->task->banned)) join_along(x, v, arc);
        }
    }
    x->bonus = p->goal >= 0 && x->home ? (int64_t)x->task->bonus * UNIT : 0;
    if (x->bonus && !(x->home & (x->home - 1))) demand_both(x);
    if (x->prizes <= MAX_PRIZES) fill_walks(x);
}

/* Searches from each token in turn: leaves first, for what ends there is soon known, then by their bounds. Returns the
 * greatest bound. */
static int64_t search_roots(Express *x)
{
    const Problem *p = x->p;
    int order[MAX_NODES];
    int64_t promise[MAX_NODES], most = 0;
    uint64_t all = p->tokens == 64 ? ~(uint64_t)0 : ((uint64_t)1 << p->tokens) - 1;
    for (int t = 0; t < p->tokens; t++) {
        int32_t gain;
        Mask used = mask_join(&x->task->banned, &p->node[p->token[t]].bits);
        uint64_t found = reachable(x, p->token[t], &used, all & ~x->drop[t], x->gain, &gain);
        int64_t here = x->start + x->gain[t] + gain + x->most_end + x->end_gain[t] + bonus_left(x, (uint64_t)1 << t, found);
        if (here > most) most = here;
        if (x->leaf >> t & 1) here += (int64_t)1 << 40;
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
        travel(x, x->root, &used, x->start + x->gain[t], 0, (uint64_t)1 << t, all & ~x->drop[t]);
        x->finished[t] = true;
    }
    return most;
}

/* Runs one search; `pair` as in Express. */
static int64_t run(const Problem *p, const ExpressTask *task, Control *control, ExpressRoute *best, struct Pair *pair)
{
    best->weight = -1;
    if (p->tokens < 2) return -1;
    size_t table = p->tokens <= MAX_PRIZES ? ((size_t)1 << p->tokens) * (size_t)p->tokens : 1;
    Express *x = PyMem_RawCalloc(1, sizeof *x);
    int64_t most = INT64_MAX;
    if (x) {
        *x = (Express){.p = p, .task = task, .control = control, .best = best, .pair = pair, .ties = task->short_way ? TIE_NODES : 0};
        x->far = PyMem_RawMalloc((size_t)p->tokens * sizeof *x->far);
        x->walk = PyMem_RawMalloc(table * sizeof *x->walk);
    }
    if (!x || !x->far || !x->walk) {
        control->stopped = control->no_memory = true;
    } else {
        set_up(x);
        x->value = pair ? wanted_of_first(pair) : task->least > 0 ? (task->least + UNIT - 1) / UNIT * UNIT : 0;
        x->sides = pair || task->least <= 0 ? FAR : 0; /* of equal value: no better */
        most = search_roots(x);
        if (!control->stopped) most = best->weight;
    }
    if (x) {
        PyMem_RawFree(x->far);
        PyMem_RawFree(x->walk);
    }
    PyMem_RawFree(x);
    return most;
}

int64_t express(const Problem *p, const ExpressTask *task, Control *control, ExpressRoute *best)
{
    return run(p, task, control, best, NULL);
}

/* What a route with this weight earns: pounds * UNIT. */
static int64_t earnings(const ExpressRoute *route) { return route->weight > 0 ? (route->weight + UNIT - 1) / UNIT * UNIT : 0; }

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
    struct Pair pair = {.second = &task[1], .best = best, .value = given[0].least > 0 ? (given[0].least + UNIT - 1) / UNIT * UNIT : 0};
    task[0].least = task[1].least = 0;
    best[0].weight = best[1].weight = -1;
    run(p, &task[0], control, &alone[0], NULL);
    run(p, &task[1], control, &alone[1], NULL);
    pair.top = earnings(&alone[1]);
    pair.alike = given[0].mail == given[1].mail && given[0].multiplier == given[1].multiplier && !given[0].bonus;
    int64_t bound = earnings(&alone[0]) + pair.top;
    if (control->stopped) return INT64_MAX;
    ExpressTask rest = task[1];
    rest.banned = mask_join(&rest.banned, &alone[0].mask);
    if (alone[0].weight < 0) beside = alone[1];
    else run(p, &rest, control, &beside, NULL);
    if (earnings(&alone[0]) + earnings(&beside) > pair.value) {
        pair.value = earnings(&alone[0]) + earnings(&beside);
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

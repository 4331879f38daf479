/* Branch and bound over the simple paths of one train. Invariants: see paths.h. */
#include "search/paths.h"

enum { NOTHING = INT32_MIN / 2 };

typedef struct {
    Finder *f;
    int root, first, depth, first_arm;
    int32_t other_end;                 /* end gain of the finished arm, or of the root */
    int32_t beyond[MAX_COUNT + 1];     /* best second arm by stops left, over the root's arcs after the first arc */
    bool bonus;
    int32_t bonus_gain;
    int32_t arc[MAX_STEPS];
} Dive;

int route_add(RouteList *list, const Route *route)
{
    if (list->count == list->capacity) {
        if (list->count >= list->most) return -2;
        int capacity = list->capacity ? 2 * list->capacity : 64;
        Route *grown = PyMem_RawRealloc(list->route, (size_t)capacity * sizeof *grown);
        if (!grown) return -1;
        list->route = grown;
        list->capacity = capacity;
    }
    list->route[list->count++] = *route;
    return 0;
}

static bool step(Finder *f) { return f->halt |= control_count(f->control); }

static int32_t arc_end(const Finder *f, const Arc *arc) { return f->end_gain[arc->to]; }

/* The best continuation over one arc with k stops left, the arc's own gain included. */
static int32_t over(const Finder *f, int i, int k, int32_t up[][MAX_NODES])
{
    const Arc *arc = &f->net->arc[i];
    if (arc->counts > k) return NOTHING;
    return f->gain[i] + (arc->flags & END ? arc_end(f, arc) : up[k - arc->counts][arc->to]);
}

static int32_t over_home(const Finder *f, int i, int k)
{
    const Arc *arc = &f->net->arc[i];
    if (arc->counts > k) return NOTHING;
    bool home = f->problem->node[arc->to].home;
    int32_t rest = arc->flags & END ? (home ? arc_end(f, arc) : NOTHING)
                   : home           ? f->up[k - arc->counts][arc->to]
                                    : f->up_home[k - arc->counts][arc->to];
    return rest <= NOTHING / 2 ? NOTHING : f->gain[i] + rest;
}

void finder_prepare(Finder *f, bool bonus)
{
    f->halt = f->full = false;
    const Problem *p = f->problem;
    for (int v = 0; v < p->nodes; v++) f->end_gain[v] = f->mail ? p->node[v].value * (UNIT / 2) * p->mail_rate : 0;
    for (int k = 0; k <= f->counts; k++) {
        for (int v = 0; v < p->nodes; v++) {
            int32_t best = f->end_gain[v], home = NOTHING;
            for (int i = f->net->first[v]; i < f->net->first[v + 1]; i++) {
                const Arc *arc = &f->net->arc[i];
                if (arc->flags & OUT || arc->counts > k) continue;
                int32_t here = over(f, i, k, f->up);
                if (here > best) best = here;
                if (bonus && (here = over_home(f, i, k)) > home) home = here;
            }
            f->up[k][v] = best;
            f->up_home[k][v] = home;
        }
    }
}

/* ends: what both ends bring to a mail contract, which pays whole pounds. */
static void record(Dive *d, const Mask *used, int32_t total, int32_t ends)
{
    Finder *f = d->f;
    total += ends - ends % (UNIT * f->problem->mail_rate) + (d->bonus ? d->bonus_gain : 0);
    if (total < f->least) return;
    Route route = {.reduced = total, .root = (int16_t)d->root, .steps = (uint8_t)d->depth, .bonus = d->bonus,
                   .first_arm = (uint8_t)(d->first_arm ? d->first_arm : d->depth)};
    for (int i = 0; i < d->depth; i++) route.arc[i] = d->arc[i];
    for (int w = 0; w < WORDS; w++) route.mask.w[w] = used->w[w] & f->problem->track.w[w] & ~f->banned.w[w];
    if (d->bonus) mask_set(&route.mask, f->problem->bonus_bit);
    if (f->list) {
        int status = route_add(f->list, &route);
        if (status == -1) control_no_memory(f->control);
        f->full |= status == -2;
        f->halt |= status != 0;
    } else if (total > f->best.reduced || !f->best.steps) {
        f->best = route;
        f->least = total + 1;
    }
}

/* What the second arm can bring for k stops or fewer, and the best split of k stops between both arms. */
static int32_t split(const Dive *d, int node, int k, bool home_missing)
{
    int32_t best = NOTHING;
    int32_t(*up)[MAX_NODES] = home_missing ? d->f->up_home : d->f->up;
    for (int j = 0; j <= k; j++) {
        int32_t both = up[j][node] + d->beyond[k - j];
        if (both > best) best = both;
    }
    return best;
}

static void second_arm(Dive *d, int v, const Mask *used, int32_t total, int k);

/* The route has come over arc i: it may end here, go on, or grow its second arm. */
static void arrive(Dive *d, int i, const Mask *used, int32_t total, int k, bool single, bool home_missing);

static void first_arm(Dive *d, int v, const Mask *used, int32_t total, int k, bool single, bool home_missing)
{
    const Finder *f = d->f;
    for (int i = f->net->first[v]; i < f->net->first[v + 1]; i++) {
        const Arc *arc = &f->net->arc[i];
        if (arc->flags & OUT || arc->counts > k || masks_meet(&arc->mask, used)) continue;
        Mask joined = mask_join(&arc->mask, used);
        arrive(d, i, &joined, total + f->gain[i], k - arc->counts, single, home_missing);
        if (f->halt) return;
    }
}

static void arrive(Dive *d, int i, const Mask *used, int32_t total, int k, bool single, bool home_missing)
{
    Finder *f = d->f;
    const Arc *arc = &f->net->arc[i];
    int32_t extra = d->bonus ? d->bonus_gain : 0;
    if (home_missing && f->problem->node[arc->to].home) home_missing = false;
    bool end = arc->flags & END;
    if (end && home_missing) return;
    int32_t bound = end ? arc_end(f, arc) + (single ? d->other_end : d->beyond[k])
                    : single ? (home_missing ? f->up_home : f->up)[k][arc->to] + d->other_end
                             : split(d, arc->to, k, home_missing);
    if (total + bound + extra < f->least || d->depth == MAX_STEPS || step(f)) return;
    d->arc[d->depth++] = i;
    if (!home_missing) {
        record(d, used, total, arc_end(f, arc) + d->other_end);
        if (!single && total + arc_end(f, arc) + d->beyond[k] + extra >= f->least) {
            int32_t root_end = d->other_end;
            d->other_end = arc_end(f, arc);
            d->first_arm = d->depth;
            second_arm(d, d->root, used, total, k);
            d->first_arm = 0;
            d->other_end = root_end;
        }
    }
    if (!end) first_arm(d, arc->to, used, total, k, single, home_missing);
    d->depth--;
}

static void second_arm(Dive *d, int v, const Mask *used, int32_t total, int k)
{
    Finder *f = d->f;
    int32_t extra = d->bonus ? d->bonus_gain : 0;
    bool at_root = d->depth == d->first_arm;
    int from = f->net->first[v];
    if (at_root && !d->bonus) from = d->first + 1;
    for (int i = from; i < f->net->first[v + 1]; i++) {
        const Arc *arc = &f->net->arc[i];
        if (arc->flags & OUT || arc->counts > k || masks_meet(&arc->mask, used)) continue;
        int32_t here = total + f->gain[i];
        int rest = k - arc->counts;
        bool end = arc->flags & END;
        int32_t bound = here + (end ? arc_end(f, arc) : f->up[rest][arc->to]) + d->other_end + extra;
        if (bound < f->least || d->depth == MAX_STEPS) continue;
        if (step(f)) return;
        Mask joined = mask_join(&arc->mask, used);
        d->arc[d->depth++] = i;
        record(d, &joined, here, arc_end(f, arc) + d->other_end);
        if (!end) second_arm(d, arc->to, &joined, here, rest);
        d->depth--;
        if (f->halt) return;
    }
}

/* All routes of a root, first arc by first arc. */
static void dive(Dive *d, const Mask *used, int k)
{
    Finder *f = d->f;
    const Net *net = f->net;
    int32_t start = f->problem->node[d->root].value * UNIT;
    d->other_end = f->end_gain[d->root];
    for (int j = 0; j <= k; j++) d->beyond[j] = d->other_end;
    if (d->bonus) {
        for (int i = net->first[d->root]; i < net->first[d->root + 1]; i++)
            for (int j = 0; j <= k && !(net->arc[i].flags & OUT); j++)
                if (over(f, i, j, f->up) > d->beyond[j]) d->beyond[j] = over(f, i, j, f->up);
    }
    for (int i = net->first[d->root + 1] - 1; i >= net->first[d->root]; i--) {
        const Arc *arc = &net->arc[i];
        bool out = arc->flags & OUT;
        d->first = i;
        if (arc->counts <= k && !masks_meet(&arc->mask, used)) {
            Mask joined = mask_join(&arc->mask, used);
            arrive(d, i, &joined, start + f->gain[i], k - arc->counts, out, d->bonus);
            if (f->halt) return;
        }
        if (out || d->bonus) continue;
        for (int j = 0; j <= k; j++) {
            int32_t here = over(f, i, j, f->up);
            if (here > d->beyond[j]) d->beyond[j] = here;
        }
    }
}

void finder_plain(Finder *f)
{
    Mask used = f->banned;
    for (int t = 0; t < f->problem->tokens; t++) {
        int root = f->problem->token[t];
        if (masks_meet(&used, &f->problem->node[root].bits)) continue; /* another London station can still be one's */
        Dive d = {.f = f, .root = root};
        Mask with_root = mask_join(&used, &f->problem->node[root].bits);
        dive(&d, &with_root, f->counts - 1);
        if (f->halt) return;
        mask_set(&used, root);
    }
}

void finder_bonus(Finder *f, int32_t bonus_gain)
{
    const Problem *p = f->problem;
    if (p->goal < 0 || mask_has(&f->banned, p->bonus_bit)) return;
    Dive d = {.f = f, .root = p->goal, .bonus = true, .bonus_gain = bonus_gain};
    Mask with_root = mask_join(&f->banned, &p->node[p->goal].bits);
    dive(&d, &with_root, f->counts - 1);
}

int route_ways(const Net *net, const Route *route, uint32_t *ways)
{
    int count = 0;
    for (int s = route->steps - 1; s >= route->first_arm; s--) {
        const Arc *arc = &net->arc[route->arc[s]];
        for (int c = arc->chain_length - 1; c >= 0; c--) ways[count++] = net->chain[arc->chain + (uint32_t)c] ^ 1;
    }
    for (int s = 0; s < route->first_arm; s++) {
        const Arc *arc = &net->arc[route->arc[s]];
        for (int c = 0; c < arc->chain_length; c++) ways[count++] = net->chain[arc->chain + (uint32_t)c];
    }
    return count;
}

int route_nodes(const Problem *p, const Net *net, const Route *route, int16_t *nodes)
{
    uint32_t ways[MAX_NODES];
    int count = route_ways(net, route, ways);
    nodes[0] = count ? p->way[ways[0] >> 1].node[ways[0] & 1] : route->root;
    for (int i = 0; i < count; i++) nodes[i + 1] = p->way[ways[i] >> 1].node[!(ways[i] & 1)];
    return count + 1;
}

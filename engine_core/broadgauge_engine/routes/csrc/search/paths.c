/* Branch and bound over the simple paths of one train. Invariants: see paths.h. */
#include "search/paths.h"

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

/* ends: what both ends bring to a mail contract, which pays whole pounds. */
static void record(Dive *d, const Mask *used, int32_t total, int32_t ends)
{
    Finder *f = d->f;
    if (ends) ends -= ends % (UNIT * f->walks->problem->mail_rate);
    total += ends + (d->bonus ? d->bonus_gain : 0);
    if (total < f->least) return;
    Route route = {.reduced = total, .root = (int16_t)d->root, .steps = (uint8_t)d->depth, .bonus = d->bonus,
                   .first_arm = (uint8_t)(d->first_arm ? d->first_arm : d->depth)};
    for (int i = 0; i < d->depth; i++) route.arc[i] = d->arc[i];
    for (int w = 0; w < WORDS; w++) route.mask.w[w] = used->w[w] & f->walks->problem->track.w[w] & ~f->banned.w[w];
    if (d->bonus) mask_set(&route.mask, f->walks->problem->bonus_bit);
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

static void second_arm(Dive *d, int v, const Mask *used, int32_t total, int k);

/* Whether a route whose first arm goes on over arc i may bring as much as wanted, with k stops for both arms. */
static bool both_arms_promise(const Dive *d, int i, int k, bool home_missing, int32_t wanted)
{
    const int32_t *walk = walks_row(d->f->walks, home_missing, 0) + i;
    for (int j = 0; j <= k; j++, walk += d->f->walks->net->arcs)
        if (*walk + d->beyond[k - j] >= wanted) return true;
    return false;
}

/* Grows the first arm over some arcs, where a route may use them and they promise enough: it may end there, go on, or grow
 * its second arm. single: there is no second arm. */
static void first_arm(Dive *d, int from, int to, const Mask *used, int32_t total, int k, bool single, bool home_missing)
{
    Finder *f = d->f;
    const Net *net = f->walks->net;
    const int32_t *walk = walks_row(f->walks, home_missing, k);
    int32_t extra = d->bonus ? d->bonus_gain : 0;
    int32_t other = single ? d->other_end : d->beyond[k]; /* as if the second arm had all stops as well */
    if (d->depth == MAX_STEPS) return;
    for (int i = from; i < to && !f->halt; i++) {
        int32_t wanted = f->least - total - extra;
        if (walk[i] + other < wanted) continue;
        if (!single && !both_arms_promise(d, i, k, home_missing, wanted)) continue;
        const Arc *arc = &net->arc[i];
        if ((d->depth && arc->flags & OUT) || masks_meet(&net->mask[i], used)) continue;
        if (step(f)) return;
        Mask joined = mask_join(&net->mask[i], used);
        int32_t here = total + f->walks->gain[i], end = f->walks->end_gain[arc->to];
        int left = k - arc->counts;
        bool missing = home_missing && !f->walks->problem->node[arc->to].home;
        d->arc[d->depth++] = i;
        if (!missing) {
            record(d, &joined, here, end + d->other_end);
            if (!single && here + end + d->beyond[left] + extra >= f->least) {
                int32_t root_end = d->other_end;
                d->other_end = end;
                d->first_arm = d->depth;
                second_arm(d, d->root, &joined, here, left);
                d->first_arm = 0;
                d->other_end = root_end;
            }
        }
        if (!(arc->flags & END)) first_arm(d, net->first[arc->to], net->first[arc->to + 1], &joined, here, left, single, missing);
        d->depth--;
    }
}

static void second_arm(Dive *d, int v, const Mask *used, int32_t total, int k)
{
    Finder *f = d->f;
    const Net *net = f->walks->net;
    const int32_t *walk = walks_row(f->walks, false, k);
    int32_t other = total + d->other_end + (d->bonus ? d->bonus_gain : 0);
    bool at_root = d->depth == d->first_arm;
    int to = d->depth < MAX_STEPS ? net->first[v + 1] : 0;
    for (int i = at_root && !d->bonus ? d->first + 1 : net->first[v]; i < to; i++) {
        if (walk[i] + other < f->least) continue;
        const Arc *arc = &net->arc[i];
        if (arc->flags & OUT || masks_meet(&net->mask[i], used)) continue;
        if (step(f)) return;
        Mask joined = mask_join(&net->mask[i], used);
        int32_t here = total + f->walks->gain[i];
        d->arc[d->depth++] = i;
        record(d, &joined, here, f->walks->end_gain[arc->to] + d->other_end);
        if (!(arc->flags & END)) second_arm(d, arc->to, &joined, here, k - arc->counts);
        d->depth--;
        if (f->halt) return;
    }
}

/* Lets the second arm begin with this arc, too. */
static void widen(Dive *d, int i, int k)
{
    const Finder *f = d->f;
    if (f->walks->net->arc[i].flags & OUT) return;
    for (int j = 0; j <= k; j++) {
        int32_t here = walks_row(f->walks, false, j)[i];
        if (here > d->beyond[j]) d->beyond[j] = here;
    }
}

/* All routes of a root, first arc by first arc; used: the root and what may not be passed. */
static void dive(Dive *d, const Mask *used, int k)
{
    Finder *f = d->f;
    const Net *net = f->walks->net;
    int first = net->first[d->root], last = net->first[d->root + 1] - 1;
    int32_t start = f->walks->problem->node[d->root].value * UNIT;
    d->other_end = f->walks->end_gain[d->root];
    for (int j = 0; j <= k; j++) d->beyond[j] = d->other_end;
    for (int i = first; i <= last && d->bonus; i++) widen(d, i, k);
    for (int i = last; i >= first && !f->halt; i--) {
        d->first = i;
        first_arm(d, i, i + 1, used, start, k, net->arc[i].flags & OUT, d->bonus);
        if (!d->bonus) widen(d, i, k);
    }
}

void finder_plain(Finder *f)
{
    Mask used = f->banned;
    for (int t = 0; t < f->walks->problem->tokens; t++) {
        int root = f->walks->problem->token[t];
        if (masks_meet(&used, &f->walks->problem->node[root].bits)) continue; /* another London station can still be one's */
        Dive d = {.f = f, .root = root};
        Mask with_root = mask_join(&used, &f->walks->problem->node[root].bits);
        dive(&d, &with_root, f->counts - 1);
        if (f->halt) return;
        mask_set(&used, root);
    }
}

void finder_bonus(Finder *f, int32_t bonus_gain)
{
    const Problem *p = f->walks->problem;
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

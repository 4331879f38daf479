/* Distances between tokens, and what lies beside what. Invariants: see token_map.h. */
#include "search/token_map.h"

/* Shortest ways to one token, against the direction of travel. */
static void measure(TokenMap *map, int place)
{
    const Problem *p = map->p;
    int32_t *far = map->far[place];
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
            if (masks_meet(&way->classes, &map->banned)) continue;
            if (arc->flags & OUT && at != p->token[place]) continue; /* a terminus: the token beyond is never reached */
            if (far[at] + way->sides < far[arc->to]) far[arc->to] = far[at] + way->sides;
        }
    }
}

/* The table of walks; a leaf comes last. */
static void fill_walks(TokenMap *map)
{
    uint32_t n = (uint32_t)map->p->tokens;
    for (uint32_t t = 0; t < n; t++) map->walk[t] = 0;
    for (uint32_t set = 1; set < (uint32_t)1 << n; set++) {
        for (uint32_t t = 0; t < n; t++) {
            int32_t best = FAR;
            for (uint32_t left = map->leaf >> t & 1 ? 0 : set; left; left &= left - 1) {
                uint32_t u = (uint32_t)__builtin_ctz(left);
                int32_t here = map->far[u][map->p->token[t]] + map->walk[(set & ~((uint32_t)1 << u)) * n + u];
                if (here < best) best = here;
            }
            map->walk[set * n + t] = best;
        }
    }
}

/* Whether a route that has come to this node ends there: a terminus, or track to one neighbour only. */
static bool is_leaf(const TokenMap *map, int v)
{
    const Net *net = &map->p->stops;
    int neighbour = -1;
    for (int i = net->first[v]; i < net->first[v + 1]; i++) {
        const Arc *arc = &net->arc[i];
        if (arc->flags & OUT || (arc->flags & END && map->place_of[arc->to] < 0)) continue;
        if (neighbour >= 0 && arc->to != neighbour) return false;
        neighbour = arc->to;
    }
    return true;
}

/* Joins stops and sides to their neighbours along an arc. */
static void join_along(TokenMap *map, int from, const Arc *arc)
{
    const Problem *p = map->p;
    uint32_t step = p->stops.chain[arc->chain];
    const Way *way = &p->way[step >> 1];
    int at = from, u = map->place_of[arc->to];
    for (int i = 0; i < way->bits; i++) {
        int bit = p->bit_list[way->first_bit + (uint32_t)(step & 1 ? way->bits - 1 - i : i)];
        mask_set(&map->next[at], bit);
        at = bit;
    }
    mask_set(arc->flags & END || (u >= 0 && map->leaf >> u & 1) ? &map->ends[at] : &map->next[at], arc->to);
}

static void place_tokens(TokenMap *map)
{
    const Problem *p = map->p;
    for (int v = 0; v < p->nodes; v++) map->place_of[v] = -1;
    for (int t = 0; t < p->tokens; t++) {
        const Node *node = &p->node[p->token[t]];
        map->place_of[p->token[t]] = (int16_t)t;
        if (node->home) map->home |= (uint64_t)1 << t;
        for (int u = 0; u < p->tokens; u++)
            if (masks_meet(&node->bits, &p->node[p->token[u]].bits)) map->same[t] |= (uint64_t)1 << u;
    }
    for (int t = 0; t < p->tokens; t++)
        if (is_leaf(map, p->token[t])) map->leaf |= (uint64_t)1 << t;
}

int token_map_make(TokenMap *map, const Problem *p, const Mask *banned)
{
    *map = (TokenMap){.p = p, .banned = *banned, .words = (p->bits + 63) / 64};
    size_t sets = p->tokens <= MAX_ORDERED ? (size_t)1 << p->tokens : 0;
    map->far = PyMem_RawMalloc((size_t)p->tokens * sizeof *map->far + 1);
    map->walk = PyMem_RawMalloc(sets * (size_t)p->tokens * sizeof *map->walk + 1);
    if (!map->far || !map->walk) return -1;
    place_tokens(map);
    for (int t = 0; t < p->tokens; t++) measure(map, t);
    for (int v = 0; v < p->nodes; v++) {
        for (int i = p->stops.first[v]; i < p->stops.first[v + 1]; i++)
            if (!masks_meet(&p->stops.mask[i], banned)) join_along(map, v, &p->stops.arc[i]);
    }
    if (sets) fill_walks(map);
    return 0;
}

void token_map_free(TokenMap *map)
{
    PyMem_RawFree(map->far);
    PyMem_RawFree(map->walk);
}

int32_t token_map_shortest(const TokenMap *map, int v, uint64_t set)
{
    int tokens = map->p->tokens;
    int32_t best = set ? FAR : 0;
    if (tokens > MAX_ORDERED) return 0;
    for (uint64_t left = set; left; left &= left - 1) {
        int u = __builtin_ctzll(left);
        int32_t here = map->far[u][v] + map->walk[(uint32_t)(set & ~((uint64_t)1 << u)) * (uint32_t)tokens + (uint32_t)u];
        if (here < best) best = here;
    }
    return best;
}

int token_map_exits(const TokenMap *map, int v, const Mask *taken)
{
    int count = 0;
    for (int w = 0; w < map->words; w++) count += __builtin_popcountll((map->next[v].w[w] | map->ends[v].w[w]) & ~taken->w[w]);
    return count;
}

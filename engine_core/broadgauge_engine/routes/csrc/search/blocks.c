/* Tarjan's search for blocks. Invariants: see blocks.h. */
#include "search/blocks.h"

typedef struct {
    const TokenMap *map;
    Mask passed, ever; /* not to be entered; entered at any time */
    uint64_t set, found;
    const int32_t *gain;
    int time, depth;
    int32_t through; /* the most that a route gains which may begin anywhere */
    uint16_t seen[MAX_BITS], low[MAX_BITS];
    int16_t stack[MAX_BITS];
    int32_t below[MAX_BITS]; /* the most that a route gains in the blocks below this one */
} Blocks;

static void begin(Blocks *b, const TokenMap *map, const Mask *passed, uint64_t set, const int32_t *gain)
{
    b->map = map;
    b->passed = *passed;
    b->set = set;
    b->found = 0;
    b->gain = gain;
    b->time = b->depth = 0;
    b->through = 0;
    memset(b->seen, 0, (size_t)map->p->bits * sizeof *b->seen);
}

static int32_t token_gain(Blocks *b, int v)
{
    int u = v < b->map->p->nodes ? b->map->place_of[v] : -1;
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

/* The block of v and of all that is on the stack down to `last` is complete. */
static void close_block(Blocks *b, int v, int32_t own, int last)
{
    int32_t block = 0, onward[2] = {0};
    for (int at = -1; at != last;) {
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

static void visit(Blocks *b, int v)
{
    const TokenMap *map = b->map;
    int32_t own = token_gain(b, v);
    b->seen[v] = b->low[v] = (uint16_t)++b->time;
    b->stack[b->depth++] = (int16_t)v;
    b->below[v] = 0;
    mask_set(&b->ever, v);
    for (int word = 0; word < map->words; word++) {
        for (uint64_t rest = map->ends[v].w[word] & ~b->passed.w[word]; rest; rest &= rest - 1)
            branch_off(b, v, own, token_gain(b, 64 * word + __builtin_ctzll(rest)));
        for (uint64_t rest = map->next[v].w[word] & ~b->passed.w[word]; rest; rest &= rest - 1) {
            int to = 64 * word + __builtin_ctzll(rest);
            if (b->seen[to]) {
                if (b->seen[to] < b->low[v]) b->low[v] = b->seen[to];
                continue;
            }
            visit(b, to);
            if (b->low[to] < b->low[v]) b->low[v] = b->low[to];
            if (b->low[to] >= b->seen[v]) close_block(b, v, own, to);
        }
    }
}

uint64_t blocks_beyond(const TokenMap *map, int v, const Mask *used, uint64_t set, const int32_t *gain, int32_t *most)
{
    Blocks b;
    memset(&b.ever, 0, sizeof b.ever);
    begin(&b, map, used, set, gain);
    b.passed.w[v >> 6] &= ~((uint64_t)1 << (v & 63)); /* ways back to v make blocks */
    visit(&b, v);
    int32_t all = 0;
    for (uint64_t left = b.found; left; left &= left - 1) all += gain[__builtin_ctzll(left)];
    *most = b.below[v] < all ? b.below[v] : all; /* a token may count in a block and as an end beyond it */
    return b.found;
}

/* Whether all track that leads away from this token was looked at. */
static bool explored(const Blocks *b, const TokenMap *map, int t)
{
    int v = map->p->token[t];
    if (!(map->leaf >> t & 1)) return mask_has(&b->ever, v);
    for (int w = 0; w < map->words; w++)
        if (map->next[v].w[w] & ~b->passed.w[w] & ~b->ever.w[w]) return false;
    return true;
}

/* Whether a token is the one of its group that counts: the one that gains most, of equals the first. */
static bool counts_for_group(const TokenMap *map, int t, uint64_t tokens, const int32_t *gain)
{
    for (uint64_t rivals = tokens & map->same[t] & ~((uint64_t)1 << t); rivals; rivals &= rivals - 1) {
        int u = __builtin_ctzll(rivals);
        if (gain[u] > gain[t] || (gain[u] == gain[t] && u < t)) return false;
    }
    return true;
}

/* What tokens bring together at most: of each group one. */
static int32_t sum_of(const TokenMap *map, uint64_t tokens, const int32_t *gain)
{
    int32_t sum = 0;
    for (uint64_t left = tokens; left; left &= left - 1) {
        int t = __builtin_ctzll(left);
        if (counts_for_group(map, t, tokens, gain)) sum += gain[t];
    }
    return sum;
}

int32_t blocks_anywhere(const TokenMap *map, const Mask *taken, const int32_t *gain)
{
    Blocks b;
    int32_t most = 0;
    memset(&b.ever, 0, sizeof b.ever);
    begin(&b, map, taken, UINT64_MAX, gain);
    /* A leaf is the end of other stops' branches; it is begun from only for track that is nowhere else. */
    for (int leaf = 0; leaf < 2; leaf++) {
        for (int t = 0; t < map->p->tokens; t++) {
            if ((int)(map->leaf >> t & 1) != leaf || explored(&b, map, t)) continue;
            begin(&b, map, taken, UINT64_MAX, gain);
            visit(&b, map->p->token[t]);
            if (!(b.found & (b.found - 1))) continue; /* a route needs two tokens */
            int32_t all = sum_of(map, b.found, gain), here = b.through < all ? b.through : all;
            if (here > most) most = here;
        }
    }
    return most;
}

/* Nodes, ways and bits of one company's problem. Invariants: see problem.h and net.h. */
#include "search/problem.h"

typedef struct {
    Problem *p;
    const Track *track;
    const Graph *graph;
    const Situation *now;
    int channel, france;        /* stops, or -1 */
    int16_t node_of[MAX_STOPS]; /* -1: not part of the problem */
    uint8_t reached[MAX_STOPS];
} Maker;

static bool passable(const Maker *m, int stop) { return m->now->tokens[stop] || !m->now->blocked[stop]; }

/* Whether this segment can be part of a route as it is: the Channel's and France's are joined elsewhere. */
static bool ordinary(const Maker *m, const Segment *s)
{
    return s->a != m->channel && s->b != m->channel && s->a != m->france && s->b != m->france;
}

/* Whether the English Channel can be the end of a route: with France, or alone where that is allowed (5.4.6). */
static bool channel_open(const Maker *m, bool *with_france)
{
    *with_france = false;
    if (m->channel < 0) return false;
    for (int i = 0; i < m->graph->segments && passable(m, m->channel); i++) {
        const Segment *s = &m->graph->segment[i];
        if ((s->a == m->channel && s->b == m->france) || (s->b == m->channel && s->a == m->france)) *with_france = true;
    }
    return *with_france || !m->now->channel_needs_france;
}

/* Marks the stops that a route with an own token can reach. */
static void mark_reached(Maker *m, bool channel)
{
    for (int s = 0; s < m->track->stops; s++) m->reached[s] = m->now->tokens[s] && s != m->france && (s != m->channel || channel);
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < m->graph->segments; i++) {
            const Segment *s = &m->graph->segment[i];
            if (s->a == m->france || s->b == m->france || (!channel && !ordinary(m, s))) continue;
            bool from_a = m->reached[s->a] && (m->now->tokens[s->a] || (passable(m, s->a) && !(s->a_flags & TERMINAL)));
            bool from_b = m->reached[s->b] && (m->now->tokens[s->b] || (passable(m, s->b) && !(s->b_flags & TERMINAL)));
            if ((from_a && !m->reached[s->b]) || (from_b && !m->reached[s->a])) {
                m->reached[s->a] = m->reached[s->b] = 1;
                more = true;
            }
        }
    }
}

/* ---- Nodes and ways ---- */

/* Gives a bit to each group of nodes, and to each node its place. */
static int number_groups(Maker *m)
{
    Problem *p = m->p;
    int bit[256] = {0};
    int16_t first[256];
    for (int v = 0; v < p->nodes; v++) {
        int group = m->track->library->group[m->track->stop[p->node[v].stop].hex];
        p->node[v].place = (int16_t)v;
        if (!group) continue;
        if (!bit[group]) {
            if (p->bits == MAX_BITS) return -2;
            first[group] = (int16_t)v;
            bit[group] = p->bits++;
        }
        p->node[v].place = first[group];
        mask_set(&p->node[v].bits, bit[group]);
    }
    return 0;
}

static int number_nodes(Maker *m, bool with_france)
{
    Problem *p = m->p;
    p->goal = p->channel = -1;
    for (int s = 0; s < m->track->stops; s++) {
        m->node_of[s] = -1;
        if (!m->reached[s]) continue;
        if (p->nodes == MAX_NODES) return -2;
        const Stop *stop = &m->track->stop[s];
        Node *node = &p->node[p->nodes];
        *node = (Node){.stop = (int16_t)s, .value = stop->revenue[m->now->band], .town = stop->end >= TOWN && stop->end < OFFBOARD,
                       .token = m->now->tokens[s], .home = m->now->home[s] && m->now->tokens[s], .through = passable(m, s)};
        if (s == m->channel) {
            node->value = with_france ? m->track->stop[m->france].revenue[m->now->band] : 0;
            node->through = false;
            p->channel = p->nodes;
        }
        if (node->token) p->token[p->tokens++] = (int16_t)p->nodes;
        if (s == m->now->destination && node->token) p->goal = p->nodes;
        m->node_of[s] = (int16_t)p->nodes;
        mask_set(&node->bits, p->nodes++);
    }
    p->bits = p->nodes;
    return number_groups(m);
}

static void add_way(Maker *m, const Segment *s, int segment, int france)
{
    Problem *p = m->p;
    Way *way = &p->way[p->ways++];
    *way = (Way){.node = {m->node_of[s->a], m->node_of[s->b]}, .flags = {s->a_flags, s->b_flags}, .sides = s->sides, .real = {segment, france}};
    if ((s->a_flags | s->b_flags) & LINK) way->crossing = (uint8_t)(++p->links < UINT8_MAX ? p->links : UINT8_MAX);
    if (france >= 0) way->sides = (uint16_t)(way->sides + m->graph->segment[france].sides);
    for (int e = 0; e < 2; e++)
        if (p->node[way->node[e]].stop == m->channel) way->flags[e] |= TERMINAL;
}

/* The ways of the problem, those into the Channel joined to tracks to France. */
static int list_ways(Maker *m, bool channel, bool with_france)
{
    Problem *p = m->p;
    int to_france[MAX_PATHS * 4], tracks = 0, entries = 0;
    for (int i = 0; i < m->graph->segments; i++) {
        const Segment *s = &m->graph->segment[i];
        bool touches = s->a == m->channel || s->b == m->channel;
        bool france = s->a == m->france || s->b == m->france;
        if (touches && france && tracks < MAX_PATHS * 4) to_france[tracks++] = i;
        entries += touches && !france;
    }
    size_t most = (size_t)m->graph->segments + (size_t)entries * (size_t)(tracks + 1) + 1;
    if (most > 100000 || !(p->way = PyMem_RawCalloc(most, sizeof *p->way))) return most > 100000 ? -2 : -1;
    int entry = 0;
    for (int i = 0; i < m->graph->segments; i++) {
        const Segment *s = &m->graph->segment[i];
        if (m->node_of[s->a] < 0 || m->node_of[s->b] < 0 || s->a == m->france || s->b == m->france) continue;
        if (ordinary(m, s) || (channel && !with_france)) {
            add_way(m, s, i, -1);
        } else if (channel && entries <= tracks) {
            add_way(m, s, i, to_france[entry++]);
        } else if (channel) {
            for (int t = 0; t < tracks; t++) add_way(m, s, i, to_france[t]);
        }
    }
    return 0;
}

/* ---- Bits ---- */

typedef struct {
    const Maker *m;
    int words;       /* of a set of ways */
    uint64_t *users; /* by side, the set of ways that use it */
    int16_t *bit;    /* by side: 0 not known yet, -1 another side's bit tells the same */
    uint32_t listed; /* into Problem.bit_list */
} Classes;

/* The sides that a way crosses, from its first node. Returns their number. */
static int sides_of(const Maker *m, const Way *way, uint16_t list[2 * MAX_SIDES])
{
    int count = 0;
    for (int part = 0; part < 2 && way->real[part] >= 0; part++) {
        const Segment *s = &m->graph->segment[way->real[part]];
        memcpy(list + count, m->graph->side_list + s->first_side, s->sides * sizeof *list);
        count += s->sides;
    }
    return count;
}

static void note_users(Classes *c)
{
    uint16_t list[2 * MAX_SIDES];
    for (int i = 0; i < c->m->p->ways; i++) {
        int count = sides_of(c->m, &c->m->p->way[i], list);
        for (int k = 0; k < count; k++) c->users[(size_t)list[k] * (size_t)c->words + (size_t)(i >> 6)] |= (uint64_t)1 << (i & 63);
    }
}

/* Whether all ways that use a side use another one, too, which is to have the bit: of sides with the same ways the first. */
static bool told_by(const Classes *c, int side, int other)
{
    const uint64_t *mine = c->users + (size_t)side * (size_t)c->words, *theirs = c->users + (size_t)other * (size_t)c->words;
    bool inside = true, equal = true;
    for (int w = 0; w < c->words; w++) {
        inside &= !(mine[w] & ~theirs[w]);
        equal &= mine[w] == theirs[w];
    }
    return side != other && inside && (!equal || other < side);
}

/* Gives a way its classes, and bits to those of its sides that tell something and have none yet. */
static int class_way(Classes *c, Way *way)
{
    Problem *p = c->m->p;
    uint16_t list[2 * MAX_SIDES];
    int count = sides_of(c->m, way, list);
    way->first_bit = c->listed;
    if (!count) { /* track inside one hex */
        if (p->bits == MAX_BITS) return -2;
        mask_set(&way->classes, p->bit_list[c->listed++] = (uint16_t)p->bits++);
    }
    for (int k = 0; k < count; k++) {
        int16_t *bit = &c->bit[list[k]];
        for (int j = 0; j < count && !*bit; j++)
            if (told_by(c, list[k], list[j])) *bit = -1;
        if (!*bit) {
            if (p->bits == MAX_BITS) return -2;
            *bit = (int16_t)p->bits++;
        }
        if (*bit < 0 || mask_has(&way->classes, *bit)) continue;
        mask_set(&way->classes, *bit);
        p->bit_list[c->listed++] = (uint16_t)*bit;
    }
    way->bits = (uint16_t)(c->listed - way->first_bit);
    return 0;
}

/* Gives bits to the sides that tell something: those whose set of ways no other side's set contains. */
static int class_sides(Maker *m)
{
    Problem *p = m->p;
    Classes c = {.m = m, .words = (p->ways + 63) / 64};
    size_t sides = (size_t)m->graph->sides, most = 0;
    for (int i = 0; i < p->ways; i++) most += (size_t)p->way[i].sides + 1;
    c.users = PyMem_RawCalloc(sides * (size_t)c.words + 1, sizeof *c.users);
    c.bit = PyMem_RawCalloc(sides + 1, sizeof *c.bit);
    p->bit_list = PyMem_RawMalloc((most + 1) * sizeof *p->bit_list);
    p->first_class = p->bits;
    int status = c.users && c.bit && p->bit_list ? 0 : -1;
    if (!status) note_users(&c);
    for (int i = 0; i < p->ways && !status; i++) status = class_way(&c, &p->way[i]);
    PyMem_RawFree(c.users);
    PyMem_RawFree(c.bit);
    return status;
}

/* The bits that mark what only one train may use. */
static int special_bits(Problem *p)
{
    if (p->bits + 2 + MAX_LINKS + p->tokens > MAX_BITS) return -2;
    p->crossing_bit = p->bits++;
    p->link_bit = p->bits;
    p->bits += MAX_LINKS;
    p->bonus_bit = p->bits++;
    p->local_bit = p->bits;
    p->bits += p->tokens;
    for (int i = 0; i < p->ways; i++) {
        if (!p->way[i].crossing) continue;
        mask_set(&p->way[i].classes, p->crossing_bit);
        if (p->way[i].crossing <= MAX_LINKS) mask_set(&p->way[i].classes, p->link_bit + p->way[i].crossing - 1);
    }
    for (int bit = p->first_class; bit < p->bits; bit++) mask_set(&p->track, bit);
    return 0;
}

static void find_channel(Maker *m)
{
    m->channel = channel_stop(m->track);
    m->france = -1;
    for (int s = 0; s < m->track->stops && m->france < 0; s++)
        if (m->track->stop[s].end == OFFBOARD) m->france = s;
}

int problem_make(Problem *p, const Track *track, const Graph *graph, const Situation *situation, bool pullman)
{
    Maker *m = PyMem_RawCalloc(1, sizeof *m);
    if (!m) return -1;
    memset(p, 0, sizeof *p);
    *m = (Maker){.p = p, .track = track, .graph = graph, .now = situation};
    find_channel(m);
    bool with_france, channel = channel_open(m, &with_france);
    p->has_pullman_net = pullman;
    mark_reached(m, channel);
    int status = number_nodes(m, with_france);
    if (!status) status = list_ways(m, channel, with_france);
    if (!status) status = class_sides(m);
    if (!status) status = special_bits(p);
    if (!status) status = net_fill(p);
    PyMem_RawFree(m);
    return status;
}

void problem_free(Problem *p)
{
    PyMem_RawFree(p->way);
    PyMem_RawFree(p->bit_list);
    net_free(&p->stops);
    net_free(&p->pullman);
}

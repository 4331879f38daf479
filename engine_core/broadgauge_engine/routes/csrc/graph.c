/* Track contracted to segments between neighbouring stops, and from these one company's problem (see net.h).
 *
 * Invariants
 *   - A segment crosses no side twice and passes no junction twice; it begins and ends at different stops.
 *   - Each segment is listed once, from its smaller stop; segments are in the order in which the walk from the stops in
 *     order finds them, which depends on the board alone.
 *   - Sides are sorted by (hex, edge, lane, divided or not); Graph.side_list holds indices into Graph.side.
 */
#include "net.h"

enum { MAX_LENGTH = 256, MAX_SEGMENTS = 32768, MAX_STEPS = 2000000 };

typedef struct {
    const Track *track;
    Graph *graph;
    int start, capacity, list_capacity, listed, steps;
    int length;
    uint8_t start_flags;
    uint16_t path[MAX_LENGTH];
    uint8_t junction[MAX_HEXES];        /* passed on this walk */
    uint8_t crossed[2 * MAX_PIECES];    /* by side */
} Builder;

static int side_order(const void *left, const void *right)
{
    const Side *a = left, *b = right;
    if (a->hex != b->hex) return a->hex < b->hex ? -1 : 1;
    if (a->edge != b->edge) return a->edge < b->edge ? -1 : 1;
    if (a->lane != b->lane) return a->lane < b->lane ? -1 : 1;
    return (a->lanes > 1) - (b->lanes > 1);
}

Side crossing_name(const Piece *from, int from_end, const Piece *to, int to_end)
{
    Side a = port_name(from, from_end), b = port_name(to, to_end);
    if (a.lanes != b.lanes) return a.lanes < b.lanes ? a : b;
    return a.hex < b.hex || (a.hex == b.hex && a.edge < b.edge) ? a : b; /* the same from both sides */
}

static int find_side(const Graph *graph, Side name)
{
    const Side *found = bsearch(&name, graph->side, (size_t)graph->sides, sizeof name, side_order);
    return found ? (int)(found - graph->side) : -1;
}

/* Names every crossing of a side, each once, in order. */
static int number_sides(Builder *b)
{
    const Track *track = b->track;
    Graph *graph = b->graph;
    graph->side = PyMem_RawMalloc(((size_t)track->pieces * 4 + 1) * sizeof(Side));
    if (!graph->side) return -1;
    int count = 0;
    for (int i = 0; i < track->pieces; i++) {
        const Piece *piece = &track->piece[i];
        for (int end = 0; end < 2; end++) {
            int edge = piece->path.end[end];
            if (edge >= 6 || !(track->library->open[piece->hex] >> edge & 1)) continue;
            int other = track->library->beyond[piece->hex][edge];
            for (int j = track->first_piece[other]; j < track->first_piece[other + 1]; j++)
                for (int side = 0; side < 2; side++)
                    if (ports_meet(piece, end, &track->piece[j], side) && count < track->pieces * 4)
                        graph->side[count++] = crossing_name(piece, end, &track->piece[j], side);
        }
    }
    qsort(graph->side, (size_t)count, sizeof(Side), side_order);
    for (int i = 0; i < count; i++)
        if (!graph->sides || side_order(&graph->side[i], &graph->side[graph->sides - 1])) graph->side[graph->sides++] = graph->side[i];
    return 0;
}

static int add_segment(Builder *b, int stop, uint8_t flags)
{
    Graph *graph = b->graph;
    if (graph->segments == b->capacity) {
        b->capacity = b->capacity ? 2 * b->capacity : 256;
        Segment *grown = PyMem_RawRealloc(graph->segment, (size_t)b->capacity * sizeof *grown);
        if (!grown) return -1;
        graph->segment = grown;
    }
    if (b->listed + b->length > b->list_capacity) {
        b->list_capacity = 2 * (b->list_capacity + MAX_LENGTH);
        uint16_t *grown = PyMem_RawRealloc(graph->side_list, (size_t)b->list_capacity * sizeof *grown);
        if (!grown) return -1;
        graph->side_list = grown;
    }
    Segment *s = &graph->segment[graph->segments++];
    *s = (Segment){(int16_t)b->start, (int16_t)stop, b->start_flags, flags, (uint16_t)b->length, (uint32_t)b->listed};
    for (int i = 0; i < b->length; i++) graph->side_list[b->listed++] = b->path[i];
    return graph->segments < MAX_SEGMENTS ? 0 : -2;
}

/* Walks the piece that begins at this port, and on. Returns 0, -1 without memory, -2 with too much track. */
static int walk(Builder *b, int port)
{
    const Track *track = b->track;
    if (++b->steps > MAX_STEPS || b->length >= MAX_LENGTH) return -2;
    port ^= 1;
    const Piece *piece = &track->piece[port >> 1];
    int end = piece->path.end[port & 1], status = 0;
    if (end < 6) {
        if (!(track->library->open[piece->hex] >> end & 1)) return 0;
        int other = track->library->beyond[piece->hex][end];
        for (int i = track->first_piece[other]; i < track->first_piece[other + 1] && !status; i++) {
            for (int e = 0; e < 2 && !status; e++) {
                if (!ports_meet(piece, port & 1, &track->piece[i], e)) continue;
                int side = find_side(b->graph, crossing_name(piece, port & 1, &track->piece[i], e));
                if (side < 0 || b->crossed[side]) continue;
                b->crossed[side] = 1;
                b->path[b->length++] = (uint16_t)side;
                status = walk(b, 2 * i + e);
                b->length--;
                b->crossed[side] = 0;
            }
        }
        return status;
    }
    if (end == JUNCTION) {
        if (b->junction[piece->hex]) return 0;
        b->junction[piece->hex] = 1;
        for (int i = track->first_piece[piece->hex]; i < track->first_piece[piece->hex + 1] && !status; i++)
            for (int e = 0; e < 2 && !status; e++)
                if (i != port >> 1 && track->piece[i].path.end[e] == JUNCTION) status = walk(b, 2 * i + e);
        b->junction[piece->hex] = 0;
        return status;
    }
    int stop = track->first_stop[piece->hex];
    while (track->stop[stop].end != end) stop++;
    return stop > b->start ? add_segment(b, stop, piece->path.flags) : 0;
}

static Graph *build(const Track *track, int *status)
{
    Builder *b = PyMem_RawCalloc(1, sizeof *b);
    Graph *graph = PyMem_RawCalloc(1, sizeof *graph);
    *status = -1;
    if (b && graph) {
        b->track = track;
        b->graph = graph;
        *status = number_sides(b);
        for (int s = 0; s < track->stops && !*status; s++) {
            int hex = track->stop[s].hex;
            b->start = s;
            for (int i = track->first_piece[hex]; i < track->first_piece[hex + 1] && !*status; i++) {
                b->start_flags = track->piece[i].path.flags;
                for (int e = 0; e < 2 && !*status; e++)
                    if (track->piece[i].path.end[e] == track->stop[s].end) *status = walk(b, 2 * i + e);
            }
        }
    }
    PyMem_RawFree(b);
    if (!*status) return graph;
    graph_free(graph);
    return NULL;
}

void graph_free(Graph *graph)
{
    if (!graph) return;
    PyMem_RawFree(graph->segment);
    PyMem_RawFree(graph->side_list);
    PyMem_RawFree(graph->side);
    PyMem_RawFree(graph);
}

const Graph *track_graph(Track *track)
{
    int status = 0;
    if (!track->graph && !(track->graph = build(track, &status))) {
        if (status == -2) PyErr_SetString(PyExc_ValueError, "too many ways between stops without a stop between them");
        else PyErr_NoMemory();
    }
    return track->graph;
}

static PyObject *side_name(const Track *track, Side side)
{
    PyObject *hex = PyTuple_GET_ITEM(track->library->hex_ids, side.hex);
    return side.lanes == 1 ? PyUnicode_FromFormat("%U.%d", hex, side.edge)
                           : PyUnicode_FromFormat("%U.%d/%d", hex, side.edge, side.lane);
}

static PyObject *segment_tuple(const Segment *s, const Graph *graph, PyObject *names)
{
    PyObject *sides = PyTuple_New(s->sides);
    for (int i = 0; sides && i < s->sides; i++) {
        PyObject *name = PyTuple_GET_ITEM(names, graph->side_list[s->first_side + (uint32_t)i]);
        Py_INCREF(name);
        PyTuple_SET_ITEM(sides, i, name);
    }
    return sides ? Py_BuildValue("(iiiiN)", s->a, s->b, s->a_flags, s->b_flags, sides) : NULL;
}

PyObject *graph_segment_list(Track *track)
{
    if (!track->segment_list) {
        const Graph *graph = track_graph(track);
        if (!graph) return NULL;
        PyObject *names = PyTuple_New(graph->sides), *list = PyTuple_New(graph->segments);
        for (int i = 0; names && list && i < graph->sides; i++) {
            PyObject *name = side_name(track, graph->side[i]);
            if (!name) Py_CLEAR(list);
            else PyTuple_SET_ITEM(names, i, name);
        }
        for (int i = 0; names && list && i < graph->segments; i++) {
            PyObject *segment = segment_tuple(&graph->segment[i], graph, names);
            if (!segment) Py_CLEAR(list);
            else PyTuple_SET_ITEM(list, i, segment);
        }
        Py_XDECREF(names);
        if (!names || !list) {
            Py_XDECREF(list);
            return NULL;
        }
        track->segment_list = list;
    }
    Py_INCREF(track->segment_list);
    return track->segment_list;
}

/* ---- One company's problem ---- */

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

/* Marks the stops that some route with an own token can reach. */
static void mark_reached(Maker *m, bool channel)
{
    int16_t queue[MAX_STOPS];
    int count = 0;
    for (int s = 0; s < m->track->stops; s++)
        if (m->now->tokens[s] && s != m->france && (s != m->channel || channel)) m->reached[queue[count++] = (int16_t)s] = 1;
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

static int number_nodes(Maker *m, bool with_france)
{
    Problem *p = m->p;
    uint8_t groups[256] = {0};
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
    for (int v = 0; v < p->nodes; v++) {
        int group = m->track->library->group[m->track->stop[p->node[v].stop].hex];
        if (!group) continue;
        if (!groups[group]) {
            if (p->bits == MAX_BITS) return -2;
            groups[group] = (uint8_t)p->bits++;
        }
        mask_set(&p->node[v].bits, groups[group]);
    }
    return 0;
}

static void add_way(Maker *m, const Segment *s, int segment, int france)
{
    Problem *p = m->p;
    Way *way = &p->way[p->ways++];
    *way = (Way){.node = {m->node_of[s->a], m->node_of[s->b]}, .flags = {s->a_flags, s->b_flags}, .sides = s->sides, .real = {segment, france}};
    if ((s->a_flags | s->b_flags) & LINK) way->crossing = (uint8_t)++p->links;
    if (france >= 0) way->sides = (uint16_t)(way->sides + m->graph->segment[france].sides);
    for (int e = 0; e < 2; e++)
        if (p->node[way->node[e]].stop == m->channel) way->flags[e] |= TERMINAL;
}

/* The ways of the problem. Of several tracks to France each way into the Channel takes another one while there are
 * enough: the tracks are alike, so nothing is lost. */
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
        if (ordinary(m, s)) {
            add_way(m, s, i, -1);
        } else if (channel && !with_france) {
            add_way(m, s, i, -1);
        } else if (channel && entries <= tracks) {
            add_way(m, s, i, to_france[entry++]);
        } else if (channel) {
            for (int t = 0; t < tracks; t++) add_way(m, s, i, to_france[t]);
        }
    }
    return 0;
}

static void sides_of(const Maker *m, const Way *way, const uint16_t *list[2], int count[2])
{
    for (int part = 0; part < 2; part++) {
        list[part] = NULL;
        count[part] = 0;
        if (way->real[part] >= 0) {
            const Segment *s = &m->graph->segment[way->real[part]];
            list[part] = m->graph->side_list + s->first_side;
            count[part] = s->sides;
        }
    }
}

/* Gives bits to the sides that tell something: those whose set of ways no other side's set contains. */
static int class_sides(Maker *m)
{
    Problem *p = m->p;
    int sides = m->graph->sides, words = (p->ways + 63) / 64, status = 0;
    const uint16_t *list[2];
    int count[2];
    uint64_t *users = PyMem_RawCalloc((size_t)sides * (size_t)words + 1, sizeof *users);
    int16_t *bit = PyMem_RawCalloc((size_t)sides + 1, sizeof *bit);
    size_t most = 0;
    for (int i = 0; i < p->ways; i++) most += (size_t)p->way[i].sides + 1;
    p->bit_list = PyMem_RawMalloc((most + 1) * sizeof *p->bit_list);
    uint32_t listed = 0;
    if (!users || !bit || !p->bit_list) status = -1;
    for (int i = 0; i < p->ways && !status; i++) {
        sides_of(m, &p->way[i], list, count);
        for (int part = 0; part < 2; part++)
            for (int k = 0; k < count[part]; k++) users[(size_t)list[part][k] * (size_t)words + (size_t)(i >> 6)] |= (uint64_t)1 << (i & 63);
    }
    p->first_class = p->bits;
    for (int i = 0; i < p->ways && !status; i++) {
        Way *way = &p->way[i];
        sides_of(m, way, list, count);
        way->first_bit = listed;
        if (!way->sides) { /* track inside one hex */
            if (p->bits == MAX_BITS) status = -2;
            else mask_set(&way->classes, p->bit_list[listed++] = (uint16_t)p->bits++);
        }
        for (int part = 0; part < 2; part++) {
            for (int k = 0; k < count[part] && !status; k++) {
                int side = list[part][k];
                const uint64_t *mine = users + (size_t)side * (size_t)words;
                for (int q = 0; q < 2 && !bit[side]; q++) {
                    for (int j = 0; j < count[q] && !bit[side]; j++) {
                        int other = list[q][j];
                        if (other == side) continue;
                        const uint64_t *theirs = users + (size_t)other * (size_t)words;
                        bool inside = true, equal = true;
                        for (int x = 0; x < words; x++) {
                            inside &= !(mine[x] & ~theirs[x]);
                            equal &= mine[x] == theirs[x];
                        }
                        if (inside && (!equal || other < side)) bit[side] = -1;
                    }
                }
                if (!bit[side]) {
                    if (p->bits == MAX_BITS) status = -2;
                    else bit[side] = (int16_t)p->bits++;
                }
                if (bit[side] > 0 && !mask_has(&way->classes, bit[side])) {
                    mask_set(&way->classes, bit[side]);
                    p->bit_list[listed++] = (uint16_t)bit[side];
                }
            }
        }
        way->bits = (uint16_t)(listed - way->first_bit);
    }
    PyMem_RawFree(users);
    PyMem_RawFree(bit);
    return status;
}

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

static int add_arc(Problem *p, Net *net, Arc arc, const uint32_t *chain)
{
    int most = net == &p->stops || p->longest_chain == MAX_CHAIN ? MAX_ARCS : FEW_ARCS;
    if (net->arcs == net->arc_capacity || net->arcs == most) {
        int capacity = net->arc_capacity ? 2 * net->arc_capacity : 512;
        Arc *grown = net->arcs < most ? PyMem_RawRealloc(net->arc, (size_t)capacity * sizeof *grown) : NULL;
        if (!grown) return net->arcs < most ? -1 : -2;
        net->arc = grown;
        net->arc_capacity = capacity;
    }
    if (net->chained + arc.chain_length > net->chain_capacity) {
        int capacity = 2 * net->chain_capacity + 1024;
        uint32_t *grown = PyMem_RawRealloc(net->chain, (size_t)capacity * sizeof *grown);
        if (!grown) return -1;
        net->chain = grown;
        net->chain_capacity = capacity;
    }
    arc.chain = (uint32_t)net->chained;
    for (int i = 0; i < arc.chain_length; i++) {
        const Way *way = &p->way[chain[i] >> 1];
        const Node *to = &p->node[way->node[!(chain[i] & 1)]];
        arc.weight += to->value * UNIT - way->sides;
        arc.mask = mask_join(&arc.mask, &way->classes);
        arc.mask = mask_join(&arc.mask, &to->bits);
        net->chain[net->chained++] = chain[i];
    }
    net->arc[net->arcs++] = arc;
    return 0;
}

/* Lists, per node, the ways that leave it: way * 2 + 1 leads from its second node to its first. */
static uint32_t *leaving_ways(const Problem *p, int32_t *first)
{
    uint32_t *list = PyMem_RawMalloc(((size_t)p->ways * 2 + 1) * sizeof *list);
    int count = 0;
    for (int v = 0; list && v < p->nodes; v++) {
        first[v] = count;
        for (int i = 0; i < p->ways; i++)
            for (int e = 0; e < 2; e++)
                if (p->way[i].node[e] == v) list[count++] = (uint32_t)(2 * i + e);
    }
    first[p->nodes] = count;
    return list;
}

static Arc plain_arc(const Problem *p, uint32_t step, int length)
{
    const Way *way = &p->way[step >> 1];
    int e = step & 1, to = way->node[!e];
    bool last = (way->flags[!e] & TERMINAL) || !p->node[to].through;
    return (Arc){.to = (int16_t)to, .flags = last ? END : 0, .counts = 1, .chain_length = (uint8_t)length};
}

/* Extends a chain of ways from a city over towns; each town is a possible end, each city one step of a route. */
static int extend_chain(Problem *p, Net *net, const uint32_t *ways, const int32_t *first, uint32_t *chain, int length, int at, Mask used, uint8_t out)
{
    int status = 0;
    if (length == p->longest_chain) return length == MAX_CHAIN ? -2 : 0;
    for (int i = first[at]; i < first[at + 1] && !status; i++) {
        const Way *way = &p->way[ways[i] >> 1];
        int e = ways[i] & 1, to = way->node[!e];
        if (masks_meet(&used, &way->classes) || masks_meet(&used, &p->node[to].bits)) continue;
        if (way->flags[e] & TERMINAL) {
            if (length) continue;
            out = OUT;
        } else if (!length) {
            out = 0;
        }
        chain[length] = ways[i];
        Arc arc = plain_arc(p, ways[i], length + 1);
        arc.flags |= out;
        if (p->node[to].town) {
            bool through = !(arc.flags & END);
            arc.flags |= END | TAIL;
            arc.counts = 0;
            status = add_arc(p, net, arc, chain);
            Mask joined = mask_join(&used, &way->classes);
            joined = mask_join(&joined, &p->node[to].bits);
            if (!status && through) status = extend_chain(p, net, ways, first, chain, length + 1, to, joined, out);
        } else {
            status = add_arc(p, net, arc, chain);
        }
    }
    return status;
}

static int list_arcs(Problem *p, bool pullman, int longest_chain)
{
    p->longest_chain = longest_chain;
    p->stops.arcs = p->stops.chained = p->pullman.arcs = p->pullman.chained = 0;
    int32_t first[MAX_NODES + 1];
    uint32_t *ways = leaving_ways(p, first), chain[MAX_CHAIN];
    int status = ways ? 0 : -1;
    for (int v = 0; v < p->nodes && !status; v++) {
        p->stops.first[v] = p->stops.arcs;
        p->pullman.first[v] = p->pullman.arcs;
        for (int i = first[v]; i < first[v + 1] && !status; i++) {
            Arc arc = plain_arc(p, ways[i], 1);
            if (p->way[ways[i] >> 1].flags[ways[i] & 1] & TERMINAL) arc.flags |= OUT;
            status = add_arc(p, &p->stops, arc, &ways[i]);
        }
        if (pullman && !p->node[v].town && !status)
            status = extend_chain(p, &p->pullman, ways, first, chain, 0, v, p->node[v].bits, 0);
    }
    p->stops.first[p->nodes] = p->stops.arcs;
    p->pullman.first[p->nodes] = p->pullman.arcs;
    PyMem_RawFree(ways);
    return status;
}

int problem_make(Problem *p, const Track *track, const Graph *graph, const Situation *situation, bool pullman)
{
    Maker *m = PyMem_RawCalloc(1, sizeof *m);
    if (!m) return -1;
    memset(p, 0, sizeof *p);
    *m = (Maker){.p = p, .track = track, .graph = graph, .now = situation, .channel = -1, .france = -1};
    for (int s = 0; s < track->stops; s++) {
        if (track->library->channel >= 0 && track->stop[s].hex == track->library->channel && m->channel < 0) m->channel = s;
        if (track->stop[s].end == OFFBOARD && m->france < 0) m->france = s;
    }
    bool with_france, channel = channel_open(m, &with_france);
    p->has_pullman_net = pullman;
    mark_reached(m, channel);
    int status = number_nodes(m, with_france);
    if (!status) status = list_ways(m, channel, with_france);
    if (!status) status = class_sides(m);
    if (!status) status = special_bits(p);
    /* Where a Pullman's chains of towns are too many, only the shorter ones are listed, and nothing is proven. */
    if (!status) status = list_arcs(p, pullman, MAX_CHAIN);
    for (int longest = 7; status == -2 && longest > 0; longest--) status = list_arcs(p, pullman, longest);
    PyMem_RawFree(m);
    return status;
}

void problem_free(Problem *p)
{
    PyMem_RawFree(p->way);
    PyMem_RawFree(p->bit_list);
    PyMem_RawFree(p->stops.arc);
    PyMem_RawFree(p->stops.chain);
    PyMem_RawFree(p->pullman.arc);
    PyMem_RawFree(p->pullman.chain);
}

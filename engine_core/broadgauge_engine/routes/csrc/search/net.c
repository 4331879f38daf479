/* Lists steps: plain ones, and chains of towns for the Pullman. Invariants: see net.h. */
#include "search/net.h"

typedef struct {
    Problem *p;
    uint32_t *ways; /* by node, those that leave it: way * 2 + 1 leads from its second node to its first */
    int32_t first[MAX_NODES + 1];
    uint32_t chain[MAX_CHAIN]; /* being grown */
} Lister;

static int leaving_ways(Lister *l)
{
    const Problem *p = l->p;
    int count = 0;
    l->ways = PyMem_RawMalloc(((size_t)p->ways * 2 + 1) * sizeof *l->ways);
    if (!l->ways) return -1;
    for (int v = 0; v < p->nodes; v++) {
        l->first[v] = count;
        for (int i = 0; i < p->ways; i++)
            for (int e = 0; e < 2; e++)
                if (p->way[i].node[e] == v) l->ways[count++] = (uint32_t)(2 * i + e);
    }
    l->first[p->nodes] = count;
    return 0;
}

/* Makes room for one more arc over this many ways; `most` arcs are allowed. */
static int make_room(Net *net, int most, int chain_length)
{
    if (net->arcs == most) return -2;
    if (net->arcs == net->arc_capacity) {
        int capacity = net->arc_capacity ? 2 * net->arc_capacity : 512;
        Arc *grown = PyMem_RawRealloc(net->arc, (size_t)capacity * sizeof *grown);
        if (!grown) return -1;
        net->arc = grown;
        Mask *masks = PyMem_RawRealloc(net->mask, (size_t)capacity * sizeof *masks);
        if (!masks) return -1;
        net->mask = masks;
        net->arc_capacity = capacity;
    }
    if (net->chained + chain_length > net->chain_capacity) {
        int capacity = 2 * net->chain_capacity + 1024;
        uint32_t *grown = PyMem_RawRealloc(net->chain, (size_t)capacity * sizeof *grown);
        if (!grown) return -1;
        net->chain = grown;
        net->chain_capacity = capacity;
    }
    return 0;
}

static int add_arc(const Problem *p, Net *net, Arc arc, const uint32_t *chain)
{
    int most = net == &p->stops || p->longest_chain == MAX_CHAIN ? MAX_ARCS : FEW_ARCS;
    int status = make_room(net, most, arc.chain_length);
    if (status) return status;
    Mask mask = {{0}};
    arc.chain = (uint32_t)net->chained;
    for (int i = 0; i < arc.chain_length; i++) {
        const Way *way = &p->way[chain[i] >> 1];
        const Node *to = &p->node[way->node[!(chain[i] & 1)]];
        arc.weight += to->value * UNIT - way->sides;
        mask = mask_join(&mask, &way->classes);
        mask = mask_join(&mask, &to->bits);
        net->chain[net->chained++] = chain[i];
    }
    net->mask[net->arcs] = mask;
    net->arc[net->arcs++] = arc;
    return 0;
}

/* The step over one way, which comes after others; without its weight. */
static Arc plain_arc(const Problem *p, uint32_t step, int length)
{
    const Way *way = &p->way[step >> 1];
    int e = step & 1, to = way->node[!e];
    bool last = (way->flags[!e] & TERMINAL) || !p->node[to].through;
    return (Arc){.to = (int16_t)to, .flags = last ? END : 0, .counts = 1, .chain_length = (uint8_t)length};
}

static int list_plain(const Lister *l, int from)
{
    Problem *p = l->p;
    int status = 0;
    for (int i = l->first[from]; i < l->first[from + 1] && !status; i++) {
        Arc arc = plain_arc(p, l->ways[i], 1);
        if (p->way[l->ways[i] >> 1].flags[l->ways[i] & 1] & TERMINAL) arc.flags |= OUT;
        status = add_arc(p, &p->stops, arc, &l->ways[i]);
    }
    return status;
}

/* Extends a chain of ways from a city over towns; each town is a possible end, each city one step of a route. out: OUT if
 * the chain has left a terminus. */
static int extend_chain(Lister *l, int length, int at, const Mask *used, uint8_t out)
{
    Problem *p = l->p;
    int status = 0;
    if (length == p->longest_chain) return length == MAX_CHAIN ? -2 : 0;
    for (int i = l->first[at]; i < l->first[at + 1] && !status; i++) {
        const Way *way = &p->way[l->ways[i] >> 1];
        int e = l->ways[i] & 1, to = way->node[!e];
        bool terminal = way->flags[e] & TERMINAL;
        if (masks_meet(used, &way->classes) || masks_meet(used, &p->node[to].bits) || (terminal && length)) continue;
        if (!length) out = terminal ? OUT : 0;
        l->chain[length] = l->ways[i];
        Arc arc = plain_arc(p, l->ways[i], length + 1);
        bool through = p->node[to].town && !(arc.flags & END);
        arc.flags |= out;
        if (p->node[to].town) {
            arc.flags |= END;
            arc.counts = 0;
        }
        status = add_arc(p, &p->pullman, arc, l->chain);
        if (status || !through) continue;
        Mask joined = mask_join(used, &way->classes);
        joined = mask_join(&joined, &p->node[to].bits);
        status = extend_chain(l, length + 1, to, &joined, out);
    }
    return status;
}

static int list_arcs(Lister *l, int longest_chain)
{
    Problem *p = l->p;
    int status = 0;
    p->longest_chain = longest_chain;
    p->stops.arcs = p->stops.chained = p->pullman.arcs = p->pullman.chained = 0;
    for (int v = 0; v < p->nodes && !status; v++) {
        p->stops.first[v] = p->stops.arcs;
        p->pullman.first[v] = p->pullman.arcs;
        status = list_plain(l, v);
        if (p->has_pullman_net && !p->node[v].town && !status) status = extend_chain(l, 0, v, &p->node[v].bits, 0);
    }
    p->stops.first[p->nodes] = p->stops.arcs;
    p->pullman.first[p->nodes] = p->pullman.arcs;
    return status;
}

int net_fill(Problem *p)
{
    Lister l = {.p = p};
    int status = leaving_ways(&l);
    if (!status) status = list_arcs(&l, MAX_CHAIN);
    for (int longest = FEW_TOWNS; status == -2 && longest > 0; longest--) status = list_arcs(&l, longest);
    PyMem_RawFree(l.ways);
    return status;
}

void net_free(Net *net)
{
    PyMem_RawFree(net->arc);
    PyMem_RawFree(net->mask);
    PyMem_RawFree(net->chain);
}

/* Fills the tables of the best walks, stop by stop. Invariants: see walks.h.
 *
 * A search for several trains spends much of its time here, and which of two values is greater is never the same twice: so
 * values are chosen, not branched to.
 */
#include "search/walks.h"

/* An arc as it is walked on. */
typedef struct {
    int16_t to;
    uint8_t counts;
    bool last, out; /* the walk ends there; the arc leaves a terminus */
} Hop;

/* From one node: the best walk on; the best one whose first step leads to another place than that of the best. */
typedef struct {
    int32_t best, other, place; /* place: to which the best one's first step leads; -1: it ends here */
} Onward;

enum { NOWHERE = MAX_NODES }; /* a node that is worth nothing; banned arcs lead there */

/* Walks of one sort: by stops left and node, those that go on; those that end at once. */
typedef struct {
    Onward onward[MAX_COUNT + 1][MAX_NODES], end[MAX_NODES + 1];
} Sort;

typedef struct Scratch {
    int16_t place[MAX_NODES + 1];
    bool home[MAX_NODES];
    Sort plain, past_home;
    Hop hop[]; /* by arc */
} Scratch;

static Hop make_hop(const Walks *walks, int i)
{
    const Arc *arc = &walks->net->arc[i];
    if (masks_meet(&walks->net->mask[i], &walks->banned)) return (Hop){NOWHERE, 0, true, true};
    return (Hop){arc->to, arc->counts, arc->flags & END, arc->flags & OUT};
}

static void prepare(Walks *walks)
{
    Scratch *s = walks->scratch;
    s->place[NOWHERE] = -2; /* nobody comes from there */
    s->plain.end[NOWHERE] = s->past_home.end[NOWHERE] = (Onward){NOTHING, NOTHING, -1};
    for (int v = 0; v < walks->problem->nodes; v++) {
        int32_t end = walks->end_gain[v];
        s->place[v] = walks->problem->node[v].place;
        s->home[v] = walks->problem->node[v].home;
        s->plain.end[v] = (Onward){end, end, -1};
        s->past_home.end[v] = s->plain.end[s->home[v] ? v : NOWHERE];
    }
    for (int i = 0; i < walks->net->arcs; i++) s->hop[i] = make_hop(walks, i);
}

int walks_make(Walks *walks, const Problem *p, const Net *net, const int32_t *gain, const Mask *banned, int counts, bool mail,
               bool home)
{
    *walks = (Walks){.problem = p, .net = net, .gain = gain, .banned = *banned, .counts = counts};
    size_t arcs = (size_t)net->arcs + 1, table = arcs * ((size_t)counts + 1) * sizeof(int32_t);
    for (int v = 0; v < p->nodes && mail; v++) walks->end_gain[v] = p->node[v].value * (UNIT / 2) * p->mail_rate;
    walks->plain = PyMem_RawMalloc(table);
    walks->home = home ? PyMem_RawMalloc(table) : NULL;
    walks->scratch = PyMem_RawMalloc(sizeof(Scratch) + arcs * sizeof(Hop));
    if (!walks->plain || !walks->scratch || (home && !walks->home)) return -1;
    prepare(walks);
    return 0;
}

void walks_free(Walks *walks)
{
    PyMem_RawFree(walks->plain);
    PyMem_RawFree(walks->home);
    PyMem_RawFree(walks->scratch);
}

/* The better one of what is known and of a walk with this gain, whose first step leads to this place. */
static inline Onward better(Onward known, int32_t gain, int32_t place)
{
    bool same = place == known.place, best = gain > known.best;
    int32_t lesser = best ? known.best : gain;
    int32_t other = lesser > known.other ? lesser : known.other;
    return (Onward){best ? gain : known.best, same ? known.other : other, best ? place : known.place};
}

/* The row for k stops, and the walks on; first: the walks without any step. */
static void fill(const Walks *walks, Sort *sort, const Onward *first, int32_t *row, int k)
{
    const Scratch *s = walks->scratch;
    const Onward *after = k ? sort->onward[k - 1] : sort->end;
    for (int v = 0; v < walks->problem->nodes; v++) {
        Onward here = first[v];
        int32_t place = s->place[v];
        for (int i = walks->net->first[v]; i < walks->net->first[v + 1]; i++) {
            Hop hop = s->hop[i];
            const Onward *rest = (hop.last ? sort->end : after) + hop.to;
            int32_t gain = walks->gain[i] + (rest->place == place ? rest->other : rest->best);
            gain = hop.counts > k || gain < NOTHING ? NOTHING : gain;
            row[i] = gain;
            here = better(here, hop.out ? NOTHING : gain, s->place[hop.to]);
        }
        sort->onward[k][v] = here;
    }
}

void walks_fill(Walks *walks)
{
    Scratch *s = walks->scratch;
    int nodes = walks->problem->nodes;
    Onward nothing[MAX_NODES];
    for (int v = 0; v < nodes; v++) nothing[v] = s->plain.end[NOWHERE];
    for (int k = 0; k <= walks->counts; k++) {
        size_t row = (size_t)k * (size_t)walks->net->arcs;
        fill(walks, &s->plain, s->plain.end, walks->plain + row, k);
        if (!walks->home) continue;
        fill(walks, &s->past_home, nothing, walks->home + row, k);
        for (int v = 0; v < nodes; v++) /* whoever has come home is past it */
            if (s->home[v]) s->past_home.onward[k][v] = s->plain.onward[k][v];
    }
}

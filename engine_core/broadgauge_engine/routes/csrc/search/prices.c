/* Adds up prices, arc by arc. Invariants: see prices.h. */
#include "search/prices.h"

int prices_make(Prices *prices, const Problem *p, const Train *train, int trains, const Mask *banned, bool bonus)
{
    int counts[2][2] = {{0}}, status = 0;
    const Net *net[2] = {&p->stops, &p->pullman};
    memset(prices, 0, sizeof *prices);
    prices->p = p;
    for (int i = 0; i < trains; i++) {
        int *most = &counts[train[i].pullman][train[i].mail];
        if (train[i].local) continue;
        prices->wanted[train[i].pullman][train[i].mail] = true;
        if (train[i].counts > *most) *most = train[i].counts;
    }
    prices->way_price = PyMem_RawMalloc(((size_t)p->ways + 1) * sizeof *prices->way_price);
    if (!prices->way_price) return -1;
    for (int n = 0; n < 2 && !status; n++) {
        prices->gain[n] = PyMem_RawMalloc(((size_t)net[n]->arcs + 1) * sizeof **prices->gain);
        if (!prices->gain[n]) return -1;
        for (int mail = 0; mail < 2 && !status; mail++) {
            if (!prices->wanted[n][mail]) continue;
            /* The stop from which a route begins is not left to make. */
            status = walks_make(&prices->walks[n][mail], p, net[n], prices->gain[n], banned, counts[n][mail] - 1, mail, bonus);
        }
    }
    return status;
}

void prices_free(Prices *prices)
{
    PyMem_RawFree(prices->way_price);
    for (int n = 0; n < 2; n++) {
        PyMem_RawFree(prices->gain[n]);
        for (int mail = 0; mail < 2; mail++) walks_free(&prices->walks[n][mail]);
    }
}

int32_t prices_of(const Prices *prices, const Mask *mask)
{
    int32_t sum = 0;
    for (int w = 0; w < WORDS; w++)
        for (uint64_t rest = mask->w[w]; rest; rest &= rest - 1) sum += prices->price[64 * w + __builtin_ctzll(rest)];
    return sum;
}

static void price_arcs(const Prices *prices, const Net *net, int32_t *gain)
{
    for (int i = 0; i < net->arcs; i++) {
        const Arc *arc = &net->arc[i];
        gain[i] = arc->weight;
        for (int c = 0; c < arc->chain_length; c++) gain[i] -= prices->way_price[net->chain[arc->chain + (uint32_t)c] >> 1];
    }
}

void prices_apply(Prices *prices)
{
    const Problem *p = prices->p;
    for (int i = 0; i < p->ways; i++) prices->way_price[i] = prices_of(prices, &p->way[i].classes);
    for (int n = 0; n < 2; n++)
        if (prices->wanted[n][0] || prices->wanted[n][1]) price_arcs(prices, n ? &p->pullman : &p->stops, prices->gain[n]);
    memset(prices->fresh, 0, sizeof prices->fresh);
}

const Walks *prices_walks(Prices *prices, const Train *train)
{
    Walks *walks = &prices->walks[train->pullman][train->mail];
    if (!prices->fresh[train->pullman][train->mail]) walks_fill(walks);
    prices->fresh[train->pullman][train->mail] = true;
    return walks;
}

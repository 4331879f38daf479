/* One company's problem: the stops that its trains may use, the ways between them, and the steps that routes are made of.
 *
 * Invariants
 *   - Nodes are the stops that a route with an own token can reach, in stop order; the English Channel with France is
 *     one node, at which routes end (5.13.7).
 *   - A mask has one bit per node, one per group (5.4.2) and one per class of hex sides. Two routes share track exactly
 *     if the classes in their masks meet; a route is simple exactly if the masks of its arcs and its root do not meet.
 *     Sides that only lie on segments which another side also holds have no bit: that other side's bit tells the same.
 *   - crossing_bit, bonus_bit and one bit per own token for local trains mark what only one train may use; link_bit + n
 *     marks the crossing number n, to ban it.
 *   - Weights are pounds * UNIT less the hex sides crossed: comparing weights compares revenue first, then length.
 *   - An arc never leads through a city that is blocked for the company, nor over a terminus: arcs with END are last,
 *     arcs with OUT leave a terminus and can only be first. An arc without END counts one stop.
 */
#ifndef BROADGAUGE_NET_H
#define BROADGAUGE_NET_H

#include "track/library.h"

enum { WORDS = 6, MAX_BITS = 64 * WORDS, MAX_NODES = 128, MAX_LINKS = 4, UNIT = 1024 };
enum { MAX_ARCS = 200000, MAX_CHAIN = 64, FEW_ARCS = 4000, FEW_TOWNS = 7 }; /* few: where the Pullman has too many */
enum { END = 1, OUT = 2 };                                                 /* flags of an arc */

typedef struct {
    uint64_t w[WORDS];
} Mask;

static inline bool masks_meet(const Mask *a, const Mask *b)
{
    uint64_t common = 0;
    for (int i = 0; i < WORDS; i++) common |= a->w[i] & b->w[i];
    return common != 0;
}
static inline Mask mask_join(const Mask *a, const Mask *b)
{
    Mask joined;
    for (int i = 0; i < WORDS; i++) joined.w[i] = a->w[i] | b->w[i];
    return joined;
}
static inline void mask_set(Mask *mask, int bit) { mask->w[bit >> 6] |= (uint64_t)1 << (bit & 63); }
static inline bool mask_has(const Mask *mask, int bit) { return mask->w[bit >> 6] >> (bit & 63) & 1; }

typedef struct {
    int16_t stop, place; /* place: the first node of its group, or itself */
    int32_t value;       /* pounds */
    bool town, token, home, through;
    Mask bits; /* its own and its group's */
} Node;

/* Track between two nodes; real[1] is the way from the English Channel to France, or -1. */
typedef struct {
    int16_t node[2];
    uint8_t flags[2], crossing; /* crossing: 1, 2, ... number of the link (5.4.7), 0 for other track */
    uint16_t sides, bits;
    uint32_t first_bit; /* into Problem.bit_list: its classes in the order of its sides, from node[0] */
    int32_t real[2];
    Mask classes;
} Way;

/* One step of a route: a way, or with a Pullman a chain of ways over towns. counts: stops used of the train's number. */
typedef struct {
    int16_t to;
    uint8_t flags, counts, chain_length;
    uint32_t chain; /* into Net.chain: way * 2 + direction */
    int32_t weight;
} Arc;

typedef struct {
    int arcs, arc_capacity, chained, chain_capacity;
    int32_t first[MAX_NODES + 1];
    Arc *arc;
    Mask *mask; /* by arc: where it leads, and its track */
    uint32_t *chain;
} Net;

typedef struct {
    int nodes, ways, bits, first_class; /* classes of sides: bits first_class..bits-1 */
    int crossing_bit, link_bit, bonus_bit, local_bit; /* local_bit + place in Problem.token */
    int links; /* crossings between Merthyr Tydfil and Pontypool (5.4.7) */
    int32_t mail_rate; /* what a pound of mail counts in a weight, pounds */
    int tokens, goal, channel; /* nodes of the destination and of the English Channel, or -1 */
    int16_t token[MAX_NODES];  /* the nodes with an own token */
    Node node[MAX_NODES];
    Way *way;
    uint16_t *bit_list;
    Mask track; /* all bits that count between trains */
    Net stops, pullman;
    bool has_pullman_net;
    int longest_chain; /* of the Pullman's net; less than MAX_CHAIN: there are longer ones, too many to list */
} Problem;

/* Lists the arcs of both nets from the nodes and ways. Where a Pullman's chains of towns are too many, only the shorter
 * ones are listed, and nothing is proven. 0, -1 without memory, -2 with too much track. */
int net_fill(Problem *problem);
void net_free(Net *net);

#endif

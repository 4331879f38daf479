/* Where a company's own tokens lie, as the search for an E-train's route sees it (5.5.8).
 *
 * Invariants
 *   - Tokens are named by their places in Problem.token; a set of tokens is a word with one bit per place. So there are at
 *     most MAX_TOKENS of them.
 *   - A leaf is a token at which every route ends that comes there: beyond a terminus, or with track to one neighbour only.
 *   - next and ends hold, by stop and side (their bits in masks), what lies directly beside it: what a route can pass, and
 *     stops at which it would end. Banned track is in neither.
 *   - far and walk are never more than the sides of a route.
 *   - A map does not change after it is made.
 */
#ifndef BROADGAUGE_TOKEN_MAP_H
#define BROADGAUGE_TOKEN_MAP_H

#include "search/net.h"

enum { MAX_TOKENS = 64, MAX_ORDERED = 12, FAR = 1 << 24 }; /* MAX_ORDERED: tokens whose orders fit into a table */

typedef struct {
    const Problem *p;
    Mask banned;
    int words;                   /* of a mask that are in use */
    int16_t place_of[MAX_NODES]; /* node to its place among the tokens, or -1 */
    uint64_t same[MAX_TOKENS];   /* the token itself and those of its group: a route counts one of them (5.4.2) */
    uint64_t home, leaf;         /* sets of tokens */
    Mask next[MAX_BITS], ends[MAX_BITS];
    int32_t (*far)[MAX_NODES]; /* far[place][node]: sides from the node to the token at least */
    int32_t *walk;             /* walk[set * tokens + place]: from the token over all tokens of the set, in the best order */
} TokenMap;

/* Makes the map of a problem, without the banned track. -1 without memory; it is to be freed in any case. */
int token_map_make(TokenMap *map, const Problem *problem, const Mask *banned);
void token_map_free(TokenMap *map);

/* The fewest sides from node v over all tokens of the set; FAR if no order of them is possible, 0 if too many to say. */
int32_t token_map_shortest(const TokenMap *map, int v, uint64_t set);
/* At how many places track that is not taken leads to this stop. */
int token_map_exits(const TokenMap *map, int v, const Mask *taken);

#endif

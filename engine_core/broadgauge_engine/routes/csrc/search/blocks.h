/* The most that an E-train can still get: tokens in a chain of blocks.
 *
 * Invariants
 *   - The stops and sides that a route can still come to fall into blocks: sets that no single stop or side divides. A route
 *     that leaves a block does not come back, so below each block it may take one other block only.
 *   - What is returned is never less than what a simple route gets.
 */
#ifndef BROADGAUGE_BLOCKS_H
#define BROADGAUGE_BLOCKS_H

#include "search/token_map.h"

/* The tokens of `set` that a route can reach which has come to v, over stops and sides not used yet; and, by the gain of
 * each token, the most that they can bring. */
uint64_t blocks_beyond(const TokenMap *map, int v, const Mask *used, uint64_t set, const int32_t *gain, int32_t *most);

/* The most that a route may gain which begins and ends at any of the tokens, on track that is not taken. */
int32_t blocks_anywhere(const TokenMap *map, const Mask *taken, const int32_t *gain);

#endif

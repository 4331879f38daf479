/* Makes one company's problem from the graph of the track: see net.h for what comes out.
 *
 * Invariants
 *   - The English Channel and France become one node (5.13.7). If the Channel is blocked for the company, it does not
 *     exist, or is an end worth nothing (5.4.6), as the situation says.
 *   - Of several tracks to France each way into the Channel takes another one while there are enough: the tracks are
 *     alike, so nothing is lost.
 *   - A side gets a bit of its own unless every way that uses it also uses one other side, which has the bit.
 */
#ifndef BROADGAUGE_PROBLEM_H
#define BROADGAUGE_PROBLEM_H

#include "search/net.h"
#include "track/graph.h"

/* Where the company stands: by stop whether it has a token there, whether foreign tokens fill it, whether it is home. */
typedef struct {
    int band;
    bool channel_needs_france;
    uint8_t tokens[MAX_STOPS], blocked[MAX_STOPS], home[MAX_STOPS];
    int destination; /* stop or -1 */
} Situation;

/* Makes the problem; pullman: also the net in which towns are free. 0, -1 without memory, -2 with too much track. The
 * problem is to be freed in any case. */
int problem_make(Problem *problem, const Track *track, const Graph *graph, const Situation *situation, bool pullman);
void problem_free(Problem *problem);

#endif

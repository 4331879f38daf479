/* Track contracted to segments between neighbouring stops.
 *
 * Invariants
 *   - A segment crosses no side twice and passes no junction twice; it begins and ends at different stops.
 *   - Each segment is listed once, from its smaller stop; segments are in the order in which the walk from the stops in
 *     order finds them, which depends on the board alone.
 *   - Sides are sorted by (hex, edge, lane, divided or not); Graph.side_list holds indices into Graph.side.
 *   - A Graph never changes after it is made. Nothing here touches Python.
 */
#ifndef BROADGAUGE_GRAPH_H
#define BROADGAUGE_GRAPH_H

#include "track/track.h"

enum { MAX_SIDES = 256 }; /* of a segment */

/* Track from stop a to stop b, a < b, without a stop between. Sides in order from a; a segment inside one hex has none. */
typedef struct {
    int16_t a, b;
    uint8_t a_flags, b_flags; /* TERMINAL, LINK of the pieces at its ends */
    uint16_t sides;
    uint32_t first_side; /* into Graph.side_list */
} Segment;

typedef struct Graph {
    int segments, sides;
    Segment *segment;
    uint16_t *side_list;
    Side *side;
} Graph;

/* The contracted track; NULL without memory, or with `too_much` where stops have too many ways between them. */
Graph *graph_make(const Track *track, bool *too_much);
void graph_free(Graph *graph);

#endif

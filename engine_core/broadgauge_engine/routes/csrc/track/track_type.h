/* Track as Python sees it: the type, and what is made from a track on first use.
 *
 * Invariants
 *   - Only this file knows the graph of a track as well as the walks over its pieces; neither of these knows the other.
 *   - Track.derived belongs to the Python side, and may lead from a track back to itself. Clearing empties it and takes
 *     nothing else, so that a finalizer can still ask a track anything.
 */
#ifndef BROADGAUGE_TRACK_TYPE_H
#define BROADGAUGE_TRACK_TYPE_H

#include "track/graph.h"

extern PyType_Spec track_spec;

/* The contracted track, made on first use; NULL with an error set when memory ends or the board has too much track. */
const Graph *track_graph(Track *track);

#endif

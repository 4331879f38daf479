/* What can be reached over laid track (5.4.1, 5.8.6, 5.12).
 *
 * Invariants
 *   - A walk enters any stop; it leaves one unless that is blocked or was entered over a terminus, and never over a link
 *     (5.4.7).
 *   - A walk visits each port at most once, so it ends after 2 * pieces steps.
 *   - A Reach never changes after it is made, and refers to its track alone.
 */
#ifndef BROADGAUGE_REACH_H
#define BROADGAUGE_REACH_H

#include "track/track.h"

extern PyType_Spec reach_spec;

/* Walks from the stops marked in `starts`; type: the Reach of this module. NULL with an error set. */
PyObject *reach_make(PyTypeObject *type, Track *track, const uint8_t *starts, const uint8_t *blocked);

#endif

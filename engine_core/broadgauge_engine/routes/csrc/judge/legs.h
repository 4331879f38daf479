/* Track between two stops, as a run names it by the sides that it crosses.
 *
 * Invariants
 *   - Walks go over the pieces themselves; the graph of segments is not needed, so that judging a run on new track costs
 *     some microseconds.
 *   - A leg is found just if a segment of the graph crosses the same sides between the same stops; where two do, it is the
 *     first of them, for the walk goes the way of the graph's own.
 *   - A side's number is a port: of the pieces that bear the side's name the first one's. A leg that leaves no hex counts
 *     as a side of its own, 2 * pieces + its smaller stop.
 *   - A walk ends after MAX_LEG_STEPS steps, whatever it was given.
 */
#ifndef BROADGAUGE_LEGS_H
#define BROADGAUGE_LEGS_H

#include "track/track.h"

enum { MAX_LEG = 256 };

/* Flags: of the pieces at its start and its end. */
typedef struct {
    uint8_t from_flags, to_flags;
    int sides, side[MAX_LEG]; /* their numbers */
    int skipped;              /* if there is no such leg: a stop that the track over these sides passes, or -1 */
} Leg;

/* Finds the leg from stop a to stop b over the sides with these names. 1; 0 if there is none; -1 with an error set. */
int leg_find(const Track *track, int a, int b, PyObject *names, Leg *leg);

#endif

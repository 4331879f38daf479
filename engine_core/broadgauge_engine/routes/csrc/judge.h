/* Given runs of one turn: the first rule that they break, and what each of them is worth (5.4, 5.5, 5.13).
 *
 * Invariants
 *   - Rules are looked at in a fixed order, and a rule may rely on those before it. The first breach ends the judgement.
 */
#ifndef BROADGAUGE_JUDGE_H
#define BROADGAUGE_JUDGE_H

#include "legs.h"

/* judge(track, query, runs) -> ((code, run, place, detail), ()) or (None, ((revenue, bonus, mail), ...)) */
PyObject *track_judge(PyObject *module, PyObject *const *args, Py_ssize_t count);
/* has_run(track, query) -> whether some train can make a legal run; None: only a search can tell */
PyObject *track_has_run(PyObject *module, PyObject *const *args, Py_ssize_t count);

#endif

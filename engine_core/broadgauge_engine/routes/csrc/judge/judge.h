/* Given runs of one turn: the first rule that they break, or what each of them is worth (5.4, 5.5, 5.13).
 *
 * Invariants
 *   - Values are asked of legal runs only: every stop and train is known.
 */
#ifndef BROADGAUGE_JUDGE_H
#define BROADGAUGE_JUDGE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* judge(track, query, runs) -> ((code, run, place, detail), ()) or (None, ((revenue, bonus, mail), ...)) */
PyObject *track_judge(PyObject *module, PyObject *const *args, Py_ssize_t count);

#endif

/* Whether a company has anything to run (5.3.1, 5.13.1).
 *
 * Invariants
 *   - Yes and no are proven. Only where the English Channel or an E-train is the last hope the answer is that a search has
 *     to tell.
 */
#ifndef BROADGAUGE_HAS_RUN_H
#define BROADGAUGE_HAS_RUN_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* has_run(track, query) -> whether some train can make a legal run; None: only a search can tell */
PyObject *track_has_run(PyObject *module, PyObject *const *args, Py_ssize_t count);

#endif

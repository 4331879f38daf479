/* The function search() of the module.
 *
 * Invariants
 *   - Whatever the search itself relies on is checked here, before the GIL is released.
 *   - While it is released the track, the graph and the flag are kept alive by the caller's references.
 */
#ifndef BROADGAUGE_SEARCH_CALL_H
#define BROADGAUGE_SEARCH_CALL_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* search(track, trains, ..., prices), see _track.pyi -> (plans, proven, upper bound, nodes, milliseconds, prices) */
PyObject *track_search(PyObject *module, PyObject *args, PyObject *kwargs);

#endif

/* The type Cancel: a flag with which another thread ends a search.
 *
 * Invariants
 *   - The flag goes from unset to set, once. A search that was given it holds a reference as long as it looks at it.
 */
#ifndef BROADGAUGE_CANCEL_H
#define BROADGAUGE_CANCEL_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "search/control.h"

extern PyType_Spec cancel_spec;

/* The flag of a Cancel object. */
const Flag *cancel_flag(PyObject *cancel);

#endif

/* What one module object holds: its types.
 *
 * Invariants
 *   - Nothing that changes lives outside of a module's state and of the objects of its types. So each interpreter has its
 *     own module, and no two modules meet.
 *   - All types take part in garbage collection: their objects lead to the type, and so to the module and to whatever it
 *     holds.
 */
#ifndef BROADGAUGE_STATE_H
#define BROADGAUGE_STATE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyTypeObject *library, *track, *reach, *cancel;
} ModuleState;

#endif

/* The module _track: its types and functions. Invariants: see state.h.
 *
 * Each interpreter, and each import anew, has a module of its own; see state.h. Objects of different threads need no lock:
 * libraries, tracks and what they reach never change, what a track makes on first use is put in place in one step, the flag
 * of a Cancel is atomic, and what the caller can change is copied (laid tiles, runs) or read item by item.
 */
#include "judge/has_run.h"
#include "judge/judge.h"
#include "search/cancel.h"
#include "search/search_call.h"
#include "state.h"
#include "track/reach.h"
#include "track/track_type.h"

static int add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **slot)
{
    *slot = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    return *slot ? PyModule_AddType(module, *slot) : -1;
}

static int module_exec(PyObject *module)
{
    ModuleState *state = PyModule_GetState(module);
    return add_type(module, &library_spec, &state->library) < 0 || add_type(module, &track_spec, &state->track) < 0 ||
                   add_type(module, &reach_spec, &state->reach) < 0 || add_type(module, &cancel_spec, &state->cancel) < 0
               ? -1
               : 0;
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    ModuleState *state = PyModule_GetState(module);
    Py_VISIT(state->library);
    Py_VISIT(state->track);
    Py_VISIT(state->reach);
    Py_VISIT(state->cancel);
    return 0;
}

static int module_clear(PyObject *module)
{
    ModuleState *state = PyModule_GetState(module);
    Py_CLEAR(state->library);
    Py_CLEAR(state->track);
    Py_CLEAR(state->reach);
    Py_CLEAR(state->cancel);
    return 0;
}

static PyMethodDef module_methods[] = {
    {"search", (PyCFunction)(void (*)(void))track_search, METH_VARARGS | METH_KEYWORDS, "The best runs; see broadgauge_engine.routes.best_runs."},
    {"judge", (PyCFunction)(void (*)(void))track_judge, METH_FASTCALL, "The first rule that runs break, or what each is worth."},
    {"has_run", (PyCFunction)(void (*)(void))track_has_run, METH_FASTCALL, "Whether some train can make a legal run; None: a search can tell."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
#ifdef Py_mod_multiple_interpreters /* Python 3.12 */
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_mod_gil /* Python 3.13 */
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};
static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_track",
    .m_doc = "Laid track as a graph: connectivity and the best runs.",
    .m_size = sizeof(ModuleState),
    .m_methods = module_methods,
    .m_slots = module_slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
};

PyMODINIT_FUNC PyInit__track(void) { return PyModuleDef_Init(&module_def); }

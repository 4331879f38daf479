/* The type Cancel. Invariants: see cancel.h. */
#include "search/cancel.h"

typedef struct {
    PyObject_HEAD
    Flag set;
} Cancel;

const Flag *cancel_flag(PyObject *cancel) { return &((Cancel *)cancel)->set; }

static PyObject *cancel_set(Cancel *self, PyObject *Py_UNUSED(ignored))
{
    atomic_store_explicit(&self->set, true, memory_order_relaxed);
    Py_RETURN_NONE;
}

static PyObject *cancel_is_set(Cancel *self, PyObject *Py_UNUSED(ignored))
{
    return PyBool_FromLong(atomic_load_explicit(&self->set, memory_order_relaxed));
}

static int cancel_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void cancel_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef cancel_methods[] = {
    {"set", (PyCFunction)cancel_set, METH_NOARGS, "Ends the searches that were given this flag."},
    {"is_set", (PyCFunction)cancel_is_set, METH_NOARGS, "Whether set() was called."},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot cancel_slots[] = {
    {Py_tp_doc, "A flag with which another thread ends a search."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, cancel_dealloc},
    {Py_tp_traverse, cancel_traverse},
    {Py_tp_methods, cancel_methods},
    {0, NULL},
};
PyType_Spec cancel_spec = {
    .name = "broadgauge_engine.routes._track.Cancel",
    .basicsize = sizeof(Cancel),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = cancel_slots,
};

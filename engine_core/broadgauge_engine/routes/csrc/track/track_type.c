/* The type Track: compiling, walking, reading. Invariants: see track_type.h. */
#include "track/track_type.h"

#include "state.h"
#include "track/reach.h"

/* ---- Life ---- */

static PyObject *track_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"library", "laid", NULL};
    PyObject *library, *laid;
    ModuleState *state = PyType_GetModuleState(type);
    if (!state || !PyArg_ParseTupleAndKeywords(args, kwargs, "O!O!:Track", names, state->library, &library, &PyDict_Type, &laid))
        return NULL;
    Track *self = (Track *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    self->library = (Library *)Py_NewRef(library);
    self->derived = PyDict_New();
    if (!self->derived || lay_track(self, laid) < 0) Py_CLEAR(self);
    return (PyObject *)self;
}

static int track_traverse(Track *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->library);
    Py_VISIT(atomic_load(&self->stop_list));
    Py_VISIT(atomic_load(&self->segment_list));
    Py_VISIT(self->derived);
    return 0;
}

static int track_clear(Track *self)
{
    if (self->derived) PyDict_Clear(self->derived);
    return 0;
}

static void track_dealloc(Track *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    lift_track(self);
    graph_free(self->graph);
    Py_XDECREF(self->stop_list);
    Py_XDECREF(self->segment_list);
    Py_XDECREF(self->derived);
    Py_XDECREF(self->library);
    type->tp_free(self);
    Py_DECREF(type);
}

/* ---- Segments ---- */

const Graph *track_graph(Track *track)
{
    Graph *known = atomic_load(&track->graph);
    if (known) return known;
    bool too_much;
    Graph *made = graph_make(track, &too_much);
    if (!made) {
        if (too_much) PyErr_SetString(PyExc_ValueError, "too many ways between stops without a stop between them");
        else PyErr_NoMemory();
        return NULL;
    }
    if (atomic_compare_exchange_strong(&track->graph, &known, made)) return made;
    graph_free(made);
    return known;
}

static PyObject *side_name(const Track *track, Side side)
{
    PyObject *hex = hex_id(track->library, side.hex);
    return side.lanes == 1 ? PyUnicode_FromFormat("%U.%d", hex, side.edge)
                           : PyUnicode_FromFormat("%U.%d/%d", hex, side.edge, side.lane);
}

static PyObject *segment_tuple(const Segment *s, const Graph *graph, PyObject *names)
{
    PyObject *sides = PyTuple_New(s->sides);
    for (int i = 0; sides && i < s->sides; i++)
        PyTuple_SET_ITEM(sides, i, Py_NewRef(PyTuple_GET_ITEM(names, graph->side_list[s->first_side + (uint32_t)i])));
    return sides ? Py_BuildValue("(iiiiN)", s->a, s->b, s->a_flags, s->b_flags, sides) : NULL;
}

static PyObject *segment_list(const Track *track, const Graph *graph)
{
    PyObject *names = PyTuple_New(graph->sides), *list = PyTuple_New(graph->segments);
    for (int i = 0; names && list && i < graph->sides; i++) {
        PyObject *name = side_name(track, graph->side[i]);
        if (!name) Py_CLEAR(list);
        else PyTuple_SET_ITEM(names, i, name);
    }
    for (int i = 0; names && list && i < graph->segments; i++) {
        PyObject *segment = segment_tuple(&graph->segment[i], graph, names);
        if (!segment) Py_CLEAR(list);
        else PyTuple_SET_ITEM(list, i, segment);
    }
    if (!names) Py_CLEAR(list);
    Py_XDECREF(names);
    return list;
}

static PyObject *track_segments(Track *self, void *Py_UNUSED(closure))
{
    PyObject *known = atomic_load(&self->segment_list);
    if (known) return Py_NewRef(known);
    const Graph *graph = track_graph(self);
    PyObject *made = graph ? segment_list(self, graph) : NULL;
    return made ? keep_first(&self->segment_list, made) : NULL;
}

/* ---- Questions ---- */

static PyObject *track_reach(PyObject *object, PyTypeObject *type, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    Track *self = (Track *)object;
    uint8_t starts[MAX_STOPS], blocked[MAX_STOPS];
    ModuleState *state = PyType_GetModuleState(type);
    if (!state) return NULL;
    if (count != 2 || names) {
        PyErr_SetString(PyExc_TypeError, "reach(starts, blocked) takes two arguments by position");
        return NULL;
    }
    memset(starts, 0, (size_t)self->stops);
    memset(blocked, 0, (size_t)self->stops);
    if (mark_stops(self, args[0], starts) < 0 || mark_stops(self, args[1], blocked) < 0) return NULL;
    return reach_make(state->reach, self, starts, blocked);
}

static PyObject *track_stops(Track *self, void *Py_UNUSED(closure)) { return stop_list(self); }

static PyObject *track_value(Track *self, PyObject *args)
{
    PyObject *stop;
    int band;
    if (!PyArg_ParseTuple(args, "Oi:value", &stop, &band)) return NULL;
    int s = stop_number(self, stop);
    if (s < 0) return NULL;
    if (band < 0 || band >= BANDS) return PyErr_Format(PyExc_ValueError, "band %d is not 0 to 3", band);
    return PyLong_FromLong(self->stop[s].revenue[band]);
}

static PyObject *track_derived(Track *self, void *Py_UNUSED(closure)) { return Py_NewRef(self->derived); }

static PyObject *track_trains(Track *self, void *Py_UNUSED(closure)) { return Py_NewRef(self->library->trains); }

static PyObject *track_channel(Track *self, void *Py_UNUSED(closure))
{
    int channel = self->library->channel;
    return Py_NewRef(channel < 0 ? Py_None : hex_id(self->library, channel));
}

static PyObject *track_beyond(Track *self, PyObject *args)
{
    PyObject *id;
    int edge;
    if (!PyArg_ParseTuple(args, "Ui:beyond", &id, &edge)) return NULL;
    int hex = hex_number(self->library, id);
    if (hex < 0) return NULL;
    if (edge < 0 || edge > 5) return PyErr_Format(PyExc_ValueError, "no edge %d of hex %R on this map", edge, id);
    int other = self->library->beyond[hex][edge];
    return Py_NewRef(other < 0 ? Py_None : hex_id(self->library, other));
}

static PyObject *track_group(Track *self, PyObject *id)
{
    int hex = hex_number(self->library, id);
    return hex < 0 ? NULL : PyLong_FromLong(self->library->group[hex]);
}

static PyMethodDef track_methods[] = {
    {"reach", (PyCFunction)(void (*)(void))track_reach, METH_METHOD | METH_FASTCALL | METH_KEYWORDS,
     "What can be reached from some stops over laid track (5.4.1)."},
    {"value", (PyCFunction)track_value, METH_VARARGS, "Revenue of a stop in pounds, by phase band 0 to 3 (5.13.5)."},
    {"beyond", (PyCFunction)track_beyond, METH_VARARGS, "The hex behind an edge, None at the end of the map."},
    {"group", (PyCFunction)track_group, METH_O, "Number of the group of hexes that count as one place (5.4.2), 0: none."},
    {NULL, NULL, 0, NULL},
};
static PyGetSetDef track_getset[] = {
    {"channel", (getter)track_channel, NULL, "The English Channel's hex, or None (5.13.7).", NULL},
    {"derived", (getter)track_derived, NULL, "What the Python side worked out from this track.", NULL},
    {"trains", (getter)track_trains, NULL, "The title's train kinds.", NULL},
    {"stops", (getter)track_stops, NULL, "Every stop of the board, in order.", NULL},
    {"segments", (getter)track_segments, NULL, "Every stretch of track between neighbouring stops.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyType_Slot track_slots[] = {
    {Py_tp_doc, "The laid track of one position; never changes."},
    {Py_tp_new, track_new},
    {Py_tp_dealloc, track_dealloc},
    {Py_tp_traverse, track_traverse},
    {Py_tp_clear, track_clear},
    {Py_tp_methods, track_methods},
    {Py_tp_getset, track_getset},
    {0, NULL},
};
PyType_Spec track_spec = {
    .name = "broadgauge_engine.routes._track.Track",
    .basicsize = sizeof(Track),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = track_slots,
};

/* Walks over pieces, from hex to hex. Invariants: see reach.h. */
#include "track/reach.h"

typedef struct {
    PyObject_HEAD
    Track *track;
    uint8_t *sides;   /* per hex: bit per edge */
    uint8_t *reached; /* per stop */
} Reach;

/* A port on the list is the beginning of a piece that is walked to its other end. */
typedef struct {
    int count;
    uint16_t list[2 * MAX_PIECES];
    uint8_t seen[2 * MAX_PIECES];
} Walk;

static inline void push(Walk *walk, int port)
{
    if (!walk->seen[port]) {
        walk->seen[port] = 1;
        walk->list[walk->count++] = (uint16_t)port;
    }
}

/* Leaves a stop or junction over every piece of its hex that meets there and has none of the flags. */
static void leave(const Track *track, Walk *walk, int hex, int end, int except, int flags)
{
    for (int i = track->first_piece[hex]; i < track->first_piece[hex + 1]; i++) {
        const Path *path = &track->piece[i].path;
        if (i != except && !(path->flags & flags))
            for (int side = 0; side < 2; side++)
                if (path->end[side] == end) push(walk, 2 * i + side);
    }
}

static void cross(const Track *track, Walk *walk, Reach *reach, int port)
{
    const Piece *piece = &track->piece[port >> 1];
    int edge = piece->path.end[port & 1], hex = piece->hex;
    reach->sides[hex] |= (uint8_t)(1 << edge);
    if (!is_open(track->library, hex, edge)) return;
    int other = track->library->beyond[hex][edge];
    reach->sides[other] |= (uint8_t)(1 << opposite(edge));
    for (int i = track->first_piece[other]; i < track->first_piece[other + 1]; i++)
        for (int side = 0; side < 2; side++)
            if (ports_meet(piece, port & 1, &track->piece[i], side)) push(walk, 2 * i + side);
}

static void walk_track(const Track *track, Reach *reach, const uint8_t *starts, const uint8_t *blocked)
{
    Walk walk;
    walk.count = 0;
    memset(walk.seen, 0, (size_t)track->pieces * 2);
    for (int s = 0; s < track->stops; s++) {
        if (starts[s]) {
            reach->reached[s] = 1;
            leave(track, &walk, track->stop[s].hex, track->stop[s].end, -1, LINK);
        }
    }
    for (int next = 0; next < walk.count; next++) {
        int port = walk.list[next] ^ 1, i = port >> 1;
        const Piece *piece = &track->piece[i];
        int end = piece->path.end[port & 1];
        if (end < 6) {
            cross(track, &walk, reach, port);
        } else if (end == JUNCTION) {
            leave(track, &walk, piece->hex, end, i, 0);
        } else {
            int s = stop_at(track, piece->hex, end);
            reach->reached[s] = 1;
            if (!blocked[s] && !(piece->path.flags & TERMINAL)) leave(track, &walk, piece->hex, end, i, TERMINAL | LINK);
        }
    }
}

PyObject *reach_make(PyTypeObject *type, Track *track, const uint8_t *starts, const uint8_t *blocked)
{
    Reach *reach = (Reach *)type->tp_alloc(type, 0);
    if (!reach) return NULL;
    size_t hexes = (size_t)track->library->hexes;
    reach->track = (Track *)Py_NewRef(track);
    reach->sides = PyMem_Calloc(hexes + (size_t)track->stops + 1, 1);
    if (!reach->sides) {
        Py_DECREF(reach);
        return PyErr_NoMemory();
    }
    reach->reached = reach->sides + hexes;
    walk_track(track, reach, starts, blocked);
    return (PyObject *)reach;
}

/* No tp_clear: a cycle through what never changes leads through something that does, and is broken there. */
static int reach_traverse(Reach *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->track);
    return 0;
}

static void reach_dealloc(Reach *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    PyMem_Free(self->sides);
    Py_XDECREF(self->track);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *reach_sides(Reach *self, void *Py_UNUSED(closure))
{
    PyObject *sides = PyDict_New();
    for (int h = 0; sides && h < self->track->library->hexes; h++) {
        if (self->sides[h]) {
            PyObject *mask = PyLong_FromLong(self->sides[h]);
            if (!mask || PyDict_SetItem(sides, hex_id(self->track->library, h), mask) < 0) Py_CLEAR(sides);
            Py_XDECREF(mask);
        }
    }
    return sides;
}

static PyObject *reach_stops(Reach *self, void *Py_UNUSED(closure))
{
    PyObject *all = stop_list(self->track), *stops = all ? PyFrozenSet_New(NULL) : NULL;
    for (int s = 0; stops && s < self->track->stops; s++)
        if (self->reached[s] && PySet_Add(stops, PyTuple_GET_ITEM(all, s)) < 0) Py_CLEAR(stops);
    Py_XDECREF(all);
    return stops;
}

static PyObject *reach_sides_of(Reach *self, PyObject *id)
{
    int hex = hex_number(self->track->library, id);
    return hex < 0 ? NULL : PyLong_FromLong(self->sides[hex]);
}

static PyObject *reach_has_stop(Reach *self, PyObject *stop)
{
    int s = stop_number(self->track, stop);
    return s < 0 ? NULL : PyBool_FromLong(self->reached[s]);
}

static PyMethodDef reach_methods[] = {
    {"sides_of", (PyCFunction)reach_sides_of, METH_O, "Bit mask of the edges of a hex on which reached track ends."},
    {"has_stop", (PyCFunction)reach_has_stop, METH_O, "Whether a stop is reached."},
    {NULL, NULL, 0, NULL},
};
static PyGetSetDef reach_getset[] = {
    {"sides", (getter)reach_sides, NULL, "Hex id to bit mask of its edges on which reached track ends.", NULL},
    {"stops", (getter)reach_stops, NULL, "The stops reached, the starts included.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyType_Slot reach_slots[] = {
    {Py_tp_doc, "What a walk over laid track has reached."},
    {Py_tp_dealloc, reach_dealloc},
    {Py_tp_traverse, reach_traverse},
    {Py_tp_methods, reach_methods},
    {Py_tp_getset, reach_getset},
    {0, NULL},
};
PyType_Spec reach_spec = {
    .name = "broadgauge_engine.routes._track.Reach",
    .basicsize = sizeof(Reach),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = reach_slots,
};

/* The title's library of faces; the laid track of one position, and what can be reached over it (5.4, 5.8.6, 5.12).
 *
 * Invariants: see track.h. Everything that comes from Python is checked here once, so that the other files may index
 * without checks: every edge is 0..5, every end of a path exists on its face, every neighbour is a hex, lanes are below
 * their width. Pieces are stored by hex, so that the pieces that meet at a stop, a junction or an edge are
 * found by looking at the few pieces of one hex. A walk visits each port at most once, so it ends after 2 * pieces steps.
 */
#include "track.h"

static int check_face(const Face *face)
{
    for (int i = 0; i < face->paths; i++) {
        for (int side = 0; side < 2; side++) {
            int end = face->path[i].end[side];
            bool found = end < 6 || end == JUNCTION;
            for (int k = 0; !found && k < face->stops; k++) found = face->stop_end[k] == end;
            if (!found || face->path[i].lane[side] >= face->path[i].lanes[side]) {
                PyErr_Format(PyExc_ValueError, "path %d has no end %d on its face, or no such lane", i, end);
                return -1;
            }
        }
        if (face->path[i].end[0] == face->path[i].end[1]) {
            PyErr_Format(PyExc_ValueError, "path %d joins end %d to itself", i, face->path[i].end[0]);
            return -1;
        }
    }
    return 0;
}

/* A face from (paths: sequence of (a, b, a_lane, a_lanes, b_lane, b_lanes, flags), stops: sequence of (end, 4 values)). */
static int read_face(PyObject *data, Face *face)
{
    PyObject *paths, *stops;
    if (!PyArg_ParseTuple(data, "O!O!:face", &PyTuple_Type, &paths, &PyTuple_Type, &stops)) return -1;
    if (PyTuple_GET_SIZE(paths) > MAX_PATHS || PyTuple_GET_SIZE(stops) > MAX_FACE_STOPS) {
        PyErr_SetString(PyExc_ValueError, "a face has too many paths or stops");
        return -1;
    }
    face->paths = (uint8_t)PyTuple_GET_SIZE(paths);
    face->stops = (uint8_t)PyTuple_GET_SIZE(stops);
    for (int i = 0; i < face->paths; i++) {
        Path *p = &face->path[i];
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(paths, i), "bbbbbbb:path", &p->end[0], &p->end[1], &p->lane[0],
                              &p->lanes[0], &p->lane[1], &p->lanes[1], &p->flags))
            return -1;
    }
    for (int k = 0; k < face->stops; k++) {
        int16_t *r = face->revenue[k];
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(stops, k), "b(hhhh):stop", &face->stop_end[k], &r[0], &r[1], &r[2], &r[3]))
            return -1;
        for (int band = 0; band < BANDS; band++) {
            if (r[band] < 0 || r[band] > 1000) {
                PyErr_SetString(PyExc_ValueError, "a stop is worth 0 to 1000 pounds");
                return -1;
            }
        }
        if (face->stop_end[k] < CITY || face->stop_end[k] > OFFBOARD || (k && face->stop_end[k] <= face->stop_end[k - 1])) {
            PyErr_SetString(PyExc_ValueError, "stops of a face must be rising end codes of cities, towns, off-board");
            return -1;
        }
    }
    return check_face(face);
}

static int read_hexes(Library *self, PyObject *hexes)
{
    for (int h = 0; h < self->hexes; h++) {
        PyObject *id;
        int16_t *beyond = self->beyond[h];
        unsigned char closed, group;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(hexes, h), "U(hhhhhh)bb:hex", &id, &beyond[0], &beyond[1], &beyond[2],
                              &beyond[3], &beyond[4], &beyond[5], &closed, &group))
            return -1;
        for (int edge = 0; edge < 6; edge++) {
            if (beyond[edge] < -1 || beyond[edge] >= self->hexes) {
                PyErr_Format(PyExc_ValueError, "hex %U has no neighbour %d", id, beyond[edge]);
                return -1;
            }
        }
        self->open[h] = (uint8_t)(~closed & 63);
        self->group[h] = group;
        PyObject *number = PyLong_FromLong(h);
        if (!number || PyDict_SetItem(self->hex_numbers, id, number) < 0) {
            Py_XDECREF(number);
            return -1;
        }
        Py_DECREF(number);
        Py_INCREF(id);
        PyTuple_SET_ITEM(self->hex_ids, h, id);
    }
    for (int h = 0; h < self->hexes; h++) {
        for (int edge = 0; edge < 6; edge++) {
            int other = self->beyond[h][edge];
            if (other >= 0 && self->beyond[other][opposite(edge)] != h) {
                PyErr_Format(PyExc_ValueError, "hexes %d and %d are neighbours from one side only", h, other);
                return -1;
            }
            if (other < 0) self->open[h] &= (uint8_t)~(1 << edge);
            else if (!(self->open[h] >> edge & 1)) self->open[other] &= (uint8_t)~(1 << opposite(edge));
        }
    }
    return 0;
}

/* Every tile has six faces in the library. */
static int check_tiles(const Library *self)
{
    PyObject *tile, *first;
    Py_ssize_t position = 0;
    while (PyDict_Next(self->tile_faces, &position, &tile, &first)) {
        int overflow;
        long face = PyLong_Check(first) ? PyLong_AsLongAndOverflow(first, &overflow) : -1;
        if (face < 0 || face > self->faces - 6) {
            PyErr_Format(PyExc_ValueError, "tile %R has no six faces in the library", tile);
            return -1;
        }
    }
    return 0;
}

static PyObject *library_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"hexes", "faces", "tile_faces", "channel", "trains", NULL};
    PyObject *hexes, *faces, *tile_faces, *trains;
    int channel;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!O!O!iO:Library", names, &PyTuple_Type, &hexes, &PyTuple_Type, &faces,
                                     &PyDict_Type, &tile_faces, &channel, &trains))
        return NULL;
    Py_ssize_t count = PyTuple_GET_SIZE(hexes), face_count = PyTuple_GET_SIZE(faces);
    if (count > MAX_HEXES || face_count < count || face_count > 32000 || channel < -1 || channel >= count) {
        PyErr_SetString(PyExc_ValueError, "a library needs a printed face per hex, and at most 1024 hexes");
        return NULL;
    }
    Library *self = (Library *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    self->hexes = (int)count;
    self->faces = (int)face_count;
    self->channel = channel;
    Py_INCREF(trains);
    self->trains = trains;
    self->beyond = PyMem_Calloc((size_t)count + 1, sizeof *self->beyond);
    self->open = PyMem_Calloc((size_t)count + 1, 1);
    self->group = PyMem_Calloc((size_t)count + 1, 1);
    self->face = PyMem_Calloc((size_t)face_count + 1, sizeof *self->face);
    self->hex_ids = PyTuple_New(count);
    self->hex_numbers = PyDict_New();
    self->tile_faces = PyDict_Copy(tile_faces);
    if (!self->beyond || !self->open || !self->group || !self->face) PyErr_NoMemory();
    if (PyErr_Occurred() || read_hexes(self, hexes) < 0) goto failed;
    if (check_tiles(self) < 0) goto failed;
    for (int f = 0; f < self->faces; f++)
        if (read_face(PyTuple_GET_ITEM(faces, f), &self->face[f]) < 0) goto failed;
    return (PyObject *)self;
failed:
    Py_DECREF(self);
    return NULL;
}

static void library_dealloc(Library *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(self->beyond);
    PyMem_Free(self->open);
    PyMem_Free(self->group);
    PyMem_Free(self->face);
    Py_XDECREF(self->hex_ids);
    Py_XDECREF(self->hex_numbers);
    Py_XDECREF(self->tile_faces);
    Py_XDECREF(self->trains);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot library_slots[] = {
    {Py_tp_doc, "Faces, neighbours and closed sides of one title, numbered for the C code."},
    {Py_tp_new, library_new},
    {Py_tp_dealloc, library_dealloc},
    {0, NULL},
};
PyType_Spec library_spec = {
    .name = "broadgauge_engine.routes._track.Library",
    .basicsize = sizeof(Library),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = library_slots,
};

typedef struct {
    PyObject_HEAD
    Track *track;
    uint8_t *sides;   /* per hex: bit per edge */
    uint8_t *reached; /* per stop */
} Reach;

int stop_number(const Track *track, PyObject *stop)
{
    if (PyTuple_Check(stop) && PyTuple_GET_SIZE(stop) == 2 && PyLong_Check(PyTuple_GET_ITEM(stop, 1))) {
        PyObject *number = PyDict_GetItemWithError(track->library->hex_numbers, PyTuple_GET_ITEM(stop, 0));
        if (number) {
            long hex = PyLong_AsLong(number), end = PyLong_AsLong(PyTuple_GET_ITEM(stop, 1));
            if (end == -1 && PyErr_Occurred()) PyErr_Clear();
            for (int s = track->first_stop[hex]; s < track->first_stop[hex + 1]; s++)
                if (track->stop[s].end == end) return s;
        }
    }
    if (!PyErr_Occurred()) PyErr_Format(PyExc_ValueError, "%R is not a stop (hex id, end) of this board", stop);
    return -1;
}

int mark_stops(const Track *track, PyObject *stops, uint8_t *marks)
{
    PyObject *iterator = PyObject_GetIter(stops), *item;
    int count = 0;
    if (!iterator) return -1;
    while ((item = PyIter_Next(iterator))) {
        int s = stop_number(track, item);
        Py_DECREF(item);
        if (s < 0) break;
        count += !marks[s];
        marks[s] = 1;
    }
    Py_DECREF(iterator);
    return PyErr_Occurred() ? -1 : count;
}

bool ports_meet(const Piece *from, int from_end, const Piece *to, int to_end)
{
    const Path *a = &from->path, *b = &to->path;
    if (b->end[to_end] != opposite(a->end[from_end])) return false;
    if (a->lanes[from_end] == b->lanes[to_end])
        return b->lane[to_end] == a->lanes[from_end] - 1 - a->lane[from_end];
    return a->lanes[from_end] == 1 || b->lanes[to_end] == 1;
}

static const Face *hex_face(const Library *library, int hex, PyObject *laid)
{
    int face = hex, rotation;
    if (laid) {
        PyObject *tile;
        if (!PyTuple_Check(laid) || !PyArg_ParseTuple(laid, "Ui:laid", &tile, &rotation)) {
            PyErr_SetString(PyExc_ValueError, "a laid tile is a tuple (tile id, rotation)");
            return NULL;
        }
        PyObject *first = PyDict_GetItemWithError(library->tile_faces, tile);
        if (!first || rotation < 0 || rotation > 5) {
            if (!PyErr_Occurred()) PyErr_Format(PyExc_ValueError, "no tile %R with rotation %d", tile, rotation);
            return NULL;
        }
        face = (int)PyLong_AsLong(first) + rotation;
    }
    return &library->face[face];
}

static int fill(Track *self, const Face **faces)
{
    const Library *library = self->library;
    int pieces = 0, stops = 0;
    for (int h = 0; h < library->hexes; h++) {
        pieces += faces[h]->paths;
        stops += faces[h]->stops;
    }
    if (pieces > MAX_PIECES || stops > MAX_STOPS) {
        PyErr_SetString(PyExc_ValueError, "the board has too much track");
        return -1;
    }
    self->first_piece = PyMem_Malloc(((size_t)library->hexes + 1) * sizeof *self->first_piece);
    self->first_stop = PyMem_Malloc(((size_t)library->hexes + 1) * sizeof *self->first_stop);
    self->piece = PyMem_Malloc(((size_t)pieces + 1) * sizeof *self->piece);
    self->stop = PyMem_Malloc(((size_t)stops + 1) * sizeof *self->stop);
    if (!self->first_piece || !self->first_stop || !self->piece || !self->stop) {
        PyErr_NoMemory();
        return -1;
    }
    for (int h = 0; h < library->hexes; h++) {
        self->first_piece[h] = (int16_t)self->pieces;
        self->first_stop[h] = (int16_t)self->stops;
        for (int i = 0; i < faces[h]->paths; i++)
            self->piece[self->pieces++] = (Piece){(int16_t)h, faces[h]->path[i]};
        for (int k = 0; k < faces[h]->stops; k++)
            self->stop[self->stops++] = (Stop){(int16_t)h, faces[h]->stop_end[k], faces[h]->revenue[k]};
    }
    self->first_piece[library->hexes] = (int16_t)self->pieces;
    self->first_stop[library->hexes] = (int16_t)self->stops;
    return 0;
}

static PyObject *track_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"library", "laid", NULL};
    PyObject *library, *laid;
    ModuleState *state = PyType_GetModuleState(type);
    if (!state || !PyArg_ParseTupleAndKeywords(args, kwargs, "O!O!:Track", names, state->library, &library, &PyDict_Type, &laid))
        return NULL;
    Track *self = (Track *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    Py_INCREF(library);
    self->library = (Library *)library;
    const Face *faces[MAX_HEXES];
    for (int h = 0; h < self->library->hexes; h++) faces[h] = &self->library->face[h];
    PyObject *hex, *tile;
    Py_ssize_t position = 0;
    while (PyDict_Next(laid, &position, &hex, &tile)) {
        PyObject *number = PyDict_GetItemWithError(self->library->hex_numbers, hex);
        if (!number) {
            if (!PyErr_Occurred()) PyErr_Format(PyExc_ValueError, "no hex %R on this map", hex);
            goto failed;
        }
        int h = (int)PyLong_AsLong(number);
        if (!(faces[h] = hex_face(self->library, h, tile))) goto failed;
    }
    if (fill(self, faces) < 0 || !(self->derived = PyDict_New())) goto failed;
    return (PyObject *)self;
failed:
    Py_DECREF(self);
    return NULL;
}

static void track_dealloc(Track *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(self->first_piece);
    PyMem_Free(self->first_stop);
    PyMem_Free(self->piece);
    PyMem_Free(self->stop);
    graph_free(self->graph);
    Py_XDECREF(self->stop_list);
    Py_XDECREF(self->segment_list);
    Py_XDECREF(self->derived);
    Py_XDECREF(self->library);
    type->tp_free(self);
    Py_DECREF(type);
}

/* The walk: a port on the list is the beginning of a piece that is walked to its other end. */
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
    if (!(track->library->open[hex] >> edge & 1)) return;
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
            int s = track->first_stop[piece->hex];
            while (track->stop[s].end != end) s++;
            reach->reached[s] = 1;
            if (!blocked[s] && !(piece->path.flags & TERMINAL)) leave(track, &walk, piece->hex, end, i, TERMINAL | LINK);
        }
    }
}

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
    Reach *reach = (Reach *)state->reach->tp_alloc(state->reach, 0);
    if (!reach) return NULL;
    Py_INCREF(self);
    reach->track = self;
    reach->sides = PyMem_Calloc((size_t)self->library->hexes + (size_t)self->stops + 1, 1);
    if (!reach->sides) {
        Py_DECREF(reach);
        return PyErr_NoMemory();
    }
    reach->reached = reach->sides + self->library->hexes;
    walk_track(self, reach, starts, blocked);
    return (PyObject *)reach;
}

static PyObject *track_stops(Track *self, void *Py_UNUSED(closure))
{
    if (!self->stop_list) {
        PyObject *list = PyTuple_New(self->stops);
        for (int s = 0; list && s < self->stops; s++) {
            PyObject *item = Py_BuildValue("(Oi)", PyTuple_GET_ITEM(self->library->hex_ids, self->stop[s].hex), self->stop[s].end);
            if (!item) Py_CLEAR(list);
            else PyTuple_SET_ITEM(list, s, item);
        }
        if (!list) return NULL;
        self->stop_list = list;
    }
    Py_INCREF(self->stop_list);
    return self->stop_list;
}

static PyObject *track_segments(Track *self, void *Py_UNUSED(closure)) { return graph_segment_list(self); }

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

static PyObject *new_reference(PyObject *object)
{
    Py_INCREF(object);
    return object;
}

static PyObject *track_derived(Track *self, void *Py_UNUSED(closure)) { return new_reference(self->derived); }

static PyObject *track_trains(Track *self, void *Py_UNUSED(closure)) { return new_reference(self->library->trains); }

static PyObject *track_channel(Track *self, void *Py_UNUSED(closure))
{
    int channel = self->library->channel;
    return new_reference(channel < 0 ? Py_None : PyTuple_GET_ITEM(self->library->hex_ids, channel));
}

static PyObject *track_beyond(Track *self, PyObject *args)
{
    PyObject *hex;
    int edge;
    if (!PyArg_ParseTuple(args, "Ui:beyond", &hex, &edge)) return NULL;
    PyObject *number = PyDict_GetItemWithError(self->library->hex_numbers, hex);
    if (!number || edge < 0 || edge > 5)
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "no edge %d of hex %R on this map", edge, hex);
    int other = self->library->beyond[PyLong_AsLong(number)][edge];
    return new_reference(other < 0 ? Py_None : PyTuple_GET_ITEM(self->library->hex_ids, other));
}

static PyObject *track_group(Track *self, PyObject *hex)
{
    PyObject *number = PyDict_GetItemWithError(self->library->hex_numbers, hex);
    if (number) return PyLong_FromLong(self->library->group[PyLong_AsLong(number)]);
    return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "no hex %R on this map", hex);
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
    {Py_tp_methods, track_methods},
    {Py_tp_getset, track_getset},
    {0, NULL},
};
PyType_Spec track_spec = {
    .name = "broadgauge_engine.routes._track.Track",
    .basicsize = sizeof(Track),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = track_slots,
};

static void reach_dealloc(Reach *self)
{
    PyTypeObject *type = Py_TYPE(self);
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
            if (!mask || PyDict_SetItem(sides, PyTuple_GET_ITEM(self->track->library->hex_ids, h), mask) < 0) Py_CLEAR(sides);
            Py_XDECREF(mask);
        }
    }
    return sides;
}

static PyObject *reach_stops(Reach *self, void *Py_UNUSED(closure))
{
    PyObject *all = track_stops(self->track, NULL), *stops = all ? PyFrozenSet_New(NULL) : NULL;
    for (int s = 0; stops && s < self->track->stops; s++)
        if (self->reached[s] && PySet_Add(stops, PyTuple_GET_ITEM(all, s)) < 0) Py_CLEAR(stops);
    Py_XDECREF(all);
    return stops;
}

static PyObject *reach_sides_of(Reach *self, PyObject *hex)
{
    PyObject *number = PyDict_GetItemWithError(self->track->library->hex_numbers, hex);
    if (number) return PyLong_FromLong(self->sides[PyLong_AsLong(number)]);
    return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "no hex %R on this map", hex);
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
    {Py_tp_methods, reach_methods},
    {Py_tp_getset, reach_getset},
    {0, NULL},
};
PyType_Spec reach_spec = {
    .name = "broadgauge_engine.routes._track.Reach",
    .basicsize = sizeof(Reach),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = reach_slots,
};

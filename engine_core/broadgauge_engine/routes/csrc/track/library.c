/* Reads the title's hexes and faces from Python. Invariants: see library.h. */
#include "track/library.h"

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

/* Closes each edge that is closed from one side, or at the end of the map, from both. */
static int join_neighbours(Library *self)
{
    for (int h = 0; h < self->hexes; h++) {
        for (int edge = 0; edge < 6; edge++) {
            int other = self->beyond[h][edge];
            if (other >= 0 && self->beyond[other][opposite(edge)] != h) {
                PyErr_Format(PyExc_ValueError, "hexes %d and %d are neighbours from one side only", h, other);
                return -1;
            }
            if (other < 0) self->open[h] &= (uint8_t)~(1 << edge);
            else if (!is_open(self, h, edge)) self->open[other] &= (uint8_t)~(1 << opposite(edge));
        }
    }
    return 0;
}

/* Hexes from (id, six neighbours, mask of closed edges, group). */
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
        PyTuple_SET_ITEM(self->hex_ids, h, Py_NewRef(id));
    }
    return join_neighbours(self);
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

int find_hex(const Library *library, PyObject *id)
{
    PyObject *number = PyDict_GetItemWithError(library->hex_numbers, id);
    return number ? (int)PyLong_AsLong(number) : -1;
}

int hex_number(const Library *library, PyObject *id)
{
    int hex = find_hex(library, id);
    if (hex < 0 && !PyErr_Occurred()) PyErr_Format(PyExc_ValueError, "no hex %R on this map", id);
    return hex;
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
    if (count > MAX_HEXES || face_count < count || face_count > MAX_FACES || channel < -1 || channel >= count) {
        PyErr_SetString(PyExc_ValueError, "a library needs a printed face per hex, and at most 1024 hexes");
        return NULL;
    }
    Library *self = (Library *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    self->hexes = (int)count;
    self->faces = (int)face_count;
    self->channel = channel;
    self->trains = Py_NewRef(trains);
    self->beyond = PyMem_Calloc((size_t)count + 1, sizeof *self->beyond);
    self->open = PyMem_Calloc((size_t)count + 1, 1);
    self->group = PyMem_Calloc((size_t)count + 1, 1);
    self->face = PyMem_Calloc((size_t)face_count + 1, sizeof *self->face);
    self->hex_ids = PyTuple_New(count);
    self->hex_numbers = PyDict_New();
    self->tile_faces = PyDict_Copy(tile_faces);
    if (!self->beyond || !self->open || !self->group || !self->face) PyErr_NoMemory();
    if (PyErr_Occurred() || read_hexes(self, hexes) < 0 || check_tiles(self) < 0) goto failed;
    for (int f = 0; f < self->faces; f++)
        if (read_face(PyTuple_GET_ITEM(faces, f), &self->face[f]) < 0) goto failed;
    return (PyObject *)self;
failed:
    Py_DECREF(self);
    return NULL;
}

static int library_traverse(Library *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->hex_ids);
    Py_VISIT(self->hex_numbers);
    Py_VISIT(self->tile_faces);
    Py_VISIT(self->trains);
    return 0;
}

static int library_clear(Library *self)
{
    Py_XSETREF(self->trains, Py_NewRef(Py_None));
    return 0;
}

static void library_dealloc(Library *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
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
    {Py_tp_traverse, library_traverse},
    {Py_tp_clear, library_clear},
    {0, NULL},
};
PyType_Spec library_spec = {
    .name = "broadgauge_engine.routes._track.Library",
    .basicsize = sizeof(Library),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = library_slots,
};

/* Lays tiles, and answers where pieces meet. Invariants: see track.h. */
#include "track/track.h"

#ifndef Py_BEGIN_CRITICAL_SECTION /* Python 3.13; before there is always the lock */
#define Py_BEGIN_CRITICAL_SECTION(object) {
#define Py_END_CRITICAL_SECTION() }
#endif

/* ---- Laying ---- */

/* The face that a hex shows with this tile: (tile id, rotation). NULL with an error set. */
static const Face *laid_face(const Library *library, PyObject *laid)
{
    PyObject *tile = NULL, *turns = NULL;
    if (PyTuple_Check(laid) && PyTuple_GET_SIZE(laid) == 2) {
        tile = PyTuple_GET_ITEM(laid, 0);
        turns = PyTuple_GET_ITEM(laid, 1);
    }
    if (!tile || !PyUnicode_Check(tile) || !PyLong_Check(turns)) {
        PyErr_SetString(PyExc_ValueError, "a laid tile is a tuple (tile id, rotation)");
        return NULL;
    }
    int overflow;
    long rotation = PyLong_AsLongAndOverflow(turns, &overflow);
    PyObject *first = PyDict_GetItemWithError(library->tile_faces, tile);
    if (first && !overflow && rotation >= 0 && rotation < 6) return &library->face[PyLong_AsLong(first) + rotation];
    if (!PyErr_Occurred()) PyErr_Format(PyExc_ValueError, "no tile %R with rotation %R", tile, turns);
    return NULL;
}

static int lay_tiles(const Library *library, PyObject *laid, const Face **faces)
{
    PyObject *id, *tile;
    Py_ssize_t position = 0;
    while (PyDict_Next(laid, &position, &id, &tile)) {
        /* Strings of the caller's own kind may do anything while they are compared. */
        Py_INCREF(id);
        Py_INCREF(tile);
        int hex = hex_number(library, id);
        const Face *face = hex >= 0 ? laid_face(library, tile) : NULL;
        Py_DECREF(id);
        Py_DECREF(tile);
        if (!face) return -1;
        faces[hex] = face;
    }
    return 0;
}

static int find_faces(const Library *library, PyObject *laid, const Face **faces)
{
    int status;
    for (int h = 0; h < library->hexes; h++) faces[h] = &library->face[h];
    Py_BEGIN_CRITICAL_SECTION(laid);
    status = lay_tiles(library, laid, faces);
    Py_END_CRITICAL_SECTION();
    return status;
}

static int allocate(Track *track, size_t hexes, size_t pieces, size_t stops)
{
    if (pieces > MAX_PIECES || stops > MAX_STOPS) {
        PyErr_SetString(PyExc_ValueError, "the board has too much track");
        return -1;
    }
    track->first_piece = PyMem_Malloc((hexes + 1) * sizeof *track->first_piece);
    track->first_stop = PyMem_Malloc((hexes + 1) * sizeof *track->first_stop);
    track->piece = PyMem_Malloc((pieces + 1) * sizeof *track->piece);
    track->stop = PyMem_Malloc((stops + 1) * sizeof *track->stop);
    if (track->first_piece && track->first_stop && track->piece && track->stop) return 0;
    PyErr_NoMemory();
    return -1;
}

int lay_track(Track *track, PyObject *laid)
{
    const Face *faces[MAX_HEXES];
    int hexes = track->library->hexes;
    size_t pieces = 0, stops = 0;
    if (find_faces(track->library, laid, faces) < 0) return -1;
    for (int h = 0; h < hexes; h++) {
        pieces += faces[h]->paths;
        stops += faces[h]->stops;
    }
    if (allocate(track, (size_t)hexes, pieces, stops) < 0) return -1;
    for (int h = 0; h < hexes; h++) {
        track->first_piece[h] = (int16_t)track->pieces;
        track->first_stop[h] = (int16_t)track->stops;
        for (int i = 0; i < faces[h]->paths; i++) track->piece[track->pieces++] = (Piece){(int16_t)h, faces[h]->path[i]};
        for (int k = 0; k < faces[h]->stops; k++)
            track->stop[track->stops++] = (Stop){(int16_t)h, faces[h]->stop_end[k], faces[h]->revenue[k]};
    }
    track->first_piece[hexes] = (int16_t)track->pieces;
    track->first_stop[hexes] = (int16_t)track->stops;
    return 0;
}

void lift_track(Track *track)
{
    PyMem_Free(track->first_piece);
    PyMem_Free(track->first_stop);
    PyMem_Free(track->piece);
    PyMem_Free(track->stop);
}

PyObject *keep_first(_Atomic(PyObject *) *place, PyObject *made)
{
    PyObject *first = NULL;
    if (atomic_compare_exchange_strong(place, &first, made)) return Py_NewRef(made);
    Py_DECREF(made);
    return Py_NewRef(first);
}

/* ---- Stops ---- */

int stop_number(const Track *track, PyObject *stop)
{
    if (PyTuple_Check(stop) && PyTuple_GET_SIZE(stop) == 2 && PyLong_Check(PyTuple_GET_ITEM(stop, 1))) {
        int hex = find_hex(track->library, PyTuple_GET_ITEM(stop, 0));
        if (hex >= 0) {
            long end = PyLong_AsLong(PyTuple_GET_ITEM(stop, 1));
            if (end == -1 && PyErr_Occurred()) PyErr_Clear();
            for (int s = track->first_stop[hex]; s < track->first_stop[hex + 1]; s++)
                if (track->stop[s].end == end) return s;
        }
    }
    if (!PyErr_Occurred()) PyErr_Format(PyExc_ValueError, "%R is not a stop (hex id, end) of this board", stop);
    return -1;
}

PyObject *stop_list(Track *track)
{
    PyObject *known = atomic_load(&track->stop_list);
    if (known) return Py_NewRef(known);
    PyObject *list = PyTuple_New(track->stops);
    for (int s = 0; list && s < track->stops; s++) {
        PyObject *stop = Py_BuildValue("(Oi)", hex_id(track->library, track->stop[s].hex), track->stop[s].end);
        if (!stop) Py_CLEAR(list);
        else PyTuple_SET_ITEM(list, s, stop);
    }
    return list ? keep_first(&track->stop_list, list) : NULL;
}

int mark_stops(const Track *track, PyObject *stops, uint8_t *marks)
{
    PyObject *iterator = PyObject_GetIter(stops), *item;
    if (!iterator) return -1;
    while ((item = PyIter_Next(iterator))) {
        int s = stop_number(track, item);
        Py_DECREF(item);
        if (s < 0) break;
        marks[s] = 1;
    }
    Py_DECREF(iterator);
    return PyErr_Occurred() ? -1 : 0;
}

int stop_at(const Track *track, int hex, int end)
{
    int stop = track->first_stop[hex];
    while (track->stop[stop].end != end) stop++;
    return stop;
}

int channel_stop(const Track *track)
{
    int hex = track->library->channel;
    return hex >= 0 && track->first_stop[hex] < track->first_stop[hex + 1] ? track->first_stop[hex] : -1;
}

/* ---- Where pieces meet ---- */

bool ports_meet(const Piece *from, int from_end, const Piece *to, int to_end)
{
    const Path *a = &from->path, *b = &to->path;
    if (b->end[to_end] != opposite(a->end[from_end])) return false;
    if (a->lanes[from_end] == b->lanes[to_end]) return b->lane[to_end] == a->lanes[from_end] - 1 - a->lane[from_end];
    return a->lanes[from_end] == 1 || b->lanes[to_end] == 1;
}

Side crossing_name(const Piece *from, int from_end, const Piece *to, int to_end)
{
    Side a = port_name(from, from_end), b = port_name(to, to_end);
    if (a.lanes != b.lanes) return a.lanes < b.lanes ? a : b;
    return a.hex < b.hex || (a.hex == b.hex && a.edge < b.edge) ? a : b; /* the same from both sides */
}

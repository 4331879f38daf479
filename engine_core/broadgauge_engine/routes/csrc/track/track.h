/* The laid track of one position, piece by piece, and where pieces meet.
 *
 * Invariants
 *   - Stops are numbered in the order (hex, end code), hexes by their ids as text: comparing stop numbers is comparing
 *     (hex id, end code). Every document that says "the smallest list of stops" means this order.
 *   - Pieces are stored by hex, so that those that meet at a stop, a junction or an edge are found by looking at the few
 *     pieces of one hex.
 *   - Port 2*i is end a of piece i, port 2*i+1 is end b; port ^ 1 is the other end of the same piece.
 *   - A Track never changes after it is made, but for what is made on first use: each such place is filled once, in one
 *     step, by whoever is first. So searches read it without the GIL.
 */
#ifndef BROADGAUGE_TRACK_H
#define BROADGAUGE_TRACK_H

#include "track/library.h"

#include <stdatomic.h>

enum { MAX_STOPS = 1024, MAX_PIECES = 4096 };

typedef struct {
    int16_t hex;
    Path path;
} Piece;

typedef struct {
    int16_t hex;
    uint8_t end;
    const int16_t *revenue;
} Stop;

/* A crossing of a hex edge by one line of track, named after the hex with the smaller id; where a single track meets
 * several lanes, after the single track, which only one route may use. */
typedef struct {
    int16_t hex;
    uint8_t edge, lane, lanes;
} Side;

struct Graph;

typedef struct {
    PyObject_HEAD
    Library *library;
    int pieces, stops;
    int16_t *first_piece; /* per hex, hexes + 1 entries */
    int16_t *first_stop;  /* per hex, hexes + 1 entries */
    Piece *piece;
    Stop *stop;
    _Atomic(struct Graph *) graph; /* these three are made on first use, and never replaced */
    _Atomic(PyObject *) stop_list; /* tuple of (hex id, end) */
    _Atomic(PyObject *) segment_list;
    PyObject *derived; /* dict: what the Python side worked out from this track */
} Track;

/* Lays the printed faces and the tiles of `laid` (hex id -> (tile id, rotation)) on a new track, which already has its
 * library. -1 with an error set. */
int lay_track(Track *track, PyObject *laid);
/* Frees what lay_track() has made. */
void lift_track(Track *track);

/* Puts an object into an empty place, unless another thread was first. Returns the one that is there, a new reference. */
PyObject *keep_first(_Atomic(PyObject *) *place, PyObject *made);

/* The stop with this Python name (hex id, end code), or -1 with ValueError set. */
int stop_number(const Track *track, PyObject *stop);
/* All of them as Python names them, a tuple; made on first use. NULL with an error set. */
PyObject *stop_list(Track *track);
/* Marks the stops named by an iterable in marks (one byte per stop). -1 with an error set. */
int mark_stops(const Track *track, PyObject *stops, uint8_t *marks);
/* The stop at which a piece ends that ends at one. */
int stop_at(const Track *track, int hex, int end);
/* The English Channel's city, or -1. */
int channel_stop(const Track *track);

/* Whether track at one end of a piece goes on at an end of another one, across the edge between them. */
bool ports_meet(const Piece *from, int from_end, const Piece *to, int to_end);
/* The one name of the crossing at which two pieces meet: the single track's where widths differ, else the smaller hex's. */
Side crossing_name(const Piece *from, int from_end, const Piece *to, int to_end);

static inline Side port_name(const Piece *piece, int end)
{
    return (Side){piece->hex, piece->path.end[end], piece->path.lane[end], piece->path.lanes[end]};
}

#endif

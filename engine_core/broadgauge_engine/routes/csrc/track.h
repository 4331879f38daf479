/* The laid track of a board: the title's library of faces, and the pieces of track that one position shows.
 *
 * Invariants
 *   - Hexes are numbered in the order of their ids as text, stops in the order (hex, end code): comparing stop numbers
 *     is comparing (hex id, end code). Every document that says "the smallest list of stops" means this order.
 *   - A Library and a Track never change after they are made, but for caches that are filled under the GIL and never
 *     replaced. Searches read them without the GIL.
 *   - Port 2*i is end a of piece i, port 2*i+1 is end b; port ^ 1 is the other end of the same piece.
 */
#ifndef BROADGAUGE_TRACK_H
#define BROADGAUGE_TRACK_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdbool.h>
#include <stdint.h>

enum { CITY = 8, TOWN = 16, OFFBOARD = 24, JUNCTION = 25 }; /* title/model.py */
enum { TERMINAL = 1, LINK = 2 };                            /* flags of a piece */
enum { MAX_PATHS = 16, MAX_FACE_STOPS = 16, BANDS = 4, MAX_HEXES = 1024, MAX_STOPS = 1024, MAX_PIECES = 4096 };

/* One piece of track on a face; lanes count from 0, a plain side has one lane (index 0 of 1). */
typedef struct {
    uint8_t end[2], lane[2], lanes[2], flags;
} Path;

typedef struct {
    uint8_t paths, stops;
    Path path[MAX_PATHS];
    uint8_t stop_end[MAX_FACE_STOPS]; /* rising */
    int16_t revenue[MAX_FACE_STOPS][BANDS];
} Face;

typedef struct {
    PyObject_HEAD
    int hexes, faces;
    int16_t (*beyond)[6];  /* hex behind each edge, -1 at the end of the map */
    uint8_t *open;         /* bit per edge: track may cross it, from both sides */
    uint8_t *group;        /* cities of one group are one place for a route (5.4.2); 0: none */
    int channel;           /* the English Channel's hex, or -1 (5.13.7) */
    Face *face;            /* printed faces in the order of hexes, then six rotations of each tile */
    PyObject *hex_ids;     /* tuple of str */
    PyObject *hex_numbers; /* dict: hex id -> number */
    PyObject *tile_faces;  /* dict: tile id -> number of its first face */
    PyObject *trains;      /* the title's train kinds, kept for the Python side */
} Library;

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

/* Track from stop a to stop b, a < b, without a stop between. Sides in order from a; a segment inside one hex has none. */
typedef struct {
    int16_t a, b;
    uint8_t a_flags, b_flags; /* TERMINAL, LINK of the pieces at its ends */
    uint16_t sides;
    uint32_t first_side; /* into Graph.side_list */
} Segment;

/* The track contracted to segments between stops. */
typedef struct {
    int segments, sides;
    Segment *segment;
    uint16_t *side_list;
    Side *side; /* in the order (hex, edge, lane, divided or not) */
} Graph;

typedef struct {
    PyObject_HEAD
    Library *library;
    int pieces, stops;
    int16_t *first_piece; /* per hex, hexes + 1 entries */
    int16_t *first_stop;  /* per hex, hexes + 1 entries */
    Piece *piece;
    Stop *stop;
    Graph *graph;        /* made on first use */
    PyObject *stop_list; /* tuple of (hex id, end), made on first use */
    PyObject *segment_list;
    PyObject *derived; /* dict: what the Python side worked out from this track */
} Track;

typedef struct {
    PyTypeObject *library, *track, *reach, *cancel;
} ModuleState;

extern PyType_Spec library_spec, track_spec, reach_spec;

/* The stop with this Python name (hex id, end code), or -1 with ValueError set. */
int stop_number(const Track *track, PyObject *stop);

/* Marks the stops named by an iterable in marks (one byte per stop). Returns their number, or -1 with an error set. */
int mark_stops(const Track *track, PyObject *stops, uint8_t *marks);

/* Whether track at port p of a piece continues at port q across the edge between them. */
bool ports_meet(const Piece *from, int from_end, const Piece *to, int to_end);

static inline Side port_name(const Piece *piece, int end)
{
    return (Side){piece->hex, piece->path.end[end], piece->path.lane[end], piece->path.lanes[end]};
}

/* The one name of the crossing at which two pieces meet: the single track's where widths differ, else the smaller hex's. */
Side crossing_name(const Piece *from, int from_end, const Piece *to, int to_end);

/* The contracted track; NULL with an error set when memory ends or the board has too much track. */
const Graph *track_graph(Track *track);
void graph_free(Graph *graph);

PyObject *graph_segment_list(Track *track);

static inline int opposite(int edge) { return (edge + 3) % 6; }

#endif

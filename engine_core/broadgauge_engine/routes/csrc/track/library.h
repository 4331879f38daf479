/* A title's library: its hexes, and the faces that they and the tiles may show.
 *
 * Invariants
 *   - Everything that comes from Python is checked here once, so that the other files may index without checks: every edge
 *     is 0..5, every end of a path exists on its face, every neighbour is a hex, lanes are below their width.
 *   - Hexes have the numbers of their places in the list that was given; board.py sorts them by their ids as text.
 *   - Neighbours are neighbours from both sides, and an edge is open from both sides or from none.
 *   - A Library never changes after it is made.
 */
#ifndef BROADGAUGE_LIBRARY_H
#define BROADGAUGE_LIBRARY_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdbool.h>
#include <stdint.h>

enum { CITY = 8, TOWN = 16, OFFBOARD = 24, JUNCTION = 25 }; /* title/model.py */
enum { TERMINAL = 1, LINK = 2 };                            /* flags of a piece */
enum { MAX_PATHS = 16, MAX_FACE_STOPS = 16, BANDS = 4, MAX_HEXES = 1024, MAX_FACES = 32000 };

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

extern PyType_Spec library_spec;

/* The hex with this id, or -1: without an error if there is just none. */
int find_hex(const Library *library, PyObject *id);
/* The same; a ValueError if there is none. */
int hex_number(const Library *library, PyObject *id);

static inline PyObject *hex_id(const Library *library, int hex) { return PyTuple_GET_ITEM(library->hex_ids, hex); }
static inline int opposite(int edge) { return (edge + 3) % 6; }
/* Whether track may go on over this edge; then there is a hex beyond it. */
static inline bool is_open(const Library *library, int hex, int edge) { return library->open[hex] >> edge & 1; }

#endif

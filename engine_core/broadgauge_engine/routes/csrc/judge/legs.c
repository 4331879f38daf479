/* Walks over given sides. Invariants: see legs.h. */
#include "judge/legs.h"

enum { MAX_LEG_STEPS = 20000 };

typedef struct {
    const Track *track;
    const Side *side; /* that are to be crossed, in order */
    int sides, goal;
    int start, first;           /* stop of the stretch that is walked now, and its first side */
    int junctions, since;       /* passed; those of this stretch begin at `since` */
    int16_t junction[MAX_LEG + 2];
    int *number;                /* of the sides crossed */
    uint8_t from_flags, to_flags;
    bool skipping;              /* stops may be passed; the first one is kept */
    int skipped, steps;
} Walk;

static bool same_side(const Side *a, const Side *b)
{
    return a->hex == b->hex && a->edge == b->edge && a->lane == b->lane && (a->lanes == 1) == (b->lanes == 1);
}

static int side_number(const Track *track, const Side *name)
{
    for (int i = track->first_piece[name->hex]; i < track->first_piece[name->hex + 1]; i++) {
        for (int e = 0; e < 2; e++) {
            Side port = port_name(&track->piece[i], e);
            if (port.edge == name->edge && same_side(&port, name)) return 2 * i + e;
        }
    }
    return 0;
}

static bool leave_stop(Walk *w, int stop, int crossed);

/* Walks the piece that begins at this port, and on over the given sides. */
static bool walk_leg(Walk *w, int port, int crossed)
{
    const Track *track = w->track;
    port ^= 1;
    const Piece *piece = &track->piece[port >> 1];
    int end = piece->path.end[port & 1];
    if (++w->steps > MAX_LEG_STEPS) return false;
    if (end < 6) {
        if (crossed == w->sides || !is_open(track->library, piece->hex, end)) return false;
        for (int s = w->first; s < crossed; s++)
            if (same_side(&w->side[s], &w->side[crossed])) return false;
        int other = track->library->beyond[piece->hex][end];
        for (int i = track->first_piece[other]; i < track->first_piece[other + 1]; i++) {
            for (int e = 0; e < 2; e++) {
                if (!ports_meet(piece, port & 1, &track->piece[i], e)) continue;
                Side name = crossing_name(piece, port & 1, &track->piece[i], e);
                if (!same_side(&name, &w->side[crossed])) continue;
                w->number[crossed] = side_number(track, &name);
                if (walk_leg(w, 2 * i + e, crossed + 1)) return true;
            }
        }
        return false;
    }
    if (end == JUNCTION) {
        for (int n = w->since; n < w->junctions; n++)
            if (w->junction[n] == piece->hex) return false;
        if (w->junctions > MAX_LEG) return false;
        w->junction[w->junctions++] = piece->hex;
        for (int i = track->first_piece[piece->hex]; i < track->first_piece[piece->hex + 1]; i++)
            for (int e = 0; e < 2; e++)
                if (i != port >> 1 && track->piece[i].path.end[e] == JUNCTION && walk_leg(w, 2 * i + e, crossed)) return true;
        w->junctions--;
        return false;
    }
    int stop = stop_at(track, piece->hex, end);
    w->to_flags = piece->path.flags;
    if (stop == w->goal) return crossed == w->sides;
    if (!w->skipping || crossed == w->first || stop == w->start) return false;
    int start = w->start, first = w->first, since = w->since;
    w->first = crossed;
    w->since = w->junctions;
    bool found = leave_stop(w, stop, crossed);
    w->start = start;
    w->first = first;
    w->since = since;
    if (found) w->skipped = stop;
    return found;
}

static bool leave_stop(Walk *w, int stop, int crossed)
{
    const Track *track = w->track;
    int hex = track->stop[stop].hex;
    w->start = stop;
    for (int i = track->first_piece[hex]; i < track->first_piece[hex + 1]; i++) {
        for (int e = 0; e < 2; e++) {
            w->from_flags = track->piece[i].path.flags;
            if (track->piece[i].path.end[e] == track->stop[stop].end && walk_leg(w, 2 * i + e, crossed)) return true;
        }
    }
    return false;
}

/* A side from its name, H23.4 or E26.0/1: 1, or 0 if no side is called so, -1 with an error set. */
static int read_side(const Track *track, PyObject *name, Side *side)
{
    if (!PyUnicode_Check(name)) return 0;
    Py_ssize_t length = PyUnicode_GetLength(name), dot = PyUnicode_FindChar(name, '.', 0, length, -1);
    if (dot < 0 || dot + 1 >= length || length - dot > 6) return dot == -2 ? -1 : 0;
    Py_UCS4 edge = PyUnicode_ReadChar(name, dot + 1);
    int lane = 0;
    bool lanes = length > dot + 2;
    if (edge < '0' || edge > '5' || (lanes && (PyUnicode_ReadChar(name, dot + 2) != '/' || length == dot + 3))) return 0;
    for (Py_ssize_t i = dot + 3; i < length; i++) {
        Py_UCS4 digit = PyUnicode_ReadChar(name, i);
        if (digit < '0' || digit > '9' || (digit == '0' && i == dot + 3 && length > dot + 4)) return 0;
        lane = 10 * lane + (int)(digit - '0');
    }
    if (lane > 255) return 0;
    PyObject *id = PyUnicode_Substring(name, 0, dot);
    int hex = id ? find_hex(track->library, id) : -1;
    Py_XDECREF(id);
    if (hex < 0) return PyErr_Occurred() ? -1 : 0;
    *side = (Side){(int16_t)hex, (uint8_t)(edge - '0'), (uint8_t)lane, lanes ? 2 : 1};
    return 1;
}

int leg_find(const Track *track, int a, int b, PyObject *names, Leg *leg)
{
    Side side[MAX_LEG];
    int number[MAX_LEG + 1], status = 1;
    PyObject *list = PySequence_Tuple(names);
    if (!list) return -1;
    Py_ssize_t sides = PyTuple_GET_SIZE(list);
    leg->skipped = -1;
    if (sides > MAX_LEG) status = 0;
    /* From the smaller stop, as segments are found. */
    for (Py_ssize_t i = 0; i < sides && status == 1; i++)
        status = read_side(track, PyTuple_GET_ITEM(list, i), &side[a < b ? i : sides - 1 - i]);
    Py_DECREF(list);
    if (status != 1) return status;
    Walk w = {.track = track, .side = side, .sides = (int)sides, .goal = a < b ? b : a, .number = number};
    if (a != b && leave_stop(&w, a < b ? a : b, 0)) {
        leg->from_flags = a < b ? w.from_flags : w.to_flags;
        leg->to_flags = a < b ? w.to_flags : w.from_flags;
        leg->sides = sides ? (int)sides : 1;
        if (!sides) number[0] = 2 * track->pieces + (a < b ? a : b);
        for (int i = 0; i < leg->sides; i++) leg->side[i] = number[a < b ? i : leg->sides - 1 - i];
        return 1;
    }
    for (int i = 0; i < w.sides / 2 && a > b; i++) {
        Side swap = side[i];
        side[i] = side[sides - 1 - i];
        side[sides - 1 - i] = swap;
    }
    w = (Walk){.track = track, .side = side, .sides = (int)sides, .goal = b, .number = number, .skipping = true};
    if (sides && leave_stop(&w, a, 0)) leg->skipped = w.skipped;
    return 0;
}

/* Looks one stop around each own token. Invariants: see has_run.h. */
#include "judge/has_run.h"

#include "judge/query.h"

/* The first stops that track from this one leads to. 1: one of them makes a run of two stops; -1: the English Channel is
 * there, about which only a search knows; 0: neither. */
static int look_around(const Track *track, int start)
{
    const uint8_t *group = track->library->group;
    int channel = channel_stop(track), list[2 * MAX_PIECES], count = 0, result = 0;
    uint8_t seen[2 * MAX_PIECES];
    memset(seen, 0, (size_t)(2 * track->pieces));
    for (int next = -1; next < count && result < 1; next++) {
        int port = next < 0 ? -1 : list[next] ^ 1, from = port >> 1;
        int hex = next < 0 ? track->stop[start].hex : track->piece[from].hex;
        int end = next < 0 ? track->stop[start].end : track->piece[from].path.end[port & 1];
        if (next >= 0 && end != JUNCTION && end >= CITY) {
            int stop = stop_at(track, hex, end);
            if (stop == start) continue;
            int same = group[hex] && group[hex] == group[track->stop[start].hex];
            if (channel >= 0 && (stop == channel || start == channel || end == OFFBOARD)) result = -1;
            else if (!same) result = 1;
            continue;
        }
        if (end < 6 && !is_open(track->library, hex, end)) continue;
        int onto = end < 6 ? track->library->beyond[hex][end] : hex;
        for (int i = track->first_piece[onto]; i < track->first_piece[onto + 1]; i++) {
            for (int e = 0; e < 2; e++) {
                bool joined = end < 6 ? ports_meet(&track->piece[from], port & 1, &track->piece[i], e)
                                      : i != from && track->piece[i].path.end[e] == end;
                if (!joined || seen[2 * i + e]) continue;
                seen[2 * i + e] = 1;
                list[count++] = 2 * i + e;
            }
        }
    }
    return result;
}

/* Yes and no as 1 and 0; -1: only a search can tell. */
static int has_run(const Query *q)
{
    bool local = false, numbered = false, express = false, search = false;
    int tokens = 0;
    for (int i = 0; i < q->owned_count; i++) {
        const Kind *kind = q->owned[i];
        if (!kind || kind->carriage) continue;
        local |= kind->local;
        express |= kind->express && !q->minor;
        numbered |= !kind->local && !kind->express && kind->stops > 1;
    }
    for (int s = 0; s < q->track->stops; s++) {
        if (!q->token[s]) continue;
        tokens++;
        int around = local && is_city(q, s) && s != q->channel ? 1 : numbered ? look_around(q->track, s) : 0;
        if (around == 1) return 1;
        search |= around == -1;
    }
    return search || (express && tokens > 1) ? -1 : 0;
}

PyObject *track_has_run(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != 2) return PyErr_Format(PyExc_TypeError, "has_run(track, query) takes two arguments");
    Query *q = query_make(module, args[0], args[1]);
    if (!q) return NULL;
    int answer = has_run(q);
    query_free(q);
    if (answer < 0) Py_RETURN_NONE;
    return PyBool_FromLong(answer);
}

/* judge() as Python calls it, and what runs are worth. Invariants: see judge.h. */
#include "judge/judge.h"

#include "judge/rules.h"

/* ---- Values ---- */

/* One stop of a run, undoubled; France's value stands for the English Channel (5.13.7). */
static int stop_value(const Judge *j, const Ride *r, int stop)
{
    if (stop != j->q->channel) return j->q->track->stop[stop].revenue[j->q->band];
    int most = 0;
    for (int i = 0; i < r->stops; i++) {
        int value = j->q->track->stop[stop_of(j, r, i)].revenue[j->q->band];
        if (is_france(j->q, stop_of(j, r, i)) && value > most) most = value;
    }
    return most;
}

/* (revenue without the destination bonus, that bonus, mail) in pounds. E-trains count own tokens only, doubled (5.5.8);
 * the destination counts once more for a run with home on it (5.11.5); mail pays half of both ends (P6). */
static PyObject *ride_values(const Judge *j, const Ride *r)
{
    int revenue = 0, bonus = 0, mail = 0;
    bool home = false, goal = false;
    for (int i = 0; i < r->stops; i++) {
        int stop = stop_of(j, r, i);
        home |= j->q->home[stop] && j->q->token[stop];
        goal |= stop == j->q->destination && j->q->token[stop];
        if (!is_france(j->q, stop) && (!r->kind->express || j->q->token[stop])) revenue += stop_value(j, r, stop);
    }
    if (home && goal) bonus = stop_value(j, r, j->q->destination);
    if (!r->kind->local && r->stops > 1) mail = (stop_value(j, r, stop_of(j, r, 0)) + stop_value(j, r, stop_of(j, r, r->stops - 1))) / 2;
    return Py_BuildValue("(iii)", revenue * r->kind->multiplier, bonus * r->kind->multiplier, mail);
}

static PyObject *all_values(const Judge *j)
{
    PyObject *values = PyTuple_New(j->rides);
    for (int n = 0; values && n < j->rides; n++) {
        PyObject *value = ride_values(j, &j->ride[n]);
        if (!value) Py_CLEAR(values);
        else PyTuple_SET_ITEM(values, n, value);
    }
    return values;
}

/* ---- The question ---- */

static int read_rides(Judge *j, PyObject *runs)
{
    if (PyTuple_GET_SIZE(runs) > INT32_MAX / 8) return PyErr_NoMemory(), -1;
    j->rides = (int)PyTuple_GET_SIZE(runs);
    j->ride = PyMem_Calloc((size_t)j->rides + 1, sizeof *j->ride);
    j->seen = PyMem_Malloc((size_t)(2 * j->q->track->pieces + j->q->track->stops + 1));
    if (!j->ride || !j->seen) return PyErr_NoMemory(), -1;
    for (int n = 0; n < j->rides; n++) {
        Ride *r = &j->ride[n];
        r->object = PyTuple_GET_ITEM(runs, n);
        r->pullman = number_of(r->object, "pullman") > 0;
        PyObject *train = PyErr_Occurred() ? NULL : PyObject_GetAttrString(r->object, "train");
        int status = train ? find_kind(j->q, train, &r->kind) : -1;
        Py_XDECREF(train);
        if (status < 0) return -1;
    }
    return 0;
}

static PyObject *verdict(Judge *j, PyObject *runs)
{
    int status = read_rides(j, runs) < 0 ? -1 : judge_rules(j);
    if (status < 0) return NULL;
    if (status > 0) return Py_BuildValue("((siii)())", j->breach.code, j->breach.ride, j->breach.place, j->breach.detail);
    PyObject *values = all_values(j);
    return values ? Py_BuildValue("(ON)", Py_None, values) : NULL;
}

PyObject *track_judge(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != 3) return PyErr_Format(PyExc_TypeError, "judge(track, query, runs) takes three arguments");
    Judge j = {.q = query_make(module, args[0], args[1])};
    PyObject *runs = j.q ? PySequence_Tuple(args[2]) : NULL, *found = runs ? verdict(&j, runs) : NULL;
    Py_XDECREF(runs);
    PyMem_Free(j.stop.items);
    PyMem_Free(j.leg.items);
    PyMem_Free(j.side.items);
    PyMem_Free(j.ride);
    PyMem_Free(j.seen);
    query_free(j.q);
    return found;
}

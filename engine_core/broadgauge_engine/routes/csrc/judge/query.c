/* Reads a RunQuery, attribute by attribute. Invariants: see query.h. */
#include "judge/query.h"

#include "state.h"

int number_of(PyObject *object, const char *name)
{
    PyObject *value = PyObject_GetAttrString(object, name);
    if (!value) return -1;
    long number = value == Py_None ? -1 : PyLong_AsLong(value);
    Py_DECREF(value);
    if (number >= INT_MIN && number <= INT_MAX) return (int)number;
    PyErr_Format(PyExc_OverflowError, "%s is out of range", name);
    return -1;
}

/* Reads what the title says of a train. */
static int read_kind(Kind *kind, PyObject *name, PyObject *train)
{
    *kind = (Kind){.name = Py_NewRef(name), .stops = number_of(train, "stops"), .multiplier = number_of(train, "multiplier")};
    kind->local = number_of(train, "local") > 0;
    kind->express = number_of(train, "express") > 0;
    kind->carriage = number_of(train, "carriage") > 0;
    return PyErr_Occurred() ? -1 : 0;
}

int find_kind(Query *q, PyObject *name, const Kind **kind)
{
    *kind = NULL;
    if (!PyUnicode_Check(name)) return 0;
    for (int k = 0; k < q->kinds; k++)
        if (name == q->kind[k].name || !PyUnicode_Compare(name, q->kind[k].name)) *kind = &q->kind[k];
    if (*kind) return 0;
    PyObject *train = PyObject_GetItem(q->track->library->trains, name);
    if (!train) {
        if (!PyErr_ExceptionMatches(PyExc_KeyError)) return -1;
        PyErr_Clear();
        return 0;
    }
    int status = -1;
    if (q->kinds == MAX_KINDS) {
        PyErr_SetString(PyExc_ValueError, "too many kinds of trains");
    } else {
        *kind = &q->kind[q->kinds];
        status = read_kind(&q->kind[q->kinds++], name, train);
    }
    Py_DECREF(train);
    return status;
}

static int read_owned(Query *q, PyObject *query)
{
    PyObject *given = PyObject_GetAttrString(query, "trains"), *trains = given ? PySequence_Tuple(given) : NULL;
    int status = trains ? 0 : -1;
    if (trains && PyTuple_GET_SIZE(trains) > MAX_OWNED) {
        PyErr_Format(PyExc_ValueError, "at most %d trains", MAX_OWNED);
        status = -1;
    }
    for (Py_ssize_t i = 0; !status && i < PyTuple_GET_SIZE(trains); i++)
        status = find_kind(q, PyTuple_GET_ITEM(trains, i), &q->owned[q->owned_count++]);
    Py_XDECREF(given);
    Py_XDECREF(trains);
    return status;
}

static int read_marks(const Query *q, PyObject *query, const char *name, uint8_t *marks)
{
    PyObject *stops = PyObject_GetAttrString(query, name);
    int status = stops ? mark_stops(q->track, stops, marks) : -1;
    Py_XDECREF(stops);
    return status;
}

static int read_query(Query *q, PyObject *query)
{
    PyObject *destination = PyObject_GetAttrString(query, "destination");
    if (!destination) return -1;
    q->destination = destination == Py_None ? -1 : stop_number(q->track, destination);
    Py_DECREF(destination);
    q->band = number_of(query, "band");
    q->pullman_on = number_of(query, "pullman_on");
    q->minor = number_of(query, "minor") > 0;
    q->needs_france = number_of(query, "channel_needs_france") > 0;
    q->one_crossing = number_of(query, "one_crossing_train") > 0;
    if (PyErr_Occurred() || read_owned(q, query) < 0 || read_marks(q, query, "tokens", q->token) < 0 ||
        read_marks(q, query, "blocked", q->blocked) < 0 || read_marks(q, query, "home", q->home) < 0)
        return -1;
    if (q->band < 0 || q->band >= BANDS || q->pullman_on >= q->owned_count) {
        PyErr_SetString(PyExc_ValueError, "band 0 to 3, and the Pullman on an own train");
        return -1;
    }
    q->channel = channel_stop(q->track);
    return 0;
}

Query *query_make(PyObject *module, PyObject *track, PyObject *query)
{
    ModuleState *state = PyModule_GetState(module);
    if (!PyObject_TypeCheck(track, state->track)) {
        PyErr_Format(PyExc_TypeError, "a Track is wanted, not %R", track);
        return NULL;
    }
    Query *q = PyMem_Calloc(1, sizeof *q);
    if (!q) return (Query *)PyErr_NoMemory();
    q->track = (Track *)track;
    if (read_query(q, query) == 0) return q;
    query_free(q);
    return NULL;
}

void query_free(Query *q)
{
    if (!q) return;
    for (int k = 0; k < q->kinds; k++) Py_DECREF(q->kind[k].name);
    PyMem_Free(q);
}

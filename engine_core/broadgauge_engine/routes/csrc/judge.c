/* Whether given runs are legal, and what they are worth. Invariants: see judge.h.
 *
 * This file is the one home of the rules about runs that are declared. Codes are explained, with their paragraphs and
 * texts, in legality.py.
 */
#include "judge.h"

enum { MAX_KINDS = 64, MAX_OWNED = 64 };

typedef struct {
    PyObject *name; /* borrowed from the title */
    int stops, multiplier;
    bool local, express, carriage;
} Kind;

/* A leg as it is kept. */
typedef struct {
    uint8_t from_flags, to_flags;
    int first_side, sides; /* into Judge.side */
} Step;

typedef struct {
    PyObject *object; /* borrowed */
    const Kind *kind; /* NULL: no train of this title */
    bool pullman;
    int first_stop, stops, first_leg; /* into Judge.stop and Judge.leg; one leg less than stops */
} Ride;

typedef struct {
    void *items;
    int count, capacity;
} Array;

typedef struct {
    const Track *track;
    int kinds, owned_count;
    Kind kind[MAX_KINDS];
    const Kind *owned[MAX_OWNED]; /* the company's trains */
    int band, destination, channel, pullman_on;
    bool minor, needs_france, one_crossing;
    uint8_t token[MAX_STOPS], blocked[MAX_STOPS], home[MAX_STOPS];
    int rides;
    Ride *ride;
    Array stop, leg, side; /* int, Step, int */
    uint8_t *seen;         /* by side */
    const char *code;      /* of the first breach; where it is, and what */
    int breach_ride, place, detail;
} Judge;

/* Adds an item; false without memory. */
static bool add(Array *array, const void *item, size_t size)
{
    if (array->count == array->capacity) {
        int capacity = array->capacity ? 2 * array->capacity : 64;
        void *grown = PyMem_Realloc(array->items, (size_t)capacity * size);
        if (!grown) {
            PyErr_NoMemory();
            return false;
        }
        array->items = grown;
        array->capacity = capacity;
    }
    memcpy((char *)array->items + (size_t)array->count++ * size, item, size);
    return true;
}

/* Every rule says through this what it found; so a rule is true when it is broken. */
static bool breach(Judge *j, const char *code, int ride, int place, int detail)
{
    j->code = code;
    j->breach_ride = ride;
    j->place = place;
    j->detail = detail;
    return true;
}

static int stop_of(const Judge *j, const Ride *r, int i) { return ((const int *)j->stop.items)[r->first_stop + i]; }
static const Step *leg_of(const Judge *j, const Ride *r, int i) { return (const Step *)j->leg.items + r->first_leg + i; }
static int end_of(const Judge *j, int stop) { return j->track->stop[stop].end; }
static bool is_city(const Judge *j, int stop) { return end_of(j, stop) < TOWN; }
static bool is_town(const Judge *j, int stop) { return end_of(j, stop) >= TOWN && end_of(j, stop) < OFFBOARD; }
static bool is_france(const Judge *j, int stop) { return j->channel >= 0 && end_of(j, stop) == OFFBOARD; }
static bool is_link(const Step *leg) { return (leg->from_flags | leg->to_flags) & LINK; }
/* Full of other companies' tokens (5.4.3). */
static bool is_closed(const Judge *j, int stop) { return j->blocked[stop] && !j->token[stop]; }

static bool meets_france(const Judge *j, const Ride *r)
{
    for (int i = 0; i < r->stops; i++)
        if (is_france(j, stop_of(j, r, i))) return true;
    return false;
}

/* Stops that count against the train's number: the English Channel and France are one (5.4.6). */
static int stop_count(const Judge *j, const Ride *r) { return r->stops - meets_france(j, r); }

/* ---- The rules of one run ---- */

/* Names stops and track of the board (5.4.1), and no stop is skipped (5.13.1). -1 with an error set. */
static int rule_track(Judge *j, int n, PyObject *stops, PyObject *legs)
{
    Ride *r = &j->ride[n];
    Py_ssize_t count = PySequence_Fast_GET_SIZE(stops);
    if (count > INT32_MAX / 8 || PySequence_Fast_GET_SIZE(legs) > INT32_MAX / 8) {
        PyErr_SetString(PyExc_ValueError, "a run of endless length");
        return -1;
    }
    r->first_stop = j->stop.count;
    r->first_leg = j->leg.count;
    r->stops = (int)count;
    for (int i = 0; i < r->stops; i++) {
        int stop = stop_number(j->track, PySequence_Fast_GET_ITEM(stops, i));
        if (stop < 0) {
            if (!PyErr_ExceptionMatches(PyExc_ValueError) && !PyErr_ExceptionMatches(PyExc_TypeError)) return -1;
            PyErr_Clear();
            return breach(j, "no_such_stop", n, i, 0);
        }
        if (!add(&j->stop, &stop, sizeof stop)) return -1;
    }
    if (!count || PySequence_Fast_GET_SIZE(legs) != count - 1) return breach(j, "wrong_legs", n, 0, 0);
    for (int i = 0; i < r->stops - 1; i++) {
        Leg leg;
        int found = leg_find(j->track, stop_of(j, r, i), stop_of(j, r, i + 1), PySequence_Fast_GET_ITEM(legs, i), &leg);
        if (found < 0) return -1;
        if (!found) return leg.skipped < 0 ? breach(j, "no_such_track", n, i, 0) : breach(j, "stop_skipped", n, i, leg.skipped);
        Step step = {leg.from_flags, leg.to_flags, j->side.count, leg.sides};
        if (!add(&j->leg, &step, sizeof step)) return -1;
        for (int k = 0; k < leg.sides; k++)
            if (!add(&j->side, &leg.side[k], sizeof *leg.side)) return -1;
    }
    return 0;
}

/* Marks the track of a run as seen; true if some of it was. */
static bool see_track(Judge *j, int n, const char *code)
{
    const Ride *r = &j->ride[n];
    for (int i = 0; i < r->stops - 1; i++) {
        const Step *leg = leg_of(j, r, i);
        for (int s = 0; s < leg->sides; s++) {
            uint8_t *seen = &j->seen[((const int *)j->side.items)[leg->first_side + s]];
            if (*seen) return breach(j, code, n, i, s);
            *seen = 1;
        }
    }
    return false;
}

static void forget_track(Judge *j) { memset(j->seen, 0, (size_t)(2 * j->track->pieces + j->track->stops)); }

/* No stop, no London and no track twice (5.4.2, 5.4.3). */
static bool rule_repeats(Judge *j, int n)
{
    const Ride *r = &j->ride[n];
    uint8_t groups[256] = {0};
    /* Of one stop more than the board has, two are the same. */
    int count = r->stops <= j->track->stops ? r->stops : j->track->stops + 1;
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++)
            if (stop_of(j, r, i) == stop_of(j, r, k)) return breach(j, "stop_repeated", n, i, 0);
    for (int i = 0; i < count; i++) {
        int group = j->track->library->group[j->track->stop[stop_of(j, r, i)].hex];
        if (group && groups[group]++) return breach(j, "london_repeated", n, i, 0);
    }
    forget_track(j);
    return see_track(j, n, "track_repeated");
}

/* Every stop between the ends must let the route through (5.4.3, 5.4.4, 5.4.7). */
static bool rule_through(Judge *j, int n)
{
    const Ride *r = &j->ride[n];
    for (int i = 1; i < r->stops - 1; i++) {
        const Step *before = leg_of(j, r, i - 1), *after = leg_of(j, r, i);
        if (is_closed(j, stop_of(j, r, i))) return breach(j, "blocked", n, i, 0);
        if ((before->to_flags | after->from_flags) & TERMINAL)
            return breach(j, is_link(before) || is_link(after) ? "crossing_passed" : "terminus_passed", n, i, 0);
    }
    return false;
}

/* -1 with an error set. */
static int reaches_france(Judge *j)
{
    const Graph *graph = track_graph((Track *)j->track);
    if (!graph) return -1;
    for (int i = 0; i < graph->segments; i++) {
        const Segment *s = &graph->segment[i];
        if ((s->a == j->channel && is_france(j, s->b)) || (s->b == j->channel && is_france(j, s->a))) return 1;
    }
    return 0;
}

/* The English Channel is run with France (5.13.7), or as an end for nothing where that is allowed (5.4.6). */
static int rule_channel(Judge *j, int n)
{
    const Ride *r = &j->ride[n];
    int at = -1;
    for (int i = 0; i < r->stops && j->channel >= 0; i++)
        if (stop_of(j, r, i) == j->channel) at = i;
    if (at < 0 || meets_france(j, r)) return 0;
    if (j->needs_france || (at > 0 && at < r->stops - 1)) return breach(j, "channel_without_france", n, at, 0);
    int open = is_closed(j, j->channel) ? 0 : reaches_france(j);
    return open > 0 ? breach(j, "channel_left_out", n, at, 0) : open;
}

/* A city with an own token, and at most one town (5.5.3). */
static bool rule_local(Judge *j, int n)
{
    const Ride *r = &j->ride[n];
    int cities = 0, towns = 0;
    for (int i = 0; i < r->stops; i++) {
        if (stop_of(j, r, i) == j->channel) return breach(j, "local_channel", n, i, 0);
        cities += is_city(j, stop_of(j, r, i));
        towns += is_town(j, stop_of(j, r, i));
    }
    return (cities != 1 || towns > 1 || r->stops != cities + towns) && breach(j, "too_many_stops_local", n, 0, 0);
}

/* Two own tokens, at which it begins and ends; France belongs to the English Channel (5.5.8). */
static bool rule_express(Judge *j, int n)
{
    const Ride *r = &j->ride[n];
    int first = -1, last = -1;
    for (int i = 0; i < r->stops; i++) {
        if (!j->token[stop_of(j, r, i)]) continue;
        if (first < 0) first = i;
        last = i;
    }
    if (first == last) return breach(j, "express_tokens", n, 0, 0);
    if (first == 1 && is_france(j, stop_of(j, r, 0))) first = 0;
    if (last == r->stops - 2 && is_france(j, stop_of(j, r, last + 1))) last++;
    return (first > 0 || last < r->stops - 1) && breach(j, "express_end", n, 0, 0);
}

/* An own token (5.13.4), and as many stops as the train makes (5.13.1, 5.5). */
static bool rule_stops(Judge *j, int n)
{
    const Ride *r = &j->ride[n];
    int tokens = 0, towns = 0, count = stop_count(j, r);
    for (int i = 0; i < r->stops; i++) {
        tokens += j->token[stop_of(j, r, i)];
        towns += is_town(j, stop_of(j, r, i));
    }
    if (!tokens) return breach(j, "no_token", n, 0, 0);
    if (r->kind->local) return rule_local(j, n);
    if (count < 2) return breach(j, "too_few_stops", n, 0, 0);
    if (r->kind->express) return rule_express(j, n);
    if (r->pullman) count -= towns;
    return count > r->kind->stops && breach(j, r->pullman ? "too_many_stops_pullman" : "too_many_stops", n, count, r->kind->stops);
}

/* 1: a rule is broken; -1 with an error set. */
static int judge_ride(Judge *j, int n)
{
    PyObject *given_stops = PyObject_GetAttrString(j->ride[n].object, "stops"), *given_legs = PyObject_GetAttrString(j->ride[n].object, "legs");
    PyObject *stops = given_stops ? PySequence_Fast(given_stops, "the stops of a run are a sequence") : NULL;
    PyObject *legs = stops && given_legs ? PySequence_Fast(given_legs, "the legs of a run are a sequence") : NULL;
    int status = legs ? rule_track(j, n, stops, legs) : -1;
    if (!status) status = rule_repeats(j, n) || rule_through(j, n);
    if (!status) status = rule_channel(j, n);
    if (!status) status = rule_stops(j, n);
    Py_XDECREF(given_stops);
    Py_XDECREF(given_legs);
    Py_XDECREF(stops);
    Py_XDECREF(legs);
    return status;
}

/* ---- The rules of all runs together ---- */

/* Own trains, each once (5.13.1); E not for minors (5.5.12); the Pullman with a train that may have it (5.5.6). */
static bool rule_trains(Judge *j)
{
    int carriages = 0, attached = 0;
    for (int n = 0; n < j->rides; n++) {
        const Kind *kind = j->ride[n].kind;
        int runs = 0, owned = 0;
        bool again = false;
        for (int i = 0; i < n && !again; i++) again = j->ride[i].kind == kind;
        if (again) continue;
        for (int i = n; i < j->rides; i++) runs += j->ride[i].kind == kind;
        for (int i = 0; i < j->owned_count; i++) owned += j->owned[i] == kind;
        if (!kind || kind->carriage || runs > owned) return breach(j, "train_not_owned", n, 0, 0);
        if (kind->express && j->minor) return breach(j, "minor_express", n, 0, 0);
    }
    for (int i = 0; i < j->owned_count; i++) carriages += j->owned[i] && j->owned[i]->carriage;
    for (int n = 0; n < j->rides; n++)
        if (j->ride[n].pullman && ++attached > carriages) return breach(j, "pullman_not_owned", n, 0, 0);
    for (int n = 0; n < j->rides; n++) {
        if (!j->ride[n].pullman) continue;
        if (j->ride[n].kind->express || j->ride[n].kind->local) return breach(j, "pullman_not_allowed", n, 0, 0);
        if (j->pullman_on >= 0 && j->owned[j->pullman_on] != j->ride[n].kind) return breach(j, "pullman_elsewhere", n, 0, 0);
    }
    return false;
}

/* No track in common; E-trains may share it with the others, not with each other (5.13.2, 5.13.3). */
static bool rule_shared(Judge *j)
{
    for (int express = 0; express < 2; express++) {
        forget_track(j);
        for (int n = 0; n < j->rides; n++)
            if (j->ride[n].kind->express == express && see_track(j, n, "track_shared")) return true;
    }
    return false;
}

static bool same_track(const Judge *j, const Step *a, const Step *b)
{
    const int *side = j->side.items;
    if (a->sides != b->sides) return false;
    for (int i = 0; i < a->sides; i++) {
        bool found = false;
        for (int k = 0; k < b->sides; k++) found |= side[a->first_side + i] == side[b->first_side + k];
        if (!found) return false;
    }
    return true;
}

/* One train crosses between Merthyr Tydfil and Pontypool; as games are recorded, one of the two links is used (5.4.7). */
static bool rule_crossing(Judge *j)
{
    const Step *first = NULL;
    for (int i = 0; i < j->leg.count; i++) {
        const Step *leg = (const Step *)j->leg.items + i;
        if (!is_link(leg)) continue;
        if (!first) first = leg;
        else if (j->one_crossing) return breach(j, "crossing_shared", -1, 0, 0);
        else if (!same_track(j, first, leg)) return breach(j, "crossing_shared_links", -1, 0, 0);
    }
    return false;
}

/* Each local train has a token of its own (5.5.3). */
static bool rule_local_tokens(Judge *j)
{
    uint8_t used[MAX_STOPS] = {0};
    for (int n = 0; n < j->rides; n++) {
        const Ride *r = &j->ride[n];
        for (int i = 0; i < r->stops && r->kind->local; i++)
            if (is_city(j, stop_of(j, r, i)) && used[stop_of(j, r, i)]++) return breach(j, "local_token_shared", n, i, 0);
    }
    return false;
}

/* ---- Values ---- */

/* One stop of a run, undoubled; France's value stands for the English Channel (5.13.7). */
static int stop_value(const Judge *j, const Ride *r, int stop)
{
    if (stop != j->channel) return j->track->stop[stop].revenue[j->band];
    int most = 0;
    for (int i = 0; i < r->stops; i++) {
        int value = j->track->stop[stop_of(j, r, i)].revenue[j->band];
        if (is_france(j, stop_of(j, r, i)) && value > most) most = value;
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
        home |= j->home[stop] && j->token[stop];
        goal |= stop == j->destination && j->token[stop];
        if (!is_france(j, stop) && (!r->kind->express || j->token[stop])) revenue += stop_value(j, r, stop);
    }
    if (home && goal) bonus = stop_value(j, r, j->destination);
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

/* An attribute as a number: of None -1, of a truth value 0 or 1. -1 with an error set. */
static long number_of(PyObject *object, const char *name)
{
    PyObject *value = PyObject_GetAttrString(object, name);
    if (!value) return -1;
    long number = value == Py_None ? -1 : PyLong_AsLong(value);
    Py_DECREF(value);
    return number;
}

/* The kind of train with this name, in *kind; NULL if there is none. -1 with an error set. */
static int find_kind(Judge *j, PyObject *name, const Kind **kind)
{
    *kind = NULL;
    if (!PyUnicode_Check(name)) return 0;
    for (int k = 0; k < j->kinds; k++)
        if (name == j->kind[k].name || !PyUnicode_Compare(name, j->kind[k].name)) *kind = &j->kind[k];
    if (*kind) return 0;
    PyObject *found = PyObject_GetItem(j->track->library->trains, name);
    if (!found) {
        if (!PyErr_ExceptionMatches(PyExc_KeyError)) return -1;
        PyErr_Clear();
        return 0;
    }
    if (j->kinds == MAX_KINDS) {
        PyErr_SetString(PyExc_ValueError, "too many kinds of trains");
    } else {
        Kind *k = &j->kind[j->kinds++];
        Py_INCREF(name);
        *k = (Kind){.name = name, .stops = (int)number_of(found, "stops"), .multiplier = (int)number_of(found, "multiplier")};
        k->local = number_of(found, "local") > 0;
        k->express = number_of(found, "express") > 0;
        k->carriage = number_of(found, "carriage") > 0;
        *kind = k;
    }
    Py_DECREF(found);
    return PyErr_Occurred() ? -1 : 0;
}

static int read_owned(Judge *j, PyObject *query)
{
    PyObject *given = PyObject_GetAttrString(query, "trains"), *trains = given ? PySequence_Fast(given, "trains are a sequence") : NULL;
    int status = trains ? 0 : -1;
    if (trains && PySequence_Fast_GET_SIZE(trains) > MAX_OWNED) {
        PyErr_Format(PyExc_ValueError, "at most %d trains", MAX_OWNED);
        status = -1;
    }
    for (Py_ssize_t i = 0; !status && i < PySequence_Fast_GET_SIZE(trains); i++)
        status = find_kind(j, PySequence_Fast_GET_ITEM(trains, i), &j->owned[j->owned_count++]);
    Py_XDECREF(given);
    Py_XDECREF(trains);
    return status;
}

static int read_marks(Judge *j, PyObject *query, const char *name, uint8_t *marks)
{
    PyObject *stops = PyObject_GetAttrString(query, name);
    int status = stops ? mark_stops(j->track, stops, marks) : -1;
    Py_XDECREF(stops);
    return status;
}

static int read_query(Judge *j, PyObject *query)
{
    PyObject *destination = PyObject_GetAttrString(query, "destination");
    if (!destination) return -1;
    j->destination = destination == Py_None ? -1 : stop_number(j->track, destination);
    Py_DECREF(destination);
    j->band = (int)number_of(query, "band");
    j->pullman_on = (int)number_of(query, "pullman_on");
    j->minor = number_of(query, "minor") > 0;
    j->needs_france = number_of(query, "channel_needs_france") > 0;
    j->one_crossing = number_of(query, "one_crossing_train") > 0;
    if (PyErr_Occurred() || read_owned(j, query) < 0 || read_marks(j, query, "tokens", j->token) < 0 ||
        read_marks(j, query, "blocked", j->blocked) < 0 || read_marks(j, query, "home", j->home) < 0)
        return -1;
    if (j->band < 0 || j->band >= BANDS || j->pullman_on >= j->owned_count) {
        PyErr_SetString(PyExc_ValueError, "band 0 to 3, and the Pullman on an own train");
        return -1;
    }
    j->channel = channel_stop(j->track);
    return 0;
}

static int read_rides(Judge *j, PyObject *runs)
{
    if (PySequence_Fast_GET_SIZE(runs) > INT32_MAX / 8) return PyErr_NoMemory(), -1;
    j->rides = (int)PySequence_Fast_GET_SIZE(runs);
    j->ride = PyMem_Calloc((size_t)j->rides + 1, sizeof *j->ride);
    j->seen = PyMem_Malloc((size_t)(2 * j->track->pieces + j->track->stops + 1));
    if (!j->ride || !j->seen) return PyErr_NoMemory(), -1;
    for (int n = 0; n < j->rides; n++) {
        Ride *r = &j->ride[n];
        r->object = PySequence_Fast_GET_ITEM(runs, n);
        r->pullman = number_of(r->object, "pullman") > 0;
        PyObject *train = PyErr_Occurred() ? NULL : PyObject_GetAttrString(r->object, "train");
        int status = train ? find_kind(j, train, &r->kind) : -1;
        Py_XDECREF(train);
        if (status < 0) return -1;
    }
    return 0;
}

/* The common beginning of both questions; NULL with an error set. */
static Judge *make_judge(PyObject *module, PyObject *const *args, Py_ssize_t count, Py_ssize_t wanted)
{
    ModuleState *state = PyModule_GetState(module);
    if (count != wanted || !PyObject_TypeCheck(args[0], state->track)) {
        PyErr_SetString(PyExc_TypeError, "judge takes a Track, a RunQuery and runs, has_run the first two");
        return NULL;
    }
    Judge *j = PyMem_Calloc(1, sizeof *j);
    if (!j) PyErr_NoMemory();
    else j->track = (Track *)args[0];
    return j;
}

static void free_judge(Judge *j)
{
    for (int k = 0; k < j->kinds; k++) Py_DECREF(j->kind[k].name);
    PyMem_Free(j->stop.items);
    PyMem_Free(j->leg.items);
    PyMem_Free(j->side.items);
    PyMem_Free(j->ride);
    PyMem_Free(j->seen);
    PyMem_Free(j);
}

PyObject *track_judge(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    Judge *j = make_judge(module, args, count, 3);
    if (!j) return NULL;
    PyObject *runs = PySequence_Fast(args[2], "runs are a sequence"), *verdict = NULL;
    int status = runs && read_query(j, args[1]) == 0 && read_rides(j, runs) == 0 ? rule_trains(j) : -1;
    for (int n = 0; n < j->rides && !status; n++) status = judge_ride(j, n);
    if (!status) status = rule_shared(j) || rule_crossing(j) || rule_local_tokens(j);
    if (status > 0) {
        verdict = Py_BuildValue("((siii)())", j->code, j->breach_ride, j->place, j->detail);
    } else if (!status) {
        PyObject *values = all_values(j);
        verdict = values ? Py_BuildValue("(ON)", Py_None, values) : NULL;
    }
    Py_XDECREF(runs);
    free_judge(j);
    return verdict;
}

/* ---- Whether there is anything to run ---- */

PyObject *track_has_run(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    Judge *j = make_judge(module, args, count, 2);
    if (!j) return NULL;
    PyObject *no_runs = PyTuple_New(0);
    int status = no_runs && read_query(j, args[1]) == 0 && read_rides(j, no_runs) == 0 ? 0 : -1;
    bool local = false, numbered = false, express = false, search = false, found = false;
    for (int i = 0; i < j->owned_count && !status; i++) {
        const Kind *kind = j->owned[i];
        if (!kind || kind->carriage) continue;
        local |= kind->local;
        express |= kind->express && !j->minor;
        numbered |= !kind->local && !kind->express && kind->stops > 1;
    }
    int tokens = 0;
    for (int s = 0; s < j->track->stops && !status && !found; s++) {
        if (!j->token[s]) continue;
        tokens++;
        found = local && is_city(j, s) && s != j->channel;
        int around = numbered && !found ? look_around(j->track, s) : 0;
        found |= around == 1;
        search |= around == -1;
    }
    search |= express && tokens > 1;
    free_judge(j);
    Py_XDECREF(no_runs);
    if (status) return NULL;
    if (!found && search) Py_RETURN_NONE;
    return PyBool_FromLong(found);
}

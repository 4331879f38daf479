/* Whether given runs are legal. Invariants: see rules.h. */
#include "judge/rules.h"

#include "judge/legs.h"
#include "track/track_type.h"

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

/* Every rule says through this what it found. */
static bool breach(Judge *j, const char *code, int ride, int place, int detail)
{
    j->breach = (Breach){code, ride, place, detail};
    return true;
}

static const Step *leg_of(const Judge *j, const Ride *r, int i) { return (const Step *)j->leg.items + r->first_leg + i; }
static bool is_link(const Step *leg) { return (leg->from_flags | leg->to_flags) & LINK; }

static bool meets_france(const Judge *j, const Ride *r)
{
    for (int i = 0; i < r->stops; i++)
        if (is_france(j->q, stop_of(j, r, i))) return true;
    return false;
}

/* Stops that count against the train's number: the English Channel and France are one (5.4.6). */
static int stop_count(const Judge *j, const Ride *r) { return r->stops - meets_france(j, r); }

/* ---- The rules of one run ---- */

/* An attribute as a tuple; NULL with an error set. */
static PyObject *tuple_of(PyObject *object, const char *name)
{
    PyObject *given = PyObject_GetAttrString(object, name), *tuple = given ? PySequence_Tuple(given) : NULL;
    Py_XDECREF(given);
    return tuple;
}

/* Names stops and track of the board (5.4.1), and no stop is skipped (5.13.1). -1 with an error set. */
static int rule_track(Judge *j, int n, PyObject *stops, PyObject *legs)
{
    Ride *r = &j->ride[n];
    Py_ssize_t count = PyTuple_GET_SIZE(stops);
    if (count > INT32_MAX / 8 || PyTuple_GET_SIZE(legs) > INT32_MAX / 8) {
        PyErr_SetString(PyExc_ValueError, "a run of endless length");
        return -1;
    }
    r->first_stop = j->stop.count;
    r->first_leg = j->leg.count;
    r->stops = (int)count;
    for (int i = 0; i < r->stops; i++) {
        int stop = stop_number(j->q->track, PyTuple_GET_ITEM(stops, i));
        if (stop < 0) {
            if (!PyErr_ExceptionMatches(PyExc_ValueError) && !PyErr_ExceptionMatches(PyExc_TypeError)) return -1;
            PyErr_Clear();
            return breach(j, "no_such_stop", n, i, 0);
        }
        if (!add(&j->stop, &stop, sizeof stop)) return -1;
    }
    if (!count || PyTuple_GET_SIZE(legs) != count - 1) return breach(j, "wrong_legs", n, 0, 0);
    for (int i = 0; i < r->stops - 1; i++) {
        Leg leg;
        int found = leg_find(j->q->track, stop_of(j, r, i), stop_of(j, r, i + 1), PyTuple_GET_ITEM(legs, i), &leg);
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

static void forget_track(Judge *j) { memset(j->seen, 0, (size_t)(2 * j->q->track->pieces + j->q->track->stops)); }

/* No stop, no London and no track twice (5.4.2, 5.4.3). */
static bool rule_repeats(Judge *j, int n)
{
    const Ride *r = &j->ride[n];
    uint8_t groups[256] = {0};
    /* Of one stop more than the board has, two are the same. */
    int count = r->stops <= j->q->track->stops ? r->stops : j->q->track->stops + 1;
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++)
            if (stop_of(j, r, i) == stop_of(j, r, k)) return breach(j, "stop_repeated", n, i, 0);
    for (int i = 0; i < count; i++) {
        int group = j->q->track->library->group[j->q->track->stop[stop_of(j, r, i)].hex];
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
        if (is_closed(j->q, stop_of(j, r, i))) return breach(j, "blocked", n, i, 0);
        if ((before->to_flags | after->from_flags) & TERMINAL)
            return breach(j, is_link(before) || is_link(after) ? "crossing_passed" : "terminus_passed", n, i, 0);
    }
    return false;
}

/* -1 with an error set. */
static int reaches_france(Judge *j)
{
    const Graph *graph = track_graph(j->q->track);
    if (!graph) return -1;
    for (int i = 0; i < graph->segments; i++) {
        const Segment *s = &graph->segment[i];
        if ((s->a == j->q->channel && is_france(j->q, s->b)) || (s->b == j->q->channel && is_france(j->q, s->a))) return 1;
    }
    return 0;
}

/* The English Channel is run with France (5.13.7), or as an end for nothing where that is allowed (5.4.6). */
static int rule_channel(Judge *j, int n)
{
    const Ride *r = &j->ride[n];
    int at = -1;
    for (int i = 0; i < r->stops && j->q->channel >= 0; i++)
        if (stop_of(j, r, i) == j->q->channel) at = i;
    if (at < 0 || meets_france(j, r)) return 0;
    if (j->q->needs_france || (at > 0 && at < r->stops - 1)) return breach(j, "channel_without_france", n, at, 0);
    int open = is_closed(j->q, j->q->channel) ? 0 : reaches_france(j);
    return open > 0 ? breach(j, "channel_left_out", n, at, 0) : open;
}

/* A city with an own token, and at most one town (5.5.3). */
static bool rule_local(Judge *j, int n)
{
    const Ride *r = &j->ride[n];
    int cities = 0, towns = 0;
    for (int i = 0; i < r->stops; i++) {
        if (stop_of(j, r, i) == j->q->channel) return breach(j, "local_channel", n, i, 0);
        cities += is_city(j->q, stop_of(j, r, i));
        towns += is_town(j->q, stop_of(j, r, i));
    }
    return (cities != 1 || towns > 1 || r->stops != cities + towns) && breach(j, "too_many_stops_local", n, 0, 0);
}

/* Two own tokens, at which it begins and ends; France belongs to the English Channel (5.5.8). */
static bool rule_express(Judge *j, int n)
{
    const Ride *r = &j->ride[n];
    int first = -1, last = -1;
    for (int i = 0; i < r->stops; i++) {
        if (!j->q->token[stop_of(j, r, i)]) continue;
        if (first < 0) first = i;
        last = i;
    }
    if (first == last) return breach(j, "express_tokens", n, 0, 0);
    if (first == 1 && is_france(j->q, stop_of(j, r, 0))) first = 0;
    if (last == r->stops - 2 && is_france(j->q, stop_of(j, r, last + 1))) last++;
    return (first > 0 || last < r->stops - 1) && breach(j, "express_end", n, 0, 0);
}

/* An own token (5.13.4), and as many stops as the train makes (5.13.1, 5.5). */
static bool rule_stops(Judge *j, int n)
{
    const Ride *r = &j->ride[n];
    int tokens = 0, towns = 0, count = stop_count(j, r);
    for (int i = 0; i < r->stops; i++) {
        tokens += j->q->token[stop_of(j, r, i)];
        towns += is_town(j->q, stop_of(j, r, i));
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
    PyObject *stops = tuple_of(j->ride[n].object, "stops"), *legs = stops ? tuple_of(j->ride[n].object, "legs") : NULL;
    int status = legs ? rule_track(j, n, stops, legs) : -1;
    Py_XDECREF(stops);
    Py_XDECREF(legs);
    if (!status) status = rule_repeats(j, n) || rule_through(j, n);
    if (!status) status = rule_channel(j, n);
    return status ? status : rule_stops(j, n);
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
        for (int i = 0; i < j->q->owned_count; i++) owned += j->q->owned[i] == kind;
        if (!kind || kind->carriage || runs > owned) return breach(j, "train_not_owned", n, 0, 0);
        if (kind->express && j->q->minor) return breach(j, "minor_express", n, 0, 0);
    }
    for (int i = 0; i < j->q->owned_count; i++) carriages += j->q->owned[i] && j->q->owned[i]->carriage;
    for (int n = 0; n < j->rides; n++)
        if (j->ride[n].pullman && ++attached > carriages) return breach(j, "pullman_not_owned", n, 0, 0);
    for (int n = 0; n < j->rides; n++) {
        if (!j->ride[n].pullman) continue;
        if (j->ride[n].kind->express || j->ride[n].kind->local) return breach(j, "pullman_not_allowed", n, 0, 0);
        if (j->q->pullman_on >= 0 && j->q->owned[j->q->pullman_on] != j->ride[n].kind) return breach(j, "pullman_elsewhere", n, 0, 0);
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
        else if (j->q->one_crossing) return breach(j, "crossing_shared", -1, 0, 0);
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
            if (is_city(j->q, stop_of(j, r, i)) && used[stop_of(j, r, i)]++) return breach(j, "local_token_shared", n, i, 0);
    }
    return false;
}

int judge_rules(Judge *j)
{
    int status = rule_trains(j);
    for (int n = 0; n < j->rides && !status; n++) status = judge_ride(j, n);
    return status ? status : rule_shared(j) || rule_crossing(j) || rule_local_tokens(j);
}

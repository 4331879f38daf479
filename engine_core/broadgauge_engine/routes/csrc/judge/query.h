/* The question that judge() and has_run() are asked: a RunQuery of model.py, about one track.
 *
 * Invariants
 *   - A query keeps what it needs and refers to nothing of the Python side but the names of its kinds of trains.
 *   - Every kind of train is listed once, so kinds are compared by their addresses.
 */
#ifndef BROADGAUGE_QUERY_H
#define BROADGAUGE_QUERY_H

#include "track/track.h"

enum { MAX_KINDS = 64, MAX_OWNED = 64 };

typedef struct {
    PyObject *name;
    int stops, multiplier;
    bool local, express, carriage;
} Kind;

typedef struct {
    Track *track; /* borrowed from the caller */
    int kinds, owned_count;
    Kind kind[MAX_KINDS];
    const Kind *owned[MAX_OWNED];              /* the company's trains; NULL: no train of this title */
    int band, destination, channel, pullman_on; /* destination and Channel: stops, or -1; train, or -1 */
    bool minor, needs_france, one_crossing;
    uint8_t token[MAX_STOPS], blocked[MAX_STOPS], home[MAX_STOPS];
} Query;

/* Reads a RunQuery. NULL with an error set. */
Query *query_make(PyObject *module, PyObject *track, PyObject *query);
void query_free(Query *query);

/* The kind of train with this name, in *kind; NULL if the title has none. -1 with an error set. */
int find_kind(Query *query, PyObject *name, const Kind **kind);

/* An attribute as a number: of None -1, of a truth value 0 or 1. -1 with an error set. */
int number_of(PyObject *object, const char *name);

static inline int end_of(const Query *q, int stop) { return q->track->stop[stop].end; }
static inline bool is_city(const Query *q, int stop) { return end_of(q, stop) < TOWN; }
static inline bool is_town(const Query *q, int stop) { return end_of(q, stop) >= TOWN && end_of(q, stop) < OFFBOARD; }
static inline bool is_france(const Query *q, int stop) { return q->channel >= 0 && end_of(q, stop) == OFFBOARD; }
/* Full of other companies' tokens (5.4.3). */
static inline bool is_closed(const Query *q, int stop) { return q->blocked[stop] && !q->token[stop]; }

#endif

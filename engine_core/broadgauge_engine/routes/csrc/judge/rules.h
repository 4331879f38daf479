/* The rules that given runs of one turn may break (5.4, 5.5, 5.13): their one home in C.
 *
 * Invariants
 *   - Rules are looked at in a fixed order, and a rule may rely on those before it. The first breach ends the judgement.
 *   - A rule is true when it is broken, and has then said so in Judge.breach. Codes are explained, with their paragraphs
 *     and texts, in legality.py.
 */
#ifndef BROADGAUGE_RULES_H
#define BROADGAUGE_RULES_H

#include "judge/query.h"

/* A leg as it is kept. */
typedef struct {
    uint8_t from_flags, to_flags;
    int first_side, sides; /* into Judge.side */
} Step;

typedef struct {
    PyObject *object; /* borrowed from the caller's tuple */
    const Kind *kind; /* NULL: no train of this title */
    bool pullman;
    int first_stop, stops, first_leg; /* into Judge.stop and Judge.leg; one leg less than stops */
} Ride;

typedef struct {
    void *items;
    int count, capacity;
} Array;

/* A rule's name, the run that breaks it (-1: all together), the place on it, and what else the words for it need. */
typedef struct {
    const char *code;
    int ride, place, detail;
} Breach;

typedef struct {
    Query *q;
    int rides;
    Ride *ride;
    Array stop, leg, side; /* int, Step, int */
    uint8_t *seen;         /* by side */
    Breach breach;         /* the first one */
} Judge;

/* Looks at all rules. 1: one is broken; 0: none; -1 with an error set. Afterwards the stops of all rides are known. */
int judge_rules(Judge *judge);

static inline int stop_of(const Judge *j, const Ride *r, int i) { return ((const int *)j->stop.items)[r->first_stop + i]; }

#endif

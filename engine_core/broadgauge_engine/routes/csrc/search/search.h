/* All trains of a company in one turn.
 *
 * Invariants
 *   - An E-train shares no track with the others (5.5.11), so both parts are solved by themselves, once for each answer to
 *     what joins them: who takes the destination bonus, who crosses between Merthyr Tydfil and Pontypool, who carries
 *     mail. The train that takes the Pullman is tried likewise.
 *   - Search.bound is not below the weight of any plan of an option that was looked at to the end or not at all.
 *   - Nothing here touches Python: the search runs without the GIL. `cancel` may be set by another thread.
 */
#ifndef BROADGAUGE_SEARCH_H
#define BROADGAUGE_SEARCH_H

#include "search/express.h"
#include "search/pack.h"
#include "search/problem.h"

typedef struct {
    uint8_t counts;
    bool express, local;
    int32_t multiplier;
} Owned;

typedef struct {
    int trains;
    Owned owned[MAX_TRAINS];
    int pullman;   /* train that takes it, -1: any, -2: none */
    int mail;      /* mail contracts in the objective */
    int mail_rate; /* pounds of revenue that a pound of mail is worth */
    bool one_crossing;
    Situation situation;
} Question;

/* What an E-train does beside the plans with this tag, and how the other trains were used. */
typedef struct {
    bool mail[MAX_TRAINS];
    int pullman;
    int32_t express_count;
    ExpressRoute express[2];
    bool express_bonus;
} Option;

typedef struct {
    Problem problem;
    Plans plans;
    int32_t price[MAX_BITS]; /* with which the next option begins; from 0 to MOST_PRICE */
    Option *option;
    int options, option_capacity;
    bool incomplete; /* the Pullman could have run over more towns than were tried */
    int64_t bound;
    Control control;
    int status; /* see below */
} Search;

/* What a search comes to: an answer, or why there is none. */
enum { SEARCHED = 0, NO_MEMORY = -1, TOO_MUCH_TRACK = -2, TOO_MUCH_MAIL = -3, TOO_MANY_TOKENS = -4 };

/* Runs a search for the best `plans` plans. It is empty before but for its limits and perhaps prices, and is to be freed
 * in any case. */
void search_run(Search *search, const Track *track, const Graph *graph, const Question *question, int plans);
void search_free(Search *search);

#endif

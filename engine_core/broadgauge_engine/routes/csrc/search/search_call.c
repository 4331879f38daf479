/* search() as Python calls it: reads the question, names the runs. Invariants: see search_call.h. */
#include "search/search_call.h"

#include "search/cancel.h"
#include "search/search.h"
#include "state.h"
#include "track/track_type.h"

/* A search with its question, and the board that both are about. */
typedef struct {
    Track *track;
    const Graph *graph;
    Question question;
    Search search;
    int plans; /* that are asked for */
} Call;

/* ---- The question ---- */

/* Trains: (stops, express, local, multiplier) each. */
static int read_trains(PyObject *trains, Question *q)
{
    if (PyTuple_GET_SIZE(trains) > MAX_TRAINS) {
        PyErr_Format(PyExc_ValueError, "at most %d trains", MAX_TRAINS);
        return -1;
    }
    q->trains = (int)PyTuple_GET_SIZE(trains);
    int expresses = 0;
    for (int i = 0; i < q->trains; i++) {
        int counts, express, local, multiplier;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(trains, i), "ippi:train", &counts, &express, &local, &multiplier)) return -1;
        if (counts < 0 || counts > MAX_COUNT || multiplier < 1 || multiplier > 4) {
            PyErr_Format(PyExc_ValueError, "a train makes 0 to %d stops, and counts them 1 to 4 times", MAX_COUNT);
            return -1;
        }
        q->owned[i] = (Owned){(uint8_t)counts, express, local, multiplier};
        expresses += express;
    }
    if (expresses > 2) {
        PyErr_SetString(PyExc_ValueError, "at most two E-trains; the rules allow one (5.5.10)");
        return -1;
    }
    return 0;
}

static int read_stops(Call *c, PyObject *tokens, PyObject *blocked, PyObject *home, PyObject *destination)
{
    Situation *now = &c->question.situation;
    now->destination = -1;
    if (mark_stops(c->track, tokens, now->tokens) < 0 || mark_stops(c->track, blocked, now->blocked) < 0 ||
        mark_stops(c->track, home, now->home) < 0)
        return -1;
    return destination != Py_None && (now->destination = stop_number(c->track, destination)) < 0 ? -1 : 0;
}

static int check_types(PyObject *module, PyObject *track, PyObject *cancel)
{
    ModuleState *state = PyModule_GetState(module);
    if (PyObject_TypeCheck(track, state->track) && (cancel == Py_None || PyObject_TypeCheck(cancel, state->cancel))) return 0;
    PyErr_SetString(PyExc_TypeError, "search takes a Track and, to cancel it, a Cancel");
    return -1;
}

static int check_numbers(const Call *c)
{
    const Question *q = &c->question;
    int band = q->situation.band;
    if (band >= 0 && band < BANDS && c->plans >= 1 && c->plans <= MAX_PLANS && q->mail >= 0 && q->mail_rate >= 1 && q->pullman >= -2)
        return 0;
    PyErr_Format(PyExc_ValueError, "band 0 to 3, 1 to %d answers, no negative mail contracts, mail worth something", MAX_PLANS);
    return -1;
}

/* Prices with which another search ended, or None: whatever they are, they cost no more than time. */
static int read_prices(Search *s, PyObject *prices)
{
    if (prices == Py_None) return 0;
    if (!PyBytes_Check(prices) || PyBytes_GET_SIZE(prices) != sizeof s->price) {
        PyErr_SetString(PyExc_ValueError, "prices are what a search has returned, or None");
        return -1;
    }
    memcpy(s->price, PyBytes_AS_STRING(prices), sizeof s->price);
    for (int bit = 0; bit < MAX_BITS; bit++)
        if (s->price[bit] < 0 || s->price[bit] > MOST_PRICE) s->price[bit] = 0;
    return 0;
}

/* Reads all arguments; milliseconds count from now. */
static int read_call(Call *c, PyObject *module, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"track", "trains", "tokens", "blocked", "home", "destination", "band", "pullman", "mail", "mail_rate",
                            "channel_needs_france", "one_crossing", "deadline_ms", "max_nodes", "cancel", "count", "prices", NULL};
    PyObject *track, *trains, *tokens, *blocked, *home, *destination, *cancel, *prices;
    Question *q = &c->question;
    int needs_france, one_crossing;
    double deadline_ms;
    long long max_nodes;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO!OOOOiiiippdLOiO:search", names, &track, &PyTuple_Type, &trains, &tokens, &blocked,
                                     &home, &destination, &q->situation.band, &q->pullman, &q->mail, &q->mail_rate, &needs_france,
                                     &one_crossing, &deadline_ms, &max_nodes, &cancel, &c->plans, &prices))
        return -1;
    if (check_types(module, track, cancel) < 0 || check_numbers(c) < 0) return -1;
    q->situation.channel_needs_france = needs_france;
    q->one_crossing = one_crossing;
    c->track = (Track *)track;
    c->graph = track_graph(c->track);
    Control *control = &c->search.control;
    control->max_nodes = max_nodes;
    if (deadline_ms >= 0) control->deadline = monotonic_time() + (int64_t)(deadline_ms < 1e12 ? deadline_ms * 1e6 : 1e18);
    if (cancel != Py_None) control->cancel = cancel_flag(cancel);
    if (!c->graph || read_trains(trains, q) < 0 || read_prices(&c->search, prices) < 0) return -1;
    return read_stops(c, tokens, blocked, home, destination);
}

/* ---- The runs ---- */

/* Appends a new object, if there is one, and forgets it. */
static int append(PyObject *list, PyObject *item)
{
    int status = item ? PyList_Append(list, item) : -1;
    Py_XDECREF(item);
    return status;
}

/* A run that is being written down: stops, and segment * 2 + direction between them. */
typedef struct {
    PyObject *stops, *legs;
    int at; /* the last stop, not written yet */
} Course;

static int follow(Course *course, const Graph *graph, int segment)
{
    const Segment *s = &graph->segment[segment];
    bool backward = s->b == course->at;
    if (append(course->stops, PyLong_FromLong(course->at)) < 0 || append(course->legs, PyLong_FromLong(2 * segment + backward)) < 0) return -1;
    course->at = backward ? s->a : s->b;
    return 0;
}

/* Follows a way: way * 2 + direction. To France the way into the Channel comes first, from France the track out of it. */
static int follow_way(Course *course, const Call *c, uint32_t step)
{
    const Problem *p = &c->search.problem;
    const Way *way = &p->way[step >> 1];
    if (way->real[1] < 0) return follow(course, c->graph, way->real[0]);
    if (way->node[!(step & 1)] == p->channel) return follow(course, c->graph, way->real[0]) < 0 ? -1 : follow(course, c->graph, way->real[1]);
    const Segment *out = &c->graph->segment[way->real[1]];
    course->at = c->track->stop[out->a].end == OFFBOARD ? out->a : out->b;
    return follow(course, c->graph, way->real[1]) < 0 ? -1 : follow(course, c->graph, way->real[0]);
}

/* One run, over these ways or in one stop: (train, Pullman, stops, legs). */
static PyObject *run_tuple(const Call *c, int train, int pullman, const uint32_t *ways, int count, int root)
{
    const Problem *p = &c->search.problem;
    int first = count ? p->way[ways[0] >> 1].node[ways[0] & 1] : root;
    Course course = {.stops = PyList_New(0), .legs = PyList_New(0), .at = p->node[first].stop};
    bool failed = !course.stops || !course.legs;
    for (int i = 0; i < count && !failed; i++) failed = follow_way(&course, c, ways[i]) < 0;
    if (!failed && append(course.stops, PyLong_FromLong(course.at)) == 0)
        return Py_BuildValue("(iiNN)", train, pullman, course.stops, course.legs);
    Py_XDECREF(course.stops);
    Py_XDECREF(course.legs);
    return NULL;
}

static Train train_of(const Question *q, const Option *option, int i)
{
    return (Train){q->owned[i].counts, option->pullman == i, option->mail[i], q->owned[i].local};
}

/* The route of an ordinary train in a plan: plans list trains by kind, in the order in which the kinds first come. */
static const Route *route_of(const Question *q, const Option *option, const Plan *plan, int i)
{
    Train train = train_of(q, option, i);
    int before = 0, place = 0;
    for (int j = 0; j < i; j++) {
        Train earlier = train_of(q, option, j);
        before += !q->owned[j].express && !memcmp(&train, &earlier, sizeof train);
    }
    while (memcmp(&plan->train[place], &train, sizeof train)) place++;
    return &plan->route[place + before];
}

/* The runs of a plan, by train. */
static PyObject *plan_list(const Call *c, const Plan *plan)
{
    const Question *q = &c->question;
    const Problem *p = &c->search.problem;
    const Option *option = &c->search.option[plan->tag];
    uint32_t ways[MAX_NODES];
    PyObject *runs = PyList_New(0);
    int express_next = 0, status = 0;
    for (int i = 0; runs && i < q->trains && !status; i++) {
        const Owned *owned = &q->owned[i];
        if (owned->express) {
            const ExpressRoute *route = express_next < option->express_count ? &option->express[express_next++] : NULL;
            if (!route || route->weight <= 0) continue;
            status = append(runs, run_tuple(c, i, 0, ways, express_ways(p, route, ways), route->root));
        } else if (owned->local || owned->counts >= 2) {
            Train train = train_of(q, option, i);
            const Route *route = route_of(q, option, plan, i);
            if (route->weight < 0) continue;
            status = append(runs, run_tuple(c, i, train.pullman, ways, route_ways(train_net(p, &train), route, ways), route->root));
        }
    }
    if (status) Py_CLEAR(runs);
    return runs;
}

/* ---- The answer ---- */

static PyObject *plans_list(const Call *c)
{
    const Plans *plans = &c->search.plans;
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < plans->count; i++)
        if (append(list, plan_list(c, &plans->plan[i])) < 0) Py_CLEAR(list);
    return list;
}

static PyObject *answer(const Call *c, int64_t started)
{
    const Search *s = &c->search;
    static const char *const refusals[] = {[-TOO_MUCH_TRACK] = "the board has too much track to search",
                                           [-TOO_MUCH_MAIL] = "the mail is worth too much to search",
                                           [-TOO_MANY_TOKENS] = "an E-train with more than 64 tokens to run between"};
    if (s->status == NO_MEMORY) return PyErr_NoMemory();
    if (s->status) return PyErr_Format(PyExc_ValueError, "%s", refusals[-s->status]);
    PyObject *plans = plans_list(c);
    if (!plans) return NULL;
    bool proven = !s->control.stopped && !s->incomplete;
    int64_t best = s->plans.count ? s->plans.plan[0].weight : 0, bound = !proven && s->bound > best ? s->bound : best;
    return Py_BuildValue("(NOLLdy#)", plans, proven ? Py_True : Py_False, (long long)((bound + UNIT - 1) / UNIT),
                         (long long)s->control.nodes, (double)(monotonic_time() - started) / 1e6, (const char *)s->price, (Py_ssize_t)sizeof s->price);
}

PyObject *track_search(PyObject *module, PyObject *args, PyObject *kwargs)
{
    int64_t started = monotonic_time();
    Call *c = PyMem_RawCalloc(1, sizeof *c);
    if (!c) return PyErr_NoMemory();
    PyObject *found = NULL;
    if (read_call(c, module, args, kwargs) == 0) {
        Py_BEGIN_ALLOW_THREADS
        search_run(&c->search, c->track, c->graph, &c->question, c->plans);
        Py_END_ALLOW_THREADS
        found = answer(c, started);
    }
    search_free(&c->search);
    PyMem_RawFree(c);
    return found;
}

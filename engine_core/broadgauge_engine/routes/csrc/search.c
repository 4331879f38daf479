/* The options of a company's turn, each solved by pack() and express(). Invariants: see search.h. */
#include "search.h"

#include "judge.h"

enum { MOST_MAIL = 1 << 18 }; /* pounds that a stop may be worth to the mail: weights must stay small */

typedef struct {
    Search *s;
    const Question *q;
    Option option;
    int32_t bonus; /* what the destination adds to an ordinary train, pounds */
} Turn;

static int64_t most_of_train(const Problem *p, const Owned *owned, bool pullman, bool mail)
{
    int64_t best = 0, towns = 0, tokens = 0;
    for (int v = 0; v < p->nodes; v++) {
        if (p->node[v].value > best) best = p->node[v].value;
        if (p->node[v].town) towns += p->node[v].value;
        if (p->node[v].token) tokens += p->node[v].value;
    }
    int64_t most = owned->express ? tokens * owned->multiplier : owned->local ? 2 * best : best * owned->counts + (pullman ? towns : 0);
    return (most + (mail ? best * p->mail_rate : 0)) * UNIT;
}

/* A bound that needs no search: every stop of every train is worth as much as the best one. */
static int64_t crude_bound(const Turn *t)
{
    int64_t sum = 0;
    int32_t multiplier = 1;
    for (int i = 0; i < t->q->trains; i++) {
        sum += most_of_train(&t->s->problem, &t->q->owned[i], t->option.pullman == i, t->option.mail[i]);
        if (t->q->owned[i].express && t->q->owned[i].multiplier > multiplier) multiplier = t->q->owned[i].multiplier;
    }
    return sum + (int64_t)t->bonus * UNIT * multiplier;
}

static void raise_bound(Turn *t, int64_t bound)
{
    int64_t crude = crude_bound(t);
    bool whole = t->option.pullman < 0 || t->s->problem.longest_chain == MAX_CHAIN;
    if (!whole) t->s->incomplete = true;
    if (crude < bound || !whole) bound = crude;
    if (bound > t->s->bound) t->s->bound = bound;
}

/* Solves the ordinary trains beside the E-trains of the option. */
static void solve_ordinary(Turn *t, bool bonus, const Mask *banned)
{
    Search *s = t->s;
    Task task = {.tag = s->options, .bonus = bonus ? t->bonus : 0, .banned = *banned};
    if (s->options == s->option_capacity) {
        s->option_capacity = 2 * s->option_capacity + 8;
        Option *grown = PyMem_RawRealloc(s->option, (size_t)s->option_capacity * sizeof *grown);
        if (!grown) {
            s->control.stopped = s->control.no_memory = true;
            return;
        }
        s->option = grown;
    }
    s->option[s->options++] = t->option;
    for (int e = 0; e < t->option.express_count; e++)
        if (t->option.express[e].weight > 0) task.base += t->option.express[e].weight;
    for (int i = 0; i < t->q->trains; i++) {
        const Owned *owned = &t->q->owned[i];
        if (owned->express || (!owned->local && owned->counts < 2)) continue;
        task.train[task.count++] = (Train){owned->counts, t->option.pullman == i, t->option.mail[i], owned->local};
    }
    raise_bound(t, pack(&s->problem, &task, &s->plans, &s->control));
}

static Mask ban_links(const Problem *p, int except)
{
    Mask banned = {{0}};
    for (int l = 0; l < MAX_LINKS; l++)
        if (l != except) mask_set(&banned, p->link_bit + l);
    return banned;
}

static int express_train(const Question *q)
{
    for (int i = 0; i < q->trains; i++)
        if (q->owned[i].express) return i;
    return -1;
}

/* The E-trains with or without the destination bonus, into the option; of two only good routes, not the best ones, if
 * `quick`. Returns the pounds * UNIT that they earn. */
static int64_t solve_express(Turn *t, const Mask *banned, bool bonus, int64_t least, bool quick)
{
    ExpressTask task[2] = {{0}};
    int count = 0;
    for (int i = 0; i < t->q->trains && count < 2; i++)
        if (t->q->owned[i].express)
            task[count++] = (ExpressTask){.multiplier = t->q->owned[i].multiplier, .mail = t->option.mail[i], .banned = *banned, .short_way = true};
    task[0].least = least;
    /* Of two, the first one takes the bonus; where they differ in mail, the second one is tried as well. */
    int64_t most = -1;
    for (int taker = 0; taker < (count == 2 && bonus && task[0].mail != task[1].mail ? 2 : 1); taker++) {
        ExpressRoute route[2] = {{.weight = -1}, {.weight = -1}};
        for (int e = 0; e < count; e++) task[e].bonus = bonus && e == taker ? t->bonus * task[e].multiplier : 0;
        if (count == 1) express(&t->s->problem, &task[0], &t->s->control, &route[0]);
        else express_pair(&t->s->problem, task, quick, &t->s->control, route);
        int64_t here = (route[0].weight > 0 ? route[0].weight : 0) + (route[1].weight > 0 ? route[1].weight : 0);
        if (here <= most) continue;
        most = here;
        memcpy(t->option.express, route, sizeof route);
        t->option.express_bonus = bonus && route[taker].weight >= 0 && route[taker].bonus;
    }
    t->option.express_count = count;
    return most;
}

static bool express_crosses(const Problem *p, const Option *option)
{
    for (int e = 0; e < option->express_count; e++)
        if (option->express[e].weight > 0 && mask_has(&option->express[e].mask, p->crossing_bit)) return true;
    return false;
}

/* E-trains and the others, with the given bans for each; nothing to ban: only if no E-train crosses. False: one does. */
static bool solve_beside_express(Turn *t, const Mask *express_ban, const Mask *others_ban)
{
    static const Mask nothing = {{0}};
    const Mask *ban = express_ban ? express_ban : &nothing, *others = others_ban ? others_ban : &nothing;
    int64_t without = solve_express(t, ban, false, 0, t->bonus > 0), with = 0;
    Option plain = t->option;
    if (t->bonus) with = solve_express(t, ban, true, without, false);
    Option taken = t->option;
    /* Where another train takes the bonus, E-trains that earn less by more than it are of no use. */
    int64_t useful = with - (int64_t)(t->bonus + 1) * UNIT;
    if (t->bonus && plain.express_count == 2 && !t->s->control.stopped) {
        bool limited = taken.express_bonus && t->s->plans.most == 1 && useful > without;
        int64_t found = solve_express(t, ban, false, limited ? useful : without, false);
        if (found > without) {
            plain = t->option;
            without = found;
        }
    }
    bool use_taken = taken.express_bonus, use_plain = !(taken.express_bonus && useful >= without);
    if (!express_ban) {
        bool taken_crosses = use_taken && express_crosses(&t->s->problem, &taken);
        bool plain_crosses = use_plain && express_crosses(&t->s->problem, &plain);
        if ((taken_crosses || plain_crosses) && !t->s->control.stopped) return false;
        use_taken &= !taken_crosses; /* of a search that is over, what may not be legal beside the others is left out */
        use_plain &= !plain_crosses;
    }
    t->option = plain;
    if (use_plain) solve_ordinary(t, true, others);
    t->option = taken;
    if (use_taken) solve_ordinary(t, false, others);
    return use_plain || use_taken;
}

static void solve_option(Turn *t)
{
    const Problem *p = &t->s->problem;
    Mask nothing = {{0}}, crossing = {{0}};
    t->option.express_count = 0;
    t->option.express_bonus = false;
    if (express_train(t->q) < 0) {
        solve_ordinary(t, true, &nothing);
    } else if (!solve_beside_express(t, NULL, NULL)) {
        if (t->q->one_crossing) {
            mask_set(&crossing, p->crossing_bit);
            solve_beside_express(t, &nothing, &crossing);
            solve_beside_express(t, &crossing, &nothing);
        } else {
            for (int l = 0; l < MAX_LINKS; l++) {
                Mask banned = ban_links(p, l);
                if (l < p->links) solve_beside_express(t, &banned, &banned);
            }
        }
    }
}

static bool alike(const Question *q, int i, int j)
{
    const Owned *a = &q->owned[i], *b = &q->owned[j];
    return a->counts == b->counts && a->express == b->express && a->local == b->local && a->multiplier == b->multiplier;
}

/* Every way to give the mail contracts to trains; of trains that are alike the first ones take them. */
static void place_mail(Turn *t, int from, int left)
{
    const Question *q = t->q;
    int able = 0;
    for (int i = from; i < q->trains; i++) able += !q->owned[i].local;
    if (!left || !able) {
        solve_option(t);
        return;
    }
    for (int i = from; i < q->trains; i++) {
        if (q->owned[i].local) continue;
        bool skipped = false;
        for (int j = 0; j < i; j++)
            skipped |= alike(q, i, j) && !t->option.mail[j] && (t->option.pullman == i) == (t->option.pullman == j);
        able = 0;
        for (int j = i; j < q->trains; j++) able += !q->owned[j].local;
        if (skipped || able < left) continue;
        t->option.mail[i] = true;
        place_mail(t, i + 1, left - 1);
        t->option.mail[i] = false;
    }
}

static void place_pullman(Turn *t)
{
    const Question *q = t->q;
    int able = 0, contracts = q->mail;
    for (int i = 0; i < q->trains; i++) able += !q->owned[i].local;
    if (contracts > able) contracts = able;
    bool tried = false;
    for (int i = 0; i < q->trains && q->pullman != -2; i++) {
        bool wanted = q->pullman == i || q->pullman == -1, again = false;
        for (int j = 0; j < i; j++) again |= q->pullman == -1 && alike(q, i, j);
        if (!wanted || again || q->owned[i].express || q->owned[i].local || q->owned[i].counts < 2) continue;
        t->option.pullman = i;
        place_mail(t, 0, contracts);
        tried = true;
    }
    t->option.pullman = -1;
    if (!tried) place_mail(t, 0, contracts);
}

void search_run(Search *s, const Track *track, const Graph *graph, const Question *q)
{
    s->status = problem_make(&s->problem, track, graph, &q->situation, q->pullman != -2);
    s->plans.plan = PyMem_RawMalloc(((size_t)s->plans.most + 1) * sizeof(Plan));
    if (!s->status && !s->plans.plan) s->status = -1;
    if (s->status) return;
    s->problem.mail_rate = q->mail_rate;
    for (int v = 0; v < s->problem.nodes; v++)
        if (q->mail && (int64_t)s->problem.node[v].value * q->mail_rate > MOST_MAIL) s->status = -3;
    if (s->status) return;
    Turn turn = {.s = s, .q = q, .option = {.pullman = -1}};
    if (s->problem.goal >= 0) {
        bool home = false;
        for (int v = 0; v < s->problem.nodes; v++) home |= s->problem.node[v].home;
        turn.bonus = home ? s->problem.node[s->problem.goal].value : 0;
    }
    place_pullman(&turn);
    if (s->control.no_memory) s->status = -1;
}

void search_free(Search *s)
{
    problem_free(&s->problem);
    PyMem_RawFree(s->plans.plan);
    PyMem_RawFree(s->option);
}

/* ---- The Python side ---- */

typedef struct {
    PyObject_HEAD
    volatile int set;
} Cancel;

static PyObject *cancel_set(Cancel *self, PyObject *Py_UNUSED(ignored))
{
    self->set = 1;
    Py_RETURN_NONE;
}

static PyObject *cancel_is_set(Cancel *self, PyObject *Py_UNUSED(ignored)) { return PyBool_FromLong(self->set); }

static void cancel_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef cancel_methods[] = {
    {"set", (PyCFunction)cancel_set, METH_NOARGS, "Ends the searches that were given this flag."},
    {"is_set", (PyCFunction)cancel_is_set, METH_NOARGS, "Whether set() was called."},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot cancel_slots[] = {
    {Py_tp_doc, "A flag with which another thread ends a search."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, cancel_dealloc},
    {Py_tp_methods, cancel_methods},
    {0, NULL},
};
static PyType_Spec cancel_spec = {
    .name = "broadgauge_engine.routes._track.Cancel",
    .basicsize = sizeof(Cancel),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = cancel_slots,
};

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

/* The steps of a run from one end to the other: stops, and segment * 2 + direction between them. */
static PyObject *run_tuple(const Track *track, const Graph *graph, const Problem *p, int train, int pullman, const uint32_t *ways, int count, int root)
{
    PyObject *stops = PyList_New(0), *legs = PyList_New(0);
    bool failed = !stops || !legs;
    int at = count ? p->node[p->way[ways[0] >> 1].node[ways[0] & 1]].stop : p->node[root].stop;
    for (int i = 0; i <= count && !failed; i++) {
        int parts = i < count && p->way[ways[i] >> 1].real[1] >= 0 ? 2 : i < count;
        bool inward = i < count && p->channel >= 0 && p->way[ways[i] >> 1].node[!(ways[i] & 1)] == p->channel;
        for (int part = 0; part < parts && !failed; part++) {
            /* To France the way into the Channel comes first, from France the track out of it. */
            const Way *way = &p->way[ways[i] >> 1];
            int segment = way->real[parts == 2 && !inward ? !part : part];
            const Segment *s = &graph->segment[segment];
            if (parts == 2 && !inward && part == 0) at = track->stop[s->a].end == OFFBOARD ? s->a : s->b;
            PyObject *stop = PyLong_FromLong(at), *leg = PyLong_FromLong(2 * segment + (s->b == at));
            failed = !stop || !leg || PyList_Append(stops, stop) < 0 || PyList_Append(legs, leg) < 0;
            Py_XDECREF(stop);
            Py_XDECREF(leg);
            at = s->b == at ? s->a : s->b;
        }
        if (i == count) {
            PyObject *stop = PyLong_FromLong(at);
            failed |= !stop || PyList_Append(stops, stop) < 0;
            Py_XDECREF(stop);
        }
    }
    if (!failed) return Py_BuildValue("(iiNN)", train, pullman, stops, legs);
    Py_XDECREF(stops);
    Py_XDECREF(legs);
    return NULL;
}

static int append(PyObject *list, PyObject *item)
{
    int status = item ? PyList_Append(list, item) : -1;
    Py_XDECREF(item);
    return status;
}

/* The runs of a plan, by train. */
static PyObject *plan_list(const Track *track, const Graph *graph, const Search *s, const Question *q, const Plan *plan)
{
    const Option *option = &s->option[plan->tag];
    uint32_t ways[MAX_NODES];
    PyObject *runs = PyList_New(0);
    int express_next = 0;
    for (int i = 0; runs && i < q->trains; i++) {
        const Owned *owned = &q->owned[i];
        int status = 0;
        if (owned->express) {
            const ExpressRoute *route = express_next < option->express_count ? &option->express[express_next++] : NULL;
            if (route && route->weight > 0) {
                int count = express_ways(&s->problem, route, ways);
                status = append(runs, run_tuple(track, graph, &s->problem, i, 0, ways, count, route->root));
            }
        } else if (owned->local || owned->counts >= 2) {
            /* Plans list trains by kind, in the order in which the kinds first come. */
            Train train = {owned->counts, option->pullman == i, option->mail[i], owned->local};
            int before = 0, place = 0;
            for (int j = 0; j < i; j++) {
                const Owned *other = &q->owned[j];
                Train earlier = {other->counts, option->pullman == j, option->mail[j], other->local};
                before += !other->express && !memcmp(&train, &earlier, sizeof train);
            }
            while (memcmp(&plan->train[place], &train, sizeof train)) place++;
            const Route *route = &plan->route[place + before];
            if (route->weight >= 0) {
                int count = route_ways(train_net(&s->problem, &train), route, ways);
                status = append(runs, run_tuple(track, graph, &s->problem, i, train.pullman, ways, count, route->root));
            }
        }
        if (status < 0) Py_CLEAR(runs);
    }
    return runs;
}

static PyObject *track_search(PyObject *module, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"track", "trains", "tokens", "blocked", "home", "destination", "band", "pullman", "mail", "mail_rate", "channel_needs_france",
                            "one_crossing", "deadline_ms", "max_nodes", "cancel", "count", NULL};
    PyObject *track_object, *trains, *tokens, *blocked, *home, *destination, *cancel;
    int band, pullman, mail, mail_rate, needs_france, one_crossing, count;
    double deadline_ms;
    long long max_nodes;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO!OOOOiiiippdLOi:search", names, &track_object, &PyTuple_Type, &trains, &tokens,
                                     &blocked, &home, &destination, &band, &pullman, &mail, &mail_rate, &needs_france, &one_crossing,
                                     &deadline_ms, &max_nodes, &cancel, &count))
        return NULL;
    int64_t started = monotonic_time();
    ModuleState *state = PyModule_GetState(module);
    if (!PyObject_TypeCheck(track_object, state->track) || (cancel != Py_None && !PyObject_TypeCheck(cancel, state->cancel))) {
        PyErr_SetString(PyExc_TypeError, "search takes a Track and, to cancel it, a Cancel");
        return NULL;
    }
    if (band < 0 || band >= BANDS || count < 1 || count > MAX_PLANS || mail < 0 || mail_rate < 1 || pullman < -2) {
        PyErr_Format(PyExc_ValueError, "band 0 to 3, 1 to %d answers, no negative mail contracts, mail worth something", MAX_PLANS);
        return NULL;
    }
    Track *track = (Track *)track_object;
    Question q = {.pullman = pullman, .mail = mail, .mail_rate = mail_rate, .one_crossing = one_crossing};
    q.situation.band = band;
    q.situation.channel_needs_france = needs_france;
    q.situation.destination = -1;
    const Graph *graph = track_graph(track);
    if (!graph || read_trains(trains, &q) < 0 || mark_stops(track, tokens, q.situation.tokens) < 0 ||
        mark_stops(track, blocked, q.situation.blocked) < 0 || mark_stops(track, home, q.situation.home) < 0)
        return NULL;
    if (destination != Py_None && (q.situation.destination = stop_number(track, destination)) < 0) return NULL;
    Search *s = PyMem_RawCalloc(1, sizeof *s);
    if (!s) return PyErr_NoMemory();
    s->plans.most = count;
    s->control.max_nodes = max_nodes;
    if (deadline_ms >= 0) s->control.deadline = started + (int64_t)(deadline_ms < 1e12 ? deadline_ms * 1e6 : 1e18);
    if (cancel != Py_None) s->control.cancel = &((Cancel *)cancel)->set;
    Py_BEGIN_ALLOW_THREADS
    search_run(s, track, graph, &q);
    Py_END_ALLOW_THREADS
    PyObject *plans = NULL, *answer = NULL;
    if (s->status == -2) {
        PyErr_SetString(PyExc_ValueError, "the board has too much track to search");
    } else if (s->status == -3) {
        PyErr_SetString(PyExc_ValueError, "the mail is worth too much to search");
    } else if (s->status) {
        PyErr_NoMemory();
    } else {
        plans = PyList_New(0);
        for (int i = 0; plans && i < s->plans.count; i++)
            if (append(plans, plan_list(track, graph, s, &q, &s->plans.plan[i])) < 0) Py_CLEAR(plans);
    }
    if (plans) {
        bool proven = !s->control.stopped && !s->incomplete;
        int64_t best = s->plans.count ? s->plans.plan[0].weight : 0, bound = !proven && s->bound > best ? s->bound : best;
        answer = Py_BuildValue("(NOLLd)", plans, proven ? Py_True : Py_False, (long long)((bound + UNIT - 1) / UNIT),
                               (long long)s->control.nodes, (double)(monotonic_time() - started) / 1e6);
    }
    search_free(s);
    PyMem_RawFree(s);
    return answer;
}

/* ---- The module ---- */

static int add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **slot)
{
    *slot = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    return *slot ? PyModule_AddType(module, *slot) : -1;
}

static int module_exec(PyObject *module)
{
    ModuleState *state = PyModule_GetState(module);
    return add_type(module, &library_spec, &state->library) < 0 || add_type(module, &track_spec, &state->track) < 0 ||
                   add_type(module, &reach_spec, &state->reach) < 0 || add_type(module, &cancel_spec, &state->cancel) < 0
               ? -1
               : 0;
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    ModuleState *state = PyModule_GetState(module);
    Py_VISIT(state->library);
    Py_VISIT(state->track);
    Py_VISIT(state->reach);
    Py_VISIT(state->cancel);
    return 0;
}

static int module_clear(PyObject *module)
{
    ModuleState *state = PyModule_GetState(module);
    Py_CLEAR(state->library);
    Py_CLEAR(state->track);
    Py_CLEAR(state->reach);
    Py_CLEAR(state->cancel);
    return 0;
}

static PyMethodDef module_methods[] = {
    {"search", (PyCFunction)(void (*)(void))track_search, METH_VARARGS | METH_KEYWORDS, "The best runs; see broadgauge_engine.routes.best_runs."},
    {"judge", (PyCFunction)(void (*)(void))track_judge, METH_FASTCALL, "The first rule that runs break, or what each is worth."},
    {"has_run", (PyCFunction)(void (*)(void))track_has_run, METH_FASTCALL, "Whether some train can make a legal run; None: a search can tell."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, module_exec}, {0, NULL}};
static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_track",
    .m_doc = "Laid track as a graph: connectivity and the best runs.",
    .m_size = sizeof(ModuleState),
    .m_methods = module_methods,
    .m_slots = module_slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
};

PyMODINIT_FUNC PyInit__track(void) { return PyModuleDef_Init(&module_def); }

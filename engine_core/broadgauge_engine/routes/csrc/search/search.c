/* The options of a company's turn, each solved by pack() and express(). Invariants: see search.h. */
#include "search/search.h"

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
            control_no_memory(&s->control);
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
    raise_bound(t, pack(&s->problem, &task, s->price, &s->plans, &s->control));
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

/* Whether the weights of the question stay within bounds, and sets of tokens within a word. */
static int check(const Problem *p, const Question *q)
{
    for (int v = 0; v < p->nodes; v++)
        if (q->mail && (int64_t)p->node[v].value * q->mail_rate > MOST_MAIL) return TOO_MUCH_MAIL;
    return express_train(q) >= 0 && p->tokens > MAX_TOKENS ? TOO_MANY_TOKENS : SEARCHED;
}

void search_run(Search *s, const Track *track, const Graph *graph, const Question *q, int plans)
{
    s->status = problem_make(&s->problem, track, graph, &q->situation, q->pullman != -2);
    if (!s->status) s->status = plans_allocate(&s->plans, plans);
    if (!s->status) s->status = check(&s->problem, q);
    if (s->status) return;
    s->problem.mail_rate = q->mail_rate;
    for (int bit = 0; bit < MAX_BITS; bit++)
        if (!mask_has(&s->problem.track, bit)) s->price[bit] = 0;
    Turn turn = {.s = s, .q = q, .option = {.pullman = -1}};
    if (s->problem.goal >= 0) {
        bool home = false;
        for (int v = 0; v < s->problem.nodes; v++) home |= s->problem.node[v].home;
        turn.bonus = home ? s->problem.node[s->problem.goal].value : 0;
    }
    place_pullman(&turn);
    if (s->control.no_memory) s->status = NO_MEMORY;
}

void search_free(Search *s)
{
    problem_free(&s->problem);
    plans_free(&s->plans);
    PyMem_RawFree(s->option);
}

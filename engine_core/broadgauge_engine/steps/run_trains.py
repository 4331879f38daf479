"""Running trains (5.13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..actions import RunTrains
from ..board import places
from ..board.reach import track
from ..events import Log, TrainsRan
from ..options import ActionRule, Reason, Refusal
from ..rounds.operating import next_step
from ..routes import Answer, Evaluation, RunQuery, best_runs, evaluate, has_run
from ..routes import Run as TrainRun
from ..state.model import Company, Done, GameState
from ..step import Step, refuse, rules, wrong_company
from ..title.model import CITY


def run_query(state: GameState, company: Company) -> RunQuery:
    """The company's trains, tokens and circumstances as a question about runs (5.4, 5.13)."""
    card = company.card
    options = state.setup.options
    destination = None
    if company.destination_placed and card.destination is not None:
        destination = (card.destination, CITY)
    return RunQuery(
        trains=tuple(company.trains),
        tokens=frozenset(places.own_stops(company)),
        blocked=places.blocked(state, company.card.id),
        band=state.phase.band,
        home=frozenset({(card.home, CITY + (card.home_city or 0))}),
        destination=destination,
        mail=len(state.title.mail_contracts.intersection(company.privates)),
        minor=company.is_minor,
        channel_needs_france=options.channel == "france_only",
        one_crossing_train=options.crossing == "one_train",
    )


def can_run(state: GameState, company: Company) -> bool:
    """Whether some train of the company can make a legal run."""
    if any(state.title.trains[kind].local for kind in company.trains):
        return True
    return bool(company.trains) and has_run(track(state), run_query(state, company))


def _best_with_mail(state: GameState, query: RunQuery, plain: Answer) -> dict[str, Answer]:
    """With mail contracts the value may be reduced for the sake of the mail (5.13.6, 5.13.8).

    So the best runs may also be those by revenue and mail together, or by mail before revenue. Where the latter earn
    as much as the ``plain`` ones, those of the greatest revenue, none are better by any measure.
    """
    if not query.mail:
        return {}
    mail_first = best_runs(track(state), query, objective="mail_first", like=plain)
    if mail_first.revenue == plain.revenue:
        return {"mail_first": mail_first}
    together = best_runs(track(state), query, objective="revenue_and_mail", like=plain)
    return {"revenue_and_mail": together, "mail_first": mail_first}


def _rank(objective: str, worth: Evaluation | Answer) -> tuple[int, ...]:
    """What runs are worth by an objective, to be compared."""
    ranks = {
        "revenue_and_mail": (worth.revenue + worth.subsidy,),
        "mail_first": (worth.subsidy, worth.revenue),
    }
    return ranks[objective]


def _worth(state: GameState, action: RunTrains) -> Evaluation:
    """What legal runs bring in: by the rules, or as the action says."""
    if action.as_written:
        return Evaluation(None, action.declared, sum(action.declared), action.declared_mail)
    return _judge(state, run_query(state, state.acting), action.runs)


def _judge(state: GameState, query: RunQuery, runs: tuple[TrainRun, ...]) -> Evaluation:
    """What the runs are worth, or why they are not legal; those that were judged last are not judged again."""
    last = state.derived.judged
    if last is None or last[1] is not runs or last[0] != query:
        last = state.derived.judged = query, runs, evaluate(track(state), query, runs)
    return last[2]


class Run(ActionRule[RunTrains]):
    """Running all trains: for the maximum (5.13.6), or as declared."""

    kind = RunTrains
    paragraph = "5.13.6"

    def candidates(self, state: GameState) -> Iterator[RunTrains]:
        company = state.acting
        query = run_query(state, company)
        plain = best_runs(track(state), query)
        mail = _best_with_mail(state, query, plain).values()
        # With mail contracts, nobody runs for the same revenue and less mail.
        best = mail if any(answer.revenue == plain.revenue for answer in mail) else (plain, *mail)
        for runs in dict.fromkeys(answer.runs for answer in best):
            yield RunTrains(company.id, runs)

    def refusal(self, state: GameState, action: RunTrains) -> Refusal | None:
        wrong = wrong_company(state, action.company)
        if wrong:
            return wrong
        company = state.acting
        if action.as_written:
            return self._not_as_written(state, company, action)
        query = run_query(state, company)
        found = _judge(state, query, action.runs)
        if found.problem is not None:
            _, paragraph, text = found.problem
            return refuse(Reason.ROUTE, company.id, paragraph, text)
        if state.setup.options.revenue == "maximum":
            return self._below_maximum(state, company, query, found)
        return None

    @staticmethod
    def _not_as_written(state: GameState, company: Company, action: RunTrains) -> Refusal | None:
        """Written revenue needs the option for it, and an amount for the run of each train."""
        if state.setup.options.revenue != "as_written":
            return refuse(Reason.ROUTE, company.id, "5.13.5", "the revenue follows from the runs")
        trains = Counter(company.trains)
        if Counter(run.train for run in action.runs) - trains or len(action.declared) != len(action.runs):
            return refuse(Reason.ROUTE, company.id, "5.13.1", "each train runs once and brings in one amount")
        if min((*action.declared, action.declared_mail)) < 0:
            return refuse(Reason.ROUTE, company.id, "5.13.5", "no run brings in less than nothing")
        return None

    @staticmethod
    def _below_maximum(state: GameState, company: Company, query: RunQuery, found: Evaluation) -> Refusal | None:
        """The maximum counts, by any objective (5.13.6, 5.13.8)."""
        plain = best_runs(track(state), query)
        if found.revenue >= plain.revenue:
            return None
        best = _best_with_mail(state, query, plain)
        if any(_rank(objective, found) >= _rank(objective, answer) for objective, answer in best.items()):
            return None
        return refuse(
            Reason.NOT_MAXIMUM,
            company.id,
            "5.13.6",
            f"the runs earn £{found.revenue}, £{plain.revenue} is possible",
        )

    def label(self, state: GameState, action: RunTrains) -> str:
        found = _worth(state, action)
        if not found.revenue and not found.subsidy:
            return "Run for nothing"
        text = f"Run for £{found.revenue}"
        return f"{text} and £{found.subsidy} of mail" if found.subsidy else text

    def perform(self, state: GameState, action: RunTrains, log: Log) -> None:
        company, turn = state.acting, state.company_turn
        found = _worth(state, action)
        extra = (state.title.trains[run.train].extra for run in action.runs)
        turn.runs = action.runs
        turn.extra_revenue = sum(revenue for revenue, is_extra in zip(found.revenues, extra, strict=True) if is_extra)
        turn.revenue = found.revenue - turn.extra_revenue
        turn.done.append(Done.RUN)
        turn.subsidy = found.subsidy
        log.append(TrainsRan(company.id, found.revenue, found.subsidy))


class RunTrainsStep(Step):
    """Running trains is compulsory where it is possible (5.3.1)."""

    name = "run_trains"
    text = "run the trains"
    rules = rules(Run())

    def open(self, state: GameState) -> bool:
        return Done.RUN not in state.company_turn.done and bool(state.acting.trains)

    def waits(self, state: GameState) -> bool:
        return can_run(state, state.acting)

    def skipped(self, state: GameState) -> Refusal:
        company = state.acting
        if not company.trains:
            return refuse(Reason.NOT_OWNED, company.id, "5.13.1", f"{company.id} has no train")
        return refuse(Reason.ROUTE, company.id, "5.13.1", f"no train of {company.id} has a legal run")

    def leave(self, state: GameState, log: Log) -> None:
        next_step(state, log)

"""Find the best runs of a company."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from broadgauge.v1.reasons_pb2 import Reason
from broadgauge_engine.board.reach import track
from broadgauge_engine.routes import Answer, Cancel, Evaluation, Run, RunQuery, best_runs, evaluate
from broadgauge_engine.state.model import GameState
from broadgauge_engine.steps.run_trains import run_query

from .. import vocabulary
from ..errors import RequestError
from ..situation import Situation

MOST_TRAINS = 12
MOST_EXPRESS_TRAINS = 2
"""The rules allow one (5.5.10); the search can do two."""
MOST_ANSWERS = 10


@dataclass(frozen=True, slots=True)
class Search:
    """What to look for, and for how long."""

    objective: str
    milliseconds: float
    count: int


def running_company(situation: Situation, company: str) -> str:
    """The id of the company whose runs are meant.

    Raises:
        RequestError: there is no such company, or it is not in play.
    """
    state = situation.state
    if not company and state.turn is not None:
        company = state.turn.company
    if company and company not in state.title.companies:
        text = f"company: there is no {company!r} in this game"
        raise RequestError(Reason.REASON_ID_UNKNOWN, text, "company", field="company", value=company)
    if company not in state.companies:
        text = f"company: {company} is not in play" if company else "company: none acts now, so one must be named"
        raise RequestError(Reason.REASON_COMPANY_NOT_IN_PLAY, text, company or "company", company=company)
    return company


def find_routes(situation: Situation, company: str, trains: Sequence[str], search: Search, cancel: Cancel) -> Answer:
    """The best runs, and whether nothing is better.

    Args:
        situation: The state; nothing is done to it.
        company: A company in play.
        trains: Kinds of trains that it should have; its own when there are none.
        search: What to look for.
        cancel: Ends the search early when somebody sets it.

    Raises:
        RequestError: a kind of train does not exist, or there are too many.
    """
    state = situation.state
    return best_runs(
        track(state),
        _query(state, company, trains),
        objective=search.objective,
        deadline_ms=search.milliseconds,
        cancel=cancel,
        count=search.count,
    )


def evaluate_routes(situation: Situation, company: str, trains: Sequence[str], runs: tuple[Run, ...]) -> Evaluation:
    """Whether runs are legal, and what they earn.

    Raises:
        RequestError: a name in them does not exist, or there are too many of something.
    """
    state = situation.state
    vocabulary.check_runs(state, runs, "runs")
    return evaluate(track(state), _query(state, company, trains), runs)


def _query(state: GameState, company: str, trains: Sequence[str]) -> RunQuery:
    query = run_query(state, state.companies[company])
    if len(trains) > MOST_TRAINS:
        text = f"trains: at most {MOST_TRAINS}, not {len(trains)}"
        raise RequestError(Reason.REASON_VALUE, text, "trains", field="trains", value=len(trains))
    for index, kind in enumerate(trains):
        if kind not in state.title.trains:
            where = f"trains[{index}]"
            text = f"{where}: there is no train {kind!r} in this game"
            raise RequestError(Reason.REASON_ID_UNKNOWN, text, where, field=where, value=kind)
    express = sum(state.title.trains[kind].express for kind in trains)
    if express > MOST_EXPRESS_TRAINS:
        text = f"trains: at most {MOST_EXPRESS_TRAINS} E-trains, not {express}"
        raise RequestError(Reason.REASON_VALUE, text, "trains", field="trains", value=express)
    return replace(query, trains=tuple(trains)) if trains else query

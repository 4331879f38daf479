"""Runs as an 18xx.games file tells them."""

from __future__ import annotations

from typing import Any

from ..board.reach import track
from ..routes import Evaluation, Run, RunQuery, Track, evaluate, match_run, trim_express
from ..state.model import GameState
from ..steps.run_trains import run_query
from .entry import Entry, objects, whole
from .train_ids import TrainIds


def recorded_runs(
    state: GameState, trains: TrainIds, entry: Entry, company: str, pullman: str, *, strict: bool
) -> tuple[Run, ...]:
    """The runs of a company; ``pullman`` is the card of the train with the Pullman.

    Raises:
        GameFileError: a run that no track of the map fits; with ``strict`` also where our rules give another revenue.
    """
    routes = entry.data.get("routes")
    if not objects(routes) or not isinstance(routes, list):
        raise entry.fail("routes are not a list of objects")
    board, query = track(state), run_query(state, state.companies[company])
    runs: list[Run] = []
    taken: set[str] = set()
    for route in routes:
        card = str(route.get("train"))
        kind = trains.kind(card)
        if kind not in query.trains:
            raise entry.fail(f"{company} has no train {card}")
        run = _run(board, query, entry, route, kind, bool(pullman) and card == pullman, taken)
        runs.append(run)
        taken.update(side for leg in run.legs for side in leg)
    if strict:
        _check(entry, routes, evaluate(board, query, tuple(runs)))
    return tuple(runs)


def _run(
    board: Track, query: RunQuery, entry: Entry, route: dict[str, Any], kind: str, pullman: bool, taken: set[str]
) -> Run:
    try:
        run = match_run(board, kind, pullman, _connections(entry, route), taken, query.tokens)
    except ValueError as error:
        raise entry.fail(str(error)) from error
    return trim_express(board, query, run)


def _check(entry: Entry, routes: list[dict[str, Any]], found: Evaluation) -> None:
    """A run that was recorded under another reading of the rules cannot be replayed to the same state."""
    if found.problem is not None:
        return  # The rules refuse it with their own words.
    if all("revenue" in route for route in routes):
        _compare(entry, sum(whole(route["revenue"], "revenue", entry) for route in routes), found.revenue, "")
    if entry.has("subsidy"):
        _compare(entry, entry.whole("subsidy"), found.subsidy, " of mail")


def _compare(entry: Entry, declared: int, found: int, what: str) -> None:
    if declared != found:
        text = f"the file says £{declared}{what}, the rules give £{found}"
        raise entry.fail(f"{text}; it was recorded under an older reading of the rules")


def _connections(entry: Entry, route: dict[str, Any]) -> list[list[str]]:
    """The stretches of a route, each a list of hexes."""
    found = route.get("connections")
    if not isinstance(found, list) or not all(isinstance(one, list) for one in found):
        raise entry.fail("connections of a route are not a list of lists")
    if not all(one and all(isinstance(name, str) for name in one) for one in found):
        raise entry.fail("a connection of a route is not a list of hexes")
    return found

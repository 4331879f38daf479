"""Runs as an 18xx.games file tells them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...actions import RunTrains
from ...board.reach import track
from ...routes import Evaluation, Run, RunQuery, evaluate, match_run, trim_express
from ...steps.run_trains import run_query
from .entry import Entry, objects, whole
from .reading import Reading, WrittenRun


def recorded_run(reading: Reading, entry: Entry, company: str, pullman: str) -> RunTrains:
    """The run of a company's trains; ``pullman`` is the card of the train with the Pullman.

    Raises:
        GameFileError: a run that no track of the map fits, or for which our rules give another revenue; a reading that
            takes the revenue as it is written goes on with that of the file.
    """
    state = reading.state
    board, query = track(state), run_query(state, state.companies[company])
    routes = _routes(entry)
    runs: list[Run] = []
    faults: list[str] = []
    taken: dict[bool, set[str]] = {False: set(), True: set()}  # E-trains share track with the others (5.13.2).
    for route in routes:
        kind, pulls = _train(reading, entry, route, query), bool(pullman) and route.get("train") == pullman
        try:
            alike = taken[board.trains[kind].express]
            run = match_run(board, kind, pulls, _connections(entry, route), alike, query.tokens)
        except ValueError as error:
            if not reading.as_written:
                raise entry.fail(str(error)) from error
            faults.append(str(error))
            run = Run(kind, pulls, (), ())
        runs.append(trim_express(board, query, run))
        taken[board.trains[kind].express].update(side for leg in run.legs for side in leg)
    found = None if faults else evaluate(board, query, tuple(runs))
    if found is not None and found.problem is not None:
        faults.append(found.problem[2])
    return _as_declared(reading, entry, RunTrains(company, tuple(runs)), found, faults)


def _routes(entry: Entry) -> Sequence[dict[str, Any]]:
    routes = entry.data.get("routes")
    if not objects(routes) or not isinstance(routes, list):
        raise entry.fail("routes are not a list of objects")
    return routes


def _train(reading: Reading, entry: Entry, route: dict[str, Any], query: RunQuery) -> str:
    kind = reading.trains.kind(str(route.get("train")))
    if kind not in query.trains:
        raise entry.fail(f"{entry.entity} has no train {route.get('train')}")
    return kind


def _as_declared(
    reading: Reading, entry: Entry, action: RunTrains, found: Evaluation | None, faults: list[str]
) -> RunTrains:
    """The run with the revenue of the file where the rules give another one, or none."""
    routes = _routes(entry)
    if not all("revenue" in route for route in routes):
        return action
    declared = tuple(whole(route["revenue"], "revenue", entry) for route in routes)
    told = entry.data.get("subsidy") is not None
    mail = entry.whole("subsidy") if told else found.subsidy if found else 0
    notes = faults or _differences(declared, mail, found)
    if not notes:
        return action
    if not reading.as_written:
        if faults:
            return action  # The rules refuse it with their own words.
        raise entry.fail(f"{notes[0]}; the file is damaged, or the game was played under an older reading of the rules")
    by_rules = None if faults or found is None else found.revenue
    run = WrittenRun(entry.number, entry.id, action.company, sum(declared), by_rules, "; ".join(notes))
    reading.written_runs.append(run)
    return RunTrains(action.company, action.runs, declared, mail)


def _differences(declared: Sequence[int], mail: int, found: Evaluation | None) -> list[str]:
    if found is None:
        return []
    compared = (("", sum(declared), found.revenue), (" of mail", mail, found.subsidy))
    return [
        f"the file says £{theirs}{what}, the rules give £{ours}" for what, theirs, ours in compared if theirs != ours
    ]


def _connections(entry: Entry, route: dict[str, Any]) -> list[list[str]]:
    """The stretches of a route, each a list of hexes.

    A local train that stays in its city has none in files of 2021; then the stop is told by its hex, or by its node.
    """
    found = route.get("connections")
    if not isinstance(found, list) or not all(isinstance(one, list) for one in found):
        raise entry.fail("connections of a route are not a list of lists")
    if not all(one and all(isinstance(name, str) for name in one) for one in found):
        raise entry.fail("a connection of a route is not a list of hexes")
    return found or [["local", _only_stop(entry, route)]]


def _only_stop(entry: Entry, route: dict[str, Any]) -> str:
    for key in ("hexes", "nodes"):
        stops = route.get(key)
        if isinstance(stops, list) and len(stops) == 1 and isinstance(stops[0], str):
            return stops[0].partition("-")[0]
    raise entry.fail("a route without connections does not name its one stop")

"""The best runs by trying everything: slow, and meant to be read beside the rulebook (5.4, 5.5, 5.13).

The tests hold the search in C equal to this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..title.model import is_city, is_town
from ._track import Track
from .model import Run, RunQuery, Stop
from .reference_rules import destination_bonus, find_problem, mail_value, place_mail, run_revenue
from .stretches import Stretch, stretches

Plan = tuple[Run, ...]


def reference_runs(track: Track, query: RunQuery, objective: str = "revenue") -> tuple[int, Plan]:
    """The most that the company can earn in pounds, and runs that earn it with the fewest hex sides crossed.

    With the objective ``revenue_and_mail`` the subsidy of the mail contracts is part of it (P6); with ``mail_first``
    each pound of it counts as ``MAIL_FIRST``.
    """
    best: tuple[int, int] = (0, 0)
    best_plan: Plan = ()
    for choice in _pullman_choices(track, query):
        for plan in plans(track, query, choice, objective):
            worth = (worth_of(track, query, plan, objective), -sum(len(leg) for run in plan for leg in run.legs))
            if worth > best:
                best, best_plan = worth, plan
    return best[0], best_plan


def all_runs(track: Track, query: RunQuery, kind: str, pullman: bool) -> list[Run]:
    """Every legal run of one train by itself, each in one direction."""
    train = track.trains[kind]
    if train.carriage or (train.express and query.minor):
        return []
    limit = len(track.stops) if train.express or pullman else max(train.stops, 2) + 1
    alone = replace(query, trains=(kind, "P+") if pullman else (kind,), pullman_on=None)
    found = []
    for start in sorted(stretches(track).by_start):
        for route in _routes(track, query, [start], [], limit, train.stops if pullman else None):
            stops = (start, *(stretch.end for stretch in route))
            run = Run(kind, pullman, stops, tuple(stretch.sides for stretch in route))
            if stops <= stops[::-1] and find_problem(track, alone, [run]) is None:
                found.append(run)
    return found


def _routes(
    track: Track, query: RunQuery, stops: list[Stop], route: list[Stretch], limit: int, cities: int | None
) -> Iterator[list[Stretch]]:
    """Continuous track from the first stop on: no stop twice, no track twice (5.4.2, 5.4.3)."""
    yield list(route)
    at = stops[-1]
    if len(stops) == limit:
        return
    if route and not _passes(query, route[-1]):
        return
    used = {side for stretch in route for side in stretch.track}
    for stretch in stretches(track).by_start[at]:
        if route and stretch.from_terminal:
            continue
        if stretch.end in stops or not used.isdisjoint(stretch.track):
            continue
        if cities is not None and sum(not is_town(s[1]) for s in (*stops, stretch.end)) > cities + 1:
            continue
        stops.append(stretch.end)
        route.append(stretch)
        yield from _routes(track, query, stops, route, limit, cities)
        stops.pop()
        route.pop()


def _passes(query: RunQuery, stretch: Stretch) -> bool:
    """Whether a route that has come over this stretch may go on from its end (5.4.3, 5.4.4)."""
    full = stretch.end in query.blocked and stretch.end not in query.tokens
    return not full and not stretch.to_terminal


def _pullman_choices(track: Track, query: RunQuery) -> list[int | None]:
    """Which train takes the Pullman: each that may, or none (5.5.6)."""
    if not any(track.trains[kind].carriage for kind in query.trains):
        return [None]
    able = [
        index
        for index, kind in enumerate(query.trains)
        if not (track.trains[kind].carriage or track.trains[kind].express or track.trains[kind].local)
    ]
    if query.pullman_on is not None:
        return [query.pullman_on if query.pullman_on in able else None]
    return [*able, None] if not able else list(able)


def plans(track: Track, query: RunQuery, pullman: int | None, objective: str) -> Iterator[Plan]:
    """Sets of runs, one or none for each train, that may be run together and may be the best."""
    trains = [(kind, index == pullman) for index, kind in enumerate(query.trains) if not track.trains[kind].carriage]
    lists = {train: all_runs(track, query, *train) for train in set(trains)}
    multiplier = max((track.trains[kind].multiplier for kind, _ in trains), default=1)
    spare = multiplier * track.value(query.destination, query.band) if query.destination else 0
    if query.destination and query.destination[0] == track.channel:
        spare = multiplier * max((track.value(s, query.band) for s in stretches(track).france), default=0)
    ranked = {
        train: sorted(((_alone(track, query, run, objective), run) for run in runs), key=lambda pair: -pair[0])
        for train, runs in lists.items()
    }
    tops = [ranked[train][0][0] if ranked[train] else 0 for train in trains]
    most = [sum(tops[index:]) + spare for index in range(len(trains) + 1)]
    floor = [0]

    def grow(plan: Plan, worth: int) -> Iterator[Plan]:
        index = len(plan)
        if index == len(trains):
            runs = tuple(run for run in plan if run.stops)
            if _compatible(track, query, runs):
                floor[0] = max(floor[0], worth_of(track, query, runs, objective))
                yield runs
            return
        for value, run in [*ranked[trains[index]], (0, Run(trains[index][0], False, (), ()))]:
            if worth + value + most[index + 1] < floor[0]:
                break
            if run.stops and not _disjoint(track, plan, run):
                continue
            yield from grow((*plan, run), worth + value)

    yield from grow((), 0)


def _disjoint(track: Track, plan: Sequence[Run], run: Run) -> bool:
    """No track in common with another train, but between E-trains and the rest (5.13.2, 5.13.3)."""
    express = track.trains[run.train].express
    mine = _track_of(track, run)
    return all(
        mine.isdisjoint(_track_of(track, other)) for other in plan if track.trains[other.train].express is express
    )


def _track_of(track: Track, run: Run) -> set[str]:
    known = stretches(track)
    used: set[str] = set()
    for start, end, leg in zip(run.stops, run.stops[1:], run.legs, strict=False):
        stretch = known.find(start, end, leg)
        used.update(stretch.track if stretch else ())
    return used


def _compatible(track: Track, query: RunQuery, runs: Plan) -> bool:
    """What joins trains beside track: the crossing (5.4.7), and one local train per token (5.5.3)."""
    known = stretches(track)
    crossed = [
        stretch.track
        for run in runs
        for start, end, leg in zip(run.stops, run.stops[1:], run.legs, strict=False)
        if (stretch := known.find(start, end, leg)) and stretch.link
    ]
    if query.one_crossing_train and len(crossed) > 1:
        return False
    if len({frozenset(sides) for sides in crossed}) > 1:
        return False
    cities = [stop for run in runs if track.trains[run.train].local for stop in run.stops if is_city(stop[1])]
    return len(cities) == len(set(cities))


MAIL_FIRST = 100_000
"""What a pound of mail counts where the mail comes first: more than all trains together can earn."""


def _alone(track: Track, query: RunQuery, run: Run, objective: str) -> int:
    mail = mail_value(track, query, run) if query.mail else 0
    return run_revenue(track, query, run) + mail * _rate(objective)


def _rate(objective: str) -> int:
    return {"revenue": 0, "revenue_and_mail": 1, "mail_first": MAIL_FIRST}[objective]


def worth_of(track: Track, query: RunQuery, runs: Plan, objective: str) -> int:
    """What runs earn together in pounds, by the objective."""
    revenue = sum(run_revenue(track, query, run) for run in runs)
    revenue += max((destination_bonus(track, query, run) for run in runs), default=0)
    return revenue + place_mail(track, query, runs)[1] * _rate(objective)

"""The best runs of a company in one turn, with proof (5.13.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ._track import Cancel, Track, search
from ._track import has_run as quickly_has_run
from .legality import evaluate
from .model import Answer, Run, RunQuery

RawRun = tuple[int, int, list[int], list[int]]
OBJECTIVES = ("revenue", "revenue_and_mail")
NO_PULLMAN = -2


def best_runs(
    track: Track,
    query: RunQuery,
    *,
    objective: str = "revenue",
    deadline_ms: float | None = None,
    max_nodes: int | None = None,
    cancel: Cancel | None = None,
    count: int = 1,
) -> Answer:
    """The runs that earn most, and whether nothing earns more (5.13.6).

    ``revenue`` in pounds decides, or with ``revenue_and_mail`` its sum with the mail contracts' subsidy (P6). Among
    equals the one with fewer hex sides crossed, then the one with the smallest list of stops. A deadline in
    milliseconds, a number of nodes or a cancel flag end the search early: the answer is then the best so far, with an
    upper bound. ``count``: how many different answers to look for, the others as ``alternatives``; with an E-train they
    differ in what the other trains do. Runs without the GIL.
    """
    if objective not in OBJECTIVES:
        raise ValueError(f"objective {objective!r} is none of {OBJECTIVES}")
    trains, numbers = _trains(track, query)
    mail = query.mail if objective == "revenue_and_mail" else 0
    plans, proven, upper_bound, nodes, milliseconds = search(
        track,
        trains,
        query.tokens,
        query.blocked,
        query.home,
        query.destination,
        query.band,
        _pullman(track, query, numbers),
        mail,
        query.channel_needs_france,
        query.one_crossing_train,
        -1.0 if deadline_ms is None else max(0.0, deadline_ms),
        max_nodes or 0,
        cancel,
        count,
    )
    answers = [_answer(track, query, [_run(track, query, numbers, raw) for raw in plan]) for plan in plans or [[]]]
    best, *others = (
        replace(answer, proven=proven, upper_bound=upper_bound, nodes=nodes, milliseconds=milliseconds)
        for answer in answers
    )
    return replace(best, alternatives=tuple(others)) if others else best


def has_run(track: Track, query: RunQuery) -> bool:
    """Whether some train of the company can make a legal run (5.3.1, 5.13.1).

    Takes microseconds but where only the English Channel or an E-train is left to hope for, which needs a search.
    """
    known = quickly_has_run(track, query)
    return bool(best_runs(track, query).runs) if known is None else known


def _trains(track: Track, query: RunQuery) -> tuple[tuple[tuple[int, bool, bool, int], ...], list[int]]:
    """The trains that can run as the search wants them, and their places among the company's trains."""
    kinds = [track.trains[kind] for kind in query.trains]
    numbers = [i for i, kind in enumerate(kinds) if not kind.carriage and not (kind.express and query.minor)]
    chosen = (kinds[i] for i in numbers)
    return tuple((kind.stops, kind.express, kind.local, kind.multiplier) for kind in chosen), numbers


def _pullman(track: Track, query: RunQuery, numbers: Sequence[int]) -> int:
    if not any(track.trains[kind].carriage for kind in query.trains):
        return NO_PULLMAN
    if query.pullman_on is None:
        return -1
    kind = track.trains[query.trains[query.pullman_on]]
    if kind.carriage or kind.express or kind.local:
        return NO_PULLMAN
    return numbers.index(query.pullman_on)


def _run(track: Track, query: RunQuery, numbers: Sequence[int], raw: RawRun) -> Run:
    train, pullman, stops, legs = raw
    segments = track.segments
    sides = (segments[leg >> 1][4][::-1] if leg & 1 else segments[leg >> 1][4] for leg in legs)
    return Run(query.trains[numbers[train]], bool(pullman), tuple(track.stops[s] for s in stops), tuple(sides))


def _answer(track: Track, query: RunQuery, runs: Sequence[Run]) -> Answer:
    found = evaluate(track, query, runs)
    if found.problem is not None:
        raise RuntimeError(f"the search found runs that break a rule: {found.problem}")
    return Answer(
        runs=tuple(runs),
        revenues=found.revenues,
        revenue=found.revenue,
        bonus_run=found.destination_run,
        mail_runs=found.mail_runs,
        subsidy=found.subsidy,
        proven=False,
        upper_bound=0,
        nodes=0,
        milliseconds=0.0,
    )

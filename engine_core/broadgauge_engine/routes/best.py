"""The best runs of a company in one turn, with proof (5.13.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb, gcd

from ._track import Cancel, Track, search
from ._track import has_run as quickly_has_run
from .legality import evaluate
from .model import Answer, Run, RunQuery

RawRun = tuple[int, int, list[int], list[int]]
OBJECTIVES = ("revenue", "revenue_and_mail", "mail_first")
NO_PULLMAN = -2
FIRST_RATE = 512
MOST_PLANS = 64


def best_runs(
    track: Track,
    query: RunQuery,
    *,
    objective: str = "revenue",
    deadline_ms: float | None = None,
    max_nodes: int | None = None,
    cancel: Cancel | None = None,
    count: int = 1,
    like: Answer | None = None,
) -> Answer:
    """The runs that earn most, and whether nothing earns more (5.13.6).

    ``revenue`` in pounds decides, with ``revenue_and_mail`` its sum with the mail contracts' subsidy (P6), or with
    ``mail_first`` the subsidy, and among runs of the greatest subsidy the revenue. Among equals the one with fewer hex
    sides crossed, then the one with the smallest list of stops, then the one whose track comes first. A
    deadline in milliseconds, a number of nodes or a cancel flag end the search early: the answer is then the best so
    far, with an upper bound (with mail contracts and ``mail_first``: of the subsidy). ``count``: how many different
    answers to look for, the others as ``alternatives``; with an E-train they differ in what the other trains do.
    ``like``: the answer to a similar question, with another objective say; the search is then shorter, and a whole one
    finds the same. Runs without the GIL.
    """
    if objective not in OBJECTIVES:
        raise ValueError(f"objective {objective!r} is none of {OBJECTIVES}")
    limits = _Limits(deadline_ms, max_nodes, cancel, count, like.prices if like else None)
    if objective == "revenue" or not query.mail:
        return _search(track, query, 0, 1, limits)
    if objective == "revenue_and_mail":
        return _search(track, query, query.mail, 1, limits)
    return _mail_first(track, query, limits)


def has_run(track: Track, query: RunQuery) -> bool:
    """Whether some train of the company can make a legal run (5.3.1, 5.13.1).

    Takes microseconds but where only the English Channel or an E-train is left to hope for, which needs a search.
    """
    known = quickly_has_run(track, query)
    return bool(best_runs(track, query).runs) if known is None else known


@dataclass(frozen=True, slots=True)
class _Limits:
    deadline_ms: float | None
    max_nodes: int | None
    cancel: Cancel | None
    count: int
    prices: bytes | None

    def after(self, nodes: int, milliseconds: float, prices: bytes | None) -> _Limits:
        """What is left of them, and where to go on."""
        deadline = None if self.deadline_ms is None else self.deadline_ms - milliseconds
        max_nodes = self.max_nodes and max(1, self.max_nodes - nodes)
        return replace(self, deadline_ms=deadline, max_nodes=max_nodes, prices=prices)


def _mail_first(track: Track, query: RunQuery, limits: _Limits) -> Answer:
    """The most mail, then the most revenue: a search in which a pound of mail counts as ``rate`` pounds.

    Subsidies differ by ``step`` pounds at least. If the best runs by that measure earn less than ``rate * step``, no
    runs have a greater subsidy: they would be better by that measure even if they earned nothing. Their revenue is a
    rate with which this holds, since a higher rate never leads to more revenue. Alternatives are in order where the
    rate is above all revenues.
    """
    step = max(1, gcd(*(track.value(stop, query.band) for stop in track.stops)) // 2)
    rate, nodes, milliseconds, prices = FIRST_RATE, 0, 0.0, limits.prices
    if limits.count > 1:
        most = _search(track, query, 0, 1, replace(limits, count=1))
        rate, nodes, milliseconds, prices = most.upper_bound // step + 1, most.nodes, most.milliseconds, most.prices
    while True:
        answer = _search(track, query, query.mail, rate, limits.after(nodes, milliseconds, prices))
        nodes, milliseconds, prices = nodes + answer.nodes, milliseconds + answer.milliseconds, answer.prices
        if not answer.proven or answer.revenue < rate * step:
            break
        rate = answer.revenue // step + 1
    bound = answer.subsidy if answer.proven else answer.upper_bound // rate
    first, *others = (
        replace(one, upper_bound=bound, nodes=nodes, milliseconds=milliseconds)
        for one in (replace(answer, alternatives=()), *answer.alternatives)
    )
    return replace(first, alternatives=tuple(others))


def _search(track: Track, query: RunQuery, mail: int, mail_rate: int, limits: _Limits) -> Answer:
    trains, numbers = _trains(track, query)
    plans, proven, upper_bound, nodes, milliseconds, prices = search(
        track,
        trains,
        query.tokens,
        query.blocked,
        query.home,
        query.destination,
        query.band,
        _pullman(track, query, numbers),
        mail,
        mail_rate,
        query.channel_needs_france,
        query.one_crossing_train,
        -1.0 if limits.deadline_ms is None else max(0.0, limits.deadline_ms),
        limits.max_nodes or 0,
        limits.cancel,
        limits.count if limits.count == 1 else _plans_for(limits.count, trains, mail, query.destination is not None),
        limits.prices,
    )
    answers = [_answer(track, query, [_run(track, query, numbers, raw) for raw in plan]) for plan in plans or [[]]]
    if len(answers) > 1:
        different: dict[object, Answer] = {}
        for answer in answers:
            different.setdefault(_without_names(track, answer.runs), answer)
        answers = sorted(different.values(), key=lambda one: -one.revenue - (one.subsidy * mail_rate if mail else 0))
    best, *others = (
        replace(answer, proven=proven, upper_bound=upper_bound, nodes=nodes, milliseconds=milliseconds)
        for answer in answers[: limits.count]
    )
    return replace(best, alternatives=tuple(others), prices=prices)


def _plans_for(count: int, trains: Sequence[tuple[int, bool, bool, int]], mail: int, bonus: bool) -> int:
    """How many plans to ask for, so that enough are different.

    The search finds runs once for each way to give the mail contracts to trains, and twice where the destination bonus
    may be taken or left.
    """
    ways = comb(len(trains), min(mail, len(trains))) * (2 if bonus else 1)
    return max(count, min(MOST_PLANS, count * ways))


def _without_names(track: Track, runs: Sequence[Run]) -> object:
    """What runs are apart from which of several trains that are alike makes which of them.

    2P and LP are not like 2 and L: what they earn is the company's own (5.5.13).
    """
    kinds = [(track.trains[run.train], run) for run in runs]
    return tuple(
        sorted(
            (kind.stops, kind.local, kind.express, kind.extra, run.pullman, run.stops, run.legs) for kind, run in kinds
        )
    )


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

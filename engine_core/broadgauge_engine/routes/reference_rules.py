"""The rules about runs, once more: slow, independent of the C code, and meant to be read beside the rulebook.

The tests hold `evaluate` equal to this; the search by trying everything (`reference.py`) is made of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from ..title.model import is_city, is_town
from ._track import Track
from .model import Problem, Run, RunQuery, Stop
from .stretches import Stretch, Stretches, channel, stretches


def find_problem(track: Track, query: RunQuery, runs: Sequence[Run]) -> Problem | None:
    """The first breach of a rule by these runs of one turn, or None."""
    return next(_problems(_Judge(track, query), runs), None)


def stop_value(track: Track, query: RunQuery, run: Run, stop: Stop) -> int:
    """What one stop of a run is worth undoubled, in pounds; France's value stands for the English Channel (5.13.7)."""
    city, france = channel(track)
    if stop == city:
        return max((track.value(s, query.band) for s in run.stops if s in france), default=0)
    return track.value(stop, query.band)


def run_revenue(track: Track, query: RunQuery, run: Run) -> int:
    """What a legal run is worth in pounds, without the destination bonus (5.13.5, 5.5.8)."""
    (_, france), kind = channel(track), track.trains[run.train]
    counted = (s for s in run.stops if s not in france and (not kind.express or s in query.tokens))
    return kind.multiplier * sum(stop_value(track, query, run, stop) for stop in counted)


def destination_bonus(track: Track, query: RunQuery, run: Run) -> int:
    """What the destination adds to this run in pounds, if the bonus goes to it (5.11.5, 5.5.9)."""
    kind = track.trains[run.train]
    goal = query.destination
    if goal is None:
        return 0
    if goal not in run.stops or goal not in query.tokens or (query.home & query.tokens).isdisjoint(run.stops):
        return 0
    return kind.multiplier * stop_value(track, query, run, goal)


def mail_value(track: Track, query: RunQuery, run: Run) -> int:
    """What a mail contract pays for this run in pounds: half of its undoubled first and last stop (P6)."""
    if track.trains[run.train].local or len(run.stops) < 2:
        return 0
    return (stop_value(track, query, run, run.stops[0]) + stop_value(track, query, run, run.stops[-1])) // 2


def place_mail(track: Track, query: RunQuery, runs: Sequence[Run]) -> tuple[tuple[int, ...], int]:
    """The runs that carry the mail contracts for the most money, in order, and that money in pounds (3.1.12, P6)."""
    worth = [mail_value(track, query, run) for run in runs]
    ranked = sorted((index for index in range(len(runs)) if worth[index]), key=lambda index: (-worth[index], index))
    carried = sorted(ranked[: query.mail])
    return tuple(carried), sum(worth[index] for index in carried)


class _Judge:
    """What the rules below look at: the board, the question, and the stretches of each run."""

    def __init__(self, track: Track, query: RunQuery) -> None:
        self.track = track
        self.query = query
        self.known: Stretches = stretches(track)

    def stretches_of(self, run: Run) -> list[Stretch]:
        found = (self.known.find(a, b, leg) for (a, b), leg in zip(pairwise(run.stops), run.legs, strict=True))
        return [stretch for stretch in found if stretch]

    def stop_count(self, run: Run) -> int:
        """Stops that count against the train's number: the English Channel and France are one (5.4.6)."""
        return len(run.stops) - any(stop in self.known.france for stop in run.stops)


def _problems(judge: _Judge, runs: Sequence[Run]) -> Iterator[Problem]:
    yield from _trains(judge, runs)
    for run in runs:
        name = f"the run of train {run.train}" + ("+" if run.pullman else "")
        for rule in RUN_RULES:
            for code, paragraph, text in rule(judge, run):
                yield Problem(code, paragraph, f"{name} {text}")
    yield from _shared_track(judge, runs)
    yield from _crossings(judge, runs)
    yield from _local_tokens(judge, runs)


def _trains(judge: _Judge, runs: Sequence[Run]) -> Iterator[Problem]:
    query, trains = judge.query, judge.track.trains
    owned = Counter(query.trains)
    for kind, count in Counter(run.train for run in runs).items():
        if kind not in trains or trains[kind].carriage or count > owned[kind]:
            yield Problem("train_not_owned", "5.13.1", f"{count} runs of train {kind}, but {owned[kind]} such trains")
        elif trains[kind].express and query.minor:
            yield Problem("minor_express", "5.5.12", "a minor company cannot operate an E-train")
    carriages = sum(trains[kind].carriage for kind in query.trains if kind in trains)
    attached = [run.train for run in runs if run.pullman]
    if len(attached) > carriages:
        yield Problem("pullman_not_owned", "5.5.6", f"{len(attached)} runs with a Pullman, but {carriages} Pullmans")
    for kind in attached:
        if trains[kind].express or trains[kind].local:
            yield Problem("pullman_not_allowed", "5.5.6", f"a Pullman cannot be attached to train {kind}")
        elif query.pullman_on is not None and kind != query.trains[query.pullman_on]:
            yield Problem(
                "pullman_elsewhere", "5.5.6", f"the Pullman is attached to train {query.trains[query.pullman_on]}"
            )


Breach = tuple[str, str, str]


def _stops_and_legs(judge: _Judge, run: Run) -> Iterator[Breach]:
    for stop in run.stops:
        if stop not in judge.known.stops:
            yield "no_such_stop", "5.4.1", f"names {stop}, which is no stop of this board"
    if not run.stops or len(run.legs) != len(run.stops) - 1:
        yield "no_such_track", "5.4.1", f"has {len(run.stops)} stops and {len(run.legs)} legs"
        return
    for (a, b), leg in zip(pairwise(run.stops), run.legs, strict=True):
        if judge.known.find(a, b, leg):
            continue
        skipped = judge.known.skips(a, b, leg)
        if skipped:
            yield "stop_skipped", "5.13.1", f"skips {_name(skipped)} between {_name(a)} and {_name(b)}"
        yield "no_such_track", "5.4.1", f"has no track from {_name(a)} to {_name(b)} over {'-'.join(leg) or 'one hex'}"


def _repeats(judge: _Judge, run: Run) -> Iterator[Breach]:
    for stop, count in Counter(run.stops).items():
        if count > 1:
            yield "stop_repeated", "5.4.2", f"reaches {_name(stop)} more than once"
    for group, count in Counter(judge.known.group[stop] for stop in run.stops).items():
        if group and count > 1:
            yield "london_repeated", "5.4.2", "includes London more than once"
    for side, count in Counter(s for stretch in judge.stretches_of(run) for s in stretch.track).items():
        if count > 1:
            yield "track_repeated", "5.4.3", f"uses the track at {side} more than once"


def _through(judge: _Judge, run: Run) -> Iterator[Breach]:
    """Every stop between the ends must let the route through."""
    parts = judge.stretches_of(run)
    for before, after in pairwise(parts):
        stop = before.end
        if stop in judge.query.blocked and stop not in judge.query.tokens:
            yield "blocked", "5.4.3", f"passes {_name(stop)}, which is full of other companies' tokens"
        if before.to_terminal or after.from_terminal:
            if before.link or after.link:
                yield "crossing_passed", "5.4.7", f"runs on from {_name(stop)} after the crossing from the other city"
            else:
                yield "terminus_passed", "5.4.4", f"passes {_name(stop)}, where routes end"


def _channel(judge: _Judge, run: Run) -> Iterator[Breach]:
    known, query = judge.known, judge.query
    if known.channel not in run.stops or any(stop in known.france for stop in run.stops):
        return
    closed = (known.channel in query.blocked and known.channel not in query.tokens) or not known.reaches_france
    if query.channel_needs_france or known.channel not in (run.stops[0], run.stops[-1]):
        yield "channel_without_france", "5.13.7", "reaches the English Channel but not France, which are one stop"
    elif not closed:
        yield "channel_without_france", "5.4.6", "ends in the English Channel although it can run through to France"


def _length(judge: _Judge, run: Run) -> Iterator[Breach]:
    kind, tokens = judge.track.trains[run.train], judge.query.tokens
    if tokens.isdisjoint(run.stops):
        yield "no_token", "5.13.4", "has no stop with a token of the company"
    if kind.local:
        yield from _local(judge, run)
    elif judge.stop_count(run) < 2:
        yield "too_few_stops", "5.13.1", "needs at least two stops"
    elif kind.express:
        own = [index for index, stop in enumerate(run.stops) if stop in tokens]
        if len(own) < 2:
            yield "express_tokens", "5.5.8", "stops only at own tokens, and needs two of them"
        elif trimmed(judge.known, run, own) != run.stops:
            yield "express_end", "5.5.8", "begins and ends at own tokens"
    else:
        limited = judge.stop_count(run) - run.pullman * sum(is_town(stop[1]) for stop in run.stops)
        if limited > kind.stops:
            paragraph = "5.5.6" if run.pullman else "5.5.4"
            yield "too_many_stops", paragraph, f"makes {limited} stops, {kind.stops} are allowed"


def trimmed(known: Stretches, run: Run, own: Sequence[int]) -> tuple[Stop, ...]:
    """The stops between the first and the last own token; France belongs to the English Channel."""
    first, last = own[0], own[-1]
    if first == 1 and run.stops[0] in known.france:
        first = 0
    if last == len(run.stops) - 2 and run.stops[-1] in known.france:
        last += 1
    return run.stops[first : last + 1]


def _local(judge: _Judge, run: Run) -> Iterator[Breach]:
    cities = [stop for stop in run.stops if is_city(stop[1])]
    towns = [stop for stop in run.stops if is_town(stop[1])]
    if judge.known.channel in run.stops:
        yield "local_channel", "5.5.3", "is a local one and cannot run in the English Channel"
    if len(cities) != 1 or len(towns) > 1 or len(run.stops) != len(cities) + len(towns):
        yield "too_many_stops", "5.5.3", "is a local one: one city with an own token, and at most one town"


RunRule = Callable[[_Judge, Run], Iterator[Breach]]
RUN_RULES: tuple[RunRule, ...] = (_stops_and_legs, _repeats, _through, _channel, _length)


def _shared_track(judge: _Judge, runs: Sequence[Run]) -> Iterator[Problem]:
    """E-trains may share track with the others, not with each other (5.13.2, 5.13.3)."""
    for express in (False, True):
        alike = [run for run in runs if judge.track.trains[run.train].express is express]
        used = Counter(side for run in alike for stretch in judge.stretches_of(run) for side in stretch.track)
        for side, count in used.items():
            if count > 1:
                yield Problem("track_shared", "5.13.2", f"two trains use the track at {side}")


def _crossings(judge: _Judge, runs: Sequence[Run]) -> Iterator[Problem]:
    crossed = [stretch.track for run in runs for stretch in judge.stretches_of(run) if stretch.link]
    if judge.query.one_crossing_train:
        if len(crossed) > 1:
            yield Problem("crossing_shared", "5.4.7", "two trains cross between Merthyr Tydfil and Pontypool")
    elif len({tuple(sorted(track)) for track in crossed}) > 1:
        yield Problem("crossing_shared", "5.4.7", "both links between Merthyr Tydfil and Pontypool are used")


def _local_tokens(judge: _Judge, runs: Sequence[Run]) -> Iterator[Problem]:
    cities = Counter(
        stop for run in runs if judge.track.trains[run.train].local for stop in run.stops if is_city(stop[1])
    )
    for stop, count in cities.items():
        if count > 1:
            yield Problem("local_token_shared", "5.5.3", f"{count} local trains run in {_name(stop)}")


def _name(stop: Stop) -> str:
    """A stop in texts: the hex, and which of its stops where it matters."""
    return stop[0] if stop[1] % 8 == 0 else f"{stop[0]} (stop {stop[1] % 8})"

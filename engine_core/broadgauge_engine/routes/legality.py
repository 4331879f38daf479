"""Whether given runs are legal, and what they are worth (5.4, 5.5, 5.13).

The rules themselves are in ``csrc/judge/rules.c``; here are the words for what it finds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ._track import Track, judge
from .model import Evaluation, Problem, Run, RunQuery, Stop


def evaluate(track: Track, query: RunQuery, runs: Sequence[Run]) -> Evaluation:
    """The first rule that the runs break, or what they are worth in pounds.

    Revenue is the sum of the stops (5.13.5), doubled for E-trains (5.5.8); the destination counts once more for the one
    run where that is worth most (5.11.5); mail contracts go where they pay most (P6). That the runs are the best ones
    (5.13.6) is not asked here.

    Raises:
        ValueError: the question names tokens or blocked stops that the board does not have.
    """
    breach, values = judge(track, query, runs)
    if breach is not None:
        problem = _explain(_Breach(track, query, runs, *breach[1:]), breach[0])
        return Evaluation((problem.code, problem.paragraph, problem.text))
    revenues = [revenue for revenue, _, _ in values]
    bonuses = [bonus for _, bonus, _ in values]
    # Where two runs could take the bonus for as much, the rulebook is silent; the later one does.
    taker = max(range(len(bonuses)), key=lambda index: (bonuses[index], index)) if any(bonuses) else None
    if taker is not None:
        revenues[taker] += bonuses[taker]
    mail_runs, subsidy = _place_mail([mail for _, _, mail in values], query.mail) if query.mail else ((), 0)
    return Evaluation(None, tuple(revenues), sum(revenues), subsidy, taker, mail_runs)


def _place_mail(worth: Sequence[int], contracts: int) -> tuple[tuple[int, ...], int]:
    """The runs that carry the mail contracts for the most money, in order, and that money in pounds (3.1.12, P6)."""
    ranked = sorted((index for index in range(len(worth)) if worth[index]), key=lambda index: (-worth[index], index))
    carried = sorted(ranked[:contracts])
    return tuple(carried), sum(worth[index] for index in carried)


@dataclass(frozen=True, slots=True)
class _Breach:
    """Where a rule is broken: the run, the place of a stop or leg on it, and one detail more, as its rule says."""

    track: Track
    query: RunQuery
    runs: Sequence[Run]
    number: int
    place: int
    detail: int

    @property
    def run(self) -> Run:
        return self.runs[self.number]

    @property
    def train(self) -> str:
        return self.run.train

    @property
    def stop(self) -> str:
        return _name(self.run.stops[self.place])

    @property
    def next_stop(self) -> str:
        return _name(self.run.stops[self.place + 1])

    @property
    def skipped(self) -> str:
        return _name(self.track.stops[self.detail])

    @property
    def sides(self) -> str:
        return "-".join(map(str, self.run.legs[self.place])) or "one hex"

    @property
    def side(self) -> str:
        leg = self.run.legs[self.place]
        return leg[self.detail] if leg else self.stop

    @property
    def same_train(self) -> int:
        return sum(run.train == self.train for run in self.runs)

    @property
    def owned(self) -> int:
        return self.query.trains.count(self.train)

    @property
    def attached(self) -> int:
        return sum(run.pullman for run in self.runs)

    @property
    def pullman_train(self) -> str:
        return self.query.trains[self.query.pullman_on or 0]


Words = Callable[[_Breach], str]

ALL_RUNS: dict[str, tuple[str, str, Words]] = {
    "train_not_owned": (
        "train_not_owned",
        "5.13.1",
        lambda b: f"{b.same_train} runs of train {b.train}, but {b.owned} such trains",
    ),
    "minor_express": ("minor_express", "5.5.12", lambda b: "a minor company cannot operate an E-train"),
    "pullman_not_owned": (
        "pullman_not_owned",
        "5.5.6",
        lambda b: f"{b.attached} runs with a Pullman, and not as many Pullmans",
    ),
    "pullman_not_allowed": (
        "pullman_not_allowed",
        "5.5.6",
        lambda b: f"a Pullman cannot be attached to train {b.train}",
    ),
    "pullman_elsewhere": (
        "pullman_elsewhere",
        "5.5.6",
        lambda b: f"the Pullman is attached to train {b.pullman_train}",
    ),
    "track_shared": ("track_shared", "5.13.2", lambda b: f"two trains use the track at {b.side}"),
    "crossing_shared": (
        "crossing_shared",
        "5.4.7",
        lambda b: "two trains cross between Merthyr Tydfil and Pontypool",
    ),
    "crossing_shared_links": (
        "crossing_shared",
        "5.4.7",
        lambda b: "both links between Merthyr Tydfil and Pontypool are used",
    ),
    "local_token_shared": ("local_token_shared", "5.5.3", lambda b: f"two local trains run in {b.stop}"),
}
"""What is wrong with the runs together: by the rule's name in rules.c its reason code, paragraph and text."""

ONE_RUN: dict[str, tuple[str, str, Words]] = {
    "no_such_stop": (
        "no_such_stop",
        "5.4.1",
        lambda b: f"names {b.run.stops[b.place]!r}, which is no stop of this board",
    ),
    "wrong_legs": ("no_such_track", "5.4.1", lambda b: f"has {len(b.run.stops)} stops and {len(b.run.legs)} legs"),
    "no_such_track": (
        "no_such_track",
        "5.4.1",
        lambda b: f"has no track from {b.stop} to {b.next_stop} over {b.sides}",
    ),
    "stop_skipped": ("stop_skipped", "5.13.1", lambda b: f"skips {b.skipped} between {b.stop} and {b.next_stop}"),
    "stop_repeated": ("stop_repeated", "5.4.2", lambda b: f"reaches {b.stop} more than once"),
    "london_repeated": ("london_repeated", "5.4.2", lambda b: "includes London more than once"),
    "track_repeated": ("track_repeated", "5.4.3", lambda b: f"uses the track at {b.side} more than once"),
    "blocked": ("blocked", "5.4.3", lambda b: f"passes {b.stop}, which is full of other companies' tokens"),
    "terminus_passed": ("terminus_passed", "5.4.4", lambda b: f"passes {b.stop}, where routes end"),
    "crossing_passed": (
        "crossing_passed",
        "5.4.7",
        lambda b: f"runs on from {b.stop} after the crossing from the other city",
    ),
    "channel_without_france": (
        "channel_without_france",
        "5.13.7",
        lambda b: "reaches the English Channel but not France, which are one stop",
    ),
    "channel_left_out": (
        "channel_without_france",
        "5.4.6",
        lambda b: "ends in the English Channel although it can run through to France",
    ),
    "no_token": ("no_token", "5.13.4", lambda b: "has no stop with a token of the company"),
    "too_few_stops": ("too_few_stops", "5.13.1", lambda b: "needs at least two stops"),
    "too_many_stops": ("too_many_stops", "5.5.4", lambda b: f"makes {b.place} stops, {b.detail} are allowed"),
    "too_many_stops_pullman": (
        "too_many_stops",
        "5.5.6",
        lambda b: f"makes {b.place} stops beside towns, {b.detail} are allowed",
    ),
    "too_many_stops_local": (
        "too_many_stops",
        "5.5.3",
        lambda b: "is a local one: one city with an own token, and at most one town",
    ),
    "local_channel": ("local_channel", "5.5.3", lambda b: "is a local one and cannot run in the English Channel"),
    "express_tokens": ("express_tokens", "5.5.8", lambda b: "stops only at own tokens, and needs two of them"),
    "express_end": ("express_end", "5.5.8", lambda b: "begins and ends at own tokens"),
}
"""What is wrong with one run, likewise; the texts go on after the name of its train."""


def _explain(breach: _Breach, rule: str) -> Problem:
    if rule in ALL_RUNS:
        code, paragraph, words = ALL_RUNS[rule]
        return Problem(code, paragraph, words(breach))
    code, paragraph, words = ONE_RUN[rule]
    name = f"the run of train {breach.train}" + ("+" if breach.run.pullman else "")
    return Problem(code, paragraph, f"{name} {words(breach)}")


def _name(stop: Stop) -> str:
    """A stop in texts: the hex, and which of its stops where it matters."""
    return stop[0] if stop[1] % 8 == 0 else f"{stop[0]} (stop {stop[1] % 8})"

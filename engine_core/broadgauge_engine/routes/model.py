"""What goes into a question about runs and what comes out, as frozen data. Money is whole pounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Stop = tuple[str, int]
"""Hex id and end code of a city, town or off-board area: ``("M38", CITY + 3)``."""

Laid = Mapping[str, tuple[str, int]]
"""Hex id to the tile (id, rotation) laid there; other hexes show the printed map."""


@dataclass(frozen=True, slots=True)
class Run:
    """One train's run in one turn (5.13.1).

    ``legs[i]`` joins ``stops[i]`` and ``stops[i + 1]``: the hex sides that it crosses, in order, each under its one
    name ``H23.4`` (hex and edge, from the hex with the smaller id) or ``E26.0/1`` (with the lane). A leg inside one
    hex is empty; a local train that stays in its city has one stop and no leg. ``pullman``: the Pullman is attached
    (5.5.6). An E-train's stops are all that it passes; only those with an own token count (5.5.8).
    """

    train: str
    pullman: bool
    stops: tuple[Stop, ...]
    legs: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class RunQuery:
    """One company's trains, tokens and circumstances in one turn."""

    trains: tuple[str, ...]
    """Train kinds as owned, the Pullman ``P+`` and the extra trains 2P and LP included."""
    tokens: frozenset[Stop]
    """Stops with a token of the company."""
    blocked: frozenset[Stop]
    """Cities that are full of other companies' tokens (5.4.3)."""
    band: int
    """Which off-board value counts: 0 yellow, 1 green, 2 brown, 3 grey (5.4.5)."""
    home: frozenset[Stop] = frozenset()
    destination: Stop | None = None
    """Where the destination token lies: its value counts twice for one route per turn with home on it (5.11.5)."""
    mail: int = 0
    """Mail contracts (P6, P7)."""
    minor: bool = False
    """A minor company cannot run an E-train (5.5.12)."""
    pullman_on: int | None = None
    """Index into ``trains`` of the train that takes the Pullman; None: whichever is best."""
    channel_needs_france: bool = True
    """False: a company that cannot get through to France may end in the English Channel, for £0 (5.4.6)."""
    one_crossing_train: bool = True
    """True: one train crosses between Merthyr Tydfil and Pontypool (5.4.7). False: one of the two parallel links."""


@dataclass(frozen=True, slots=True)
class Problem:
    """The first rule that some runs break: reason code, paragraph of the rulebook, and the matter in words."""

    code: str
    paragraph: str
    text: str


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Whether runs are legal, and what they are worth in pounds."""

    problem: tuple[str, str, str] | None
    """Reason code, paragraph and text of the first breach found; None: the runs are legal."""
    revenues: tuple[int, ...] = ()
    """Per run, the destination bonus included where it is worth most (5.11.5)."""
    revenue: int = 0
    subsidy: int = 0
    """Mail contracts at their best places (P6, P7); goes to the treasury beside the revenue."""
    destination_run: int | None = None
    mail_runs: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The best runs found, and whether nothing better exists."""

    runs: tuple[Run, ...]
    revenues: tuple[int, ...]
    """Per run, the destination bonus included."""
    revenue: int
    bonus_run: int | None
    """Index of the run with the destination bonus."""
    mail_runs: tuple[int, ...]
    subsidy: int
    proven: bool
    """Nothing better exists, by the objective asked for."""
    upper_bound: int
    """No runs are worth more, by the objective asked for; equals the value found when proven."""
    nodes: int
    """Partial routes and partial sets of routes that were looked at."""
    milliseconds: float
    alternatives: tuple[Answer, ...] = ()
    """The next best different answers, best first, when more than one was asked for."""
    prices: bytes | None = field(default=None, repr=False, compare=False)
    """What track is worth to the trains: where the search for a similar question may begin."""

"""The track between neighbouring stops, looked up by stops and by hexes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..title.model import OFFBOARD
from ._track import Track
from .board import LINK, TERMINAL
from .model import Stop


@dataclass(frozen=True, slots=True)
class Stretch:
    """Track from one stop to the next one, in one direction.

    ``from_terminal``: a route that comes to ``start`` over this track ends there (5.4.4); ``to_terminal`` likewise at
    ``end``. ``link``: the crossing between Merthyr Tydfil and Pontypool (5.4.7).
    """

    start: Stop
    end: Stop
    sides: tuple[str, ...]
    hexes: tuple[str, ...]
    from_terminal: bool
    to_terminal: bool
    link: bool

    @property
    def track(self) -> tuple[str, ...]:
        """What no other route may use: the sides, or the hex of track that leaves no hex."""
        return self.sides or (f"{self.start[0]}:{min(self.start[1], self.end[1])}",)


class Stretches:
    """All stretches of one laid track, each in both directions."""

    def __init__(self, track: Track) -> None:
        self.stops = frozenset(track.stops)
        self.by_start: dict[Stop, list[Stretch]] = {stop: [] for stop in track.stops}
        self.by_hexes: dict[tuple[str, ...], list[Stretch]] = {}
        self.group = {stop: track.group(stop[0]) for stop in track.stops}
        for stretch in _both_directions(track):
            self.by_start[stretch.start].append(stretch)
            self.by_hexes.setdefault(stretch.hexes, []).append(stretch)
        self.channel, self.france = channel(track)

    def find(self, start: Stop, end: Stop, sides: tuple[str, ...]) -> Stretch | None:
        """The stretch that crosses just these sides, or None."""
        for stretch in self.by_start.get(start, ()):
            if stretch.end == end and stretch.sides == sides:
                return stretch
        return None

    def skips(self, start: Stop, end: Stop, sides: tuple[str, ...]) -> Stop | None:
        """A stop that track over these sides from one stop to another passes, or None if there is no such track."""
        for stretch in self.by_start.get(start, ()):
            length = len(stretch.sides)
            if stretch.end != end and length and stretch.sides == sides[:length]:
                rest = sides[length:]
                if self.find(stretch.end, end, rest) or self.skips(stretch.end, end, rest):
                    return stretch.end
        return None

    @property
    def reaches_france(self) -> bool:
        """Whether track leads from the English Channel to France."""
        return self.channel is not None and any(s.end in self.france for s in self.by_start[self.channel])


def channel(track: Track) -> tuple[Stop | None, frozenset[Stop]]:
    """The English Channel's city and France's off-board area, which are one stop (5.13.7); None and none elsewhere."""
    known = track.derived.get("channel")
    if not isinstance(known, tuple):
        city = next((stop for stop in track.stops if stop[0] == track.channel), None)
        france = frozenset(stop for stop in track.stops if city and stop[1] == OFFBOARD)
        known = track.derived["channel"] = (city, france)
    return known


def stretches(track: Track) -> Stretches:
    """The stretches of a track; worked out once for each."""
    known = track.derived.get("stretches")
    if not isinstance(known, Stretches):
        known = track.derived["stretches"] = Stretches(track)
    return known


def _both_directions(track: Track) -> Iterator[Stretch]:
    for a, b, a_flags, b_flags, sides in track.segments:
        start, end = track.stops[a], track.stops[b]
        hexes = _hexes(track, start, sides)
        link = bool((a_flags | b_flags) & LINK)
        a_terminal, b_terminal = bool(a_flags & TERMINAL), bool(b_flags & TERMINAL)
        yield Stretch(start, end, sides, hexes, a_terminal, b_terminal, link)
        yield Stretch(end, start, sides[::-1], hexes[::-1], b_terminal, a_terminal, link)


def _hexes(track: Track, start: Stop, sides: tuple[str, ...]) -> tuple[str, ...]:
    hexes = [start[0]]
    for side in sides:
        near, _, edge = side.partition(".")
        far = track.beyond(near, int(edge[0]))
        hexes.append(near if far == hexes[-1] else far or near)
    return tuple(hexes)

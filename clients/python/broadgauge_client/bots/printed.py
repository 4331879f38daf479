"""What is printed in the box, arranged for quick questions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence, Set
from functools import lru_cache

from broadgauge.v1.geometry_pb2 import HexFace
from broadgauge.v1.title_pb2 import MapHex, Title
from broadgauge.v1.view_pb2 import TrainStock

FOREVER = 99
"""More trains than are ever sold: those that never become obsolete."""
EDGES = frozenset("012345")
PULL_OF_TOWN = 8
OF_GROUND_AHEAD = 0.3
"""Part of what the next hex costs that counts against a way to it."""
FADES = 0.6
"""How much of its pull a place has one hex farther away."""


class Printed:
    """The title in tables.

    Args:
        title: What is printed in the box.
    """

    def __init__(self, title: Title) -> None:
        self.title = title
        self.hexes = {place.id: place for place in title.hexes}
        self.tiles = {tile.id: tile for tile in title.tiles}
        self.cards = {card.id: card for card in title.companies}
        self.concessions = {card.concession for card in title.companies if card.concession}
        self.trains = {train.kind: train for train in title.trains}
        self.privates = {private.id: private for private in title.privates}
        self.phases = {phase.number: phase for phase in title.phases}
        self.terrain = {entry.terrain: entry.cost for entry in title.terrain_costs}
        self.neighbours = {place.id: self._beside(place) for place in title.hexes}
        self.worth = {place.id: _worth(place.face) for place in title.hexes}
        self._ends = {kind: set(phase.starts_with) for phase in title.phases for kind in phase.rusts}
        self.distances = lru_cache(maxsize=None)(self._distances)
        self.promises = lru_cache(maxsize=None)(self._promises)

    def _beside(self, place: MapHex) -> dict[int, str]:
        """Hexes beside one, by edge, where there may be track."""
        beside = ((other.edge, self.hexes.get(other.hex)) for other in place.neighbours if not other.closed)
        return {edge: other.id for edge, other in beside if other and (other.first_tiles or other.face.track)}

    def permanent(self, kind: str) -> bool:
        """Whether a kind of train never becomes obsolete."""
        return kind not in self._ends

    def fulfilling(self, trains: Iterable[str]) -> list[str]:
        """The trains that fulfil the duty to own one: none that come with a private company, but for the 5-train."""
        return [kind for kind in trains if not self.trains[kind].private or self.trains[kind].price]

    def sales_left(self, kind: str, bank: Iterable[TrainStock]) -> int:
        """How many trains the bank sells before this kind becomes obsolete."""
        if self.permanent(kind):
            return FOREVER
        left = 0
        for stock in bank:
            if stock.kind in self._ends[kind]:
                return left
            left += stock.count if stock.HasField("count") else FOREVER
        return FOREVER

    def rusts_when_sold(self, kind: str, phase: int) -> frozenset[str]:
        """Kinds of trains that become obsolete when the first of this kind is sold."""
        started = (entry for entry in self.title.phases if entry.number > phase and kind in entry.starts_with)
        return frozenset(rusted for entry in started for rusted in entry.rusts)

    def ground(self, place: str) -> int:
        """Pounds that the first tile on a hex costs for its terrain."""
        return self.terrain.get(self.hexes[place].terrain, 0)

    def band(self, phase: int) -> int:
        """Which of a place's four values counts."""
        return self.phases[phase].band

    def _distances(self, start: str) -> dict[str, int]:
        """Hexes between one hex and each other one."""
        found = {start: 0}
        queue = deque([start])
        while queue:
            place = queue.popleft()
            for beside in self.neighbours[place].values():
                if beside not in found:
                    found[beside] = found[place] + 1
                    queue.append(beside)
        return found

    def _promises(self, start: str) -> list[tuple[float, str]]:
        """How much each place promises from a hex, the most first."""
        distances = self.distances(start)
        worth = (
            (value * FADES**distance, place) for place, distance in distances.items() if (value := self.worth[place])
        )
        return sorted(worth, reverse=True)

    def pull(self, place: str, reached: Set[str], destination: str, more: float) -> float:
        """How much it promises to build towards this hex.

        Args:
            place: The hex.
            reached: Places that promise nothing, as they are reached.
            destination: A place that promises more, or nothing.
            more: Pounds by which it does.
        """
        best = next((value for value, goal in self.promises(place) if goal not in reached), 0.0)
        distance = self.distances(place).get(destination, FOREVER)
        return max(best, (self.worth[destination] + more) * FADES**distance) if destination else best

    def outlook(self, home: str) -> float:
        """How much the best way out of a home promises."""
        beside = self.neighbours[home].values()
        ways = (self.pull(place, {home}, "", 0) - OF_GROUND_AHEAD * self.ground(place) for place in beside)
        return max(ways, default=0.0)


def exits(face: HexFace, rotation: int = 0) -> set[int]:
    """Edges that track of a face reaches."""
    ends = {end for piece in face.track for end in (piece.a, piece.b)}
    return {(int(end) + rotation) % 6 for end in ends & EDGES}


def pounds(face: HexFace, band: int) -> int:
    """What all stops of a face are worth."""
    offboard = face.offboard[band] if face.offboard else 0
    return sum(_banded(city.revenue, band) for city in face.cities) + sum(t.revenue for t in face.towns) + offboard


def _banded(values: Sequence[int], band: int) -> int:
    return values[min(band, len(values) - 1)] if values else 0


def _worth(face: HexFace) -> float:
    """How much a printed hex attracts track."""
    if face.offboard:
        return face.offboard[1]
    cities = max((max(_banded(city.revenue, 1), 30) for city in face.cities), default=0)
    return cities or (PULL_OF_TOWN if face.towns else 0)

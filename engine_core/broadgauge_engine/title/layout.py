"""Where things stand inside a hex: stations, track, and free places for texts, in the units of `geometry`.

Stations follow from the track that leads to them, and whatever the track leaves free is shared out among texts. So the
same rules lay out printed hexes and tiles in every rotation, and data files need not say more.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .geometry import (
    INRADIUS,
    Curve,
    Point,
    along,
    between_edges,
    direction,
    edge_point,
    inside,
    lane_shift,
    ring,
    samples,
    split,
    straight,
)
from .model import CITY, JUNCTION, OFFBOARD, TOWN, Face, Path, is_city, is_edge, is_town

TOWN_RADIUS = 4.5
TRACK_HALF = 4.0
"""Half the width of track with its border."""
_SLOT_RADIUS = {0: 0.0, 1: 13.0, 2: 12.2, 3: 11.5, 4: 11.0}
_SMALL_RADIUS = {1: 10.8, 2: 7.0}
"""Of the stations of a hex with several."""
_SMALL_DISTANCE = 29.5
_STUB = 0.35
_SEA_STUB = 0.62
"""How far track into the sea reaches, as a part of the way to the middle."""


@dataclass(frozen=True, slots=True)
class Station:
    """A city: its middle, and the radius of a slot."""

    at: Point
    radius: float

    def slots(self, count: int) -> tuple[Point, ...]:
        """The middles of its slots, relative to the middle of the hex, in the order of their numbers."""
        x, y = self.at
        return tuple((x + dx, y + dy) for dx, dy in ring(count, self.radius + 0.6))


@dataclass(frozen=True, slots=True)
class Layout:
    """Where stations and track of a face are; ``track`` has a curve for each of its paths, in their order."""

    cities: tuple[Station, ...]
    towns: tuple[Point, ...]
    area: Point | None
    """The middle of an off-board area."""
    track: tuple[Curve, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """Something that needs room: a text or a badge, of this width and height, at one of these places, best first."""

    width: float
    height: float
    places: tuple[Point, ...]
    anywhere: bool = True
    """Whether another place will do where none of these is free."""


def lay_out(face: Face, extra_slots: Iterable[tuple[int, int]] = ()) -> Layout:
    """Where the stations and the track of a face are.

    Args:
        face: What the hex shows.
        extra_slots: Cities with more slots than printed, as (number, slots more).
    """
    cities = tuple(_cities(face, dict(extra_slots)))
    area = (0.0, -4.0) if face.offboard is not None else None
    towns = _towns(face, cities)
    track = tuple(_curve(path, face, cities, towns) for path in face.paths)
    return Layout(cities, towns, area, track)


def slot_radius(slots: int, several: bool = False) -> float:
    """The radius of one of ``slots`` slots of a city, in a hex with ``several`` cities or one."""
    table = _SMALL_RADIUS if several else _SLOT_RADIUS
    return table.get(slots, min(table.values(), key=lambda radius: radius or math.inf))


def _cities(face: Face, extra: dict[int, int]) -> Iterator[Station]:
    several = len(face.cities) > 1
    for number, city in enumerate(face.cities):
        radius = slot_radius(city.slots + extra.get(number, 0), several)
        edges = [end for path in _paths_at(face, CITY + number) for end in (path.a, path.b) if is_edge(end)]
        if several:
            yield Station(_towards(edges, _SMALL_DISTANCE), radius)
        elif face.towns and not edges:
            yield Station((-12.0, -8.0), radius)
        else:
            yield Station((0.0, 0.0), radius)


def _towards(edges: Iterable[int], distance: float) -> Point:
    """The point at a distance from the middle, in the mean direction of some edges."""
    vectors = [direction(edge) for edge in edges]
    x, y = sum(v[0] for v in vectors), sum(v[1] for v in vectors)
    length = math.hypot(x, y)
    return (distance * x / length, distance * y / length) if length > 1e-6 else (0.0, 0.0)


def _paths_at(face: Face, end: int) -> list[Path]:
    return [path for path in face.paths if end in (path.a, path.b)]


def _other(path: Path, end: int) -> tuple[int, tuple[int, int]]:
    return (path.b, path.b_lane) if path.a == end else (path.a, path.a_lane)


def _towns(face: Face, cities: tuple[Station, ...]) -> tuple[Point, ...]:
    """A town lies on its track: in the middle of it, or where it is farthest from other track."""
    ends = [
        [_other(path, TOWN + number) for path in _paths_at(face, TOWN + number)] for number in range(len(face.towns))
    ]
    through = [between_edges(*e[0], *e[1]) if _is_through(e) else None for e in ends]
    found = []
    for number, curve in enumerate(through):
        if curve is not None:
            found.append(_clearest(curve, [c for c in through if c is not None and c is not curve]))
        elif not ends[number] and len(face.towns) > 1:
            found.append((-14.0, -10.0) if number == 0 else (14.0, 10.0))
        elif any(is_city(end) for end, _ in ends[number]):
            found.append((17.0, 14.0))
        else:
            found.append((0.0, 0.0))
    return tuple(found)


def _is_through(ends: list[tuple[int, tuple[int, int]]]) -> bool:
    return len(ends) == 2 and all(is_edge(end) for end, _ in ends)


def _clearest(curve: Curve, others: list[Curve]) -> Point:
    """The point of a curve that is farthest from others, and near the middle where that is enough."""
    middle = along(curve, 0.5)
    points = [point for other in others for point in samples(other, 24)]
    if not points:
        return middle

    def clearance(point: Point) -> float:
        return min(min(math.dist(point, other) for other in points), 14.0)

    parts = sorted((step / 20 for step in range(5, 16)), key=lambda part: abs(part - 0.5))
    return max((along(curve, part) for part in parts), key=clearance)


def _curve(path: Path, face: Face, cities: tuple[Station, ...], towns: tuple[Point, ...]) -> Curve:
    if is_edge(path.a) and is_edge(path.b):
        return between_edges(path.a, path.a_lane, path.b, path.b_lane)
    town = next((end for end in (path.a, path.b) if is_town(end)), None)
    if town is not None:
        ends = [_other(other, town) for other in _paths_at(face, town)]
        if _is_through(ends):
            return _half(
                between_edges(*ends[0], *ends[1]), path, town, towns[town - TOWN], first=_other(path, town) == ends[0]
            )
    return straight(
        _point(path.a, path.a_lane, path.b, path.b_lane, face, cities, towns),
        _point(path.b, path.b_lane, path.a, path.a_lane, face, cities, towns),
    )


def _half(curve: Curve, path: Path, town: int, at: Point, *, first: bool) -> Curve:
    """The part of a curve through a town that one of its two pieces of track is, from end a to end b."""
    part = min((step / 40 for step in range(41)), key=lambda step: math.dist(along(curve, step), at))
    piece = split(curve, part)[0 if first else 1]
    outward = first == (path.b == town)
    return piece if outward else (piece[3], piece[2], piece[1], piece[0])


def _point(
    end: int,
    lane: tuple[int, int],
    other: int,
    other_lane: tuple[int, int],
    face: Face,
    cities: tuple[Station, ...],
    towns: tuple[Point, ...],
) -> Point:
    """Where a piece of track ends; at a stop parallel tracks stay parallel."""
    if is_edge(end):
        return edge_point(end, lane)
    if is_city(end):
        x, y = cities[end - CITY].at
    elif is_town(end):
        x, y = towns[end - TOWN]
    elif end == JUNCTION and len(face.paths) == 1 and is_edge(other):
        x, y = _towards([other], (1 - _SEA_STUB) * INRADIUS)
    elif end == OFFBOARD:
        x, y = _towards([other], 16.0)
    else:
        x, y = 0.0, 0.0
    dx, dy = lane_shift(other, other_lane) if is_edge(other) else (0.0, 0.0)
    return x + dx, y + dy


def stub(edge: int) -> Curve:
    """Track beyond an edge that waits to be connected, as far as it reaches into the hex."""
    x, y = edge_point(edge)
    return straight((x, y), (x * (1 - _STUB), y * (1 - _STUB)))


def share_out(layout: Layout, slots: Iterable[int], items: Iterable[Item]) -> tuple[Point, ...]:
    """A place for each item: the first one that is free of track, stations and earlier items.

    Where none is, the freest one, or for an item that may stand ``anywhere`` the freest place of the whole hex.

    Args:
        layout: The stations and the track.
        slots: Number of slots of each city.
        items: What needs room, the most important first.
    """
    discs = [
        (*point, station.radius + 2.5, 3.0)
        for station, count in zip(layout.cities, slots, strict=True)
        for point in station.slots(count)
    ]
    discs += [(x, y, TOWN_RADIUS + 1.5, 3.0) for x, y in layout.towns]
    discs += [(x, y, TRACK_HALF, 1.0) for curve in layout.track for x, y in samples(curve)]
    taken: list[tuple[float, float, float, float]] = []
    found = []
    for item in items:
        place, worst = _freest(item.places, item, discs, taken, math.inf)
        if worst and item.anywhere:
            place, _ = _freest(_GRID, item, discs, taken, worst, place)
        taken.append((*place, item.width, item.height))
        found.append(place)
    return tuple(found)


_GRID: tuple[Point, ...] = tuple(
    (5.0 * x, 5.0 * y) for y in range(-7, 8) for x in range(-9, 10) if inside((5.0 * x, 5.0 * y), 4.0)
)

Disc = tuple[float, float, float, float]
"""Middle, radius and weight of something round that should stay visible."""


def _freest(
    places: Iterable[Point],
    item: Item,
    discs: list[Disc],
    taken: list[tuple[float, float, float, float]],
    limit: float,
    best: Point = (0.0, 0.0),
) -> tuple[Point, float]:
    """The first of the places where an item covers the least, if less than a limit, and how much it covers there."""
    for place in places:
        crowding = _crowding(place, item, discs, taken, limit)
        if crowding < limit:
            best, limit = place, crowding
            if not crowding:
                break
    return best, limit


def _crowding(
    at: Point,
    item: Item,
    discs: list[Disc],
    taken: list[tuple[float, float, float, float]],
    limit: float,
) -> float:
    """How much an item would cover at a place: 0 where it has it for itself. Counting ends at a limit."""
    x, y = at
    half_width, half_height = item.width / 2, item.height / 2
    worse = 0.0
    for sx in (-half_width, half_width):
        for sy in (-half_height, half_height):
            if not inside((x + sx, y + sy), 0.5):
                worse += 40
    for ox, oy, width, height in taken:
        wide = half_width + width / 2 - abs(ox - x)
        high = half_height + height / 2 - abs(oy - y)
        if wide > 0 and high > 0:
            worse += 10 + wide * high
    for cx, cy, radius, weight in discs:
        if worse >= limit:
            break
        dx = max(abs(cx - x) - half_width, 0.0)
        dy = max(abs(cy - y) - half_height, 0.0)
        if dx < radius and dy < radius:
            distance = math.hypot(dx, dy)
            if distance < radius:
                worse += weight * (1 + radius - distance)
    return worse


CORNER_PLACES: tuple[Point, ...] = tuple(
    (reach * math.cos(math.radians(angle)), reach * math.sin(math.radians(angle)))
    for reach, angle in ((36.5, 0), (36.5, 180), (37, 300), (37, 240), (37, 60), (37, 120))
)
"""Near the corners, east first, where track between edges and the middle never comes."""
EDGE_PLACES: tuple[Point, ...] = tuple((33 * x, 33 * y) for x, y in map(direction, (4, 5, 2, 1, 3, 0)))
INNER_PLACES: tuple[Point, ...] = tuple(
    (reach * math.cos(math.radians(angle)), reach * math.sin(math.radians(angle)))
    for reach in (26, 20)
    for angle in (0, 180, 300, 240, 60, 120)
)

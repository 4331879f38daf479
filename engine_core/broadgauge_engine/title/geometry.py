"""The shape of a hex and of what lies on it: points, curves of track, and rings of token slots.

A hex stands on a flat side. Its centre is the origin, x grows to the east and y to the south; the unit is a fiftieth of
its side, so that a hex is 100 wide and 86.6 high. Edges count clockwise from the south, as everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

Point = tuple[float, float]
Curve = tuple[Point, Point, Point, Point]
"""A cubic Bézier curve: its start, two control points, its end."""

SIDE = 50.0
INRADIUS = SIDE * math.sqrt(3) / 2
LANE_GAP = 9.0
"""Between the middles of parallel tracks."""

_DIRECTIONS: tuple[Point, ...] = tuple(
    (math.cos(math.radians(90 + 60 * edge)), math.sin(math.radians(90 + 60 * edge))) for edge in range(6)
)
CORNERS: tuple[Point, ...] = tuple(
    (SIDE * math.cos(math.radians(60 + 60 * edge)), SIDE * math.sin(math.radians(60 + 60 * edge))) for edge in range(6)
)
"""Corner e and corner e + 1 are the ends of edge e."""


def centre(column: int, row: int) -> Point:
    """The middle of a hex on the map, from its column and its printed row."""
    return 1.5 * SIDE * column, INRADIUS * row


def direction(edge: int) -> Point:
    """The unit vector from the middle of a hex to the middle of an edge."""
    return _DIRECTIONS[edge]


def lane_shift(edge: int, lane: tuple[int, int]) -> Point:
    """From the middle of an edge to one of its parallel tracks.

    Lane 0 is the most clockwise one. The neighbour counts the same tracks from its own side, so lane i of n here is
    lane n - 1 - i there.
    """
    index, count = lane
    along = LANE_GAP * ((count - 1) / 2 - index)
    x, y = _DIRECTIONS[edge]
    return -y * along, x * along


def edge_point(edge: int, lane: tuple[int, int] = (0, 1)) -> Point:
    """Where track crosses an edge."""
    x, y = _DIRECTIONS[edge]
    dx, dy = lane_shift(edge, lane)
    return INRADIUS * x + dx, INRADIUS * y + dy


def between_edges(a: int, a_lane: tuple[int, int], b: int, b_lane: tuple[int, int]) -> Curve:
    """Track from edge to edge: it crosses both at a right angle, on the arc of a circle as nearly as can be."""
    start, end = edge_point(a, a_lane), edge_point(b, b_lane)
    gap = min((a - b) % 6, (b - a) % 6)
    turn = math.radians(180 - 60 * gap)
    chord = math.dist(start, end)
    handle = chord / 3 if gap == 3 else chord * (2 / 3) * math.tan(turn / 4) / math.sin(turn / 2)
    (ax, ay), (bx, by) = _DIRECTIONS[a], _DIRECTIONS[b]
    return (
        start,
        (start[0] - ax * handle, start[1] - ay * handle),
        (end[0] - bx * handle, end[1] - by * handle),
        end,
    )


def straight(start: Point, end: Point) -> Curve:
    """A straight piece of track."""
    return start, along((start, start, end, end), 1 / 3, True), along((start, start, end, end), 2 / 3, True), end


def along(curve: Curve, part: float, chord: bool = False) -> Point:
    """The point of a curve at a parameter from 0 to 1; with ``chord`` that of the straight line from end to end."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = curve
    rest = 1 - part
    if chord:
        return rest * ax + part * dx, rest * ay + part * dy
    w0, w1, w2, w3 = rest**3, 3 * rest * rest * part, 3 * rest * part * part, part**3
    return w0 * ax + w1 * bx + w2 * cx + w3 * dx, w0 * ay + w1 * by + w2 * cy + w3 * dy


def split(curve: Curve, part: float) -> tuple[Curve, Curve]:
    """The two curves into which a point cuts one."""

    def mix(p: Point, q: Point) -> Point:
        return p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part

    a, b, c, d = curve
    ab, bc, cd = mix(a, b), mix(b, c), mix(c, d)
    abc, bcd = mix(ab, bc), mix(bc, cd)
    middle = mix(abc, bcd)
    return (a, ab, abc, middle), (middle, bcd, cd, d)


def samples(curve: Curve, count: int = 10) -> Iterator[Point]:
    """Points along a curve, both ends included."""
    return (along(curve, step / count) for step in range(count + 1))


def inside(point: Point, margin: float = 0.0) -> bool:
    """Whether a point lies in the hex, at least ``margin`` away from its edges."""
    return all(point[0] * x + point[1] * y <= INRADIUS - margin + 1e-6 for x, y in _DIRECTIONS)


def ring(count: int, radius: float) -> tuple[Point, ...]:
    """Middles of ``count`` round slots around the middle of their city: a row of two, a triangle, a square, a ring."""
    if count < 2:
        return ((0.0, 0.0),) * count
    distance = radius / math.sin(math.pi / count)
    first = {2: 180.0, 3: -90.0, 4: -135.0}.get(count, -90.0)
    down = distance / 4 if count == 3 else 0.0
    angles = (math.radians(first + 360 * index / count) for index in range(count))
    return tuple((distance * math.cos(angle), distance * math.sin(angle) + down) for angle in angles)

"""Layers on top of a map: hexes that can be laid, marks of the caller, a previewed tile, and runs of trains."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from broadgauge_engine.board import places
from broadgauge_engine.routes import Run
from broadgauge_engine.routes.board import value
from broadgauge_engine.state.model import GameState
from broadgauge_engine.title import Title
from broadgauge_engine.title.geometry import Curve, Point, along, centre, split
from broadgauge_engine.title.layout import Layout
from broadgauge_engine.title.model import CITY, JUNCTION, OFFBOARD, TOWN, Face, end_name, is_city, is_edge, is_town

from .map import picture_of
from .palette import RUN_COLOURS
from .svg import escape, label, number, path_data

Side = tuple[int, int | None]
"""An edge and a lane on it, or a stop and None; lane None stands for any."""


_WIDTH = 5.5
"""Of the line of a run."""
_BAND = 5.0
"""By how much a line is wider for each later run over the same track, so that both are seen."""


class NoTrack(ValueError):
    """A run goes where there is no track, or does not stop where it says: run, leg."""

    def __init__(self, run: int, leg: int) -> None:
        super().__init__(run, leg)
        self.run = run
        self.leg = leg


def marks(title: Title, hexes: Iterable[str], css: str, words: str) -> str:
    """Frames around hexes, with a class and a tooltip."""
    found = []
    for hex_id in hexes:
        place = title.hexes[hex_id]
        x, y = centre(place.column, place.row)
        found.append(
            f'<g class="mark {css}" data-mark="{hex_id}" transform="translate({number(x)} {number(y)})">'
            f'<title>{escape(f"{hex_id}: {words}")}</title><use href="#hx" transform="scale(.93)"/></g>'
        )
    return f'<g class="marks">{"".join(found)}</g>' if found else ""


def runs(state: GameState, shown: Sequence[Run]) -> str:
    """Runs as coloured lines along their track, and their stops with what they are worth.

    Raises:
        NoTrack: a run is none on this board.
    """
    edges, lines, badges = [], [], []
    pieces = [[path_data(curve) for curve in _line(state, index, run)] for index, run in enumerate(shown)]
    seen: dict[tuple[str, int], int] = {}
    for index, run in enumerate(shown):
        colour = index % RUN_COLOURS + 1
        above = sum(not set(pieces[index]).isdisjoint(later) for later in pieces[index + 1 :])
        width = _WIDTH + _BAND * above
        stops = ", ".join(f"{hex_id} {state.title.hexes[hex_id].name or ''}".strip() for hex_id, _ in run.stops)
        data = "".join(pieces[index])
        edges.append(f'<path class="run-edge" stroke-width="{width + 3.5}" d="{data}"/>')
        lines.append(
            f'<g class="run run-{colour}" data-run="{index}" data-train="{escape(run.train)}">'
            f"<title>{escape(f'{run.train}-train: {stops}')}</title>"
            f'<path class="run-line" stroke-width="{width}" d="{data}"/></g>'
        )
        for stop in run.stops:
            place = seen[stop] = seen.get(stop, -1) + 1
            badges.append(_badge(state, index, colour, stop, place))
    return f'<g class="runs">{"".join((*edges, *lines, *badges))}</g>' if lines else ""


def _badge(state: GameState, run: int, colour: int, stop: tuple[str, int], place: int) -> str:
    """A small sign at a stop: what the stop is worth now, in the colour of the run; the next run's is beside it."""
    hex_id, end = stop
    x, y = _below(state, stop)
    amount = value(state.title, state.tiles, stop, state.phase.band)
    return (
        f'<g class="run-stop run-{colour}" data-run="{run}" data-hex="{hex_id}" data-stop="{end_name(end)}"'
        f' data-value="{amount}" transform="translate({number(x + 18 * place)} {number(y)})">'
        f'<rect class="run-sign" x="-8.5" y="-6" width="17" height="12" rx="3"/>'
        f"{label(str(amount), 0, 3.1, 8.8, 'run-text', 15)}</g>"
    )


def _below(state: GameState, stop: tuple[str, int]) -> Point:
    """The point below a stop where a sign covers no token of it."""
    hex_id, end = stop
    hex_ = state.title.hexes[hex_id]
    layout = picture_of(state.title, hex_, state).layout
    x, y = centre(hex_.column, hex_.row)
    dx, dy = _at(layout, end)
    if is_city(end):
        station = layout.cities[end - CITY]
        dy = max(at for _, at in station.slots(places.slots(state, (hex_id, end - CITY)))) + station.radius
    return x + dx, y + dy + 9


def _at(layout: Layout, end: int) -> Point:
    if is_city(end):
        return layout.cities[end - CITY].at
    if is_town(end):
        return layout.towns[end - TOWN]
    return layout.area or (0.0, 0.0)


def _exists(face: Face, end: int) -> bool:
    if end == OFFBOARD:
        return face.offboard is not None
    return end - CITY < len(face.cities) if is_city(end) else end - TOWN < len(face.towns)


def _line(state: GameState, number_: int, run: Run) -> Iterator[Curve]:
    """The curves of a run on the map, from stop to stop."""
    for index, (hex_id, end) in enumerate(run.stops):
        if not _exists(places.face(state, hex_id), end):
            raise NoTrack(number_, max(0, index - 1))
    if len(run.legs) != max(0, len(run.stops) - 1):
        raise NoTrack(number_, len(run.legs))
    for index, sides in enumerate(run.legs):
        curves = _leg(state, run.stops[index], run.stops[index + 1], sides)
        if curves is None:
            raise NoTrack(number_, index)
        yield from curves


def _leg(state: GameState, start: tuple[str, int], goal: tuple[str, int], sides: Sequence[str]) -> list[Curve] | None:
    """The curves from one stop to the next over the sides named; None where there is no such track."""
    hex_id = start[0]
    here: Side = (start[1], None)
    found: list[Curve] = []
    for name in sides:
        crossing = _crossing(state, hex_id, name)
        if crossing is None:
            return None
        out, beyond, into = crossing
        piece = _through(state, hex_id, here, out)
        if piece is None:
            return None
        found += piece
        hex_id, here = beyond, into
    last = _through(state, hex_id, here, (goal[1], None)) if hex_id == goal[0] else None
    return None if last is None else found + last


def _crossing(state: GameState, hex_id: str, name: str) -> tuple[Side, str, Side] | None:
    """A named side as seen from a hex: edge and lane here, the hex beyond, edge and lane there."""
    owner, _, rest = name.rpartition(".")
    digits, _, lane_digits = rest.partition("/")
    if not digits.isdecimal() or int(digits) > 5 or (lane_digits and not lane_digits.isdecimal()):
        return None
    edge, lane = int(digits), int(lane_digits) if lane_digits else None
    owner_hex = state.title.hexes.get(owner)
    beyond = owner_hex.neighbours.get(edge) if owner_hex else None
    if beyond is None:
        return None
    mirrored = None if lane is None else _lanes(state, owner, edge) - 1 - lane
    if owner == hex_id:
        return (edge, lane), beyond, ((edge + 3) % 6, mirrored)
    if beyond == hex_id:
        return ((edge + 3) % 6, mirrored), owner, (edge, lane)
    return None


def _lanes(state: GameState, hex_id: str, edge: int) -> int:
    face = places.face(state, hex_id)
    lanes = [
        lane[1] for path in face.paths for end, lane in ((path.a, path.a_lane), (path.b, path.b_lane)) if end == edge
    ]
    return max(lanes, default=1)


def _through(state: GameState, hex_id: str, start: Side, goal: Side) -> list[Curve] | None:
    """The track inside a hex from one end to another, over a junction where they are not joined directly."""
    hex_ = state.title.hexes[hex_id]
    layout = picture_of(state.title, hex_, state).layout
    face = places.face(state, hex_id)
    pieces = _piece(face, layout, start, goal)
    if pieces is None:
        first, second = _piece(face, layout, start, (JUNCTION, None)), _piece(face, layout, (JUNCTION, None), goal)
        if first is None or second is None:
            return None
        pieces = first + second
    slots = [
        (*point, station.radius)
        for city, station in enumerate(layout.cities)
        for point in station.slots(places.slots(state, (hex_id, city)))
    ]
    x, y = centre(hex_.column, hex_.row)
    return [_moved(_clipped(curve, slots), x, y) for curve in pieces]


def _moved(curve: Curve, x: float, y: float) -> Curve:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = curve
    return (ax + x, ay + y), (bx + x, by + y), (cx + x, cy + y), (dx + x, dy + y)


def _piece(face: Face, layout: Layout, start: Side, goal: Side) -> list[Curve] | None:
    for path, curve in zip(face.paths, layout.track, strict=True):
        a, b = (path.a, path.a_lane), (path.b, path.b_lane)
        if _fits(a, start) and _fits(b, goal):
            return [curve]
        if _fits(b, start) and _fits(a, goal):
            return [(curve[3], curve[2], curve[1], curve[0])]
    return None


def _fits(end: tuple[int, tuple[int, int]], wanted: Side) -> bool:
    return end[0] == wanted[0] and (
        wanted[1] is None or not is_edge(end[0]) or end[1][1] == 1 or end[1][0] == wanted[1]
    )


def _clipped(curve: Curve, slots: Sequence[tuple[float, float, float]]) -> Curve:
    """A curve without the parts that would cover tokens."""
    if not slots:
        return curve
    free = [at / 40 for at in range(41) if all(math.dist(along(curve, at / 40), s[:2]) > s[2] + 1.5 for s in slots)]
    if not free or len(free) == 41:
        return curve
    start, end = free[0], free[-1]
    first = split(curve, end)[0] if end < 1 else curve
    return split(first, start / end)[1] if start > 0 else first

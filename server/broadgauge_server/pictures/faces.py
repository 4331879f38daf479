"""What one hex or tile shows, without what players put on it: ground, track, stations, values and names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from broadgauge_engine.title import Face, Hex, Title
from broadgauge_engine.title.geometry import Point
from broadgauge_engine.title.layout import (
    CORNER_PLACES,
    INNER_PLACES,
    TOWN_RADIUS,
    Item,
    Layout,
    Station,
    lay_out,
    share_out,
    stub,
)
from broadgauge_engine.title.model import end_name

from .svg import escape, fitted, label, number, path_data, text_width

BANDS = ("yellow", "green", "brown", "grey")
NAME_SIZE = 9.6
_NAME_WIDTH = 74.0
_ROUNDEL_CITIES = 4
"""From so many stations on, name and value stand in the middle between them."""
FLAG_PLACES: tuple[Point, ...] = ((30.0, 0.0), (-30.0, 0.0), (21, 24), (-21, 24), (21, -24), (-21, -24))
ID_PLACES: tuple[Point, ...] = ((-40.0, 0.0), (40.0, 0.0), (-20, -37), (20, -37), (-20, 38), (20, 38))
_NAME_HEIGHTS = (-31.0, 32.0, -26.0, 27.0, -36.5, 37.5, -21.0, 22.0)


@dataclass(frozen=True, slots=True)
class FacePicture:
    """The picture of a face, and where players' pieces go on it."""

    layout: Layout
    below: str
    """What lies under the tokens: ground, track, stations."""
    above: str
    """Texts and badges, which track must not cover."""
    destinations: dict[str, Point] = field(default_factory=dict)
    """Company to the place of the sign that this hex is its destination, or of its token beside the city (5.11.8)."""


def draw_face(
    title: Title,
    face: Face,
    band: int,
    *,
    place: Hex | None = None,
    laid: bool = False,
    extra_slots: tuple[tuple[int, int], ...] = (),
) -> FacePicture:
    """Draws a face.

    Args:
        title: The game.
        face: What the hex shows.
        band: Index of the values that count now; -1 where no phase is meant.
        place: The hex, for its name, terrain and destinations; None for a tile alone.
        laid: Whether the face is a tile on the hex.
        extra_slots: Cities with more slots than printed, as (number, slots more).
    """
    layout = lay_out(face, extra_slots)
    extra = dict(extra_slots)
    slots = [city.slots + extra.get(index, 0) for index, city in enumerate(face.cities)]
    parts = list(_parts(title, face, layout, band, place, laid))
    places = share_out(layout, slots, [part.item for part in parts])
    above, destinations = [], {}
    for part, at in zip(parts, places, strict=True):
        above.append(part.picture(at))
        if part.destination:
            destinations[part.destination] = at
    below = ['<use href="#hx" class="ground"/>']
    if place is not None:
        below += _stubs(place, face)
    below += _track(face, layout)
    below += [_town(number_, at) for number_, at in enumerate(layout.towns)]
    prefix = place.id if place else "tile"
    below += [_city(prefix, index, station, slots[index]) for index, station in enumerate(layout.cities)]
    if len(face.cities) >= _ROUNDEL_CITIES:
        above.append(_roundel(face, place))
    return FacePicture(layout, "".join(below), "".join(above), destinations)


@dataclass(frozen=True, slots=True)
class _Part:
    """Something with a place of its own on a face: how much room it needs, and its picture around the origin."""

    item: Item
    picture: Callable[[Point], str]
    destination: str = ""


def _group(content: str) -> Callable[[Point], str]:
    """A picture around the origin, wherever it goes."""
    return lambda at: f'<g transform="translate({number(at[0])} {number(at[1])})">{content}</g>'


def _text(text: str, size: float, css: str, width: float = 1000.0, least: float = 6.0) -> Callable[[Point], str]:
    """A text whose middle goes to a place."""
    return lambda at: label(text, at[0], at[1] + 0.36 * fitted(text, size, width, least)[1], size, css, width, least)


def _nothing(at: Point) -> str:
    """Only room is kept."""
    return ""


def _parts(title: Title, face: Face, layout: Layout, band: int, place: Hex | None, laid: bool) -> Iterator[_Part]:
    values = face.offboard or next((city.revenue for city in face.cities if len(set(city.revenue)) > 1), None)
    if values is not None:
        yield _Part(
            Item(58, 14, ((0, 26), (0, -26), (0, 28.5), (0, -28.5)), anywhere=False),
            _group(_phase_values(values, band)),
        )
    roundel = len(face.cities) >= _ROUNDEL_CITIES
    if place is not None and place.name and not roundel:
        yield from _names(place.name, face, layout)
    value = _value(face)
    if value and values is None and not roundel:
        yield _Part(Item(17, 15, CORNER_PLACES + INNER_PLACES), _group(_value_badge(value)))
    shown = face.label or (place.future_label if place and not laid else None)
    if shown and not roundel:
        width = text_width(shown, 13)
        css = "label" if face.label else "label future"
        places = (*CORNER_PLACES[1:], CORNER_PLACES[0], *INNER_PLACES)
        yield _Part(Item(width, 12, places), _text(shown, 13, css))
    if place is None:
        return
    for card in title.companies.values():
        if card.destination == place.id:
            yield _Part(Item(27, 12, FLAG_PLACES), _nothing, destination=card.id)
    if place.terrain and not laid:
        yield _terrain(title, place, face)
    yield _Part(Item(14, 6, ID_PLACES), lambda at: label(place.id, at[0], at[1] + 2.5, 0, "hex-id"))


def _names(name: str, face: Face, layout: Layout) -> Iterator[_Part]:
    """The name in one line, or in two where it has two parts and is long."""
    lines = [name]
    if text_width(name, NAME_SIZE) > _NAME_WIDTH:
        first, joint, second = name.partition(" & ") if " & " in name else name.partition(" ")
        lines = [f"{first} &" if "&" in joint else first, second] if joint else [name]
    if len(lines) == 1:
        middle = () if any(station.at == (0.0, 0.0) for station in layout.cities) else (7.0, -7.0)
        heights = (*_NAME_HEIGHTS, *middle)
        yield _name(lines[0], [(0.0, y) for y in heights])
    elif face.cities or face.towns:
        yield _name(lines[0], [(0.0, y) for y in (-32, -27, 22)])
        yield _name(lines[1], [(0.0, y) for y in (32, 27, -22)])
    else:
        yield _name(lines[0], [(0.0, y) for y in (-28, 18)])
        yield _name(lines[1], [(0.0, y) for y in (-18, 28)])


def _name(text: str, places: Sequence[Point]) -> _Part:
    width = 61.0 if abs(places[0][1]) > 20 else _NAME_WIDTH
    size = min(NAME_SIZE, max(6.5, NAME_SIZE * width / text_width(text, NAME_SIZE)))
    shifted = [(x, y) for x in (-21.0, 21.0) for _, y in places]
    item = Item(min(width, text_width(text, size)) - 4, 7.5, (*places, *shifted), anywhere=False)
    return _Part(item, _text(text, NAME_SIZE, "name", width, 6.5))


def _value(face: Face) -> int:
    """What a run earns at the face's stop, where it does not depend on the phase; 0 where there is nothing to show."""
    if face.cities:
        return face.cities[0].revenue[0]
    return face.towns[0] if face.towns else 0


def _value_badge(value: int) -> str:
    wide = 8.5 if value < 100 else 10.5
    return f'<rect class="value" x="-{wide}" y="-7" width="{2 * wide}" height="14" rx="7"/>' + label(
        str(value), 0, 3.3, 9.5, "value-text"
    )


def _phase_values(values: tuple[int, int, int, int], band: int) -> str:
    """Four boxes in the colours of the phases; the one that counts now is larger and framed."""
    boxes = []
    order = [index for index in range(4) if index != band] + ([band] if band >= 0 else [])
    for index in order:
        now = index == band
        x, up = -30 + 15 * index, 1.5 if now else 0.0
        boxes.append(
            f'<g class="band{" now" if now else ""}" data-band="{BANDS[index]}" data-value="{values[index]}">'
            f'<rect class="fill-{BANDS[index]}" x="{number(x - up)}" y="{number(-6 - up)}"'
            f' width="{number(15 + 2 * up)}" height="{number(12 + 2 * up)}"/>'
            + label(str(values[index]), x + 7.5, 3.1, 8.6 if now else 8, "band-text", 14.5)
            + "</g>"
        )
    return "".join(boxes)


RELIEF = {
    "hill": "M-6 4Q-2 -6 2 4ZM0 4Q4 -4 7 4Z",
    "mountain": "M-7 4L-1.5 -7 4 4ZM1 4L4.5 -3 8 4Z",
    "rough": "M-8 4L-5.5 -2 -3 4ZM-2.5 4L0 -4 2.5 4ZM3 4L5.5 -2 8 4Z",
}
WAVES = {
    "small_river": ("M-8 0q2 -3 4 0t4 0t4 0t4 0",),
    "large_river": ("M-8 -2q2 -3 4 0t4 0t4 0t4 0", "M-8 2.5q2 -3 4 0t4 0t4 0t4 0"),
}


def _terrain(title: Title, place: Hex, face: Face) -> _Part:
    assert place.terrain is not None
    cost = title.numbers.terrain[place.terrain]
    words = f"{place.terrain.replace('_', ' ')}, £{cost}"
    icon = "".join(f'<path class="river" d="{wave}"/>' for wave in WAVES.get(place.terrain, ()))
    if place.terrain in RELIEF:
        icon = f'<path class="relief" d="{RELIEF[place.terrain]}"/>'
    start = f'<g class="terrain" data-terrain="{place.terrain}" data-cost="{cost}"><title>{escape(words)}</title>'
    if not face.cities and not face.towns and not face.paths:
        content = f'<g transform="translate(0 -7) scale(1.5)">{icon}</g>{label(f"£{cost}", 0, 17, 10.5, "cost")}'
        item = Item(30, 32, ((0, 0),))
    elif face.paths or len(face.towns) > 1:
        content = f'<g transform="translate(0 -4)">{icon}</g>{label(f"£{cost}", 0, 8, 8, "cost")}'
        item = Item(18, 17, (*CORNER_PLACES[2:], *CORNER_PLACES[:2]) if face.paths else ((29, -9), (-29, 9)))
    else:
        content = f'<g transform="translate(-10 0)">{icon}</g>{label(f"£{cost}", 10, 3.2, 8.8, "cost")}'
        item = Item(38, 10, ((0, 31), (0, -31), (0, 27), (0, -27)))
    return _Part(item, _group(f"{start}{content}</g>"))


def _stubs(place: Hex, face: Face) -> Iterator[str]:
    """Short ends of track at edges beyond which printed track waits."""
    for edge in place.stubs:
        if edge not in face.exits:
            yield f'<path class="track stub" data-edge="{edge}" d="{path_data(stub(edge))}"/>'


def _track(face: Face, layout: Layout) -> Iterator[str]:
    if not face.paths:
        return
    data = [path_data(curve) for curve in layout.track]
    yield f'<path class="casing" d="{"".join(data)}"/>'
    for path, text in zip(face.paths, data, strict=True):
        lanes = ""
        for side, (index, count) in (("a", path.a_lane), ("b", path.b_lane)):
            lanes += f' data-{side}-lane="{index}/{count}"' if count > 1 else ""
        css = "track terminal" if path.terminal else "track"
        yield f'<path class="{css}" data-a="{end_name(path.a)}" data-b="{end_name(path.b)}"{lanes} d="{text}"/>'


def _town(index: int, at: Point) -> str:
    return f'<circle class="town" data-town="t{index}" cx="{number(at[0])}" cy="{number(at[1])}" r="{TOWN_RADIUS}"/>'


def _city(prefix: str, index: int, station: Station, slots: int) -> str:
    """The box of a city and its empty slots."""
    points = station.slots(slots)
    if not points:
        return ""
    outline = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    box = f"M{outline}{'Z' if slots > 2 else 'h.01' if slots == 1 else ''}"
    wide = 2 * station.radius
    rings = "".join(
        f'<circle class="slot" id="slot-{prefix}-{index}-{slot}" data-slot="{slot}" cx="{number(x)}" cy="{number(y)}"'
        f' r="{number(station.radius - 0.8)}"/>'
        for slot, (x, y) in enumerate(points)
    )
    return (
        f'<g class="city" id="city-{prefix}-{index}" data-city="c{index}"><path class="city-edge" d="{box}"'
        f' stroke-width="{number(wide + 4)}"/><path class="city-ground" d="{box}" stroke-width="{number(wide + 1)}"/>'
        f"{rings}</g>"
    )


def _roundel(face: Face, place: Hex | None) -> str:
    """The middle of a hex with stations all around: a ring with a bar that holds the name, and the value."""
    text = (place.name if place else None) or face.label or ""
    value = face.cities[0].revenue[0]
    return (
        '<g class="roundel"><circle class="roundel-ring" r="14.5"/><rect class="roundel-bar" x="-21" y="-4.8"'
        f' width="42" height="9.6" rx="2"/>{label(text.upper(), 0, 2.9, 8.2, "roundel-text", 39)}'
        + (label(str(value), 0, -6.2, 6.8, "roundel-value") if value else "")
        + (label(f"£{face.upgrade_fee}", 0, 11.2, 6, "roundel-value") if face.upgrade_fee else "")
        + "</g>"
    )

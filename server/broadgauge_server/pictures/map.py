"""The map: every hex with what is printed, laid and placed on it, in a frame with its caption and legend."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from broadgauge_engine.board import places
from broadgauge_engine.state.model import GameState
from broadgauge_engine.title import Hex, Title
from broadgauge_engine.title.geometry import CORNERS, INRADIUS, SIDE, centre

from . import legend
from .faces import FacePicture, draw_face
from .palette import style
from .rules import BOARD, OVERLAYS
from .svg import escape, label, number
from .tokens import pieces

MARGIN = 14.0
HEAD = 34.0

_pictures: dict[tuple[object, ...], tuple[object, FacePicture]] = {}
"""By title and what a hex shows; the title's hexes are kept as well, so that their id stays theirs."""
_MOST_PICTURES = 4096


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of the plane that a map takes up: its left upper corner, width and height."""

    left: float
    top: float
    width: float
    height: float


def frame(title: Title) -> Frame:
    """What the hexes of a title take up, with a margin."""
    points = [centre(place.column, place.row) for place in title.hexes.values()]
    left, right = min(x for x, _ in points) - SIDE - MARGIN, max(x for x, _ in points) + SIDE + MARGIN
    top, bottom = min(y for _, y in points) - INRADIUS - MARGIN, max(y for _, y in points) + INRADIUS + MARGIN
    return Frame(left, top, right - left, bottom - top)


def draw_map(
    title: Title, state: GameState | None = None, *, palette: str = "auto", overlays: Iterable[str] = ()
) -> str:
    """The map as an SVG document.

    Args:
        title: The game.
        state: The position; None for the map as printed.
        palette: One of `palette.PALETTES`.
        overlays: Layers that go on top.
    """
    edges = frame(title)
    layers = "".join(overlays)
    caption = _caption(title, state)
    top = edges.top - HEAD
    height = edges.height + HEAD + legend.HEIGHT
    box = f"{number(edges.left)} {number(top)} {number(edges.width)} {number(height)}"
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="bg bg-map" viewBox="{box}" role="img"'
            f' data-title="{title.id}" data-phase="{state.phase_number if state else 0}">',
            f"<title>{escape(caption)}</title>",
            style(title, palette, BOARD + _reserved_lines(title) + (OVERLAYS if layers else "")),
            DEFINITIONS,
            f'<rect class="sea" x="{number(edges.left)}" y="{number(top)}" width="{number(edges.width)}"'
            f' height="{number(height)}"/>',
            label(caption, edges.left + MARGIN, top + 24, 17, "caption", edges.width - 2 * MARGIN, 8),
            '<g class="hexes">',
            *(draw_hex(title, place, state) for place in title.hexes.values()),
            '</g><g class="borders">',
            *(_borders(place) for place in title.hexes.values()),
            "</g>",
            layers,
            legend.draw(title, edges.left + MARGIN, edges.top + edges.height),
            "</svg>",
        )
    )


DEFINITIONS = (
    '<defs><path id="hx" d="M'
    + "L".join(f"{number(x)} {number(y)}" for x, y in CORNERS)
    + 'Z"/>'
    + "".join(
        f'<path id="e{edge}" d="M{number(CORNERS[edge][0])} {number(CORNERS[edge][1])}'
        f'L{number(CORNERS[(edge + 1) % 6][0])} {number(CORNERS[(edge + 1) % 6][1])}"/>'
        for edge in range(6)
    )
    + "</defs>"
)


def _reserved_lines(title: Title) -> str:
    majors = (card.id for card in title.companies.values() if not card.is_minor)
    return "".join(f".bg .line-{name}{{stroke:$company-{name}}}" for name in majors)


def _caption(title: Title, state: GameState | None) -> str:
    if state is None:
        return title.name
    where = "game over" if state.finished else state.round.name
    return f"{title.name} · {where} · phase {state.phase_number}"


def picture_of(title: Title, place: Hex, state: GameState | None) -> FacePicture:
    """What a hex shows now; kept, since most hexes look the same from one position to the next."""
    laid = state.tiles.get(place.id) if state else None
    band = state.phase.band if state else -1
    extra = (
        tuple(sorted((city, count) for (hex_id, city), count in state.extra_slots.items() if hex_id == place.id))
        if state and state.extra_slots
        else ()
    )
    face = title.face(place.id, laid)
    varies = face.offboard is not None or any(len(set(city.revenue)) > 1 for city in face.cities)
    key = (id(title.hexes), place.id, laid, band if varies else -1, extra)
    found = _pictures.get(key)
    if found is None:
        if len(_pictures) >= _MOST_PICTURES:
            _pictures.clear()
        picture = draw_face(title, face, band, place=place, laid=laid is not None, extra_slots=extra)
        found = _pictures[key] = (title.hexes, picture)
    return found[1]


def draw_hex(title: Title, place: Hex, state: GameState | None) -> str:
    """A hex with its tokens, at its place on the map."""
    laid = state.tiles.get(place.id) if state else None
    face = title.face(place.id, laid)
    picture = picture_of(title, place, state)
    slots = {
        city: places.slots(state, (place.id, city)) if state else face.cities[city].slots
        for city in range(len(face.cities))
    }
    x, y = centre(place.column, place.row)
    tile = f' data-tile="{laid[0]}" data-rotation="{laid[1]}"' if laid else ""
    css = f"hex {face.colour}" + (" laid" if laid else "")
    at = f"translate({number(x)} {number(y)})"
    return (
        f'<g class="{css}" id="hex-{place.id}" data-hex="{place.id}"{tile} transform="{at}">'
        f"<title>{escape(_words(title, place, laid))}</title>{picture.below}"
        f"{pieces(state, title, place, picture, slots) if slots or picture.destinations else ''}{picture.above}</g>"
    )


def _words(title: Title, place: Hex, laid: tuple[str, int] | None) -> str:
    words = f"{place.id} {place.name}" if place.name else place.id
    if laid:
        words += f", tile {laid[0]}"
    elif place.terrain:
        words += f", {place.terrain.replace('_', ' ')} £{title.numbers.terrain[place.terrain]}"
    return words


def _borders(place: Hex) -> str:
    """Closed edges and estuaries; each hex draws its own sides of them."""
    if not place.closed and not place.estuary:
        return ""
    x, y = centre(place.column, place.row)
    lines = [
        f'<use href="#e{edge}" class="edge estuary" data-edge="{edge}" transform="scale(.955)"/>'
        for edge in sorted(place.estuary)
    ]
    lines += [f'<use href="#e{edge}" class="edge closed" data-edge="{edge}"/>' for edge in sorted(place.closed)]
    return f'<g data-hex="{place.id}" transform="translate({number(x)} {number(y)})">{"".join(lines)}</g>'

"""What players put on a hex, and what is kept for them there: tokens, reservations and destinations."""

from __future__ import annotations

from collections.abc import Iterator

from broadgauge_engine.board import places
from broadgauge_engine.state.model import GameState
from broadgauge_engine.title import Hex, Title
from broadgauge_engine.title.geometry import Point
from broadgauge_engine.title.model import CompanyCard

from .faces import FacePicture
from .svg import escape, label, number

_BESIDE = 8.0
"""Radius of a token that lies beside its city for want of a slot (5.11.8)."""


def token(card: CompanyCard, at: Point, radius: float, identity: str, words: str) -> str:
    """A company's token; what stands on it is readable on its colour."""
    minor = card.is_minor
    fill, ink = ("minor", "minor-ink") if minor else (f"co-{card.id}", f"ink-{card.id}")
    rim = 0.2 * radius if minor else 1.0
    size = radius * (0.95 if len(card.id) < 3 else 0.82)
    return (
        f'<g class="token {"minor-token" if minor else "major-token"}" {identity} data-company="{card.id}"'
        f' transform="translate({number(at[0])} {number(at[1])})"><title>{escape(words)}</title>'
        f'<circle class="disc {fill}" r="{number(radius - rim / 2 - 0.3)}" stroke-width="{number(rim)}"/>'
        + label(card.id, 0, 0.36 * size, size, f"token-text {ink}", (1.5 if minor else 1.75) * radius, 3.6)
        + "</g>"
    )


def pieces(state: GameState | None, title: Title, place: Hex, picture: FacePicture, slots: dict[int, int]) -> str:
    """Tokens, reservations and destination signs of a hex.

    Args:
        state: The position; None for the map as printed.
        title: The game.
        place: The hex.
        picture: What it shows.
        slots: City to the number of its slots.
    """
    found: list[str] = []
    for city, count in slots.items():
        found.extend(_city(state, title, place, city, picture, count))
    found.extend(_destinations(state, title, picture))
    return "".join(found)


def _city(
    state: GameState | None, title: Title, place: Hex, city: int, picture: FacePicture, count: int
) -> Iterator[str]:
    station = picture.layout.cities[city]
    points = station.slots(count)
    laid = state.tokens.get((place.id, city), ()) if state else ()
    beside = [name for name in laid if state and (place.id, name) in state.beside]
    inside = [name for name in laid if name not in beside]
    for slot, name in enumerate(inside[:count]):
        identity = f'id="token-{place.id}-{city}-{name}" data-token="{name}" data-slot="{slot}"'
        yield token(title.companies[name], points[slot], station.radius, identity, _told(state, title, name))
    for slot, name in enumerate(_reserved(state, title, place, city)[: max(0, count - len(inside))], len(inside)):
        card = title.companies[name]
        x, y = points[slot]
        line = "" if card.is_minor else f" line-{name}"
        css = "reserved-minor" if card.is_minor else "reserved-major"
        yield (
            f'<g class="reserved {css}" id="home-{place.id}-{city}-{name}" data-home="{name}" data-slot="{slot}"'
            f' transform="translate({number(x)} {number(y)})"><title>{escape(f"Home of {name}: {card.name}")}</title>'
            f'<circle class="reserved-ring{line}" r="{number(station.radius - 2.6)}"/>'
            + label(name, 0, 0.26 * station.radius, 0.7 * station.radius, "reserved-text", 1.6 * station.radius, 3.8)
            + "</g>"
        )
    for name in beside:
        at = picture.destinations[name]
        identity = f'id="token-{place.id}-{city}-{name}" data-token="{name}" data-beside="true"'
        yield token(title.companies[name], at, _BESIDE, identity, f"{_told(state, title, name)}, beside the city")


def _reserved(state: GameState | None, title: Title, place: Hex, city: int) -> list[str]:
    if state is not None:
        return places.reservations(state, (place.id, city))
    return [name for at, name in place.reserved if at == city and not title.companies[name].rule_option]


def _told(state: GameState | None, title: Title, name: str) -> str:
    words = f"{name}: {title.companies[name].name}"
    company = state.companies.get(name) if state else None
    if state is not None and company is not None and 1 <= company.director <= len(state.setup.players):
        words += f"; director {state.setup.players[company.director - 1]}"
    return words


def _destinations(state: GameState | None, title: Title, picture: FacePicture) -> Iterator[str]:
    """A flag in the colour of each company that still wants to get here."""
    for name, (x, y) in picture.destinations.items():
        company = state.companies.get(name) if state else None
        if (company is not None and company.destination_placed) or (state and not places.in_play(state, name)):
            continue
        yield (
            f'<g class="destination" data-destination="{name}" transform="translate({number(x)} {number(y)})">'
            f"<title>{escape(f'Destination of {name}: {title.companies[name].name}')}</title>"
            f'<path class="flag co-{name}" d="M-13.5 -5.5H9.5L13.5 0 9.5 5.5H-13.5Z"/>'
            + label(name, -1.3, 2.6, 7.6, f"flag-text ink-{name}", 22, 4.5)
            + "</g>"
        )

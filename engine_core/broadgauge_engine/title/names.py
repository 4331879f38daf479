"""What people call the things that have ids: places and certificates, for labels, events and the view."""

from __future__ import annotations

from ..english import number
from .model import CITY, Title, is_edge

COMPASS = ("S", "SW", "NW", "N", "NE", "SE")
"""The edges of a hex by name."""


def place_name(title: Title, hex_id: str, city: int | None = None) -> str:
    """``Cardiff``, or ``London SE`` for one of several stations on a hex; empty where the map has no name."""
    hex_ = title.hexes[hex_id]
    name = hex_.name or ""
    if city is None or len(hex_.face.cities) < 2:
        return name
    track = (path for path in hex_.face.paths if CITY + city in (path.a, path.b))
    sides = "/".join(COMPASS[end] for path in track for end in (path.a, path.b) if is_edge(end))
    return f"{name} {sides or city}".strip()


def place(title: Title, hex_id: str, city: int | None = None) -> str:
    """``F35 (Cardiff)``, ``M38 (London SE)``, or the bare id of a hex without a name."""
    text = title.texts.get((hex_id, city))
    if text is None:
        name = place_name(title, hex_id, city)
        text = title.texts[hex_id, city] = f"{hex_id} ({name})" if name else hex_id
    return text


def certificate(title: Title, item: str) -> str:
    """``M24 (Swansea and Mumbles Railway)``, ``C5 (concession of CR)``, ``P11 (Bristol & Exeter Railway)``."""
    if item in title.concessions:
        return f"{item} (concession of {title.concessions[item]})"
    card = title.privates.get(item) or title.companies[item]
    return f"{item} ({card.name})"


def started_by(title: Title, item: str) -> str:
    """The company that a certificate starts: a minor itself, or the major of a concession; empty for a private."""
    return title.concessions.get(item, item if item in title.companies else "")


def home(title: Title, item: str) -> str:
    """The home of the company that a certificate starts, as a place; empty for a private."""
    company = started_by(title, item)
    if not company:
        return ""
    card = title.companies[company]
    return place(title, card.home, card.home_city)


def train(title: Title, kind: str) -> str:
    """``L-train``, or ``Pullman carriage`` for what only goes along with a train."""
    return "Pullman carriage" if title.trains[kind].carriage else f"{kind}-train"


def trains(title: Title, count: int, kind: str) -> str:
    """``one L-train``, ``two 3-trains``."""
    return f"{number(count)} {train(title, kind)}{'' if count == 1 else 's'}"


def a_train(title: Title, kind: str) -> str:
    """``a 2-train``, ``an L-train``: a train with its article, by the sound of its name."""
    return f"{'an' if kind[0] in 'LE' else 'a'} {train(title, kind)}"

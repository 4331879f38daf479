"""A company's charter: who directs it, its price and money, trains, tokens, shares and privates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from broadgauge_engine.state import market
from broadgauge_engine.state.model import Company, GameState
from broadgauge_engine.title import Title, names
from broadgauge_engine.title.model import CompanyCard

from .palette import style
from .rules import CHARTER
from .svg import escape, label, number, text_width
from .tokens import token

WIDTH = 460.0
_LEFT, _RIGHT = 16.0, WIDTH - 16.0
_HEAD = 58.0
_MOST_CARDS = 10


def draw_company(title: Title, company: str, state: GameState | None = None, *, palette: str = "auto") -> str:
    """A charter as an SVG document.

    Args:
        title: The game.
        company: Id of one of its companies; one that is not in play is shown as printed.
        state: The position; None for the charter as printed.
        palette: One of `palette.PALETTES`.
    """
    card = title.companies[company]
    now = state.companies.get(company) if state else None
    rows = list(_rows(title, card, now, state))
    content, y = [], _HEAD + 12
    for row in rows:
        content.append(f'<g class="row" data-row="{row.key}" transform="translate(0 {number(y)})">{row.content}</g>')
        y += row.height
    height = y + 8
    fill, ink = ("minor", "minor-ink") if card.is_minor else (f"co-{card.id}", f"ink-{card.id}")
    words = f"{card.id}: {card.name}"
    status = _status(state, card, now)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bg bg-company" viewBox="0 0 {number(WIDTH)} {number(height)}"'
        f' role="img" data-title="{title.id}" data-company="{card.id}"><title>{escape(words)}</title>'
        f"{style(title, palette, CHARTER)}"
        f'<rect class="panel frame" x="1" y="1" width="{number(WIDTH - 2)}" height="{number(height - 2)}" rx="9"/>'
        f'<path class="banner {fill}" d="M1 {number(_HEAD)}V10Q1 1 10 1H{number(WIDTH - 10)}Q{number(WIDTH - 1)} 1'
        f' {number(WIDTH - 1)} 10V{number(_HEAD)}Z"/>'
        f"{label(card.id, _LEFT, 38, 26, f'start-text {ink}', 96)}"
        f"{label(card.name, 118, 27, 14.5, f'start-text {ink}', _RIGHT - 118, 8)}"
        f"{label(status, 118, 45, 11.5, f'start-text light {ink}', _RIGHT - 118, 7)}"
        f"{''.join(content)}</svg>"
    )


@dataclass(frozen=True, slots=True)
class _Row:
    key: str
    height: float
    content: str


def _status(state: GameState | None, card: CompanyCard, now: Company | None) -> str:
    kind = "Minor company" if card.is_minor else "Major company"
    if state is None:
        return kind
    if now is None:
        return f"{kind}, {'closed' if card.id in state.gone else 'not started'}"
    return f"{kind}, {_player(state, now.director)}" + ("" if now.floated else ", not floated yet")


def _player(state: GameState, seat: int) -> str:
    return f"director {state.setup.players[seat - 1]}" if 1 <= seat <= len(state.setup.players) else "no director"


def _rows(title: Title, card: CompanyCard, now: Company | None, state: GameState | None) -> Iterator[_Row]:
    yield _pairs("places", _places(title, card, now))
    if state is not None and now is not None:
        yield _pairs(
            "money",
            [
                ("Treasury", f"£{now.cash}"),
                ("Share price", f"£{market.price(state, now)}"),
                ("Started at", f"£{now.par}"),
            ],
        )
        yield _cards("trains", "Trains", now.trains)
    yield _tokens(card, now)
    if state is not None and now is not None:
        if not card.is_minor:
            yield from _shares(state, now)
        yield _cards("privates", "Privates", now.privates)


def _places(title: Title, card: CompanyCard, now: Company | None) -> list[tuple[str, str]]:
    home = names.place(title, card.home, card.home_city)
    found = [("Home", home + ("" if now is None or not now.home_placed else " ✓"))]
    if card.destination:
        placed = now is not None and now.destination_placed
        found.append(("Destination", names.place(title, card.destination) + (" ✓" if placed else "")))
    if card.concession:
        found.append(("Concession", card.concession))
    return found


def _pairs(key: str, pairs: Sequence[tuple[str, str]]) -> _Row:
    """Headings with a text below each, side by side."""
    wide = (_RIGHT - _LEFT) / 3
    parts = [
        label(heading, _LEFT + wide * index, 8, 9.5, "start-text heading")
        + label(text, _LEFT + wide * index, 25, 14, "start-text", wide - 8, 7)
        for index, (heading, text) in enumerate(pairs)
    ]
    return _Row(key, 38, "".join(parts))


def _cards(key: str, heading: str, texts: Sequence[str]) -> _Row:
    """A heading, and small cards with texts."""
    parts = [label(heading, _LEFT, 8, 9.5, "start-text heading")]
    x = _LEFT
    shown = [*texts[:_MOST_CARDS], *(["…"] if len(texts) > _MOST_CARDS else [])]
    for text in shown:
        wide = max(30.0, text_width(text, 13) + 14)
        parts.append(
            f'<g class="card" data-{key[:-1]}="{escape(text)}"><rect class="card-ground" x="{number(x)}" y="14"'
            f' width="{number(wide)}" height="24" rx="4"/>'
            f"{label(text, x + wide / 2, 30.7, 13, 'card-text', wide - 8)}</g>"
        )
        x += wide + 6
    if not shown:
        parts.append(label("none", _LEFT, 29, 13, "start-text light"))
    return _Row(key, 50, "".join(parts))


def _tokens(card: CompanyCard, now: Company | None) -> _Row:
    """Tokens that can still be placed: available ones, then exchange tokens."""
    available, exchange = (now.available, now.exchange) if now else (card.available_tokens, card.exchange_tokens)
    parts = []
    x = _LEFT
    for heading, kind, count in (
        ("Available tokens", "available", available),
        ("Exchange tokens", "exchange", exchange),
    ):
        parts.append(label(heading, x, 8, 9.5, "start-text heading"))
        for index in range(min(count, 8)):
            identity = f'data-token="{card.id}" data-kind="{kind}"'
            words = f"{heading[:-1].lower()} {index + 1} of {count}"
            parts.append(token(card, (x + 13 + 28 * index, 27), 12.5, identity, words))
        if not count:
            parts.append(label("none", x, 29, 13, "start-text light"))
        x += max(120.0, 28.0 * min(count, 8) + 20)
    return _Row("tokens", 52, "".join(parts))


def _shares(state: GameState, now: Company) -> Iterator[_Row]:
    """Ten boxes, one for each tenth, by holder, and the holders in words."""
    holders = [
        (state.setup.players[p.seat - 1], p.shares.get(now.id, 0), p.seat == now.director) for p in state.players
    ]
    haven = state.haven_shares.count(now.id)
    rows = [(name + (" (director)" if director else ""), count, "player") for name, count, director in holders if count]
    rows += [
        (name, count, key)
        for name, count, key in (
            ("Tax haven", haven, "haven"),
            ("Treasury", now.treasury, "treasury"),
            ("Bank pool", now.pool, "pool"),
        )
        if count
    ]
    parts = [label("Shares", _LEFT, 8, 9.5, "start-text heading")]
    for index, (name, count, key) in enumerate(rows):
        y = 14 + 19 * index
        boxes = "".join(
            f'<rect class="tenth {"held co-" + now.id if key in ("player", "haven") else key}"'
            f' x="{number(_RIGHT - 200 + 16 * box)}" y="{y + 1}" width="14" height="12" rx="2"/>'
            for box in range(count)
        )
        parts.append(
            f'<g class="holder {key}" data-shares="{count}">{label(name, _LEFT, y + 11.5, 12.5, "start-text", 180, 7)}'
            f"{boxes}{label(f'{10 * count}%', _RIGHT, y + 11.5, 12, 'end-text', 36)}</g>"
        )
    yield _Row("shares", 22 + 19 * len(rows), "".join(parts))

"""The stock market: its spaces with their zones, and the companies' tokens on them, the top one first."""

from __future__ import annotations

from collections.abc import Iterator

from broadgauge_engine.state import market
from broadgauge_engine.state.model import Company, GameState
from broadgauge_engine.title import Title
from broadgauge_engine.title.model import MarketCell

from .palette import style
from .rules import MARKET
from .svg import escape, label, number
from .tokens import token

WIDTH, HEIGHT = 62.0, 46.0
MARGIN = 12.0
HEAD = 34.0
FOOT = 28.0
_RADII = {1: 13.8, 2: 13.8, 3: 9.4}
_SMALLEST = 8.5
"""Radius of tokens by the height of their pile, as long as they fit side by side, and of higher piles."""


def draw_market(title: Title, state: GameState | None = None, *, palette: str = "auto") -> str:
    """The market as an SVG document.

    Args:
        title: The game.
        state: The position; None for the market without tokens.
        palette: One of `palette.PALETTES`.
    """
    columns = max(len(row) for row in title.market)
    width, height = columns * WIDTH + 2 * MARGIN, len(title.market) * HEIGHT + HEAD + FOOT + MARGIN
    caption = f"{title.name} · stock market" + (f" · {state.round.name}" if state else "")
    spaces = [
        _space(row, column, cell)
        for row, cells in enumerate(title.market)
        for column, cell in enumerate(cells)
        if cell is not None
    ]
    piles = list(_piles(state)) if state else []
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bg bg-market" viewBox="0 0 {number(width)} {number(height)}"'
        f' role="img" data-title="{title.id}"><title>{escape(caption)}</title>{style(title, palette, MARKET)}'
        f'<rect class="panel" width="{number(width)}" height="{number(height)}"/>'
        f"{label(caption, MARGIN, 23, 16, 'caption', width - 2 * MARGIN, 8)}"
        f'<g class="spaces">{"".join(spaces)}</g><g class="piles">{"".join(piles)}</g>'
        f"{_legend(height - FOOT / 2)}</svg>"
    )


def _corner(row: int, column: int) -> tuple[float, float]:
    return MARGIN + column * WIDTH, HEAD + row * HEIGHT


def _space(row: int, column: int, cell: MarketCell) -> str:
    x, y = _corner(row, column)
    zones = [
        name
        for name, holds in (
            ("uncounted", cell.uncounted),
            ("minor-start", cell.minor_start),
            ("major-start", cell.major_start),
            ("game-end", cell.game_end),
        )
        if holds
    ]
    frame = ""
    if cell.minor_start or cell.major_start:
        css = "start" if cell.major_start else "start minor-only"
        frame = f'<rect class="{css}" x="2.5" y="2.5" width="{number(WIDTH - 5)}" height="{number(HEIGHT - 5)}"/>'
    if cell.game_end:
        frame += f'<rect class="end" x="2.5" y="2.5" width="{number(WIDTH - 5)}" height="{number(HEIGHT - 5)}"/>'
    return (
        f'<g class="{" ".join(("space", *zones))}" id="space-{row}-{column}" data-row="{row}" data-column="{column}"'
        f' data-price="{cell.price}" transform="translate({number(x)} {number(y)})">'
        f'<rect class="space-ground" width="{number(WIDTH)}" height="{number(HEIGHT)}"/>{frame}'
        f"{label(str(cell.price), 6, 14.5, 11, 'price')}</g>"
    )


def _piles(state: GameState) -> Iterator[str]:
    spaces: dict[tuple[int, int], list[Company]] = {}
    for company in state.companies.values():
        spaces.setdefault(company.space, []).append(company)
    for space in sorted(spaces):
        yield _pile(state, space, market.pile(state, space))


def _pile(state: GameState, space: tuple[int, int], pile: list[Company]) -> str:
    """A pile as overlapping tokens, drawn from the bottom so that the top one, which operates first, is whole."""
    x, y = _corner(*space)
    radius = _RADII.get(len(pile), _SMALLEST)
    room = WIDTH - 2 * radius - 5
    step = 0.0 if len(pile) < 2 else min(2 * radius + 0.5, room / (len(pile) - 1))
    tokens = []
    for place, company in reversed(list(enumerate(pile))):
        at = (x + 2.5 + radius + place * step, y + HEIGHT - radius - 2)
        words = f"{company.id}: {company.card.name}, £{market.price(state, company)}, place {place + 1} of the pile"
        identity = f'id="share-{company.id}" data-token="{company.id}" data-pile="{place}"'
        tokens.append(token(company.card, at, radius, identity, words))
    return f'<g class="pile" data-row="{space[0]}" data-column="{space[1]}">{"".join(tokens)}</g>'


def _legend(y: float) -> str:
    entries = (
        ("space-ground uncounted-sign", "certificates do not count"),
        ("start minor-only", "minors may start"),
        ("start", "minors and majors may start"),
        ("end", "the game ends"),
    )
    parts = []
    for index, (css, words) in enumerate(entries):
        sign = f'<rect class="{css}" x="0" y="-7" width="18" height="14"/>'
        parts.append(f'<g transform="translate({230 * index} 0)">{sign}{label(words, 25, 4, 11.5, "legend-text")}</g>')
    return f'<g class="legend" transform="translate({number(MARGIN)} {number(y)})">{"".join(parts)}</g>'

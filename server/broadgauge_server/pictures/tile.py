"""A tile alone, in any rotation."""

from __future__ import annotations

from broadgauge_engine.title import Title
from broadgauge_engine.title.geometry import INRADIUS, SIDE

from .faces import draw_face
from .map import DEFINITIONS
from .palette import style
from .rules import BOARD
from .svg import escape, label, number

MARGIN = 4.0


def draw_tile(title: Title, tile: str, rotation: int = 0, *, left: int | None = None, palette: str = "auto") -> str:
    """A tile as an SVG document, with its number and how many of it there are.

    Args:
        title: The game.
        tile: Id of one of its tiles.
        rotation: Sixths of a turn, clockwise.
        left: How many are left; None for how many are in the box.
        palette: One of `palette.PALETTES`.
    """
    card = title.tiles[tile]
    picture = draw_face(title, card.faces[rotation], -1)
    held = f"{card.count} in the box" if left is None else f"{left} left"
    words = f"{tile} · {'unlimited' if card.count is None else held}"
    width, height = 2 * (SIDE + MARGIN), 2 * (INRADIUS + MARGIN) + 16
    box = f"{number(-SIDE - MARGIN)} {number(-INRADIUS - MARGIN)} {number(width)} {number(height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bg bg-tile" viewBox="{box}" role="img"'
        f' data-title="{title.id}" data-tile="{tile}" data-rotation="{rotation}">'
        f"<title>{escape(f'{title.name}: {card.colour} tile {tile}, rotation {rotation}')}</title>"
        f"{style(title, palette, BOARD)}{DEFINITIONS}"
        f'<rect class="panel" x="{number(-SIDE - MARGIN)}" y="{number(-INRADIUS - MARGIN)}" width="{number(width)}"'
        f' height="{number(height)}"/><g class="hex {card.colour}" id="tile-{tile}">'
        f"{picture.below}{picture.above}</g>{label(words, 0, INRADIUS + 14, 10, 'tile-id', 2 * SIDE)}</svg>"
    )

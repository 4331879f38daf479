"""The words of SVG: numbers, escaped texts that stay inside their boxes, and pieces of track."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from broadgauge_engine.title.geometry import Curve

from .rules import SIZES

_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
"""Control characters: XML forbids them, or they would turn the writing direction of what follows."""
_NARROW = frozenset("ijlI.,:;'|!()[]{}tfr-/ ")
_WIDE = frozenset("mwMW@%&—")

_MOST_MARKS = 3
"""Accents on one letter; Vietnamese and Hebrew need no more."""


def number(value: float) -> str:
    """A coordinate with one decimal, as short as it can be written."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def escape(text: str) -> str:
    """Any text as content or attribute: markup is escaped, characters that XML forbids are left out."""
    clean = _FORBIDDEN.sub("", text)
    return clean.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


@lru_cache(maxsize=4096)
def text_width(text: str, size: float) -> float:
    """About how wide a text of this size is in a bold sans-serif font; never much less than it is."""
    return size * sum(map(_character, text))


def _character(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.05
    if character in _NARROW:
        return 0.36
    if character in _WIDE:
        return 0.9
    return 0.72 if character.isupper() else 0.6


def _calm(text: str) -> str:
    """A text without towers of accents, which would leave their line."""
    marks, kept = 0, []
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= _MOST_MARKS:
            kept.append(character)
    return "".join(kept)


@lru_cache(maxsize=4096)
def fitted(text: str, size: float, width: float, least: float) -> tuple[str, float]:
    """A text and a size at which it fits into a width: smaller down to ``least``, then cut off."""
    clean = _calm(_FORBIDDEN.sub("", text))
    wanted = text_width(clean, 1.0)
    if wanted * size <= width:
        return clean, size
    if wanted * least <= width:
        return clean, int(10 * width / wanted) / 10
    while clean and text_width(clean + "…", least) > width:
        clean = clean[:-1]
    return clean.rstrip() + "…", least


def label(
    text: str, x: float, y: float, size: float, css: str, width: float = 1000.0, least: float = 6.0, extra: str = ""
) -> str:
    """A text around or from a point, by its class; it is fitted to a width, and held there whatever the font.

    Size 0 leaves the size to the class.
    """
    if not size:
        return f'<text class="{css}" x="{number(x)}" y="{number(y)}"{extra}>{escape(text)}</text>'
    shown, fits = fitted(text, size, width, least)
    held = ""
    if text_width(shown, fits) > 0.93 * width and len(shown) > 1:
        held = f' textLength="{number(min(width, text_width(shown, fits)))}" lengthAdjust="spacingAndGlyphs"'
    where = f'x="{number(x)}" y="{number(y)}"'
    if SIZES.get(css.partition(" ")[0]) != fits:
        where += f' style="font-size:{number(fits)}px"'
    return f'<text class="{css}" {where}{held}{extra}>{escape(shown)}</text>'


def path_data(curve: Curve) -> str:
    """A curve as the data of a path; a straight one as a line."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = curve
    flat = abs((bx - ax) * (dy - ay) - (by - ay) * (dx - ax)) + abs((cx - ax) * (dy - ay) - (cy - ay) * (dx - ax))
    start, end = f"M{number(ax)} {number(ay)}", f"{number(dx)} {number(dy)}"
    if flat < 1e-3:
        return f"{start}L{end}"
    return f"{start}C{number(bx)} {number(by)} {number(cx)} {number(cy)} {end}"

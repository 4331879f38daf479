"""Colours: every one is a CSS custom property, with a light, a dark and a colour-blind value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from broadgauge_engine.title import Title

PALETTES = ("auto", "light", "dark", "colour-blind")
"""``auto`` is light, or dark where the reader's system prefers that."""

_COLOURS: Mapping[str, tuple[str, str, str]] = {
    # name: (light, dark, colour-blind)
    "sea": ("#bcd9ea", "#16232e", "#cfe3f1"),
    "sea-ink": ("#1f3d52", "#b9cfdd", "#1c3447"),
    "land": ("#eef0e2", "#2f3a3a", "#f4f4f0"),
    "land-ink": ("#26302a", "#e4ebe4", "#1d1d1d"),
    "border": ("#9aa394", "#4d5b5b", "#8c8c8c"),
    "yellow": ("#f7dc56", "#d9b93b", "#f6e45c"),
    "green": ("#86c077", "#6aa85e", "#5fc3ae"),
    "brown": ("#c9935a", "#b07a45", "#d08a5c"),
    "grey": ("#c3c6c9", "#9da2a7", "#c8c8c8"),
    "tile-ink": ("#141414", "#101010", "#101010"),
    "track": ("#15181a", "#101214", "#101010"),
    "casing": ("#ffffff", "#f2f4f4", "#ffffff"),
    "city": ("#ffffff", "#f1f1ee", "#ffffff"),
    "city-line": ("#15181a", "#0c0e10", "#101010"),
    "city-ink": ("#3f4448", "#3f4448", "#333333"),
    "minor": ("#fffdf2", "#fffdf2", "#ffffff"),
    "minor-ink": ("#14171a", "#14171a", "#101010"),
    "closed": ("#d01c1f", "#ff5a52", "#d55e00"),
    "estuary": ("#1769aa", "#59b4f0", "#0072b2"),
    "estuary-ink": ("#ffffff", "#0c1a26", "#ffffff"),
    "river": ("#2b86c5", "#6bb9ec", "#0072b2"),
    "relief": ("#8a6a45", "#c3a27a", "#7a5c3e"),
    "panel": ("#ffffff", "#1d2626", "#ffffff"),
    "panel-ink": ("#1b211d", "#e6ece8", "#111111"),
    "panel-muted": ("#57605a", "#a6b3af", "#555555"),
    "lay": ("#c2185b", "#ff6fa5", "#cc79a7"),
    "highlight": ("#7b1fa2", "#d69bf2", "#0072b2"),
    "certificate-free": ("#fff3b0", "#5a4f1c", "#fff3b0"),
    "start-line": ("#1b6e3c", "#5fd08d", "#009e73"),
    "end-line": ("#d01c1f", "#ff5a52", "#d55e00"),
    "run-1": ("#c2185b", "#c2185b", "#b34e00"),
    "run-2": ("#1565c0", "#1565c0", "#0072b2"),
    "run-3": ("#00796b", "#00796b", "#007a59"),
    "run-4": ("#6a1b9a", "#6a1b9a", "#9b4a78"),
    "run-5": ("#b23c00", "#b23c00", "#7a5a00"),
    "run-6": ("#37474f", "#37474f", "#333333"),
}

RUN_COLOURS = 6

_SAFE_COMPANIES = (
    "#000000",
    "#0072b2",
    "#f0e442",
    "#e69f00",
    "#56b4e9",
    "#d55e00",
    "#6a3d9a",
    "#7a4f2b",
    "#8c8c8c",
    "#009e73",
    "#cc79a7",
)
"""Colours that people with any colour vision can tell apart, for the majors in their order."""


def luminance(colour: str) -> float:
    """Relative luminance of ``#rgb`` or ``#rrggbb`` (WCAG 2)."""
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    parts = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast of two colours, 1 to 21 (WCAG 2)."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def ink_on(colour: str) -> str:
    """Black or white, whichever is easier to read on a colour."""
    return max(("#000000", "#ffffff"), key=lambda ink: contrast(ink, colour))


def colours(title: Title, palette: str) -> dict[str, str]:
    """Every custom property, without its dashes, and its value: ``light``, ``dark`` or ``colour-blind``."""
    at = {"light": 0, "dark": 1, "colour-blind": 2}[palette]
    found = {name: values[at] for name, values in _COLOURS.items()}
    majors = [card for card in title.companies.values() if not card.is_minor]
    for index, card in enumerate(majors):
        colour = _SAFE_COMPANIES[index % len(_SAFE_COMPANIES)] if at == 2 else card.colour
        found[f"company-{card.id}"] = colour
        found[f"company-{card.id}-ink"] = ink_on(colour)
    return found


def style(title: Title, palette: str, rules: str) -> str:
    """The style element of a picture, kept for each title, palette and set of rules."""
    key = (title.id, palette, rules)
    return _style(
        key,
        tuple(colours(title, "light" if palette == "auto" else palette).items()),
        tuple(colours(title, "dark").items()) if palette == "auto" else (),
    )


@lru_cache(maxsize=64)
def _style(key: tuple[str, str, str], base: tuple[tuple[str, str], ...], dark: tuple[tuple[str, str], ...]) -> str:
    """A style element that declares what its rules use.

    Rules name a colour as ``$land``. Its value comes before the property, for programs that do not know properties.
    """
    every = dict(base)
    rules = key[2] + "".join(
        f".bg .co-{name[8:]}{{fill:${name}}}.bg .ink-{name[8:]}{{fill:${name}-ink}}"
        for name in every
        if name.startswith("company-") and not name.endswith("-ink")
    )

    used = set(re.findall(r":\$([\w-]+)", rules))
    values = {name: value for name, value in every.items() if name in used}

    def coloured(found: re.Match[str]) -> str:
        attribute, name = found.groups()
        return f"{attribute}:{values[name]};{attribute}:var(--{name})"

    text = re.sub(r"([\w-]+):\$([\w-]+)", coloured, rules)
    declared = ".bg{" + _declared(values) + "}"
    if dark:
        changed = {name: value for name, value in dark if values.get(name, value) != value}
        declared += "@media(prefers-color-scheme:dark){.bg{" + _declared(changed) + "}}"
    return f"<style>{declared}{text}</style>"


def _declared(values: Mapping[str, str]) -> str:
    return ";".join(f"--{name}:{value}" for name, value in values.items())

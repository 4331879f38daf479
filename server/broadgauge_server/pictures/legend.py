"""What the signs on a map mean, in one line below it."""

from __future__ import annotations

from broadgauge_engine.title import Title

from .faces import RELIEF, WAVES
from .svg import label, number, text_width

HEIGHT = 30.0
_SIZE = 11.0


def draw(title: Title, left: float, top: float) -> str:
    """The legend from its left upper corner."""
    entries = (
        ('<path class="edge closed" d="M0 0h18"/>', "no track"),
        ('<path class="edge estuary" d="M0 0h18"/>', f"estuary, £{title.numbers.terrain['estuary']} a side"),
        ('<circle class="reserved-ring" cx="9" r="7"/>', "kept for a home"),
        ('<path class="flag relief" d="M0 -5H14L18 0 14 5H0Z"/>', "destination"),
        ('<circle class="town" cx="9" r="4.5"/>', "town"),
        *((_sign("river", "".join(waves)), name.replace("_", " ")) for name, waves in WAVES.items()),
        *((_sign("relief", relief), name) for name, relief in RELIEF.items()),
    )
    x, parts = 0.0, []
    for sign, words in entries:
        parts.append(f'<g transform="translate({number(x)} 0)">{sign}{label(words, 24, 3.8, _SIZE, "legend-text")}</g>')
        x += 40 + text_width(words, _SIZE)
    return (
        f'<g class="legend" transform="translate({number(left)} {number(top + HEIGHT / 2 - 4)})">{"".join(parts)}</g>'
    )


def _sign(css: str, data: str) -> str:
    return f'<path class="{css}" transform="translate(9 0)" d="{data}"/>'

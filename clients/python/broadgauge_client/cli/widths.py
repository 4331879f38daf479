"""How wide the columns of a table are, so that words stay in one piece where the terminal has the room."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rich.cells import cell_len


def fitted(columns: Sequence[Sequence[str]], whole: Sequence[bool], room: int) -> list[int]:
    """A width for each column.

    Each gets what its longest line needs. Where that is too much, it gets at least its longest word, or, where that
    is too much as well, the longest part of one; what is left is shared out.

    Args:
        columns: The cells of each column, its heading first.
        whole: Which columns are never narrower than their longest line.
        room: Columns of the terminal, borders apart.
    """
    full = [_longest(cells, str.splitlines) for cells in columns]
    if sum(full) <= room:
        return full
    for split in (str.split, _parts):
        least = [
            width if fixed else _longest(cells, split) for cells, width, fixed in zip(columns, full, whole, strict=True)
        ]
        if sum(least) <= room:
            return _widened(least, full, room)
    return _narrowed(least, whole, room)


def broken(cell: str, width: int) -> str:
    """A cell with its words that are wider than the column broken between their parts, as after an underscore."""
    return re.sub(r"\S+", lambda word: _broken(word[0], width), cell)


def _broken(word: str, width: int) -> str:
    if cell_len(word) <= width:
        return word
    lines = [""]
    for part in _parts(word):
        if lines[-1] and cell_len(lines[-1] + part) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)


def _parts(text: str) -> list[str]:
    """Words, and what words are made of: ``in_``, ``operating_``, ``round``."""
    return re.findall(r"[^\s_/-]*[_/-]+|[^\s_/-]+", text)


def _longest(cells: Sequence[str], split: Callable[[str], list[str]]) -> int:
    return max(1, *(cell_len(part) for cell in cells for part in ("", *split(cell))))


def _widened(least: list[int], full: list[int], room: int) -> list[int]:
    """What is left in equal parts; who needs less than a part leaves the rest to those that need more."""
    widths, spare = list(least), room - sum(least)
    by_need = sorted(range(len(least)), key=lambda column: full[column] - least[column])
    for place, column in enumerate(by_need):
        more = min(full[column] - least[column], spare // (len(least) - place))
        widths[column] += more
        spare -= more
    return widths


def _narrowed(least: list[int], whole: Sequence[bool], room: int) -> list[int]:
    """Widths that cut words: those of the widest columns, and money last of all."""
    widths = list(least)
    while sum(widths) > room and max(widths) > 1:
        widest = max(range(len(widths)), key=lambda column: (widths[column] > 1 and not whole[column], widths[column]))
        widths[widest] -= 1
    return widths

"""A table as commands fill it; `output` shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Cell = str | Sequence[str]
"""A text of one line, or several lines."""


@dataclass
class Sheet:
    """A title, headings, and rows of cells."""

    title: str
    headings: tuple[str, ...]
    rows: list[tuple[Cell, ...]] = field(default_factory=list)

    def add(self, *cells: Cell) -> None:
        """Adds a row, a cell for each heading."""
        if len(cells) != len(self.headings):
            raise ValueError(f"{self.title}: {len(cells)} cells for {len(self.headings)} headings")
        self.rows.append(cells)


def sheet(title: str, *headings: str) -> Sheet:
    """An empty table."""
    return Sheet(title, headings)

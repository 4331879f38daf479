"""Actions in the format of 18xx.games, about to be written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..vocabulary import site_name


class ExportError(ValueError):
    """A game cannot be written in the format of 18xx.games; the message says what it has no words for."""


@dataclass(frozen=True, slots=True)
class Written:
    """One action's fields but its id; ``automatic``: the site does it in the same breath as the action before."""

    fields: dict[str, Any]
    automatic: bool = False

    @classmethod
    def by_player(cls, seat: int, type_: str, /, **fields: Any) -> Written:
        """An action of a player."""
        return cls({"type": type_, "entity": seat, "entity_type": "player", **fields})

    @classmethod
    def by_company(cls, name: str, type_: str, /, *, automatic: bool = False, **fields: Any) -> Written:
        """An action of a minor or major company."""
        return cls({"type": type_, "entity": site_name(name), "entity_type": "corporation", **fields}, automatic)

    @classmethod
    def by_private(cls, name: str, type_: str, /, **fields: Any) -> Written:
        """A private company's power in use."""
        return cls({"type": type_, "entity": name, "entity_type": "company", **fields})

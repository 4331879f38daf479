"""A state from the plain values that `state_values` makes of it, field by field.

The readers follow from the annotations of the state, so that a new field is read, and asked for, without another word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, get_type_hints

from ..routes import Run
from ..state.model import Company, CompanyTurn, GameState, Player, Proposal, Round, StockTurn
from ..state.setup import Setup
from ..title import Title, load_title
from ..title.model import CompanyCard
from .codec import SPECIAL, decode_action
from .reading import Reader, RecordError, object_reader, read_text, reader, shown

_PARTS = (Player, Round, StockTurn, CompanyTurn, Proposal)
_LOOSE: Mapping[tuple[type[Any], str], Any] = {
    (CompanyTurn, "runs"): reader(tuple[Run, ...], SPECIAL),
    (CompanyTurn, "refused"): reader(list[Any], {Any: decode_action}),
    (Proposal, "action"): decode_action,
}
"""Fields whose annotations do not tell what they hold."""
_NAMES: Mapping[str, str] = {"phase_number": "phase"}
"""Fields that have another name among the values."""
_NOT_VALUES = ("title", "setup", "trains_changed", "derived")
"""Fields of a state that belong to the set-up, or follow from the rest."""


def read_state(setup: Setup, values: Any) -> GameState:
    """The state of a game.

    Args:
        setup: How the game was set up; the title must exist.
        values: What `state_values` gave.

    Raises:
        RecordError: a field is missing, unknown, or of the wrong type.
    """
    read, fields = _state_reader(setup.title)
    return GameState(load_title(setup.title), setup, **dict(zip(fields, read(values), strict=True)))


@cache
def _state_reader(title_id: str) -> tuple[Reader, tuple[str, ...]]:
    """The reader of all values of a state, and the fields that they are."""
    title = load_title(title_id)
    company = _part_reader(Company, {CompanyCard: partial(_card, title)})
    special: dict[Any, Reader] = {part: _part_reader(part, {}) for part in _PARTS}
    special[dict[str, Company]] = partial(_companies, reader(list[Company], {Company: company}))
    hints = _hints(GameState)
    readers = {name: reader(kind, special) for name, kind in hints.items() if name not in _NOT_VALUES}
    return _tuple_reader({_NAMES.get(name, name): read for name, read in readers.items()}), tuple(readers)


def _tuple_reader(readers: Mapping[str, Reader]) -> Reader:
    def together(*values: Any) -> tuple[Any, ...]:
        return values

    return object_reader(together, readers, {})


def _part_reader(part: type[Any], special: Mapping[Any, Reader]) -> Reader:
    readers = {name: _LOOSE.get((part, name)) or reader(kind, special) for name, kind in _hints(part).items()}
    make: Callable[..., Any] = part
    return object_reader(make, readers, {})


def _hints(part: type[Any]) -> dict[str, Any]:
    """The types of a part's fields; those that the state imports for its type checker alone are told here."""
    names = {"CompanyCard": CompanyCard, "Title": Title, "Setup": Setup}
    return get_type_hints(part, localns=names)


def _card(title: Title, value: Any) -> CompanyCard:
    card = title.companies.get(read_text(value))
    if card is None:
        raise RecordError("", f"there is no company {shown(value)}")
    return card


def _companies(read: Reader, value: Any) -> dict[str, Company]:
    companies = read(value)
    found: dict[str, Company] = {company.id: company for company in companies}
    if len(found) < len(companies):
        raise RecordError("", "a company is given twice")
    return found

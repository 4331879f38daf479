"""The stock market: prices and the moves of its tokens (4.4, 4.6.3, 4.11, 5.14)."""

from __future__ import annotations

from collections.abc import Iterable

from ..events import Log, PriceMoved
from ..title import Title
from ..title.model import MarketCell
from .model import Company, GameState, Space


def cell_at(title: Title, space: Space) -> MarketCell:
    """The market space at (row, column), which must exist."""
    cell = title.market[space[0]][space[1]]
    assert cell is not None
    return cell


def exists(title: Title, row: int, column: int) -> bool:
    """Whether the market has a space at this row and column."""
    return (
        0 <= row < len(title.market) and 0 <= column < len(title.market[row]) and title.market[row][column] is not None
    )


def cell(state: GameState, company: Company) -> MarketCell:
    """The space that a company's token is on."""
    return cell_at(state.title, company.space)


def price(state: GameState, company: Company) -> int:
    """Present price of one share, in pounds."""
    return cell_at(state.title, company.space).price


def value(state: GameState, company: Company, shares: int) -> int:
    """What shares are worth: a minor's certificate counts as two shares (3.3.2)."""
    return price(state, company) * (2 if company.is_minor else shares)


def right(title: Title, space: Space) -> Space:
    """One space to the right, or up where the row ends (5.14.7)."""
    row, column = space
    return (row, column + 1) if exists(title, row, column + 1) else up(title, space)


def left(title: Title, space: Space) -> Space:
    """One space to the left, or down where the row begins (5.14.5)."""
    row, column = space
    return (row, column - 1) if exists(title, row, column - 1) else down(title, space)


def down(title: Title, space: Space) -> Space:
    """One space down, or none at the bottom of the column (4.6.3)."""
    row, column = space
    return (row + 1, column) if exists(title, row + 1, column) else space


def up(title: Title, space: Space) -> Space:
    """One space up; at the top of the column diagonally down to the right, if possible (4.11.1)."""
    row, column = space
    if exists(title, row - 1, column):
        return row - 1, column
    return (row + 1, column + 1) if exists(title, row + 1, column + 1) else space


def dropped(title: Title, space: Space, count: int) -> Space:
    """The space after ``count`` moves down."""
    for _ in range(count):
        space = down(title, space)
    return space


def move_to(state: GameState, company: Company, space: Space, cause: str, log: Log) -> None:
    """Moves a token: to the bottom of the pile in a new space, or not at all (4.6.4, 5.14.10)."""
    old = price(state, company)
    if space != company.space:
        company.space = space
        state.clock += 1
        company.arrived = state.clock
        new = cell_at(state.title, space).price
        log.append(PriceMoved(company.card.id, cause, old, new, space[0], space[1]))


def place(state: GameState, company: Company, log: Log) -> None:
    """Logs the first space of a new company's token (4.8.6, 4.10.1)."""
    row, column = company.space
    log.append(PriceMoved(company.id, "started", 0, price(state, company), row, column))


def pile(state: GameState, space: Space) -> list[Company]:
    """The companies whose tokens lie on a space, top first (4.6.4)."""
    found = [company for company in state.companies.values() if company.space == space]
    return sorted(found, key=lambda company: company.arrived)


def put_under_minors(state: GameState, started: Company) -> None:
    """A new minor's token goes under the minors on its space and on top of the majors (4.10.1)."""
    others = [company for company in pile(state, started.space) if company is not started]
    above = max((at + 1 for at, company in enumerate(others) if company.is_minor), default=0)
    for company in (started, *others[above:]):
        state.clock += 1
        company.arrived = state.clock


def order_key(state: GameState, company: Company) -> tuple[bool, int, int, int]:
    """Sorts companies into operating order: minors first, then price, rightmost, top of the pile (5.2)."""
    return not company.card.is_minor, -price(state, company), -company.space[1], company.arrived


def first_to_operate(state: GameState, companies: Iterable[Company]) -> Company:
    """The first of some companies in operating order (5.2)."""
    return min(companies, key=lambda company: order_key(state, company))


def operating_order(state: GameState) -> list[Company]:
    """Floated companies in operating order (5.2)."""
    floated = [company for company in state.companies.values() if company.floated]
    return sorted(floated, key=lambda company: order_key(state, company))

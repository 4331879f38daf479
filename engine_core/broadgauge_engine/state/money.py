"""Money moves. The bank keeps paying when it is broken, so its cash may be negative (1.3.1)."""

from __future__ import annotations

from ..events import Owner
from .model import GameState

BANK = "bank"


def transfer(state: GameState, source: Owner, target: Owner, amount: int) -> None:
    """Moves ``amount`` pounds between players (seats), companies, the charters of privates (ids), and the bank."""
    if amount:
        _add(state, source, -amount)
        _add(state, target, amount)


def _add(state: GameState, owner: Owner, amount: int) -> None:
    if isinstance(owner, int):
        state.players[owner - 1].cash += amount
    elif owner == BANK:
        state.bank += amount
    elif owner in state.companies:
        state.companies[owner].cash += amount
    else:
        state.credits[owner] = state.credits.get(owner, 0) + amount


def lend(state: GameState, seat: int, amount: int) -> int:
    """Lends a player ``amount`` pounds at the loan's first interest, rounded up; the new debt (5.17.2).

    The money comes from outside the bank (4.2.4), or out of it where recorded games did so.
    """
    player = state.player(seat)
    player.cash += amount
    if state.setup.options.loan_source == "bank":
        state.bank -= amount
    player.debt += amount + interest(state, amount)
    return player.debt


def repay(state: GameState, seat: int, amount: int) -> int:
    """Takes ``amount`` pounds off a player's debt; the debt that is left (4.2)."""
    player = state.player(seat)
    player.cash -= amount
    player.debt -= amount
    if state.setup.options.loan_source == "bank":
        state.bank += amount
    return player.debt


def interest(state: GameState, debt: int) -> int:
    """The interest on a debt, rounded up to whole pounds (4.2.3, 5.17.2)."""
    return -(-debt * state.title.numbers.loan_interest_percent // 100)

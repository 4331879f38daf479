"""First and second part of a stock turn: selling shares and repaying loans (4.1.3, 4.2, 4.6)."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, TypeVar

from ..actions import RepayLoan, SellShares
from ..english import counted, each
from ..events import LoanRepaid, Log
from ..options import ActionRule, Domain, Reason, Refusal
from ..state import market, money, shares
from ..state.model import GameState
from ..step import refuse
from . import selling

A = TypeVar("A", bound=Any)


def not_in_turn(state: GameState, seat: int) -> Refusal | None:
    """Refuses a player whose stock turn it is not (4.1.2)."""
    if seat == state.stock.player:
        return None
    return refuse(Reason.NOT_YOUR_TURN, seat, "4.1.2", f"it is the turn of player {state.stock.player}")


def must_sell(state: GameState, seat: int) -> bool:
    """Whether the player is over the certificate limit and can sell something that counts against it (4.6.6)."""
    if shares.certificates(state, seat) <= shares.limit(state):
        return False
    sellable = (state.companies[name] for name in selling.sellable(state, seat))
    return any(not market.cell(state, company).uncounted for company in sellable)


def over_limit(state: GameState, seat: int) -> Refusal | None:
    """Refuses everything but sales to a player who must sell (4.6.6)."""
    if not must_sell(state, seat):
        return None
    return refuse(Reason.MUST_ACT, seat, "4.6.6", f"player {seat} is over the certificate limit and must sell")


def in_debt(state: GameState, seat: int) -> Refusal | None:
    """Refuses buying, converting and bidding to a player with a loan (4.2.1)."""
    debt = state.player(seat).debt
    if not debt:
        return None
    return refuse(Reason.IN_DEBT, seat, "4.2.1", f"player {seat} owes £{debt}")


class StockRule(ActionRule[A]):
    """A rule of the stock turn: whose turn it is, what bars the player from all of it, and then the action itself."""

    def refusal(self, state: GameState, action: A) -> Refusal | None:
        return not_in_turn(state, action.player) or self.closed(state) or self.unfit(state, action)

    @abstractmethod
    def unfit(self, state: GameState, action: A) -> Refusal | None:
        """Why the player cannot do this; None when they can, where they are not barred from all of it."""


class Sell(ActionRule[SellShares]):
    """Selling shares in a stock turn (4.6)."""

    kind = SellShares
    paragraph = "4.6.1"

    def candidates(self, state: GameState) -> list[SellShares]:
        seat = state.stock.player
        held = state.player(seat).shares
        return [SellShares(seat, name, 1) for name in held if not state.companies[name].is_minor]

    def refusal(self, state: GameState, action: SellShares) -> Refusal | None:
        return (
            not_in_turn(state, action.player)
            or self._too_late(state)
            or selling.sale_refusal(state, action.player, action.company, action.count)
        )

    @staticmethod
    def _too_late(state: GameState) -> Refusal | None:
        turn = state.stock
        if state.setup.options.sell_timing == "until_buy" or not (turn.bids or turn.repaid):
            return None
        return refuse(Reason.ALREADY_DONE, turn.player, "4.1.3", "shares are sold before repaying and bidding")

    def nothing(self, state: GameState) -> Refusal:
        return refuse(Reason.NOT_OWNED, "", "4.6.1", f"player {state.stock.player} holds no shares of a major")

    def domains(self, state: GameState, action: SellShares) -> tuple[Domain, ...]:
        return (Domain("count", 1, selling.most(state, action.player, action.company)),)

    def label(self, state: GameState, action: SellShares) -> str:
        company, frozen = state.companies[action.company], self._frozen(state)
        price = selling.block_price(state, company, state.stock.prices, frozen=frozen)
        return f"Sell {counted(action.count, 'share')} of {action.company} at {each(action.count, price)}"

    @staticmethod
    def _frozen(state: GameState) -> bool:
        return state.setup.options.block_price == "turn_start"

    def perform(self, state: GameState, action: SellShares, log: Log) -> None:
        turn = state.stock
        company, frozen = state.companies[action.company], self._frozen(state)
        selling.sell(state, action.player, company, action.count, turn.prices, log, frozen=frozen)
        sold = turn.sold.setdefault(action.player, [])
        if action.company not in sold:
            sold.append(action.company)
        turn.acted = True


class Repay(ActionRule[RepayLoan]):
    """Repaying a loan, wholly or in part (4.1.3, 4.2)."""

    kind = RepayLoan
    paragraph = "4.1.3"

    def candidates(self, state: GameState) -> list[RepayLoan]:
        seat = state.stock.player
        return [RepayLoan(seat, 1)] if state.player(seat).debt else []

    def refusal(self, state: GameState, action: RepayLoan) -> Refusal | None:
        player = state.player(state.stock.player)
        wrong = not_in_turn(state, action.player) or over_limit(state, action.player)
        if wrong:
            return wrong
        if not 1 <= action.amount <= player.debt:
            return refuse(Reason.PRICE, action.player, "4.1.3", f"£1 to £{player.debt} can be repaid")
        if action.amount > player.cash:
            return refuse(Reason.NO_CASH, action.player, "4.1.3", f"player {player.seat} has £{player.cash}")
        return None

    def domains(self, state: GameState, action: RepayLoan) -> tuple[Domain, ...]:
        player = state.player(action.player)
        return (Domain("amount", 1, min(player.cash, player.debt)),)

    def label(self, state: GameState, action: RepayLoan) -> str:
        return f"Repay £{action.amount} of the debt of £{state.player(action.player).debt}"

    def perform(self, state: GameState, action: RepayLoan, log: Log) -> None:
        state.stock.acted = state.stock.repaid = True
        left = money.repay(state, action.player, action.amount)
        log.append(LoanRepaid(action.player, action.amount, left))

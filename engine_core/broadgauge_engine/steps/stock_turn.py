"""A player's stock turn: sell, repay, then buy, convert, bid, or pass (4.1.3)."""

from __future__ import annotations

from ..actions import Pass
from ..events import Log, Passed, StepSkipped
from ..options import ActionRule, Decision, Reason, Refusal
from ..state import shares
from ..state.model import GameState
from ..step import Step, refuse, rules
from .stock_bid import Bid, free_tokens
from .stock_buy import Buy, BuyDirector, Convert, HavenBuy
from .stock_sell import Repay, Sell, not_in_turn, over_limit


class PassStock(ActionRule[Pass]):
    """Passing, or ending a turn in which something was done (4.1.2, 4.1.3)."""

    kind = Pass
    paragraph = "4.1.3"

    def candidates(self, state: GameState) -> list[Pass]:
        return [Pass(state.stock.player)]

    def refusal(self, state: GameState, action: Pass) -> Refusal | None:
        if action.company or action.private:
            return refuse(Reason.NOT_YOUR_TURN, action.company, "4.1.2", "companies do not act in stock rounds")
        return not_in_turn(state, action.player) or over_limit(state, action.player)

    def label(self, state: GameState, action: Pass) -> str:
        return "End the turn" if state.stock.acted else "Pass"

    def perform(self, state: GameState, action: Pass, log: Log) -> None:
        log.append(Passed(action.player, "", state.step))
        end_turn(state)


class StockTurnStep(Step):
    """The turns of a stock round, until all players pass in a row (4.1.2)."""

    name = "stock_turn"
    text = "buy, sell, bid or pass"
    rules = rules(Bid(), Buy(), Convert(), BuyDirector(), HavenBuy(), Sell(), Repay(), PassStock())

    def decision(self, state: GameState) -> Decision:
        return Decision(state.stock.player, "", self.name, self.text)

    def open(self, state: GameState) -> bool:
        turn = state.stock
        return turn.passes < len(state.players) and turn.bids < state.title.numbers.bids_per_turn

    def leave(self, state: GameState, log: Log) -> None:
        """Passes for a player who can do nothing more, or ends the round when all have passed."""
        turn = state.stock
        if turn.passes >= len(state.players):
            state.round.kind = "settlement"
            state.step = "settlement"
            return
        if not turn.acted:
            why = self._nothing_possible(state, turn.player)
            log.append(StepSkipped(turn.player, "", self.name, why.reason, why.paragraph, why.text))
            log.append(Passed(turn.player, "", self.name))
        end_turn(state)

    @staticmethod
    def _nothing_possible(state: GameState, seat: int) -> Refusal:
        """The nearest cause for which a player is not asked."""
        debt, free = state.player(seat).debt, shares.spendable(state, seat)
        if debt:
            return refuse(Reason.IN_DEBT, seat, "4.2.1", f"£{debt} is owed, and nothing can be sold or repaid")
        if shares.certificates_with_bids(state, seat) >= shares.limit(state):
            text = f"{shares.at_limit_text(state, seat)}, and nothing can be sold"
            return refuse(Reason.CERTIFICATE_LIMIT, seat, "4.9.4", text)
        if free_tokens(state, seat) <= 0:
            text = "no bidding token is left, and nothing can be bought or sold"
            return refuse(Reason.NO_BID_TOKEN, seat, "4.5.3", text)
        text = f"with £{free} that is not bound by bids, nothing can be bid for, bought or sold"
        return refuse(Reason.NO_CASH, seat, "4.1.3", text)


def end_turn(state: GameState) -> None:
    """The next player in order; a turn in which nothing was done counts as a pass (4.1.2)."""
    turn = state.stock
    turn.passes = 0 if turn.acted else turn.passes + 1
    at = state.order.index(turn.player)
    turn.player = state.order[(at + 1) % len(state.order)]
    turn.acted = turn.repaid = False
    turn.bids = 0
    turn.prices = {}

"""The train step of an operating turn (5.15 to 5.17)."""

from __future__ import annotations

from ..actions import Pass
from ..events import Log
from ..options import Reason, Refusal
from ..rounds.operating import next_step
from ..state import depot
from ..state.model import GameState
from ..step import PassTurn, Step, refuse, rules
from .train_purchase import Buy, Flip, Raise, must_buy


class PassTrains(PassTurn):
    """Buying no more trains; a company without one must buy (5.16.1)."""

    paragraph = "5.16.1"

    def obligation(self, state: GameState) -> Refusal | None:
        company = state.acting
        if not must_buy(state, company):
            return None
        return refuse(Reason.MUST_ACT, company.id, "5.16.1", f"{company.id} must buy a train")

    def label(self, state: GameState, action: Pass) -> str:
        return "Buy no more trains"


class BuyTrainStep(Step):
    """Buying trains until the company has enough."""

    name = "buy_train"
    text = "buy trains"
    rules = rules(Buy(), Flip(), Raise(), PassTrains())

    def waits(self, state: GameState) -> bool:
        company = state.acting
        if state.company_turn.passed:
            return False
        if must_buy(state, company):
            return True
        if state.setup.options.pauses == "recorded":
            return self._can_afford(state)
        return self.any_option(state)

    @staticmethod
    def _can_afford(state: GameState) -> bool:
        """Where recorded games stop: another company's train seems to be for sale for £1 in every phase."""
        company = state.acting
        if depot.flippable(state) in company.trains and company.cash >= depot.flip_price(state):
            return True
        if depot.room(state, company) < 1:
            return False
        others = (other for other in state.companies.values() if other is not company)
        return company.cash >= depot.cheapest(state) or (
            company.cash >= 1 and any(depot.counted(state, other) for other in others)
        )

    def leave(self, state: GameState, log: Log) -> None:
        next_step(state, log)

"""The train step of an operating turn (5.15 to 5.17)."""

from __future__ import annotations

from ..actions import Pass
from ..events import Log
from ..options import Reason, Refusal
from ..privates.tokens import CHARTER_KINDS, CHARTER_POWERS
from ..rounds.operating import next_step
from ..state.model import GameState
from ..step import PassTurn, Step, refuse, rules
from .train_purchase import Buy, Flip, Raise, must_buy, why_none


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
    rules = rules(Buy(), Flip(), Raise(), *CHARTER_POWERS, PassTrains())
    quiet = (Pass, *CHARTER_KINDS)

    def skipped(self, state: GameState) -> Refusal:
        return why_none(state, state.acting)

    def waits(self, state: GameState) -> bool:
        return must_buy(state, state.acting) or self.any_option(state)

    def leave(self, state: GameState, log: Log) -> None:
        next_step(state, log)

"""Discarding trains over the limit, at once and before anything else (5.15.7, 5.5.13, 5.18.6)."""

from __future__ import annotations

from ..actions import DiscardTrain
from ..english import after_discard
from ..events import Log, TrainDiscarded
from ..options import ActionRule, Decision, Reason, Refusal
from ..state import depot, market
from ..state.model import Company, GameState
from ..step import Step, refuse, rules
from ..title import names
from .acquire_private import excess_extra


def excess(state: GameState, company: Company) -> list[str]:
    """Kinds of which the company must give up one: over the limit, a second E, or one extra train too many."""
    if len(company.trains) < 2:  # Every limit leaves room for one train.
        return []
    extra = excess_extra(state, company.trains)
    if extra:
        return list(dict.fromkeys(extra))
    express = [kind for kind in company.trains if state.title.trains[kind].express]
    if len(express) > 1:
        return express[:1]
    if depot.room(state, company) < 0:
        return list(dict.fromkeys(k for k in company.trains if not state.title.trains[k].extra))
    return []


def crowded(state: GameState) -> list[Company]:
    """Companies that must discard, in the order in which they decide: price, rightmost, top of the pile (5.15.7)."""
    found = [company for company in state.companies.values() if excess(state, company)]
    return sorted(found, key=lambda company: market.order_key(state, company)[1:])


def pending(state: GameState) -> bool:
    """Whether some company must discard before the game goes on."""
    if not state.trains_changed:
        return False
    if state.setup.options.discard_time == "in_operating_round" and state.round.kind != "operating":
        return False
    state.trains_changed = any(excess(state, company) for company in state.companies.values())
    return state.trains_changed and not state.finished


class Discard(ActionRule[DiscardTrain]):
    """Giving up one train: to the pool, or out of the game for extra trains (5.15.7, 5.18.8)."""

    kind = DiscardTrain
    paragraph = "5.15.7"

    def candidates(self, state: GameState) -> list[DiscardTrain]:
        return [DiscardTrain(company.id, kind) for company in self._deciding(state) for kind in excess(state, company)]

    @staticmethod
    def _deciding(state: GameState) -> list[Company]:
        companies = crowded(state)
        return companies if state.setup.options.discard_order == "any" else companies[:1]

    def refusal(self, state: GameState, action: DiscardTrain) -> Refusal | None:
        if action in self.candidates(state):
            return None
        return refuse(
            Reason.NOT_YOUR_TURN,
            action.company,
            "5.15.7",
            f"{action.company} does not give up {names.a_train(state.title, action.kind)} now",
        )

    def label(self, state: GameState, action: DiscardTrain) -> str:
        train = names.a_train(state.title, action.kind)
        to = self._goes_to(state, action.kind)
        return f"{action.company} gives up {train}: {after_discard(to)}"

    @staticmethod
    def _goes_to(state: GameState, kind: str) -> str:
        return "game" if state.title.trains[kind].extra else "pool"

    def perform(self, state: GameState, action: DiscardTrain, log: Log) -> None:
        state.companies[action.company].trains.remove(action.kind)
        to = self._goes_to(state, action.kind)
        if to == "pool":
            state.pool.append(action.kind)
        log.append(TrainDiscarded(action.company, action.kind, to))


class DiscardStep(Step):
    """Comes before every other step as long as a company has too many trains."""

    name = "discard_train"
    text = "discard a train"
    rules = rules(Discard())

    def decision(self, state: GameState) -> Decision:
        company = crowded(state)[0]
        return Decision(company.director, company.id, self.name, self.text)

    def open(self, state: GameState) -> bool:
        return pending(state)

    def leave(self, state: GameState, log: Log) -> None:
        """Nothing follows: the step that was interrupted goes on."""

"""What a step is: the decision it asks for, the rules that make its options, and what follows it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from .actions import Pass
from .events import Log, Passed
from .options import ActionRule, Decision, Reason, Refusal
from .state.model import GameState

Rules = Mapping[type[Any], ActionRule[Any]]


def rules(*items: ActionRule[Any]) -> Rules:
    """Rules by the class of action that they govern."""
    return {item.kind: item for item in items}


class Step(ABC):
    """One step of a round or of an operating turn.

    Subclasses give ``name``, ``text`` (what is to be decided) and ``rules``.
    """

    name: ClassVar[str]
    text: ClassVar[str]
    rules: ClassVar[Rules]
    quiet: ClassVar[tuple[type[Any], ...]] = (Pass,)
    """Kinds of action for which alone the game does not stop here."""

    def decision(self, state: GameState) -> Decision:
        """Who decides, and what."""
        company = state.acting
        return Decision(company.director, company.card.id, self.name, self.text)

    def open(self, state: GameState) -> bool:
        """Whether the step is not over yet: not passed, its single action not done."""
        return not state.company_turn.passed

    def skipped(self, state: GameState) -> Refusal | None:
        """Why the game passes over the step without asking, where the director may wonder; None where nobody does.

        Asked when the step was reached and left without a decision, so it may name the nearest cause without a look at
        every option.
        """
        return None

    def waits(self, state: GameState) -> bool:
        """Whether an open step stops for a decision: only where something can be done."""
        return self.any_option(state)

    @abstractmethod
    def leave(self, state: GameState, log: Log) -> None:
        """Does what follows without a decision, and moves the cursor on."""

    def any_option(self, state: GameState) -> bool:
        """Whether anything can be done here that the game would stop for."""
        return any(self.possible(state, kind) for kind in self.rules if kind not in self.quiet)

    def possible(self, state: GameState, kind: type[Any]) -> bool:
        """Whether some action of this kind is legal now."""
        return self.rules[kind].possible(state)


def refuse(reason: Reason, subject: object, paragraph: str, text: str) -> Refusal:
    """A refusal with its subject as text."""
    return Refusal(reason, str(subject), paragraph, text)


def wrong_company(state: GameState, company: str) -> Refusal | None:
    """Refuses an action of a company that is not the one operating (5.3.1)."""
    if state.turn is not None and state.turn.company == company:
        return None
    return refuse(Reason.NOT_YOUR_TURN, company, "5.3.1", f"it is not the operating turn of {company}")


class PassTurn(ActionRule[Pass]):
    """Ending a step of an operating turn without doing more (5.3.1)."""

    kind = Pass
    paragraph = "5.3.1"

    def candidates(self, state: GameState) -> tuple[Pass, ...]:
        return (Pass(state.acting.director, state.company_turn.company),)

    def refusal(self, state: GameState, action: Pass) -> Refusal | None:
        company = state.acting
        if action.private:
            return refuse(Reason.UNKNOWN, action.private, "5.3.1", "a private is named where its lays have begun")
        if (action.player, action.company) != (company.director, company.card.id):
            return refuse(
                Reason.NOT_YOUR_TURN,
                action.player,
                "5.3.1",
                f"player {company.director} decides for {company.card.id} now",
            )
        return self.obligation(state)

    def obligation(self, state: GameState) -> Refusal | None:
        """Why the step may not be ended yet; None when it may."""
        return None

    def label(self, state: GameState, action: Pass) -> str:
        return "Go on without doing more here"

    def perform(self, state: GameState, action: Pass, log: Log) -> None:
        state.company_turn.passed = True
        log.append(Passed(action.player, action.company, state.step))

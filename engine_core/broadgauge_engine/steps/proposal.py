"""Asking another player for agreement (5.7.1, 5.10.7, 5.15.2, 5.18.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..actions import AnswerProposal
from ..events import Log, ProposalAnswered
from ..options import ActionRule, Decision, Option, Reason, Refusal
from ..state.model import GameState
from ..step import Step, refuse, rules


def asked(state: GameState) -> int:
    """The player whose answer the game waits for."""
    assert state.proposal is not None
    return next(seat for seat in state.proposal.players if seat not in state.proposal.refused)


class Answer(ActionRule[AnswerProposal]):
    """Accepting or refusing; with several players who may agree, one acceptance is enough (5.10.7)."""

    kind = AnswerProposal
    paragraph = "5.15.2"

    def candidates(self, state: GameState) -> list[AnswerProposal]:
        return [AnswerProposal(asked(state), True), AnswerProposal(asked(state), False)]

    def refusal(self, state: GameState, action: AnswerProposal) -> Refusal | None:
        if action.player == asked(state):
            return None
        return refuse(Reason.NOT_YOUR_TURN, action.player, "5.15.2", f"player {asked(state)} is asked")

    def survey(self, state: GameState) -> Iterator[Option | Refusal]:
        assert state.proposal is not None
        for action in self.candidates(state):
            yield Option(action, self.label(state, action), state.proposal.paragraph)

    def label(self, state: GameState, action: AnswerProposal) -> str:
        assert state.proposal is not None
        return f"{'Accept' if action.accept else 'Refuse'}: {state.proposal.label}"

    def perform(self, state: GameState, action: AnswerProposal, log: Log) -> None:
        proposal = state.proposal
        assert proposal is not None
        log.append(ProposalAnswered(action.player, action.accept))
        refused = proposal.refused if action.accept else (*proposal.refused, action.player)
        if not action.accept and len(refused) < len(proposal.players):
            state.proposal = replace(proposal, refused=refused)
            return
        state.proposal = None
        if not action.accept:
            state.company_turn.refused.append(proposal.action)


class ProposalStep(Step):
    """Comes before every other step as long as a proposal is open."""

    name = "proposal"
    text = "accept or refuse a proposal"
    rules = rules(Answer())

    def decision(self, state: GameState) -> Decision:
        assert state.proposal is not None
        company = state.proposal.action.company
        return Decision(asked(state), company, self.name, f"{self.text} of {company}: {state.proposal.label}")

    def open(self, state: GameState) -> bool:
        return state.proposal is not None

    def leave(self, state: GameState, log: Log) -> None:
        """Nothing follows: the step that was interrupted goes on."""

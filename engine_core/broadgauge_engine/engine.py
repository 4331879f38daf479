"""The engine's front door: start a game, ask what may be done, do it.

    state = start(setup)
    for option in options(state): ...
    events = apply(state, option.action)

`apply` accepts an action exactly if it is a member of `options`.
"""

from __future__ import annotations

from collections.abc import Mapping

from .actions import Action, AnswerProposal
from .events import Log, ProposalMade, StepSkipped
from .options import Decision, Options, Refusal
from .record.digest import state_digest
from .record.game_record import GameRecord
from .record.setup import SetupError, start_state
from .rounds import boxes, game_end
from .rounds.settlement import DoubleCashStep, NewOrderStep, RefillStep, SettlementStep
from .state.model import GameState, Proposal
from .state.setup import Setup
from .step import Step
from .steps.acquire_minor import AcquireMinorStep
from .steps.acquire_private import AcquirePrivateStep
from .steps.buy_train import BuyTrainStep
from .steps.destination import DestinationStep
from .steps.discard_train import DiscardStep
from .steps.dividend import DividendStep
from .steps.first_turn import FirstTurnStep, HomeStationStep
from .steps.issue_redeem import IssueRedeemStep
from .steps.proposal import ProposalStep
from .steps.run_trains import RunTrainsStep
from .steps.stock_turn import StockTurnStep
from .steps.token import TokenStep
from .steps.track import TrackStep

STEPS: Mapping[str, Step] = {
    step.name: step
    for step in (
        StockTurnStep(),
        SettlementStep(),
        RefillStep(),
        DoubleCashStep(),
        NewOrderStep(),
        HomeStationStep(),
        FirstTurnStep(),
        AcquirePrivateStep(),
        TrackStep(),
        DestinationStep(),
        TokenStep(),
        RunTrainsStep(),
        DividendStep(),
        BuyTrainStep(),
        AcquireMinorStep(),
        IssueRedeemStep(),
    )
}
PROPOSAL = ProposalStep()
DISCARD = DiscardStep()
MOST_STEPS = 20_000
"""Steps that follow each other without a decision, at most; only a state to which no game leads has so many."""
GAME_OVER = Decision(0, "", "game_over", "the game is over")


class IllegalAction(ValueError):
    """An action is not legal now; `refusal` says why. The state is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.text} ({refusal.paragraph})")
        self.refusal = refusal


class IllegalRecord(ValueError):
    """A record holds an action that is not legal at its place: `index` from 0, and the refusal."""

    def __init__(self, index: int, refusal: Refusal) -> None:
        super().__init__(f"action {index}: {refusal.text} ({refusal.paragraph})")
        self.index = index
        self.refusal = refusal


def start(setup: Setup) -> GameState:
    """A new game before its first action.

    Raises:
        SetupError: unknown title, or a number of players that the title does not have.
    """
    state = start_state(setup)
    boxes.refill(state, [])
    _advance(state, [])
    return state


def replay(record: GameRecord) -> GameState:
    """The state after all actions of a record.

    Raises:
        SetupError: the set-up is not possible.
        IllegalRecord: an action is not legal at its place.
    """
    state = start(record.setup)
    for index, action in enumerate(record.actions):
        try:
            apply(state, action)
        except IllegalAction as error:
            raise IllegalRecord(index, error.refusal) from error
    return state


def decision(state: GameState) -> Decision | None:
    """Who must decide what; None when the game is over."""
    return None if state.finished else _step(state).decision(state)


def options(state: GameState) -> Options:
    """All that may be done now; empty when the game is over."""
    if state.finished:
        return Options(state, lambda _: GAME_OVER, {})
    step = _step(state)
    return Options(state, step.decision, step.rules)


def apply(state: GameState, action: Action) -> Log:
    """Carries out a legal action in place, and all that follows from it until the next decision.

    Returns:
        What happened, in order.

    Raises:
        IllegalAction: the action is not among the options; the state is unchanged.
    """
    legal = options(state)
    refusal = legal.refusal(action)
    if refusal is not None:
        raise IllegalAction(refusal)
    log: Log = []
    clock, proposal = state.clock, state.proposal
    rule = legal.rule(action)
    asked = legal.asks(action)
    if asked:
        state.proposal = Proposal(action, asked, rule.label(state, action), rule.paragraph)
        log.append(ProposalMade(legal.decision.company, type(action).__name__, asked, state.proposal.label))
    else:
        rule.perform(state, action, log)
    if proposal is not None and isinstance(action, AnswerProposal) and action.accept:
        STEPS[state.step].rules[type(proposal.action)].perform(state, proposal.action, log)
    if state.bank < 0 or state.clock != clock:
        game_end.watch(state, log, state.clock != clock)
    _advance(state, log)
    return log


def digest(state: GameState) -> str:
    """A digest of the whole state, the same in every process and on every machine."""
    return state_digest(state)


def _step(state: GameState) -> Step:
    if state.proposal is not None:
        return PROPOSAL
    if state.trains_changed and DISCARD.open(state):
        return DISCARD
    return STEPS[state.step]


def _advance(state: GameState, log: Log) -> None:
    """Does everything that needs no decision, up to the next one; says why a step that was reached is skipped.

    The game stops at a step wherever it is open, or only where something can be done.
    """
    reached = False  # The first step is the one in which an action was done.
    every_step = state.setup.options.pauses == "all"
    for _ in range(MOST_STEPS):
        if state.finished:
            return
        step = _step(state)
        if step.open(state) and (every_step or step.waits(state)):
            return
        if reached and state.turn is not None:
            _tell_skipped(state, step, log)
        reached = True
        clock = state.clock
        step.leave(state, log)
        if state.bank < 0 or state.clock != clock:
            game_end.watch(state, log, state.clock != clock)
    raise RuntimeError(f"no decision comes within {MOST_STEPS} steps")


def _tell_skipped(state: GameState, step: Step, log: Log) -> None:
    refusal = step.skipped(state)
    if refusal is not None:
        company = state.acting
        why = (refusal.reason, refusal.paragraph, refusal.text)
        log.append(StepSkipped(company.director, company.id, step.name, *why))


__all__ = [
    "GAME_OVER",
    "STEPS",
    "IllegalAction",
    "IllegalRecord",
    "SetupError",
    "apply",
    "decision",
    "digest",
    "options",
    "replay",
    "start",
]

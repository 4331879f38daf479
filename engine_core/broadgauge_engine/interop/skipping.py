"""What ends a step at which nothing is done, so that a game that stops at every step goes on by itself."""

from __future__ import annotations

from ..actions import Action, DiscardTrain, Pass, PlaceDestinationToken, RunTrains
from ..engine import STEPS, apply, options
from ..state.model import GameState
from ..steps.run_trains import can_run


def way_on(state: GameState) -> Action | None:
    """A pass, a run of no train where none can run, the destination token that is due, a discard without choice.

    None where the game waits for somebody's will.
    """
    legal = options(state)
    now = legal.decision
    if now.step == "discard_train":
        choices = [option.action for option in legal]
        only = choices[0] if len(choices) == 1 else None
        return only if isinstance(only, DiscardTrain) else None
    if now.step == "run_trains":
        return None if can_run(state, state.acting) else RunTrains(now.company, ())
    for action in (Pass(now.player, now.company), PlaceDestinationToken(now.company)):
        if action in legal:
            return action
    return None


def company_of(state: GameState) -> str:
    """The company whose operating turn it is; none outside operating rounds."""
    return "" if state.turn is None else state.turn.company


def unasked(state: GameState) -> list[Action]:
    """What ends the steps at which a game does not stop that asks only where something can be done."""
    trial, taken = state.copy(), list[Action]()
    while not trial.finished and not _asks(trial):
        one = way_on(trial)
        if one is None:
            break
        apply(trial, one)
        taken.append(one)
    return taken


def _asks(state: GameState) -> bool:
    step = options(state).decision.step
    return step not in STEPS or STEPS[step].waits(state)

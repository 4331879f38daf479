"""What ends a step at which nothing is done, so that a game that stops at every step goes on by itself."""

from __future__ import annotations

from ..actions import Action, DiscardTrain, Pass, PlaceDestinationToken, RunTrains
from ..engine import apply, options
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


def ways_to(state: GameState, action: Action) -> list[Action]:
    """What ends the steps before one in which an action is legal; nothing if there is none in the same turn."""
    trial, taken = state.copy(), list[Action]()
    while not trial.finished:
        if action in options(trial):
            return taken
        one, turn = way_on(trial), trial.turn
        if one is None:
            break
        apply(trial, one)
        taken.append(one)
        if turn is not None and trial.turn is not turn and action not in options(trial):
            break
    return []

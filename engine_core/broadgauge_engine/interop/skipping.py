"""Steps at which 18xx.games does not stop, and we do: what ends them."""

from __future__ import annotations

from collections.abc import Iterator

from ..actions import Action, DiscardTrain, Pass, PlaceDestinationToken
from ..engine import apply, options
from ..state.model import GameState


def ways_to(state: GameState, action: Action) -> list[Action]:
    """What must be done by itself before an action is legal; nothing if it is legal now or does not become so."""
    if action in options(state):
        return []
    trial = state.copy()
    for skipped in _ways_on(trial, action):
        if action in options(trial):
            return skipped
    return []


def _ways_on(trial: GameState, action: Action) -> Iterator[list[Action]]:
    """Goes on step by step in this state; yields all that was skipped so far."""
    skipped: list[Action] = []
    company, goal = company_of(trial), _goal(trial, action)
    turns_left = int(company != goal)
    while not _has_arrived(trial, action):
        before, one = trial.turn, _way_on(trial)
        if one is None:
            return
        apply(trial, one)
        skipped.append(one)
        if trial.turn is not before and trial.turn is not None:
            turns_left -= 1
        if trial.finished or turns_left < 0 or (trial.turn is not before and company_of(trial) != goal):
            return
        yield skipped


def company_of(state: GameState) -> str:
    """The company whose operating turn it is; none outside operating rounds."""
    return "" if state.turn is None else state.turn.company


def _goal(state: GameState, action: Action) -> str:
    """The company whose turn an action belongs to; none in a stock round."""
    if isinstance(action, Pass):
        return action.company
    return company_of(state) if hasattr(action, "player") else action.company


def _has_arrived(state: GameState, action: Action) -> bool:
    """Whether it is the stock turn of the player who acts, who then needs no way on."""
    return state.step == "stock_turn" and state.stock.player == getattr(action, "player", 0)


def _way_on(state: GameState) -> Action | None:
    """What the site does by itself where it does not stop: pass, the destination token, a discard without choice."""
    legal = options(state)
    now = legal.decision
    if now.step == "discard_train":
        choices = [option.action for option in legal]
        only = choices[0] if len(choices) == 1 else None
        return only if isinstance(only, DiscardTrain) else None
    for action in (Pass(now.player, now.company), PlaceDestinationToken(now.company)):
        if action in legal:
            return action
    return None

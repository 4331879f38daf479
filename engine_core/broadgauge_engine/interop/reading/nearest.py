"""What to tell of an entry that is not legal: who was to decide what, and what would have come nearest to it."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from ...actions import Action
from ...engine import decision, options
from ...options import Option
from ...state.model import GameState


def outlook(state: GameState, action: Action | None) -> str:
    """A sentence for a message; ``action`` is the one that was refused, if the entry got so far."""
    now = decision(state)
    if now is None:
        return "the game is over"
    who = f"player {now.player}" + (f" for {now.company}" if now.company else "")
    nearest = _nearest(list(options(state)), action)
    text = f"{who} was to {now.text}"
    return f"{text}; legal would have been: {nearest.label}" if nearest else text


def _nearest(legal: list[Option], action: Action | None) -> Option | None:
    """The option that shares the most with an action, its kind before all."""
    if action is None or not legal:
        return legal[0] if legal else None
    return max(legal, key=lambda option: _likeness(option.action, action))


def _likeness(one: Any, other: Any) -> tuple[bool, int]:
    if type(one) is not type(other):
        return False, 0
    return True, sum(getattr(one, field.name) == getattr(other, field.name) for field in fields(one))

"""Refusals of the rules, with a hint where a caller of the API is likely to wonder."""

from __future__ import annotations

from dataclasses import replace

from broadgauge_engine.actions import Action, Pass
from broadgauge_engine.options import Reason, Refusal
from broadgauge_engine.state.model import GameState


def explained(refusal: Refusal, state: GameState, action: Action) -> Refusal:
    """The refusal; that of a pass without a company says that a company decides."""
    foreign = refusal.reason is Reason.NOT_YOUR_TURN
    if not (foreign and isinstance(action, Pass) and not action.company and state.turn):
        return refusal
    return replace(refusal, text=f"{refusal.text}; the pass must name it: company {state.turn.company}")

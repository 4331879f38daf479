"""Tell whether an action is legal."""

from __future__ import annotations

from dataclasses import dataclass

from broadgauge_engine import engine
from broadgauge_engine.actions import Action
from broadgauge_engine.options import Refusal

from .. import vocabulary
from ..refusals import explained
from ..run_guard import guard_runs
from ..situation import Situation


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why the rules refuse an action, or None; and the players who would be asked before it takes effect."""

    refusal: Refusal | None
    asks: tuple[int, ...]


def check_action(situation: Situation, action: Action) -> Verdict:
    """Whether the action is legal now.

    Raises:
        RequestError: the action names something that this title does not have.
    """
    vocabulary.check(situation.state, action)
    guard_runs(situation)
    legal = engine.options(situation.state)
    refusal = legal.refusal(action)
    if refusal is not None:
        return Verdict(explained(refusal, situation.state, action), ())
    return Verdict(None, legal.asks(action))

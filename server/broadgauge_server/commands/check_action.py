"""Tell whether an action is legal."""

from __future__ import annotations

from broadgauge_engine import engine
from broadgauge_engine.actions import Action
from broadgauge_engine.options import Refusal

from .. import vocabulary
from ..refusals import explained
from ..run_guard import guard_runs
from ..situation import Situation


def check_action(situation: Situation, action: Action) -> Refusal | None:
    """Why the rules refuse the action now; None when it is legal.

    Raises:
        RequestError: the action names something that this title does not have.
    """
    vocabulary.check(situation.state, action)
    guard_runs(situation)
    refusal = engine.options(situation.state).refusal(action)
    return refusal and explained(refusal, situation.state, action)

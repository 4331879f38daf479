"""Protects the rules from forged states in which the search for the best runs would not end."""

from __future__ import annotations

from broadgauge.v1.reasons_pb2 import Reason
from broadgauge_engine import engine
from broadgauge_engine.board.reach import track
from broadgauge_engine.routes import best_runs
from broadgauge_engine.routes.best import OBJECTIVES
from broadgauge_engine.steps.run_trains import run_query

from .errors import RequestError
from .situation import Situation

STEP = "run_trains"
USUAL_STOPS = 16
"""No company of a real game has trains that make more stops together; with so few every search is short."""
LONGEST_MS = 3_000.0
"""Far longer than any position of a game takes."""


def guard_runs(situation: Situation) -> None:
    """Refuses a state that nobody vouches for, if its best runs cannot be found in reasonable time.

    Raises:
        RequestError: they cannot; the record will tell whether the position is real.
    """
    state = situation.state
    if situation.proven or state.turn is None or state.step != STEP:
        return
    stops = sum(state.title.trains[kind].stops for kind in state.acting.trains)
    decision = engine.decision(state) if stops > USUAL_STOPS else None
    if decision is None or decision.step != STEP:
        return
    query = run_query(state, state.acting)
    for objective in OBJECTIVES if query.mail else OBJECTIVES[:1]:
        if not best_runs(track(state), query, objective=objective, deadline_ms=LONGEST_MS).proven:
            text = f"the best runs of {decision.company} cannot be found; send the record"
            raise RequestError(Reason.REASON_SNAPSHOT_IMPOSSIBLE, text, "position.snapshot")

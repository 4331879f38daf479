"""Carry out actions, in order, until one is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from broadgauge.v1.reasons_pb2 import Reason
from broadgauge_engine import engine
from broadgauge_engine.actions import Action
from broadgauge_engine.events import Event
from broadgauge_engine.options import Refusal
from broadgauge_engine.record import action_line, next_etag

from .. import vocabulary
from ..errors import RequestError
from ..refusals import explained
from ..run_guard import guard_runs
from ..situation import Situation


@dataclass(frozen=True, slots=True)
class Outcome:
    """The situation after the accepted actions, and why the next one was refused."""

    situation: Situation
    lines: list[str]
    """The accepted actions, each as its `action_line`."""
    events: list[list[Event]]
    """Of each accepted action."""
    refusal: Refusal | None


def require_etag(situation: Situation, expected: str) -> None:
    """Refuses a situation that is not the one which the caller expects; an empty etag expects nothing.

    Raises:
        RequestError: ETAG_MISMATCH, with the present etag and revision.
    """
    if expected not in ("", situation.etag):
        raise RequestError(
            Reason.REASON_ETAG_MISMATCH,
            f"expected_etag: the position has etag {situation.etag} at revision {situation.revision}",
            "expected_etag",
            current_etag=situation.etag,
            current_revision=situation.revision,
        )


def submit_actions(situation: Situation, actions: Sequence[Action], paths: Sequence[str]) -> Outcome:
    """Carries out actions on the situation's own state.

    Raises:
        RequestError: an action names something that this title does not have.
    """
    state, revision, etag = situation.state, situation.revision, situation.etag
    refusal: Refusal | None = None
    lines: list[str] = []
    events: list[list[Event]] = []
    for action, path in zip(actions, paths, strict=True):
        vocabulary.check(state, action, path)
        guard_runs(situation)
        try:
            events.append(engine.apply(state, action))
        except engine.IllegalAction as error:
            refusal = explained(error.refusal, state, action)
            break
        lines.append(action_line(action))
        revision, etag = revision + 1, next_etag(etag, lines[-1])
    return Outcome(Situation(state, revision, etag, situation.proven), lines, events, refusal)

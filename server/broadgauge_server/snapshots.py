"""Snapshots as this server makes and takes them: with its keys, and with the actions that followed carried out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from broadgauge_engine import engine
from broadgauge_engine.actions import Action
from broadgauge_engine.plausible import check_plausible
from broadgauge_engine.record import (
    RecordError,
    SnapshotError,
    action_line,
    decode_snapshot,
    encode_snapshot,
    extend_snapshot,
    next_etag,
    snapshot_seal,
)
from broadgauge_engine.state.model import GameState

from . import vocabulary
from .errors import RequestError
from .run_guard import guard_runs
from .situation import Situation

IMPOSSIBLE = "IMPOSSIBLE"
"""Why a whole snapshot cannot be used, besides the engine's reasons: no game leads to what it holds."""


class Snapshots:
    """Makes and reads snapshots.

    Args:
        keys: Keys of signatures; the first one signs, all are accepted. Without any there are none.

    Raises:
        ValueError: a key is too short.
    """

    def __init__(self, keys: Sequence[bytes] = ()) -> None:
        self._seal = snapshot_seal(keys)

    @property
    def signed(self) -> bool:
        """Whether who made a snapshot is known."""
        return self._seal.signs

    def encode(self, situation: Situation) -> bytes:
        """A situation as bytes."""
        return encode_snapshot(situation.state, situation.revision, situation.etag, self._seal)

    def extended(self, data: bytes, actions: Sequence[str], situation: Situation) -> bytes:
        """A situation as bytes that follows from a snapshot which is known to be good.

        Args:
            data: That snapshot.
            actions: The actions by which it follows, each as its `action_line`.
            situation: The situation.
        """
        if not actions:
            return data
        return extend_snapshot(data, actions, self._seal) or self.encode(situation)

    def decode(self, data: bytes) -> Situation:
        """The situation that a snapshot holds.

        Raises:
            SnapshotError: it is not ours, or damaged, or holds what cannot be.
        """
        found = decode_snapshot(data, self._seal)
        if not self.signed:
            _check(found.state)
        return _followed(Situation(found.state, found.revision, found.etag, self.signed), found.actions)


def _check(state: GameState) -> None:
    """Refuses a state that anybody may have made up, if something in it does not exist."""
    try:
        check_plausible(state)
        for path, action in _pending(state):
            vocabulary.check(state, action, path)
    except (RecordError, RequestError) as error:
        raise SnapshotError(IMPOSSIBLE, f"no game leads to what the snapshot holds: {error}") from error


def _pending(state: GameState) -> Iterator[tuple[str, Action]]:
    """The actions that a state holds, each with its place."""
    if state.proposal is not None:
        yield "proposal.action", state.proposal.action
    for index, action in enumerate(state.turn.refused if state.turn else ()):
        yield f"turn.refused[{index}]", action


def _followed(situation: Situation, actions: Sequence[Action]) -> Situation:
    state, etag = situation.state, situation.etag
    for index, action in enumerate(actions):
        try:
            vocabulary.check(state, action, f"actions[{index}]")
            guard_runs(situation)
            engine.apply(state, action)
        except (RequestError, engine.IllegalAction) as error:
            # Where it is signed, another version of the rules carried the action out.
            reason = "UNSUPPORTED" if situation.proven else IMPOSSIBLE
            raise SnapshotError(reason, f"action {index} of the snapshot is not possible: {error}") from error
        etag = next_etag(etag, action_line(action))
    return Situation(state, situation.revision + len(actions), etag, situation.proven)

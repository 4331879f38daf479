"""Snapshots as they travel: one of the engine's, or one with the few actions that followed it.

Packing a whole state takes longer than most actions do, so that a snapshot which follows from another is that one and
the action: the magic bytes, 32 bytes of HMAC-SHA-256 (or of SHA-256 without a key), the length of the engine's
snapshot, that snapshot, and a line of JSON for each action. After some actions there is a fresh one.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence

from broadgauge_engine import engine
from broadgauge_engine.actions import Action
from broadgauge_engine.record import SnapshotError, action_line, decode_snapshot, encode_snapshot, next_etag
from broadgauge_engine.record.codec import decode_action
from broadgauge_engine.record.snapshot import MAGIC as ENGINES_MAGIC

from . import vocabulary
from .errors import RequestError
from .run_guard import guard_runs
from .situation import Situation

MAGIC = b"BGT\x01"
HEAD = len(MAGIC) + 32
LENGTH_BYTES = 4
MOST_ACTIONS = 16
"""Actions that follow the engine's snapshot at most; whoever does not know the state yet must do them again."""


class Snapshots:
    """Makes and reads snapshots.

    Args:
        keys: Keys of signatures; the first one signs, all are accepted. Without any there are none.
    """

    def __init__(self, keys: Sequence[bytes] = ()) -> None:
        self._keys = tuple(keys)
        self._key = self._keys[0] if self._keys else None

    @property
    def signed(self) -> bool:
        """Whether who made a snapshot is known."""
        return bool(self._keys)

    def encode(self, situation: Situation) -> bytes:
        """A situation as bytes."""
        return encode_snapshot(situation.state, situation.revision, situation.etag, self._key)

    def extended(self, data: bytes, actions: Sequence[str], situation: Situation) -> bytes:
        """A situation as bytes that follows from a snapshot which is known to be good.

        Args:
            data: That snapshot.
            actions: The actions by which it follows, each as its `action_line`.
            situation: The situation.
        """
        base, lines = _parts(data) if data.startswith(MAGIC) else (data, b"")
        if lines.count(b"\n") + len(actions) > MOST_ACTIONS:
            return self.encode(situation)
        if not actions:
            return data
        lines += "".join(action + "\n" for action in actions).encode()
        packed = len(base).to_bytes(LENGTH_BYTES, "big") + base + lines
        return MAGIC + _signature(packed, self._key) + packed

    def decode(self, data: bytes) -> Situation:
        """The situation that a snapshot holds.

        Raises:
            SnapshotError: it is not ours, or damaged.
        """
        if not data.startswith(MAGIC):
            return self._engines(data)
        signature, packed = data[len(MAGIC) : HEAD], data[HEAD:]
        if not any(hmac.compare_digest(signature, _signature(packed, key)) for key in self._keys or (None,)):
            reason = "SIGNATURE" if self._keys else "DAMAGED"
            raise SnapshotError(reason, f"the snapshot's {self._proof} does not match its content")
        base, lines = _parts(data)
        if lines.count(b"\n") > MOST_ACTIONS:
            raise SnapshotError("DAMAGED", f"the snapshot has more than {MOST_ACTIONS} actions")
        situation = self._engines(base)
        try:
            return _followed(situation, [decode_action(json.loads(line)) for line in lines.splitlines()])
        except (ValueError, RecursionError, TypeError, RequestError) as error:
            raise SnapshotError("DAMAGED", f"the snapshot's actions are not possible: {error}") from error

    @property
    def _proof(self) -> str:
        """What a snapshot carries: without keys no signature."""
        return "signature" if self._keys else "checksum"

    def _engines(self, data: bytes) -> Situation:
        if not data.startswith(ENGINES_MAGIC):
            raise SnapshotError("UNSUPPORTED", "these bytes are not a snapshot")
        try:
            state, revision, etag = decode_snapshot(data, self._keys)
        except SnapshotError as error:
            raise SnapshotError(error.reason, str(error).replace("signature", self._proof)) from error
        return Situation(state, revision, etag, self.signed)


def _parts(data: bytes) -> tuple[bytes, bytes]:
    """The engine's snapshot and the lines of actions."""
    start = HEAD + LENGTH_BYTES
    end = start + int.from_bytes(data[HEAD:start], "big")
    return data[start:end], data[end:]


def _followed(situation: Situation, actions: Sequence[Action]) -> Situation:
    state, etag = situation.state, situation.etag
    for action in actions:
        vocabulary.check(state, action, "position.snapshot")
        guard_runs(situation)
        engine.apply(state, action)
        etag = next_etag(etag, action_line(action))
    return Situation(state, situation.revision + len(actions), etag, situation.proven)


def _signature(packed: bytes, key: bytes | None) -> bytes:
    return hashlib.sha256(packed).digest() if key is None else hmac.digest(key, packed, "sha256")

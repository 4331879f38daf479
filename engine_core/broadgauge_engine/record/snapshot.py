"""Snapshots: a state as opaque bytes, for callers who do not want to send the whole record each time.

Packing a state takes longer than most actions do, so a snapshot may hold an earlier state and the few actions that
followed it. Layout, all of it under the proof (see `broadgauge_engine.record.seal`):

    3 bytes   magic
    1 byte    version of the format
    1 byte    how it is sealed: 0 checksum, 1 signature
    32 bytes  proof for everything else
    4 bytes   length of what comes next
    ...       compressed JSON of rules version, set-up, revision, etag and state
    ...       the actions that followed, each a line of JSON
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..actions import Action
from ..state.model import GameState
from .codec import decode_action
from .digest import state_values
from .game_record import RULES_VERSION, read_etag, setup_from_json, setup_json
from .reading import RecordError, object_reader, read_number
from .seal import PROOF_BYTES, Seal
from .setup import SetupError, checked_title
from .state_reader import read_state

MAGIC = b"BGS"
VERSION = 2
PURPOSE = b"broadgauge snapshot, format " + str(VERSION).encode()
HEAD = len(MAGIC) + 2
START = HEAD + PROOF_BYTES
LENGTH_BYTES = 4
MOST_ACTIONS = 16
"""Actions that follow the state at most; whoever does not know the position yet must do them again."""
MOST_BYTES = 256_000
"""Largest content that is unpacked; that of a late state has less than 20 KB."""
ENCODE = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


class SnapshotError(ValueError):
    """Bytes that are not a usable snapshot; ``reason`` is UNSUPPORTED, DAMAGED or SIGNATURE."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


class Snapshot(NamedTuple):
    """What a snapshot holds: a state, where in its game that is, and the actions that followed."""

    state: GameState
    revision: int
    etag: str
    actions: tuple[Action, ...]


def snapshot_seal(keys: Sequence[bytes] = ()) -> Seal:
    """The seal of snapshots; without keys a checksum.

    Raises:
        ValueError: a key is too short.
    """
    return Seal(PURPOSE, keys)


CHECKSUM = snapshot_seal()


def encode_snapshot(state: GameState, revision: int, etag: str, seal: Seal = CHECKSUM) -> bytes:
    """A state as bytes."""
    content = {
        "rules_version": RULES_VERSION,
        "setup": setup_json(state.setup),
        "revision": revision,
        "etag": etag,
        "state": state_values(state),
    }
    packed = zlib.compress(ENCODE(content).encode(), 1)
    return _sealed(len(packed).to_bytes(LENGTH_BYTES, "big") + packed, seal)


def extend_snapshot(data: bytes, lines: Sequence[str], seal: Seal = CHECKSUM) -> bytes | None:
    """A snapshot with more actions behind it; None where that would be too many.

    Args:
        data: A snapshot that was decoded without an error.
        lines: The actions, each as its `action_line`.
        seal: What seals the new one.
    """
    if _followers(data).count(b"\n") + len(lines) > MOST_ACTIONS:
        return None
    return _sealed(data[START:] + "".join(line + "\n" for line in lines).encode(), seal)


def decode_snapshot(data: bytes, seal: Seal = CHECKSUM) -> Snapshot:
    """What a snapshot's bytes hold.

    All values have the types of the state, but whether a game can lead to such a state is for others to find out
    where nobody signed it.

    Raises:
        SnapshotError: another format or rules version, damaged bytes, or no signature by one of the keys.
    """
    _check_seal(data, seal)
    try:
        content = _unpack(data)
        if content.get("rules_version") != RULES_VERSION:
            raise SnapshotError("UNSUPPORTED", f"rules version {content.get('rules_version')!r}")
        return _read(content, _followers(data))
    except RecordError as error:
        # Signed bytes are not damaged: another version of the engine wrote them.
        reason = "UNSUPPORTED" if seal.signs else "DAMAGED"
        raise SnapshotError(reason, f"the snapshot's content is malformed: {error}") from error


def _sealed(body: bytes, seal: Seal) -> bytes:
    head = MAGIC + bytes([VERSION, seal.signs])
    return head + seal.proof(head + body) + body


def _check_seal(data: bytes, seal: Seal) -> None:
    head, proof, body = data[:HEAD], data[HEAD:START], data[START:]
    if head[: len(MAGIC)] != MAGIC:
        raise SnapshotError("UNSUPPORTED", "these bytes are not a snapshot")
    if len(head) == HEAD and head[len(MAGIC)] != VERSION:
        raise SnapshotError("UNSUPPORTED", f"snapshot format {head[len(MAGIC)]}; this engine has {VERSION}")
    if len(body) < LENGTH_BYTES:
        raise SnapshotError("DAMAGED", "the snapshot is cut short")
    if bool(head[-1]) != seal.signs:
        text = "the snapshot is not signed" if seal.signs else "the snapshot is signed, and there is no key to check it"
        raise SnapshotError("SIGNATURE", text)
    if not seal.proves(proof, head + body):
        if seal.signs:
            raise SnapshotError("SIGNATURE", "the snapshot's signature does not match its content")
        raise SnapshotError("DAMAGED", "the snapshot's checksum does not match its content")


def _parts(data: bytes) -> tuple[bytes, bytes]:
    """The packed state, and the lines of the actions that followed."""
    start = START + LENGTH_BYTES
    end = start + int.from_bytes(data[START:start], "big")
    if end > len(data):
        raise RecordError("state", "it is cut short")
    return data[start:end], data[end:]


def _followers(data: bytes) -> bytes:
    return _parts(data)[1]


def _unpack(data: bytes) -> dict[str, Any]:
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(_parts(data)[0], MOST_BYTES)
    except zlib.error as error:
        raise RecordError("state", "it cannot be unpacked") from error
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise RecordError("state", f"it is cut short, or has more than {MOST_BYTES} bytes")
    if unpacker.unused_data:
        raise RecordError("state", f"{len(unpacker.unused_data)} bytes follow its end")
    content = _json(text, "content")
    if not isinstance(content, dict):
        raise RecordError("content", "an object is needed")
    return content


def _json(text: bytes, name: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(name, "it is not JSON") from error


def _read(content: dict[str, Any], lines: bytes) -> Snapshot:
    setup, revision, etag, values = _READ_CONTENT(content)
    try:
        checked_title(setup)
    except SetupError as error:
        raise RecordError(f"setup.{error.field}", str(error)) from error
    if revision < 0:
        raise RecordError("revision", f"{revision} is less than 0")
    try:
        state = read_state(setup, values)
    except RecordError as error:
        raise error.inside("state") from None
    return Snapshot(state, revision, etag, _actions(lines))


_READ_CONTENT = object_reader(
    lambda *values: values[1:],
    {
        "rules_version": read_number,
        "setup": setup_from_json,
        "revision": read_number,
        "etag": read_etag,
        "state": lambda values: values,
    },
    {},
)


def _actions(lines: bytes) -> tuple[Action, ...]:
    found: list[Action] = []
    if (lines and not lines.endswith(b"\n")) or lines.count(b"\n") > MOST_ACTIONS:
        raise RecordError("actions", f"they are at most {MOST_ACTIONS} whole lines")
    for line in lines.split(b"\n")[:-1]:
        name = f"actions[{len(found)}]"
        try:
            found.append(decode_action(_json(line, "")))
        except RecordError as error:
            raise error.inside(name) from None
    return tuple(found)

"""Snapshots: a state as opaque bytes, for callers who do not want to send the whole record each time.

Layout: the magic bytes, one byte of format version, 32 bytes of HMAC-SHA-256 (or of SHA-256 without a key), and the
compressed JSON of set-up, revision, etag and state.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import zlib
from collections.abc import Sequence
from typing import Any

from ..actions import Action
from ..state.model import Company, CompanyTurn, GameState, Player, Proposal, Round, StockTurn
from ..state.setup import Setup
from ..title import Title
from .codec import decode_action, decode_runs
from .digest import state_values
from .game_record import RULES_VERSION, setup_from_json, setup_json
from .setup import checked_title

MAGIC = b"BGS"
VERSION = 1
SIGNATURE_BYTES = 32
MOST_BYTES = 256_000
"""Largest state that is unpacked; late ones have less than 20 KB."""
ENCODE = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


class SnapshotError(ValueError):
    """Bytes that are not a usable snapshot; ``reason`` is UNSUPPORTED, DAMAGED or SIGNATURE."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


def encode_snapshot(state: GameState, revision: int, etag: str, key: bytes | None = None) -> bytes:
    """A state as bytes, signed if a key is given."""
    content = {
        "rules_version": RULES_VERSION,
        "setup": setup_json(state.setup),
        "revision": revision,
        "etag": etag,
        "state": state_values(state),
    }
    packed = zlib.compress(ENCODE(content).encode(), 1)
    return MAGIC + bytes([VERSION]) + _signature(packed, key) + packed


def decode_snapshot(data: bytes, keys: Sequence[bytes] = ()) -> tuple[GameState, int, str]:
    """The state, revision and etag from a snapshot's bytes; with keys, one of them must have signed it.

    Raises:
        SnapshotError: other format or rules version, damaged bytes, or a signature by none of the keys.
    """
    head = len(MAGIC) + 1
    if data[: len(MAGIC)] != MAGIC or len(data) < head + SIGNATURE_BYTES:
        raise SnapshotError("DAMAGED", "these bytes are not a snapshot")
    if data[len(MAGIC)] != VERSION:
        raise SnapshotError("UNSUPPORTED", f"snapshot format {data[len(MAGIC)]}; this engine has {VERSION}")
    signature, packed = data[head : head + SIGNATURE_BYTES], data[head + SIGNATURE_BYTES :]
    if not any(hmac.compare_digest(signature, _signature(packed, key)) for key in keys or (None,)):
        reason = "SIGNATURE" if keys else "DAMAGED"
        raise SnapshotError(reason, "the snapshot's signature does not match its content")
    content = _unpack(packed)
    if content.get("rules_version") != RULES_VERSION:
        raise SnapshotError("UNSUPPORTED", f"rules version {content.get('rules_version')!r}")
    try:
        setup = setup_from_json(content["setup"])
        state = _state(setup, content["state"])
        return state, int(content["revision"]), str(content["etag"])
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise SnapshotError("DAMAGED", f"the snapshot's content is malformed: {error}") from error


def _signature(packed: bytes, key: bytes | None) -> bytes:
    if key is None:
        return hashlib.sha256(packed).digest()
    return hmac.new(key, packed, hashlib.sha256).digest()


def _unpack(packed: bytes) -> dict[str, Any]:
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(packed, MOST_BYTES)
        if unpacker.unconsumed_tail:
            raise SnapshotError("DAMAGED", "the snapshot is too large")
        content = json.loads(text)
    except (zlib.error, ValueError, RecursionError) as error:
        raise SnapshotError("DAMAGED", "the snapshot cannot be unpacked") from error
    if not isinstance(content, dict):
        raise SnapshotError("DAMAGED", "the snapshot's content is malformed")
    return content


def _state(setup: Setup, values: dict[str, Any]) -> GameState:
    title = checked_title(setup)
    companies = [_company(title, company) for company in values["companies"]]
    stock = {**values["stock"], "sold": dict(values["stock"]["sold"])}
    return GameState(
        title=title,
        setup=setup,
        phase_number=values["phase"],
        bank=values["bank"],
        players=[Player(**{**player, "shares": dict(player["shares"])}) for player in values["players"]],
        order=values["order"],
        depot=values["depot"],
        stacks=values["stacks"],
        boxes=values["boxes"],
        round=Round(**values["round"]),
        stock=StockTurn(**stock),
        step=values["step"],
        companies={company.id: company for company in companies},
        clock=values["clock"],
        pool=values["pool"],
        bids={item: dict(bids) for item, bids in values["bids"]},
        tiles={hex_id: (tile, rotation) for hex_id, (tile, rotation) in values["tiles"]},
        tokens={(place[0], place[1]): tuple(tokens) for place, tokens in values["tokens"]},
        beside=[(hex_id, company) for hex_id, company in values["beside"]],
        extra_slots={(place[0], place[1]): count for place, count in values["extra_slots"]},
        gone=values["gone"],
        credits=dict(values["credits"]),
        haven_shares=values["haven_shares"],
        double_cash=values["double_cash"],
        turn=None if values["turn"] is None else _turn(values["turn"]),
        operated=values["operated"],
        proposal=None if values["proposal"] is None else _proposal(values["proposal"]),
        ends=[(reason, serial) for reason, serial in values["ends"]],
        finished=values["finished"],
        end_reason=values["end_reason"],
    )


def _company(title: Title, values: dict[str, Any]) -> Company:
    row, column = values["space"]
    return Company(
        **{
            **values,
            "card": title.companies[values["card"]],
            "space": (row, column),
            "tokens": [(hex_id, city) for hex_id, city in values["tokens"]],
        }
    )


def _turn(values: dict[str, Any]) -> CompanyTurn:
    refused: list[Action] = [decode_action(action) for action in values["refused"]]
    return CompanyTurn(**{**values, "runs": decode_runs("runs", values["runs"]), "refused": refused})


def _proposal(values: dict[str, Any]) -> Proposal:
    return Proposal(
        decode_action(values["action"]),
        tuple(values["players"]),
        values["label"],
        values["paragraph"],
        tuple(values["refused"]),
    )

"""Records, etags, digests and snapshots."""

from ..state.setup import Setup
from .codec import action_line, decode_action, encode_action
from .game_record import RULES_VERSION, GameRecord, next_etag, start_etag
from .reading import RecordError
from .seal import SHORTEST_KEY, Seal
from .setup import SetupError
from .snapshot import Snapshot, SnapshotError, decode_snapshot, encode_snapshot, extend_snapshot, snapshot_seal

__all__ = [
    "RULES_VERSION",
    "SHORTEST_KEY",
    "GameRecord",
    "RecordError",
    "Seal",
    "Setup",
    "SetupError",
    "Snapshot",
    "SnapshotError",
    "action_line",
    "decode_action",
    "decode_snapshot",
    "encode_action",
    "encode_snapshot",
    "extend_snapshot",
    "next_etag",
    "snapshot_seal",
    "start_etag",
]

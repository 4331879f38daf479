"""Records, etags, digests and snapshots."""

from ..state.setup import Setup
from .codec import RecordError, action_line, decode_action, encode_action
from .game_record import RULES_VERSION, GameRecord, next_etag, start_etag
from .setup import SetupError
from .snapshot import SnapshotError, decode_snapshot, encode_snapshot

__all__ = [
    "RULES_VERSION",
    "GameRecord",
    "RecordError",
    "Setup",
    "SetupError",
    "SnapshotError",
    "action_line",
    "decode_action",
    "decode_snapshot",
    "encode_action",
    "encode_snapshot",
    "next_etag",
    "start_etag",
]

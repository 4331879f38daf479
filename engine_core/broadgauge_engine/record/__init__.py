"""Records, etags, digests and snapshots."""

from ..state.setup import Removals, Setup, SetupError
from .codec import RecordError, action_line, decode_action, encode_action
from .game_record import RULES_VERSION, GameRecord, next_etag, start_etag
from .player_names import check_names
from .removals import least_in_play
from .snapshot import SnapshotError, decode_snapshot, encode_snapshot

__all__ = [
    "RULES_VERSION",
    "GameRecord",
    "RecordError",
    "Removals",
    "Setup",
    "SetupError",
    "SnapshotError",
    "action_line",
    "check_names",
    "decode_action",
    "decode_snapshot",
    "encode_action",
    "encode_snapshot",
    "least_in_play",
    "next_etag",
    "start_etag",
]

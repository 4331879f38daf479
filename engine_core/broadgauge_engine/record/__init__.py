"""Records, etags, digests and snapshots."""

from ..state.setup import Removals, Setup, SetupError
from .codec import action_line, decode_action, encode_action
from .game_record import RULES_VERSION, GameRecord, next_etag, start_etag
from .player_names import check_names
from .reading import RecordError
from .removals import least_in_play
from .seal import SHORTEST_KEY, Seal
from .snapshot import Snapshot, SnapshotError, decode_snapshot, encode_snapshot, extend_snapshot, snapshot_seal

__all__ = [
    "RULES_VERSION",
    "SHORTEST_KEY",
    "GameRecord",
    "RecordError",
    "Removals",
    "Seal",
    "Setup",
    "SetupError",
    "Snapshot",
    "SnapshotError",
    "action_line",
    "check_names",
    "decode_action",
    "decode_snapshot",
    "encode_action",
    "encode_snapshot",
    "extend_snapshot",
    "least_in_play",
    "next_etag",
    "snapshot_seal",
    "start_etag",
]

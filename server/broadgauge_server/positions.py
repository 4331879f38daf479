"""From a record or a snapshot to a state, and back to a snapshot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from broadgauge.v1.reasons_pb2 import Reason
from broadgauge_engine import engine
from broadgauge_engine.events import Event
from broadgauge_engine.record import (
    GameRecord,
    Setup,
    SetupError,
    SnapshotError,
    action_line,
    next_etag,
    start_etag,
)
from broadgauge_engine.state.model import GameState

from . import vocabulary
from .calls import notes
from .conversion.titles import unknown_title
from .errors import RequestError
from .metrics import Metrics
from .situation import Situation
from .snapshots import Snapshots
from .states import RecentStates

MOST_SNAPSHOT_BYTES = 1024 * 1024
MOST_KEPT_BYTES = 16 * 1024
"""Larger snapshots are no real games, and their states are not kept."""

_SETUP_REASONS = {"options": Reason.REASON_RULE_OPTION}
_SNAPSHOT_REASONS = {
    "UNSUPPORTED": Reason.REASON_SNAPSHOT_UNSUPPORTED,
    "DAMAGED": Reason.REASON_SNAPSHOT_DAMAGED,
    "SIGNATURE": Reason.REASON_SNAPSHOT_SIGNATURE,
    "IMPOSSIBLE": Reason.REASON_SNAPSHOT_IMPOSSIBLE,
}


class Positions:
    """Finds the state of a position.

    Args:
        recent: States that need not be computed again.
        metrics: Where look-ups are counted.
        snapshots: How snapshots are made and read.
        action_limit: Most actions of a record.
    """

    def __init__(
        self, recent: RecentStates, metrics: Metrics, snapshots: Snapshots, action_limit: int = 10_000
    ) -> None:
        self.action_limit = action_limit
        self._recent = recent
        self._metrics = metrics
        self._snapshots = snapshots

    def of_setup(self, setup: Setup) -> Situation:
        """The situation before the first action.

        Raises:
            RequestError: the title is unknown or does not allow this set-up.
        """
        return self._noted(Situation(_started(setup), 0, start_etag(setup), True))

    def of_record(self, record: GameRecord) -> Situation:
        """The situation after all actions of a record, from the latest state of it that is still known.

        Raises:
            RequestError: the set-up or one of the actions is wrong.
        """
        etags = [start_etag(record.setup)]
        for action in record.actions:
            etags.append(next_etag(etags[-1], action_line(action)))
        latest = self._latest(etags)
        situation = latest or Situation(_started(record.setup), 0, etags[0], True)
        if situation.revision == len(record.actions):
            return self._noted(situation)
        for index in range(situation.revision, len(record.actions)):
            replayed(situation.state, record, index)
        return self.keep(Situation(situation.state, len(record.actions), etags[-1], True))

    def of_snapshot(self, data: bytes) -> Situation:
        """The situation that a snapshot holds.

        Raises:
            RequestError: it is not ours, or damaged.
        """
        if len(data) > MOST_SNAPSHOT_BYTES:
            text = f"a snapshot has at most {MOST_SNAPSHOT_BYTES} bytes"
            raise RequestError(Reason.REASON_SNAPSHOT_DAMAGED, text, "position.snapshot")
        notes().proven = self._snapshots.signed
        known = self._recent.get(data)
        self._metrics.looked_up("states", known is not None)
        if known is not None:
            return self._noted(known)
        try:
            situation = self._snapshots.decode(data)
        except SnapshotError as error:
            reason = _SNAPSHOT_REASONS[error.reason]
            raise RequestError(reason, str(error), "position.snapshot") from error
        if len(data) <= MOST_KEPT_BYTES:
            self._recent.put(situation.copy(), data)
        return self._noted(situation)

    def snapshot(self, situation: Situation) -> bytes:
        """A situation as bytes that `of_snapshot` understands."""
        return self._snapshots.encode(situation)

    def keep(self, situation: Situation) -> Situation:
        """Remembers a proven situation for the calls that will follow."""
        if situation.proven:
            self._recent.put(situation.copy(), situation.etag)
        return self._noted(situation)

    def kept_snapshot(self, situation: Situation, base: bytes = b"", lines: Sequence[str] = ()) -> bytes:
        """A new situation as bytes, and remembered for the calls that will follow with them or with its record.

        Args:
            situation: The situation; it must not change any more.
            base: The snapshot from which it follows, if it does from one.
            lines: The actions by which it follows, each as its `action_line`.
        """
        data = self._snapshots.extended(base, lines, situation) if base else self.snapshot(situation)
        self._recent.put(situation, *((data, situation.etag) if situation.proven else (data,)))
        self._noted(situation)
        return data

    def _latest(self, etags: Sequence[str]) -> Situation | None:
        found = next(filter(None, map(self._recent.get, reversed(etags))), None)
        self._metrics.looked_up("states", found is not None)
        return found

    def _noted(self, situation: Situation) -> Situation:
        told = notes()
        told.revision, told.etag, told.proven = situation.revision, situation.etag, situation.proven
        return situation


def replay(record: GameRecord) -> Iterator[tuple[Situation, list[Event]]]:
    """Every situation of a record after its first action, with what that action caused.

    Raises:
        RequestError: the set-up or one of the actions is wrong.
    """
    state, etag = _started(record.setup), start_etag(record.setup)
    for index, action in enumerate(record.actions):
        events = replayed(state, record, index)
        etag = next_etag(etag, action_line(action))
        yield Situation(state, index + 1, etag, True), events


def replayed(state: GameState, record: GameRecord, index: int) -> list[Event]:
    """Carries out one action of a record.

    Raises:
        RequestError: it is not legal there.
    """
    action, path = record.actions[index], f"record.actions[{index}]"
    vocabulary.check(state, action, path)
    try:
        return engine.apply(state, action)
    except engine.IllegalAction as error:
        refusal = error.refusal
        raise RequestError(
            Reason.REASON_RECORD_ILLEGAL,
            f"action {index} of the record is not legal: {refusal.text}",
            path,
            index=index,
            rule_reason=refusal.reason.name,
            subject=refusal.subject,
            paragraph=refusal.paragraph,
        ) from error


def _started(setup: Setup) -> GameState:
    try:
        return engine.start(setup)
    except SetupError as error:
        raise setup_error(setup, error) from error


def setup_error(setup: Setup, error: SetupError, path: str = "setup") -> RequestError:
    """The error for a set-up that cannot be played."""
    if error.field == "title":
        return unknown_title(setup.title, f"{path}.title")
    reason, about = _setup_reason(setup, error)
    where = f"{path}.{error.field}"
    return RequestError(reason, f"{where}: {error}", where, **about)


def _setup_reason(setup: Setup, error: SetupError) -> tuple[Reason.ValueType, dict[str, object]]:
    part, _, rest = error.field.partition(".")
    if part == "players":
        return Reason.REASON_PLAYER_COUNT, {"title": setup.title, "players": len(setup.players)}
    if part.startswith("players["):
        return Reason.REASON_PLAYER_NAME, {"name": repr(setup.players[int(part[8:-1])])[1:-1]}
    if part == "removals":
        return Reason.REASON_REMOVALS, {"field": rest, "message": error}
    return _SETUP_REASONS.get(part, Reason.REASON_SETUP), {"message": error}

"""The position of a request, and the status that answers it."""

from __future__ import annotations

from broadgauge.v1 import record_pb2
from broadgauge.v1.reasons_pb2 import Reason

from ..conversion.answers import status_message
from ..conversion.records import record_from_message
from ..errors import RequestError
from ..positions import Positions
from ..situation import Situation


def situation_of(positions: Positions, position: record_pb2.Position) -> Situation:
    """The situation that a request is about.

    Raises:
        RequestError: no position is given, or it cannot be used.
    """
    kind = position.WhichOneof("position")
    if kind == "record":
        return positions.of_record(record_from_message(position.record, positions.action_limit, "position.record"))
    if kind == "snapshot":
        return positions.of_snapshot(position.snapshot.data)
    text = "position: neither a record nor a snapshot is set"
    raise RequestError(Reason.REASON_POSITION_MISSING, text, "position")


def answer_status(positions: Positions, situation: Situation, position: record_pb2.Position) -> record_pb2.GameStatus:
    """The status where nothing was done, without the snapshot that the request already held."""
    given = position.WhichOneof("position") == "snapshot"
    return status_message(situation, None if given else positions.snapshot(situation))

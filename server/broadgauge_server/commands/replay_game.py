"""Play a record again, from a revision on."""

from __future__ import annotations

from collections.abc import Iterator

from broadgauge.v1.reasons_pb2 import Reason
from broadgauge_engine.events import Event
from broadgauge_engine.record import GameRecord

from ..errors import RequestError
from ..positions import replay
from ..situation import Situation


def replay_game(record: GameRecord, start: int) -> Iterator[tuple[Situation, list[Event]]]:
    """The situations of a record from revision ``start`` on, each with what its last action caused.

    A situation's state is the caller's only until the next one is asked for.

    Raises:
        RequestError: the record has no such revision, or one of its actions is not legal.
    """
    if not 0 <= start <= record.revision:
        raise RequestError(
            Reason.REASON_REVISION_OUT_OF_RANGE,
            f"start_revision: the record has revisions up to {record.revision}, not {start}",
            "start_revision",
            revision=start,
            last=record.revision,
        )
    for situation, events in replay(record):
        if situation.revision >= start:
            yield situation, events

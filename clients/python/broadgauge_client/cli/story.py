"""What happened in a game, in lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from broadgauge.v1.events_pb2 import RoundStarted
from broadgauge.v1.game_service_pb2 import ReplayGameResponse

FIRST_ROUND = "SR 1"


@dataclass(frozen=True)
class Line:
    """A text, and what stands before it; where it is long, its next lines begin under its first word."""

    text: str
    before: str = ""


def round_name(started: RoundStarted) -> str:
    """``SR 3``, ``OR 3.1``."""
    return f"OR {started.number}.{started.part}" if started.part else f"SR {started.number}"


def told(steps: Iterable[ReplayGameResponse], start: int = 1) -> Iterator[Line]:
    """A heading for each round and, from a revision on, each action with its number and what it caused.

    Args:
        steps: All actions from the first one on.
        start: The first revision to tell.
    """
    name, shown = FIRST_ROUND, ""
    for step in steps:
        if step.status.revision >= start:
            if name != shown:
                yield Line(name)
            shown = name
            yield from _action(step)
        for event in step.events:
            if event.HasField("round_started"):
                name = round_name(event.round_started)


def undone(steps: Iterable[ReplayGameResponse]) -> Iterator[str]:
    """Each action by its revision and the first thing that it caused."""
    for step in steps:
        yield "".join((f"  {step.status.revision}: ", *(event.text for event in step.events[:1])))


def _action(step: ReplayGameResponse) -> Iterator[Line]:
    number = f"{step.status.revision:>5}: "
    for event in step.events:
        yield Line(event.text, number)
        number = " " * len(number)

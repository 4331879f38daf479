"""Names shared by dataclasses and messages, and the values whose shapes differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, get_type_hints

from broadgauge_engine.events import Owner
from broadgauge_engine.reasons import Reason
from broadgauge_engine.routes import Run
from broadgauge_engine.title.model import CITY, OFFBOARD, end_name

from ..errors import rule_reason

END_CODES: Mapping[str, int] = {end_name(code): code for code in range(CITY, OFFBOARD + 1)}
"""Names of stops to their numbers in the engine."""

Plain = Any
"""What a message constructor takes: numbers, texts, lists, and mappings for messages."""


def snake(class_name: str) -> str:
    """``PlaceBid`` to ``place_bid``: a class name as the name of its field in a oneof."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", class_name).lower()


def owner_to_plain(owner: Owner) -> Plain:
    """A seat or a company id as the message `Owner`."""
    return {"player" if isinstance(owner, int) else "company": owner}


def runs_to_plain(runs: tuple[Run, ...]) -> Plain:
    """Runs as messages `Run`."""
    return [
        {
            "train": run.train,
            "pullman": run.pullman,
            "stops": [{"hex": hex_id, "end": end_name(end)} for hex_id, end in run.stops],
            "legs": [{"sides": sides} for sides in run.legs],
        }
        for run in runs
    ]


class UnknownEndError(ValueError):
    """A stop of some runs has an end that no stop has; ``place`` is where, seen from the runs."""

    def __init__(self, place: str, end: str) -> None:
        super().__init__(f"{end!r} is no stop; stops are c0 to c7, t0 to t7, and o")
        self.place = place
        self.end = end


def runs_from_messages(runs: Any) -> tuple[Run, ...]:
    """Runs from messages `Run`.

    Raises:
        UnknownEndError: a stop has an end of an unknown name.
    """
    return tuple(
        Run(
            run.train,
            run.pullman,
            tuple((stop.hex, _end_code(stop.end, index, place)) for place, stop in enumerate(run.stops)),
            tuple(tuple(leg.sides) for leg in run.legs),
        )
        for index, run in enumerate(runs)
    )


def _end_code(end: str, run: int, stop: int) -> int:
    code = END_CODES.get(end)
    if code is None:
        raise UnknownEndError(f"[{run}].stops[{stop}].end", end)
    return code


_TO_PLAIN: Mapping[Any, Callable[[Any], Plain]] = {
    Owner: owner_to_plain,
    Reason: rule_reason,
    tuple[Run, ...]: runs_to_plain,
}
_FROM_MESSAGE: Mapping[Any, Callable[[Any], Any]] = {
    tuple[Run, ...]: runs_from_messages,
    tuple[str, ...]: tuple,
    tuple[int, ...]: tuple,
}


class Shape:
    """How the fields of one dataclass are converted."""

    def __init__(self, kind: type[Any]) -> None:
        hints = get_type_hints(kind)
        names = [field.name for field in fields(kind)]
        self.kind = kind
        self.field = snake(kind.__name__)
        self._to = [(name, _TO_PLAIN.get(hints[name])) for name in names]
        self._from = [(name, _FROM_MESSAGE.get(hints[name])) for name in names]

    def to_plain(self, value: Any) -> dict[str, Plain]:
        """The dataclass as what its message's constructor takes."""
        return {name: convert(getattr(value, name)) if convert else getattr(value, name) for name, convert in self._to}

    def from_message(self, message: Any) -> Any:
        """The dataclass that a message stands for."""
        return self.kind(
            *(convert(getattr(message, name)) if convert else getattr(message, name) for name, convert in self._from)
        )


def shapes(kinds: tuple[type[Any], ...]) -> dict[type[Any], Shape]:
    """The shape of each class of a union."""
    return {kind: Shape(kind) for kind in kinds}

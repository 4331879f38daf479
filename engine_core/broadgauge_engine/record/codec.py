"""Actions as plain values and back: ``{"type": "PlaceBid", "player": 1, ...}``, field for field."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from typing import Any, get_args, get_type_hints

from .. import actions
from ..actions import Action
from ..routes import Run, Stop
from ..title.model import CITY, OFFBOARD, end_name
from .reading import Reader, RecordError, object_reader, read_text, reader, shown

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), check_circular=False).encode

TYPES: Mapping[str, type[Any]] = {cls.__name__: cls for cls in get_args(actions.Action)}
"""Every type of action by its name."""


def encode_action(action: Action) -> dict[str, Any]:
    """An action as plain values."""
    encoded: dict[str, Any] = {"type": type(action).__name__}
    for name, encode in _WRITERS[type(action)]:
        encoded[name] = encode(getattr(action, name))
    return encoded


def action_line(action: Action) -> str:
    """An action as one line of canonical JSON: what etags are made of."""
    return _CANONICAL(encode_action(action))


def decode_action(data: Any) -> Action:
    """An action from plain values.

    Raises:
        RecordError: unknown type, a field that is missing, unknown, or of the wrong type.
    """
    if not isinstance(data, Mapping):
        raise RecordError("type", "an action is an object with a type")
    read = _READERS.get(str(data.get("type")))
    if read is None:
        raise RecordError("type", f"unknown type of action {shown(data.get('type'))}")
    action: Action = read({name: value for name, value in data.items() if name != "type"})
    return action


def encode_stop(stop: tuple[str, int]) -> str:
    """A stop as text: ``M38.c3``, ``H21.t0``, ``Q44.o``."""
    return f"{stop[0]}.{end_name(stop[1])}"


def decode_stop(value: Any) -> tuple[str, int]:
    """A stop from its text.

    Raises:
        RecordError: the text is not a hex, a dot, and a stop.
    """
    text = read_text(value)
    hex_id, _, end = text.partition(".")
    number = _NUMBERED.get(end)
    if not hex_id or number is None:
        raise RecordError("", f"{shown(text)} is not a stop such as M38.c3, H21.t0 or Q44.o")
    return hex_id, number


_NUMBERED: Mapping[str, int] = {end_name(end): end for end in range(CITY, OFFBOARD + 1)}


def encode_runs(runs: tuple[Run, ...]) -> list[dict[str, Any]]:
    """Runs as plain values."""
    return [
        {
            "train": run.train,
            "pullman": run.pullman,
            "stops": [encode_stop(stop) for stop in run.stops],
            "legs": [list(leg) for leg in run.legs],
        }
        for run in runs
    ]


def _readers(cls: type[Any], special: Mapping[Any, Reader]) -> dict[str, Reader]:
    return {name: reader(kind, special) for name, kind in get_type_hints(cls).items()}


_RUN = object_reader(Run, _readers(Run, {Stop: decode_stop}), {"pullman": False, "stops": (), "legs": ()})
SPECIAL: Mapping[Any, Reader] = {Run: _RUN}
"""Readers of what actions hold besides plain fields."""

_ENCODERS: Mapping[Any, Callable[[Any], Any]] = {
    tuple[str, ...]: list,
    tuple[int, ...]: list,
    tuple[Run, ...]: encode_runs,
}


def _as_it_is(value: Any) -> Any:
    return value


def _writer(cls: type[Any]) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    return tuple((name, _ENCODERS.get(kind, _as_it_is)) for name, kind in get_type_hints(cls).items())


def _reader(cls: type[Any]) -> Reader:
    defaults = {field.name: field.default for field in dataclasses.fields(cls)}
    omitted = {name: value for name, value in defaults.items() if value is not dataclasses.MISSING}
    return object_reader(cls, _readers(cls, SPECIAL), omitted)


_WRITERS = {cls: _writer(cls) for cls in TYPES.values()}
_READERS = {name: _reader(cls) for name, cls in TYPES.items()}

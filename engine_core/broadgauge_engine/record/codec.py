"""Actions as plain values and back: ``{"type": "PlaceBid", "player": 1, ...}``, field for field."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from typing import Any, get_args, get_type_hints

from .. import actions
from ..actions import Action
from ..routes import Run
from ..title.model import CITY, OFFBOARD, TOWN, end_name


class RecordError(ValueError):
    """A record, or a part of it, is malformed; ``field`` says where."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(f"{field}: {text}")
        self.field = field
        self.text = text


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), check_circular=False).encode

TYPES: Mapping[str, type[Any]] = {cls.__name__: cls for cls in get_args(actions.Action)}
"""Every type of action by its name."""


def encode_action(action: Action) -> dict[str, Any]:
    """An action as plain values."""
    encoded: dict[str, Any] = {"type": type(action).__name__}
    for name, kind in _fields(type(action)):
        encoded[name] = _ENCODERS[kind](getattr(action, name))
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
    cls = TYPES.get(str(data.get("type")))
    if cls is None:
        raise RecordError("type", f"unknown type of action {data.get('type')!r}")
    known = _fields(cls)
    unknown = set(data) - {"type", *(name for name, _ in known)}
    if unknown:
        raise RecordError(min(unknown), f"{cls.__name__} has no such field")
    values = {}
    for name, kind in known:
        if name in data:
            values[name] = _DECODERS[kind](name, data[name])
    try:
        action: Action = cls(**values)
    except TypeError as error:
        missing = [f.name for f in dataclasses.fields(cls) if f.name not in values]
        raise RecordError(missing[0], f"{cls.__name__} needs it") from error
    return action


def encode_stop(stop: tuple[str, int]) -> str:
    """A stop as text: ``M38.c3``, ``H21.t0``, ``Q44.o``."""
    return f"{stop[0]}.{end_name(stop[1])}"


def decode_stop(text: str) -> tuple[str, int]:
    """A stop from its text.

    Raises:
        RecordError: the text is not a hex, a dot, and a stop.
    """
    hex_id, _, end = text.partition(".")
    bases = {"c": CITY, "t": TOWN, "o": OFFBOARD}
    if not hex_id or end[:1] not in bases or not (end == "o" or end[1:].isdecimal()):
        raise RecordError("stops", f"{text!r} is not a stop such as M38.c3, H21.t0 or Q44.o")
    number = int(end[1:] or 0)
    if number > TOWN - CITY - 1:
        raise RecordError("stops", f"{text!r}: no hex has so many stops")
    return hex_id, bases[end[0]] + number


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


def decode_runs(name: str, value: Any) -> tuple[Run, ...]:
    """Runs from plain values; raises `RecordError` at ``name`` if malformed."""
    if not isinstance(value, list):
        raise RecordError(name, "runs are a list")
    return tuple(_decode_run(name, run) for run in value)


def _decode_run(name: str, run: Any) -> Run:
    if not isinstance(run, Mapping) or set(run) - {"train", "pullman", "stops", "legs"}:
        raise RecordError(name, "a run has train, pullman, stops and legs")
    stops = _texts("stops", run.get("stops", []))
    legs = run.get("legs", [])
    if not isinstance(legs, list):
        raise RecordError("legs", "legs are a list of lists")
    return Run(
        train=_text("train", run.get("train")),
        pullman=_truth("pullman", run.get("pullman", False)),
        stops=tuple(decode_stop(stop) for stop in stops),
        legs=tuple(_texts("legs", leg) for leg in legs),
    )


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise RecordError(name, f"a text is needed, not {value!r}")
    return value


def _number(name: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(name, f"a whole number is needed, not {value!r}")
    return value


def _truth(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise RecordError(name, f"true or false is needed, not {value!r}")
    return value


def _numbers(name: str, value: Any) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise RecordError(name, f"a list of whole numbers is needed, not {value!r}")
    return tuple(_number(name, item) for item in value)


def _texts(name: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise RecordError(name, f"a list of texts is needed, not {value!r}")
    return tuple(_text(name, item) for item in value)


_DECODERS: Mapping[Any, Callable[[str, Any], Any]] = {
    str: _text,
    int: _number,
    bool: _truth,
    tuple[str, ...]: _texts,
    tuple[int, ...]: _numbers,
    tuple[Run, ...]: decode_runs,
}
_ENCODERS: Mapping[Any, Callable[[Any], Any]] = {
    str: str,
    int: int,
    bool: bool,
    tuple[str, ...]: list,
    tuple[int, ...]: list,
    tuple[Run, ...]: encode_runs,
}
_known_fields: dict[type[Any], tuple[tuple[str, Any], ...]] = {}


def _fields(cls: type[Any]) -> tuple[tuple[str, Any], ...]:
    if cls not in _known_fields:
        _known_fields[cls] = tuple(get_type_hints(cls).items())
    return _known_fields[cls]

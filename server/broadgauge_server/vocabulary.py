"""Words and numbers that an action may carry in any state: ids of the title, choices, ranges."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from broadgauge.v1.reasons_pb2 import Reason
from broadgauge_engine.actions import Action
from broadgauge_engine.state.model import GameState
from broadgauge_engine.title import Title

from .conversion.names import snake
from .errors import RequestError


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The values that a field may carry in a game, and the reason for which others are refused."""

    values: Callable[[GameState], Collection[Any]]
    reason: Reason.ValueType


def _ids(of_title: Callable[[Title], Collection[str]]) -> Vocabulary:
    return Vocabulary(lambda state: of_title(state.title), Reason.REASON_ID_UNKNOWN)


def _choice(*words: str) -> Vocabulary:
    return Vocabulary(lambda state: words, Reason.REASON_VALUE)


def _numbers(first: int, last: int) -> Vocabulary:
    numbers = range(first, last + 1)
    return Vocabulary(lambda state: numbers, Reason.REASON_VALUE)


_MONEY = _numbers(0, 999_999)
_PRIVATES = _ids(lambda title: title.privates)
_PAYOUT = _choice("pay", "half", "withhold")

BY_FIELD: Mapping[str, Vocabulary] = {
    "player": Vocabulary(lambda state: range(1, len(state.players) + 1), Reason.REASON_ID_UNKNOWN),
    "company": _ids(lambda title: title.companies),
    "minor": _ids(lambda title: title.companies),
    "item": _ids(lambda title: {**title.companies, **title.concessions, **title.privates}),
    "private": _PRIVATES,
    "privates": _PRIVATES,
    "hex": _ids(lambda title: title.hexes),
    "tile": _ids(lambda title: title.tiles),
    "kind": _ids(lambda title: title.trains),
    "train": _ids(lambda title: title.trains),
    "count": _numbers(1, 10),
    "shares": _numbers(0, 2),
    "rotation": _numbers(0, 5),
    "city": _numbers(0, 7),
    "amount": _MONEY,
    "price": _MONEY,
    "par": _MONEY,
}
"""Fields that mean the same in every kind of action."""

BY_KIND: Mapping[tuple[str, str], Vocabulary] = {
    ("BuyShare", "source"): _choice("treasury", "pool"),
    ("BuyForTaxHaven", "source"): _choice("treasury", "pool"),
    ("BuyTrain", "source"): _ids(lambda title: {"bank", "pool", *title.companies}),
    ("AcquirePrivate", "use"): _choice("token", "discount"),
    ("MoveToken", "to"): _choice("available", "exchange"),
    ("MoveCertificate", "to"): _choice("top", "bottom"),
    ("PayDividend", "payout"): _PAYOUT,
    ("PayDividend", "extra"): _PAYOUT,
    ("AcquireMinor", "token"): _choice("replace", "available", "none"),
}
"""Fields of one kind of action."""


def check(state: GameState, action: Action, path: str = "action") -> None:
    """Refuses an action with a word or number that no state of this title would accept.

    Raises:
        RequestError: ID_UNKNOWN or VALUE, with the path of the field.
    """
    kind = type(action).__name__
    for name, where, value in _values(action, f"{path}.{snake(kind)}"):
        known = BY_KIND.get((kind, name)) or BY_FIELD.get(name)
        if known is not None and value not in known.values(state):
            text = f"{where}: {value!r} is not known or not allowed here"
            raise RequestError(known.reason, text, where, field=where, value=value)


def _values(action: Action, path: str) -> Iterator[tuple[str, str, Any]]:
    """Every single value of an action: name of its field, path, value; what is left out where it may be is not."""
    for field in fields(action):
        value = getattr(action, field.name)
        if value == field.default == "":
            continue
        for single in value if isinstance(value, tuple) else (value,):
            yield field.name, f"{path}.{field.name}", single
    for index, run in enumerate(getattr(action, "runs", ())):
        yield "train", f"{path}.runs[{index}].train", run.train
        for hex_id, _ in run.stops:
            yield "hex", f"{path}.runs[{index}].stops", hex_id

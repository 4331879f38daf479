"""Words and numbers that an action may carry in any state: ids of the title, choices, ranges."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from typing import Any, get_args

from broadgauge.v1.reasons_pb2 import Reason
from broadgauge_engine.actions import Action, RunTrains
from broadgauge_engine.routes import Run
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


SHOWN = 12
"""Ids that a message lists at most."""
MOST_RUNS = 12
MOST_STOPS = 100
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
    "declared": _MONEY,
    "declared_mail": _MONEY,
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
    kind, vocabularies = _KINDS[type(action)]
    for name, omitted, known in vocabularies:
        value = getattr(action, name)
        if value == omitted == "":
            continue
        values = known.values(state)
        for single in value if isinstance(value, tuple) else (value,):
            if single not in values:
                where = f"{path}.{kind}.{name}"
                raise RequestError(
                    known.reason, f"{where}: {expectation(single, values)}", where, field=where, value=single
                )
    if isinstance(action, RunTrains):
        check_runs(state, action.runs, f"{path}.{kind}.runs")


def _of_kind(kind: type[Any]) -> tuple[str, tuple[tuple[str, Any, Vocabulary], ...]]:
    """A kind of action as in messages, and of its fields that have a vocabulary: name, default, vocabulary."""
    known = {field: BY_KIND.get((kind.__name__, field.name)) or BY_FIELD.get(field.name) for field in fields(kind)}
    return snake(kind.__name__), tuple((field.name, field.default, words) for field, words in known.items() if words)


_KINDS = {kind: _of_kind(kind) for kind in get_args(Action)}


def check_runs(state: GameState, runs: Sequence[Run], path: str) -> None:
    """Refuses runs with a word that no state of this title would accept, and more of them than any company could make.

    Raises:
        RequestError: ID_UNKNOWN or VALUE, with the path of the field.
    """
    _at_most(MOST_RUNS, runs, path)
    for index, run in enumerate(runs):
        place = f"{path}[{index}]"
        _at_most(MOST_STOPS, run.stops, f"{place}.stops")
        _at_most(MOST_STOPS, run.legs, f"{place}.legs")
        for leg in run.legs:
            _at_most(MOST_STOPS, leg, f"{place}.legs.sides")
        stops = [("hex", f"{place}.stops[{number}].hex", stop[0]) for number, stop in enumerate(run.stops)]
        for name, where, value in [("train", f"{place}.train", run.train), *stops]:
            known = BY_FIELD[name].values(state)
            if value not in known:
                text = f"{where}: {expectation(value, known)}"
                raise RequestError(Reason.REASON_ID_UNKNOWN, text, where, field=where, value=value)


def _at_most(most: int, entries: Sequence[object], where: str) -> None:
    if len(entries) > most:
        text = f"{where}: at most {most}, not {len(entries)}"
        raise RequestError(Reason.REASON_VALUE, text, where, field=where, value=len(entries))


def expectation(value: object, known: Collection[Any]) -> str:
    """What a value should have been, as far as that can be said in a line."""
    if isinstance(known, range):
        return f"{value!r} is not from {known[0]} to {known[-1]}"
    if isinstance(known, tuple):
        return f"{value!r} is not one of {', '.join(known)}"
    some = ", ".join(islice(known, SHOWN))
    more = f", and {len(known) - SHOWN} more" if len(known) > SHOWN else ""
    return f"there is no {value!r} in this game; there are {some}{more}"

"""Actions and events survive the way to a message and back."""

from dataclasses import fields
from typing import Any, get_args, get_type_hints

import pytest

from broadgauge.v1 import record_pb2
from broadgauge_engine.actions import Action
from broadgauge_engine.events import Event, TrainDiscarded
from broadgauge_engine.reasons import Reason
from broadgauge_engine.record import GameRecord, Removals, Setup
from broadgauge_engine.routes import Run
from broadgauge_engine.rule_options import RuleOptions
from broadgauge_engine.title import load_title
from broadgauge_engine.title.model import CITY, OFFBOARD, TOWN
from broadgauge_server.conversion.actions import action_from_message, action_to_message, event_to_message
from broadgauge_server.conversion.names import snake
from broadgauge_server.conversion.records import record_from_message, record_to_message
from broadgauge_server.vocabulary import BY_FIELD, BY_KIND

RUNS = (
    Run("2", False, (("M38", CITY + 3), ("M36", TOWN)), (("M36.0",),)),
    Run("L", True, (("H37", CITY), ("Q44", OFFBOARD)), ((),)),
)
SAMPLES: dict[Any, Any] = {
    int: 3,
    bool: True,
    str: "M14",
    int | str: "M14",
    tuple[str, ...]: ("P8", "P10"),
    tuple[int, ...]: (2, 1),
    tuple[Run, ...]: RUNS,
    Reason: Reason.NO_CASH,
}
WORDS = {"item": "P8", "private": "P8", "hex": "M38", "kind": "2", "cause": "sold", "to": "available"}
"""Texts that stand for something in the box, by the name of their field."""


def sample(kind: type[Any]) -> Any:
    """A value of a dataclass with every field set."""
    hints = get_type_hints(kind)
    values = {field.name: SAMPLES[hints[field.name]] for field in fields(kind)}
    words = {name: word for name, word in WORDS.items() if hints.get(name) is str}
    if kind is TrainDiscarded:
        words["to"] = "pool"
    return kind(**{**values, **words, **({"trains": ("2", "P+")} if "trains" in values else {})})


@pytest.mark.parametrize("kind", get_args(Action), ids=lambda kind: kind.__name__)
def test_an_action_survives(kind: type[Any]) -> None:
    """Dataclass to message, over the wire, and back gives an equal action."""
    action = sample(kind)
    message = action_to_message(action)
    received = type(message).FromString(message.SerializeToString())

    assert action_from_message(received) == action


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_an_event_carries_its_fields(kind: type[Any]) -> None:
    """Every field of an event arrives in its message, with an English text."""
    event = sample(kind)
    message = event_to_message(event, 4, 1, load_title("1822"))
    payload = getattr(message, snake(kind.__name__))
    carried = {field.name for field, _ in payload.ListFields()}

    assert carried == {field.name for field in fields(kind)}
    assert (message.revision, message.index) == (4, 1)
    assert message.text


@pytest.mark.parametrize("kind", get_args(Action), ids=lambda kind: kind.__name__)
def test_every_field_has_a_vocabulary(kind: type[Any]) -> None:
    """Ids, choices and numbers of an action are checked before the rules see them."""
    hints = get_type_hints(kind)
    unchecked = [
        field.name
        for field in fields(kind)
        if hints[field.name] not in (bool, tuple[Run, ...])
        and field.name not in BY_FIELD
        and (kind.__name__, field.name) not in BY_KIND
    ]

    assert unchecked == []


def test_a_record_survives() -> None:
    """Set-up, rule options, removals and actions come back equal."""
    options = RuleOptions.recorded(plus_expansion=True)
    actions = tuple(sample(kind) for kind in get_args(Action))
    removals = Removals(("M5", "LNWR"), 3, 2, 1)
    record = GameRecord(Setup("1822", ("Ada", "Bertram", "Clara"), 2**40, options, removals), actions)
    message = record_to_message(record)
    received = record_pb2.GameRecord.FromString(message.SerializeToString())

    assert record_from_message(received, 100) == record

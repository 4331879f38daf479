"""The protos are clean, and say the same as the engine."""

import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from broadgauge.v1 import actions_pb2, events_pb2, reasons_pb2, title_pb2
from broadgauge_engine import actions, events
from broadgauge_engine.options import Reason
from broadgauge_engine.title import TITLES, load_title
from broadgauge_server.conversion.names import snake
from broadgauge_server.conversion.power_texts import power_text
from broadgauge_server.conversion.rule_options import option_cards
from broadgauge_server.statuses import RULES_FROM

ACTIONS = get_args(actions.Action)
EVENTS = get_args(events.Event)


def test_buf_lint_is_clean(repository: Path) -> None:
    """STANDARD and COMMENTS, as ``proto/buf.yaml`` says, find nothing."""
    buf = Path(sys.executable).parent / "buf"
    result = subprocess.run([buf, "lint"], cwd=repository / "proto", capture_output=True, text=True, check=False)

    assert result.stdout + result.stderr == ""
    assert result.returncode == 0


@pytest.mark.parametrize("kind", [*ACTIONS, *EVENTS], ids=lambda kind: kind.__name__)
def test_every_dataclass_has_its_message(kind: type) -> None:
    """A message of the same name has the same fields in the same order, and its union a field for it."""
    module, union = (actions_pb2, "Action") if kind in ACTIONS else (events_pb2, "Event")
    descriptor = module.DESCRIPTOR.message_types_by_name[kind.__name__]
    field = module.DESCRIPTOR.message_types_by_name[union].fields_by_name[snake(kind.__name__)]

    assert [part.name for part in descriptor.fields] == [part.name for part in fields(kind)]
    assert field.message_type is descriptor
    assert field.containing_oneof is not None


@pytest.mark.parametrize(
    ("module", "union", "kinds"), [(actions_pb2, "Action", ACTIONS), (events_pb2, "Event", EVENTS)]
)
def test_no_message_lacks_its_dataclass(module: object, union: str, kinds: tuple[type, ...]) -> None:
    """The oneof has exactly the kinds of the engine."""
    message = module.DESCRIPTOR.message_types_by_name[union]  # type: ignore[attr-defined]
    (oneof,) = message.oneofs

    assert {field.name for field in oneof.fields} == {snake(kind.__name__) for kind in kinds}


def test_reasons_are_those_of_the_engine() -> None:
    """Reasons from 100 on are the engine's, no more and no fewer."""
    names = {
        value.name.removeprefix("REASON_")
        for value in reasons_pb2.Reason.DESCRIPTOR.values
        if value.number >= RULES_FROM
    }

    assert names == {reason.name for reason in Reason}


def test_reasons_fit_error_info() -> None:
    """Names are at most 63 characters, the limit of `google.rpc.ErrorInfo`."""
    names = [value.name.removeprefix("REASON_") for value in reasons_pb2.Reason.DESCRIPTOR.values]

    assert max(map(len, names)) <= 63


@pytest.mark.parametrize("title_id", TITLES)
def test_every_private_is_explained(title_id: str) -> None:
    """Every private company of every title has a sentence, with its numbers filled in."""
    texts = [power_text(private) for private in load_title(title_id).privates.values()]

    assert all(text.endswith(".") and "{" not in text for text in texts)


@pytest.mark.parametrize("title_id", TITLES)
def test_every_rule_option_is_explained(title_id: str) -> None:
    """Each option of a title has at least two values, the recorded one among them, and a sentence in one line."""
    cards = option_cards(load_title(title_id))

    assert cards
    for card in cards:
        assert isinstance(card, title_pb2.RuleOptionCard)
        assert len(card.values) >= 2
        assert card.recorded in card.values
        assert card.description.endswith(".")
        assert "\n" not in card.description
        assert "  " not in card.description

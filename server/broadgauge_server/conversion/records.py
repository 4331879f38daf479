"""Set-ups and records: message to engine and back."""

from __future__ import annotations

from broadgauge.v1 import record_pb2
from broadgauge.v1.reasons_pb2 import Reason
from broadgauge_engine.record import RULES_VERSION, GameRecord, Removals, Setup
from broadgauge_engine.rule_options import RuleOptionError, RuleOptions

from ..errors import RequestError
from .actions import action_from_message, action_to_message
from .rule_options import check_values

_PRESETS = {
    record_pb2.RuleOptions.PRESET_UNSPECIFIED: "rulebook",
    record_pb2.RuleOptions.PRESET_RULEBOOK: "rulebook",
    record_pb2.RuleOptions.PRESET_RECORDED: "recorded",
}
_BOOLEANS = {"true": True, "false": False}
_BOOLEAN_NAMES = {value: name for name, value in _BOOLEANS.items()}


def setup_from_message(message: record_pb2.GameSetup, path: str = "setup") -> Setup:
    """The set-up that a message describes; whether the title allows it is for the engine to say.

    Raises:
        RequestError: a rule option is wrong.
    """
    return Setup(
        title=message.title,
        players=tuple(message.players),
        seed=message.seed,
        options=options_from_message(message.options, message.title, f"{path}.options"),
        removals=_removals(message.removals),
    )


def _removals(message: record_pb2.Removals) -> Removals:
    return Removals(tuple(message.named), message.drawn_minors, message.drawn_majors, message.drawn_privates)


def options_from_message(message: record_pb2.RuleOptions, title_id: str, path: str) -> RuleOptions:
    """The rule options that a message describes for a title.

    Raises:
        RequestError: unknown preset, option or value.
    """
    values = {name: _BOOLEANS.get(value, value) for name, value in message.values.items()}
    values["preset"] = _PRESETS.get(message.preset, str(message.preset))
    try:
        check_values(message.values, title_id)
        return RuleOptions.from_mapping(values)
    except RuleOptionError as error:
        raise RequestError(Reason.REASON_RULE_OPTION, f"{path}: {error}", path, message=error) from error


def setup_to_message(setup: Setup) -> record_pb2.GameSetup:
    """The message for a set-up, its options relative to the rulebook."""
    values = {name: _BOOLEAN_NAMES.get(value, value) for name, value in setup.options.to_mapping().items()}
    options = record_pb2.RuleOptions(preset=record_pb2.RuleOptions.PRESET_RULEBOOK, values=values)
    out = setup.removals
    return record_pb2.GameSetup(
        title=setup.title,
        players=setup.players,
        seed=setup.seed,
        options=options,
        removals=record_pb2.Removals(
            named=out.named,
            drawn_minors=out.drawn_minors,
            drawn_majors=out.drawn_majors,
            drawn_privates=out.drawn_privates,
        )
        if out
        else None,
    )


def record_from_message(message: record_pb2.GameRecord, limit: int, path: str = "record") -> GameRecord:
    """The record that a message holds, with at most ``limit`` actions.

    Raises:
        RequestError: something in it is missing, malformed, or of other rules.
    """
    if not message.HasField("setup"):
        text = f"{path}: the record has no set-up"
        raise RequestError(Reason.REASON_RECORD_MALFORMED, text, f"{path}.setup", field=f"{path}.setup")
    if message.rules_version not in (0, RULES_VERSION):
        raise RequestError(
            Reason.REASON_RULES_VERSION,
            f"{path}: rules version {message.rules_version} is not supported, only {RULES_VERSION}",
            f"{path}.rules_version",
            rules_version=message.rules_version,
            supported=RULES_VERSION,
        )
    if len(message.actions) > limit:
        text = f"{path}: more than {limit} actions"
        raise RequestError(Reason.REASON_RECORD_MALFORMED, text, f"{path}.actions", field=f"{path}.actions")
    setup = setup_from_message(message.setup, f"{path}.setup")
    actions = tuple(
        action_from_message(action, f"{path}.actions[{index}]") for index, action in enumerate(message.actions)
    )
    return GameRecord(setup, actions)


def record_to_message(record: GameRecord) -> record_pb2.GameRecord:
    """The message for a record."""
    return record_pb2.GameRecord(
        rules_version=RULES_VERSION,
        setup=setup_to_message(record.setup),
        actions=map(action_to_message, record.actions),
    )

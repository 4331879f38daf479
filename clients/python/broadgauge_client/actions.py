"""Actions from their parts."""

from __future__ import annotations

from collections.abc import Mapping

from google.protobuf.message import Message

from broadgauge.v1.actions_pb2 import Action
from broadgauge.v1.options_pb2 import ActionOption

KINDS: Mapping[str, str] = {
    field.message_type.name: field.name for field in Action.DESCRIPTOR.fields if field.message_type
}
"""Message names of the kinds of actions to their field names in `Action`."""


def wrap(message: Message) -> Action:
    """An `Action` from one of its kinds, for example ``wrap(PlaceBid(player=1, item="M24", amount=100))``.

    Raises:
        TypeError: it is something else.
    """
    if isinstance(message, ActionOption):
        return message.action
    if isinstance(message, Action):
        return message
    if not isinstance(message, Message) or message.DESCRIPTOR.name not in KINDS:
        raise TypeError(f"an option, an Action or one of its kinds, such as Pass(player=1), not {message!r}")
    action = Action()
    getattr(action, KINDS[message.DESCRIPTOR.name]).CopyFrom(message)
    return action


def with_numbers(option: ActionOption, numbers: Mapping[str, int]) -> Action:
    """An option's action with some of its numbers changed.

    Raises:
        ValueError: the option has no such number, or the value is outside of its domain.
    """
    domains = {domain.field: domain for domain in option.domains}
    action = Action()
    action.CopyFrom(option.action)
    for field, value in numbers.items():
        domain = domains.get(field)
        if domain is None:
            raise ValueError(f"{field} cannot be chosen here; {_choices(option)}")
        if value not in range(domain.minimum, domain.maximum + 1, domain.step):
            raise ValueError(f"{field} cannot be {value}; {_choices(option)}")
        setattr(getattr(action, kind(action)), field, value)
    return action


def kind(action: Action) -> str:
    """The kind of an action, for example ``place_bid``."""
    return action.WhichOneof("action") or ""


def _choices(option: ActionOption) -> str:
    texts = [f"{d.field} from {d.minimum} to {d.maximum} in steps of {d.step}" for d in option.domains]
    return "to choose: " + ("; ".join(texts) or "nothing")

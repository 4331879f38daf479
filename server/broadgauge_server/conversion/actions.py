"""Actions and events: dataclass to message and back, by name."""

from __future__ import annotations

from typing import get_args

from broadgauge.v1 import actions_pb2, events_pb2
from broadgauge.v1.reasons_pb2 import Reason
from broadgauge_engine.actions import Action
from broadgauge_engine.event_text import text
from broadgauge_engine.events import Event
from broadgauge_engine.title import Title

from ..errors import RequestError
from .names import UnknownEndError, shapes

_ACTIONS = shapes(get_args(Action))
_EVENTS = shapes(get_args(Event))
_BY_FIELD = {shape.field: shape for shape in _ACTIONS.values()}

KINDS = {shape.field: kind for kind, shape in _ACTIONS.items()}
"""Field names of ``Action.action`` to classes."""


def action_to_message(action: Action) -> actions_pb2.Action:
    """The message for an action."""
    shape = _ACTIONS[type(action)]
    return actions_pb2.Action(**{shape.field: shape.to_plain(action)})  # type: ignore[arg-type]


def action_from_message(message: actions_pb2.Action, path: str = "action") -> Action:
    """The action that a message stands for.

    Raises:
        RequestError: no kind is set, the kind is unknown, or a run names an unknown end.
    """
    field = message.WhichOneof("action")
    if field is None:
        raise RequestError(
            Reason.REASON_ACTION_KIND_UNSUPPORTED,
            f"{path}: no action of a known kind is set",
            path,
            field=path,
        )
    try:
        action: Action = _BY_FIELD[field].from_message(getattr(message, field))
    except UnknownEndError as error:
        where = f"{path}.{field}.runs{error.place}"
        raise RequestError(Reason.REASON_VALUE, f"{where}: {error}", where, field=where, value=error.end) from error
    return action


def event_to_message(event: Event, revision: int, index: int, title: Title) -> events_pb2.Event:
    """The message for an event, with its English text."""
    shape = _EVENTS[type(event)]
    payload = {shape.field: shape.to_plain(event)}
    return events_pb2.Event(revision=revision, index=index, text=text(event, title), **payload)  # type: ignore[arg-type]

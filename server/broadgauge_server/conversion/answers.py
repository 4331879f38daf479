"""Parts that many answers share: where the game stands, options, refusals, events, the view."""

from __future__ import annotations

from collections.abc import Iterable

from broadgauge.v1 import events_pb2, options_pb2, record_pb2, view_pb2
from broadgauge_engine import engine
from broadgauge_engine.events import Event
from broadgauge_engine.options import Option, Refusal, Unavailable
from broadgauge_engine.state.model import GameState
from broadgauge_engine.title import Title
from broadgauge_engine.view import view

from ..errors import rule_reason
from ..situation import Situation
from .actions import action_to_message, event_to_message
from .masks import mask_tree, picked
from .names import snake


def status_message(situation: Situation, snapshot: bytes | None = None) -> record_pb2.GameStatus:
    """Where the game stands, with the snapshot if the caller does not have it yet."""
    status = record_pb2.GameStatus(
        revision=situation.revision,
        etag=situation.etag,
        finished=situation.state.finished,
        end_reason=situation.state.end_reason,
    )
    if snapshot is not None:
        status.snapshot.data = snapshot
    decision = engine.decision(situation.state)
    if decision is not None:
        told = status.decision
        told.player, told.company, told.step, told.text = (
            decision.player,
            decision.company,
            decision.step,
            decision.text,
        )
    return status


def option_message(option: Option) -> options_pb2.ActionOption:
    """The message for an option."""
    return options_pb2.ActionOption(
        action=action_to_message(option.action),
        label=option.label,
        paragraph=option.paragraph,
        domains=[
            options_pb2.Domain(field=one.field, minimum=one.minimum, maximum=one.maximum, step=one.step)
            for one in option.domains
        ],
        asks=option.asks,
    )


def unavailable_message(unavailable: Unavailable) -> options_pb2.Unavailable:
    """The message for something that cannot be done."""
    return options_pb2.Unavailable(kind=snake(unavailable.kind), refusal=refusal_message(unavailable.refusal))


def refusal_message(refusal: Refusal) -> options_pb2.Refusal:
    """The message for a refusal."""
    return options_pb2.Refusal(
        reason=rule_reason(refusal.reason),
        subject=refusal.subject,
        paragraph=refusal.paragraph,
        text=refusal.text,
    )


def event_messages(events: Iterable[Event], revision: int, title: Title) -> list[events_pb2.Event]:
    """The messages for the events of one action."""
    return [event_to_message(event, revision, index, title) for index, event in enumerate(events)]


def view_message(state: GameState, paths: Iterable[str] = ()) -> view_pb2.GameView:
    """The table as a message, or only the parts of it to which the paths of a mask lead.

    Raises:
        RequestError: a path leads to nothing.
    """
    tree = mask_tree(paths, view_pb2.GameView.DESCRIPTOR)
    return view_pb2.GameView(**picked(view(state), tree))

"""`ActionService`."""

from __future__ import annotations

import grpc

from broadgauge.v1 import action_service_pb2 as messages
from broadgauge.v1 import events_pb2, record_pb2
from broadgauge.v1.action_service_pb2_grpc import ActionServiceServicer
from broadgauge.v1.reasons_pb2 import Reason

from ..commands.submit_actions import Outcome, require_etag, submit_actions
from ..conversion.actions import action_from_message
from ..conversion.answers import event_messages, refusal_message, status_message
from ..errors import RequestError, refused
from ..positions import Positions
from .positions import situation_of


class ActionService(ActionServiceServicer):
    """Do something."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    def SubmitAction(
        self, request: messages.SubmitActionRequest, context: grpc.ServicerContext
    ) -> messages.SubmitActionResponse:
        """Carries out one action."""
        situation = situation_of(self._positions, request.position)
        require_etag(situation, request.expected_etag)
        actions = [action_from_message(request.action)]
        outcome = submit_actions(situation, actions, ["action"])
        if outcome.refusal is not None:
            raise refused(outcome.refusal)
        status = self._status(outcome, request.position)
        return messages.SubmitActionResponse(status=status, events=_events(outcome, situation.revision))

    def SubmitActions(
        self, request: messages.SubmitActionsRequest, context: grpc.ServicerContext
    ) -> messages.SubmitActionsResponse:
        """Carries out several actions and stops at the first that is refused."""
        count, most = len(request.actions), self._positions.action_limit
        if not 0 < count <= most:
            text = f"actions: 1 to {most} may be given, not {count}"
            raise RequestError(Reason.REASON_VALUE, text, "actions", field="actions", value=count)
        situation = situation_of(self._positions, request.position)
        require_etag(situation, request.expected_etag)
        paths = [f"actions[{index}]" for index in range(count)]
        actions = [action_from_message(*pair) for pair in zip(request.actions, paths, strict=True)]
        outcome = submit_actions(situation, actions, paths)
        return messages.SubmitActionsResponse(
            status=self._status(outcome, request.position),
            events=_events(outcome, situation.revision),
            accepted=len(outcome.events),
            refusal=refusal_message(outcome.refusal) if outcome.refusal else None,
        )

    def _status(self, outcome: Outcome, position: record_pb2.Position) -> record_pb2.GameStatus:
        """Where the game stands, with a snapshot that follows from the one in the request if there was one."""
        snapshot = self._positions.kept_snapshot(outcome.situation, position.snapshot.data, outcome.lines)
        return status_message(outcome.situation, snapshot)


def _events(outcome: Outcome, base: int) -> list[events_pb2.Event]:
    title = outcome.situation.state.title
    return [
        message
        for revision, events in enumerate(outcome.events, base + 1)
        for message in event_messages(events, revision, title)
    ]

"""`GameService`."""

from __future__ import annotations

from collections.abc import Iterator

import grpc

from broadgauge.v1 import game_service_pb2 as messages
from broadgauge.v1.game_service_pb2_grpc import GameServiceServicer
from broadgauge_engine.record import GameRecord

from ..commands.import_game import exported_file, import_game
from ..commands.replay_game import replay_game
from ..conversion.actions import action_to_message
from ..conversion.answers import event_messages, status_message, view_message
from ..conversion.imports import report_message
from ..conversion.records import record_from_message, record_to_message, setup_from_message
from ..positions import Positions
from .positions import answer_status, situation_of


class GameService(GameServiceServicer):
    """Games as a whole."""

    def __init__(self, positions: Positions, action_limit: int) -> None:
        self._positions = positions
        self._action_limit = action_limit

    def CreateGame(
        self, request: messages.CreateGameRequest, context: grpc.ServicerContext
    ) -> messages.CreateGameResponse:
        """Sets a game up."""
        setup = setup_from_message(request.setup)
        situation = self._positions.of_setup(setup)
        return messages.CreateGameResponse(
            record=record_to_message(GameRecord(setup, ())),
            status=status_message(situation, self._positions.kept_snapshot(situation)),
        )

    def GetGameView(
        self, request: messages.GetGameViewRequest, context: grpc.ServicerContext
    ) -> messages.GetGameViewResponse:
        """Shows everything on the table."""
        situation = situation_of(self._positions, request.position)
        return messages.GetGameViewResponse(
            status=answer_status(self._positions, situation, request.position),
            view=view_message(situation.state, request.read_mask.paths),
        )

    def ReplayGame(
        self, request: messages.ReplayGameRequest, context: grpc.ServicerContext
    ) -> Iterator[messages.ReplayGameResponse]:
        """Plays a record again."""
        record = record_from_message(request.record, self._action_limit)
        for situation, events in replay_game(record, request.start_revision):
            yield messages.ReplayGameResponse(
                action=action_to_message(record.actions[situation.revision - 1]),
                events=event_messages(events, situation.revision, situation.state.title),
                status=status_message(situation),
                view=view_message(situation.state) if request.include_view else None,
            )

    def ImportGame(
        self, request: messages.ImportGameRequest, context: grpc.ServicerContext
    ) -> messages.ImportGameResponse:
        """Takes over a game file."""
        found = import_game(
            request.content,
            self._action_limit,
            partial=request.allow_partial,
            as_written=request.revenue_as_written,
        )
        return messages.ImportGameResponse(
            record=record_to_message(found.record),
            status=status_message(found.situation, self._positions.kept_snapshot(found.situation)),
            report=report_message(found),
        )

    def ExportGame(
        self, request: messages.ExportGameRequest, context: grpc.ServicerContext
    ) -> messages.ExportGameResponse:
        """Writes a game file."""
        record = record_from_message(request.record, self._action_limit)
        self._positions.of_record(record)
        return messages.ExportGameResponse(content=exported_file(record))

"""The gRPC server: services, interceptors, health and reflection on one port."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from broadgauge.v1 import (
    action_service_pb2,
    action_service_pb2_grpc,
    catalog_service_pb2,
    catalog_service_pb2_grpc,
    game_service_pb2,
    game_service_pb2_grpc,
    legal_action_service_pb2,
    legal_action_service_pb2_grpc,
)

from .interceptors.call_log import CallLog
from .interceptors.error_answers import ErrorAnswers
from .interceptors.wire import Wire
from .logs import Logger
from .positions import Positions
from .services.action import ActionService
from .services.catalog import CatalogService
from .services.game import GameService
from .services.legal_action import LegalActionService
from .settings import MEBIBYTE, Settings
from .states import RecentStates

SERVICES = tuple(
    module.DESCRIPTOR.services_by_name[name].full_name
    for module, name in (
        (action_service_pb2, "ActionService"),
        (catalog_service_pb2, "CatalogService"),
        (game_service_pb2, "GameService"),
        (legal_action_service_pb2, "LegalActionService"),
    )
)
_ALL = ("", *SERVICES)


class ListenError(OSError):
    """The address cannot be listened on."""


class Server:
    """A server that can be started and stopped once.

    Args:
        settings: How it runs.
        logger: Where its log goes.

    Raises:
        ListenError: the address is in use, or not ours.
    """

    def __init__(self, settings: Settings, logger: Logger) -> None:
        self._settings = settings
        self._logger = logger
        self._health = health.HealthServicer()
        self._server = self._make()
        try:
            self.port = self._server.add_insecure_port(settings.address)
        except RuntimeError as error:
            raise ListenError(f"cannot listen on {settings.address}: is another server running there?") from error

    @property
    def address(self) -> str:
        """Host and port on which it listens."""
        return f"{self._settings.host}:{self.port}"

    def start(self) -> None:
        """Begins to serve."""
        self._server.start()
        self._set_health(health_pb2.HealthCheckResponse.SERVING)
        self._logger.info("serving", address=self.address, threads=self._settings.threads)

    def stop(self) -> None:
        """Takes no new calls, lets running ones finish within the grace time, then returns."""
        self._set_health(health_pb2.HealthCheckResponse.NOT_SERVING)
        self._logger.info("stopping", grace_seconds=self._settings.grace_seconds)
        self._server.stop(self._settings.grace_seconds).wait()
        self._logger.info("stopped")

    def _make(self) -> grpc.Server:
        settings, logger = self._settings, self._logger
        size = settings.message_mebibytes * MEBIBYTE
        server = grpc.server(
            ThreadPoolExecutor(settings.threads, thread_name_prefix="call"),
            interceptors=[CallLog(logger), ErrorAnswers(logger), Wire()],
            maximum_concurrent_rpcs=settings.threads + settings.waiting,
            options=[
                ("grpc.so_reuseport", 0),
                ("grpc.max_receive_message_length", size),
                ("grpc.max_send_message_length", size),
            ],
        )
        positions = Positions(RecentStates(settings.recent_states), settings.keys())
        action_service_pb2_grpc.add_ActionServiceServicer_to_server(ActionService(positions), server)
        catalog_service_pb2_grpc.add_CatalogServiceServicer_to_server(CatalogService(), server)
        game_service_pb2_grpc.add_GameServiceServicer_to_server(GameService(positions), server)
        legal_action_service_pb2_grpc.add_LegalActionServiceServicer_to_server(LegalActionService(positions), server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        reflection.enable_server_reflection((*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME), server)
        return server

    def _set_health(self, status: int) -> None:
        for service in _ALL:
            self._health.set(service, status)

"""All services, and what they need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import grpc

from broadgauge.v1 import (
    action_service_pb2,
    action_service_pb2_grpc,
    catalog_service_pb2,
    catalog_service_pb2_grpc,
    game_service_pb2,
    game_service_pb2_grpc,
    legal_action_service_pb2,
    legal_action_service_pb2_grpc,
    picture_service_pb2,
    picture_service_pb2_grpc,
    route_service_pb2,
    route_service_pb2_grpc,
)

from ..interceptors.around import Handler, Interceptor
from ..metrics import Metrics
from ..positions import Positions
from ..searches import Searches
from ..settings import Settings
from .action import ActionService
from .catalog import CatalogService
from .game import GameService
from .legal_action import LegalActionService
from .picture import PictureService
from .route import RouteService

SERVICES = tuple(
    module.DESCRIPTOR.services_by_name[name].full_name
    for module, name in (
        (action_service_pb2, "ActionService"),
        (catalog_service_pb2, "CatalogService"),
        (game_service_pb2, "GameService"),
        (legal_action_service_pb2, "LegalActionService"),
        (picture_service_pb2, "PictureService"),
        (route_service_pb2, "RouteService"),
    )
)
"""Full names of the services."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What the services share."""

    positions: Positions
    searches: Searches
    metrics: Metrics


def add_services(server: grpc.Server, shared: Shared, settings: Settings, interceptors: Sequence[Interceptor]) -> None:
    """Adds every service to a server, with interceptors around it, the outermost first."""
    inside: Any = _Wrapping(server, interceptors)
    positions = shared.positions
    routes = RouteService(positions, shared.searches, shared.metrics, settings.route_seconds)
    action_service_pb2_grpc.add_ActionServiceServicer_to_server(ActionService(positions), inside)
    catalog_service_pb2_grpc.add_CatalogServiceServicer_to_server(CatalogService(), inside)
    game_service_pb2_grpc.add_GameServiceServicer_to_server(GameService(positions, settings.record_actions), inside)
    legal_action_service_pb2_grpc.add_LegalActionServiceServicer_to_server(LegalActionService(positions), inside)
    picture_service_pb2_grpc.add_PictureServiceServicer_to_server(PictureService(positions), inside)
    route_service_pb2_grpc.add_RouteServiceServicer_to_server(routes, inside)


class _Wrapping:
    """Takes a server's place while services are added, and passes handlers on with the interceptors around them."""

    def __init__(self, server: grpc.Server, interceptors: Sequence[Interceptor]) -> None:
        self._server = server
        self._interceptors = interceptors

    def add_generic_rpc_handlers(self, handlers: Sequence[grpc.GenericRpcHandler]) -> None:
        """Does nothing: the same handlers come with their names in the next call."""

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Handler]) -> None:
        """Adds the methods of one service."""
        wrapped = {name: self._wrapped(handler, f"/{service}/{name}") for name, handler in handlers.items()}
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, wrapped),))
        self._server.add_registered_method_handlers(service, wrapped)

    def _wrapped(self, handler: Handler, method: str) -> Handler:
        for interceptor in reversed(self._interceptors):
            handler = interceptor.wrapped(handler, method)
        return handler

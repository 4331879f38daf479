"""All services, and what they need."""

from __future__ import annotations

from dataclasses import dataclass

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
    route_service_pb2,
    route_service_pb2_grpc,
)

from ..metrics import Metrics
from ..positions import Positions
from ..searches import Searches
from ..settings import Settings
from .action import ActionService
from .catalog import CatalogService
from .game import GameService
from .legal_action import LegalActionService
from .route import RouteService

SERVICES = tuple(
    module.DESCRIPTOR.services_by_name[name].full_name
    for module, name in (
        (action_service_pb2, "ActionService"),
        (catalog_service_pb2, "CatalogService"),
        (game_service_pb2, "GameService"),
        (legal_action_service_pb2, "LegalActionService"),
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


def add_services(server: grpc.Server, shared: Shared, settings: Settings) -> None:
    """Adds every service to a server."""
    positions = shared.positions
    routes = RouteService(positions, shared.searches, shared.metrics, settings.route_seconds)
    action_service_pb2_grpc.add_ActionServiceServicer_to_server(ActionService(positions), server)
    catalog_service_pb2_grpc.add_CatalogServiceServicer_to_server(CatalogService(), server)
    game_service_pb2_grpc.add_GameServiceServicer_to_server(GameService(positions, settings.record_actions), server)
    legal_action_service_pb2_grpc.add_LegalActionServiceServicer_to_server(LegalActionService(positions), server)
    route_service_pb2_grpc.add_RouteServiceServicer_to_server(routes, server)

"""The Python client of Broadgauge: sessions, bots and the command line."""

from .actions import wrap
from .bots import CarefulBot, RandomBot
from .connection import Connection, Tls
from .errors import BadRequest, BroadgaugeError, Conflict, IllegalAction, ServerFailure
from .session import GameSession

__all__ = [
    "BadRequest",
    "BroadgaugeError",
    "CarefulBot",
    "Conflict",
    "Connection",
    "GameSession",
    "IllegalAction",
    "RandomBot",
    "ServerFailure",
    "Tls",
    "wrap",
]

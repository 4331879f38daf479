"""The Python client of Broadgauge: sessions, bots and the command line."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .actions import wrap
    from .bots import CarefulBot, RandomBot, ShrewdBot
    from .connection import Connection, Tls
    from .errors import BadRequest, BroadgaugeError, Conflict, IllegalAction, NoServer, ServerFailure
    from .session import GameSession

__all__ = [
    "BadRequest",
    "BroadgaugeError",
    "CarefulBot",
    "Conflict",
    "Connection",
    "GameSession",
    "IllegalAction",
    "NoServer",
    "RandomBot",
    "ServerFailure",
    "ShrewdBot",
    "Tls",
    "wrap",
]

_HOMES = {
    "wrap": "actions",
    "CarefulBot": "bots",
    "RandomBot": "bots",
    "ShrewdBot": "bots",
    "Connection": "connection",
    "Tls": "connection",
    "GameSession": "session",
}
"""Modules of the names above; the others are in `errors`. They are loaded when they are first asked for, so that the
command can say what is missing where the packages of the extra `client` are not installed."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f".{_HOMES.get(name, 'errors')}", __name__), name)
    except ModuleNotFoundError as error:
        text = f"{error}; install the extra: pip install 'broadgauge[client]'"
        raise ModuleNotFoundError(text, name=error.name) from error

"""One of several processes that share a port."""

from __future__ import annotations

import signal
import sys
from multiprocessing.connection import Connection
from threading import Event, Thread

from .interpreter import tune
from .logs import make_logger
from .server import Server
from .settings import Settings
from .waiting import wait_for

READY = "ready"
FAILED = 5


def serve(settings: Settings, supervisor: Connection) -> None:
    """Serves until SIGTERM, or until the supervisor is gone; tells it once when it is ready."""
    stopping, hurry = Event(), Event()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: (hurry if stopping.is_set() else stopping).set())
    tune()
    try:
        server = Server(settings, make_logger(settings.log_format), shared_port=True)
    except OSError as error:
        print(f"broadgauge: {error}", file=sys.stderr)
        sys.exit(FAILED)
    server.start()
    supervisor.send(READY)
    Thread(target=_watch, args=(supervisor, stopping), daemon=True).start()
    wait_for(stopping)
    server.stop(hurry)


def _watch(supervisor: Connection, stopping: Event) -> None:
    """Stops the worker when the supervisor's end of the pipe closes."""
    try:
        supervisor.recv()
    except (EOFError, OSError):
        stopping.set()

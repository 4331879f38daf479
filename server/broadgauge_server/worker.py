"""One of several processes that share a port."""

from __future__ import annotations

import os
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


def serve(settings: Settings, number: int, supervisor: Connection) -> None:
    """Serves until SIGTERM, or until the supervisor is gone; tells it once when it is ready.

    Args:
        settings: How it runs.
        number: Its number among the workers, which every line of its log tells beside its process.
        supervisor: A pipe to the process that started it.
    """
    stopping, hurry = Event(), Event()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: (hurry if stopping.is_set() else stopping).set())
    tune()
    logger = make_logger(settings.log_format).bind(worker=number, process=os.getpid())
    try:
        server = Server(settings, logger, shared_port=True)
    except OSError as error:
        logger.error("worker cannot serve", problem=str(error))
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

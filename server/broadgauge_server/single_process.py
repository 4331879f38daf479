"""One process that does everything."""

from __future__ import annotations

from threading import Event

from .interpreter import tune
from .logs import Logger
from .metrics import Metrics
from .server import Server
from .settings import Settings
from .side_ports import SidePorts
from .waiting import wait_for


def run(settings: Settings, logger: Logger, stopping: Event, hurry: Event) -> int:
    """Serves until it should stop; the exit status.

    Raises:
        OSError: an address cannot be listened on, or a file is not usable.
    """
    tune()
    metrics = Metrics()
    server = Server(settings, logger, metrics)
    side = SidePorts(settings, metrics.registry)
    try:
        server.start()
        side.set_health(True)
        announce(server.address, side)
        wait_for(stopping)
        side.set_health(False)
        server.stop(hurry)
    finally:
        side.stop()
    return 0


def announce(address: str, side: SidePorts) -> None:
    """Tells on standard output where the server listens."""
    print(f"broadgauge: serving on {address}", flush=True)
    for what, where in side.addresses.items():
        print(f"broadgauge: {what} on {where}", flush=True)

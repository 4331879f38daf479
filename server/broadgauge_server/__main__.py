"""``python -m broadgauge_server``: serves until SIGTERM or SIGINT."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Sequence

from .logs import make_logger
from .server import Server
from .settings import parse

FAILED = 5


def main(arguments: Sequence[str]) -> int:
    """Runs a server; its first line on standard output tells the address. Returns the exit status."""
    settings = parse(arguments)
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    try:
        server = Server(settings, make_logger(settings.log_format))
    except OSError as error:
        print(f"broadgauge: {error}", file=sys.stderr)
        return FAILED
    server.start()
    print(f"broadgauge: serving on {server.address}", flush=True)
    stopping.wait()
    server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

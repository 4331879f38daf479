"""``python -m broadgauge_server``: serves until SIGTERM or SIGINT."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Sequence

WRONG_USE, FAILED = 2, 5


def main(arguments: Sequence[str]) -> int:
    """Runs a server; its first line on standard output tells the address. Returns the exit status.

    0: stopped by a signal. 2: wrong settings or files, or packages are missing. 5: it cannot listen, or its processes
    fail.
    """
    signals = Signals()
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    try:
        from . import single_process, supervisor
        from .configuration import parse
        from .logs import make_logger
        from .setting_files import check_files
        from .setting_table import SettingsError
    except ModuleNotFoundError as error:
        print(f"broadgauge: {error}; install the extra: pip install 'broadgauge[server]'", file=sys.stderr)
        return WRONG_USE
    settings = parse(arguments)
    try:
        check_files(settings)
    except SettingsError as error:
        print(f"broadgauge: {error}", file=sys.stderr)
        return WRONG_USE
    logger = make_logger(settings.log_format)
    run = single_process.run if settings.workers == 1 else supervisor.run
    try:
        return run(settings, logger, signals.stopping, signals.hurry)
    except OSError as error:
        print(f"broadgauge: {error}", file=sys.stderr)
        return FAILED


class Signals:
    """The first SIGTERM or SIGINT asks to stop, a second one to hurry."""

    def __init__(self) -> None:
        self.stopping, self.hurry = threading.Event(), threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._came)

    def _came(self, *_: object) -> None:
        (self.hurry if self.stopping.is_set() else self.stopping).set()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The command ``broadgauge``; this module needs no package, so that it can say which ones are missing."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from .serving import serve

WRONG_USE = 2


def main() -> None:
    """Runs the command line; ends with status 2 and a hint where the packages that it needs are not installed."""
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    try:
        run = _command(sys.argv[1:])
    except ModuleNotFoundError as error:
        print(f"broadgauge: {error}; install the extra: pip install 'broadgauge[client]'", file=sys.stderr)
        sys.exit(WRONG_USE)
    run()


def _command(arguments: Sequence[str]) -> Callable[[], None]:
    if arguments[:1] == ["serve"]:
        return lambda: serve(arguments[1:])
    from .app import app

    return app

"""A server of one's own, as a process that ends with the client."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from .errors import ServerFailure

MODULE = "broadgauge_server"
READY = "broadgauge: serving on "
DEFECT = '"level": "error"'


def server_command(arguments: Sequence[str]) -> list[str]:
    """The command line that runs a server.

    Raises:
        ServerFailure: the server is not installed here.
    """
    if importlib.util.find_spec(MODULE) is None:
        raise ServerFailure("the server is not installed: pip install 'broadgauge[server]'")
    return [sys.executable, "-m", MODULE, *arguments]


@contextmanager
def server_process(arguments: Sequence[str] = ()) -> Iterator[str]:
    """Runs a server on a free port of this machine; gives its address, and stops it at the end.

    When the server fails, what it logged about that goes to standard error.

    Raises:
        ServerFailure: it did not start.
    """
    command = server_command(["--port", "0", *arguments])
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            if not line.startswith(READY):
                process.wait()
                log.seek(0)
                raise ServerFailure(f"the server did not start: {log.read().strip()}")
            yield line.removeprefix(READY).strip()
        except ServerFailure:
            log.seek(0)
            sys.stderr.writelines(line for line in log if DEFECT in line)
            raise
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()

"""A server of one's own, as a process that ends with the client."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from .errors import ServerFailure

MODULE = "broadgauge_server"
READY = "broadgauge: serving on "
DEFECT = '"level": "error"'
WRONG_SETTINGS = 2
STOP_SECONDS = 15.0
"""Time for running calls, and a little more; then the process is killed."""


def server_command(arguments: Sequence[str]) -> list[str]:
    """The command line that runs a server."""
    return [sys.executable, "-m", MODULE, *arguments]


@contextmanager
def server_process(arguments: Sequence[str] = ()) -> Iterator[str]:
    """Runs a server on a free port of this machine; gives its address, and stops it at the end.

    When the server fails, what it logged about that goes to standard error.

    Raises:
        ValueError: a setting is wrong, or the server is not installed here.
        ServerFailure: it did not start for another reason.
    """
    command = server_command(["--port", "0", *arguments])
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            if not line.startswith(READY):
                status = _ended(process)
                log.seek(0)
                raise _not_started(status, log.read())
            yield line.removeprefix(READY).strip()
        except ServerFailure:
            log.seek(0)
            sys.stderr.writelines(line for line in log if DEFECT in line)
            raise
        finally:
            process.terminate()
            _ended(process)
            process.stdout.close()


def _not_started(status: int, log: str) -> Exception:
    kind = ValueError if status == WRONG_SETTINGS else ServerFailure
    return kind(f"the server did not start: {log.strip().removeprefix('broadgauge: ')}")


def _ended(process: subprocess.Popen[str]) -> int:
    """The exit status of a process that should end; it is killed where it does not."""
    try:
        return process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()

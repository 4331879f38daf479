"""The place of one worker: a process that serves, starts, or will start again after a pause."""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from prometheus_client.multiprocess import mark_process_dead

from .logs import Logger
from .settings import Settings
from .worker import READY, serve

_spawn = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the supervisor waits for what, in seconds."""

    start: float = 60.0
    """For a worker to serve; then it is ended and starts anew."""
    others: float = 10.0
    """For the other workers at the start, once one serves."""
    first_pause: float = 0.5
    """Before a worker starts anew that ended soon; doubled each time."""
    longest_pause: float = 30.0
    steady: float = 10.0
    """A worker that served for so long did not end soon."""
    failures: int = 5
    """In a row, of every worker while none serves: then the supervisor gives up. At the start one is enough."""


class WorkerPlace:
    """One worker after the other.

    Args:
        number: Of the place, from 0; the log tells it.
        settings: How the workers run; the port must be known.
        logger: Where their ends are told.
        patience: How long to wait for what.
    """

    def __init__(self, number: int, settings: Settings, logger: Logger, patience: Patience) -> None:
        self._number = number
        self._settings = settings
        self._logger = logger
        self._patience = patience
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._since = 0.0
        """When the worker began to start, or to serve; without one, when the next should start."""
        self.serving = False
        self.failures = 0
        """Workers in a row that did not serve for long."""
        self.ends = 0
        """Workers that ended without being asked."""

    def look(self, now: float) -> None:
        """Starts a worker where there is none, and notes what became of the one there is; never waits."""
        if self._process is None:
            if now >= self._since:
                self._start(now)
            return
        if not self.serving and self._said_ready():
            self.serving, self._since = True, now
        if not self._process.is_alive():
            self._ended(now, "worker ended")
        elif not self.serving and now - self._since > self._patience.start:
            self._process.kill()
            self._process.join()
            self._ended(now, "worker did not start in time")

    def ask_to_stop(self) -> None:
        """Sends the worker the signal to stop, or to hurry."""
        if self._process is not None:
            self._process.terminate()

    @property
    def alive(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and self._process.is_alive()

    def end(self) -> int:
        """Ends the worker, if it did not end by itself; its exit status, 0 where there was none."""
        if self._process is None:
            return 0
        self._process.kill()
        self._process.join()
        status = self._process.exitcode or 0
        self._forget()
        return status

    def _start(self, now: float) -> None:
        self._connection, theirs = _spawn.Pipe()
        arguments = (self._settings, self._number, theirs)
        process = _spawn.Process(target=serve, args=arguments, name=f"broadgauge-{self._number}")
        self._process, self._since = process, now
        try:
            process.start()
        except OSError as error:  # the system has no more processes, or no memory for one
            self._process = None
            self._failed(now, "worker cannot start", problem=str(error))
        finally:
            theirs.close()

    def _said_ready(self) -> bool:
        assert self._connection is not None
        try:
            return self._connection.poll() and self._connection.recv() == READY
        except (EOFError, OSError):
            return False

    def _ended(self, now: float, event: str) -> None:
        assert self._process is not None
        if self.serving and now - self._since >= self._patience.steady:
            self.failures = -1
        about = {"process": self._process.pid, "status": self._process.exitcode}
        self._forget()
        self._failed(now, event, **about)

    def _failed(self, now: float, event: str, **about: object) -> None:
        self.failures += 1
        self.ends += 1
        self.serving = False
        pause = self._pause()
        self._since = now + pause
        self._logger.error(event, worker=self._number, **about, next_start_seconds=pause)

    def _pause(self) -> float:
        """No pause after a worker that served long, and then ever longer ones."""
        if not self.failures:
            return 0.0
        return min(self._patience.first_pause * 2.0 ** min(self.failures - 1, 20), self._patience.longest_pause)

    def _forget(self) -> None:
        if self._connection is not None:
            self._connection.close()
        if self._process is not None and self._process.pid is not None:
            mark_process_dead(self._process.pid)  # type: ignore[no-untyped-call]
        self._process = self._connection = None

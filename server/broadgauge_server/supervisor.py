"""Several worker processes that share one port, and the process that looks after them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
import time
from dataclasses import replace
from multiprocessing.connection import Connection
from threading import Event

from prometheus_client import CollectorRegistry
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from .listening import reserve
from .logs import Logger
from .settings import Settings, join
from .side_ports import SidePorts
from .single_process import announce
from .worker import READY, serve

METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
LOOK_SECONDS = 0.2
START_SECONDS = 60.0
MARGIN_SECONDS = 5.0
FAILED = 5
ENDED_WELL = (0, -signal.SIGTERM)
"""Exit statuses of workers: stopped, or asked to stop before they had begun."""

_spawn = multiprocessing.get_context("spawn")


class Workers:
    """The worker processes.

    Args:
        settings: How each of them runs; the port must be known.
        logger: Where starts and ends are told.
    """

    def __init__(self, settings: Settings, logger: Logger) -> None:
        self._settings = settings
        self._logger = logger
        self._processes = [self._started(number) for number in range(settings.workers)]

    def ready(self, stopping: Event) -> bool:
        """Waits until all serve; false when one fails before, or all should stop."""
        return all(self._is_ready(connection, stopping) for _, connection in self._processes)

    def mend(self, stopping: Event) -> bool:
        """Replaces workers that ended; false when a new one fails, too."""
        for number, (process, connection) in enumerate(self._processes):
            if process.is_alive():
                continue
            self._logger.error("worker ended", worker=number, status=process.exitcode)
            _forget(process, connection)
            self._processes[number] = self._started(number)
            if not self._is_ready(self._processes[number][1], stopping):
                return stopping.is_set()
        return True

    def stop(self, hurry: Event) -> bool:
        """Lets all finish what they do; true when all ended well."""
        settings = self._settings
        for process, _ in self._processes:
            process.terminate()
        until = time.monotonic() + settings.drain_seconds + settings.grace_seconds + MARGIN_SECONDS
        hurried = False
        while time.monotonic() < until and any(process.is_alive() for process, _ in self._processes):
            if hurry.wait(LOOK_SECONDS / 4) and not hurried:
                hurried = True
                for process, _ in self._processes:
                    process.terminate()
        statuses = []
        for process, connection in self._processes:
            process.kill()
            process.join()
            statuses.append(process.exitcode)
            _forget(process, connection)
        return all(status in ENDED_WELL for status in statuses)

    def _started(self, number: int) -> tuple[multiprocessing.process.BaseProcess, Connection]:
        ours, theirs = _spawn.Pipe()
        process = _spawn.Process(target=serve, args=(self._settings, theirs), name=f"broadgauge-{number}")
        process.start()
        theirs.close()
        return process, ours

    @staticmethod
    def _is_ready(connection: Connection, stopping: Event) -> bool:
        until = time.monotonic() + START_SECONDS
        try:
            while not stopping.is_set() and time.monotonic() < until:
                if connection.poll(LOOK_SECONDS):
                    return bool(connection.recv() == READY)
        except EOFError:
            pass
        return False


def run(settings: Settings, logger: Logger, stopping: Event, hurry: Event) -> int:
    """Serves with several processes until it should stop; the exit status.

    Raises:
        OSError: an address cannot be listened on.
    """
    with (
        tempfile.TemporaryDirectory(prefix="broadgauge-metrics-") as folder,
        reserve(settings.host, settings.port) as held,
    ):
        os.environ[METRICS_FOLDER] = folder
        port = held.getsockname()[1]
        side = SidePorts(settings, _all_metrics(folder))
        workers = Workers(replace(settings, port=port), logger)
        try:
            fine = workers.ready(stopping)
            if fine and not stopping.is_set():
                side.set_health(True)
                announce(join(settings.host, port), side)
            while fine and not stopping.wait(LOOK_SECONDS):
                fine = workers.mend(stopping)
            side.set_health(False)
        finally:
            ended_well = workers.stop(hurry)
            side.stop()
    return 0 if stopping.is_set() and ended_well else FAILED


def _all_metrics(folder: str) -> CollectorRegistry:
    registry = CollectorRegistry()
    MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
    return registry


def _forget(process: multiprocessing.process.BaseProcess, connection: Connection) -> None:
    connection.close()
    if process.pid is not None:
        mark_process_dead(process.pid)  # type: ignore[no-untyped-call]

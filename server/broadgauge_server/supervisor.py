"""Several worker processes that share one port, and the process that looks after them."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from threading import Event

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from .listening import reserve
from .logs import Logger
from .settings import Settings, join
from .side_ports import SidePorts
from .single_process import announce
from .worker_place import Patience, WorkerPlace

METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
LOOK_SECONDS = 0.1
MARGIN_SECONDS = 5.0
FAILED = 5
ENDED_WELL = (0, -signal.SIGTERM)
"""Exit statuses of workers: stopped, or asked to stop before they had begun."""


class WorkersError(OSError):
    """No worker serves, and none will."""


class Workers:
    """The worker processes; the environment must name the folder of their metrics.

    Args:
        settings: How each of them runs; the port must be known.
        logger: Where their ends are told.
        patience: How long to wait for what.
    """

    def __init__(self, settings: Settings, logger: Logger, patience: Patience | None = None) -> None:
        self._settings = settings
        self._patience = patience or Patience()
        self._places = [WorkerPlace(n, settings, logger, self._patience) for n in range(settings.workers)]
        self._first_served: float | None = None

    @property
    def serving(self) -> int:
        """How many serve."""
        return sum(place.serving for place in self._places)

    @property
    def ends(self) -> int:
        """How many ended without being asked."""
        return sum(place.ends for place in self._places)

    @property
    def complete(self) -> bool:
        """Whether the start is over: all serve, or some do and the others failed or take long."""
        if self._first_served is None:
            return False
        waited = time.monotonic() - self._first_served >= self._patience.others
        return waited or all(place.serving or place.failures for place in self._places)

    def look(self) -> None:
        """Starts workers that are missing, and notes what became of the others; waits for none.

        Raises:
            WorkersError: none serves, and each of them failed too often.
        """
        now = time.monotonic()
        for place in self._places:
            place.look(now)
        if self.serving:
            self._first_served = self._first_served or now
            return
        most = 1 if self._first_served is None else self._patience.failures
        if all(place.failures >= most for place in self._places):
            raise WorkersError(f"none of {len(self._places)} worker processes can start; the log above tells why")

    def stop(self, hurry: Event) -> bool:
        """Lets all finish what they do; true when all ended well."""
        settings = self._settings
        self._ask_to_stop()
        until = time.monotonic() + settings.drain_seconds + settings.grace_seconds + MARGIN_SECONDS
        hurried = False
        while time.monotonic() < until and any(place.alive for place in self._places):
            if hurry.wait(LOOK_SECONDS / 2) and not hurried:
                hurried = True
                self._ask_to_stop()
        statuses = [place.end() for place in self._places]
        return all(status in ENDED_WELL for status in statuses)

    def _ask_to_stop(self) -> None:
        for place in self._places:
            place.ask_to_stop()


def run(settings: Settings, logger: Logger, stopping: Event, hurry: Event) -> int:
    """Serves with several processes until it should stop; the exit status.

    Raises:
        OSError: an address cannot be listened on, or no worker starts.
    """
    with (
        tempfile.TemporaryDirectory(prefix="broadgauge-metrics-") as folder,
        reserve(settings.host, settings.port) as held,
    ):
        os.environ[METRICS_FOLDER] = folder
        port = held.getsockname()[1]
        workers = Workers(replace(settings, port=port), logger)
        side = SidePorts(settings, _all_metrics(folder, workers))
        try:
            _look_after(workers, side, join(settings.host, port), stopping)
        finally:
            side.set_health(False)
            ended_well = workers.stop(hurry)
            side.stop()
    return 0 if ended_well else FAILED


def _look_after(workers: Workers, side: SidePorts, address: str, stopping: Event) -> None:
    announced = healthy = False
    while not stopping.wait(LOOK_SECONDS):
        workers.look()
        if not announced and workers.complete:
            announced = True
            announce(address, side)
        if healthy != (announced and workers.serving > 0):
            healthy = not healthy
            side.set_health(healthy)


def _all_metrics(folder: str, workers: Workers) -> CollectorRegistry:
    registry = CollectorRegistry()
    MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
    registry.register(WorkerMetrics(workers))
    return registry


class WorkerMetrics(Collector):
    """What the supervisor knows about its workers."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        """The metrics, as they are now."""
        yield GaugeMetricFamily("broadgauge_workers_serving", "Worker processes that serve.", self._workers.serving)
        meaning = "Worker processes that ended without being asked."
        yield CounterMetricFamily("broadgauge_worker_ends", meaning, self._workers.ends)

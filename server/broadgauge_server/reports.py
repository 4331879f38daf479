"""What is told about calls that are over: a line in the log, and counters.

A thread of its own does this a hundredth of a second later, for all calls since then. A call that writes its line
itself waits for whoever reads the log, and for its next turn of the interpreter; that cost a tenth of the throughput.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from queue import SimpleQueue
from threading import Event, Thread
from typing import NamedTuple

from .calls import CallNotes
from .logs import Logger, gathered
from .metrics import Metrics

PAUSE_SECONDS = 0.01
"""How long reports are gathered."""
FLUSH_SECONDS = 1.0
"""How long a server that stops waits for whoever reads the log."""
MOST_WAITING = 20_000
"""Reports that may wait where nobody takes the lines; what comes then is lost."""


class Report(NamedTuple):
    """One call: when it ended, what it was, how it ended, how long it took."""

    moment: float
    method: str
    code: str
    seconds: float
    notes: CallNotes


class Reports:
    """Tells about calls, a little later.

    Args:
        logger: Where the lines go.
        metrics: Where calls are counted.
    """

    def __init__(self, logger: Logger, metrics: Metrics) -> None:
        self._logger: Logger = logger.bind()
        self._handled = cache(metrics.handled.labels)
        self._duration = cache(metrics.duration.labels)
        self._waiting: SimpleQueue[Report | Event | None] = SimpleQueue()
        self._lost = 0
        self._thread = Thread(target=self._work, name="reports", daemon=True)
        self._thread.start()

    def add(self, report: Report) -> None:
        """Has a call told."""
        if self._waiting.qsize() < MOST_WAITING:
            self._waiting.put(report)
        else:
            self._lost += 1

    def flush(self) -> None:
        """Waits until all that was added has been told."""
        told = Event()
        self._waiting.put(told)
        told.wait(FLUSH_SECONDS)

    def close(self) -> None:
        """Tells what is left, and ends."""
        self._waiting.put(None)
        self._thread.join(FLUSH_SECONDS)

    def _work(self) -> None:
        entries: list[Report | Event | None] = []
        while None not in entries:
            entries = [self._waiting.get()]
            time.sleep(PAUSE_SECONDS)
            entries += [self._waiting.get() for _ in range(self._waiting.qsize())]
            with suppress(OSError, ValueError):  # whoever read the log is gone; counters go on
                self._tell_all([entry for entry in entries if isinstance(entry, Report)])
            for entry in entries:
                if isinstance(entry, Event):
                    entry.set()

    def _tell_all(self, reports: Sequence[Report]) -> None:
        for report in reports:
            self._handled(report.method, report.code).inc()
            self._duration(report.method).observe(report.seconds)
        with gathered():
            for report in reports:
                self._write(report)
        if self._lost:
            self._logger.warning("reports lost", count=self._lost)
            self._lost = 0

    def _write(self, report: Report) -> None:
        notes = report.notes
        self._logger.info(
            "call",
            method=report.method,
            code=report.code,
            duration_ms=round(1000 * report.seconds, 2),
            request_bytes=notes.request_bytes,
            response_bytes=notes.response_bytes,
            etag=notes.etag,
            revision=notes.revision,
            reason=notes.reason,
            timestamp=datetime.fromtimestamp(report.moment, UTC).isoformat().replace("+00:00", "Z"),
        )

"""The log's lines about calls that are over.

A thread of its own writes them a hundredth of a second later, for all calls since then. A call that writes its line
itself waits for whoever reads the log, and for its next turn of the interpreter; that cost a tenth of the throughput.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from queue import SimpleQueue
from threading import Event, Thread
from typing import NamedTuple

from .calls import CallNotes
from .logs import Logger, gathered

PAUSE_SECONDS = 0.01
"""How long reports are gathered."""
FLUSH_SECONDS = 1.0
"""How long the lines of calls are waited for when the server stops."""
MOST_WAITING = 20_000
"""Reports that may wait where nobody takes the lines; what comes then is only counted."""


class Report(NamedTuple):
    """One call: when it ended, what it was, how it ended, how long it took."""

    moment: float
    method: str
    code: str
    seconds: float
    notes: CallNotes


class Reports:
    """Writes about calls, a little later.

    Args:
        logger: Where the lines go.
    """

    def __init__(self, logger: Logger) -> None:
        self._logger: Logger = logger.bind()
        self._waiting: SimpleQueue[Report | Event | None] = SimpleQueue()
        self._lost = 0
        self._thread = Thread(target=self._work, name="reports", daemon=True)

    def start(self) -> None:
        """Begins to write."""
        self._thread.start()

    def add(self, report: Report) -> None:
        """Has a line written about a call."""
        if self._waiting.qsize() < MOST_WAITING:
            self._waiting.put(report)
        else:
            self._lost += 1

    def flush(self) -> None:
        """Waits until all that was added is written."""
        written = Event()
        self._waiting.put(written)
        written.wait(FLUSH_SECONDS)

    def close(self) -> None:
        """Writes what is left, and ends."""
        self._waiting.put(None)
        self._thread.join(FLUSH_SECONDS)

    def _work(self) -> None:
        entries: list[Report | Event | None] = []
        while None not in entries:
            entries = [self._waiting.get()]
            time.sleep(PAUSE_SECONDS)
            entries += [self._waiting.get() for _ in range(self._waiting.qsize())]
            with suppress(OSError, ValueError):  # whoever read the log is gone, and may come back
                self._write_all([entry for entry in entries if isinstance(entry, Report)])
            for entry in entries:
                if isinstance(entry, Event):
                    entry.set()

    def _write_all(self, reports: Sequence[Report]) -> None:
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

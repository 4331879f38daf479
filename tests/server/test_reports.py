"""Lines about calls are written a little later: all of them, in order."""

from __future__ import annotations

import io
import json
import time

from broadgauge_server.calls import CallNotes
from broadgauge_server.logs import make_logger
from broadgauge_server.reports import Report, Reports

METHOD = "/broadgauge.v1.GameService/GetGameView"


class Closed(io.StringIO):
    """A log that nobody reads, unless it is opened."""

    open = False

    def write(self, text: str) -> int:
        """Fails like a pipe without a reader."""
        if self.open:
            return super().write(text)
        raise BrokenPipeError


def report(number: int) -> Report:
    """The report of one call."""
    return Report(time.time(), METHOD, "OK", 0.001, CallNotes(revision=number))


def started(log: io.StringIO) -> Reports:
    """Reports to this log."""
    reports = Reports(make_logger("json", log))
    reports.start()
    return reports


def test_all_are_told_in_order() -> None:
    """After a flush every line is written."""
    log = io.StringIO()
    reports = started(log)
    for number in range(500):
        reports.add(report(number))
    reports.flush()
    lines = [json.loads(text) for text in log.getvalue().splitlines()]

    assert [line["revision"] for line in lines] == list(range(500))
    reports.close()


def test_the_time_is_that_of_the_call() -> None:
    """A line carries the time at which its call ended, in order and in UTC."""
    log = io.StringIO()
    reports = started(log)
    reports.add(Report(1_000_000_000.25, METHOD, "OK", 0.001, CallNotes()))
    reports.close()

    assert json.loads(log.getvalue())["timestamp"] == "2001-09-09T01:46:40.250000Z"


def test_closing_tells_what_is_left() -> None:
    """Nothing is lost when the server stops."""
    log = io.StringIO()
    reports = started(log)
    for number in range(50):
        reports.add(report(number))
    reports.close()

    assert len(log.getvalue().splitlines()) == 50


def test_a_log_that_cannot_be_written_for_a_while() -> None:
    """When the log's reader is gone, and comes back, lines are written again."""
    log = Closed()
    reports = started(log)
    reports.add(report(1))
    reports.flush()
    log.open = True
    reports.add(report(2))
    reports.close()

    assert [json.loads(text)["revision"] for text in log.getvalue().splitlines()] == [2]

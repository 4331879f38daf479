"""Calls are told a little later: all of them, in order, whoever reads the log."""

from __future__ import annotations

import io
import json
import time

from broadgauge_server.calls import CallNotes
from broadgauge_server.logs import make_logger
from broadgauge_server.metrics import Metrics
from broadgauge_server.reports import Report, Reports

METHOD = "/broadgauge.v1.GameService/GetGameView"


class Closed(io.StringIO):
    """A log that nobody reads any more."""

    def write(self, text: str) -> int:
        """Fails like a pipe without a reader."""
        raise BrokenPipeError


def report(number: int) -> Report:
    """The report of one call."""
    return Report(time.time(), METHOD, "OK", 0.001, CallNotes(revision=number))


def handled(metrics: Metrics) -> float | None:
    """How many calls were counted."""
    return metrics.registry.get_sample_value("broadgauge_calls_handled_total", {"method": METHOD, "code": "OK"})


def test_all_are_told_in_order() -> None:
    """After a flush every line is written, and every call is counted."""
    log, metrics = io.StringIO(), Metrics()
    reports = Reports(make_logger("json", log), metrics)
    for number in range(500):
        reports.add(report(number))
    reports.flush()
    lines = [json.loads(text) for text in log.getvalue().splitlines()]

    assert [line["revision"] for line in lines] == list(range(500))
    assert handled(metrics) == 500
    reports.close()


def test_the_time_is_that_of_the_call() -> None:
    """A line carries the time at which its call ended, in order and in UTC."""
    log = io.StringIO()
    reports = Reports(make_logger("json", log), Metrics())
    reports.add(Report(1_000_000_000.25, METHOD, "OK", 0.001, CallNotes()))
    reports.close()

    assert json.loads(log.getvalue())["timestamp"] == "2001-09-09T01:46:40.250000Z"


def test_closing_tells_what_is_left() -> None:
    """Nothing is lost when the server stops."""
    log = io.StringIO()
    reports = Reports(make_logger("json", log), Metrics())
    for number in range(50):
        reports.add(report(number))
    reports.close()

    assert len(log.getvalue().splitlines()) == 50


def test_counters_do_not_need_the_log() -> None:
    """When the log's reader is gone, calls are counted further."""
    metrics = Metrics()
    reports = Reports(make_logger("json", Closed()), metrics)
    for number in range(3):
        reports.add(report(number))
        reports.flush()
    reports.close()

    assert handled(metrics) == 3

"""One line in the log and the counters of every call."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import grpc

from ..calls import begin
from ..metrics import Metrics
from ..reports import Report, Reports
from .around import Around, Handler, Interceptor


class CallReports(Interceptor):
    """Counts every call, collects notes on it, and has them written when it is over."""

    def __init__(self, reports: Reports, metrics: Metrics) -> None:
        self._reports = reports
        self._metrics = metrics

    def wrapped(self, handler: Handler, method: str) -> Handler:
        """The handler, with the counters of its method."""
        return _Reported(self._reports, self._metrics, method).wrapped(handler, method)


class _Reported(Around):
    """Counters of one method, looked up once."""

    def __init__(self, reports: Reports, metrics: Metrics, method: str) -> None:
        self._reports = reports
        self._in_flight = metrics.in_flight
        self._started = metrics.started.labels(method)
        self._duration = metrics.duration.labels(method)
        self._handled = cache(lambda code: metrics.handled.labels(method, code))

    @contextmanager
    def around(self, method: str, context: grpc.ServicerContext) -> Iterator[None]:
        """What is told about one call."""
        notes = begin()
        started = time.perf_counter()
        self._started.inc()
        self._in_flight.inc()
        try:
            yield
        finally:
            code = (context.code() or grpc.StatusCode.OK).name  # type: ignore[attr-defined]
            seconds = time.perf_counter() - started
            self._in_flight.dec()
            self._handled(code).inc()
            self._duration.observe(seconds)
            self._reports.add(Report(time.time(), method, code, seconds, notes))

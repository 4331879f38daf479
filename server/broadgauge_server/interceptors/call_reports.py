"""One line in the log and the counters of every call."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import grpc

from ..calls import begin
from ..metrics import Metrics
from ..reports import Report, Reports
from .around import Around, Handler, Interceptor


class CallReports(Interceptor):
    """Collects notes on every call, counts it while it is in flight, and reports it when it is over."""

    def __init__(self, reports: Reports, metrics: Metrics) -> None:
        self._reports = reports
        self._metrics = metrics

    def wrapped(self, handler: Handler, method: str) -> Handler:
        """The handler, with the counters of its method."""
        return _Reported(self._reports, self._metrics, method).wrapped(handler, method)


class _Reported(Around):
    def __init__(self, reports: Reports, metrics: Metrics, method: str) -> None:
        self._reports = reports
        self._started = metrics.started.labels(method)
        self._in_flight = metrics.in_flight

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
            self._in_flight.dec()
            code = context.code() or grpc.StatusCode.OK  # type: ignore[attr-defined]
            self._reports.add(Report(time.time(), method, code.name, time.perf_counter() - started, notes))

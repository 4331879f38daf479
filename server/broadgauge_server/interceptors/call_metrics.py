"""Counts calls."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import grpc

from ..metrics import Metrics
from .around import Around, Handler, Interceptor


class CallMetrics(Interceptor):
    """Counts what begins, what ends with which code, how long it took, and what is in flight."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def wrapped(self, handler: Handler, method: str) -> Handler:
        """The handler, counted by the counters of its method."""
        return _Counted(self._metrics, method).wrapped(handler, method)


class _Counted(Around):
    """Counters of one method, looked up once."""

    def __init__(self, metrics: Metrics, method: str) -> None:
        self._in_flight = metrics.in_flight
        self._started = metrics.started.labels(method)
        self._duration = metrics.duration.labels(method)
        self._handled = cache(lambda code: metrics.handled.labels(method, code))

    @contextmanager
    def around(self, method: str, context: grpc.ServicerContext) -> Iterator[None]:
        """Counts one call."""
        started = time.perf_counter()
        self._started.inc()
        self._in_flight.inc()
        try:
            yield
        finally:
            code = context.code() or grpc.StatusCode.OK  # type: ignore[attr-defined]
            self._in_flight.dec()
            self._handled(code.name).inc()
            self._duration.observe(time.perf_counter() - started)

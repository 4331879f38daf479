"""Counts calls."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import grpc

from ..metrics import Metrics
from .around import Around


class CallMetrics(Around):
    """Counts what begins, what ends with which code, how long it took, and what is in flight."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    @contextmanager
    def around(self, method: str, context: grpc.ServicerContext) -> Iterator[None]:
        """Counts one call."""
        started = time.perf_counter()
        self._metrics.started.labels(method).inc()
        self._metrics.in_flight.inc()
        try:
            yield
        finally:
            code = context.code() or grpc.StatusCode.OK  # type: ignore[attr-defined]
            self._metrics.in_flight.dec()
            self._metrics.handled.labels(method, code.name).inc()
            self._metrics.duration.labels(method).observe(time.perf_counter() - started)

"""One line in the log for every call."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import grpc

from ..calls import begin
from ..logs import Logger
from .around import Around


class CallLog(Around):
    """Logs method, code, duration, sizes, etag, revision and reason."""

    def __init__(self, logger: Logger) -> None:
        self._logger: Logger = logger.bind()

    @contextmanager
    def around(self, method: str, context: grpc.ServicerContext) -> Iterator[None]:
        """Collects the notes of the call and writes them when it is over."""
        notes = begin()
        started = time.perf_counter()
        try:
            yield
        finally:
            code = context.code() or grpc.StatusCode.OK  # type: ignore[attr-defined]
            self._logger.info(
                "call",
                method=method,
                code=code.name,
                duration_ms=round(1000 * (time.perf_counter() - started), 2),
                request_bytes=notes.request_bytes,
                response_bytes=notes.response_bytes,
                etag=notes.etag,
                revision=notes.revision,
                reason=notes.reason,
            )

"""How many calls are worked on at a time, how many wait, and the immediate refusal of more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore
from typing import Any

import grpc

from broadgauge.v1.reasons_pb2 import Reason

from ..call_threads import Verdict, step_down, verdict
from ..errors import RequestError
from .around import Around, Handler, behaviour

END = object()


class Capacity(Around):
    """Refuses the calls that were not admitted, and lets some of the others work while the rest waits.

    A streamed answer takes its turn anew for each message, so that nobody who reads slowly holds others up.

    Args:
        threads: Calls that work at a time.
        limit: Calls that are admitted at a time, for the text of the refusal.
    """

    def __init__(self, threads: int, limit: int) -> None:
        self._turns = Semaphore(threads)
        self._limit = limit

    @contextmanager
    def around(self, method: str, context: grpc.ServicerContext) -> Iterator[None]:
        """Refuses the call or waits for its turn."""
        self._require_admission()
        with self._turn(context):
            yield

    def wrapped(self, handler: Handler, method: str) -> Handler:
        """The handler, with a turn for each message where it streams."""
        if not handler.response_streaming:
            return super().wrapped(handler, method)
        proceed = behaviour(handler)

        def stream(request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
            self._require_admission()
            step_down()
            responses = proceed(request, context)
            while True:
                with self._turn(context):
                    response = next(responses, END)
                if response is END:
                    return
                yield response

        return grpc.unary_stream_rpc_method_handler(stream, handler.request_deserializer, handler.response_serializer)

    def _require_admission(self) -> None:
        found = verdict()
        if found is Verdict.CLOSED:
            raise RequestError(Reason.REASON_SHUTTING_DOWN, "the server is about to stop; ask again")
        if found is Verdict.OVERLOADED:
            text = f"{self._limit} calls are in progress or waiting, as many as permitted"
            raise RequestError(Reason.REASON_OVERLOADED, text, limit=self._limit)

    @contextmanager
    def _turn(self, context: grpc.ServicerContext) -> Iterator[None]:
        if not self._turns.acquire(blocking=False):
            step_down()
            self._turns.acquire()
        try:
            if not context.is_active():
                text = "the caller left before it was its turn"
                raise RequestError(Reason.REASON_OVERLOADED, text, limit=self._limit)
            yield
        finally:
            self._turns.release()

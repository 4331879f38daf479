"""How many calls are worked on at a time, how many wait, and the immediate refusal of more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Condition
from typing import Any

import grpc

from broadgauge.v1.reasons_pb2 import Reason

from ..errors import RequestError
from .around import Around, Handler, behaviour

END = object()


class Capacity(Around):
    """Admits calls up to a limit, and lets some of those work while the others wait.

    A streamed answer takes its turn anew for each message, so that nobody who reads slowly holds others up.

    Args:
        threads: Calls that work at a time.
        waiting: Calls that may wait beside them.
    """

    def __init__(self, threads: int, waiting: int) -> None:
        self._turns: SimpleQueue[int] = SimpleQueue()
        for turn in range(threads):
            self._turns.put(turn)
        self._limit = threads + waiting
        self._admitted = 0
        self._changed = Condition()
        self._closed = False

    def close(self) -> None:
        """Admits no more calls."""
        with self._changed:
            self._closed = True

    def wait_until_idle(self, seconds: float) -> bool:
        """Waits for the calls in progress; whether all came to their end."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._admitted, seconds)

    @contextmanager
    def around(self, method: str, context: grpc.ServicerContext) -> Iterator[None]:
        """Admits the call and waits for its turn."""
        self._admit()
        try:
            with self._turn(context):
                yield
        finally:
            self._leave()

    def wrapped(self, handler: Handler, method: str) -> Handler:
        """The handler, with a turn for each message where it streams."""
        if not handler.response_streaming:
            return super().wrapped(handler, method)
        proceed = behaviour(handler)

        def stream(request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
            self._admit()
            try:
                responses = proceed(request, context)
                while True:
                    with self._turn(context):
                        response = next(responses, END)
                    if response is END:
                        return
                    yield response
            finally:
                self._leave()

        return grpc.unary_stream_rpc_method_handler(stream, handler.request_deserializer, handler.response_serializer)

    def _admit(self) -> None:
        with self._changed:
            if self._closed:
                raise RequestError(Reason.REASON_SHUTTING_DOWN, "the server is about to stop; ask again")
            if self._admitted >= self._limit:
                text = f"{self._limit} calls are in progress or waiting, as many as permitted"
                raise RequestError(Reason.REASON_OVERLOADED, text, limit=self._limit)
            self._admitted += 1

    def _leave(self) -> None:
        with self._changed:
            self._admitted -= 1
            if self._closed:
                self._changed.notify_all()

    @contextmanager
    def _turn(self, context: grpc.ServicerContext) -> Iterator[None]:
        turn = self._turns.get()
        try:
            if not context.is_active():
                text = "the caller left before it was its turn"
                raise RequestError(Reason.REASON_OVERLOADED, text, limit=self._limit)
            yield
        finally:
            self._turns.put(turn)

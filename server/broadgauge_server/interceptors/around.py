"""The shape that all interceptors share: code around a call, the same for single and streamed answers.

Handlers are wrapped once, when services are added to the server. gRPC's own interceptors would wrap them anew for every
call, which costs as much as a short action.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any, TypeAlias

import grpc

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"


class Interceptor(ABC):
    """Something that stands between the wire and a service."""

    @abstractmethod
    def wrapped(self, handler: Handler, method: str) -> Handler:
        """The handler of a method, with this around it; methods are named like ``/package.Service/Method``."""


def behaviour(handler: Handler) -> Callable[[Any, grpc.ServicerContext], Any]:
    """What a handler does with a request; only single requests occur in our services."""
    found = handler.unary_stream if handler.response_streaming else handler.unary_unary
    assert found is not None
    return found


class Around(Interceptor):
    """Runs `around` as a context manager around each call."""

    @abstractmethod
    def around(self, method: str, context: grpc.ServicerContext) -> AbstractContextManager[None]:
        """The code around one call."""

    def wrapped(self, handler: Handler, method: str) -> Handler:
        """The handler inside the context manager."""
        proceed = behaviour(handler)

        def one(request: Any, context: grpc.ServicerContext) -> Any:
            with self.around(method, context):
                return proceed(request, context)

        def stream(request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
            with self.around(method, context):
                yield from proceed(request, context)

        codecs = (handler.request_deserializer, handler.response_serializer)
        if handler.response_streaming:
            return grpc.unary_stream_rpc_method_handler(stream, *codecs)
        return grpc.unary_unary_rpc_method_handler(one, *codecs)

"""The shape that all interceptors share: code around a call, the same for single and streamed answers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any, TypeAlias

import grpc

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
OWN_METHODS = "/broadgauge."


def behaviour(handler: Handler) -> Callable[[Any, grpc.ServicerContext], Any]:
    """What a handler does with a request; only single requests occur in our services."""
    found = handler.unary_stream if handler.response_streaming else handler.unary_unary
    assert found is not None
    return found


class Around(grpc.ServerInterceptor):
    """Runs `around` as a context manager around each call of Broadgauge's own services."""

    @abstractmethod
    def around(self, method: str, context: grpc.ServicerContext) -> AbstractContextManager[None]:
        """The code around one call."""

    def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Handler | None],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        """Wraps the handler of the called method."""
        handler = continuation(handler_call_details)
        if handler is None or not handler_call_details.method.startswith(OWN_METHODS):
            return handler
        return self._wrapped(handler, handler_call_details.method)

    def _wrapped(self, handler: Handler, method: str) -> Handler:
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

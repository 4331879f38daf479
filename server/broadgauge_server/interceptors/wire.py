"""Bytes to messages and back inside our own error handling: bad bytes are the caller's mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import grpc
from google.protobuf.message import DecodeError

from broadgauge.v1.reasons_pb2 import Reason

from ..calls import notes
from ..errors import RequestError
from .around import Handler, Interceptor, behaviour


class Wire(Interceptor):
    """Takes decoding and encoding over from gRPC, and counts bytes.

    gRPC itself would answer INTERNAL to malformed bytes.
    """

    def wrapped(self, handler: Handler, method: str) -> Handler:
        """The handler on bytes."""
        return _on_bytes(handler)


def _on_bytes(handler: Handler) -> Handler:
    proceed, decode, encode = behaviour(handler), handler.request_deserializer, handler.response_serializer
    assert decode is not None
    assert encode is not None

    def one(request: bytes, context: grpc.ServicerContext) -> bytes:
        return _sent(encode(proceed(_decoded(decode, request), context)))

    def stream(request: bytes, context: grpc.ServicerContext) -> Iterator[bytes]:
        for response in proceed(_decoded(decode, request), context):
            yield _sent(encode(response))

    if handler.response_streaming:
        return grpc.unary_stream_rpc_method_handler(stream)
    return grpc.unary_unary_rpc_method_handler(one)


def _decoded(decode: Callable[[bytes], Any], request: bytes) -> Any:
    notes().request_bytes = len(request)
    try:
        return decode(request)
    except DecodeError as error:
        raise RequestError(Reason.REASON_REQUEST_MALFORMED, "the bytes are no valid request message") from error


def _sent(response: bytes) -> bytes:
    notes().response_bytes += len(response)
    return response

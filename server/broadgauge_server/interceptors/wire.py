"""Bytes to messages and back inside our own error handling: bad bytes are the caller's mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import grpc
from google.protobuf.descriptor import Descriptor
from google.protobuf.descriptor_pool import Default
from google.protobuf.message import DecodeError

from broadgauge.v1.reasons_pb2 import Reason

from ..calls import notes
from ..errors import RequestError
from ..wire_faults import find_fault
from .around import Handler, Interceptor, behaviour


class Wire(Interceptor):
    """Takes decoding and encoding over from gRPC, and counts bytes.

    gRPC itself would answer INTERNAL to malformed bytes.
    """

    def wrapped(self, handler: Handler, method: str) -> Handler:
        """The handler on bytes."""
        service, name = method.strip("/").split("/")
        return _on_bytes(handler, Default().FindServiceByName(service).methods_by_name[name].input_type)


def _on_bytes(handler: Handler, message: Descriptor) -> Handler:
    proceed, decode, encode = behaviour(handler), handler.request_deserializer, handler.response_serializer
    assert decode is not None
    assert encode is not None

    def one(request: bytes, context: grpc.ServicerContext) -> bytes:
        return _sent(encode(proceed(_decoded(decode, request, message), context)))

    def stream(request: bytes, context: grpc.ServicerContext) -> Iterator[bytes]:
        for response in proceed(_decoded(decode, request, message), context):
            yield _sent(encode(response))

    if handler.response_streaming:
        return grpc.unary_stream_rpc_method_handler(stream)
    return grpc.unary_unary_rpc_method_handler(one)


def _decoded(decode: Callable[[bytes], Any], request: bytes, message: Descriptor) -> Any:
    notes().request_bytes = len(request)
    try:
        return decode(request)
    except DecodeError as error:
        fault = find_fault(request, message)
        path = fault.path if fault else ""
        text = f"the bytes are no {message.name}" + (f": {fault}" if fault else "")
        raise RequestError(Reason.REASON_REQUEST_MALFORMED, text, path, field=path) from error


def _sent(response: bytes) -> bytes:
    notes().response_bytes += len(response)
    return response

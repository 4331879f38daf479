"""A connection to a server, and its services."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TypeVar

import grpc

from broadgauge.v1.action_service_pb2_grpc import ActionServiceStub
from broadgauge.v1.catalog_service_pb2_grpc import CatalogServiceStub
from broadgauge.v1.game_service_pb2_grpc import GameServiceStub
from broadgauge.v1.legal_action_service_pb2_grpc import LegalActionServiceStub

from .errors import from_rpc

DEFAULT_ADDRESS = "127.0.0.1:50822"
MESSAGE_BYTES = 8 * 1024 * 1024

Request = TypeVar("Request")
Response = TypeVar("Response")


class Connection:
    """A channel to one server; use it as a context manager, or call `close`.

    Args:
        address: Host and port.
        timeout: Seconds that a call may take.
    """

    def __init__(self, address: str = DEFAULT_ADDRESS, timeout: float = 60.0) -> None:
        self.address = address
        self.timeout = timeout
        self.channel = grpc.insecure_channel(address, options=[("grpc.max_receive_message_length", MESSAGE_BYTES)])
        self.games = GameServiceStub(self.channel)
        self.legal_actions = LegalActionServiceStub(self.channel)
        self.actions = ActionServiceStub(self.channel)
        self.catalog = CatalogServiceStub(self.channel)

    def call(self, method: grpc.UnaryUnaryMultiCallable[Request, Response], request: Request) -> Response:
        """Calls a method.

        Raises:
            BroadgaugeError: the call failed; the subclass tells how.
        """
        with translated():
            return method(request, timeout=self.timeout)

    def stream(self, method: grpc.UnaryStreamMultiCallable[Request, Response], request: Request) -> Iterator[Response]:
        """Calls a method that answers with a stream.

        Raises:
            BroadgaugeError: the call failed; the subclass tells how.
        """
        with translated():
            yield from method(request, timeout=self.timeout)

    def close(self) -> None:
        """Closes the channel."""
        self.channel.close()

    def __enter__(self) -> Connection:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


@contextmanager
def translated() -> Iterator[None]:
    """Turns gRPC's exceptions into `BroadgaugeError`."""
    try:
        yield
    except grpc.RpcError as error:
        raise from_rpc(error) from error

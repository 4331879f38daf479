"""A connection to a server, and its services."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TypeVar

import grpc

from broadgauge.v1.action_service_pb2_grpc import ActionServiceStub
from broadgauge.v1.catalog_service_pb2_grpc import CatalogServiceStub
from broadgauge.v1.game_service_pb2_grpc import GameServiceStub
from broadgauge.v1.legal_action_service_pb2_grpc import LegalActionServiceStub
from broadgauge.v1.picture_service_pb2_grpc import PictureServiceStub
from broadgauge.v1.route_service_pb2_grpc import RouteServiceStub

from .errors import from_rpc

DEFAULT_ADDRESS = "127.0.0.1:50822"
MESSAGE_BYTES = 8 * 1024 * 1024

Request = TypeVar("Request")
Response = TypeVar("Response")


@dataclass(frozen=True, slots=True)
class Tls:
    """How to trust a server, and how to be trusted by it; the files are PEM.

    Attributes:
        authorities: File with the authorities of the server's certificate; those of gRPC where it is left out.
        certificate: File with one's own certificate chain, where the server asks for one.
        key: File with its private key.
    """

    authorities: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    def credentials(self) -> grpc.ChannelCredentials:
        """The same in gRPC's words.

        Raises:
            OSError: a file cannot be read.
        """
        files = (self.authorities, self.key, self.certificate)
        return grpc.ssl_channel_credentials(*(file.read_bytes() if file else None for file in files))


class Connection:
    """A channel to one server; use it as a context manager, or call `close`.

    Args:
        address: Host and port.
        timeout: Seconds that a call may take.
        tls: Encrypts what is said; without it everybody between can read it.
        token: Bearer token, where the server asks for one.

    Raises:
        ValueError: the address is none.
        OSError: a TLS file cannot be read.
    """

    def __init__(
        self, address: str = DEFAULT_ADDRESS, timeout: float = 60.0, *, tls: Tls | None = None, token: str = ""
    ) -> None:
        self.address = checked(address)
        self.timeout = timeout
        self._metadata = (("authorization", f"Bearer {token}"),) if token else ()
        options = [("grpc.max_receive_message_length", MESSAGE_BYTES)]
        self.channel = (
            grpc.secure_channel(address, tls.credentials(), options=options)
            if tls
            else grpc.insecure_channel(address, options=options)
        )
        self.games = GameServiceStub(self.channel)
        self.legal_actions = LegalActionServiceStub(self.channel)
        self.actions = ActionServiceStub(self.channel)
        self.catalog = CatalogServiceStub(self.channel)
        self.routes = RouteServiceStub(self.channel)
        self.pictures = PictureServiceStub(self.channel)

    def call(self, method: grpc.UnaryUnaryMultiCallable[Request, Response], request: Request) -> Response:
        """Calls a method.

        Raises:
            BroadgaugeError: the call failed; the subclass tells how.
        """
        with self._translated():
            return method(request, timeout=self.timeout, metadata=self._metadata)

    def stream(self, method: grpc.UnaryStreamMultiCallable[Request, Response], request: Request) -> Iterator[Response]:
        """Calls a method that answers with a stream.

        Raises:
            BroadgaugeError: the call failed; the subclass tells how.
        """
        with self._translated():
            yield from method(request, timeout=self.timeout, metadata=self._metadata)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Turns gRPC's exceptions into `BroadgaugeError`."""
        try:
            yield
        except grpc.RpcError as error:
            raise from_rpc(error, self.address) from error

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


def checked(address: str) -> str:
    """An address that gRPC takes.

    Raises:
        ValueError: it is a URL of the web, or has no port.
    """
    if re.match("https?://", address):
        raise ValueError(f"the address {address} begins like a web page: write HOST:PORT, such as {DEFAULT_ADDRESS}")
    if not re.search(r":\d+$", address) and not re.match(r"[\w-]+:/|unix", address):
        raise ValueError(f"the address {address!r} has no port: write HOST:PORT, such as {DEFAULT_ADDRESS}")
    return address

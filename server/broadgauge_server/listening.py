"""Addresses: listening on them, and holding one for worker processes."""

from __future__ import annotations

import socket

import grpc

from .settings import join


class ListenError(OSError):
    """An address cannot be listened on."""

    def __init__(self, address: str) -> None:
        super().__init__(
            f"cannot listen on {address}: is another server running there, or is it no address of this host?"
        )


def listen(server: grpc.Server, host: str, port: int, credentials: grpc.ServerCredentials | None = None) -> int:
    """Makes a server listen; the port that it got.

    Raises:
        ListenError: the address is in use, or not ours.
    """
    address = join(host, port)
    try:
        if credentials is None:
            return server.add_insecure_port(address)
        return server.add_secure_port(address, credentials)
    except RuntimeError as error:
        raise ListenError(address) from error


def reserve(host: str, port: int) -> socket.socket:
    """A socket that holds a port for worker processes and never listens.

    Raises:
        ListenError: another program listens there.
    """
    try:
        family, kind, _, _, address = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            free = probe.getsockname()
        kept = socket.socket(family, kind)
        for option in (socket.SO_REUSEADDR, socket.SO_REUSEPORT):
            kept.setsockopt(socket.SOL_SOCKET, option, 1)
        kept.bind(free)
    except OSError as error:
        raise ListenError(join(host, port)) from error
    return kept

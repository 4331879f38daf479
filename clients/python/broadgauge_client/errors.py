"""What can go wrong in a call, as exceptions that carry the server's reason."""

from __future__ import annotations

from collections.abc import Mapping

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status


class BroadgaugeError(Exception):
    """A call failed.

    Attributes:
        reason: The name of the reason, for example ``NO_CASH``; empty where the server gave none.
        metadata: The changing parts of the message, for example ``subject`` and ``paragraph``.
    """

    def __init__(self, text: str, reason: str = "", metadata: Mapping[str, str] | None = None) -> None:
        super().__init__(text)
        self.reason = reason
        self.metadata = dict(metadata or {})


class BadRequest(BroadgaugeError):
    """Something in the request is wrong whatever the state of the game."""


class IllegalAction(BroadgaugeError):
    """The rules do not allow the action now."""

    @property
    def subject(self) -> str:
        """What the refusal is about."""
        return self.metadata.get("subject", "")

    @property
    def paragraph(self) -> str:
        """The paragraph of the rulebook."""
        return self.metadata.get("paragraph", "")


class Conflict(BroadgaugeError):
    """The game is no longer where the caller believed it to be."""


class ServerFailure(BroadgaugeError):
    """The server cannot be reached, or failed."""


_KINDS: Mapping[grpc.StatusCode, type[BroadgaugeError]] = {
    grpc.StatusCode.INVALID_ARGUMENT: BadRequest,
    grpc.StatusCode.OUT_OF_RANGE: BadRequest,
    grpc.StatusCode.DATA_LOSS: BadRequest,
    grpc.StatusCode.FAILED_PRECONDITION: BadRequest,
    grpc.StatusCode.UNAUTHENTICATED: BadRequest,
    grpc.StatusCode.ABORTED: Conflict,
}


def from_rpc(error: grpc.RpcError) -> BroadgaugeError:
    """The exception that describes a failed call."""
    assert isinstance(error, grpc.Call)
    text = error.details() or error.code().name
    info = _info(error)
    if info is None:
        return _KINDS.get(error.code(), ServerFailure)(text)
    kind = IllegalAction if "paragraph" in info.metadata and "index" not in info.metadata else None
    return (kind or _KINDS.get(error.code(), ServerFailure))(text, info.reason, dict(info.metadata))


def _info(error: grpc.Call) -> error_details_pb2.ErrorInfo | None:
    status = rpc_status.from_call(error)
    info = error_details_pb2.ErrorInfo()
    for detail in status.details if status else ():
        if detail.Unpack(info):
            return info
    return None

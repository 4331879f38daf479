"""What can go wrong in a call, as exceptions that carry the server's reason."""

from __future__ import annotations

from collections.abc import Mapping

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from broadgauge.v1.options_pb2 import Refusal
from broadgauge.v1.reasons_pb2 import Reason


class BroadgaugeError(Exception):
    """A call failed.

    Attributes:
        reason: The name of the reason, for example ``NO_CASH``; empty where the server gave none.
        metadata: The changing parts of the message, for example ``subject`` and ``paragraph``.
        code: The name of the gRPC status code, for example ``FAILED_PRECONDITION``; empty where no server was asked.
    """

    def __init__(self, text: str, reason: str = "", metadata: Mapping[str, str] | None = None, code: str = "") -> None:
        super().__init__(text)
        self.reason = reason
        self.metadata = dict(metadata or {})
        self.code = code


class BadRequest(BroadgaugeError):
    """The request cannot be served as it is: repeating it does not help, and no rule of the game is the cause.

    Mostly something in it is wrong whatever the state of the game. `code` and `reason` tell the rest apart: a record
    or a snapshot that cannot be used (FAILED_PRECONDITION, DATA_LOSS), a revision that the record does not have
    (OUT_OF_RANGE), a token that is missing or wrong (UNAUTHENTICATED).
    """


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
    """The game, or the file that holds it, is no longer what the caller believed it to be."""


class ServerFailure(BroadgaugeError):
    """The server failed, is full or is about to stop; the same request may be sent again."""


class NoServer(ServerFailure):
    """No server can be reached at the address, or none that speaks as this client does (TLS or not).

    Attributes:
        silent: Whether nobody answered at all.
    """

    def __init__(self, address: str, details: str) -> None:
        self.silent = not any(sign in details for sign in _UNLIKE)
        text = f"no server at {address}" if self.silent else f"the server at {address} speaks otherwise: {details}"
        super().__init__(text, code=grpc.StatusCode.UNAVAILABLE.name)


_UNLIKE = ("handshake", "SSL", "Socket closed", "reset by peer", "preface")
"""What gRPC says where one side speaks TLS and the other does not."""

_KINDS: Mapping[grpc.StatusCode, type[BroadgaugeError]] = {
    grpc.StatusCode.INVALID_ARGUMENT: BadRequest,
    grpc.StatusCode.OUT_OF_RANGE: BadRequest,
    grpc.StatusCode.DATA_LOSS: BadRequest,
    grpc.StatusCode.FAILED_PRECONDITION: BadRequest,
    grpc.StatusCode.UNAUTHENTICATED: BadRequest,
    grpc.StatusCode.ABORTED: Conflict,
}


def refused(refusal: Refusal) -> IllegalAction:
    """The exception for a refusal that an answer carries."""
    reason = Reason.Name(refusal.reason).removeprefix("REASON_")
    about = {"subject": refusal.subject, "paragraph": refusal.paragraph}
    return IllegalAction(refusal.text, reason, about, grpc.StatusCode.FAILED_PRECONDITION.name)


def from_rpc(error: grpc.RpcError, address: str) -> BroadgaugeError:
    """The exception that describes a failed call to a server."""
    assert isinstance(error, grpc.Call)
    code, text = error.code(), error.details() or error.code().name
    info = _info(error)
    if info is None and code is grpc.StatusCode.UNAVAILABLE:
        return NoServer(address, text)
    kind = _KINDS.get(code, ServerFailure)
    if info is None:
        return kind(text, code=code.name)
    if "paragraph" in info.metadata and "index" not in info.metadata:
        kind = IllegalAction
    return kind(text, info.reason, dict(info.metadata), code.name)


def _info(error: grpc.Call) -> error_details_pb2.ErrorInfo | None:
    status = rpc_status.from_call(error)
    info = error_details_pb2.ErrorInfo()
    for detail in status.details if status else ():
        if detail.Unpack(info):
            return info
    return None

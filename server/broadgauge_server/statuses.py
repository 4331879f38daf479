"""Errors on the wire: `google.rpc.Status` with details."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.protobuf.message import Message
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

from broadgauge.v1.reasons_pb2 import Reason

from .errors import RequestError

DOMAIN = "broadgauge.v1"
RULES_FROM = 100
"""Reasons from this number on are refusals by the rules."""

RETRY_NANOSECONDS = 200_000_000
"""After this time it makes sense to try again."""

_CODES: Mapping[int, int] = {
    Reason.REASON_RECORD_ILLEGAL: code_pb2.FAILED_PRECONDITION,
    Reason.REASON_RULES_VERSION: code_pb2.FAILED_PRECONDITION,
    Reason.REASON_SNAPSHOT_UNSUPPORTED: code_pb2.FAILED_PRECONDITION,
    Reason.REASON_REVISION_OUT_OF_RANGE: code_pb2.OUT_OF_RANGE,
    Reason.REASON_ETAG_MISMATCH: code_pb2.ABORTED,
    Reason.REASON_INTERNAL: code_pb2.INTERNAL,
    Reason.REASON_OVERLOADED: code_pb2.RESOURCE_EXHAUSTED,
    Reason.REASON_UNAUTHENTICATED: code_pb2.UNAUTHENTICATED,
    Reason.REASON_NOT_PROVEN: code_pb2.DEADLINE_EXCEEDED,
    Reason.REASON_SHUTTING_DOWN: code_pb2.UNAVAILABLE,
    Reason.REASON_COMPANY_NOT_IN_PLAY: code_pb2.FAILED_PRECONDITION,
    Reason.REASON_GAME_FILE_ACTION: code_pb2.FAILED_PRECONDITION,
    Reason.REASON_EXPORT: code_pb2.FAILED_PRECONDITION,
}


def code(reason: int) -> int:
    """The number of the gRPC status code for a reason."""
    usual = code_pb2.FAILED_PRECONDITION if reason >= RULES_FROM else code_pb2.INVALID_ARGUMENT
    return _CODES.get(reason, usual)


def status(error: RequestError) -> grpc.Status:
    """The error as a status: `ErrorInfo`, and where its code has one, the detail that tells the subject."""
    number = code(error.reason)
    details: list[Message] = [
        error_details_pb2.ErrorInfo(reason=error.reason_name, domain=DOMAIN, metadata=error.metadata)
    ]
    if number in _SUBJECTS:
        details.append(_SUBJECTS[number](error))
    return rpc_status.to_status(status_pb2.Status(code=number, message=error.text, details=map(_packed, details)))


def _bad_request(error: RequestError) -> Message:
    violation = error_details_pb2.BadRequest.FieldViolation(field=error.about, description=error.text)
    detail: Message = error_details_pb2.BadRequest(field_violations=[violation])
    return detail


def _precondition(error: RequestError) -> Message:
    violation = error_details_pb2.PreconditionFailure.Violation(
        type=error.reason_name, subject=error.about, description=error.text
    )
    detail: Message = error_details_pb2.PreconditionFailure(violations=[violation])
    return detail


def _retry(error: RequestError) -> Message:
    detail: Message = error_details_pb2.RetryInfo(retry_delay=duration_pb2.Duration(nanos=RETRY_NANOSECONDS))
    return detail


_SUBJECTS: Mapping[int, Callable[[RequestError], Message]] = {
    code_pb2.INVALID_ARGUMENT: _bad_request,
    code_pb2.FAILED_PRECONDITION: _precondition,
    code_pb2.RESOURCE_EXHAUSTED: _retry,
    code_pb2.UNAVAILABLE: _retry,
}


def _packed(detail: Message) -> any_pb2.Any:
    packed = any_pb2.Any()
    packed.Pack(detail)
    return packed

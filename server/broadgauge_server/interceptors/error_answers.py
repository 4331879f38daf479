"""Exceptions to statuses: a caller's mistake with its reason, a defect of ours with an incident id."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import grpc

from broadgauge.v1.reasons_pb2 import Reason

from ..calls import notes
from ..errors import RequestError
from ..logs import Logger
from ..statuses import status
from .around import Around


class ErrorAnswers(Around):
    """Answers every exception with a typed status."""

    def __init__(self, logger: Logger) -> None:
        self._logger = logger

    @contextmanager
    def around(self, method: str, context: grpc.ServicerContext) -> Iterator[None]:
        """Turns an exception of the call into its status."""
        try:
            yield
        except RequestError as error:
            self._abort(context, error)
        except Exception:
            incident = uuid.uuid4().hex
            self._logger.exception("defect", method=method, incident=incident)
            self._abort(context, _blamed(incident))

    def _abort(self, context: grpc.ServicerContext, error: RequestError) -> None:
        notes().reason = error.reason_name
        context.abort_with_status(status(error))


def _blamed(incident: str) -> RequestError:
    """A state that nobody signed may be impossible: then the snapshot is to blame, and the record will tell."""
    if notes().proven:
        text = f"the server failed; incident {incident}"
        return RequestError(Reason.REASON_INTERNAL, text, incident=incident)
    text = f"the rules cannot make sense of the snapshot; incident {incident}"
    return RequestError(Reason.REASON_SNAPSHOT_DAMAGED, text, "position.snapshot", incident=incident)

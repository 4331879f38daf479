"""Exceptions to statuses: a caller's mistake with its reason, a defect of ours with an incident id."""

from __future__ import annotations

import traceback
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import grpc

from broadgauge.v1.reasons_pb2 import Reason

from ..calls import notes
from ..errors import RequestError
from ..logs import Logger
from ..metrics import Metrics
from ..statuses import status
from .around import Around

PLACES = 4
"""Places in the code, from the innermost one on, that the line about an impossible snapshot tells."""


class ErrorAnswers(Around):
    """Answers every exception with a typed status.

    Args:
        logger: Where defects are told.
        metrics: Where refused calls are counted, by reason.
    """

    def __init__(self, logger: Logger, metrics: Metrics) -> None:
        self._logger = logger
        self._metrics = metrics

    @contextmanager
    def around(self, method: str, context: grpc.ServicerContext) -> Iterator[None]:
        """Turns an exception of the call into its status."""
        try:
            yield
        except RequestError as error:
            self._abort(context, error)
        except Exception as error:
            self._abort(context, self._blamed(method, error))

    def _abort(self, context: grpc.ServicerContext, error: RequestError) -> None:
        notes().reason = error.reason_name
        self._metrics.refused.labels(error.reason_name).inc()
        context.abort_with_status(status(error))

    def _blamed(self, method: str, error: Exception) -> RequestError:
        """Who is to blame: we are, unless the state came from a snapshot that anybody may have written.

        Such a state may be impossible. A line without a traceback is enough: otherwise anybody could fill the log, and
        nobody would find a true defect in it. If the position is real, its record leads to the same failure.
        """
        incident = uuid.uuid4().hex
        proven = notes().proven
        with suppress(OSError, ValueError):  # nobody reads the log; the call has its answer all the same
            if proven:
                self._logger.exception("defect", method=method, incident=incident)
            else:
                told = {"method": method, "incident": incident, "error": type(error).__name__}
                self._logger.warning("impossible snapshot", **told, places=_places(error))
        if proven:
            text = f"the server failed; incident {incident}"
            return RequestError(Reason.REASON_INTERNAL, text, incident=incident)
        text = f"the rules cannot make sense of the snapshot; send the record; incident {incident}"
        return RequestError(Reason.REASON_SNAPSHOT_IMPOSSIBLE, text, "position.snapshot", incident=incident)


def _places(error: Exception) -> str:
    """Where an exception came from, innermost first."""
    frames = [*traceback.walk_tb(error.__traceback__)][-PLACES:]
    return " < ".join(f"{Path(frame.f_code.co_filename).name}:{line}" for frame, line in reversed(frames))

"""`RouteService`."""

from __future__ import annotations

import grpc

from broadgauge.v1 import route_service_pb2 as messages
from broadgauge.v1.reasons_pb2 import Reason
from broadgauge.v1.route_service_pb2_grpc import RouteServiceServicer
from broadgauge_engine.routes import Answer

from .. import vocabulary
from ..commands.find_routes import MOST_ANSWERS, Search, evaluate_routes, find_routes, running_company
from ..conversion.routes import OBJECTIVES, answer_message, evaluation_message, problem_message, runs_of
from ..errors import RequestError
from ..metrics import Metrics
from ..positions import Positions
from ..searches import Searches
from .positions import answer_status, situation_of

LONGEST_TIME_LIMIT = 2**31 - 1
MARGIN_MS = 50.0
"""Time that is left for the answer before the caller's deadline."""


class RouteService(RouteServiceServicer):
    """What trains can earn."""

    def __init__(self, positions: Positions, searches: Searches, metrics: Metrics, longest_seconds: float) -> None:
        self._positions = positions
        self._searches = searches
        self._metrics = metrics
        self._longest_ms = 1000 * longest_seconds

    def FindRoutes(
        self, request: messages.FindRoutesRequest, context: grpc.ServicerContext
    ) -> messages.FindRoutesResponse:
        """Finds the best runs."""
        wanted = _search(request)
        situation = situation_of(self._positions, request.position)
        company = running_company(situation, request.company)
        if self._searches.stopping:
            raise _stopping()
        with self._searches.running() as cancel:
            if not context.add_callback(cancel.set):
                cancel.set()  # The caller left already.
            search = Search(wanted.objective, self._milliseconds(wanted.milliseconds, context), wanted.count)
            found = find_routes(situation, company, request.trains, search, cancel)
        self._metrics.searched(found.nodes, found.milliseconds, found.proven)
        if request.require_proof and not found.proven:
            raise _stopping() if self._searches.stopping else _not_proven(found, wanted.objective)
        return messages.FindRoutesResponse(
            status=answer_status(self._positions, situation, request.position),
            company=company,
            best=answer_message(found),
            alternatives=map(answer_message, found.alternatives),
            proven_optimal=found.proven,
            upper_bound=found.upper_bound,
            nodes=found.nodes,
            milliseconds=round(found.milliseconds),
        )

    def EvaluateRoutes(
        self, request: messages.EvaluateRoutesRequest, context: grpc.ServicerContext
    ) -> messages.EvaluateRoutesResponse:
        """Judges runs."""
        runs = runs_of(request.runs, "runs")
        situation = situation_of(self._positions, request.position)
        company = running_company(situation, request.company)
        found = evaluate_routes(situation, company, request.trains, runs)
        return messages.EvaluateRoutesResponse(
            status=answer_status(self._positions, situation, request.position),
            company=company,
            legal=found.problem is None,
            problem=None if found.problem is None else problem_message(found.problem),
            value=evaluation_message(runs, found) if found.problem is None else None,
        )

    def _milliseconds(self, wanted: float, context: grpc.ServicerContext) -> float:
        """The least of what the caller wants, what the call has left, and what the server allows."""
        left = 1000 * context.time_remaining() - MARGIN_MS
        return max(0.0, min(self._longest_ms, left, wanted or self._longest_ms))


def _search(request: messages.FindRoutesRequest) -> Search:
    """What a request asks for."""
    for field, value, allowed in (
        ("objective", request.objective, range(max(OBJECTIVES) + 1)),
        ("time_limit_ms", request.time_limit_ms, range(LONGEST_TIME_LIMIT + 1)),
        ("count", request.count, range(MOST_ANSWERS + 1)),
    ):
        if value not in allowed:
            text = f"{field}: {vocabulary.expectation(value, allowed)}"
            raise RequestError(Reason.REASON_VALUE, text, field, field=field, value=value)
    return Search(OBJECTIVES[request.objective], request.time_limit_ms, request.count or 1)


def _not_proven(found: Answer, objective: str) -> RequestError:
    value = found.revenue + (found.subsidy if objective == "revenue_and_mail" else 0)
    spent = round(found.milliseconds)
    text = f"after {spent} ms the best routes found earn £{value}; £{found.upper_bound} are not ruled out"
    return RequestError(Reason.REASON_NOT_PROVEN, text, milliseconds=spent, value=value, upper_bound=found.upper_bound)


def _stopping() -> RequestError:
    return RequestError(Reason.REASON_SHUTTING_DOWN, "the server is about to stop; ask again")

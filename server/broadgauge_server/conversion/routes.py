"""Routes: runs, what they earn, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from broadgauge.v1 import actions_pb2, route_service_pb2
from broadgauge.v1.reasons_pb2 import Reason
from broadgauge_engine.routes import Answer, Evaluation, Run

from ..errors import RequestError
from .names import UnknownEndError, runs_from_messages, runs_to_plain

OBJECTIVES = {
    route_service_pb2.ROUTE_OBJECTIVE_UNSPECIFIED: "revenue",
    route_service_pb2.ROUTE_OBJECTIVE_REVENUE: "revenue",
    route_service_pb2.ROUTE_OBJECTIVE_REVENUE_AND_MAIL: "revenue_and_mail",
}


def runs_of(messages: Iterable[actions_pb2.Run], path: str) -> tuple[Run, ...]:
    """The runs that messages stand for.

    Raises:
        RequestError: a stop has an end of an unknown name.
    """
    try:
        return runs_from_messages(messages)
    except UnknownEndError as error:
        where = f"{path}{error.place}"
        raise RequestError(Reason.REASON_VALUE, f"{where}: {error}", where, field=where, value=error.end) from error


def answer_message(answer: Answer) -> route_service_pb2.RouteSet:
    """The message for runs that a search found."""
    return _set(answer.runs, answer.revenues, answer.bonus_run, answer.mail_runs, answer.subsidy)


def evaluation_message(runs: Sequence[Run], found: Evaluation) -> route_service_pb2.RouteSet:
    """The message for what legal runs earn."""
    return _set(runs, found.revenues, found.destination_run, found.mail_runs, found.subsidy)


def problem_message(problem: tuple[str, str, str]) -> route_service_pb2.RouteProblem:
    """The message for a rule that runs break."""
    code, paragraph, text = problem
    return route_service_pb2.RouteProblem(code=code, paragraph=paragraph, text=text)


def _set(
    runs: Sequence[Run], revenues: Sequence[int], bonus: int | None, mail: Sequence[int], subsidy: int
) -> route_service_pb2.RouteSet:
    plain = runs_to_plain(tuple(runs))
    return route_service_pb2.RouteSet(
        routes=[
            route_service_pb2.Route(run=run, revenue=revenue, destination_bonus=index == bonus, mail=index in mail)
            for index, (run, revenue) in enumerate(zip(plain, revenues, strict=True))
        ],
        revenue=sum(revenues),
        mail_subsidy=subsidy,
        total=sum(revenues) + subsidy,
    )

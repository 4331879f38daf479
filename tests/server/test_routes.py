"""`RouteService` over a real socket."""

from __future__ import annotations

import signal
import threading
import time
from pathlib import Path

import grpc
import pytest

from broadgauge.v1.action_service_pb2 import SubmitActionRequest
from broadgauge.v1.actions_pb2 import Action, Run, RunStop, RunTrains
from broadgauge.v1.legal_action_service_pb2 import ListLegalActionsRequest
from broadgauge.v1.record_pb2 import Position, Snapshot
from broadgauge.v1.route_service_pb2 import EvaluateRoutesRequest, FindRoutesRequest, RouteObjective
from broadgauge_client import Connection, GameSession
from broadgauge_engine.record import decode_snapshot, encode_snapshot
from broadgauge_server import run_guard
from tests.server.processes import running

INVALID = grpc.StatusCode.INVALID_ARGUMENT
PRECONDITION = grpc.StatusCode.FAILED_PRECONDITION
HARD = ("7", "6", "6", "5", "5", "5", "5", "7", "7", "7", "5", "5")
"""Trains for which the proof takes far longer than any test."""


@pytest.fixture(scope="module")
def game(address: str, shared: Path):
    """A recorded game near its end, at the last run of MR."""
    with Connection(address) as connection:
        session = GameSession.imported(connection, (shared / "games" / "1822_33845.json").read_bytes())
        actions = enumerate(session.record.actions)
        last = max(at for at, action in actions if action.run_trains.company == "MR")
        session.undo(session.revision - last)
        yield session


def test_the_best_routes(game: GameSession) -> None:
    """The answer is proven, adds up, and is accepted as the run; listed is as much with the most mail (5.13.6)."""
    found = game.routes()
    options = game.options(["run_trains"])
    runs = [route.run for route in found.best.routes]

    assert found.company == "MR"
    assert found.proven_optimal
    assert found.best.revenue == sum(route.revenue for route in found.best.routes) == found.upper_bound > 0
    assert found.best.total == found.best.revenue + found.best.mail_subsidy
    assert found.nodes > 0
    listed = game.evaluate(options[0].action.run_trains.runs).value
    assert listed.revenue == found.best.revenue
    assert listed.mail_subsidy >= found.best.mail_subsidy
    assert game.check(Action(run_trains=RunTrains(company="MR", runs=runs))).legal


def test_another_company_and_other_trains(game: GameSession) -> None:
    """Any company in play can be asked about, with other trains; more trains earn no less."""
    own = game.routes("LNWR")
    fewer = game.routes("LNWR", trains=["2"])
    more = game.routes("LNWR", trains=["7", "7"], count=3)

    assert own.company == "LNWR"
    assert fewer.best.revenue < more.best.revenue
    assert [route.run.train for route in more.best.routes] == ["7", "7"]
    assert len(more.alternatives) == 2
    assert more.best.total >= more.alternatives[0].total >= more.alternatives[1].total


def test_evaluation_agrees(game: GameSession) -> None:
    """What is found is legal and worth what was said."""
    for with_mail in (False, True):
        found = game.routes(with_mail=with_mail)
        judged = game.evaluate(route.run for route in found.best.routes)

        assert judged.legal
        assert not judged.HasField("problem")
        assert judged.value == found.best


def test_runs_that_are_not_legal(game: GameSession) -> None:
    """They are no error: the rule that they break is named."""
    run = Run(train="7", stops=[RunStop(hex="H23", end="c0")])
    judged = game.evaluate([run])

    assert not judged.legal
    assert judged.problem.paragraph.startswith("5.")
    assert judged.problem.code
    assert judged.problem.text
    assert not judged.HasField("value")


def test_the_time_runs_out(game: GameSession) -> None:
    """Without proof the best so far is an answer; who asks for proof gets an error that tells how far it came."""
    found = game.routes("LNWR", trains=HARD, milliseconds=100)

    assert not found.proven_optimal
    assert found.upper_bound >= found.best.revenue > 0

    with pytest.raises(Exception, match="not ruled out") as caught:
        game.routes("LNWR", trains=HARD, milliseconds=100, proof=True)
    error = caught.value

    assert error.reason == "NOT_PROVEN"
    assert int(error.metadata["upper_bound"]) >= int(error.metadata["value"]) > 0


def test_the_deadline_of_the_call(game: GameSession, client) -> None:
    """A search ends in time for its answer to arrive before the caller's deadline."""
    request = FindRoutesRequest(position=Position(snapshot=game.status.snapshot), company="LNWR", trains=HARD)
    answer = client.routes.FindRoutes(request, timeout=1.0)

    assert not answer.proven_optimal
    assert answer.milliseconds < 1000


def test_the_limit_of_the_server(game: GameSession, start_server, client_of) -> None:
    """The server's own limit holds whatever the caller wants."""
    other = client_of(start_server(route_seconds=0.05).address)
    request = FindRoutesRequest(
        position=Position(record=game.record), company="LNWR", trains=HARD, time_limit_ms=60_000
    )
    answer = other.routes.FindRoutes(request)

    assert not answer.proven_optimal
    assert answer.milliseconds < 5_000


@pytest.mark.parametrize("seconds", [0.0, 0.01, 0.05, 0.5])
def test_a_caller_who_leaves_ends_the_search(game: GameSession, seconds: float) -> None:
    """After a cancelled call, however early, the only thread of the server is free at once."""
    with running("--threads", "1", "--route-seconds", "600") as server, Connection(server.address) as connection:
        stub = connection.routes
        request = FindRoutesRequest(position=Position(record=game.record), company="LNWR", trains=HARD)
        call = stub.FindRoutes.future(request)
        time.sleep(seconds)
        call.cancel()
        easy = FindRoutesRequest(position=Position(record=game.record), company="LNWR")
        answer = stub.FindRoutes(easy, timeout=30)

    assert call.cancelled()
    assert answer.proven_optimal


def test_a_stop_ends_searches(game: GameSession) -> None:
    """A search in progress answers with the best so far, and the server stops long before the search's own end."""
    answers = []
    with running("--route-seconds", "600", "--grace-seconds", "60") as server, Connection(server.address) as connection:
        request = FindRoutesRequest(position=Position(record=game.record), company="LNWR", trains=HARD)
        call = connection.routes.FindRoutes.future(request)
        waiting = threading.Thread(target=lambda: answers.append(call.result()))
        waiting.start()
        time.sleep(1.0)
        status, _ = server.stopped(signal.SIGTERM)
        waiting.join()

    assert status == 0
    assert answers[0].best.revenue > 0
    assert not answers[0].proven_optimal


def test_a_forged_state_does_not_search_for_ever(game: GameSession, client, refusal, monkeypatch) -> None:
    """Where nothing is signed, a company with better trains than any has is found out before the rules search."""
    monkeypatch.setattr(run_guard, "LONGEST_MS", 20.0)
    state, revision, etag, _ = decode_snapshot(game.status.snapshot.data)
    state.phase_number = 1
    state.acting.trains[:] = ["7"] * 4
    forged = Position(snapshot=Snapshot(data=encode_snapshot(state, revision, etag)))
    action = Action(run_trains=RunTrains(company="MR"))
    asked = refusal(client.legal_actions.ListLegalActions, ListLegalActionsRequest(position=forged))
    done = refusal(client.actions.SubmitAction, SubmitActionRequest(position=forged, action=action))

    for error in (asked, done):
        assert (error.code, error.info.reason) == (INVALID, "SNAPSHOT_IMPOSSIBLE")


WRONG = {
    "unknown company": ({"company": "XYZ"}, INVALID, "ID_UNKNOWN"),
    "company not in play": ({"company": "M1"}, PRECONDITION, "COMPANY_NOT_IN_PLAY"),
    "unknown train": ({"trains": ["2", "9"]}, INVALID, "ID_UNKNOWN"),
    "too many trains": ({"trains": ["2"] * 13}, INVALID, "VALUE"),
    "negative time": ({"time_limit_ms": -1}, INVALID, "VALUE"),
    "too many answers": ({"count": 11}, INVALID, "VALUE"),
    "unknown objective": ({"objective": 9}, INVALID, "VALUE"),
}


@pytest.mark.parametrize(("changes", "code", "reason"), WRONG.values(), ids=WRONG)
def test_wrong_questions(game: GameSession, client, refusal, changes, code, reason) -> None:
    """What cannot be searched for is refused with its reason."""
    request = FindRoutesRequest(position=Position(snapshot=game.status.snapshot), **changes)
    error = refusal(client.routes.FindRoutes, request)

    assert (error.code, error.info.reason) == (code, reason)


RUNS = {
    "too many runs": ([Run(train="2")] * 13, "VALUE", "runs"),
    "too many stops": ([Run(train="2", stops=[RunStop(hex="H23", end="c0")] * 101)], "VALUE", "runs[0].stops"),
    "unknown train": ([Run(train="9")], "ID_UNKNOWN", "runs[0].train"),
    "unknown hex": ([Run(train="2", stops=[RunStop(hex="Z99", end="c0")])], "ID_UNKNOWN", "runs[0].stops[0].hex"),
    "unknown end": ([Run(train="2", stops=[RunStop(hex="H23", end="x")])], "VALUE", "runs[0].stops[0].end"),
}


@pytest.mark.parametrize(("runs", "reason", "field"), RUNS.values(), ids=RUNS)
def test_wrong_runs(game: GameSession, client, refusal, runs, reason, field) -> None:
    """Runs with words that the title does not have name the field."""
    request = EvaluateRoutesRequest(position=Position(snapshot=game.status.snapshot), runs=runs)
    error = refusal(client.routes.EvaluateRoutes, request)

    assert (error.code, error.info.reason, error.field) == (INVALID, reason, field)


def test_too_many_express_trains(game: GameSession, client, refusal) -> None:
    """The rules allow one E-train (5.5.10), the search can do two; of more the field is named."""
    position = Position(snapshot=game.status.snapshot)
    two = client.routes.FindRoutes(FindRoutesRequest(position=position, company="LNWR", trains=["E", "E"]))
    error = refusal(
        client.routes.FindRoutes, FindRoutesRequest(position=position, company="LNWR", trains=["E", "E", "E"])
    )

    assert two.proven_optimal
    assert (error.code, error.info.reason, error.field) == (INVALID, "VALUE", "trains")


def test_nobody_acts(client, refusal, created) -> None:
    """In a stock round a company must be named."""
    request = FindRoutesRequest(
        position=Position(snapshot=created.status.snapshot),
        objective=RouteObjective.ROUTE_OBJECTIVE_REVENUE,
    )
    error = refusal(client.routes.FindRoutes, request)

    assert (error.code, error.info.reason) == (PRECONDITION, "COMPANY_NOT_IN_PLAY")

"""What an operator sees: metrics, health, reflection, channelz, and the log."""

from __future__ import annotations

import json
import os
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable

import grpc
import pytest
from grpc_channelz.v1 import channelz_pb2, channelz_pb2_grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from prometheus_client.parser import text_string_to_metric_families

from broadgauge.v1.route_service_pb2 import FindRoutesRequest
from broadgauge_client import BroadgaugeError, Connection, GameSession
from tests.server.processes import running

SERVING = health_pb2.HealthCheckResponse.SERVING
SERVICES = ("Action", "Catalog", "Game", "LegalAction", "Route")


Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def metrics(address: str) -> Samples:
    """All samples of a metrics port, by name and labels, once all calls that began are told as handled."""
    until = time.monotonic() + 5
    while time.monotonic() < until:
        samples = _metrics(address)
        began, handled = (
            sum(value for (name, _), value in samples.items() if name == f"broadgauge_calls_{what}_total")
            for what in ("started", "handled")
        )
        if began == handled:
            return samples
    raise AssertionError("some calls never end")


def _metrics(address: str) -> Samples:
    with urllib.request.urlopen(f"http://{address}/metrics", timeout=10) as answer:
        text = answer.read().decode()
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def value(samples: dict, name: str, **labels: str) -> float:
    """One sample; 0 where there is none."""
    return samples.get((f"broadgauge_{name}", frozenset(labels.items())), 0.0)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_metrics(workers: str) -> None:
    """Calls are counted by method and code, caches and searches are counted, of all workers together."""
    view = "/broadgauge.v1.GameService/GetGameView"
    submit = "/broadgauge.v1.ActionService/SubmitAction"
    with running("--metrics-port", "0", "--workers", workers) as server, Connection(server.address) as connection:
        game = GameSession.new(connection, ["Ada", "Bertram"], seed=3)
        for _ in range(3):
            game.view()
        game.do(game.options()[0])
        with pytest.raises(BroadgaugeError):
            game.do(game.options()[0], expected_etag="another")
        with pytest.raises(BroadgaugeError):
            connection.call(connection.routes.FindRoutes, FindRoutesRequest())
        samples = metrics(server.addresses["metrics"])

    assert value(samples, "calls_started_total", method=view) >= 3
    assert value(samples, "calls_handled_total", method=view, code="OK") >= 3
    assert value(samples, "calls_handled_total", method=submit, code="OK") == 1
    assert value(samples, "calls_handled_total", method=submit, code="ABORTED") == 1
    assert value(samples, "call_duration_seconds_count", method=submit) == 2
    assert value(samples, "calls_refused_total", reason="ETAG_MISMATCH") == 1
    assert value(samples, "calls_refused_total", reason="POSITION_MISSING") == 1
    assert value(samples, "calls_in_flight") == 0
    assert value(samples, "cache_lookups_total", cache="answers", result="hit") >= 2
    assert value(samples, "cache_lookups_total", cache="states", result="hit") >= 1


@pytest.mark.parametrize("path", ["/", "/metric", "/metrics/", "/metrics/more", "/favicon.ico", "/admin"])
def test_metrics_have_one_path(path: str) -> None:
    """Under any other path nothing is found but a hint."""
    with running("--metrics-port", "0") as server:
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(f"http://{server.addresses['metrics']}{path}", timeout=10)
        hint = caught.value.read()

    assert caught.value.code == 404
    assert hint == b"Not found. The metrics are at /metrics.\n"


def test_metrics_of_workers() -> None:
    """The supervisor tells how many serve, and counts those that ended unasked."""
    with running("--metrics-port", "0", "--workers", "2") as server:
        before = _metrics(server.addresses["metrics"])
        os.kill(server.waited_for("serving", 2)[0]["process"], signal.SIGKILL)
        server.waited_for("serving", 3)
        after = _metrics(server.addresses["metrics"])

    assert (value(before, "workers_serving"), value(before, "worker_ends_total")) == (2, 0)
    assert value(after, "worker_ends_total") == 1


def test_metrics_on_an_address_of_ipv6() -> None:
    """The page listens where the other ports do."""
    with running("--metrics-port", "0", "--admin-host", "::1") as server:
        assert _metrics(server.addresses["metrics"])


def test_metrics_of_searches(shared) -> None:
    """Searches tell their nodes, their time and whether they were proven."""
    content = (shared / "games" / "1822MRS_33867.json").read_bytes()
    with running("--metrics-port", "0") as server, Connection(server.address) as connection:
        game = GameSession.imported(connection, content)
        company = next(company.id for company in game.view().companies if company.trains)
        nodes = game.routes(company).nodes
        samples = metrics(server.addresses["metrics"])

    assert value(samples, "route_nodes_total") == nodes > 0
    assert value(samples, "route_searches_total", proven="true") == 1
    assert value(samples, "route_search_seconds_total") >= 0


@pytest.mark.parametrize("workers", ["1", "2"])
def test_health_on_the_admin_port(workers: str) -> None:
    """The admin port knows the health of the server and of each service, and says when it stops."""
    names = ["", *(f"broadgauge.v1.{name}Service" for name in SERVICES)]
    with running("--admin-port", "0", "--workers", workers, "--drain-seconds", "2") as server:
        with grpc.insecure_channel(server.addresses["health"]) as channel:
            health = health_pb2_grpc.HealthStub(channel)
            serving = [health.Check(health_pb2.HealthCheckRequest(service=name)).status for name in names]
            watch = health.Watch(health_pb2.HealthCheckRequest(), timeout=30)
            first = next(watch).status
            server.process.send_signal(signal.SIGTERM)
            second = next(watch).status
            watch.cancel()
        status = server.process.wait(30)

    assert serving == [SERVING] * len(names)
    assert (first, second) == (SERVING, health_pb2.HealthCheckResponse.NOT_SERVING)
    assert status == 0


def test_reflection_can_be_switched_off(start_server: Callable) -> None:
    """Without reflection, tools learn nothing."""
    with grpc.insecure_channel(start_server(reflection=False).address) as channel:
        database = ProtoReflectionDescriptorDatabase(channel)
        with pytest.raises(grpc.RpcError) as caught:
            database.get_services()

    assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


@pytest.mark.parametrize("wanted", [True, False])
def test_channelz(wanted: bool) -> None:
    """Connections are told about on the admin port where that is wanted, and otherwise not."""
    arguments = ["--admin-port", "0", *(["--channelz"] if wanted else [])]
    with running(*arguments) as server, grpc.insecure_channel(server.addresses["health"]) as channel:
        stub = channelz_pb2_grpc.ChannelzStub(channel)
        if wanted:
            assert stub.GetServers(channelz_pb2.GetServersRequest()).server
            return
        with pytest.raises(grpc.RpcError) as caught:
            stub.GetServers(channelz_pb2.GetServersRequest())

    assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


def test_every_line_of_the_log_is_json() -> None:
    """Away from a terminal each event is one JSON object with a time, and a call has all its parts."""
    with running() as server:
        with Connection(server.address) as connection:
            GameSession.new(connection, ["Ada", "Bertram"])
        _, log = server.stopped(signal.SIGTERM)
    lines = [json.loads(line) for line in log.splitlines()]
    (created,) = (line for line in lines if line.get("method", "").endswith("CreateGame"))

    assert all({"event", "level", "timestamp"} <= line.keys() for line in lines)
    assert {"code", "duration_ms", "request_bytes", "response_bytes", "etag", "revision", "reason"} <= created.keys()

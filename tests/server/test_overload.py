"""More calls than permitted: health answers, refusals are immediate, accepted calls are right, nothing leaks."""

from __future__ import annotations

import os
import statistics
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from broadgauge.v1.game_service_pb2 import GetGameViewRequest
from broadgauge.v1.record_pb2 import GameRecord, Position
from broadgauge_client import Connection, GameSession
from broadgauge_server.server import SPARE_THREADS
from tests.server.effort import of
from tests.server.processes import Running, running

THREADS, WAITING = 2, 4
CALLERS = 4 * (THREADS + WAITING)
SECONDS = of(4, 30)
METHOD = "/broadgauge.v1.GameService/GetGameView"
OK, EXHAUSTED = grpc.StatusCode.OK, grpc.StatusCode.RESOURCE_EXHAUSTED


@dataclass
class Seen:
    """What callers saw."""

    codes: list[grpc.StatusCode] = field(default_factory=list)
    refusal_seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    health_seconds: list[float] = field(default_factory=list)


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    """A server that permits little, keeps nothing, and has an admin port."""
    limits = ("--threads", str(THREADS), "--waiting", str(WAITING), "--answer-mebibytes", "0", "--recent-states", "1")
    with running(*limits, "--admin-port", "0") as found:
        yield found


@pytest.fixture(scope="module")
def requests(server: Running, shared: Path) -> dict[bytes, str]:
    """Requests for the view of long records, each of which is replayed anew; and the etags of their answers."""
    with Connection(server.address) as connection:
        game = GameSession.imported(connection, (shared / "games" / "1822MRS_33867.json").read_bytes())
        found = {}
        for length in (200, 300, 400, 500):
            record = GameRecord()
            record.CopyFrom(game.record)
            del record.actions[length:]
            request = GetGameViewRequest(position=Position(record=record))
            request.read_mask.paths.append("round")
            etag = connection.call(connection.games.GetGameView, request).status.etag
            found[request.SerializeToString()] = etag
    return found


def resources(server: Running) -> tuple[int, int, int]:
    """Threads, descriptors and KiB of memory of the process."""
    status = dict(line.split(":", 1) for line in Path(f"/proc/{server.process.pid}/status").read_text().splitlines())
    descriptors = len(os.listdir(f"/proc/{server.process.pid}/fd"))
    return int(status["Threads"]), descriptors, int(status["VmRSS"].split()[0])


@contextmanager
def watched(server: Running, seen: Seen) -> Iterator[None]:
    """Asks the admin port for health all the time."""
    over = threading.Event()

    def ask() -> None:
        with grpc.insecure_channel(server.addresses["health"]) as channel:
            health = health_pb2_grpc.HealthStub(channel)
            health.Check(health_pb2.HealthCheckRequest())
            while not over.wait(0.05):
                started = time.perf_counter()
                health.Check(health_pb2.HealthCheckRequest(), timeout=10)
                seen.health_seconds.append(time.perf_counter() - started)

    watcher = threading.Thread(target=ask)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def overloaded(server: Running, requests: dict[bytes, str], seconds: float, seen: Seen) -> None:
    """Four times as many callers as permitted, each with a connection of its own."""
    until = time.perf_counter() + seconds
    lock = threading.Lock()

    def call(number: int) -> None:
        options = [("grpc.use_local_subchannel_pool", 1)]
        with grpc.insecure_channel(server.address, options=options) as channel:
            view = channel.unary_unary(METHOD)
            while time.perf_counter() < until:
                request = list(requests)[number % len(requests)]
                started = time.perf_counter()
                try:
                    content, code = view(request, timeout=60), OK
                except grpc.RpcError as error:
                    content, code = b"", error.code()
                spent = time.perf_counter() - started
                with lock:
                    seen.codes.append(code)
                    if code is EXHAUSTED:
                        seen.refusal_seconds.append(spent)
                    if code is OK and requests[request].encode() not in content:
                        seen.wrong.append(requests[request])
                time.sleep(0.02 if code is EXHAUSTED else 0)

    with ThreadPoolExecutor(CALLERS) as pool:
        list(pool.map(call, range(CALLERS)))


def test_overload(server: Running, requests: dict[bytes, str]) -> None:
    """At four times the permitted concurrency the server refuses at once, and works on."""
    idle = resources(server)
    overloaded(server, requests, 1.5, Seen())
    time.sleep(1.0)
    before = resources(server)
    seen = Seen()
    with watched(server, seen):
        overloaded(server, requests, SECONDS, seen)
    time.sleep(1.0)
    after = resources(server)
    print(
        f"{len(seen.codes)} calls, {len(seen.refusal_seconds)} refused, median refusal "
        f"{1000 * statistics.median(seen.refusal_seconds):.1f} ms; health median "
        f"{1000 * statistics.median(seen.health_seconds):.1f} ms, worst {1000 * max(seen.health_seconds):.1f} ms; "
        f"threads, descriptors, KiB {before} before, {after} after"
    )

    assert set(seen.codes) == {OK, EXHAUSTED}
    assert seen.wrong == []
    assert seen.health_seconds
    assert after[0] <= idle[0] + THREADS + WAITING + SPARE_THREADS
    assert after[1] <= before[1] + 2
    assert after[2] <= before[2] * 1.2 + 10_000


def test_a_refusal_is_typed(server: Running, requests: dict[bytes, str]) -> None:
    """The refusal tells the limit and when to try again, and afterwards there is room."""
    from google.rpc import error_details_pb2
    from grpc_status import rpc_status

    request = next(iter(requests))
    with grpc.insecure_channel(server.address) as channel:
        view = channel.unary_unary(METHOD)
        calls = [view.future(asked) for _ in range(CALLERS) for asked in requests]
        failed = [error for error in (call.exception() for call in calls) if error is not None]
        again = view(request)
    details = [rpc_status.from_call(error) for error in failed]
    info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    for detail in details[0].details:
        detail.Unpack(info)
        detail.Unpack(retry)

    assert requests[request].encode() in again
    assert {error.code() for error in failed} == {EXHAUSTED}
    assert (info.reason, info.metadata["limit"]) == ("OVERLOADED", str(THREADS + WAITING))
    assert retry.retry_delay.nanos > 0

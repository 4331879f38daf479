"""Throughput of the server, as ratios within one run to a bare echo server of the same gRPC stack.

    python benchmarks/server.py [GAME.json]

Both servers run as processes of their own and get requests of the same size, answered with the same size, from the same
client: some threads that each wait for one answer before the next request. Rounds alternate between the two, and the
median of the ratios counts, because machines are noisy. For searches, two workers are compared with one, each with a
single thread, because a worker with more threads already searches on several processors.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path

import grpc

from broadgauge.v1.action_service_pb2 import SubmitActionRequest
from broadgauge.v1.catalog_service_pb2 import GetTitleRequest
from broadgauge.v1.game_service_pb2 import GetGameViewRequest
from broadgauge.v1.legal_action_service_pb2 import ListLegalActionsRequest
from broadgauge.v1.record_pb2 import Position
from broadgauge.v1.route_service_pb2 import FindRoutesRequest
from broadgauge_client import Connection, GameSession
from broadgauge_client.server_process import server_process

SHARED = Path(os.environ.get("BROADGAUGE_SHARED") or Path(__file__).resolve().parents[2] / "shared")
DEFAULT = SHARED / "games" / "1822_33845.json"
ECHO = Path(__file__).with_name("echo.py")
THREADS = 4
ROUND_SECONDS = 0.4
ROUNDS = 21
EARLY, BEFORE_END = 40, 30
HARD_COMPANY, HARD_TRAINS = "LYR", ("7", "6", "5", "5", "P+")

Calls = Sequence[bytes]
Method = Callable[[bytes], bytes]


@contextmanager
def echo_process() -> Iterator[str]:
    """Runs the echo server; gives its address."""
    process = subprocess.Popen([sys.executable, str(ECHO)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.communicate()


def rate(method: Method, calls: Calls, seconds: float = ROUND_SECONDS, threads: int = THREADS) -> float:
    """Calls per second."""

    def work(offset: int) -> int:
        done = 0
        for request in islice(cycle(calls), offset, None):
            method(request)
            done += 1
            if time.perf_counter() >= until:
                break
        return done

    started = time.perf_counter()
    until = started + seconds
    with ThreadPoolExecutor(threads) as pool:
        done = sum(pool.map(work, range(threads)))
    return done / (time.perf_counter() - started)


def compared(ours: Method, echo: Method, calls: Calls) -> tuple[float, float]:
    """Our calls per second, and the median ratio to those of the echo server."""
    rate(ours, calls, 0.3)
    rate(echo, calls, 0.3)
    rates = [(rate(ours, calls), rate(echo, calls)) for _ in range(ROUNDS)]
    return statistics.median(mine for mine, _ in rates), statistics.median(mine / bare for mine, bare in rates)


def at(game: GameSession, revision: int) -> tuple[Position, Position]:
    """A position by its snapshot, and by its record."""
    game.undo(game.revision - revision)
    return Position(snapshot=game.status.snapshot), Position(record=game.record)


def questions(path: Path, connection: Connection) -> list[tuple[str, str, Calls, str]]:
    """What to measure: a name, the method, the requests, and the target."""
    game = GameSession.imported(connection, path.read_bytes())
    actions = list(game.record.actions)
    snapshot, record = at(game, game.revision - BEFORE_END)
    submits, after = [], snapshot
    for action in actions[len(record.record.actions) :]:
        request = SubmitActionRequest(position=after, action=action)
        submits.append(request.SerializeToString())
        answer = connection.call(connection.actions.SubmitAction, request)
        after = Position(snapshot=answer.status.snapshot)
    early, _ = at(game, EARLY)
    games, legal = "/broadgauge.v1.GameService/", "/broadgauge.v1.LegalActionService/"
    title = GetTitleRequest(title=game.record.setup.title)
    return [
        ("list, early", f"{legal}ListLegalActions", [_bytes(ListLegalActionsRequest(position=early))], "0.60"),
        ("list, late", f"{legal}ListLegalActions", [_bytes(ListLegalActionsRequest(position=snapshot))], "0.35"),
        ("list, late, by record", f"{legal}ListLegalActions", [_bytes(ListLegalActionsRequest(position=record))], "-"),
        ("submit, late", "/broadgauge.v1.ActionService/SubmitAction", submits, "0.40"),
        ("view, late", f"{games}GetGameView", [_bytes(GetGameViewRequest(position=snapshot))], "0.60"),
        ("title", "/broadgauge.v1.CatalogService/GetTitle", [_bytes(title)], "0.60"),
    ]


def _bytes(message: GetGameViewRequest | GetTitleRequest | ListLegalActionsRequest) -> bytes:
    return message.SerializeToString()


def against_echo(path: Path) -> None:
    """Prints the ratios to the echo server."""
    with (
        server_process(["--log-format", "json"]) as address,
        echo_process() as bare,
        Connection(address) as connection,
        grpc.insecure_channel(bare) as channel,
    ):
        for name, method, calls, target in questions(path, connection):
            ours = connection.channel.unary_unary(method)
            size = len(ours(calls[0]))
            mine, ratio = compared(ours, channel.unary_unary(f"/echo/{size}"), calls)
            sizes = f"{len(calls[0])} B in, {size} B out"
            print(f"  {name:22} {mine:8.0f}/s   ratio {ratio:5.2f}   target {target:5} {sizes}")


def searches(path: Path) -> None:
    """Prints how much faster two workers search than one."""
    rates = []
    for workers in (1, 2, 1, 2, 1, 2):
        with server_process(["--threads", "1", "--workers", str(workers)]) as address:
            rates.append(_search_rate(address, path))
    ratio = statistics.median(two / one for one, two in zip(rates[::2], rates[1::2], strict=True))
    print(f"  {'hard search, 2 workers':22} {max(rates):8.1f}/s   ratio {ratio:5.2f}   target 1.50  to one worker")


def _search_rate(address: str, path: Path) -> float:
    with Connection(address) as connection:
        game = GameSession.imported(connection, path.read_bytes())
        request = FindRoutesRequest(
            position=Position(snapshot=game.status.snapshot), company=HARD_COMPANY, trains=HARD_TRAINS
        ).SerializeToString()
    # Each channel is one connection, and the kernel gives each connection to one of the workers.
    options = [("grpc.use_local_subchannel_pool", 1)]
    channels = [grpc.insecure_channel(address, options=options) for _ in range(4 * THREADS)]
    methods = [channel.unary_unary("/broadgauge.v1.RouteService/FindRoutes") for channel in channels]
    turns = cycle(methods)
    try:
        for method in methods:
            method(request)
        return rate(lambda call: next(turns)(call), [request], 5.0)
    finally:
        for channel in channels:
            channel.close()


def main() -> None:
    """Prints all ratios for one game."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT
    print(f"{path.name}: {THREADS} callers, median of {ROUNDS} rounds")
    against_echo(path)
    searches(path)


if __name__ == "__main__":
    main()

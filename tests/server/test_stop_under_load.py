"""SIGTERM while calls are in progress: what was accepted is finished, and the process leaves in time."""

from __future__ import annotations

import json
import signal
import threading
import time
from pathlib import Path

import grpc
import pytest

from broadgauge.v1.game_service_pb2 import GetGameViewRequest, ReplayGameRequest
from broadgauge.v1.record_pb2 import Position
from broadgauge_client import Connection, GameSession
from tests.server.processes import running

CALLERS = 8
GRACE = 20.0
VIEWS_BEFORE = 1
"""The session looks at the game once when it is imported."""
METHOD = "/broadgauge.v1.GameService/GetGameView"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_no_accepted_call_is_lost(shared: Path, workers: str) -> None:
    """Every call has its whole answer, or was refused as UNAVAILABLE; the process ends well within its grace time."""
    content = (shared / "games" / "1822MRS_33867.json").read_bytes()
    limits = ("--answer-mebibytes", "0", "--recent-states", "1", "--workers", workers)
    outcomes: list[tuple[str, bool]] = []
    lock = threading.Lock()
    with running(*limits, "--drain-seconds", "0.5", "--grace-seconds", str(GRACE)) as server:
        with Connection(server.address) as connection:
            game = GameSession.imported(connection, content)
        request = GetGameViewRequest(position=Position(record=game.record)).SerializeToString()
        etag = game.etag.encode()

        def call() -> None:
            options = [("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0)]
            with grpc.insecure_channel(server.address, options=options) as channel:
                view = channel.unary_unary(METHOD)
                while True:
                    try:
                        answer, code = view(request, timeout=60), "OK"
                    except grpc.RpcError as error:
                        answer, code = b"", error.code().name
                    with lock:
                        outcomes.append((code, etag in answer))
                    if code != "OK":
                        return

        callers = [threading.Thread(target=call) for _ in range(CALLERS)]
        for caller in callers:
            caller.start()
        time.sleep(1.0)
        started = time.monotonic()
        status, log = server.stopped(signal.SIGTERM, timeout=60)
        spent = time.monotonic() - started
        for caller in callers:
            caller.join()

    codes = {code for code, _ in outcomes}
    finished = sum(code == "OK" for code, _ in outcomes)
    lines = [json.loads(line) for line in log.splitlines()]
    logged = sum(line.get("method") == METHOD and line["code"] == "OK" for line in lines)
    assert status == 0
    assert spent < GRACE
    assert codes == {"OK", "UNAVAILABLE"}
    assert all(whole for code, whole in outcomes if code == "OK")
    assert finished > CALLERS
    assert logged == finished + VIEWS_BEFORE


def test_a_stream_in_progress_is_finished(shared: Path) -> None:
    """A replay that began before the signal arrives to its last action."""
    content = (shared / "games" / "1822MRS_33867.json").read_bytes()
    with running("--grace-seconds", str(GRACE)) as server, Connection(server.address) as connection:
        game = GameSession.imported(connection, content)
        replay = connection.games.ReplayGame(ReplayGameRequest(record=game.record, include_view=True), timeout=60)
        first = next(replay)
        server.process.send_signal(signal.SIGTERM)
        last = [first, *replay][-1]
        status = server.process.wait(60)

    assert last.status.etag == game.etag
    assert status == 0

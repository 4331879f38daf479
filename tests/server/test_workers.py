"""Several processes on one port."""

from __future__ import annotations

import io
import json
import os
import signal
import time
from itertools import pairwise
from pathlib import Path
from threading import Event

import pytest

from broadgauge.v1.catalog_service_pb2 import ListTitlesRequest
from broadgauge_client import Connection
from broadgauge_server.listening import reserve
from broadgauge_server.logs import make_logger
from broadgauge_server.settings import Settings
from broadgauge_server.supervisor import METRICS_FOLDER, Workers
from broadgauge_server.worker_place import Patience
from tests.server.processes import Running, ended, running


def children(server: Running) -> list[int]:
    """The worker processes of a server."""
    with open(f"/proc/{server.process.pid}/task/{server.process.pid}/children") as file:
        found = [int(text) for text in file.read().split()]
    return [pid for pid in found if "spawn_main" in _command(pid)]


def _command(pid: int) -> str:
    try:
        with open(f"/proc/{pid}/cmdline") as file:
            return file.read()
    except OSError:
        return ""


def titles(address: str) -> int:
    """How many titles a server has."""
    with Connection(address, timeout=10) as connection:
        return len(connection.call(connection.catalog.ListTitles, ListTitlesRequest()).titles)


def test_they_share_a_port_and_stop_together() -> None:
    """Two workers answer under one address; a signal to the supervisor ends all with status 0."""
    with running("--workers", "2") as server:
        workers = children(server)
        answers = [titles(server.address) for _ in range(6)]
        status, log = server.stopped(signal.SIGTERM)

    assert len(workers) == 2
    assert answers == [3] * 6
    assert status == 0
    assert log.count('"event": "stopped"') == 2
    assert not any(map(_command, workers))


def test_a_busy_port_is_refused_whoever_has_it() -> None:
    """Workers share their port with each other and with no other server, and no other server with them."""
    for first, second in (("2", "2"), ("2", "1"), ("1", "2")):
        with running("--workers", first) as server:
            port = server.address.rpartition(":")[2]
            other = ended("--port", port, "--workers", second)

        assert other.returncode == 5
        assert f"cannot listen on 127.0.0.1:{port}" in other.stderr
        assert "Traceback" not in other.stderr


def test_a_worker_that_dies_is_replaced() -> None:
    """After a worker was killed there are two again, and calls are answered."""
    with running("--workers", "2") as server:
        before = children(server)
        os.kill(before[0], signal.SIGKILL)
        for _ in range(200):
            after = children(server)
            if len(after) == 2 and before[0] not in after:
                break
            time.sleep(0.1)
        answers = [titles(server.address) for _ in range(4)]
        status, log = server.stopped(signal.SIGTERM)

    assert len(after) == 2
    assert before[1] in after
    assert answers == [3] * 4
    assert status == 0
    assert "worker ended" in log


def test_workers_do_not_outlive_their_supervisor() -> None:
    """When the supervisor is killed, the workers stop by themselves."""
    with running("--workers", "2") as server:
        workers = children(server)
        server.process.kill()
        server.process.wait()
        for _ in range(200):
            if not any(map(_command, workers)):
                break
            time.sleep(0.1)

    assert len(workers) == 2
    assert not any(map(_command, workers))


def test_unusable_files_end_the_start() -> None:
    """What is wrong is said once, before any worker begins."""
    result = ended("--port", "0", "--workers", "2", "--snapshot-keys", "no/such/file")

    assert result.returncode == 2
    assert result.stderr.count("no/such/file") == 1
    assert "Traceback" not in result.stderr


def test_a_second_signal_cuts_the_drain_short() -> None:
    """Who is asked twice to stop does not wait for the drain."""
    for workers in ("1", "2"):
        with running("--workers", workers, "--drain-seconds", "600") as server:
            server.process.send_signal(signal.SIGTERM)
            time.sleep(1.0)
            status, _ = server.stopped(signal.SIGTERM)

        assert status == 0


FAILING = """
import os, sys, time
if "--multiprocessing-fork" in sys.orig_argv:
    folder = os.environ["FAILING"]
    if os.path.exists(folder + "/die"):
        os._exit(3)
    try:
        os.unlink(folder + "/hang")
    except FileNotFoundError:
        pass
    else:
        parent = os.getppid()
        while os.getppid() == parent:
            time.sleep(0.1)
"""


@pytest.fixture
def failing(tmp_path: Path) -> dict[str, str]:
    """An environment in which workers die as long as there is a file ``die``, and one hangs for a file ``hang``."""
    (tmp_path / "sitecustomize.py").write_text(FAILING)
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, "FAILING": str(tmp_path)}


def test_when_all_workers_die_at_the_start(failing: dict[str, str], tmp_path: Path) -> None:
    """The server gives up and says so."""
    (tmp_path / "die").touch()
    result = ended("--port", "0", "--workers", "2", environment=failing)
    told = [json.loads(line) for line in result.stderr.splitlines() if line.startswith("{")]

    assert result.returncode == 5
    assert result.stdout == ""
    assert "broadgauge: none of 2 worker processes can start" in result.stderr
    assert {(line["event"], line["worker"], line["status"]) for line in told} == {
        ("worker ended", 0, 3),
        ("worker ended", 1, 3),
    }
    assert "Traceback" not in result.stderr


def test_a_worker_that_dies_again_and_again(failing: dict[str, str], tmp_path: Path) -> None:
    """It starts anew after ever longer pauses; the other one serves all the time, and at last both do."""
    with running("--workers", "2", "--metrics-port", "0", environment=failing) as server:
        (tmp_path / "die").touch()
        os.kill(children(server)[0], signal.SIGKILL)
        told = server.waited_for("worker ended", 4, timeout=60)
        pauses = [line["next_start_seconds"] for line in told]
        answers = [titles(server.address) for _ in range(3)]
        (tmp_path / "die").unlink()
        server.waited_for("serving", 3, timeout=60)
        status, _ = server.stopped(signal.SIGTERM)

    assert answers == [3] * 3
    assert len({line["worker"] for line in told}) == 1
    assert all(0 < 2 * earlier == later for earlier, later in pairwise(pauses[1:]))
    assert status == 0


def test_a_worker_that_hangs_keeps_nobody_waiting(failing: dict[str, str], tmp_path: Path) -> None:
    """While the successor of one worker hangs at its start, the other one is replaced, too."""
    with running("--workers", "2", environment=failing) as server:
        first, second = children(server)
        (tmp_path / "hang").touch()
        os.kill(first, signal.SIGKILL)
        until = time.monotonic() + 30
        while (tmp_path / "hang").exists():
            assert time.monotonic() < until
            time.sleep(0.05)
        os.kill(second, signal.SIGKILL)
        server.waited_for("serving", 3)

        assert titles(server.address) == 3


def test_a_worker_has_its_time_to_start(
    failing: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that hangs is ended when its time is over, and the next one serves."""
    for name in ("PYTHONPATH", "FAILING"):
        monkeypatch.setenv(name, failing[name])
    monkeypatch.setenv(METRICS_FOLDER, str(tmp_path))
    (tmp_path / "hang").touch()
    log = io.StringIO()
    with reserve("127.0.0.1", 0) as held:
        settings = Settings(port=held.getsockname()[1], workers=2)
        workers = Workers(settings, make_logger("json", log), Patience(start=12.0, others=0.0))
        until = time.monotonic() + 60
        while workers.serving < 2 and time.monotonic() < until:
            workers.look()
            time.sleep(0.05)
        serving = workers.serving
        well = workers.stop(Event())
    told = [json.loads(line) for line in log.getvalue().splitlines()]

    assert serving == 2
    assert well
    assert [line["event"] for line in told] == ["worker did not start in time"]
    assert told[0]["status"] == -signal.SIGKILL


def test_lines_of_the_log_tell_their_process() -> None:
    """Every line of a worker has its number and its process."""
    with running("--workers", "2") as server:
        workers = set(children(server))
        for _ in range(6):
            titles(server.address)
        status, log = server.stopped(signal.SIGTERM)
    lines = [json.loads(line) for line in log.splitlines()]

    assert status == 0
    assert {(line["event"], line["worker"]) for line in lines} >= {("serving", 0), ("serving", 1)}
    assert any(line["event"] == "call" for line in lines)
    assert {line["process"] for line in lines} == workers
    assert len({(line["worker"], line["process"]) for line in lines}) == 2

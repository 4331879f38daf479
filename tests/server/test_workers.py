"""Several processes on one port."""

from __future__ import annotations

import os
import signal
import time

from broadgauge.v1.catalog_service_pb2 import ListTitlesRequest
from broadgauge_client import Connection
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

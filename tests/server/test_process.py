"""The server as a process: how it starts, listens and ends."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import grpc
import pytest

from broadgauge.v1.catalog_service_pb2 import ListTitlesRequest
from broadgauge.v1.catalog_service_pb2_grpc import CatalogServiceStub

COMMAND = [sys.executable, "-m", "broadgauge_server"]


@contextmanager
def running(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server process, and its address."""
    process = subprocess.Popen(
        [*COMMAND, "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().removeprefix("broadgauge: serving on ").strip()
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_and_stops_gracefully(number: signal.Signals) -> None:
    """The process answers a call, ends with status 0 on a signal, and its log is JSON."""
    with running() as (process, address):
        with grpc.insecure_channel(address) as channel:
            titles = CatalogServiceStub(channel).ListTitles(ListTitlesRequest()).titles
        process.send_signal(number)
        _, log = process.communicate(timeout=20)

    events = [json.loads(line)["event"] for line in log.splitlines()]
    assert len(titles) == 3
    assert process.returncode == 0
    assert events == ["serving", "call", "stopping", "stopped"]


def test_a_busy_port_is_refused() -> None:
    """A second server on the same port ends with a message and status 5."""
    with running() as (_, address):
        port = address.rpartition(":")[2]
        second = subprocess.run([*COMMAND, "--port", port], capture_output=True, text=True, check=False, timeout=60)

    assert second.returncode == 5
    assert f"cannot listen on 127.0.0.1:{port}" in second.stderr
    assert "Traceback" not in second.stderr


@pytest.mark.parametrize(
    "arguments", [["--port", "65536"], ["--threads", "0"], ["--colour", "red"], ["--log-format", "xml"]]
)
def test_wrong_settings(arguments: list[str]) -> None:
    """A wrong setting is a message and status 2."""
    result = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False, timeout=60)

    assert result.returncode == 2
    assert arguments[0] in result.stderr


def test_missing_keys() -> None:
    """A file with keys that cannot be read is a message, not a traceback."""
    result = subprocess.run(
        [*COMMAND, "--snapshot-keys", "no/such/file"], capture_output=True, text=True, check=False, timeout=60
    )

    assert result.returncode == 5
    assert "no/such/file" in result.stderr
    assert "Traceback" not in result.stderr


def test_help_lists_the_settings() -> None:
    """``--help`` explains every setting with its default."""
    result = subprocess.run([*COMMAND, "--help"], capture_output=True, text=True, check=False, timeout=60)

    assert result.returncode == 0
    for setting in ("--host", "--port", "--threads", "--waiting", "--grace-seconds", "--snapshot-keys"):
        assert setting in result.stdout

"""The server as a process: how it starts, listens and ends."""

import json
import signal

import grpc
import pytest

from broadgauge.v1.catalog_service_pb2 import ListTitlesRequest
from broadgauge.v1.catalog_service_pb2_grpc import CatalogServiceStub
from tests.server.processes import ended, running


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_and_stops_gracefully(number: signal.Signals) -> None:
    """The process answers a call, ends with status 0 on a signal, and its log is JSON."""
    with running() as server:
        with grpc.insecure_channel(server.address) as channel:
            titles = CatalogServiceStub(channel).ListTitles(ListTitlesRequest()).titles
        status, log = server.stopped(number)

    events = [json.loads(line)["event"] for line in log.splitlines()]
    assert len(titles) == 3
    assert status == 0
    assert events == ["serving", "call", "stopping", "stopped"]


def test_a_busy_port_is_refused() -> None:
    """A second server on the same port ends with a message and status 5."""
    with running() as server:
        port = server.address.rpartition(":")[2]
        second = ended("--port", port)

    assert second.returncode == 5
    assert f"cannot listen on 127.0.0.1:{port}" in second.stderr
    assert "Traceback" not in second.stderr


@pytest.mark.parametrize(
    "arguments", [["--port", "65536"], ["--threads", "0"], ["--colour", "red"], ["--log-format", "xml"]]
)
def test_wrong_settings(arguments: list[str]) -> None:
    """A wrong setting is a message and status 2."""
    result = ended(*arguments)

    assert result.returncode == 2
    assert arguments[0] in result.stderr


def test_missing_keys() -> None:
    """A file with keys that cannot be read is a message, not a traceback."""
    result = ended("--snapshot-keys", "no/such/file")

    assert result.returncode == 5
    assert "no/such/file" in result.stderr
    assert "Traceback" not in result.stderr

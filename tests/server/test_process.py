"""The server as a process: how it starts, listens and ends."""

import json
import os
import signal
from pathlib import Path

import grpc
import pytest

from broadgauge.v1.catalog_service_pb2 import ListTitlesRequest
from broadgauge.v1.catalog_service_pb2_grpc import CatalogServiceStub
from broadgauge_server.setting_files import READERS
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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_right_after_the_start_is_not_lost(number: signal.Signals) -> None:
    """However soon after the ready line a signal comes, the process ends well."""
    for _ in range(5):
        with running() as server:
            status, _ = server.stopped(number, timeout=15)

        assert status == 0


@pytest.mark.parametrize("setting", READERS)
@pytest.mark.parametrize("content", [None, "", "short"])
def test_files_that_cannot_be_used(setting: str, content: str | None, tmp_path: Path) -> None:
    """A file that is missing or holds something else is a message with the flag and the file, and status 2."""
    good, bad, flag = tmp_path / "good", tmp_path / "bad", "--" + setting.replace("_", "-")
    good.write_text("-----BEGIN CERTIFICATE-----\n")
    if content is not None:
        bad.write_text(content)
    tls = [part for other in ("--tls-certificate", "--tls-key") if other != flag for part in (other, str(good))]
    result = ended(flag, str(bad), *(tls if flag.startswith("--tls") else ()))

    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"broadgauge: {flag}: cannot ")
    assert str(bad) in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_without_its_packages(tmp_path: Path) -> None:
    """Where the packages of the extra are not installed, a message says which extra it is; status 2."""
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['grpc_health'] = None\n")
    result = ended(environment={**os.environ, "PYTHONPATH": str(tmp_path)})

    assert (result.returncode, result.stdout) == (2, "")
    assert "pip install 'broadgauge[server]'" in result.stderr
    assert len(result.stderr.splitlines()) == 1

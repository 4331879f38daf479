"""A server process for the client's tests."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from broadgauge_client import Connection, GameSession
from broadgauge_client.server_process import server_process
from tests.clients.shell import OK, Run


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a server in a process of its own."""
    with server_process() as address:
        yield address


@pytest.fixture
def connection(address: str) -> Iterator[Connection]:
    """A connection to that server."""
    with Connection(address) as connection:
        yield connection


@pytest.fixture
def game(connection: Connection) -> GameSession:
    """A new game for three players."""
    return GameSession.new(connection, ["Ada", "Bertram", "Clara"], seed=7)


@pytest.fixture(scope="session")
def run(address: str) -> Run:
    """Runs ``broadgauge`` with arguments against the test's server."""

    def call(*arguments: object, server: str = address, columns: str = "200") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [Path(sys.executable).parent / "broadgauge", *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            env={"BROADGAUGE_SERVER": server, "COLUMNS": columns, "PATH": ""},
        )

    return call


@pytest.fixture
def file(run: Run, tmp_path: Path) -> Path:
    """The file of a new game."""
    file = tmp_path / "game.json"
    players = [part for name in ("Ada", "Bertram", "Clara") for part in ("--player", name)]
    result = run("new", file, *players, "--seed", 7)
    assert (result.returncode, result.stderr) == (OK, "")
    return file

"""A server process for the client's tests."""

from collections.abc import Iterator

import pytest

from broadgauge_client import Connection, GameSession
from broadgauge_client.server_process import server_process


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

"""Full recorded games through real sockets: whatever carries the game, the states are those of the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

import pytest

from broadgauge.v1.action_service_pb2 import SubmitActionRequest
from broadgauge.v1.game_service_pb2 import CreateGameRequest
from broadgauge.v1.record_pb2 import GameRecord as RecordMessage
from broadgauge.v1.record_pb2 import GameStatus, Position
from broadgauge_client import Connection
from broadgauge_engine import engine
from broadgauge_engine.interop import Importer, read_game_file
from broadgauge_engine.record import GameRecord
from broadgauge_server.conversion.actions import action_to_message
from broadgauge_server.conversion.records import setup_to_message
from broadgauge_server.snapshots import Snapshots
from tests.server.effort import FULL
from tests.server.processes import running

GAMES = ("1822MRS_33867", "1822_33845", "bot14_NRS_3p", "bot08_1822plus_5p") if FULL else ("1822MRS_33867",)
CHECKED_EVERY = 1 if FULL else 7
KEY = "a key that both servers know, and nobody else"

Carrier = Callable[[RecordMessage, GameStatus], Position]
CARRIERS: dict[str, Carrier] = {
    "records only": lambda record, status: Position(record=record),
    "snapshots only": lambda record, status: Position(snapshot=status.snapshot),
}


@pytest.fixture(scope="module")
def connections(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Connection]]:
    """Two server processes that share nothing but a key."""
    keys = tmp_path_factory.mktemp("keys") / "keys"
    keys.write_text(f"{KEY}\n")
    arguments = ("--snapshot-keys", str(keys))
    with running(*arguments) as one, running(*arguments) as two:
        found = [Connection(server.address) for server in (one, two)]
        yield found
        for connection in found:
            connection.close()


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest, shared: Path) -> GameRecord:
    """A recorded game to its end."""
    importer = Importer(read_game_file(shared / "games" / f"{request.param}.json"))
    for _ in importer:
        pass
    assert importer.state.finished
    return importer.record


def play(game: GameRecord, servers: list[Connection], carrier: Carrier) -> None:
    """Plays a game; each action goes to the next server, and the answers are compared with the engine."""
    turns = cycle(servers)
    snapshots = Snapshots((KEY.encode(),))
    state = engine.start(game.setup)
    first = next(turns)
    created = first.call(first.games.CreateGame, CreateGameRequest(setup=setup_to_message(game.setup)))
    record, status = created.record, created.status
    expected = GameRecord(game.setup)
    for number, action in enumerate(game.actions, 1):
        engine.apply(state, action)
        expected = expected.with_action(action)
        message = action_to_message(action)
        connection = next(turns)
        request = SubmitActionRequest(position=carrier(record, status), action=message, expected_etag=status.etag)
        status = connection.call(connection.actions.SubmitAction, request).status
        record.actions.append(message)
        if number % CHECKED_EVERY == 0 or number == game.revision:
            situation = snapshots.decode(status.snapshot.data)
            assert engine.digest(situation.state) == engine.digest(state), number
            assert (status.etag, status.revision) == (expected.etag, number)
            assert (situation.etag, situation.revision) == (expected.etag, number)

    assert status.finished
    assert status.etag == game.etag


@pytest.mark.parametrize("carrier", CARRIERS.values(), ids=CARRIERS)
def test_one_server(game: GameRecord, connections: list[Connection], carrier: Carrier) -> None:
    """A whole game on one server, by one carrier alone, has the engine's digests throughout."""
    play(game, connections[:1], carrier)


def test_two_servers_in_turn(game: GameRecord, connections: list[Connection]) -> None:
    """A whole game that changes the server after every action does, too."""
    play(game, connections, CARRIERS["snapshots only"])

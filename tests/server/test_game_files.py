"""Game files of the site 18xx.games, in and out."""

from __future__ import annotations

import json
from pathlib import Path

import grpc
import pytest

from broadgauge.v1.game_service_pb2 import ExportGameRequest, ImportGameRequest
from broadgauge.v1.record_pb2 import GameRecord, Removals, RuleOptions
from broadgauge_engine.interop import Importer, parse_game

INVALID = grpc.StatusCode.INVALID_ARGUMENT
PRECONDITION = grpc.StatusCode.FAILED_PRECONDITION


@pytest.fixture(scope="module")
def content(shared: Path) -> bytes:
    """A recorded game's file."""
    return (shared / "games" / "1822MRS_33867.json").read_bytes()


def test_there_and_back(client, content: bytes) -> None:
    """An imported game is finished, and its own file leads to the same record."""
    imported = client.games.ImportGame(ImportGameRequest(content=content))
    exported = client.games.ExportGame(ExportGameRequest(record=imported.record))
    again = client.games.ImportGame(ImportGameRequest(content=exported.content))

    assert imported.status.finished
    assert imported.status.revision == len(imported.record.actions) > 500
    assert imported.report.entries == imported.report.imported
    assert imported.record.rules_version > 0
    assert again.record == imported.record
    assert again.status.etag == imported.status.etag


def broken(content: bytes) -> bytes:
    """The file with an entry in the middle that makes no sense."""
    game = json.loads(content)
    game["actions"] = [*game["actions"][:200], {"type": "dance", "entity": 1, "entity_type": "player", "id": 201}]
    return json.dumps(game).encode()


def test_an_entry_that_cannot_be_taken_over(client, refusal, content: bytes) -> None:
    """It is an error with its place; on demand what comes before it is taken over, and the report tells."""
    error = refusal(client.games.ImportGame, ImportGameRequest(content=broken(content)))
    partial = client.games.ImportGame(ImportGameRequest(content=broken(content), allow_partial=True))

    assert (error.code, error.info.reason) == (PRECONDITION, "GAME_FILE_ACTION")
    assert int(error.info.metadata["index"]) == partial.report.imported == partial.report.entries - 1
    assert partial.report.problem == error.text
    assert partial.status.revision == len(partial.record.actions) > 50


def cut_in_a_choice(content: bytes) -> tuple[bytes, int]:
    """The file up to where a choice of several entries has begun, and the number of entries before it."""
    game = json.loads(content)
    states = [number for number, state in Importer(parse_game(game)) if state is None]
    first = states[len(states) // 2]
    while first - 1 in states:
        first -= 1
    ids = [action.id for action in parse_game(game).actions]
    last = next(place for place, action in enumerate(game["actions"]) if action["id"] == ids[first])
    return json.dumps({**game, "actions": game["actions"][: last + 1]}).encode(), first


def test_an_unfinished_last_choice_is_told(client, content: bytes) -> None:
    """Where the file ends in the middle of a choice, the report counts the entries that are not in the record."""
    cut, before = cut_in_a_choice(content)
    whole = client.games.ImportGame(ImportGameRequest(content=content))
    part = client.games.ImportGame(ImportGameRequest(content=cut))

    assert whole.report.unfinished == 0
    assert (part.report.entries, part.report.imported, part.report.unfinished) == (before + 1, before, 1)
    assert part.report.problem == ""


FILES = {
    "nothing": b"",
    "no JSON": b"{",
    "no text": b"\xff\xfe\x00\x01",
    "no object": b"[]",
    "deep": b"[" * 100_000,
    "other game": b'{"title": "1830", "players": [], "actions": []}',
    "no players": b'{"title": "1822", "players": [], "actions": [], "id": 3}',
    "no actions": b'{"title": "1822", "players": [{"name": "Ada"}], "id": 3}',
}


@pytest.mark.parametrize("file", FILES.values(), ids=FILES)
def test_unreadable_files(client, refusal, file: bytes) -> None:
    """A file that is no game is refused as such."""
    error = refusal(client.games.ImportGame, ImportGameRequest(content=file))

    assert (error.code, error.info.reason, error.field) == (INVALID, "GAME_FILE", "content")
    assert error.info.metadata["message"]


@pytest.mark.parametrize(
    ("name", "told"), [("x" * 65, "x"), ("A\x1b[2Jda", "\\x1b"), ("Ada\nwins", "\\n"), ("\u202eadA", "\\u202e")]
)
def test_names_that_players_cannot_have(client, refusal, name: str, told: str) -> None:
    """A file is no way around the limits of names, and the error is fit to be printed."""
    names = [{"name": "Bertram"}, {"name": name}, {"name": "Clara"}]
    file = json.dumps({"title": "1822", "players": names, "actions": [], "id": 3}).encode()
    error = refusal(client.games.ImportGame, ImportGameRequest(content=file))

    assert (error.code, error.info.reason, error.field) == (INVALID, "PLAYER_NAME", "content.players[1]")
    assert told in error.info.metadata["name"]
    assert error.text.isprintable()
    assert error.info.metadata["name"].isprintable()


def test_options_without_words(client, refusal, make_setup) -> None:
    """A rule option that the format does not have is no game file."""
    record = GameRecord(setup=make_setup(options=RuleOptions(values={"revenue": "maximum"})))
    error = refusal(client.games.ExportGame, ExportGameRequest(record=record))

    assert (error.code, error.info.reason) == (PRECONDITION, "EXPORT")


def test_a_scenario_has_no_file(client, refusal, make_setup) -> None:
    """The site knows no games from which companies are removed, nor the south-west of 1822MRS."""
    recorded = RuleOptions.PRESET_RECORDED
    for setup in (
        make_setup(options=RuleOptions(preset=recorded), removals=Removals(named=["M5"])),
        make_setup(title="1822MRS", options=RuleOptions(preset=recorded, values={"south_west": "true"})),
    ):
        error = refusal(client.games.ExportGame, ExportGameRequest(record=GameRecord(setup=setup)))
        assert (error.code, error.info.reason) == (PRECONDITION, "EXPORT")


def test_a_file_with_too_many_entries(content: bytes, start_server, client_of, refusal) -> None:
    """The limit of actions holds for files and records."""
    small = client_of(start_server(record_actions=10).address)
    error = refusal(small.games.ImportGame, ImportGameRequest(content=content))

    assert (error.code, error.info.reason) == (INVALID, "GAME_FILE")
    assert "10" in error.text

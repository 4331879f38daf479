"""The session keeps record, snapshot and etag together."""

import pytest

from broadgauge.v1.actions_pb2 import Pass, PlaceBid
from broadgauge_client import (
    BadRequest,
    Conflict,
    Connection,
    GameSession,
    IllegalAction,
    RandomBot,
    ServerFailure,
    wrap,
)
from broadgauge_client.server_process import server_process


def play(game: GameSession, count: int, seed: int = 1) -> None:
    """Lets a bot take some actions."""
    bot = RandomBot(seed)
    for _ in range(count):
        game.do(bot.choose(game.options()))


def test_doing_moves_the_game_on(game: GameSession) -> None:
    """Each action adds one to the record and the revision, and changes the etag."""
    etags = {game.etag}
    for expected in range(1, 8):
        play(game, 1, seed=expected)
        etags.add(game.etag)

        assert game.revision == len(game.record.actions) == expected

    assert len(etags) == 8


def test_a_refusal_changes_nothing(game: GameSession) -> None:
    """An illegal action carries reason, subject and paragraph, and leaves the session as it was."""
    before = (game.etag, game.record.SerializeToString(deterministic=True))
    assert game.decision is not None
    with pytest.raises(IllegalAction) as refusal:
        game.do(PlaceBid(player=game.decision.player, item="M24", amount=104))

    assert refusal.value.reason == "BID_AMOUNT"
    assert refusal.value.subject == "M24"
    assert refusal.value.paragraph
    assert (game.etag, game.record.SerializeToString(deterministic=True)) == before


def test_checking_tells_without_an_error(game: GameSession) -> None:
    """`check` answers for legal and illegal actions alike."""
    assert game.decision is not None

    assert game.check(game.options()[0]).legal
    assert not game.check(Pass(player=game.decision.player % 3 + 1)).legal


def test_unavailable_says_why(game: GameSession) -> None:
    """Nobody can buy a share before there is one, and the list says so."""
    assert all(entry.refusal.text for entry in game.unavailable())


def test_undo(game: GameSession) -> None:
    """Taking back actions restores etag and view, and the game can go on from there."""
    play(game, 3)
    etag, view = game.etag, game.view()
    play(game, 4)
    game.undo(4)

    assert (game.revision, game.etag) == (3, etag)
    assert game.view() == view
    play(game, 1)
    assert game.revision == 4


def test_undo_has_its_limit(game: GameSession) -> None:
    """More than there is cannot be taken back."""
    play(game, 2)
    with pytest.raises(ValueError, match="cannot take back 3 of 2"):
        game.undo(3)


def test_save_and_load(game: GameSession, connection: Connection, tmp_path) -> None:
    """A saved game continues where it was."""
    play(game, 5)
    game.save(tmp_path / "game.json")
    loaded = GameSession.load(connection, tmp_path / "game.json")

    assert (loaded.revision, loaded.etag) == (5, game.etag)
    assert loaded.view() == game.view()
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"weather": 1}', '{"setup": {"title": 3}}', "{}"])
def test_files_that_are_no_record(connection: Connection, tmp_path, text: str) -> None:
    """A file with something else in it is refused as malformed."""
    file = tmp_path / "game.json"
    file.write_text(text)
    with pytest.raises(BadRequest) as error:
        GameSession.load(connection, file)

    assert error.value.reason == "RECORD_MALFORMED"


def test_somebody_else_was_faster(game: GameSession) -> None:
    """An action that expects another etag is a conflict."""
    with pytest.raises(Conflict) as error:
        game.do(game.options()[0], expected_etag="old")

    assert error.value.metadata["current_etag"] == game.etag


def test_a_foreign_server_is_asked_with_the_record(game: GameSession, tmp_path) -> None:
    """Where a server does not take the snapshot, the session sends the record by itself."""
    play(game, 3)
    keys = tmp_path / "keys"
    keys.write_text("a long secret\n")
    with server_process(["--snapshot-keys", str(keys)]) as address, Connection(address) as foreign:
        game.connection = foreign
        view = game.view()
        play(game, 2)

    assert view.players
    assert game.revision == 5


def test_no_server() -> None:
    """A server that is not there is a failure of the server, not of the request."""
    with Connection("127.0.0.1:9") as connection, pytest.raises(ServerFailure):
        GameSession.new(connection, ["Ada", "Bertram"])


def test_wrong_setups(connection: Connection) -> None:
    """Wrong titles and options are bad requests with a reason."""
    with pytest.raises(BadRequest) as title:
        GameSession.new(connection, ["Ada", "Bertram"], title="1830")
    with pytest.raises(BadRequest) as preset:
        GameSession.new(connection, ["Ada", "Bertram"], options={"preset": "guesswork"})

    assert title.value.reason == "TITLE_UNKNOWN"
    assert preset.value.reason == "RULE_OPTION"


def test_wrapping(game: GameSession) -> None:
    """An option, an action and one of its kinds all become the same action."""
    option = game.options(["place_bid"])[0]

    assert wrap(option) == wrap(option.action) == wrap(option.action.place_bid)

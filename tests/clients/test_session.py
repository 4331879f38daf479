"""The session keeps record, snapshot and etag together."""

import json

import pytest

from broadgauge.v1.actions_pb2 import Pass, PlaceBid
from broadgauge.v1.record_pb2 import Removals
from broadgauge_client import (
    BadRequest,
    Conflict,
    Connection,
    GameSession,
    IllegalAction,
    NoServer,
    RandomBot,
    ServerFailure,
    Tls,
    wrap,
)
from broadgauge_client.server_process import server_process


def play(game: GameSession, count: int, seed: int = 1) -> None:
    """Lets a bot take some actions."""
    bot = RandomBot(seed)
    for _ in range(count):
        game.do(bot.choose(game.options()))


def test_players_are_a_list(game: GameSession) -> None:
    """One text is not taken letter by letter."""
    with pytest.raises(TypeError, match="a list of names"):
        GameSession.new(game.connection, "Ada")


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


def test_trying_ahead_leaves_the_game(game: GameSession) -> None:
    """A session ahead has done the action, and one refused leaves both as they were."""
    option = game.options(["place_bid"])[0]
    ahead = game.ahead(option)
    with pytest.raises(IllegalAction):
        game.ahead(Pass(player=game.decision.player % 3 + 1))

    assert (game.revision, len(game.record.actions)) == (0, 0)
    assert (ahead.revision, list(ahead.record.actions)) == (1, [option.action])
    assert game.do(option)
    assert game.etag == ahead.etag
    assert game.view() == ahead.view()


def test_a_part_of_the_view(game: GameSession) -> None:
    """Only the fields that were asked for are there."""
    view = game.view("phase", "players")

    assert (view.phase, len(view.players), len(view.boxes)) == (1, 3, 0)


def test_what_is_printed(game: GameSession) -> None:
    """The title of the game that is played."""
    assert game.title().id == "1822"


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
    with pytest.raises(ValueError, match="there are only 2 actions to take back"):
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
    keys.write_text("a secret of thirty-two characters\n")
    with server_process(["--snapshot-keys", str(keys)]) as address, Connection(address) as foreign:
        game.connection = foreign
        view = game.view()
        play(game, 2)

    assert view.players
    assert game.revision == 5


def test_no_server() -> None:
    """A server that is not there is a failure of its own kind, and a server's, not the request's."""
    with (
        Connection("127.0.0.1:9") as connection,
        pytest.raises(NoServer, match=r"^no server at 127\.0\.0\.1:9$") as error,
    ):
        GameSession.new(connection, ["Ada", "Bertram"])

    assert isinstance(error.value, ServerFailure)
    assert (error.value.code, error.value.silent) == ("UNAVAILABLE", True)


def test_a_server_that_does_not_speak_tls(address: str) -> None:
    """It is there, but it speaks otherwise."""
    with Connection(address, tls=Tls()) as connection, pytest.raises(NoServer, match="speaks otherwise") as error:
        GameSession.new(connection, ["Ada", "Bertram"])

    assert not error.value.silent


@pytest.mark.parametrize(
    ("address", "text"),
    [("localhost", "has no port"), ("http://localhost:50822", "web page"), ("", "has no port")],
)
def test_addresses(address: str, text: str) -> None:
    """What is no address is said to be none before any call."""
    with pytest.raises(ValueError, match=text):
        Connection(address)


def test_codes(game: GameSession, connection: Connection) -> None:
    """Every exception tells the status code of its call."""
    with pytest.raises(IllegalAction) as illegal:
        game.do(PlaceBid(player=game.decision.player, item="M24", amount=104))
    with pytest.raises(Conflict) as conflict:
        game.do(game.options()[0], expected_etag="old")
    with pytest.raises(BadRequest) as bad:
        GameSession.new(connection, ["Ada"])
    game.connection = connection
    del game.record.actions[:]
    game.record.rules_version = 99
    with pytest.raises(BadRequest) as version:
        game.exported()

    codes = [error.value.code for error in (illegal, conflict, bad, version)]
    assert codes == ["FAILED_PRECONDITION", "ABORTED", "INVALID_ARGUMENT", "FAILED_PRECONDITION"]


def test_what_is_no_action(game: GameSession) -> None:
    """Anything else is a clear TypeError."""
    for wrong in ("pass", None, 3, game.view()):
        with pytest.raises(TypeError, match=r"an option, an Action or one of its kinds, such as Pass\(player=1\)"):
            game.do(wrong)


def test_yes_and_no_as_such(connection: Connection, tmp_path) -> None:
    """Rule options may be bools, and paths texts."""
    game = GameSession.new(connection, ["Ada", "Bertram"], options={"plus_expansion": True, "plus_no_removals": "true"})
    game.save(str(tmp_path / "game.json"))
    loaded = GameSession.load(connection, str(tmp_path / "game.json"))

    assert dict(loaded.record.setup.options.values) == {"plus_expansion": "true", "plus_no_removals": "true"}


def test_history(game: GameSession) -> None:
    """Every action comes again with its events, from any revision on."""
    play(game, 4)
    steps = list(game.history(2))

    assert [step.status.revision for step in steps] == [2, 3, 4]
    assert [step.action for step in steps] == game.record.actions[1:]
    assert all(event.text for step in steps for event in step.events)


def test_imports_tell_how_much(game: GameSession, connection: Connection) -> None:
    """The report counts the entries; with `partial` it tells where the file stops."""
    source = GameSession.new(connection, ["Ada", "Bertram"], options={"preset": "recorded"})
    play(source, 3)
    content = source.exported()
    whole = GameSession.imported(connection, content)
    broken = json.loads(content)
    broken["actions"][2] = {**broken["actions"][2], "type": "fly"}
    with pytest.raises(BadRequest) as refused:
        GameSession.imported(connection, json.dumps(broken).encode())
    part = GameSession.imported(connection, json.dumps(broken).encode(), partial=True)

    assert (whole.report.imported, whole.report.problem) == (whole.report.entries, "")
    assert (refused.value.reason, refused.value.metadata["id"]) == ("GAME_FILE_ACTION", "3")
    assert part.report.problem == str(refused.value)
    assert part.revision < whole.revision
    assert game.report is None


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


def test_a_seed_is_drawn(connection: Connection) -> None:
    """Without a seed each game has one of its own, and the record tells it; the seed 0 is a seed."""
    seeds = {GameSession.new(connection, ["Ada", "Bertram"]).record.setup.seed for _ in range(5)}
    games = [GameSession.new(connection, ["Ada", "Bertram"], seed=0) for _ in range(2)]

    assert len(seeds) == 5
    assert all(0 < seed < 2**31 for seed in seeds)
    assert games[0].etag == games[1].etag
    assert games[0].record.setup.seed == 0


def test_a_scenario(connection: Connection) -> None:
    """Companies that are removed are in no box and no stack, and the game goes on without them."""
    removals = Removals(named=["M5", "LNWR"], drawn_minors=9, drawn_privates=4)
    game = GameSession.new(connection, ["Ada", "Bertram", "Clara"], seed=7, removals=removals)
    play(game, 60)
    view = game.view()
    removed = set(view.removed[: 2 + 1 + 9 + 4])

    assert game.record.setup.removals == removals
    assert {"M5", "LNWR", "C1"} < removed
    assert not removed & {box.item for box in view.boxes}
    assert not removed & {item for stack in view.stacks for item in stack.items}
    assert not removed & {company.id for company in view.companies}


def test_names_that_players_cannot_have(connection: Connection) -> None:
    """A name with an escape sequence is a bad request, told without the sequence."""
    with pytest.raises(BadRequest) as refused:
        GameSession.new(connection, ["Ada", "\x1b[2JBertram"])

    assert refused.value.reason == "PLAYER_NAME"
    assert str(refused.value).isprintable()

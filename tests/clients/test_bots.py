"""Bots choose among options, repeatably."""

import pytest

from broadgauge.v1.actions_pb2 import Action, Pass, PlaceBid
from broadgauge.v1.options_pb2 import ActionOption, Domain
from broadgauge.v1.view_pb2 import GameView, PlayerView
from broadgauge_client import CarefulBot, Connection, GameSession, RandomBot, ShrewdBot
from broadgauge_client.bots import play

BID = ActionOption(
    action=Action(place_bid=PlaceBid(player=1, item="M24", amount=100)),
    domains=[Domain(field="amount", minimum=100, maximum=180, step=5)],
)
PASS = ActionOption(action=Action(**{"pass": Pass(player=1)}))


def test_the_same_seed_makes_the_same_choices() -> None:
    """Two bots with one seed agree, a third does not."""
    first, second, third = ([bot.choose([BID, PASS]) for _ in range(50)] for bot in map(RandomBot, (3, 3, 4)))

    assert first == second != third


def test_numbers_stay_in_their_domain() -> None:
    """Chosen bids are multiples of the step within the limits, and not all equal."""
    bot = RandomBot(1)
    amounts = {bot.choose([BID]).place_bid.amount for _ in range(200)}

    assert amounts <= set(range(100, 181, 5))
    assert len(amounts) > 3


def test_bots_prefer_bids_to_passing() -> None:
    """Passing is rarer than bidding, but it happens."""
    bot = RandomBot(2)
    passes = sum(bot.choose([BID, PASS]).WhichOneof("action") == "pass" for _ in range(400))

    assert 0 < passes < 120


def test_nothing_to_choose() -> None:
    """Without options there is no choice."""
    with pytest.raises(ValueError, match="nothing to choose"):
        RandomBot(1).choose([])


def test_careful_bots_keep_a_reserve() -> None:
    """A careful bot does not bid its last money, and takes whatever there is when nothing is prudent."""
    poor = GameView(phase=1, players=[PlayerView(seat=1, cash=170)])
    rich = GameView(phase=1, players=[PlayerView(seat=1, cash=400)])
    bot = CarefulBot(5)

    assert {bot.choose([BID, PASS], poor).WhichOneof("action") for _ in range(50)} == {"pass"}
    assert {bot.choose([BID, PASS], rich).WhichOneof("action") for _ in range(50)} == {"pass", "place_bid"}
    assert bot.choose([BID], poor).WhichOneof("action") == "place_bid"


def test_shrewd_bots_play_a_whole_game(connection: Connection) -> None:
    """A shrewd bot ends a game of the Northern scenario before two careful ones, without debt and with a major."""
    game = GameSession.new(connection, ["Ada", "Bertram", "Clara"], title="1822NRS", seed=11)
    play(game, [CarefulBot(1), ShrewdBot(), CarefulBot(2)])
    view = game.view("players", "companies", "result")
    led = [company for company in view.companies if company.director == 2 and company.kind == "major"]

    assert game.finished
    assert view.result[0].player == 2
    assert view.players[1].debt == 0
    assert any(company.floated and company.trains for company in led)


def test_shrewd_bots_leave_nothing_to_chance(connection: Connection) -> None:
    """Two games with one seed are the same, whether one bot plays all seats or each seat has its own."""
    names = ["Ada", "Bertram", "Clara"]
    games = [GameSession.new(connection, names, title="1822MRS", seed=3) for _ in range(2)]
    play(games[0], [ShrewdBot()] * 3, limit=120)
    play(games[1], [ShrewdBot() for _ in names], limit=120)

    assert games[0].revision == 120
    assert games[0].etag == games[1].etag


def test_deciding_changes_nothing(game: GameSession) -> None:
    """A bot tries lays out beside the game, which stays where it is."""
    play(game, [ShrewdBot()] * 3, limit=60)
    before = game.etag
    for bot in (ShrewdBot(), CarefulBot(1), RandomBot(1)):
        assert game.check(bot.decide(game)).legal

    assert (game.etag, game.revision) == (before, 60)


def test_what_happens_is_told(game: GameSession) -> None:
    """Whoever lets bots play hears the events of every action."""
    heard: list[str] = []
    play(game, [RandomBot(seat) for seat in range(3)], lambda events: heard.extend(event.text for event in events), 5)

    assert len(heard) >= 5


def test_each_seat_has_a_bot(game: GameSession) -> None:
    """Two bots do not play a game of three."""
    with pytest.raises(ValueError, match="2 bots for 3 seats"):
        play(game, [RandomBot(1), RandomBot(2)])

"""Bots choose among options, repeatably."""

import pytest

from broadgauge.v1.actions_pb2 import Action, Pass, PlaceBid
from broadgauge.v1.options_pb2 import ActionOption, Domain
from broadgauge.v1.view_pb2 import GameView, PlayerView
from broadgauge_client import CarefulBot, RandomBot

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

"""Tournaments: real games on servers of their own, counted."""

import math
from dataclasses import replace

import pytest

from broadgauge_client.tournament import Result, Tournament, average, proportion, scores
from broadgauge_client.tournament import run as played
from tests.clients.shell import OK, USAGE, Run, answer

SMALL = Tournament(("careful", "random", "random"), games=2, seed=4, title="1822NRS")
ENDED = Result(
    number=0,
    seed=1,
    bots=("shrewd", "careful", "careful"),
    places=(1, 2, 3),
    worth=(900, 500, 100),
    debt=(0, 0, 40),
    actions=700,
    round="OR 9.2",
    end="bank",
)


def test_the_same_seed_gives_the_same_results() -> None:
    """However many processes play, and in whatever order they end; every game is told of once."""
    heard: list[int] = []
    together = played(SMALL, 2, lambda result: heard.append(result.number))
    alone = played(SMALL, 1)

    assert together == alone
    assert sorted(heard) == [0, 1]
    assert [result.seed for result in alone] == [4, 5]
    assert alone[0].worth != alone[1].worth
    assert all(sorted(result.places)[0] == 1 and result.end for result in alone)


def test_bots_change_seats() -> None:
    """Each bot moves on by one seat from game to game, and comes back to its first one."""
    seats = [SMALL.seats(number).index("careful") for number in range(4)]

    assert seats == [0, 1, 2, 0]


def test_seats_of_one_bot_are_counted_together() -> None:
    """Two careful bots at a table have one row; a shared first place is half a win."""
    shared = replace(ENDED, places=(1, 1, 3))
    shrewd, careful = scores([ENDED, shared])

    assert (shrewd.bot, shrewd.seats, shrewd.wins) == ("shrewd", 2, 1.5)
    assert (careful.bot, careful.seats, careful.wins) == ("careful", 4, 0.5)
    assert shrewd.share.value == 0.75
    assert (careful.place.value, careful.worth.value) == (2.25, 300)
    assert (careful.median_debt, careful.most_debt) == (20, 40)


def test_confidence_intervals() -> None:
    """Wilson's interval for 8 of 10 and for all of 10, and the normal one of a mean; one value has no limits."""
    part, all_of_them = proportion(8, 10), proportion(10, 10)
    middle = average([10, 20, 30])

    assert (part.low, part.high) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert (all_of_them.low, all_of_them.high) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert (middle.low, middle.high) == pytest.approx(
        (20 - 1.96 * 10 / math.sqrt(3), 20 + 1.96 * 10 / math.sqrt(3)), abs=1e-2
    )
    assert average([7]).high == math.inf


@pytest.mark.parametrize(
    ("wanted", "processes", "text"),
    [
        (replace(SMALL, bots=("clever", "random")), 1, "no bot 'clever'; known are random, careful, shrewd"),
        (replace(SMALL, games=0), 1, "1 or more"),
        (SMALL, 0, "1 or more"),
    ],
)
def test_wrong_tournaments(wanted: Tournament, processes: int, text: str) -> None:
    """Unknown bots and empty tournaments are refused before a server starts."""
    with pytest.raises(ValueError, match=text):
        played(wanted, processes)


def test_the_command(run: Run) -> None:
    """It prints a row for each bot, or the games as JSON; a wrong bot, table or title is wrong use."""
    bots = ("random", "careful", "careful", "--title", "1822NRS", "--games", 1, "--seed", 4, "--processes", 1)
    table, data = run("tournament", *bots), run("tournament", *bots, "--json")
    told = answer(data)

    assert (table.returncode, table.stderr) == (OK, "")
    assert "1 game, with 95 % confidence" in table.stdout
    assert {row["bot"]: row["seats"] for row in told["bots"]} == {"random": 1, "careful": 2}
    assert told["games"][0]["seed"] == 4
    assert told["bots"][0]["worth"].keys() == {"value", "low", "high"}
    for wrong in (("clever", "random"), ("random",), ("random", "random", "--title", "1829")):
        refused = run("tournament", *wrong, "--games", 1)
        assert refused.returncode == USAGE, refused.stderr
        assert "Traceback" not in refused.stderr

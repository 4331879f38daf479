"""A worked example from the first auction to the first acquisition: 17 steps of one player with M19 and the SWR.

Four players with £525. Player 1 wins M19 for £140 and the concession of the SWR, opens phase 2, converts, and lets the
SWR acquire the minor. The example leaves some things open; here the others do nothing but bid once, M19 upgrades
Swansea in the second operating round, and nothing else is built, bought or bid for. The example runs M19's 2-train from
Cardiff to Swansea for £50; by the printed values Cardiff and Merthyr Tydfil earn £60, which the rulebook would demand
(5.13.6), so the game is played with revenue as declared. Swansea's tile leads to Fishguard, so Newport connects the SWR
with its destination, whose token is placed in step 15 (5.11.2) without a change of the sums.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from broadgauge_engine import engine
from broadgauge_engine.actions import (
    AcquireMinor,
    Action,
    BuyShare,
    BuyTrain,
    ConvertConcession,
    FlipTrain,
    LayTile,
    Pass,
    PayDividend,
    PlaceBid,
    RunTrains,
)
from broadgauge_engine.events import IncomePaid, Log, PriceMoved, TokenPlaced
from broadgauge_engine.record import Setup
from broadgauge_engine.rule_options import RuleOptions
from broadgauge_engine.state import market, shares
from broadgauge_engine.state.model import GameState
from tests.engine.rules.boards import run_on

ACCOUNTS = [
    ("the boxes are filled", 525, None, None, None, None),
    ("two bids in one turn", 525, None, None, None, None),
    ("the fight for Cardiff", 525, None, None, None, None),
    ("the bids are paid", 285, 100, 50, None, None),
    ("income, and M19 buys an L", 295, 40, 50, None, None),
    ("track towards Swansea, a run for £30", 310, 55, 60, None, None),
    ("two more rounds in phase 1", 360, 85, 80, None, None),
    ("M19 opens phase 2", 360, 5, 80, None, None),
    ("the concession is converted at £100", 260, 5, 80, 200, 100),
    ("one more share", 160, 5, 80, 300, 100),
    ("M19 runs its 2 for £50", 185, 30, 90, 300, 100),
    ("the SWR builds Gloucester", 185, 30, 90, 260, 100),
    ("no train, left; then a 2", 185, 30, 90, 140, 90),
    ("M19 reaches £100", 210, 55, 100, 140, 90),
    ("Newport, and £30 paid", 219, 55, 100, 141, 90),
    ("the SWR acquires M19", 239, None, None, 176, 90),
    ("half of the SWR, and £239", 239, None, None, 176, 90),
]
"""Step, player 1's cash, treasury and price of M19, treasury and price of the SWR, in pounds."""

Account = tuple[int | None, ...]
NOTHING = (0, 0, 0, 0, 0)


def account(state: GameState, early: tuple[int, ...]) -> Account:
    """What the example's table shows, without what came early in the same action."""
    figures: list[int | None] = [state.player(1).cash]
    for name in ("M19", "SWR"):
        company = state.companies.get(name)
        figures += [company.cash, market.price(state, company)] if company else [None, None]
    return tuple(None if figure is None else figure - part for figure, part in zip(figures, early, strict=True))


def at(state: GameState) -> tuple[str, str]:
    """The company that acts, and its step."""
    found = engine.decision(state)
    assert found is not None
    return found.company, found.step


def stock_round(state: GameState, *mine: Action) -> int:
    """Player 1 does these things, one in a turn; everybody passes otherwise. Player 1's income from what follows."""
    waiting = list(mine)
    log: Log = []
    while at(state)[1] == "stock_turn":
        seat = state.stock.player
        log = engine.apply(state, waiting.pop(0) if seat == 1 and waiting else Pass(seat))
    assert not waiting
    return sum(event.amount for event in log if isinstance(event, IncomePaid) and event.owner == 1)


def build_nothing(state: GameState, company: str) -> None:
    """The company lays no track, where it could."""
    if at(state) == (company, "track"):
        engine.apply(state, Pass(1, company))


def run(state: GameState, company: str, train: str, *stretches: str) -> None:
    """The company runs its train along these hexes, or inside the one."""
    assert at(state) == (company, "run_trains")
    engine.apply(state, RunTrains(company, (run_on(state, train, *stretches),)))


def play(state: GameState) -> Iterator[tuple[int, ...]]:
    """The 17 steps; each one is done when it yields, but for money of player 1 that belongs to the next one."""

    def do(action: Action) -> Log:
        return engine.apply(state, action)

    assert state.boxes["minors"] == ["M24", "M20", "M19", "M15"]
    assert state.boxes["concessions"][0] == "C1"
    yield NOTHING
    do(PlaceBid(1, "M19", 100))
    do(PlaceBid(1, "C9", 100))
    do(Pass(1))
    yield NOTHING
    do(PlaceBid(2, "M19", 120))
    for seat in (2, 3, 4):
        do(Pass(seat))
    do(PlaceBid(1, "M19", 140))
    do(Pass(1))
    yield NOTHING
    yield stock_round(state), 0, 0, 0, 0
    assert (state.phase_number, state.round.name, state.round.parts) == (1, "OR 1.1", 1)
    do(BuyTrain("M19", "L", "bank", 60))
    yield NOTHING
    do(LayTile("M19", "E36", "8", 2))
    run(state, "M19", "L", "F35")
    yield NOTHING
    for number in (2, 3):
        assert state.round.name == f"SR {number}"
        assert not any(isinstance(o.action, ConvertConcession) for o in engine.options(state))
        assert stock_round(state) == 10
        if number == 2:
            do(LayTile("M19", "D35", "57", 2))
        build_nothing(state, "M19")
        run(state, "M19", "L", "F35")
        assert at(state) == ("M19", "buy_train")
        if number == 2:
            do(Pass(1, "M19"))
    yield NOTHING
    do(FlipTrain("M19"))
    assert state.phase_number == 2
    assert state.companies["M19"].trains == ["2"]
    yield NOTHING
    assert state.round.name == "SR 4"
    while state.stock.player != 1:
        do(Pass(state.stock.player))
    do(ConvertConcession(1, "SWR", 100))
    assert state.stock.player != 1
    yield NOTHING
    assert stock_round(state, BuyShare(1, "SWR", "treasury")) == 0
    assert (state.round.name, state.round.parts) == ("OR 4.1", 2)
    yield NOTHING
    build_nothing(state, "M19")
    run(state, "M19", "2", "F35-E36-D35")
    yield NOTHING
    assert at(state) == ("SWR", "track")
    log = do(LayTile("SWR", "H33", "57", 1))
    assert PriceMoved("SWR", "no_dividend", 100, 90, 4, 3) in log
    yield 0, 0, 0, 0, 90 - 100
    assert at(state) == ("SWR", "buy_train")
    do(BuyTrain("SWR", "2", "bank", 120))
    do(Pass(1, "SWR"))
    yield NOTHING
    assert state.round.name == "OR 4.2"
    build_nothing(state, "M19")
    run(state, "M19", "2", "F35-E36-D35")
    yield NOTHING
    assert TokenPlaced("SWR", "C34", 0, "destination", 0) in do(LayTile("SWR", "G34", "4", 1))
    do(Pass(1, "SWR"))  # no token in Cardiff for £100
    run(state, "SWR", "2", "H33-G34")
    assert state.company_turn.revenue == 30
    do(PayDividend("SWR", "pay"))
    yield NOTHING
    do(Pass(1, "SWR"))  # no second train for £120
    do(AcquireMinor("SWR", "M19", 2, "replace"))
    yield NOTHING
    assert shares.holding(state, 1, "SWR") == 5
    assert state.companies["SWR"].tokens == [("H33", 0), ("C34", 0), ("F35", 0)]
    assert state.companies["SWR"].trains == ["2", "2"]
    assert "M19" in state.gone
    yield NOTHING


@pytest.fixture(scope="module")
def story() -> list[Account]:
    """The accounts after every step."""
    setup = Setup("1822", ("Ada", "Brunel", "Clara", "Dent"), 8, RuleOptions(seat_order="given", revenue="declared"))
    state = engine.start(setup)
    return [account(state, early) for early in play(state)]


@pytest.mark.rule("MN07", "MN01", "CV02", "CV04", "AQ04", "DV03", "DV04", "PH02", "PH09", "SR05")
@pytest.mark.parametrize("step", range(1, 18))
def test_step(story: list[Account], step: int) -> None:
    """After each step cash, treasuries and prices are those of the example (4.9, 4.8, 5.8, 5.14, 5.15.4, 5.18)."""
    _, *wanted = ACCOUNTS[step - 1]
    assert list(story[step - 1]) == wanted

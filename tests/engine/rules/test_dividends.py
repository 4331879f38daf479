"""Dividends and the moves of the share price (checklist DV; rulebook chapter 5.14)."""

from typing import Any

import pytest

from broadgauge_engine.actions import PayDividend
from broadgauge_engine.events import DividendDeclared, PriceMoved
from broadgauge_engine.options import Reason
from broadgauge_engine.state import market
from tests.engine.rules.boards import best, lancashire
from tests.engine.table import Table, of


def earned(revenue: int, extra: int = 0, *, par: int = 100, **given: Any) -> Table:
    """The LYR of player 1 waits at the dividend step with these earnings."""
    table = Table(**given.pop("options", {})).phase(5)
    table.major_turn("LYR", "dividend", par=par, **given)
    turn = table.state.company_turn
    turn.revenue, turn.extra_revenue = revenue, extra
    turn.done.append("run")
    return table


def price(table: Table, name: str = "LYR") -> int:
    """The present share price."""
    return market.price(table.state, table.state.companies[name])


@pytest.mark.rule("DV01")
@pytest.mark.parametrize(
    ("total", "payout", "paid", "kept"),
    [
        (130, "half", 70, 60),
        (140, "half", 70, 70),
        (10, "half", 10, 0),
        (130, "pay", 130, 0),
        (130, "withhold", 0, 130),
    ],
)
def test_pay_half_or_keep(total: int, payout: str, paid: int, kept: int) -> None:
    """All, nothing, or half rounded up to the next £10 is paid, and the rest is kept (5.14.1)."""
    table = earned(total, shares={1: 4, 2: 4}, cash=0)  # all ten shares are in players' hands
    (declared,) = of(table.do(PayDividend("LYR", payout)), DividendDeclared)
    assert (declared.paid, declared.kept, declared.per_share) == (paid, kept, paid // 10)
    assert table.state.companies["LYR"].cash == kept
    assert [player.cash - 700 for player in table.state.players] == [6 * paid // 10, 4 * paid // 10, 0]


@pytest.mark.rule("DV01")
def test_only_these_three() -> None:
    """Earnings are paid, halved or kept, nothing else (5.14.1)."""
    table = earned(130)
    assert [option.action.payout for option in table.options(PayDividend)] == ["pay", "half", "withhold"]
    assert table.refusal(PayDividend("LYR", "third")).reason is Reason.UNKNOWN
    refusal = table.refusal(PayDividend("LYR", "pay", "withhold"))
    assert refusal.paragraph == "5.14.2"


@pytest.mark.rule("DV02")
def test_who_receives() -> None:
    """Treasury shares pay the company, pool shares nobody, the share in the tax haven the haven (5.14.1, P16)."""
    table = earned(200, shares={2: 1}, pool=2, cash=0)
    company = table.state.companies["LYR"]
    company.treasury -= 1
    table.hold(3, "P16").state.haven_shares.append("LYR")
    bank = table.state.bank
    table.do(PayDividend("LYR", "pay"))
    assert [player.cash - 700 for player in table.state.players] == [2 * 20, 20, 0]
    assert company.treasury == 4
    assert company.cash == 4 * 20
    assert table.state.credits["P16"] == 20
    assert table.state.bank == bank - 8 * 20


MOVES = [(0, 90), (10, 100), (90, 100), (100, 110), (190, 110), (200, 120), (500, 120)]


@pytest.mark.rule("DV03")
@pytest.mark.parametrize(("paid", "then"), MOVES)
def test_the_price_of_a_major(paid: int, then: int) -> None:
    """From £100: nothing paid, left; less than £100, stays; from £100, right; from £200, twice right (5.14.5-8)."""
    table = earned(paid or 50, par=100)
    assert table.state.companies["LYR"].space == (4, 4)
    table.do(PayDividend("LYR", "pay" if paid else "withhold"))
    assert price(table) == then


@pytest.mark.rule("DV03")
def test_no_earnings_move_left() -> None:
    """Without any earnings the token goes left without a decision (5.14.5)."""
    table = Table().phase(5).major_turn("LYR", "run_trains")
    table.state.step = "track"
    table.do(table.options()[-1].action)
    assert table.step == "buy_train"
    assert price(table) == 90


@pytest.mark.rule("DV03")
def test_at_the_right_edge_up() -> None:
    """Where the row ends, a move to the right is a move up (5.14.7)."""
    table = earned(400)
    table.state.companies["LYR"].space = (5, 17)
    assert price(table) == 330
    (moved,) = of(table.do(PayDividend("LYR", "pay")), PriceMoved)
    assert (moved.row, moved.column, moved.price) == (4, 17, 360)


@pytest.mark.rule("DV04")
@pytest.mark.parametrize(("built", "half", "then"), [(True, 15, 60), (False, 0, 45)])
def test_minors_share_with_their_director(built: bool, half: int, then: int) -> None:
    """A minor pays half to its director, keeps half, and moves right for anything, left for nothing (5.14.9)."""
    table = Table().phase(2)
    table.minor("M7", 2, trains=["L"], cash=0)
    if built:
        table.lay("H23", "5", 0).lay("H25", "4", 0)  # Warrington 20 and Crewe 10
    table.turn("M7", "run_trains").do(best(table))
    assert table.state.players[1].cash == 700 + half
    assert table.state.companies["M7"].cash == half
    assert price(table, "M7") == then


@pytest.mark.rule("DV04")
def test_a_small_dividend_moves_a_minor() -> None:
    """A minor's dividend below its price moves it all the same, once only however much it is (5.14.9)."""
    table = Table().phase(5)
    table.minor("M7", 2, trains=["5"], cash=0, bid=200)
    assert price(table, "M7") == 100
    lancashire(table).turn("M7", "run_trains")
    table.do(best(table))
    assert price(table, "M7") == 110


@pytest.mark.rule("DV05")
@pytest.mark.parametrize(
    ("payout", "extra", "paid", "then"),
    [
        ("withhold", "pay", 50, 100),
        ("pay", "withhold", 130, 110),
        ("withhold", "withhold", 0, 90),
        ("pay", "pay", 180, 110),
        ("half", "withhold", 70, 100),
        ("withhold", "half", 30, 100),
    ],
)
@pytest.mark.parametrize("train", ["2P", "LP"])
def test_the_permanent_train_may_be_treated_apart(train: str, payout: str, extra: str, paid: int, then: int) -> None:
    """The 2P's or LP's £50 and the others' £130 are decided apart; the sum paid moves the price (5.14.2, 5.14.3)."""
    table = earned(130, 50, trains=[train], cash=0, shares={1: 8})
    (declared,) = of(table.do(PayDividend("LYR", payout, extra)), DividendDeclared)
    assert (declared.paid, declared.kept) == (paid, 180 - paid)
    assert price(table) == then


@pytest.mark.rule("DV05", "DV06")
@pytest.mark.parametrize("half_rounding", ["combined", "per_group"])
def test_earnings_may_be_added_as_well(half_rounding: str) -> None:
    """Without a separate decision all earnings are one sum: half of £180 is £90 (5.14.2)."""
    table = earned(130, 50, options={"half_rounding": half_rounding})
    (declared,) = of(table.do(PayDividend("LYR", "half")), DividendDeclared)
    assert declared.paid == 90


@pytest.mark.rule("DV06")
@pytest.mark.parametrize(("half_rounding", "paid"), [("combined", 90), ("per_group", 100)])
def test_two_halves_are_added_before_rounding(half_rounding: str, paid: int) -> None:
    """Half of 50 and half of 130 make £90 together; recorded games round each, to 30 and 70 (Easy to Miss, 5.14.1)."""
    table = earned(130, 50, options={"half_rounding": half_rounding})
    (declared,) = of(table.do(PayDividend("LYR", "half", "half")), DividendDeclared)
    assert (declared.paid, declared.kept) == (paid, 180 - paid)


@pytest.mark.rule("DV05", "RU13")
def test_the_earnings_of_a_2p_are_counted_apart() -> None:
    """A 2P and a 3 that run are offered to be paid apart (P3, 5.14.2)."""
    table = lancashire(Table().phase(3)).major_turn("LYR", "run_trains", trains=["3", "2P"], cash=0)
    table.do(best(table))
    assert table.state.company_turn.revenue + table.state.company_turn.extra_revenue == 30 + 20 + 40 + 30 + 10
    offered = {(option.action.payout, option.action.extra) for option in table.options(PayDividend)}
    assert len(offered) == 12
    plain = lancashire(Table().phase(3)).major_turn("LYR", "run_trains", trains=["3"], cash=0)
    plain.do(best(plain))
    assert len(plain.options(PayDividend)) == 3

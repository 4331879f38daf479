"""Incomes, order and housekeeping of operating rounds (checklist OR; rulebook chapters 5.1 to 5.6)."""

import pytest

from broadgauge_engine import engine
from broadgauge_engine.actions import (
    AcquirePrivate,
    BuyTrain,
    IssueShares,
    LayTile,
    Pass,
    PayDividend,
    PlaceToken,
    RunTrains,
    SellShares,
)
from broadgauge_engine.events import IncomePaid, RoundStarted, TokenPlaced
from broadgauge_engine.options import Reason
from broadgauge_engine.state import market
from tests.engine.table import Table, of


@pytest.mark.rule("OR01")
def test_incomes_come_before_the_first_company() -> None:
    """Privates and concessions pay when an operating round begins, before any company runs (5.2.1)."""
    table = Table().hold(2, "P2", "C3").hold(3, "P1")
    table.minor("M7", 1, turns=0)
    log = table.stock_turn(1).finish_round()
    kinds = [type(event) for event in log if isinstance(event, RoundStarted | IncomePaid | TokenPlaced)]
    assert kinds == [RoundStarted, IncomePaid, IncomePaid, IncomePaid, TokenPlaced]
    assert of(log, IncomePaid) == [IncomePaid("P2", 2, 10), IncomePaid("C3", 2, 10), IncomePaid("P1", 3, 5)]
    assert [player.cash for player in table.state.players] == [700, 720, 705]


@pytest.mark.rule("OR01")
def test_incomes_come_in_every_operating_round() -> None:
    """Each round of a pair pays incomes, and the bank pays them (5.2.1)."""
    table = Table().phase(2).hold(2, "P2")
    table.minor("M7", 1, trains=("2",))
    bank = table.state.bank
    table.stock_turn(1).finish_round()
    assert (table.state.round.name, table.state.player(2).cash) == ("OR 2.1", 710)
    table.finish_round()
    assert (table.state.round.name, table.state.player(2).cash) == ("OR 2.2", 720)
    assert table.state.bank == bank - 20


def turns_of_a_round(table: Table) -> list[str]:
    """The companies in the order in which they have their turns, until the round is over."""
    order: list[str] = []
    name = table.state.round.name
    while table.state.round.name == name:
        assert table.state.turn is not None
        order.append(table.state.turn.company)
        table.finish_turn()
    return order


@pytest.mark.rule("OR02")
def test_the_order_of_companies() -> None:
    """Minors before majors, each group by price, then rightmost, then the top of the pile (5.2.1, 5.2.2)."""
    table = Table().phase(2)
    table.major("LYR", 1, par=100)
    table.major("GWR", 1, par=100)
    table.major("CR", 1, par=60)
    table.major("SWR", 1, par=100).space = (5, 5)
    for name, bid in (("M7", 100), ("M10", 200), ("M24", 100), ("M11", 160)):
        table.minor(name, 1, bid=bid)
    table.state.companies["M11"].space = (8, 6)
    assert {market.price(table.state, c) for c in table.state.companies.values()} == {50, 60, 80, 100}
    for company in table.state.companies.values():
        company.trains = ["2"]
    table.stock_turn(1).finish_round()
    assert turns_of_a_round(table) == ["M10", "M11", "M7", "M24", "SWR", "LYR", "GWR", "CR"]


@pytest.mark.rule("OR02", "FL01")
def test_only_floated_companies_operate() -> None:
    """A company that has not sold half of its shares has no turn yet (3.4.5, 5.2.1)."""
    table = Table().phase(5).depot("5")
    table.major("GWR", 1, floated=False, turns=0)
    table.major("LYR", 1, trains=("5",))
    table.stock_turn(1).finish_round()
    assert turns_of_a_round(table) == ["LYR"]


@pytest.mark.rule("OR03", "TB15")
def test_a_sale_in_an_operating_round_changes_the_order() -> None:
    """Who runs next is decided when the last company is done, at the prices of then (5.2.2)."""
    table = Table().phase(2).cash(1, 0)
    table.minor("M7", 1, cash=0)
    table.major("GWR", 2, par=100, shares={1: 2}, trains=("2",))
    table.major("LYR", 2, par=90, cash=300, trains=("2",))
    table.turn("M7", "buy_train")
    assert [c.id for c in market.operating_order(table.state)] == ["M7", "GWR", "LYR"]
    table.do(SellShares(1, "GWR", 1))
    table.do(BuyTrain("M7", "L", "bank", 60))
    assert [c.id for c in market.operating_order(table.state)] == ["M7", "LYR", "GWR"]
    assert table.state.turn is not None
    assert table.state.turn.company == "LYR"


@pytest.mark.rule("OR03")
def test_a_company_has_one_turn_in_a_round() -> None:
    """A company that ran does not run again, even if it is first in price now (5.2.2)."""
    table = Table().phase(2)
    table.minor("M7", 1, bid=100, trains=("2",))
    table.minor("M10", 1, bid=200, trains=("2",))
    table.stock_turn(1).finish_round()
    assert table.state.companies["M10"].space == (4, 4)
    table.state.companies["M10"].space = (9, 4)
    assert turns_of_a_round(table) == ["M10", "M7"]


@pytest.mark.rule("OR04")
def test_the_home_token_is_free() -> None:
    """On its first turn a company's home token comes to the space that was kept for it (5.6.1)."""
    table = Table().phase(2)
    table.minor("M7", 1, cash=0, turns=0)
    table.major("MR", 1, cash=0, turns=0)
    log = table.stock_turn(1).finish_round() + table.finish_turn()
    assert of(log, TokenPlaced) == [
        TokenPlaced("M7", "H23", 0, "home", 0),
        TokenPlaced("MR", "J29", 0, "home", 0),
    ]
    assert table.state.tokens["J29", 0] == ("MR",)
    assert table.state.companies["MR"].tokens == [("J29", 0)]


@pytest.mark.rule("OR04", "OR05")
def test_lnwr_starts_in_london_and_manchester() -> None:
    """LNWR places its home token in London and its destination token in Manchester (5.6.1, 5.6.2, 5.12.2)."""
    table = Table().phase(2)
    company = table.major("LNWR", 1, cash=60, turns=0)
    log = table.stock_turn(1).finish_round()
    assert of(log, TokenPlaced) == [
        TokenPlaced("LNWR", "M38", 3, "home", 0),
        TokenPlaced("LNWR", "I22", 0, "destination", 0),
    ]
    assert (company.destination_placed, company.cash) == (True, 60)
    assert (company.available, company.exchange) == (1, 4)


@pytest.mark.rule("OR05")
@pytest.mark.parametrize("name", ["GWR", "LBSCR", "SECR", "CR", "MR", "LYR", "NBR", "SWR", "NER"])
def test_the_tokens_of_a_major(name: str) -> None:
    """A major has a home, a destination, one available and three exchange tokens (5.6.3, 5.12.1, 5.12.2)."""
    table = Table().phase(2)
    company = table.major(name, 1, turns=0)
    table.stock_turn(1).finish_round()
    assert (company.available, company.exchange, company.destination_placed) == (1, 3, False)
    assert (company.home_placed, len(company.tokens)) == (True, 1)


@pytest.mark.rule("OR06")
def test_the_steps_of_a_turn_come_in_order() -> None:
    """Privates, track, token, trains run, dividend, trains bought, minors, stock: in this order (5.3.1)."""
    table = Table().phase(3).hold(1, "P2", "P17")
    company = table.major("MR", 1, cash=2000, trains=("2",), pool=1)
    table.minor("M10", 1, trains=("2",))
    table.lay("J29", "5", 1)
    table.turn("MR", "acquire_private")
    steps: list[str] = []
    while table.state.turn is not None and table.state.turn.company == "MR":
        decision = engine.decision(table.state)
        assert decision is not None
        if decision.step not in steps:
            steps.append(decision.step)
        passing = Pass(1, "MR")
        table.do(passing if table.legal(passing) else table.options()[0].action)
    assert steps == [
        "acquire_private",
        "track",
        "token",
        "run_trains",
        "dividend",
        "buy_train",
        "acquire_minor",
        "issue_redeem",
    ]
    assert company.turns == 3


@pytest.mark.rule("OR06")
@pytest.mark.parametrize(
    ("step", "action"),
    [
        ("track", AcquirePrivate("MR", "P2")),
        ("token", LayTile("MR", "J29", "57", 0)),
        ("run_trains", PlaceToken("MR", "I30", 0)),
        ("dividend", RunTrains("MR", ())),
        ("buy_train", PayDividend("MR", "pay")),
        ("acquire_minor", BuyTrain("MR", "L", "bank", 60)),
        ("buy_train", IssueShares("MR", 1)),
        ("track", BuyTrain("MR", "L", "bank", 60)),
    ],
)
def test_no_step_is_done_early_or_late(step: str, action: object) -> None:
    """What belongs to another step of the turn is refused (5.3.1)."""
    table = Table().phase(2).hold(1, "P2")
    table.major("MR", 1, cash=2000, trains=("2",))
    table.turn("MR", step)
    found = table.refusal(action)  # type: ignore[arg-type]
    assert (found.reason, found.paragraph) == (Reason.WRONG_STEP, "5.3.1")


@pytest.mark.rule("OR06")
def test_the_director_decides_for_the_company() -> None:
    """All decisions are made by the director, and for the company whose turn it is (5.3.1)."""
    table = Table().phase(2)
    table.major("MR", 2, cash=2000, trains=("2",))
    table.major("GWR", 1, cash=2000)
    table.turn("MR", "buy_train")
    decision = engine.decision(table.state)
    assert decision is not None
    assert (decision.player, decision.company) == (2, "MR")
    assert table.refusal(BuyTrain("GWR", "L", "bank", 60)).reason is Reason.NOT_YOUR_TURN
    assert table.refusal(Pass(1, "MR")).reason is Reason.NOT_YOUR_TURN
    assert table.refusal(Pass(2, "GWR")).reason is Reason.NOT_YOUR_TURN


@pytest.mark.rule("OR07")
@pytest.mark.parametrize(
    ("phase", "private", "amount"),
    [
        *((phase, private, 10) for private in ("P2", "P11", "P12") for phase in (3, 5, 7)),
        *((phase, "P9", amount) for phase, amount in ((3, 20), (4, 20), (5, 40), (6, 40), (7, 60))),
        *((5, private, 0) for private in ("P5", "P6", "P7", "P8", "P10", "P17", "P18")),
    ],
)
def test_what_privates_pay_their_company(phase: int, private: str, amount: int) -> None:
    """Once acquired only P2, P11 and P12 pay £10, and P9 £20, £40 or £60 by phase, to the treasury (3.1.8, P9)."""
    table = Table().phase(phase).depot("5").box("minors")
    company = table.major("LYR", 1, cash=0, trains=("5",))
    table.owns("LYR", private).stock_turn(1)
    log = table.finish_round()
    assert of(log, IncomePaid) == ([IncomePaid(private, "LYR", amount)] if amount else [])
    assert company.cash == amount


@pytest.mark.rule("OR08", "PA03")
def test_a_private_pays_once_in_a_round() -> None:
    """Who acquires a private in its turn receives its income from the next round on (3.1.8)."""
    table = Table().phase(3).hold(1, "P9")
    company = table.major("LYR", 1, cash=0, trains=("3",))
    log = table.stock_turn(1).finish_round()
    assert of(log, IncomePaid) == [IncomePaid("P9", 1, 10)]
    assert table.step == "acquire_private"
    log = table.do(AcquirePrivate("LYR", "P9"))
    log += table.finish_round()
    assert of(log, IncomePaid) == [IncomePaid("P9", "LYR", 20)]
    assert (company.cash, table.state.player(1).cash) == (20, 710)


@pytest.mark.rule("OR07")
def test_boxed_certificates_pay_nobody() -> None:
    """A certificate that nobody holds pays nothing (3.1.1, 3.2.4)."""
    table = Table().stock_turn(1)
    log = table.finish_round()
    assert not of(log, IncomePaid)
    assert [player.cash for player in table.state.players] == [700, 700, 700]

"""How minor companies start, and what they may do (checklist MN; rulebook chapters 3.3 and 5.6)."""

import pytest

from broadgauge_engine.actions import BuyTrain, LayTile, Pass, PlaceToken, SellShares
from broadgauge_engine.events import CompanyFloated, DividendDeclared, TokenPlaced, TrainBought, TrainsRan
from broadgauge_engine.options import Reason
from broadgauge_engine.state import market, shares
from tests.engine.table import Table, of

TABLE_5 = [
    pytest.param(115, 1, 50, 100, 100, marks=pytest.mark.rule("MN01")),
    pytest.param(115, 2, 50, 100, 100, marks=pytest.mark.rule("MN01")),
    pytest.param(115, 3, 50, 100, 115, marks=pytest.mark.rule("MN01")),
    pytest.param(115, 6, 50, 100, 115, marks=pytest.mark.rule("MN01")),
    pytest.param(145, 1, 50, 100, 100, marks=pytest.mark.rule("MN02")),
    pytest.param(145, 2, 70, 140, 140, marks=pytest.mark.rule("MN02")),
    pytest.param(145, 3, 70, 140, 145, marks=pytest.mark.rule("MN02")),
    pytest.param(145, 7, 70, 140, 145, marks=pytest.mark.rule("MN02")),
    pytest.param(250, 1, 50, 100, 100, marks=pytest.mark.rule("MN03")),
    pytest.param(250, 2, 100, 200, 200, marks=pytest.mark.rule("MN03")),
    pytest.param(250, 3, 100, 200, 250, marks=pytest.mark.rule("MN03")),
    pytest.param(250, 5, 100, 200, 250, marks=pytest.mark.rule("MN03")),
]
EXAMPLES_OF_3_3_5 = [
    *(pytest.param(bid, 2, 50, 100, marks=pytest.mark.rule("MN04")) for bid in (100, 105, 110, 115)),
    *(pytest.param(bid, 2, 60, 120, marks=pytest.mark.rule("MN04")) for bid in (120, 125, 130, 135)),
    *(pytest.param(bid, 2, 100, 200, marks=pytest.mark.rule("MN04")) for bid in (200, 205, 350, 700)),
    pytest.param(135, 3, 60, 135, marks=pytest.mark.rule("MN05")),
    pytest.param(350, 3, 100, 350, marks=pytest.mark.rule("MN05")),
]


def sold_for(bid: int, phase: int) -> Table:
    """M24 is sold to player 1 for this bid in a stock round of this phase; its first turn begins."""
    table = Table().phase(phase).box("minors", "M24", "M7", "M10", "M11")
    table.stock_turn(1).bids((1, "M24", bid))
    table.finish_round()
    return table


@pytest.mark.parametrize(("bid", "phase", "price", "value", "capital"), TABLE_5)
def test_table_5(bid: int, phase: int, price: int, value: int, capital: int) -> None:
    """Share price, value and start capital follow from the bid and the phase (Table 5, 3.3.5)."""
    table = sold_for(bid, phase)
    company = table.state.companies["M24"]
    assert market.price(table.state, company) == price
    assert market.value(table.state, company, 10) == value
    assert company.cash == capital
    assert table.state.player(1).cash == 700 - bid


@pytest.mark.parametrize(("bid", "phase", "price", "capital"), EXAMPLES_OF_3_3_5)
def test_the_examples_of_3_3_5(bid: int, phase: int, price: int, capital: int) -> None:
    """Half the bid, rounded down to a starting value; the treasury is twice that, from phase 3 the bid (3.3.5)."""
    table = sold_for(bid, phase)
    company = table.state.companies["M24"]
    assert (market.price(table.state, company), company.cash) == (price, capital)


@pytest.mark.rule("MN01")
def test_the_bank_receives_the_bid_and_pays_the_capital() -> None:
    """The bidder pays the bank, which fills the treasury (3.3.5, 4.10.1)."""
    table = Table().box("minors", "M24", "M7", "M10", "M11")
    bank = table.state.bank
    log = table.bids((1, "M24", 145)).finish_round()
    assert table.state.bank == bank + 145 - 100
    assert of(log, CompanyFloated) == [CompanyFloated("M24", 100)]


@pytest.mark.rule("MN06")
def test_a_minor_is_one_certificate_worth_twice_its_price() -> None:
    """Its 50% certificate is one certificate, worth two shares, and never sold (3.3.2, 3.3.4, 3.3.6)."""
    table = sold_for(145, 2)
    assert shares.certificates(table.state, 1) == 1
    assert shares.worth(table.state, 1) == 700 - 145 + 2 * 70
    table.state.companies["M24"].turns = 1
    table.stock_turn(1)
    assert table.refusal(SellShares(1, "M24", 10)).paragraph == "4.6.1"
    assert not table.options(SellShares)


@pytest.mark.rule("MN07")
def test_a_minor_buys_and_runs_an_l_train_in_its_first_turn() -> None:
    """A minor may buy an L at the start of its first turn, and run it in that turn (3.3.7, 5.6.5)."""
    table = sold_for(100, 1)
    assert table.step == "first_turn"
    log = table.do(BuyTrain("M24", "L", "bank", 60))
    assert of(log, TrainBought) == [TrainBought("M24", "L", "bank", 60, 0)]
    log = table.finish_turn()
    assert of(log, TrainsRan) == [TrainsRan("M24", 30, 0)]
    assert of(log, DividendDeclared) == [DividendDeclared("M24", 15, 15, 15)]
    assert (table.state.player(1).cash, table.state.companies["M24"].cash) == (600 + 15, 40 + 15)


@pytest.mark.rule("MN07")
def test_the_early_purchase_is_one_l_train() -> None:
    """Only one train, only an L, and only for its face value (3.3.7, 5.6.5)."""
    table = Table()
    table.minor("M7", 1, cash=400, turns=0)
    table.turn("M7", "first_turn")
    assert table.refusal(BuyTrain("M7", "2", "bank", 120)).reason is Reason.NOT_FOR_SALE
    assert table.refusal(BuyTrain("M7", "L", "bank", 55)).reason is Reason.PRICE
    table.do(BuyTrain("M7", "L", "bank", 60))
    assert table.step != "first_turn"
    assert table.refusal(BuyTrain("M7", "L", "bank", 60)).reason is Reason.WRONG_STEP


@pytest.mark.rule("MN07")
def test_the_early_purchase_may_come_from_the_pool() -> None:
    """An L of the bank pool is as good as one of the bank (5.6.5)."""
    table = Table().phase(2)
    table.state.depot["L"] = 0
    table.state.pool = ["L"]
    company = table.minor("M7", 1, cash=100, turns=0)
    table.turn("M7", "first_turn")
    table.do(BuyTrain("M7", "L", "pool", 60))
    assert (company.trains, table.state.pool, company.cash) == (["L"], [], 40)


@pytest.mark.rule("MN07")
@pytest.mark.parametrize("first", [True, False])
def test_the_early_purchase_is_for_the_first_turn(first: bool) -> None:
    """Later turns, and majors, buy trains at the end of the turn only (5.6.1, 5.6.5)."""
    table = Table().phase(2)
    table.minor("M7", 1, turns=0 if first else 1, trains=("L",))
    table.stock_turn(1)
    table.finish_round()
    assert (table.step == "first_turn") is first


@pytest.mark.rule("MN07")
def test_the_early_purchase_is_optional() -> None:
    """A minor may go without the early L (3.3.7)."""
    table = sold_for(100, 1)
    table.do(Pass(1, "M24"))
    assert table.step == "track"
    assert table.state.companies["M24"].trains == []


@pytest.mark.rule("MN08", "TB11")
def test_example_a_minor_with_100_buys_an_l_train() -> None:
    """With £100 at the end of its turn a minor buys an L; its director cannot help it to a 2-train (5.6.6)."""
    table = Table()
    company = table.minor("M7", 1, cash=100)
    table.turn("M7", "buy_train")
    assert table.refusal(Pass(1, "M7")).reason is Reason.MUST_ACT
    assert table.refusal(BuyTrain("M7", "2", "bank", 120)).reason is Reason.NO_CASH
    assert [option.action for option in table.options()] == [BuyTrain("M7", "L", "bank", 60)]
    table.do(BuyTrain("M7", "L", "bank", 60))
    assert (company.trains, company.cash, table.state.player(1).cash) == (["L"], 40, 700)


@pytest.mark.rule("MN08", "TB12")
def test_emergency_money_buys_an_l_train_not_a_2_train() -> None:
    """The director's money goes to the cheapest train, which is the L (5.6.6, 5.16.3)."""
    table = Table()
    company = table.minor("M7", 1, cash=40)
    table.turn("M7", "buy_train")
    found = table.refusal(BuyTrain("M7", "2", "bank", 120))
    assert (found.reason, found.paragraph) == (Reason.NO_CASH, "5.16.3")
    log = table.do(BuyTrain("M7", "L", "bank", 60))
    assert of(log, TrainBought) == [TrainBought("M7", "L", "bank", 60, 20)]
    assert (company.cash, table.state.player(1).cash) == (0, 680)


@pytest.mark.rule("MN09")
def test_a_minor_has_its_home_token_only() -> None:
    """The home token is free, and no other ever follows (3.3.7, 5.12.3, 5.12.9)."""
    table = Table().phase(3).box("minors", "M10", "M7", "M24", "M11")
    log = table.stock_turn(1).bids((1, "M10", 600)).finish_round()
    assert [event for event in of(log, TokenPlaced) if event.company == "M10"] == [
        TokenPlaced("M10", "I30", 0, "home", 0)
    ]
    company = table.state.companies["M10"]
    assert (company.available, company.exchange, company.cash) == (0, 0, 600)
    table.lay("J29", "5", 1).turn("M10", "token")
    assert not table.options(PlaceToken)
    table.state.gone.append("MR")
    found = table.refusal(PlaceToken("M10", "J29", 0))
    assert (found.reason, found.paragraph) == (Reason.COMPANY_KIND, "5.12.9")


@pytest.mark.rule("MN10")
@pytest.mark.parametrize(
    ("phase", "before", "tile", "rotation", "legal"),
    [
        (3, None, "57", 0, True),
        (3, ("57", 0), "15", 0, True),
        (5, ("15", 0), "63", 0, False),
        (7, ("63", 0), "X19", 0, False),
    ],
)
def test_minors_lay_yellow_and_green(
    phase: int, before: tuple[str, int] | None, tile: str, rotation: int, legal: bool
) -> None:
    """A minor lays yellow and green tiles, never brown or grey ones (3.3.7)."""
    table = Table().phase(phase)
    table.minor("M8", 1, cash=500)
    if before:
        table.lay("K24", *before)
    table.turn("M8", "track")
    action = LayTile("M8", "K24", tile, rotation)
    assert table.legal(action) is legal
    if not legal:
        found = table.refusal(action)
        assert (found.reason, found.paragraph) == (Reason.COMPANY_KIND, "3.3.7")

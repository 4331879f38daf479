"""The stock market and its tokens (checklist SM; rulebook chapters 4.4, 4.6, 4.11 and 5.14)."""

import pytest

from broadgauge_engine.actions import BuyDirectorCertificate, ConvertConcession, PayDividend, SellShares
from broadgauge_engine.events import PriceMoved
from broadgauge_engine.options import Reason
from broadgauge_engine.state import market, shares
from tests.engine.table import Table, of

END = (0, 20)


def at(table: Table, name: str, row: int, column: int) -> None:
    """Puts a company's token on a space, under what is there."""
    company = table.state.companies[name]
    company.space = (row, column)
    table.state.clock += 1
    company.arrived = table.state.clock


def paying(row: int, column: int, revenue: int) -> Table:
    """LYR at its dividend step with these earnings."""
    table = Table().phase(5)
    table.major("LYR", 1, cash=0, trains=("5",))
    at(table, "LYR", row, column)
    table.turn("LYR", "dividend")
    table.state.company_turn.revenue = revenue
    return table


@pytest.mark.rule("SM01")
@pytest.mark.parametrize(
    ("start", "goal"),
    [((4, 20), (3, 20)), ((5, 17), (4, 17)), ((9, 9), (8, 9)), ((1, 20), (0, 20))],
)
def test_at_the_right_edge_a_token_moves_up(start: tuple[int, int], goal: tuple[int, int]) -> None:
    """A token that should move right from a space with an upwards arrow moves up (5.14.7)."""
    table = paying(*start, 0)
    company = table.state.companies["LYR"]
    price = market.price(table.state, company)
    table.state.company_turn.revenue = -(-price // 10) * 10
    log = table.do(PayDividend("LYR", "pay"))
    assert company.space == goal
    assert [event.cause for event in of(log, PriceMoved)] == ["dividend"]


@pytest.mark.rule("SM01")
def test_two_steps_round_the_corner() -> None:
    """A move of two may go right once and then up, each step by its own arrow (5.14.8)."""
    table = paying(5, 16, 600)
    table.do(PayDividend("LYR", "pay"))
    assert table.state.companies["LYR"].space == (4, 17)


@pytest.mark.rule("SM01", "SM04")
def test_the_last_space_is_not_left() -> None:
    """At £700 there is nowhere to go to (5.14.7)."""
    table = paying(*END, 1400)
    log = table.do(PayDividend("LYR", "pay"))
    assert table.state.companies["LYR"].space == END
    assert not of(log, PriceMoved)


@pytest.mark.rule("SM02")
@pytest.mark.parametrize(
    ("start", "goal", "price"),
    [
        ((4, 4), (4, 3), 90),
        ((4, 0), (5, 0), 50),
        ((2, 9), (3, 9), 180),
        ((0, 17), (1, 17), 500),
        ((13, 0), (14, 0), 5),
        ((14, 0), (14, 0), 5),
    ],
)
def test_withholding(start: tuple[int, int], goal: tuple[int, int], price: int) -> None:
    """Without a dividend a token moves left, down where an arrow says so, and stays at the bottom left (5.14.5)."""
    table = paying(*start, 50)
    table.do(PayDividend("LYR", "withhold"))
    company = table.state.companies["LYR"]
    assert (company.space, market.price(table.state, company)) == (goal, price)


def seller(row: int, column: int) -> Table:
    """Player 2 holds five shares of LYR and may sell them; the director keeps two."""
    table = Table().phase(2)
    table.major("LYR", 1, shares={1: 1, 2: 3})
    at(table, "LYR", row, column)
    return table.stock_turn(2)


@pytest.mark.rule("SM03")
@pytest.mark.parametrize(
    ("start", "count", "goal"),
    [
        ((4, 4), 3, (7, 4)),
        ((13, 4), 3, (14, 4)),
        ((14, 2), 2, (14, 2)),
        ((5, 16), 2, (5, 16)),
        ((4, 17), 3, (5, 17)),
        ((12, 5), 1, (13, 5)),
        ((13, 5), 1, (13, 5)),
    ],
)
def test_sales_stop_at_the_ledge(start: tuple[int, int], count: int, goal: tuple[int, int]) -> None:
    """A sale moves the token down, at most to the bottom of its column (4.6.3)."""
    table = seller(*start)
    table.do(SellShares(2, "LYR", count))
    assert table.state.companies["LYR"].space == goal


@pytest.mark.rule("SM04", "ES12")
@pytest.mark.parametrize(
    ("start", "goal"), [((5, 4), (4, 4)), ((3, 0), (4, 1)), ((2, 9), (3, 10)), ((0, 17), (1, 18)), (END, END)]
)
def test_a_sold_out_company_rises(start: tuple[int, int], goal: tuple[int, int]) -> None:
    """A company wholly in players' hands rises, at the top of its column it moves down to the right (4.11.1)."""
    table = Table().phase(2)
    table.major("LYR", 1, shares={1: 3, 2: 5}, trains=("2",))
    at(table, "LYR", *start)
    table.stock_turn(1)
    log = table.finish_round()
    moved = [event for event in of(log, PriceMoved) if event.cause == "sold_out"]
    assert [(event.row, event.column) for event in moved] == ([goal] if goal != start else [])
    assert table.state.companies["LYR"].space == goal


@pytest.mark.rule("SM05")
def test_a_token_that_enters_a_space_goes_under_the_pile() -> None:
    """A token that comes to an occupied space goes to the bottom of the pile (4.6.4, 5.14.10)."""
    table = seller(4, 4)
    table.major("GWR", 3, par=80)
    table.do(SellShares(2, "LYR", 2))
    assert table.state.companies["LYR"].space == table.state.companies["GWR"].space
    assert [company.id for company in market.operating_order(table.state)] == ["GWR", "LYR"]


@pytest.mark.rule("SM05")
def test_a_token_that_does_not_move_keeps_its_place() -> None:
    """At the ledge a token stays where it lies in the pile (4.6.4)."""
    table = seller(14, 2)
    table.major("GWR", 3)
    at(table, "GWR", 14, 2)
    table.do(SellShares(2, "LYR", 1))
    assert [company.id for company in market.operating_order(table.state)] == ["LYR", "GWR"]


@pytest.mark.rule("SM05")
def test_a_dividend_below_the_price_leaves_the_pile_alone() -> None:
    """Without a move the place in the pile is kept (5.14.6, 5.14.10)."""
    table = paying(4, 4, 90)
    table.major("GWR", 3, par=100)
    table.do(PayDividend("LYR", "pay"))
    assert [company.id for company in market.operating_order(table.state)] == ["LYR", "GWR"]


@pytest.mark.rule("SM06")
@pytest.mark.parametrize(
    ("row", "column", "counted"), [(6, 0, 0), (9, 3, 0), (14, 4, 0), (11, 6, 0), (6, 1, 2), (9, 4, 2), (10, 5, 2)]
)
def test_certificates_in_the_yellow_zone(row: int, column: int, counted: int) -> None:
    """Certificates of a company in the yellow zone do not count against the limit (4.4.2)."""
    table = Table().phase(2)
    table.major("LYR", 1, shares={1: 1})
    at(table, "LYR", row, column)
    assert shares.certificates(table.state, 1) == counted


@pytest.mark.rule("SM06")
def test_a_minor_in_the_yellow_zone() -> None:
    """A minor's certificate does not count either while its token lies there (4.4.2)."""
    table = Table()
    table.minor("M7", 1)
    assert shares.certificates(table.state, 1) == 1
    at(table, "M7", 9, 3)
    assert shares.certificates(table.state, 1) == 0


@pytest.mark.rule("SM07")
def test_starting_prices_of_majors() -> None:
    """Majors start at £60, £70, £80, £90 or £100, only minors at £50 (3.4.8, 4.4.1)."""
    table = Table().phase(2).hold(1, "C2").stock_turn(1)
    assert [o.action.par for o in table.options(ConvertConcession)] == [60, 70, 80, 90, 100]
    for par in (50, 65, 110):
        found = table.refusal(ConvertConcession(1, "GWR", par))
        assert (found.reason, found.paragraph) == (Reason.PRICE, "3.4.8")
    table = Table().phase(5).stock_turn(1)
    offered = [o.action.par for o in table.options(BuyDirectorCertificate) if o.action.company == "GWR"]
    assert offered == [60, 70, 80, 90, 100]
    assert table.refusal(BuyDirectorCertificate(1, "GWR", 50)).reason is Reason.PRICE


@pytest.mark.rule("SM07")
@pytest.mark.parametrize("par", [60, 70, 80, 90, 100])
def test_the_token_starts_on_the_outlined_space(par: int) -> None:
    """The token goes to the outlined space of its price, all in the fifth column (4.4.1, 4.8.6)."""
    table = Table().phase(2).hold(1, "C2").stock_turn(1)
    table.do(ConvertConcession(1, "GWR", par))
    company = table.state.companies["GWR"]
    assert (market.price(table.state, company), company.space[1]) == (par, 4)

"""Selling shares in a stock round (checklist SR; rulebook chapter 4.6)."""

import pytest

from broadgauge_engine.actions import BuyForTaxHaven, BuyShare, Pass, PlaceBid, RepayLoan, SellShares
from broadgauge_engine.events import DirectorChanged, PriceMoved, SharesSold
from broadgauge_engine.options import Reason
from broadgauge_engine.state import market, shares
from tests.engine.table import Table, of


def with_lyr(**holdings: int) -> Table:
    """LYR at £100 under player 1; `p1` to `p4` are whole holdings, `pool` what lies in the pool; 4 players."""
    table = Table(4).phase(2)
    pool = holdings.pop("pool", 0)
    extra = {int(name[1:]): count for name, count in holdings.items()}
    extra[1] = extra.get(1, 2) - 2
    table.major("LYR", 1, shares={seat: count for seat, count in extra.items() if count}, pool=pool)
    return table


@pytest.mark.rule("SR13")
@pytest.mark.parametrize(("count", "price"), [(1, 90), (2, 80), (3, 70)])
def test_a_sale_brings_the_price_and_lowers_it(count: int, price: int) -> None:
    """Each share brings the price from the bank; then the token drops one space for each (4.6.2, 4.6.3)."""
    table = with_lyr(p2=3).stock_turn(2)
    cash, bank = table.state.player(2).cash, table.state.bank
    log = table.do(SellShares(2, "LYR", count))
    company = table.state.companies["LYR"]
    assert (table.state.player(2).cash, table.state.bank) == (cash + 100 * count, bank - 100 * count)
    assert market.price(table.state, company) == price
    assert (company.pool, shares.holding(table.state, 2, "LYR")) == (count, 3 - count)
    assert of(log, SharesSold) == [SharesSold(2, "LYR", count, 100 * count)]


@pytest.mark.rule("SR14")
def test_the_pool_holds_no_more_than_half() -> None:
    """At most 50 percent of a company lie in the bank pool (4.6.1)."""
    table = with_lyr(p2=3, pool=3).stock_turn(2)
    found = table.refusal(SellShares(2, "LYR", 3))
    assert (found.reason, found.paragraph) == (Reason.POOL_LIMIT, "4.6.1")
    (option,) = table.options(SellShares)
    assert (option.domains[0].minimum, option.domains[0].maximum) == (1, 2)
    table.do(SellShares(2, "LYR", 2))
    assert table.refusal(SellShares(2, "LYR", 1)).reason is Reason.POOL_LIMIT


@pytest.mark.rule("SR15")
def test_only_companies_that_have_operated_are_sold() -> None:
    """Shares are not sold before the company has had an operating turn (4.6.1)."""
    table = Table(4).phase(2)
    company = table.major("LYR", 1, shares={2: 3}, turns=0)
    table.stock_turn(2)
    found = table.refusal(SellShares(2, "LYR", 1))
    assert (found.reason, found.paragraph) == (Reason.NOT_OPERATED, "4.6.1")
    assert not table.options(SellShares)
    assert [refusal.reason for refusal in table.unavailable(SellShares)] == [Reason.NOT_OPERATED]
    company.turns = 1
    assert table.legal(SellShares(2, "LYR", 1))


@pytest.mark.rule("SR16", "MN06")
@pytest.mark.parametrize("item", ["M7", "P2", "C3", "P16", "GWR", "nothing"])
def test_only_shares_of_majors_are_sold(item: str) -> None:
    """Minors, privates and concessions are never sold to the bank (4.6.1, 3.1.6, 3.3.6)."""
    table = Table(4).phase(2).hold(2, "P2", "C3", "P16")
    table.minor("M7", 2)
    table.stock_turn(2)
    assert table.refusal(SellShares(2, item, 1)).paragraph == "4.6.1"
    assert not table.options(SellShares)


@pytest.mark.rule("SR16")
@pytest.mark.parametrize("count", [0, -1, 4])
def test_only_what_is_held_is_sold(count: int) -> None:
    """A player sells from their own holdings (4.6.1)."""
    table = with_lyr(p2=3).stock_turn(2)
    assert table.refusal(SellShares(2, "LYR", count)).reason is Reason.NOT_OWNED


@pytest.mark.rule("SR17")
def test_a_director_hands_over_before_the_sale() -> None:
    """A director who falls below another holder gives them the certificate for two shares and sells on (4.6.1)."""
    table = with_lyr(p1=3, p2=2).stock_turn(1)
    log = table.do(SellShares(1, "LYR", 3))
    company = table.state.companies["LYR"]
    assert of(log, DirectorChanged) == [DirectorChanged("LYR", 1, 2)]
    assert [type(event) for event in log if isinstance(event, DirectorChanged | SharesSold | PriceMoved)] == [
        DirectorChanged,
        SharesSold,
        PriceMoved,
    ]
    assert (company.director, company.pool) == (2, 3)
    assert [shares.holding(table.state, seat, "LYR") for seat in (1, 2)] == [0, 2]
    assert shares.certificates(table.state, 2) == 1


@pytest.mark.rule("SR17")
def test_the_directors_last_share_may_stay() -> None:
    """The outgoing director may keep one of the two shares received (4.6.1)."""
    table = with_lyr(p1=2, p2=2).stock_turn(1)
    table.do(SellShares(1, "LYR", 1))
    company = table.state.companies["LYR"]
    assert (company.director, company.pool, shares.holding(table.state, 1, "LYR")) == (2, 1, 1)
    assert [shares.certificates(table.state, seat) for seat in (1, 2)] == [1, 1]


@pytest.mark.rule("SR17")
def test_a_director_with_as_many_shares_stays() -> None:
    """The directorship changes only when the holding drops below another's (4.6.1)."""
    table = with_lyr(p1=4, p2=3).stock_turn(1)
    log = table.do(SellShares(1, "LYR", 1))
    assert not of(log, DirectorChanged)
    assert table.state.companies["LYR"].director == 1


@pytest.mark.rule("SR17")
def test_the_largest_holder_follows() -> None:
    """Of several who could, the player with the largest holding becomes director (4.6.1)."""
    table = with_lyr(p1=4, p2=2, p3=3).stock_turn(1)
    table.do(SellShares(1, "LYR", 4))
    assert table.state.companies["LYR"].director == 3


@pytest.mark.rule("SR18")
@pytest.mark.parametrize(
    ("order", "heir"), [([1, 2, 3, 4], 3), ([4, 1, 2, 3], 3), ([1, 4, 3, 2], 4), ([3, 2, 1, 4], 4)]
)
def test_equal_holders_follow_in_turn_order(order: list[int], heir: int) -> None:
    """Of equal holders the first after the outgoing director in turn order follows (4.6.1)."""
    table = with_lyr(p1=2, p3=2, p4=2).stock_turn(1)
    table.state.order = order
    table.do(SellShares(1, "LYR", 2))
    assert table.state.companies["LYR"].director == heir


@pytest.mark.rule("SR19")
def test_the_directors_certificate_never_enters_the_pool() -> None:
    """Without another holder of 20 percent the director keeps the certificate of two shares (4.6.1)."""
    table = with_lyr(p1=4, p2=1, p3=1).stock_turn(1)
    for count in (3, 4):
        found = table.refusal(SellShares(1, "LYR", count))
        assert (found.reason, found.paragraph) == (Reason.DIRECTOR, "4.6.1")
    assert table.options(SellShares)[0].domains[0].maximum == 2
    table.do(SellShares(1, "LYR", 2))
    assert table.state.companies["LYR"].director == 1


@pytest.mark.rule("SR19", "SR17")
def test_one_share_is_enough_for_lnwr() -> None:
    """For the LNWR a holder of 10 percent can take the director's certificate (4.6.1)."""
    table = Table(4).phase(2)
    table.major("LNWR", 1, shares={1: 1, 2: 1})
    table.stock_turn(1).do(SellShares(1, "LNWR", 2))
    assert table.state.companies["LNWR"].director == 2
    table = Table(4).phase(2)
    table.major("LNWR", 1, shares={1: 1})
    assert table.stock_turn(1).refusal(SellShares(1, "LNWR", 2)).reason is Reason.DIRECTOR


@pytest.mark.rule("SR19")
def test_the_tax_haven_is_no_successor() -> None:
    """A share in the tax haven makes nobody director, not even of the LNWR (3.1.16)."""
    table = Table(4).phase(2).hold(2, "P16")
    company = table.major("LNWR", 1, shares={1: 1})
    table.stock_turn(2).do(BuyForTaxHaven(2, "LNWR", "treasury"))
    assert (table.state.haven_shares, company.treasury) == (["LNWR"], 7)
    found = table.stock_turn(1).refusal(SellShares(1, "LNWR", 2))
    assert found.reason is Reason.DIRECTOR


@pytest.mark.rule("SR20")
@pytest.mark.parametrize("order", [("LYR", "GWR"), ("GWR", "LYR")])
def test_the_seller_decides_the_order_of_companies(order: tuple[str, str]) -> None:
    """Of two companies sold in one turn the first sold lies above on the space that both drop to (4.6.5)."""
    table = with_lyr(p2=2)
    table.major("GWR", 3, shares={2: 2})
    table.stock_turn(2)
    for name in order:
        table.do(SellShares(2, name, 1))
    assert tuple(company.id for company in market.operating_order(table.state)) == order
    assert table.state.stock.player == 2


@pytest.mark.rule("SR21")
@pytest.mark.parametrize(("rule", "received"), [("turn_start", 200), ("per_action", 190)])
def test_two_sales_of_one_company_in_a_turn(rule: str, received: int) -> None:
    """All shares of a company sold in a turn bring the price at its start (4.6.3, 4.6.4), unlike recorded games."""
    table = Table(4, block_price=rule).phase(2)
    table.major("LYR", 1, shares={2: 3})
    table.stock_turn(2).cash(2, 0)
    table.do(SellShares(2, "LYR", 1))
    table.do(SellShares(2, "LYR", 1))
    assert table.state.player(2).cash == received
    assert market.price(table.state, table.state.companies["LYR"]) == 80


@pytest.mark.rule("SR21")
def test_the_next_turn_has_the_new_price() -> None:
    """The dropped price counts from the next turn on, also for another seller (4.6.3)."""
    table = with_lyr(p2=2, p3=2).stock_turn(2).cash(3, 0)
    table.do(SellShares(2, "LYR", 1))
    table.do(Pass(2))
    table.do(SellShares(3, "LYR", 1))
    assert table.state.player(3).cash == 90


def over_the_limit() -> Table:
    """Player 2 of 4 holds 22 certificates where 20 are allowed, six of them shares of LYR, four of GWR."""
    table = with_lyr(p1=2, p2=1)
    table.state.players[1].shares["LYR"] = 2
    table.major("GWR", 3, shares={2: 3})
    table.hold(2, *(f"P{n}" for n in range(1, 16)), "P17", "C5")
    assert shares.certificates(table.state, 2) == 22
    return table.stock_turn(2)


@pytest.mark.rule("SR22")
def test_who_is_over_the_limit_must_sell() -> None:
    """Over the certificate limit a player does nothing before having sold down to it (4.6.6)."""
    table = over_the_limit()
    table.state.player(2).debt = 10
    for action in (Pass(2), PlaceBid(2, "M24", 100), BuyShare(2, "LYR", "treasury"), RepayLoan(2, 10)):
        found = table.refusal(action)
        assert (found.reason, found.paragraph) == (Reason.MUST_ACT, "4.6.6")
    table.do(SellShares(2, "LYR", 1))
    assert table.refusal(Pass(2)).reason is Reason.MUST_ACT
    table.do(SellShares(2, "GWR", 1))
    assert table.legal(Pass(2))


@pytest.mark.rule("SR22")
def test_who_cannot_sell_enough_sells_what_can_be_sold() -> None:
    """Where the sales that are possible do not suffice, all of them must be made, and play goes on (4.6.6)."""
    table = over_the_limit()
    table.state.companies["GWR"].turns = 0
    table.state.companies["LYR"].pool = 4
    table.do(SellShares(2, "LYR", 1))
    assert shares.certificates(table.state, 2) == 21
    assert not table.options(SellShares)
    assert table.legal(Pass(2))
    assert table.refusal(PlaceBid(2, "M24", 100)).reason is Reason.CERTIFICATE_LIMIT


@pytest.mark.rule("SR22", "SM06")
def test_a_sale_that_leads_to_the_yellow_zone_may_be_enough() -> None:
    """Certificates that drop into the yellow zone no longer count, so no more need be sold (4.4.2, 4.6.6)."""
    table = over_the_limit()
    table.state.companies["GWR"].space = (10, 4)
    assert market.price(table.state, table.state.companies["GWR"]) == 45
    assert shares.certificates(table.state, 2) == 19
    assert table.legal(Pass(2))


@pytest.mark.rule("SR22", "SM06")
def test_sales_that_do_not_help_are_not_forced() -> None:
    """Over the limit nobody must sell what does not count, for that brings nobody within it (4.4.2, 4.6.6)."""
    table = over_the_limit()
    table.state.companies["GWR"].turns = 0
    table.hold(2, "C6", "C7")
    table.state.companies["LYR"].space = (10, 3)
    assert shares.certificates(table.state, 2) > 20
    assert table.legal(SellShares(2, "LYR", 1))
    assert table.legal(Pass(2))

"""The off-shore tax haven, P16 (checklist PV; Table 3, rulebook chapters 3.1 and 6.1.2)."""

from typing import Any

import pytest

from broadgauge_engine.actions import BuyForTaxHaven, BuyShare, Pass, PayDividend, PlaceBid, SellShares
from broadgauge_engine.events import CreditPaid, DividendReceived, ShareBought
from broadgauge_engine.options import Reason
from broadgauge_engine.state import shares
from tests.engine.table import Table, of


def haven(seat: int = 1, **options: Any) -> Table:
    """Player 1 owns the tax haven; MR has ordinary shares in its treasury, one in the pool. The player's stock turn."""
    table = Table(**options).phase(3).hold(1, "P16")
    table.major("MR", 2, pool=1)
    return table.stock_turn(seat)


@pytest.mark.rule("PV15")
@pytest.mark.parametrize("source", ["treasury", "pool"])
def test_the_haven_buys_as_the_action_of_the_turn(source: str) -> None:
    """With the player's cash one available share goes into the haven, and the turn is over (P16, 3.1.15)."""
    table = haven()
    events = table.do(BuyForTaxHaven(1, "MR", source))
    assert of(events, ShareBought) == [ShareBought(1, "MR", source, 100, haven=True, own_money=False)]
    assert table.state.player(1).cash == 600
    assert table.state.companies["MR"].cash == (100 if source == "treasury" else 0)
    assert table.state.haven_shares == ["MR"]
    assert shares.holding(table.state, 1, "MR") == 0
    assert table.state.stock.player == 2
    again = table.stock_turn(1).refusal(BuyForTaxHaven(1, "MR", "treasury"))
    assert (again.reason, again.paragraph) == (Reason.ALREADY_DONE, "P16")


@pytest.mark.rule("PV15")
def test_only_the_owner_in_an_own_turn() -> None:
    """Nobody else buys for the haven, it is not bought out of turn, nor after bids (P16, 4.1.3)."""
    table = haven(seat=2)
    assert table.refusal(BuyForTaxHaven(1, "MR", "pool")).reason is Reason.NOT_YOUR_TURN
    assert table.refusal(BuyForTaxHaven(2, "MR", "pool")).reason is Reason.NOT_OWNED
    bidding = haven().box("concessions", "C2")
    bidding.do(PlaceBid(1, "C2", 100))
    assert bidding.refusal(BuyForTaxHaven(1, "MR", "pool")).reason is Reason.ALREADY_DONE
    debtor = haven()
    debtor.state.player(1).debt = 10
    assert debtor.refusal(BuyForTaxHaven(1, "MR", "pool")).reason is Reason.IN_DEBT


@pytest.mark.rule("PV15")
def test_neither_60_percent_nor_the_limit_count() -> None:
    """At 60 percent and at the certificate limit the haven still buys, also of that company (P16, 3.1.15)."""
    table = Table(7).phase(3).hold(1, "P16").cash(1, 500)
    table.major("MR", 1, shares={1: 4})
    table.major("LYR", 2, shares={1: 6})
    assert shares.holding(table.state, 1, "MR") == 6
    assert shares.certificates(table.state, 1) == shares.limit(table.state) == 11
    table.stock_turn(1)
    assert table.refusal(BuyShare(1, "MR", "treasury")).reason is Reason.HOLDING_LIMIT
    table.do(BuyForTaxHaven(1, "MR", "treasury"))
    assert shares.certificates(table.state, 1) == 11


@pytest.mark.rule("PV15")
def test_the_haven_makes_no_director_and_keeps_its_dividends() -> None:
    """The share in the haven counts for nobody's directorship, and its dividends stay there (P16)."""
    table = haven()
    table.state.companies["MR"].treasury -= 2
    table.state.player(1).shares["MR"] = 2
    table.do(BuyForTaxHaven(1, "MR", "treasury"))
    assert table.state.companies["MR"].director == 2
    table.turn("MR", "dividend").state.company_turn.revenue = 100
    events = table.do(PayDividend("MR", "pay"))
    assert CreditPaid("P16", 10) in events
    assert DividendReceived("MR", 1, 20) in events
    assert table.state.credits["P16"] == 10


@pytest.mark.rule("PV16")
def test_not_after_selling_that_company() -> None:
    """Whoever sold shares of the company in this stock round cannot put one into the haven (3.1.15)."""
    table = haven()
    table.state.companies["MR"].treasury -= 1
    table.state.player(1).shares["MR"] = 1
    table.do(SellShares(1, "MR", 1))
    refusal = table.refusal(BuyForTaxHaven(1, "MR", "treasury"))
    assert (refusal.reason, refusal.paragraph) == (Reason.SOLD_THIS_ROUND, "4.7.5")
    table.do(Pass(1))
    table.stock_turn(1).state.stock.sold = {}
    assert table.legal(BuyForTaxHaven(1, "MR", "treasury"))


@pytest.mark.rule("PV17")
def test_50_percent_and_one_in_the_haven() -> None:
    """With 50 percent in hand and 10 percent in the haven a player may buy another 10 percent (P16)."""
    table = Table().phase(3).hold(1, "P16")
    table.major("MR", 1, shares={1: 3})
    table.state.companies["MR"].treasury -= 1
    table.state.haven_shares.append("MR")
    table.stock_turn(1).do(BuyShare(1, "MR", "treasury"))
    assert shares.holding(table.state, 1, "MR") == 6
    assert table.stock_turn(1).refusal(BuyShare(1, "MR", "treasury")).reason is Reason.HOLDING_LIMIT


@pytest.mark.rule("PV18")
def test_the_haven_never_directs_lnwr() -> None:
    """LNWR's director keeps a share as long as only the haven has another; a player with one takes over (3.1.16)."""
    table = Table().phase(3).hold(1, "P16")
    table.major("LNWR", 1)
    table.state.companies["LNWR"].treasury -= 1
    table.state.haven_shares.append("LNWR")
    refusal = table.stock_turn(1).refusal(SellShares(1, "LNWR", 1))
    assert (refusal.reason, refusal.paragraph) == (Reason.DIRECTOR, "4.6.1")
    table.state.companies["LNWR"].treasury -= 1
    table.state.player(3).shares["LNWR"] = 1
    table.do(SellShares(1, "LNWR", 1))
    assert table.state.companies["LNWR"].director == 3


@pytest.mark.rule("PV19")
def test_the_haven_may_buy_more_with_its_own_money() -> None:
    """In the variant later shares are paid from the haven's cash, one in a round, one of each company (6.1.2)."""
    table = haven(tax_haven_multiple=True)
    table.major("LYR", 2)
    table.do(BuyForTaxHaven(1, "MR", "treasury"))
    table.state.credits["P16"] = 150
    assert table.stock_turn(1).refusal(BuyForTaxHaven(1, "MR", "pool")).paragraph == "6.1.2"
    cash = table.state.player(1).cash
    (option,) = [option for option in table.options(BuyForTaxHaven) if option.action.source == "treasury"]
    assert option.label.endswith("for £100 of its own money")
    events = table.do(option.action)
    assert of(events, ShareBought) == [ShareBought(1, "LYR", "treasury", 100, haven=True, own_money=True)]
    assert table.state.haven_shares == ["MR", "LYR"]
    assert (table.state.credits["P16"], table.state.player(1).cash) == (50, cash)
    assert table.state.companies["LYR"].cash == 100


@pytest.mark.rule("PV19")
def test_the_limits_of_the_variant() -> None:
    """Not twice in one round, and not with more money than the haven has (6.1.2)."""
    table = haven(tax_haven_multiple=True)
    table.major("LYR", 2)
    table.do(BuyForTaxHaven(1, "MR", "treasury"))
    table.state.credits["P16"] = 100
    table.state.stock.player = 1
    table.state.stock.bids = 0
    assert table.refusal(BuyForTaxHaven(1, "LYR", "treasury")).reason is Reason.ALREADY_DONE
    table.stock_turn(1).state.credits["P16"] = 99
    assert table.refusal(BuyForTaxHaven(1, "LYR", "treasury")).reason is Reason.NO_CASH

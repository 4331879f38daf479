"""Issuing and redeeming shares (checklist IS; rulebook chapter 5.20)."""

import pytest

from broadgauge_engine.actions import IssueShares, Pass, RedeemShares
from broadgauge_engine.events import PriceMoved, SharesIssued, SharesRedeemed
from broadgauge_engine.options import Reason
from broadgauge_engine.state import market
from tests.engine.table import Table, of


def issuing(*, turns: int = 2, cash: int = 0, pool: int = 0, par: int = 100) -> Table:
    """LYR at the last step of its turn."""
    table = Table().phase(3)
    table.major("LYR", 1, par=par, cash=cash, pool=pool, turns=turns, trains=("3",))
    return table.turn("LYR", "issue_redeem")


@pytest.mark.rule("IS01")
def test_example_three_shares_from_100() -> None:
    """At £100, three shares issued: the price drops to £70 and the company receives £210 (5.20.2)."""
    table = issuing()
    company, bank = table.state.companies["LYR"], table.state.bank
    log = table.do(IssueShares("LYR", 3))
    assert (market.price(table.state, company), company.cash, table.state.bank) == (70, 210, bank - 210)
    assert (company.treasury, company.pool) == (5, 3)
    assert of(log, SharesIssued) == [SharesIssued("LYR", 3, 210)]
    assert [event.cause for event in of(log, PriceMoved)][:1] == ["issued"]


@pytest.mark.rule("IS01")
@pytest.mark.parametrize(("count", "received"), [(1, 90), (2, 160), (3, 210), (4, 240), (5, 250)])
def test_the_final_price_counts_for_all_shares(count: int, received: int) -> None:
    """The company receives the price at which its token comes to rest (5.20.1)."""
    table = issuing()
    table.do(IssueShares("LYR", count))
    assert table.state.companies["LYR"].cash == received


@pytest.mark.rule("IS01", "SM03")
def test_issuing_at_the_ledge() -> None:
    """A token at the ledge does not move, nor change its place in the pile (5.20.1)."""
    table = issuing()
    table.major("GWR", 2)
    for name in ("LYR", "GWR"):
        table.state.companies[name].space = (14, 4)
    log = table.turn("LYR", "issue_redeem").do(IssueShares("LYR", 2))
    assert table.state.companies["LYR"].cash == 50
    assert not [event for event in of(log, PriceMoved) if event.cause == "issued"]
    assert [company.id for company in market.operating_order(table.state)] == ["LYR", "GWR"]


@pytest.mark.rule("IS01", "SM05")
def test_an_issuing_company_goes_under_the_pile() -> None:
    """On a space that is occupied the token goes to the bottom of the pile (5.20.1)."""
    table = issuing()
    table.major("GWR", 2, par=80)
    table.turn("LYR", "issue_redeem").do(IssueShares("LYR", 2))
    assert [company.id for company in market.operating_order(table.state)] == ["GWR", "LYR"]


@pytest.mark.rule("IS02")
def test_the_pool_takes_half_at_most() -> None:
    """Issuing must not bring more than 50% of the shares into the pool (5.20.1)."""
    table = issuing(pool=3)
    found = table.refusal(IssueShares("LYR", 3))
    assert (found.reason, found.paragraph) == (Reason.POOL_LIMIT, "5.20.1")
    (option,) = table.options(IssueShares)
    assert (option.domains[0].minimum, option.domains[0].maximum) == (1, 2)
    table.do(IssueShares("LYR", 2))
    assert table.state.companies["LYR"].pool == 5


@pytest.mark.rule("IS02")
@pytest.mark.parametrize("count", [0, -1, 9])
def test_only_treasury_shares_are_issued(count: int) -> None:
    """Issued shares come from the company's treasury (5.20.1)."""
    assert issuing().refusal(IssueShares("LYR", count)).reason is Reason.NOT_OWNED


@pytest.mark.rule("IS02")
def test_no_issue_in_the_first_turn() -> None:
    """A company issues no shares in its first operating turn (5.20.3)."""
    table = issuing(turns=1)
    found = table.refusal(IssueShares("LYR", 1))
    assert (found.reason, found.paragraph) == (Reason.NOT_OPERATED, "5.20.3")
    assert not table.options(IssueShares)


@pytest.mark.rule("IS02")
def test_the_first_turn_of_a_real_game() -> None:
    """The turn after the first is the first in which shares are issued (5.20.3)."""
    table = Table().phase(3).box("minors")
    company = table.major("MR", 1, cash=2000, turns=0)
    table.stock_turn(1).finish_round()
    table.play_until(lambda: table.state.round.part == 2 or table.step == "issue_redeem")
    assert table.state.round.part == 2
    table.play_until(lambda: table.step == "issue_redeem")
    assert company.turns == 2
    assert table.legal(IssueShares("MR", 1))


@pytest.mark.rule("IS03")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_redeeming(count: int) -> None:
    """Each redeemed share costs the present price, paid to the bank; the price stays (5.20.4)."""
    table = issuing(cash=350, pool=3)
    company, bank = table.state.companies["LYR"], table.state.bank
    log = table.do(RedeemShares("LYR", count))
    assert of(log, SharesRedeemed) == [SharesRedeemed("LYR", count, 100 * count)]
    assert (company.cash, company.pool, company.treasury) == (350 - 100 * count, 3 - count, 5 + count)
    assert table.state.bank == bank + 100 * count
    assert not [event for event in of(log, PriceMoved) if event.cause == "issued"]
    assert market.price(table.state, company) == 100


@pytest.mark.rule("IS03")
def test_what_cannot_be_redeemed() -> None:
    """Only shares of the pool, and only for cash of the treasury (5.20.4)."""
    table = issuing(cash=250, pool=3)
    assert table.refusal(RedeemShares("LYR", 3)).reason is Reason.NO_CASH
    assert table.refusal(RedeemShares("LYR", 4)).reason is Reason.NOT_FOR_SALE
    assert table.refusal(RedeemShares("LYR", 0)).reason is Reason.NOT_FOR_SALE
    assert table.options(RedeemShares)[0].domains[0].maximum == 2


@pytest.mark.rule("IS03")
def test_redeeming_in_the_first_turn() -> None:
    """Only issuing is forbidden in the first turn (5.20.3, 5.20.4)."""
    assert issuing(turns=1, cash=100, pool=1).legal(RedeemShares("LYR", 1))


@pytest.mark.rule("IS04")
@pytest.mark.parametrize("first", [IssueShares("LYR", 1), RedeemShares("LYR", 1)])
def test_issuing_or_redeeming(first: IssueShares | RedeemShares) -> None:
    """A company issues or redeems in one turn, not both, nor twice (5.20.1)."""
    table = issuing(cash=500, pool=2)
    table.do(first)
    assert table.state.round.part == 2
    assert table.step != "issue_redeem"
    for again in (IssueShares("LYR", 1), RedeemShares("LYR", 1)):
        assert table.refusal(again).reason is Reason.WRONG_STEP


@pytest.mark.rule("IS04")
def test_neither_is_needed() -> None:
    """Issuing and redeeming are optional, and for majors only (5.3.1)."""
    table = issuing(cash=500, pool=2)
    assert table.legal(Pass(1, "LYR"))
    table.minor("M7", 1, cash=500)
    table.turn("M7", "issue_redeem")
    assert table.refusal(IssueShares("M7", 1)).reason is Reason.COMPANY_KIND
    assert table.refusal(RedeemShares("M7", 1)).reason is Reason.COMPANY_KIND

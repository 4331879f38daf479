"""Floating majors from phase 5 (checklist FL; rulebook chapters 3.4 and 4.7)."""

import pytest

from broadgauge_engine.actions import BuyDirectorCertificate, BuyForTaxHaven, BuyShare, ConvertConcession, SellShares
from broadgauge_engine.events import CompanyFloated, SharesPooled
from broadgauge_engine.options import Reason
from broadgauge_engine.state import shares
from tests.engine.table import Table, of


def started(phase: int, name: str = "GWR", par: int = 90) -> Table:
    """Player 1 has bought a director's certificate in this phase; it is player 2's turn."""
    table = Table(4).phase(phase).stock_turn(1)
    table.do(BuyDirectorCertificate(1, name, par))
    return table


def buy(table: Table, *seats: int, name: str = "GWR") -> list[object]:
    """These players buy one share each from the treasury; the events."""
    log: list[object] = []
    for seat in seats:
        table.play_until(lambda seat=seat: table.state.stock.player == seat)  # type: ignore[misc]
        log += table.do(BuyShare(seat, name, "treasury"))
    return log


@pytest.mark.rule("FL01")
def test_a_company_floats_with_half_its_shares_sold() -> None:
    """From phase 5 a company floats when 50% is sold, with what was paid for them (3.4.5, 3.4.7)."""
    table = started(5)
    company = table.state.companies["GWR"]
    assert not of(buy(table, 2, 3), CompanyFloated)
    assert not company.floated
    log = buy(table, 4)
    assert of(log, CompanyFloated) == [CompanyFloated("GWR", 450)]
    assert company.floated
    assert (company.cash, company.treasury, company.pool) == (5 * 90, 5, 0)


@pytest.mark.rule("FL01")
def test_shares_sold_after_floating_pay_the_company() -> None:
    """The shares that are left stay in the treasury and bring it money (3.4.3, 3.4.7)."""
    table = started(5)
    buy(table, 2, 3, 4, 1)
    company = table.state.companies["GWR"]
    assert (company.cash, company.treasury) == (6 * 90, 4)


@pytest.mark.rule("FL01")
def test_an_unfloated_company_can_change_hands_but_not_be_sold() -> None:
    """The largest holder directs it from the start; its shares are not sold before it has operated (3.4.2, 4.6.1)."""
    table = started(5)
    buy(table, 2, 2)
    assert table.state.companies["GWR"].director == 1
    assert shares.certificates(table.state, 1) == 1
    table.stock_turn(2)
    assert table.refusal(SellShares(2, "GWR", 1)).reason is Reason.NOT_OPERATED
    table.do(BuyShare(2, "GWR", "treasury"))
    assert table.state.companies["GWR"].director == 2
    assert table.state.companies["GWR"].floated


@pytest.mark.rule("FL01")
def test_a_share_in_the_tax_haven_is_sold_too() -> None:
    """What lies in the tax haven has left the treasury (P16, 3.4.5)."""
    table = started(5)
    table.hold(4, "P16")
    buy(table, 2, 3)
    log = table.do(BuyForTaxHaven(4, "GWR", "treasury"))
    assert of(log, CompanyFloated) == [CompanyFloated("GWR", 450)]


@pytest.mark.rule("FL01", "SR11")
def test_lnwr_from_phase_5() -> None:
    """LNWR's director's certificate is one share for its starting price (3.4.2, 4.7.2)."""
    table = started(5, "LNWR", 100)
    company = table.state.companies["LNWR"]
    assert (company.cash, company.treasury, table.state.player(1).cash) == (100, 9, 425)
    assert not of(buy(table, 2, 3, 4, name="LNWR"), CompanyFloated)
    assert of(buy(table, 1, name="LNWR"), CompanyFloated) == [CompanyFloated("LNWR", 500)]


@pytest.mark.rule("FL02", "PH06")
@pytest.mark.parametrize("phase", [6, 7])
@pytest.mark.parametrize("par", [60, 100])
def test_full_capitalisation_from_phase_6(phase: int, par: int) -> None:
    """From phase 6 a floating company gets ten times its price, and half of its shares go to the pool (3.4.6)."""
    table = started(phase, par=par)
    company = table.state.companies["GWR"]
    bank = table.state.bank
    log = buy(table, 2, 3, 4)
    assert of(log, SharesPooled) == [SharesPooled("GWR", 5)]
    assert of(log, CompanyFloated) == [CompanyFloated("GWR", 10 * par)]
    assert (company.cash, company.treasury, company.pool, company.floated) == (10 * par, 0, 5, True)
    assert table.state.bank == bank + 3 * par - 10 * par
    assert sum(player.cash for player in table.state.players) == 4 * 525 - 5 * par


@pytest.mark.rule("FL02")
def test_no_money_before_a_full_capitalisation() -> None:
    """Until it floats in phase 6 the company has nothing (3.4.6)."""
    table = started(6)
    buy(table, 2, 3)
    company = table.state.companies["GWR"]
    assert (company.cash, company.floated, company.treasury) == (0, False, 6)


@pytest.mark.rule("FL03")
def test_the_phase_of_floating_decides() -> None:
    """Started in phase 5 and floated in phase 6: the full capital, however it was begun (3.4.7)."""
    table = started(5)
    buy(table, 2)
    company = table.state.companies["GWR"]
    assert company.cash == 270
    table.phase(6)
    buy(table, 3, 4)
    assert (company.floated, company.cash, company.treasury, company.pool) == (True, 900, 0, 5)


@pytest.mark.rule("FL02")
def test_shares_of_the_pool_are_bought_after_a_full_float() -> None:
    """The pooled half is for sale from the bank (3.4.6, 4.3.1)."""
    table = started(6)
    buy(table, 2, 3, 4)
    table.stock_turn(3)
    bank = table.state.bank
    table.do(BuyShare(3, "GWR", "pool"))
    assert (table.state.bank, table.state.companies["GWR"].pool) == (bank + 90, 4)


@pytest.mark.rule("FL01")
@pytest.mark.parametrize(("phase", "floats"), [(2, True), (4, True), (5, False)])
def test_conversion_floats_at_once(phase: int, floats: bool) -> None:
    """In phases 2 to 4 the conversion alone floats a company, from phase 5 its certificate does not (3.4.7)."""
    table = Table(4).phase(phase).hold(1, "C2").stock_turn(1)
    if floats:
        table.do(ConvertConcession(1, "GWR", 60))
    else:
        table.do(BuyDirectorCertificate(1, "GWR", 60))
    assert table.state.companies["GWR"].floated is floats

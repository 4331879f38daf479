"""Converting concessions (checklist CV; rulebook chapters 3.2 and 4.8)."""

import pytest

from broadgauge_engine.actions import BuyShare, ConvertConcession, Pass
from broadgauge_engine.events import CompanyFloated, DirectorCertificateTaken, IncomePaid, PriceMoved
from broadgauge_engine.options import Reason
from broadgauge_engine.state import market, shares
from tests.engine.table import Table, of


def holder(phase: int = 2, *concessions: str) -> Table:
    """Player 1 holds concessions in a stock turn."""
    return Table().phase(phase).hold(1, *(concessions or ("C2",))).stock_turn(1)


@pytest.mark.rule("CV01")
def test_no_conversion_in_phase_1() -> None:
    """Concessions cannot be converted until phase 2 (4.8.1)."""
    table = holder(1)
    found = table.refusal(ConvertConcession(1, "GWR", 60))
    assert (found.reason, found.paragraph) == (Reason.PHASE, "4.8.1")
    assert not table.options(ConvertConcession)
    assert table.unavailable(ConvertConcession)[0].reason is Reason.PHASE


@pytest.mark.rule("CV01", "CV02")
@pytest.mark.parametrize("phase", [2, 3, 4])
def test_conversion_in_phases_2_to_4(phase: int) -> None:
    """From phase 2 until phase 5 begins a concession is converted (4.8.1)."""
    assert holder(phase).legal(ConvertConcession(1, "GWR", 60))


@pytest.mark.rule("CV02")
@pytest.mark.parametrize(("par", "paid"), [(60, 20), (70, 40), (80, 60), (90, 80), (100, 100)])
def test_what_a_conversion_costs(par: int, paid: int) -> None:
    """The bank adds £100, the player pays the balance to twice the price into the treasury (4.8.2, 4.8.3)."""
    table = holder()
    bank = table.state.bank
    log = table.do(ConvertConcession(1, "GWR", par))
    company = table.state.companies["GWR"]
    assert (table.state.player(1).cash, table.state.bank, company.cash) == (700 - paid, bank - 100, 2 * par)
    assert company.floated
    assert company.director == 1
    assert of(log, DirectorCertificateTaken) == [DirectorCertificateTaken(1, "GWR", par, paid, 100)]


@pytest.mark.rule("CV02")
def test_a_conversion_must_be_paid() -> None:
    """Without the balance in hand the price cannot be chosen (4.8.3)."""
    table = holder().cash(1, 60)
    assert table.legal(ConvertConcession(1, "GWR", 80))
    assert table.refusal(ConvertConcession(1, "GWR", 90)).reason is Reason.NO_CASH
    assert [option.action.par for option in table.options(ConvertConcession)] == [60, 70, 80]


@pytest.mark.rule("CV02")
def test_only_the_holder_converts() -> None:
    """A concession gives its right to the player who holds it (3.2.2, 4.8.2)."""
    table = holder()
    for name in ("LYR", "M7", "P1", "C2"):
        found = table.refusal(ConvertConcession(1, name, 60))
        assert (found.reason, found.paragraph) == (Reason.NOT_OWNED, "4.8.2")


@pytest.mark.rule("CV03")
@pytest.mark.parametrize("par", [60, 100])
def test_lnwr_is_exchanged_for_nothing(par: int) -> None:
    """For the LNWR the bank alone pays the price of one share; its director's certificate is 10% (4.8.4, 4.8.5)."""
    table = holder(2, "C1").cash(1, 0)
    bank = table.state.bank
    table.do(ConvertConcession(1, "LNWR", par))
    company = table.state.companies["LNWR"]
    assert (table.state.player(1).cash, company.cash, table.state.bank) == (0, par, bank - par)
    assert (shares.holding(table.state, 1, "LNWR"), company.treasury, company.floated) == (1, 9, True)


@pytest.mark.rule("CV04")
def test_a_concession_is_converted_in_a_later_stock_round() -> None:
    """A concession belongs to the bidder only when the stock round is over (4.8.7)."""
    table = Table().phase(2).stock_turn(1)
    table.bids((1, "C1", 100))
    assert table.refusal(ConvertConcession(1, "LNWR", 60)).reason in (Reason.NOT_OWNED, Reason.ALREADY_DONE)
    table.do(Pass(1))
    table.do(Pass(2))
    table.do(Pass(3))
    assert table.refusal(ConvertConcession(1, "LNWR", 60)).reason is Reason.NOT_OWNED
    table.do(Pass(1))
    table.play_until(lambda: table.state.round.kind == "stock" and table.state.stock.player == 1)
    assert table.legal(ConvertConcession(1, "LNWR", 60))


@pytest.mark.rule("CV05")
def test_a_new_token_lies_under_the_pile() -> None:
    """The token goes under all tokens on its space; the other shares lie in the treasury (4.8.3, 4.8.6)."""
    table = holder()
    table.major("LYR", 2, par=80)
    table.minor("M7", 2, bid=160)
    log = table.stock_turn(1).do(ConvertConcession(1, "GWR", 80))
    assert [event.cause for event in of(log, PriceMoved)] == ["started"]
    assert [company.id for company in market.operating_order(table.state)] == ["M7", "LYR", "GWR"]
    assert table.state.companies["GWR"].treasury == 8
    assert table.legal(BuyShare(2, "GWR", "treasury"))


@pytest.mark.rule("CV06", "OR01")
def test_a_concession_pays_ten_pounds() -> None:
    """A held concession pays its player £10 at the start of each operating round (3.2.4)."""
    table = holder(1, "C2", "C3")
    log = table.finish_round()
    assert of(log, IncomePaid) == [IncomePaid("C2", 1, 10), IncomePaid("C3", 1, 10)]
    assert table.state.player(1).cash == 720


@pytest.mark.rule("CV07", "SR23")
def test_a_player_at_the_limit_converts() -> None:
    """Certificate for certificate: a conversion is no purchase of a further one (4.8.2, 3.2.3)."""
    table = holder(2, "C2", *(f"P{n}" for n in (*range(1, 16), 17, 18)), *(f"C{n}" for n in (3, 4, 5, 6, 7, 8, 9, 10)))
    assert shares.certificates(table.state, 1) == 26
    table.do(ConvertConcession(1, "GWR", 60))
    assert shares.certificates(table.state, 1) == 26


@pytest.mark.rule("CV02")
def test_a_conversion_is_the_whole_action_of_a_turn() -> None:
    """With a conversion the company is floated and the turn over (4.1.3, 4.8.3)."""
    table = holder(2, "C2", "C3")
    log = table.do(ConvertConcession(1, "GWR", 60))
    assert of(log, CompanyFloated) == [CompanyFloated("GWR", 120)]
    assert table.state.stock.player == 2
    assert table.refusal(ConvertConcession(1, "LBSCR", 60)).reason is Reason.NOT_YOUR_TURN

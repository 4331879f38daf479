"""Turns of a stock round, buying, and loans in it (checklist SR; rulebook chapters 4.1, 4.2 and 4.7)."""

import pytest

from broadgauge_engine import engine
from broadgauge_engine.actions import (
    BuyDirectorCertificate,
    BuyForTaxHaven,
    BuyShare,
    ConvertConcession,
    Pass,
    PlaceBid,
    RepayLoan,
    SellShares,
)
from broadgauge_engine.events import DirectorChanged, LoanRepaid, Passed, PriceMoved, ShareBought
from broadgauge_engine.options import Reason
from broadgauge_engine.state import market, shares
from tests.engine.table import Table, of


def with_lyr(**options: object) -> Table:
    """LYR at £100: player 1 director with two, player 2 three, player 3 none, pool one; it is player 2's turn."""
    table = Table(**options).phase(2)
    table.major("LYR", 1, shares={2: 3}, pool=1)
    return table.stock_turn(2)


@pytest.mark.rule("SR01")
def test_turns_go_round_by_player_number_until_all_pass() -> None:
    """Player 1 begins; the round ends when all players have passed one after another (4.1.2)."""
    table = Table(3)
    table.state.order = [3, 1, 2]
    table.state.stock.player = 3
    turns = []
    for action in (
        Pass(3), Pass(1), PlaceBid(2, "P1", 5), Pass(2), Pass(3), Pass(1),
    ):  # fmt: skip
        turns.append(table.state.stock.player)
        table.do(action)
    assert turns == [3, 1, 2, 2, 3, 1]
    assert table.state.round.name == "SR 1"
    table.do(Pass(2))
    assert table.state.player(2).items == ["P1"]


@pytest.mark.rule("SR01")
def test_only_the_player_in_turn_acts() -> None:
    """Nobody acts out of turn (4.1.2)."""
    table = with_lyr()
    for action in (Pass(1), PlaceBid(1, "M24", 100), BuyShare(1, "LYR", "pool"), SellShares(1, "LYR", 1)):
        found = table.refusal(action)
        assert (found.reason, found.paragraph) == (Reason.NOT_YOUR_TURN, "4.1.2")


@pytest.mark.rule("SR01")
def test_a_turn_with_a_sale_only_is_not_a_pass() -> None:
    """Who sold something did not pass, so everyone has a turn again (4.1.2, 4.1.3)."""
    table = with_lyr()
    table.do(SellShares(2, "LYR", 1))
    table.do(Pass(2))
    table.do(Pass(3))
    table.do(Pass(1))
    assert (table.state.round.kind, table.state.stock.player) == ("stock", 2)
    table.do(Pass(2))
    assert table.state.round.kind == "operating"


@pytest.mark.rule("SR02")
def test_shares_are_sold_before_anything_else() -> None:
    """After a bid no share is sold in the same turn: sell, repay, then act (4.1.3)."""
    table = with_lyr()
    table.do(PlaceBid(2, "M24", 100))
    found = table.refusal(SellShares(2, "LYR", 1))
    assert (found.reason, found.paragraph) == (Reason.ALREADY_DONE, "4.1.3")


@pytest.mark.rule("SR02")
def test_recorded_games_sell_between_bids() -> None:
    """With `sell_timing` as in recorded games shares are sold after a bid too (4.1.3 says before)."""
    table = with_lyr(sell_timing="until_buy")
    table.do(PlaceBid(2, "M24", 100))
    table.do(SellShares(2, "LYR", 1))
    table.do(PlaceBid(2, "M16", 100))
    assert table.state.stock.player == 2
    assert shares.holding(table.state, 2, "LYR") == 2


@pytest.mark.rule("SR02")
@pytest.mark.parametrize(("timing", "legal"), [("before_action", False), ("until_buy", True)])
def test_selling_after_repaying(timing: str, legal: bool) -> None:
    """Loans are repaid after the sales of a turn (4.1.3); recorded games keep no order."""
    table = with_lyr(sell_timing=timing)
    table.state.player(2).debt = 90
    table.do(RepayLoan(2, 10))
    assert table.legal(SellShares(2, "LYR", 1)) is legal


@pytest.mark.rule("SR02")
def test_selling_and_buying_in_one_turn() -> None:
    """What the sales of a turn bring may be spent in it (4.1.3)."""
    table = with_lyr().cash(2, 0)
    table.major("GWR", 3, par=60)
    table.stock_turn(2)
    assert table.refusal(BuyShare(2, "GWR", "treasury")).reason is Reason.NO_CASH
    table.do(SellShares(2, "LYR", 1))
    table.do(BuyShare(2, "GWR", "treasury"))
    assert table.state.player(2).cash == 40
    assert table.state.stock.player == 3


@pytest.mark.rule("SR03")
def test_a_turn_with_a_bid_has_no_purchase() -> None:
    """A player buys, or converts, or bids, but does one of these only (4.1.3)."""
    table = Table(plus_expansion=False).phase(2).hold(2, "C2", "P16")
    table.major("LYR", 1)
    table.stock_turn(2).do(PlaceBid(2, "M24", 100))
    for action in (
        BuyShare(2, "LYR", "treasury"),
        ConvertConcession(2, "GWR", 60),
        BuyForTaxHaven(2, "LYR", "treasury"),
    ):
        found = table.refusal(action)
        assert (found.reason, found.paragraph) == (Reason.ALREADY_DONE, "4.1.3")


@pytest.mark.rule("SR04")
def test_one_certificate_in_a_turn() -> None:
    """With one certificate bought the turn is over (4.7.4)."""
    table = with_lyr()
    log = table.do(BuyShare(2, "LYR", "pool"))
    assert of(log, ShareBought) == [ShareBought(2, "LYR", "pool", 100, haven=False, own_money=False)]
    assert table.state.stock.player == 3
    assert table.refusal(BuyShare(2, "LYR", "treasury")).reason is Reason.NOT_YOUR_TURN


@pytest.mark.rule("SR05", "SR06")
@pytest.mark.parametrize(("source", "bank", "company"), [("pool", 100, 0), ("treasury", 0, 100)])
def test_who_is_paid_for_a_share(source: str, bank: int, company: int) -> None:
    """The bank is paid for a share of the pool, the company for one of its own; the price stays (4.7.1, 4.7.3)."""
    table = with_lyr()
    before = table.state.bank, table.state.companies["LYR"].cash, table.state.player(2).cash
    log = table.do(BuyShare(2, "LYR", source))
    after = table.state.bank, table.state.companies["LYR"].cash, table.state.player(2).cash
    assert after == (before[0] + bank, before[1] + company, before[2] - 100)
    assert not of(log, PriceMoved)
    assert market.price(table.state, table.state.companies["LYR"]) == 100


@pytest.mark.rule("SR07")
def test_no_share_of_a_company_that_the_player_sold() -> None:
    """Who sold shares of a company buys none of it for the rest of the stock round (4.7.5)."""
    table = with_lyr()
    table.do(SellShares(2, "LYR", 1))
    found = table.refusal(BuyShare(2, "LYR", "treasury"))
    assert (found.reason, found.paragraph) == (Reason.SOLD_THIS_ROUND, "4.7.5")
    table.do(Pass(2))
    assert table.legal(BuyShare(3, "LYR", "pool"))
    table.do(Pass(3))
    table.do(Pass(1))
    assert table.refusal(BuyShare(2, "LYR", "pool")).reason is Reason.SOLD_THIS_ROUND
    table.do(Pass(2))
    table.play_until(lambda: table.state.round.kind == "stock" and table.state.stock.player == 2)
    assert table.legal(BuyShare(2, "LYR", "pool"))


@pytest.mark.rule("SR08")
@pytest.mark.parametrize(("held", "legal"), [(5, True), (6, False), (7, False)])
def test_nobody_buys_beyond_60_percent(held: int, legal: bool) -> None:
    """Who holds 60 percent or more buys no further certificate (3.4.2, 4.7.6)."""
    table = Table().phase(2)
    table.major("LYR", 2, shares={2: held - 2})
    table.stock_turn(2)
    action = BuyShare(2, "LYR", "treasury")
    assert table.legal(action) is legal
    if not legal:
        assert (table.refusal(action).reason, table.refusal(action).paragraph) == (Reason.HOLDING_LIMIT, "4.7.6")


@pytest.mark.rule("SR08")
def test_nobody_need_sell_what_exceeds_60_percent() -> None:
    """More than 60 percent, gained by acquisitions, may be kept (3.4.2, 4.7.6)."""
    table = Table().phase(2)
    table.major("LYR", 2, shares={2: 6})
    assert table.stock_turn(2).legal(Pass(2))


def at_the_limit(seat: int, room: int = 0) -> Table:
    """LYR and GWR on the table; the player holds as many certificates as the limit of 26 allows, less `room`."""
    table = Table().phase(2)
    table.major("LYR", 1, shares={seat: 2})
    table.state.player(seat).items += [f"P{n}" for n in (*range(1, 16), 17, 18)]
    for name in ("GWR", "SWR"):
        table.major(name, 3, shares={seat: 3 if name == "GWR" else 4})
    table.state.player(seat).items = table.state.player(seat).items[room:]
    assert shares.certificates(table.state, seat) == 26 - room
    return table.stock_turn(seat).cash(seat, 500)


@pytest.mark.rule("SR09")
def test_no_certificate_beyond_the_limit() -> None:
    """At the certificate limit nothing more is bought (4.7.7)."""
    table = at_the_limit(2)
    found = table.refusal(BuyShare(2, "LYR", "treasury"))
    assert (found.reason, found.paragraph) == (Reason.CERTIFICATE_LIMIT, "4.7.7")
    assert at_the_limit(2, room=1).legal(BuyShare(2, "LYR", "treasury"))


@pytest.mark.rule("SR09")
def test_a_change_of_director_does_not_make_room() -> None:
    """Not even where the purchase would bring the director's certificate and so one less in hand (4.7.7)."""
    table = at_the_limit(2)
    assert shares.holding(table.state, 1, "LYR") == shares.holding(table.state, 2, "LYR") == 2
    assert table.refusal(BuyShare(2, "LYR", "treasury")).reason is Reason.CERTIFICATE_LIMIT


@pytest.mark.rule("SR09", "SM06")
def test_uncounted_certificates_are_bought_at_the_limit() -> None:
    """A share of the yellow zone is no certificate for the limit, so it may be bought (4.4.2, 4.7.7)."""
    table = at_the_limit(2)
    table.state.companies["LYR"].space = (8, 2)
    table.hold(2, "C3", "C4")
    assert table.refusal(BuyShare(2, "GWR", "treasury")).reason is Reason.CERTIFICATE_LIMIT
    assert table.legal(BuyShare(2, "LYR", "treasury"))


@pytest.mark.rule("SR10")
def test_who_holds_more_becomes_director() -> None:
    """A buyer who now holds more than the director takes the director's certificate for two shares (4.7.8)."""
    table = with_lyr()
    company = table.state.companies["LYR"]
    company.director = 1
    table.state.players[1].shares["LYR"] = 2
    log = table.do(BuyShare(2, "LYR", "treasury"))
    assert of(log, DirectorChanged) == [DirectorChanged("LYR", 1, 2)]
    assert company.director == 2
    assert [shares.holding(table.state, seat, "LYR") for seat in (1, 2)] == [2, 3]
    assert [shares.certificates(table.state, seat) for seat in (1, 2)] == [2, 2]


@pytest.mark.rule("SR10")
def test_equal_holdings_change_nothing() -> None:
    """The director stays as long as nobody holds more (4.7.8)."""
    table = Table().phase(2)
    table.major("LYR", 1, shares={2: 1})
    log = table.stock_turn(2).do(BuyShare(2, "LYR", "treasury"))
    assert not of(log, DirectorChanged)


@pytest.mark.rule("SR10")
def test_lnwr_changes_director_for_one_share() -> None:
    """LNWR's director's certificate is one share of ten percent (3.4.2, 4.7.8)."""
    table = Table().phase(2)
    table.major("LNWR", 1, shares={2: 1})
    table.stock_turn(2).do(BuyShare(2, "LNWR", "treasury"))
    assert table.state.companies["LNWR"].director == 2
    assert [shares.certificates(table.state, seat) for seat in (1, 2)] == [1, 2]


@pytest.mark.rule("SR11")
@pytest.mark.parametrize("phase", [1, 2, 3, 4])
def test_no_director_certificate_is_bought_before_phase_5(phase: int) -> None:
    """Until phase 5 director's certificates come from concessions only (4.7.2, 3.2.2)."""
    table = Table().phase(phase).stock_turn(2)
    found = table.refusal(BuyDirectorCertificate(2, "GWR", 60))
    assert (found.reason, found.paragraph) == (Reason.PHASE, "4.7.2")
    assert not table.options(BuyDirectorCertificate)
    assert table.refusal(BuyShare(2, "GWR", "treasury")).paragraph == "4.7.2"


@pytest.mark.rule("SR11", "FL01")
def test_a_director_certificate_is_bought_from_phase_5() -> None:
    """From phase 5 it is a standard purchase at twice a starting price that the buyer sets (3.4.4, 4.7.2)."""
    table = Table().phase(5).stock_turn(2)
    table.do(BuyDirectorCertificate(2, "GWR", 90))
    company = table.state.companies["GWR"]
    assert table.state.player(2).cash == 700 - 180
    assert (company.director, company.cash, company.par, company.treasury) == (2, 180, 90, 8)
    assert shares.certificates(table.state, 2) == 1
    assert table.state.stock.player == 3


@pytest.mark.rule("SR12")
def test_players_do_not_trade() -> None:
    """Shares pass between a player and the bank or a company only (4.1.2)."""
    table = with_lyr()
    company = table.state.companies["LYR"]
    company.treasury = company.pool = 0
    for source in ("1", "player", "treasury", "pool"):
        assert table.refusal(BuyShare(2, "LYR", source)).reason is Reason.NOT_FOR_SALE


@pytest.mark.rule("SR23", "MN06")
def test_what_counts_as_a_certificate() -> None:
    """Privates, concessions, minors and shares count one each, P16 nothing, two shares of a director one (3.1.11)."""
    table = Table().hold(1, "P1", "P2", "C2", "P16")
    assert shares.certificates(table.state, 1) == 3
    table.minor("M7", 1)
    assert shares.certificates(table.state, 1) == 4
    table.major("LYR", 1, shares={1: 2})
    assert shares.certificates(table.state, 1) == 7


@pytest.mark.rule("SR24")
def test_no_purchases_with_a_loan() -> None:
    """With a loan nothing is bought, converted or bid for; selling and repaying are free (4.2.1)."""
    table = with_lyr().hold(2, "C2", "P16")
    table.state.player(2).debt = 90
    for action in (
        BuyShare(2, "LYR", "pool"),
        ConvertConcession(2, "GWR", 60),
        PlaceBid(2, "M24", 100),
        BuyForTaxHaven(2, "LYR", "pool"),
    ):
        found = table.refusal(action)
        assert (found.reason, found.paragraph) == (Reason.IN_DEBT, "4.2.1")
    assert table.legal(SellShares(2, "LYR", 1))
    assert table.legal(RepayLoan(2, 90))
    assert table.legal(Pass(2))


@pytest.mark.rule("SR24")
def test_a_repaid_loan_sets_free() -> None:
    """Once all is repaid the player may act in the same turn (4.1.3, 4.2.1)."""
    table = with_lyr()
    table.state.player(2).debt = 90
    bank = table.state.bank
    assert table.do(RepayLoan(2, 40)) == [LoanRepaid(2, 40, 50)]
    assert table.refusal(BuyShare(2, "LYR", "pool")).reason is Reason.IN_DEBT
    table.do(RepayLoan(2, 50))
    assert (table.state.player(2).cash, table.state.player(2).debt, table.state.bank) == (610, 0, bank)
    assert table.legal(BuyShare(2, "LYR", "pool"))


@pytest.mark.rule("SR24")
@pytest.mark.parametrize("amount", [0, -5, 91, 51])
def test_how_much_can_be_repaid(amount: int) -> None:
    """At most the debt, and no more than the cash in hand (4.2)."""
    table = with_lyr().cash(2, 50)
    table.state.player(2).debt = 90
    assert table.refusal(RepayLoan(2, amount)).reason in (Reason.PRICE, Reason.NO_CASH)
    domain = table.options(RepayLoan)[0].domains[0]
    assert (domain.field, domain.minimum, domain.maximum) == ("amount", 1, 50)


@pytest.mark.rule("SR01")
def test_a_player_who_can_do_nothing_passes_by_themselves() -> None:
    """A player without any legal action passes (4.1.3)."""
    table = with_lyr().cash(3, 0)
    table.state.boxes["privates"] = []
    log = table.do(Pass(2))
    assert [event.player for event in of(log, Passed)] == [2, 3]
    decision = engine.decision(table.state)
    assert decision is not None
    assert decision.player == 1

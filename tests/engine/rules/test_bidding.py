"""Bidding for certificates (checklist BD; rulebook chapters 4.5 and 4.9)."""

import pytest

from broadgauge_engine.actions import BuyShare, Pass, PlaceBid
from broadgauge_engine.events import ItemWon
from broadgauge_engine.options import Reason
from broadgauge_engine.state import market, shares
from broadgauge_engine.view import view
from tests.engine.table import Table, of

PINK, WHITE, GREY, BLUE = 1, 2, 3, 4


@pytest.mark.rule("BD01")
@pytest.mark.parametrize(("item", "least"), [("M24", 100), ("C1", 100), ("P1", 0)])
def test_the_opening_bid_is_the_face_value(item: str, least: int) -> None:
    """The first bid may be face value: £100 for minors and concessions, £0 for privates (4.9.2, 3.1.1, 3.3.4)."""
    table = Table()
    option = next(o for o in table.options(PlaceBid) if o.action.item == item)
    domain = option.domains[0]
    assert (domain.minimum, domain.maximum, domain.step) == (least, 700, 5)
    found = table.refusal(PlaceBid(1, item, least - 5))
    assert (found.reason, found.paragraph) == (Reason.BID_AMOUNT, "4.9.2")
    table.do(PlaceBid(1, item, least))
    assert table.state.bids[item] == {1: least}


@pytest.mark.rule("BD02")
@pytest.mark.parametrize("amount", [101, 110, 115, 117, 121, 124])
def test_bids_rise_in_multiples_of_five(amount: int) -> None:
    """A bid is a multiple of £5 and higher than all bids before (4.9.2, 4.9.3)."""
    table = Table().bids((1, "M24", 115))
    table.do(Pass(1))
    assert table.refusal(PlaceBid(2, "M24", amount)).reason is Reason.BID_AMOUNT
    table.do(PlaceBid(2, "M24", 120))
    assert table.state.bids["M24"] == {1: 115, 2: 120}


@pytest.mark.rule("BD03")
def test_nobody_raises_their_own_highest_bid() -> None:
    """A token is moved up only after another player has placed a higher bid (4.9.1)."""
    table = Table().bids((1, "M24", 100))
    found = table.refusal(PlaceBid(1, "M24", 105))
    assert (found.reason, found.paragraph) == (Reason.OWN_HIGH_BID, "4.9.1")
    table.bids((2, "M24", 105), (1, "M24", 110))
    assert table.state.bids["M24"] == {1: 110, 2: 105}


@pytest.mark.rule("BD04")
def test_no_bid_without_a_token() -> None:
    """With all tokens placed nothing new is bid for, but a token that is there may move up (4.5.3, 4.9.1)."""
    table = Table(6)
    assert view(table.state)["players"][0]["bid_tokens"] == 3
    table.bids((1, "P1", 0), (1, "M24", 100), (1, "C1", 100), (2, "P1", 5))
    table.bids((2, "M24", 105))
    table.do(Pass(2))
    table.play_until(lambda: table.state.stock.player == 1)
    second = table.state.boxes["privates"][1]
    found = table.refusal(PlaceBid(1, second, 0))
    assert (found.reason, found.paragraph) == (Reason.NO_BID_TOKEN, "4.5.3")
    assert table.legal(PlaceBid(1, "P1", 10))


@pytest.mark.rule("BD05")
def test_committed_money_is_not_spent_twice() -> None:
    """The highest bids of a player together stay within the cash in hand (4.9.3)."""
    table = Table().cash(1, 300)
    table.bids((1, "M24", 200))
    found = table.refusal(PlaceBid(1, "C1", 105))
    assert (found.reason, found.paragraph) == (Reason.NO_CASH, "4.9.3")
    assert table.legal(PlaceBid(1, "C1", 100))
    option = next(o for o in table.options(PlaceBid) if o.action.item == "P1")
    assert option.domains[0].maximum == 100


@pytest.mark.rule("BD05")
def test_overbid_money_is_free_again() -> None:
    """Only bids that are still the highest bind money (4.9.3)."""
    table = Table().cash(1, 300)
    table.bids((1, "M24", 200), (2, "M24", 205), (1, "C1", 300))
    assert shares.committed(table.state, 1) == 300


@pytest.mark.rule("BD05")
def test_committed_money_buys_no_shares() -> None:
    """Money bound by a highest bid is not spent on a share in a later turn either (4.9.3)."""
    table = Table().phase(2).cash(1, 250)
    table.major("LYR", 2)
    table.stock_turn(1).bids((1, "M24", 200))
    table.do(Pass(1))
    table.play_until(lambda: table.state.stock.player == 1)
    assert table.refusal(BuyShare(1, "LYR", "treasury")).reason is Reason.NO_CASH


@pytest.mark.rule("BD06")
def test_highest_bids_count_as_certificates() -> None:
    """At the limit, own highest bids included, no bid is placed (4.9.4)."""
    table = Table(7, pauses="all")
    table.hold(1, *(f"P{n}" for n in (2, 3, 4, 5, 6, 7, 8, 9)), "C2")
    assert (shares.limit(table.state), shares.certificates(table.state, 1)) == (11, 9)
    table.bids((1, "M24", 100), (1, "P1", 0))
    found = table.refusal(PlaceBid(1, "C1", 100))
    assert (found.reason, found.paragraph) == (Reason.CERTIFICATE_LIMIT, "4.9.4")
    table.bids((2, "P1", 5))
    table.play_until(lambda: table.state.stock.player == 1)
    assert table.legal(PlaceBid(1, "C1", 100))


@pytest.mark.rule("BD06")
def test_highest_bids_count_when_a_share_is_bought() -> None:
    """A purchase may not take a player over the limit together with the bids (4.7.7, 4.9.4)."""
    table = Table(7, pauses="all").phase(2)
    table.major("LYR", 2)
    table.hold(1, *(f"P{n}" for n in (2, 3, 4, 5, 6, 7, 8, 9)), "C2", "C3")
    table.stock_turn(1).bids((1, "P1", 0))
    table.do(Pass(1))
    table.play_until(lambda: table.state.stock.player == 1)
    assert table.refusal(BuyShare(1, "LYR", "treasury")).reason is Reason.CERTIFICATE_LIMIT


@pytest.mark.rule("BD07")
def test_a_bid_stays_where_it_is() -> None:
    """A bid is neither taken back nor moved to another item, even after being overbid (4.9.6)."""
    table = Table(6).bids((1, "P1", 0), (1, "M24", 100), (1, "C1", 100), (2, "M24", 105), (2, "P1", 5))
    table.do(Pass(2))
    table.play_until(lambda: table.state.stock.player == 1)
    raises = {option.action.item for option in table.options(PlaceBid)}
    assert raises == {"P1", "M24"}
    table.do(Pass(1))
    assert [table.state.bids[item][1] for item in ("P1", "M24", "C1")] == [0, 100, 100]


@pytest.mark.rule("BD08")
def test_bids_go_round_the_clock() -> None:
    """A bid may be £100 or more above face value, as far as the cash reaches (4.9.5)."""
    table = Table()
    table.do(PlaceBid(1, "M24", 200))
    table.do(PlaceBid(1, "P1", 355))
    assert table.state.bids == {"M24": {1: 200}, "P1": {1: 355}}
    assert table.refusal(PlaceBid(1, "C1", 150)).reason is Reason.NO_CASH
    assert table.legal(PlaceBid(1, "C1", 145))


@pytest.mark.rule("BD09")
def test_three_bids_in_a_turn() -> None:
    """After three bid actions the turn is over; after fewer the player may stop (4.9.1)."""
    table = Table()
    table.do(PlaceBid(1, "M24", 100))
    assert table.state.stock.player == 1
    table.do(PlaceBid(1, "P1", 0))
    assert table.state.stock.player == 1
    table.do(PlaceBid(1, "C1", 100))
    assert table.state.stock.player == 2
    table.do(PlaceBid(2, "M24", 105))
    table.do(Pass(2))
    assert table.state.stock.player == 3


@pytest.mark.rule("BD01")
@pytest.mark.parametrize("item", ["M99", "", "LNWR", "P1"])
def test_only_boxed_items_are_bid_for(item: str) -> None:
    """Bids are placed on the certificates in the boxes, not on those in the stacks (4.9.1, 4.5.3)."""
    table = Table()
    table.state.boxes["privates"].remove("P1")
    table.state.stacks["privates"].append("P1")
    for wanted in (item, table.state.stacks["minors"][0]):
        found = table.refusal(PlaceBid(1, wanted, 100))
        assert (found.reason, found.paragraph) == (Reason.NOT_FOR_SALE, "4.9.1")


def example() -> Table:
    """The illustrated bids of the first stock round (example at the end of 4.9)."""
    table = Table(4).box("minors", "M24", "M19", "M4", "M17").box("concessions", "C1", "C5", "C3")
    table.state.boxes["privates"] = []
    return table.bids(
        (GREY, "M17", 120),
        (GREY, "C3", 115),
        (GREY, "C1", 100),
        (BLUE, "M17", 125),
        (PINK, "M24", 115),
        (PINK, "C1", 125),
        (WHITE, "M19", 125),
        (WHITE, "C3", 120),
        (GREY, "M4", 100),
        (GREY, "C5", 100),
        (PINK, "C3", 140),
        (PINK, "M19", 140),
        (WHITE, "M24", 120),
        (WHITE, "C1", 130),
        (BLUE, "C3", 150),
    )


@pytest.mark.rule("BD10")
def test_example_who_wins_what() -> None:
    """The highest bidders take M24, M19, M4, M17 and the LNWR, CR and LBSCR concessions (example, 4.9.6)."""
    log = example().finish_round()
    assert {(event.item, event.player, event.amount) for event in of(log, ItemWon)} == {
        ("M24", WHITE, 120),
        ("M19", PINK, 140),
        ("M4", GREY, 100),
        ("M17", BLUE, 125),
        ("C1", WHITE, 130),
        ("C5", GREY, 100),
        ("C3", BLUE, 150),
    }


@pytest.mark.rule("BD10")
def test_example_who_pays_what() -> None:
    """Everybody pays the winning bids only, and receives £10 for each concession (example, 4.9.6, 4.10.1, 3.2.4)."""
    table = example()
    table.finish_round()
    cash = [player.cash for player in table.state.players]
    assert cash == [525 - 140, 525 - 120 - 130 + 10, 525 - 100 - 100 + 10, 525 - 125 - 150 + 10]


@pytest.mark.rule("BD11")
def test_example_how_the_minors_float() -> None:
    """M19 runs first, then M17, M24 and M4, all at £50 with £100 (example, 4.9.6, 4.10.2)."""
    table = example()
    table.finish_round()
    order = market.operating_order(table.state)
    assert [company.id for company in order] == ["M19", "M17", "M24", "M4"]
    assert {(market.price(table.state, company), company.cash) for company in order} == {(50, 100)}
    assert table.state.turn is not None
    assert table.state.turn.company == "M19"


@pytest.mark.rule("BD12")
def test_example_grey_has_no_token_left() -> None:
    """Grey has five bids on minors and concessions, which is all that four players have (example, 4.9.6, Table 1)."""
    table = example()
    table.state.boxes["privates"] = ["P1"]
    table.play_until(lambda: table.state.stock.player == GREY)
    assert sum(GREY in bids for bids in table.state.bids.values()) == 5
    assert table.refusal(PlaceBid(GREY, "P1", 0)).reason is Reason.NO_BID_TOKEN

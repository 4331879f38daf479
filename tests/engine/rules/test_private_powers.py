"""Private powers beside the track: trains, credits, the tax haven, stacks and tokens (checklist PV; Table 3)."""

from typing import Any

import pytest

from broadgauge_engine.actions import (
    AcquirePrivate,
    BuyTrain,
    DiscardTrain,
    LayTile,
    MoveCertificate,
    MoveToken,
    Pass,
    PayDividend,
    PlaceToken,
    RunTrains,
)
from broadgauge_engine.events import (
    CreditPaid,
    IncomePaid,
    ItemMoved,
    PhaseStarted,
    PrivateClosed,
    TokenMoved,
    TrainBought,
    TrainDiscarded,
    TrainGained,
)
from broadgauge_engine.options import Reason
from tests.engine.rules.boards import best, lancashire, revenue, run
from tests.engine.table import Table, of


def acquiring(company: str, *privates: str, phase: int = 5, trains: tuple[str, ...] = (), **options: Any) -> Table:
    """A company of player 1, at its private step; the player holds these privates."""
    table = Table(plus_expansion=True, **options).phase(phase).hold(1, *privates)
    if company.startswith("M") and company != "MR":
        return table.minor_turn(company, "acquire_private", trains=trains)
    return table.major_turn(company, "acquire_private", trains=trains)


def next_round(table: Table, company: str) -> list[object]:
    """Ends the company's turn and with it the operating round; the events of the next one's beginning."""
    return list(table.turn(company, "issue_redeem").do(Pass(table.state.companies[company].director, company)))


# -- trains ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PV01")
@pytest.mark.parametrize("given_up", ["5", "5P"])
def test_p1_at_the_train_limit(given_up: str) -> None:
    """With two trains in phase 5 a major may take over P1, and then discards one to the pool (P1, 3.1.19)."""
    table = acquiring("MR", "P1", trains=("5", "5"))
    events = table.do(AcquirePrivate("MR", "P1"))
    assert of(events, TrainGained) == [TrainGained("MR", "5P")]
    assert of(events, PhaseStarted) == []
    assert table.step == "discard_train"
    assert TrainDiscarded("MR", given_up, "pool") in table.do(DiscardTrain("MR", given_up))
    assert len(table.state.companies["MR"].trains) == 2
    assert table.state.pool == [given_up]


@pytest.mark.rule("PV01")
def test_the_train_of_p1_is_a_normal_5_train() -> None:
    """It counts for the limit and the obligation, may be bought by others, and runs five stops (5.5.5, 3.1.18)."""
    table = lancashire(Table().phase(5))
    table.major("MR", 2, trains=["5P"])
    table.major_turn("LYR", "buy_train", cash=300)
    events = table.do(BuyTrain("LYR", "5P", "MR", 300))
    assert TrainBought("LYR", "5P", "MR", 300, 0) in events
    table.turn("LYR", "run_trains")
    assert len(best(table).runs[0].stops) == 5
    table.turn("LYR", "buy_train")
    assert table.legal(Pass(1, "LYR"))


@pytest.mark.rule("PV24")
def test_one_2p_for_a_company() -> None:
    """P3 and P4 are permanent 2-trains, of which a company owns one (P3, 5.5.13)."""
    table = acquiring("MR", "P3", "P4", phase=2)
    assert of(table.do(AcquirePrivate("MR", "P3")), TrainGained) == [TrainGained("MR", "2P")]
    assert table.state.player(1).items == ["P4"]
    assert "P3" in table.state.gone
    refusal = table.turn("MR", "acquire_private").refusal(AcquirePrivate("MR", "P4"))
    assert (refusal.reason, refusal.paragraph) == (Reason.TRAIN_LIMIT, "5.5.13")
    table.turn("MR", "buy_train")
    assert table.refusal(Pass(1, "MR")).paragraph == "5.16.1"  # a 2P is not the train that it must own


@pytest.mark.rule("PV24", "PV12")
@pytest.mark.parametrize(("first", "second", "kind"), [("P3", "P4", "2P"), ("P13", "P14", "P+")])
def test_recorded_games_discard_a_second_one(first: str, second: str, kind: str) -> None:
    """Where a second 2P or Pullman may be taken over, one of them leaves the game at once (5.5.13, 5.5.14)."""
    table = acquiring("MR", first, second, second_extra_train="discard")
    table.do(AcquirePrivate("MR", first))
    table.do(AcquirePrivate("MR", second))
    assert table.step == "discard_train"
    assert TrainDiscarded("MR", kind, "game") in table.do(DiscardTrain("MR", kind))
    assert table.state.companies["MR"].trains == [kind]
    assert table.state.pool == []


@pytest.mark.rule("PV12")
def test_one_pullman_for_a_company() -> None:
    """P13 and P14 are Pullmans, of which a company owns one; it goes with one train a turn (5.5.14, 5.5.6)."""
    table = acquiring("MR", "P13", "P14")
    table.do(AcquirePrivate("MR", "P13"))
    assert table.state.companies["MR"].trains == ["P+"]
    assert table.turn("MR", "acquire_private").refusal(AcquirePrivate("MR", "P14")).paragraph == "5.5.13"
    minor = acquiring("M7", "P14", phase=5)
    minor.do(AcquirePrivate("M7", "P14"))
    assert minor.state.companies["M7"].trains == ["P+"]
    assert minor.turn("M7", "buy_train").refusal(Pass(1, "M7")).reason is Reason.MUST_ACT


@pytest.mark.rule("PV22")
def test_p19_from_phase_1() -> None:
    """A minor takes over P19 in phase 1 already and runs its LP at once (P19)."""
    table = acquiring("M10", "P19", phase=1)
    assert of(table.do(AcquirePrivate("M10", "P19")), TrainGained) == [TrainGained("M10", "LP")]
    assert revenue(table.turn("M10", "run_trains")) == 40


@pytest.mark.rule("PV22", "PV24")
@pytest.mark.parametrize(("owned", "private"), [("2P", "P19"), ("LP", "P3")])
def test_no_lp_beside_a_2p(owned: str, private: str) -> None:
    """A permanent L and a permanent 2 do not go together (5.5.13)."""
    table = acquiring("MR", private, trains=(owned, "5"))
    assert table.refusal(AcquirePrivate("MR", private)).reason is Reason.TRAIN_LIMIT


@pytest.mark.rule("PV22", "PV24")
@pytest.mark.parametrize("kind", ["2P", "LP", "P+"])
def test_permanent_trains_are_not_sold(kind: str) -> None:
    """No other company can buy a 2P, an LP or a Pullman (3.1.18)."""
    table = Table().phase(5)
    table.major("MR", 1, trains=[kind])
    table.major_turn("LYR", "buy_train", cash=300)
    assert not table.legal(BuyTrain("LYR", kind, "MR", 1))


# -- mail and money ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("PV25", "RU10")
@pytest.mark.parametrize("private", ["P6", "P7"])
def test_a_mail_contract_that_was_taken_over(private: str) -> None:
    """From the turn of its acquisition on the contract pays the treasury, without a dividend too (P6)."""
    table = lancashire(acquiring("LYR", private, trains=("3",)))
    table.do(AcquirePrivate("LYR", private))
    table.turn("LYR", "run_trains").do(best(table))
    table.do(PayDividend("LYR", "withhold"))
    assert table.state.companies["LYR"].cash == 90 + 35


@pytest.mark.rule("PV13", "PV14")
@pytest.mark.parametrize(
    ("private", "phase", "amount"), [("P15", 3, 30), ("P15", 6, 60), ("P20", 3, 15), ("P20", 6, 30)]
)
def test_credits_grow_and_go_to_the_acquirer(private: str, phase: int, amount: int) -> None:
    """£10 or £5 times the phase go to the player and as much onto the charter, for the acquirer (P15, P20)."""
    table = Table(plus_expansion=True).phase(phase).hold(2, private)
    table.major("MR", 1, trains=["5"])
    events = next_round(table, "MR")
    assert IncomePaid(private, 2, amount) in events
    assert CreditPaid(private, amount) in events
    assert table.state.credits == {private: amount}
    assert table.state.player(2).cash == 700 + amount
    cash = table.state.companies["MR"].cash
    table.turn("MR", "acquire_private")
    events = table.do(AcquirePrivate("MR", private))
    assert table.state.companies["MR"].cash == cash + amount
    assert of(events, PrivateClosed) == [PrivateClosed(private)]
    assert table.state.credits == {}


@pytest.mark.rule("PV13", "PV14")
@pytest.mark.parametrize(("private", "amount"), [("P15", 60), ("P20", 30)])
def test_credits_return_to_the_bank_in_phase_7(private: str, amount: int) -> None:
    """If nobody has taken it over, the private closes with the first 7, and its credit goes back (3.1.10, P20)."""
    table = Table(plus_expansion=True).phase(6).depot("7").hold(2, private)
    table.major("MR", 1, trains=["5"])
    next_round(table, "MR")
    table.state.companies["MR"].cash = 750
    table.turn("MR", "buy_train")
    bank = table.state.bank
    events = table.do(BuyTrain("MR", "7", "bank", 750))
    assert PrivateClosed(private) in events
    assert table.state.player(2).items == []
    assert table.state.bank == bank + 750 + amount


@pytest.mark.rule("PV25", "OR07")
@pytest.mark.parametrize(("phase", "amount"), [(3, 20), (4, 20), (5, 40), (6, 40), (7, 60)])
def test_p9_pays_its_company(phase: int, amount: int) -> None:
    """In a company's hands P9 brings £20, £40 or £60, by the colour of the phase (P9, 3.1.8)."""
    table = Table().phase(phase)
    table.major("MR", 1, trains=["7"])
    assert IncomePaid("P9", "MR", amount) in next_round(table.owns("MR", "P9"), "MR")


# -- P17, P18, and whose turn ------------------------------------------------------------------------------------------


@pytest.mark.rule("PV20")
@pytest.mark.parametrize(("stack", "place"), [("minors", 5), ("concessions", 3), ("privates", 7)])
@pytest.mark.parametrize("to", ["top", "bottom"])
def test_p17_moves_a_certificate(stack: str, place: int, to: str) -> None:
    """P17 moves one certificate that is in no box to the top or the bottom of its stack, and closes (P17)."""
    table = Table().phase(3).major_turn("MR").owns("MR", "P17")
    cards = list(table.state.stacks[stack])
    item = cards[place]
    events = table.do(MoveCertificate("MR", item, to))
    assert ItemMoved(item, to) in events
    assert PrivateClosed("P17") in events
    rest = [card for card in cards if card != item]
    assert table.state.stacks[stack] == ([item, *rest] if to == "top" else [*rest, item])


@pytest.mark.rule("PV20")
def test_p17_leaves_the_boxes_alone() -> None:
    """What lies in a bidding box is not moved (P17)."""
    table = Table().phase(3).major_turn("MR").owns("MR", "P17")
    assert table.refusal(MoveCertificate("MR", table.state.boxes["minors"][2], "top")).reason is Reason.NOT_FOR_SALE
    assert table.refusal(MoveCertificate("MR", table.state.stacks["minors"][2], "middle")).reason is Reason.UNKNOWN


@pytest.mark.rule("PV20")
@pytest.mark.parametrize(("p17_top", "first"), [("own_stack", True), ("behind_box_three", False)])
def test_p17_with_three_stacks(p17_top: str, first: bool) -> None:
    """In 1822+ the certificate comes to the top of its own stack; in recorded games it may end up below (P17)."""
    table = Table(plus_expansion=True, p17_top=p17_top).phase(3).major_turn("MR").owns("MR", "P17")
    item = table.state.stacks["privates1"][-2]
    table.do(MoveCertificate("MR", item, "top"))
    assert (table.state.stacks["privates1"][0] == item) is first


@pytest.mark.rule("PV21")
@pytest.mark.parametrize(("to", "available", "exchange"), [("available", 2, 1), ("exchange", 0, 3)])
def test_p18_moves_a_token_either_way(to: str, available: int, exchange: int) -> None:
    """P18 makes an exchange token available or an available one an exchange token, and closes (P18)."""
    table = Table().phase(5).major_turn("MR").owns("MR", "P18")
    company = table.state.companies["MR"]
    company.available, company.exchange = 1, 2
    events = table.do(MoveToken("MR", "P18", to))
    assert TokenMoved("MR", to) in events
    assert PrivateClosed("P18") in events
    assert (company.available, company.exchange) == (available, exchange)


@pytest.mark.rule("PV21")
def test_p18_needs_a_token_to_move() -> None:
    """From an empty area nothing is moved, and the exchange area takes no more than it began with (P18)."""
    table = Table().phase(5).major_turn("MR").owns("MR", "P18")
    assert table.refusal(MoveToken("MR", "P18", "exchange")).reason is Reason.NO_SLOT
    table.state.companies["MR"].exchange = 0
    assert table.refusal(MoveToken("MR", "P18", "available")).reason is Reason.NO_TOKEN
    assert table.legal(MoveToken("MR", "P18", "exchange"))
    table.state.companies["MR"].available = 0
    assert table.options(MoveToken) == []


@pytest.mark.rule("PV25")
def test_powers_wait_for_the_owners_turn() -> None:
    """A company uses its privates in its own operating turn, and nobody else's (3.1.9)."""
    table = Table().phase(5)
    table.major("MR", 2)
    for private in ("P5", "P11", "P17", "P18"):
        table.owns("MR", private)
    table.lay("P43", "X4", 0).major_turn("LYR")
    assert table.refusal(MoveToken("MR", "P18", "available")).reason is Reason.NOT_YOUR_TURN
    assert table.refusal(MoveToken("LYR", "P18", "available")).reason is Reason.NOT_OWNED
    assert table.refusal(MoveCertificate("MR", "M5", "top")).reason is Reason.NOT_YOUR_TURN
    assert table.refusal(MoveCertificate("LYR", "M5", "top")).reason is Reason.NOT_OWNED
    lay = table.refusal(LayTile("LYR", "G22", "207", 3, ("P11",)))
    assert (lay.reason, lay.paragraph) == (Reason.NOT_OWNED, "3.1.9")
    table.turn("LYR", "token")
    assert table.refusal(PlaceToken("MR", "P43", 0, "P5")).reason is Reason.NOT_YOUR_TURN
    assert table.refusal(PlaceToken("LYR", "P43", 0, "P5")).reason is Reason.NOT_OWNED
    table.stock_turn(2)
    assert table.refusal(MoveToken("MR", "P18", "available")).reason is Reason.WRONG_STEP


@pytest.mark.rule("PV12")
def test_the_pullman_changes_trains_between_turns() -> None:
    """One turn the Pullman is with the 4, the next with the 2 (5.5.6)."""
    table = lancashire(Table(revenue="declared").phase(5)).major_turn("LYR", trains=["4", "2", "P+"])
    for train in ("4", "2"):
        table.turn("LYR", "run_trains")
        table.do(RunTrains("LYR", (run(table, train, "G22-G24", "G24-H25", pullman=True),)))
        assert [(one.train, one.pullman) for one in table.state.company_turn.runs] == [(train, True)]

"""Why a step was passed over: told once, with the nearest cause, in the turn in which it was reached."""

import pytest

from broadgauge_engine.actions import ChooseHomeStation, Pass
from broadgauge_engine.events import Passed, StepSkipped
from broadgauge_engine.options import Reason

from .table import Table, of


def causes(log: list[object]) -> dict[str, tuple[Reason, str]]:
    """The steps that were skipped, with reason and text."""
    return {event.step: (event.reason, event.text) for event in of(log, StepSkipped)}


def after_track(**given: object) -> tuple[Table, dict[str, tuple[Reason, str]]]:
    """MR of player 1 passes its track step; what it skips after that."""
    table = Table().phase(3).major_turn("MR", "track", **{"cash": 100, "trains": ["3"], **given})
    return table, causes(table.do(Pass(1, "MR")))


def test_no_token_is_left() -> None:
    """A major whose available tokens are all placed has none for the token step (5.12.6)."""
    table = Table().phase(3).major_turn("MR", "track", cash=100)
    table.state.companies["MR"].available = 0
    assert causes(table.do(Pass(1, "MR")))["token"] == (Reason.NO_TOKEN, "MR has no available token")


def test_no_money_for_a_token() -> None:
    """A token costs £100 (5.12.12)."""
    _, skipped = after_track(cash=99)
    assert skipped["token"] == (Reason.NO_CASH, "a token costs £100, MR has £99")


def test_no_place_for_a_token() -> None:
    """With a token and the money, no open space may be in reach (5.12.6)."""
    _, skipped = after_track()
    assert skipped["token"] == (Reason.NO_SLOT, "no open token space is on a route of MR")


def test_minors_never_look_for_a_token() -> None:
    """A minor has its home token only (5.12.9), so nothing is told."""
    table = Table().minor_turn("M7", "track")
    assert "token" not in causes(table.do(Pass(1, "M7")))


@pytest.mark.parametrize(
    ("trains", "reason", "text"),
    [([], Reason.NOT_OWNED, "M7 has no train"), (["2"], Reason.ROUTE, "no train of M7 has a legal run")],
)
def test_nothing_runs(trains: list[str], reason: Reason, text: str) -> None:
    """Without a train, or without a legal run, the company earns nothing (5.13.1)."""
    table = Table().minor_turn("M7", "track", trains=trains)
    assert causes(table.do(Pass(1, "M7")))["run_trains"] == (reason, text)


@pytest.mark.parametrize(
    ("cash", "trains", "reason", "text"),
    [
        (59, ["2"], Reason.NO_CASH, "the cheapest train costs £60, M7 has £59"),
        (500, ["2", "2"], Reason.TRAIN_LIMIT, "M7 is at the train limit"),
    ],
)
def test_no_train_is_bought(cash: int, trains: list[str], reason: Reason, text: str) -> None:
    """Too little money for the cheapest train, or as many trains as the company may own (5.15.3, 5.15.8)."""
    table = Table().phase(2).minor_turn("M7", "track", cash=cash, trains=trains)
    assert causes(table.do(Pass(1, "M7")))["buy_train"] == (reason, text)


def test_no_minor_is_acquired() -> None:
    """Nothing is told as long as there is no minor; then why none can be acquired (5.18.1)."""
    table, skipped = after_track(cash=0)
    assert "acquire_minor" not in skipped
    table = Table().phase(3)
    table.minor("M30", 2)
    table.major_turn("MR", "track", cash=0, trains=["3"])
    reason, text = causes(table.do(Pass(1, "MR")))["acquire_minor"]
    assert (reason, text) == (Reason.NOT_FOR_SALE, "no minor is connected to MR on terms that both sides can pay")
    first = Table().phase(3)
    first.minor("M30", 2)
    first.major_turn("MR", "track", cash=0, trains=["3"]).state.companies["MR"].first_round = 2
    assert causes(first.do(Pass(1, "MR")))["acquire_minor"] == (Reason.NOT_OPERATED, "MR operates for the first time")


def test_no_share_is_issued_or_redeemed() -> None:
    """Both causes, for both are done in this step (5.20)."""
    _, skipped = after_track(cash=0, turns=0)
    assert skipped["issue_redeem"][1] == (
        "no shares are issued in the first operating turn; the bank pool has no shares of MR"
    )


def test_the_home_token_of_m14_was_its_track_lay() -> None:
    """M14 has no lay in the turn in which it chooses its home (5.6.7, 5.10.3)."""
    table = Table()
    table.minor("M14", 1, turns=0, cash=20)
    log = table.turn("M14", "home_station").do(ChooseHomeStation("M14", "M38", 5))
    assert causes(log)["track"] == (Reason.ALREADY_DONE, "its home token took the place of its track lay")


def test_the_first_train_of_a_minor() -> None:
    """In its first turn a minor may buy an L-train before anything else, if it can pay for one (5.6.5)."""
    table = Table()
    table.minor("M14", 1, turns=0, cash=79)
    log = table.turn("M14", "home_station").do(ChooseHomeStation("M14", "M38", 5))
    assert causes(log)["first_turn"] == (Reason.NO_CASH, "an L-train costs £60, M14 has £59")


def test_privates_that_wait_for_their_phase() -> None:
    """What the director holds and the company cannot acquire yet, by phase; what it never may is not told (3.1.4)."""
    table = Table().phase(2).hold(2, "P1", "P5", "P8", "P10", "P13")
    table.minor("M7", 1, trains=["2"], cash=0)
    table.minor("M8", 2, cash=0)
    log = table.turn("M7", "track").do(Pass(1, "M7"))
    told = [event for event in of(log, StepSkipped) if event.step == "acquire_private"]
    assert [(event.company, event.player, event.reason) for event in told] == [("M8", 2, Reason.PHASE)]
    assert told[0].text == "P8 and P10 are acquired from phase 3; P13 is acquired from phase 5"


def test_a_step_in_which_something_was_done_is_not_skipped() -> None:
    """After a decision in it nothing is told about a step, whatever else is impossible there."""
    table = Table().phase(3).major_turn("MR", "token", cash=0, trains=["3"])
    table.hold(1, "P18").owns("MR", "P18")
    assert "token" not in causes(table.do(Pass(1, "MR")))


def test_a_player_whose_bidding_tokens_are_placed() -> None:
    """With money, but every bidding token on an item and the highest bid on each, nothing is left to do (4.5.3)."""
    table = Table().box("privates", "P1", "P2", "P3").box("minors", "M1", "M2").box("concessions", "C1", "C2")
    items = ("P1", "P2", "P3", "M1", "M2", "C1")
    table.state.bids = {item: {2: 100} for item in items}
    log = table.cash(2, 650).stock_turn(1).do(Pass(1))
    (told,) = of(log, StepSkipped)
    assert (told.player, told.reason) == (2, Reason.NO_BID_TOKEN)
    assert told.text == "no bidding token is left, and nothing can be bought or sold"


def test_a_player_who_can_do_nothing() -> None:
    """A stock turn without any choice passes by itself, and tells why (4.1.2, 4.2.1)."""
    table = Table().box("privates").box("minors").box("concessions", "C4").cash(2, 0).cash(3, 50)
    table.state.player(2).debt = 90
    log = table.stock_turn(1).do(Pass(1))
    assert [(event.player, event.reason, event.text) for event in of(log, StepSkipped)][:2] == [
        (2, Reason.IN_DEBT, "£90 is owed, and nothing can be sold or repaid"),
        (3, Reason.NO_CASH, "with £50 that is not bound by bids, nothing can be bid for, bought or sold"),
    ]
    assert [event.player for event in of(log, Passed)][:3] == [1, 2, 3]

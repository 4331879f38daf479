"""Acquiring minors (checklist AQ; rulebook chapters 5.18, 5.19)."""

from typing import Any

import pytest

from broadgauge_engine.actions import AcquireMinor, AnswerProposal, DiscardTrain, Pass, PlaceToken
from broadgauge_engine.board import places
from broadgauge_engine.events import (
    DirectorChanged,
    MinorAcquired,
    ProposalMade,
    TokenMoved,
    TokenPlaced,
    TokenReturned,
    TrainDiscarded,
)
from broadgauge_engine.options import Reason
from broadgauge_engine.state import market, shares
from tests.engine.rules.boards import lancashire
from tests.engine.table import Table, of

BUY = AcquireMinor("LYR", "M7", 0, "replace")


def joined(
    *,
    phase: int = 3,
    players: int = 3,
    owner: int = 2,
    cash: int = 500,
    options: dict[str, Any] | None = None,
    minor: dict[str, Any] | None = None,
    **major: Any,
) -> Table:
    """LYR of player 1 is joined to M7 in Warrington; it is LYR's acquisition step."""
    table = lancashire(Table(players, **(options or {})).phase(phase))
    table.minor("M7", owner, **(minor or {}))
    return table.major_turn("LYR", "acquire_minor", cash=cash, **major)


def at_price(table: Table, name: str, price: int) -> None:
    """Puts a company's token on the lowest space with this price."""
    spaces = [
        (row, column)
        for row, cells in enumerate(table.state.title.market)
        for column, cell in enumerate(cells)
        if cell and cell.price == price
    ]
    table.state.companies[name].space = spaces[-1]


@pytest.mark.rule("AQ01")
def test_not_in_the_first_operating_round_of_either() -> None:
    """Both companies must have run in an earlier operating round (5.18.1)."""
    table = joined()
    assert table.legal(BUY)
    serial = table.state.round.serial
    for name in ("M7", "LYR"):
        table = joined()
        table.state.companies[name].first_round = serial
        refusal = table.refusal(BUY)
        assert (refusal.reason, refusal.subject, refusal.paragraph) == (Reason.NOT_OPERATED, name, "5.18.1")


@pytest.mark.rule("AQ01")
def test_not_in_phase_1_nor_by_a_minor() -> None:
    """Majors acquire minors, from phase 2 on (Table 2, 5.3.1)."""
    assert joined(phase=2).legal(BUY)
    table = joined(phase=2)
    table.minor("M5", 1)
    table.turn("M5", "acquire_minor")
    assert table.refusal(AcquireMinor("M5", "M7", 0, "replace")).reason is Reason.COMPANY_KIND


@pytest.mark.rule("AQ02")
def test_a_route_is_needed() -> None:
    """Without track between a token of the major and the minor's there is no acquisition (5.18.1)."""
    table = joined()
    table.lay("H23", "5", 0)  # towards Crewe and Chester, not Liverpool
    table.lay("G24", "3", 1).lay("H25", "3", 0)
    refusal = table.refusal(BUY)
    assert (refusal.reason, refusal.paragraph) == (Reason.NOT_CONNECTED, "5.18.1")


@pytest.mark.rule("AQ02")
def test_a_full_city_between_them_blocks() -> None:
    """The rules of blocking apply to the route, here from Liverpool by Warrington to Sheffield (5.18.1, 5.4.3)."""
    table = Table().phase(3).lay("H23", "6", 2).lay("J21", "58", 5).lay("K22", "8", 0).lay("K24", "57", 0)
    table.minor("M8", 2)
    table.major_turn("LYR", "acquire_minor", cash=500)
    action = AcquireMinor("LYR", "M8", 0, "replace")
    assert table.legal(action)
    table.major("MR", 3)
    table.token("MR", "H23")
    assert table.refusal(action).reason is Reason.NOT_CONNECTED


@pytest.mark.rule("AQ02")
def test_two_tokens_in_london_are_no_route() -> None:
    """Companies in different London stations are not joined by that (5.18.1)."""
    table = Table().phase(3)
    table.minor("M16", 2)
    table.major_turn("GWR", "acquire_minor", cash=500)
    refusal = table.refusal(AcquireMinor("GWR", "M16", 0, "replace"))
    assert refusal.reason is Reason.NOT_CONNECTED
    table.lay("L39", "7", 3).lay("L37", "7", 5)
    assert table.legal(AcquireMinor("GWR", "M16", 0, "replace"))


@pytest.mark.rule("AQ03")
@pytest.mark.parametrize("accept", [True, False])
def test_both_directors_agree(accept: bool) -> None:
    """The minor's director is asked; a refusal leaves everything as it was (5.18.1)."""
    table = joined(options={"consent": "ask"})
    label = next(option.label for option in table.options(AcquireMinor) if option.action == BUY)
    assert of(table.do(BUY), ProposalMade) == [ProposalMade("LYR", "AcquireMinor", (2,), label)]
    assert [option.label for option in table.options()] == [f"Accept: {label}", f"Refuse: {label}"]
    assert {option.paragraph for option in table.options()} == {"5.18.1"}
    table.do(AnswerProposal(2, accept))
    assert ("M7" in table.state.companies) is not accept
    if not accept:
        assert table.refusal(BUY).reason is Reason.ALREADY_DONE
        assert table.legal(AcquireMinor("LYR", "M7", 1, "replace"))  # another offer may be made
        assert table.state.companies["LYR"].cash == 500
    own = joined(options={"consent": "ask"}, owner=1)
    assert of(own.do(BUY), ProposalMade) == []


@pytest.mark.rule("AQ03")
def test_one_minor_in_a_turn() -> None:
    """A second minor must wait for the next turn (5.18.1)."""
    table = joined(cash=1_000)
    table.minor("M16", 2)
    table.do(BUY)
    table.state.step = "acquire_minor"
    refusal = table.refusal(AcquireMinor("LYR", "M16", 0, "replace"))
    assert (refusal.reason, refusal.paragraph) == (Reason.ALREADY_DONE, "5.18.1")


@pytest.mark.rule("AQ04")
@pytest.mark.parametrize(("count", "due"), [(0, 180), (1, 15), (2, -150)])
def test_the_ways_to_pay(count: int, due: int) -> None:
    """A major at £165 takes a minor at £90: cash, one share and cash, or two shares and cash back (5.18.4).

    The rulebook's example has a major at £160, a price that its market does not show; £20 and £140 become £15 and £150.
    """
    table = joined()
    at_price(table, "LYR", 165)
    at_price(table, "M7", 90)
    (made,) = of(table.do(AcquireMinor("LYR", "M7", count, "replace")), MinorAcquired)
    assert (made.shares, made.cash) == (count, due)
    assert table.state.player(2).cash == 700 + due
    assert table.state.companies["LYR"].cash == 500 - due + 100
    assert shares.holding(table.state, 2, "LYR") == count
    assert table.state.companies["LYR"].treasury == 8 - count


@pytest.mark.rule("AQ04")
def test_not_more_than_two_shares_nor_more_than_there_are() -> None:
    """Nought, one or two treasury shares are given (5.18.3)."""
    table = joined()
    assert table.refusal(AcquireMinor("LYR", "M7", 3, "replace")).paragraph == "5.18.3"
    short = joined(shares={2: 4, 3: 3})
    assert short.state.companies["LYR"].treasury == 1
    assert short.legal(AcquireMinor("LYR", "M7", 1, "replace"))
    assert short.refusal(AcquireMinor("LYR", "M7", 2, "replace")).reason is Reason.NOT_FOR_SALE


@pytest.mark.rule("AQ05")
def test_the_minors_own_money_does_not_pay() -> None:
    """What the minor owns comes too late to pay for it, on either side (5.18.1, Easy to Miss)."""
    table = joined(cash=99, minor={"cash": 400})
    refusal = table.refusal(BUY)  # the minor at £50 is worth £100
    assert (refusal.reason, refusal.paragraph) == (Reason.NO_CASH, "5.18.1")
    table.state.companies["LYR"].cash = 100
    assert table.legal(BUY)
    back = AcquireMinor("LYR", "M7", 2, "replace")  # two shares of £100 against £100
    table.cash(2, 99)
    assert table.refusal(back).reason is Reason.NO_CASH
    table.cash(2, 100)
    assert table.legal(back)


def crowd(table: Table, seat: int, certificates: int) -> None:
    """Gives a player so many certificates by further minors and shares."""
    for name, count in (("MR", 6), ("NER", 6), ("SWR", 6), ("NBR", 6), ("GWR", 6)):
        missing = certificates - shares.certificates(table.state, seat)
        if missing > 0:
            table.major(name, 3, shares={seat: min(count, missing)})


@pytest.mark.rule("AQ06")
def test_at_the_limit_one_share_at_most() -> None:
    """With 26 of 26 certificates the minor's goes and one share may come, not two (5.18.5)."""
    table = joined(minor={"bid": 200}, cash=500)
    crowd(table, 2, 26)
    assert shares.certificates(table.state, 2) == shares.limit(table.state) == 26
    assert table.legal(AcquireMinor("LYR", "M7", 1, "replace"))
    refusal = table.refusal(AcquireMinor("LYR", "M7", 2, "replace"))
    assert (refusal.reason, refusal.paragraph) == (Reason.CERTIFICATE_LIMIT, "5.18.5")
    below = joined(minor={"bid": 200}, cash=500)
    crowd(below, 2, 25)
    assert below.legal(AcquireMinor("LYR", "M7", 2, "replace"))


@pytest.mark.rule("AQ07")
def test_more_than_60_percent_by_an_acquisition() -> None:
    """An acquisition may bring a holding over 60 percent (3.4.2)."""
    table = joined(owner=1, shares={1: 4})
    assert shares.holding(table.state, 1, "LYR") == 6
    table.do(AcquireMinor("LYR", "M7", 2, "replace"))
    assert shares.holding(table.state, 1, "LYR") == 8


@pytest.mark.rule("AQ08")
def test_everything_passes_to_the_major() -> None:
    """Cash, trains, privates and their marks pass; nothing stays behind (5.18.2, 5.18.6)."""
    table = joined(minor={"cash": 70, "trains": ["3", "LP"]}, trains=["4"])
    table.owns("M7", "P10", "estuary_token", "estuary_token")
    table.do(BUY)
    company = table.state.companies["LYR"]
    assert company.cash == 500 - 100 + 70
    assert sorted(company.trains) == ["3", "4", "LP"]
    assert company.privates == ["P10"]
    assert company.powers.count("estuary_token") == 2


@pytest.mark.rule("AQ08")
@pytest.mark.parametrize("given_up", ["3", "4"])
def test_excess_trains_of_either_are_discarded(given_up: str) -> None:
    """Over the limit the major discards trains, its own or the minor's, to the pool; all others stay (5.18.6)."""
    table = joined(phase=5, minor={"trains": ["3"]}, trains=["4", "4"])
    table.do(BUY)
    assert table.step == "discard_train"
    assert {option.action.kind for option in table.options(DiscardTrain)} == {"3", "4"}
    events = table.do(DiscardTrain("LYR", given_up))
    assert TrainDiscarded("LYR", given_up, "pool") in events
    assert len(table.state.companies["LYR"].trains) == 2
    assert table.state.pool == [given_up]
    assert table.step != "discard_train"


@pytest.mark.rule("AQ09")
def test_an_exchange_token_replaces_the_minors() -> None:
    """An exchange token takes the minor's place on the map, free of charge (5.18.6)."""
    table = joined()
    events = table.do(BUY)
    assert TokenReturned("M7", "H23", 0, "game") in events
    assert TokenPlaced("LYR", "H23", 0, "exchange", 0) in events
    company = table.state.companies["LYR"]
    assert (company.exchange, company.available) == (2, 1)
    assert table.state.tokens["H23", 0] == ("LYR",)


@pytest.mark.rule("AQ09")
def test_an_exchange_token_becomes_available() -> None:
    """Or the minor's token is removed and an exchange token becomes an available one (5.18.6)."""
    table = joined()
    events = table.do(AcquireMinor("LYR", "M7", 0, "available"))
    assert TokenMoved("LYR", "available") in events
    company = table.state.companies["LYR"]
    assert (company.exchange, company.available) == (2, 2)
    assert ("H23", 0) not in table.state.tokens


@pytest.mark.rule("AQ09")
def test_without_exchange_tokens_the_minors_is_just_removed() -> None:
    """Available tokens may not be used in an acquisition (5.18.6)."""
    table = joined()
    table.state.companies["LYR"].exchange = 0
    for use in ("replace", "available"):
        assert table.refusal(AcquireMinor("LYR", "M7", 0, use)).reason is Reason.NO_TOKEN
    table.do(AcquireMinor("LYR", "M7", 0, "none"))
    assert table.state.companies["LYR"].available == 1
    assert ("H23", 0) not in table.state.tokens


@pytest.mark.rule("AQ10")
def test_a_second_token_in_a_city_becomes_available() -> None:
    """With a token of its own in the minor's city the major moves an exchange token to available (5.18.7)."""
    table = joined()
    table.lay("H23", "15", 1).token("LYR", "H23")
    refusal = table.refusal(BUY)
    assert (refusal.reason, refusal.paragraph) == (Reason.OWN_TOKEN, "5.18.7")
    table.do(AcquireMinor("LYR", "M7", 0, "available"))
    assert table.state.companies["LYR"].available == 2
    assert table.state.tokens["H23", 0] == ("LYR",)


@pytest.mark.rule("AQ10")
def test_london_takes_a_second_token_of_the_major() -> None:
    """In London an exchange token may be placed beside the major's other station (5.18.7)."""
    table = Table().phase(3)
    table.minor("M16", 2)
    table.major_turn("GWR", "acquire_minor", cash=500).lay("L39", "7", 3).lay("L37", "7", 5)
    table.do(AcquireMinor("GWR", "M16", 0, "replace"))
    assert table.state.companies["GWR"].tokens == [("M38", 1), ("M38", 2)]


@pytest.mark.rule("AQ11")
@pytest.mark.parametrize("kept", ["2P", "LP"])
def test_a_2p_and_an_lp_do_not_stay_together(kept: str) -> None:
    """One of the two, by choice, leaves the game (5.18.8)."""
    table = joined(minor={"trains": ["LP"]}, trains=["2P"])
    table.do(BUY)
    assert table.step == "discard_train"
    gone = "LP" if kept == "2P" else "2P"
    events = table.do(DiscardTrain("LYR", gone))
    assert TrainDiscarded("LYR", gone, "game") in events
    assert table.state.companies["LYR"].trains == [kept]
    assert table.state.pool == []


@pytest.mark.rule("AQ12")
def test_an_acquired_minor_is_out_of_play() -> None:
    """The minor, its certificate and its token are gone for good (5.18.9)."""
    table = joined()
    table.do(BUY)
    assert "M7" not in table.state.companies
    assert "M7" in table.state.gone
    assert shares.holding(table.state, 2, "M7") == 0
    assert not places.reservations(table.state, ("H23", 0))


def boxed(phase: int = 5, cash: int = 200, **options: Any) -> Table:
    """M7 lies in a bidding box; LYR is joined to Warrington."""
    table = lancashire(Table(**options).phase(phase)).box("minors", "M7")
    return table.major_turn("LYR", "acquire_minor", cash=cash)


@pytest.mark.rule("AQ13")
def test_a_minor_from_its_box() -> None:
    """From phase 5 a boxed minor costs £200, with its home connected, and a token goes there for nothing (5.19)."""
    table = boxed()
    bank = table.state.bank
    events = table.do(BUY)
    assert of(events, MinorAcquired) == [MinorAcquired("LYR", "M7", 0, 0, 200, 0, (), ())]
    assert table.state.bank == bank + 200
    assert table.state.tokens["H23", 0] == ("LYR",)
    assert "M7" not in table.state.boxes["minors"]
    assert (table.state.companies["LYR"].exchange, table.state.companies["LYR"].cash) == (2, 0)


@pytest.mark.rule("AQ13")
def test_a_boxed_minor_for_an_available_token() -> None:
    """Or an exchange token becomes available, to be placed for £100 later (5.19.2)."""
    table = boxed(cash=300)
    table.do(AcquireMinor("LYR", "M7", 0, "available"))
    assert table.state.companies["LYR"].available == 2
    assert ("H23", 0) not in table.state.tokens
    table.turn("LYR", "token").do(PlaceToken("LYR", "H23", 0))
    assert table.state.companies["LYR"].cash == 0


@pytest.mark.rule("AQ13")
def test_what_a_boxed_minor_needs() -> None:
    """Phase 5, £200, a route, and no shares (5.19.1, 5.19.2)."""
    assert boxed(phase=4).refusal(BUY).reason is Reason.PHASE
    assert boxed(cash=199).refusal(BUY).reason is Reason.NO_CASH
    assert boxed().refusal(AcquireMinor("LYR", "M7", 1, "replace")).reason is Reason.PRICE
    table = boxed()
    table.lay("H23", "5", 0).lay("G24", "3", 1).lay("H25", "3", 0)
    assert table.refusal(BUY).reason is Reason.NOT_CONNECTED
    stacked = lancashire(Table().phase(5)).major_turn("LYR", "acquire_minor", cash=200)
    stacked.state.boxes["minors"] = ["M24", "", "", ""]
    assert stacked.refusal(BUY).reason is Reason.NOT_FOR_SALE


@pytest.mark.rule("AQ14")
@pytest.mark.parametrize(("rule", "director"), [("immediate", 2), ("deferred", 1)])
def test_the_shares_may_change_the_director(rule: str, director: int) -> None:
    """Whoever holds more than the director takes over at once; in recorded games with the next transfer (3.4.2)."""
    table = joined(options={"merge_director": rule}, shares={2: 2}, minor={"bid": 200})
    events = table.do(AcquireMinor("LYR", "M7", 2, "replace"))
    assert shares.holding(table.state, 2, "LYR") == 4 > shares.holding(table.state, 1, "LYR") == 2
    assert table.state.companies["LYR"].director == director
    assert of(events, DirectorChanged) == ([DirectorChanged("LYR", 1, 2)] if director == 2 else [])
    assert table.legal(Pass(director, "LYR"))
    assert market.price(table.state, table.state.companies["LYR"]) == 100

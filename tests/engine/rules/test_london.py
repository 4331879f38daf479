"""London, M14, the English Channel and Wales (checklist LO; rulebook chapters 5.4, 5.9, 5.10)."""

from typing import Any

import pytest

from broadgauge_engine.actions import (
    AcquireMinor,
    AnswerProposal,
    ChooseHomeStation,
    LayTile,
    Pass,
    PlaceToken,
    RunTrains,
)
from broadgauge_engine.board import places
from broadgauge_engine.board.reach import track
from broadgauge_engine.events import ProposalMade, TokenPlaced
from broadgauge_engine.options import Reason
from broadgauge_engine.routes import evaluate
from broadgauge_engine.steps.run_trains import run_query
from broadgauge_engine.title.model import CITY, OFFBOARD
from tests.engine.rules.boards import best, kent, placings, problem, revenue, run
from tests.engine.table import Table, of

SOUTH_EAST, NORTH, NORTH_WEST = 5, 3, 2


@pytest.mark.rule("LO01")
@pytest.mark.parametrize(("tile", "worth"), [("", 20), ("X20", 40), ("X21", 60), ("X22", 80), ("X23", 100)])
def test_london_values(tile: str, worth: int) -> None:
    """A London station is worth £20, then £40, 60, 80 and 100 as London is developed (5.10.1)."""
    table = Table().phase(7).minor_turn("M16", "run_trains", trains=["L"])
    if tile:
        table.lay("M38", tile, 0)
    assert revenue(table) == worth


@pytest.mark.rule("LO02")
def test_no_train_from_one_london_station_to_another() -> None:
    """Track that joins two London stations makes no run between them, whoever holds tokens there (5.10.2)."""
    table = Table().phase(3).major_turn("SECR", "run_trains", trains=["2"])
    table.token("SECR", "M38", 0).lay("N39", "7", 1).lay("M40", "7", 3)
    ring = run(table, "2", "M38-N39-M40-M38")
    assert {end for _, end in ring.stops} == {CITY, CITY + SOUTH_EAST}
    assert problem(table, "SECR", ring) == "5.4.2"
    assert best(table).runs == ()


@pytest.mark.rule("LO02")
def test_no_route_includes_london_twice() -> None:
    """A route round from North London over Hertford to North West London is none (5.10.2, 5.4.2)."""
    table = Table().phase(3).major_turn("LNWR", "run_trains", trains=["3"])
    table.lay("M36", "3", 0).lay("L37", "7", 4)  # London N, Hertford, and round to London NW
    ring = run(table, "3", "M38-M36", "M36-L37-M38")
    assert problem(table, "LNWR", ring) == "5.4.2"
    assert revenue(table) == 30


@pytest.mark.rule("LO03")
def test_m14_pays_20_and_lays_no_track_in_its_first_turn() -> None:
    """M14 chooses one of six stations, pays £20 for its token, and that was its track lay (5.6.7, 5.10.3)."""
    table = Table()
    table.minor("M14", 1, turns=0)
    table.turn("M14", "home_station")
    assert {option.action.city for option in table.options(ChooseHomeStation)} == {0, 1, 2, 3, 4, 5}
    events = table.do(ChooseHomeStation("M14", "M38", SOUTH_EAST))
    assert of(events, TokenPlaced) == [TokenPlaced("M14", "M38", SOUTH_EAST, "home", 20)]
    assert table.state.companies["M14"].cash == 80
    while table.step in ("first_turn", "acquire_private"):
        table.do(Pass(1, "M14"))
    assert table.step == "buy_train"
    table.turn("M14")
    assert table.legal(LayTile("M14", "M38", "X20", 0))


@pytest.mark.rule("LO04")
def test_m14_in_south_east_london() -> None:
    """With London green, SECR and M14 both run from South East London for £60 (5.10.6)."""
    table = Table().phase(3).lay("M38", "X21", 0)
    table.minor("M14", 1, turns=0)
    table.turn("M14", "home_station").do(ChooseHomeStation("M14", "M38", SOUTH_EAST))
    table.state.companies["M14"].trains = ["L"]
    table.turn("M14", "run_trains")
    assert revenue(table) == 60
    table.major("SECR", 2, trains=["L"])
    table.turn("SECR", "run_trains")
    assert revenue(table) == 60
    assert table.state.tokens["M38", SOUTH_EAST] == ("M14", "SECR")
    assert ("M38", CITY + SOUTH_EAST) not in places.blocked(table.state, "SECR")


def co_located(**options: Any) -> Table:
    """M14 of player 2 stands in North London beside the station of the LNWR, which player 3 may own."""
    table = Table(**options).phase(3)
    table.minor("M14", 2, turns=0)
    table.turn("M14", "home_station").do(ChooseHomeStation("M14", "M38", NORTH))
    table.state.companies["M14"].turns = table.state.companies["M14"].first_round = 1
    return table


@pytest.mark.rule("LO05")
def test_the_space_of_an_acquired_m14_is_open() -> None:
    """If the token of M14 becomes an available one, its space in London can be used by others (5.10.4)."""
    table = co_located()
    table.major("LNWR", 3, cash=1_000)
    table.turn("LNWR", "acquire_minor").do(AcquireMinor("LNWR", "M14", 0, "available"))
    assert table.state.companies["LNWR"].available == 2
    table.major("MR", 1, cash=100)
    table.lay("M36", "4", 0).lay("M34", "9", 0).lay("M32", "9", 0).lay("M30", "57", 0)
    table.token("MR", "M30").turn("MR", "token")
    assert table.legal(PlaceToken("MR", "M38", NORTH))
    table.do(PlaceToken("MR", "M38", NORTH))
    assert table.state.tokens["M38", NORTH] == ("LNWR", "MR")


@pytest.mark.rule("LO06")
def test_m14_from_its_box_costs_20_more() -> None:
    """M14 from a box costs £200, and £20 for placing an exchange token in one of the stations (5.10.5)."""
    table = Table().phase(5).box("minors", "M14")
    table.lay("M36", "4", 0).lay("M34", "9", 0).lay("M32", "9", 0).lay("M30", "57", 0)
    table.major("MR", 1, cash=220)
    table.token("MR", "M30").turn("MR", "acquire_minor")
    cities = {option.action.city for option in table.options(AcquireMinor) if option.action.token == "replace"}
    assert cities == {0, 1, 2, 3, 4, 5}
    events = table.do(AcquireMinor("MR", "M14", 0, "replace", NORTH_WEST))
    (placed,) = of(events, TokenPlaced)
    assert (placed.hex, placed.city, placed.token) == ("M38", NORTH_WEST, "exchange")
    assert table.state.companies["MR"].cash == 0
    assert places.open_slots(table.state, ("M38", NORTH_WEST), "M16") == 1  # M16 loses nothing
    poor = Table().phase(5).box("minors", "M14").lay("M36", "4", 0).lay("M34", "9", 0).lay("M32", "9", 0)
    poor.lay("M30", "57", 0).major("MR", 1, cash=219)
    poor.token("MR", "M30").turn("MR", "acquire_minor")
    assert poor.refusal(AcquireMinor("MR", "M14", 0, "replace", NORTH_WEST)).reason is Reason.NO_CASH
    assert poor.legal(AcquireMinor("MR", "M14", 0, "available"))


def at_hertford(consent: str = "assumed") -> Table:
    """M11 of player 1 has built to the north side of Hertford, the LNWR's protected hex."""
    table = Table(consent=consent).minor_turn("M11")
    return table.lay("M30", "57", 0).lay("M32", "9", 0).lay("M34", "9", 0)


AWAY, HOMEWARD = LayTile("M11", "M36", "58", 3), LayTile("M11", "M36", "4", 0)


@pytest.mark.rule("LO07")
@pytest.mark.parametrize("held", ["concession", "company"])
@pytest.mark.parametrize("accept", [True, False])
def test_a_protected_hex_needs_agreement(held: str, accept: bool) -> None:
    """A first tile beside London needs the agreement of the company's director or concession holder (5.10.7)."""
    table = at_hertford("ask").phase(2)
    if held == "concession":
        table.hold(2, "C1")
    else:
        table.major("LNWR", 2)
    label = next(option.label for option in table.options(LayTile) if option.action == AWAY)
    assert of(table.do(AWAY), ProposalMade) == [ProposalMade("M11", "LayTile", (2,), label)]
    assert "M36" not in table.state.tiles
    assert table.refusal(AnswerProposal(1, True)).reason is Reason.NOT_YOUR_TURN
    table.do(AnswerProposal(2, accept))
    assert ("M36" in table.state.tiles) is accept
    if not accept:
        assert table.step == "track"
        assert table.refusal(AWAY).reason is Reason.ALREADY_DONE
        assert AWAY not in [option.action for option in table.options(LayTile)]


@pytest.mark.rule("LO07")
def test_nobody_asks_themselves() -> None:
    """The holder of the right lays on the protected hex as they like, in any direction (5.10.7)."""
    table = at_hertford("ask").hold(1, "C1")
    assert of(table.do(AWAY), ProposalMade) == []
    assert table.state.tiles["M36"] == ("58", 3)


@pytest.mark.rule("LO07")
def test_the_word_of_the_actor_can_be_enough() -> None:
    """With agreement assumed nobody is asked (rule option consent; 5.10.7)."""
    table = at_hertford("assumed").hold(2, "C1")
    table.do(AWAY)
    assert table.state.tiles["M36"] == ("58", 3)


@pytest.mark.rule("LO08")
def test_without_a_right_holder_the_tile_must_lead_to_london() -> None:
    """Where nobody holds the right, the first tile must connect the London station (5.10.7)."""
    table = at_hertford("ask")
    refusal = table.refusal(AWAY)
    assert (refusal.reason, refusal.paragraph) == (Reason.RESERVED, "5.10.7")
    exits = [table.state.title.tiles[tile].faces[turn].exits for tile, turn in placings(table, "M36")]
    assert exits
    assert all(0 in edges for edges in exits)
    assert of(table.do(HOMEWARD), ProposalMade) == []


@pytest.mark.rule("LO09")
def test_protection_ends_with_the_first_tile() -> None:
    """Upgrades of a hex beside London need nobody's agreement (5.10.7)."""
    table = at_hertford("ask").phase(3).hold(2, "C1").lay("M36", "58", 3)
    assert of(table.do(LayTile("M11", "M36", "143", 3)), ProposalMade) == []
    assert table.state.tiles["M36"] == ("143", 3)


@pytest.mark.rule("LO10")
def test_m14_shares_the_right_of_its_station() -> None:
    """M14 needs no agreement beside its station; a third company needs one of the two (5.10.7)."""
    table = co_located(consent="ask").hold(3, "C1")
    table.turn("M14")
    assert of(table.do(LayTile("M14", "M36", "4", 0)), ProposalMade) == []
    third = co_located(consent="ask").hold(3, "C1")
    third.lay("M30", "57", 0).lay("M32", "9", 0).lay("M34", "9", 0).minor_turn("M11")
    (asked,) = of(third.do(HOMEWARD), ProposalMade)
    assert set(asked.players) == {2, 3}
    first, second = asked.players
    elsewhere = at_hertford("ask")
    elsewhere.minor("M14", 2, turns=0)
    elsewhere.turn("M14", "home_station").do(ChooseHomeStation("M14", "M38", SOUTH_EAST))
    assert elsewhere.turn("M11").refusal(AWAY).reason is Reason.RESERVED
    third.do(AnswerProposal(first, False))
    assert "M36" not in third.state.tiles
    third.do(AnswerProposal(second, True))
    assert third.state.tiles["M36"] == ("4", 0)


@pytest.mark.rule("LO11")
@pytest.mark.parametrize(("tile", "slots", "tracks"), [("", 1, 0), ("X4", 1, 1), ("X9", 2, 2), ("X15", 3, 2)])
def test_channel_tiles(tile: str, slots: int, tracks: int) -> None:
    """The Channel has 1, 1, 2 and 3 spaces, and from brown on two tracks to France (5.4.6, 5.9.2)."""
    table = kent(Table(), tile) if tile else Table()
    assert places.slots(table.state, ("P43", 0)) == slots
    stops, pair = track(table.state).stops, {("P43", CITY), ("Q44", OFFBOARD)}
    ways = [sides for a, b, _, _, sides in track(table.state).segments if {stops[a], stops[b]} == pair]
    assert len(set(ways)) == tracks


@pytest.mark.rule("LO11")
def test_two_trains_to_france_in_brown() -> None:
    """In brown two trains run to France, one over Dover, one over Folkestone; in green only one (5.9.2)."""
    for phase, tile, to_france in ((3, "X4", 1), (5, "X9", 2)):
        table = kent(Table().phase(phase), tile).major_turn("SECR", "run_trains", trains=["2", "2"])
        table.token("SECR", "P41").token("SECR", "P43")
        assert sum(("Q44", OFFBOARD) in one.stops for one in best(table).runs) == to_france
    assert revenue(table) == (20 + 90) + (10 + 90)


@pytest.mark.rule("LO12")
def test_channel_and_france_are_one_stop() -> None:
    """A 2-train runs Dover, Channel, France: two stops, worth Dover and France (5.4.6, 5.13.7)."""
    table = kent(Table().phase(3)).major_turn("SECR", "run_trains", trains=["2"])
    table.token("SECR", "P41")
    action = RunTrains("SECR", (run(table, "2", "P41-P43", "P43-Q44"),))
    assert table.legal(action)
    assert revenue(table) == 20 + 60


@pytest.mark.rule("LO13")
@pytest.mark.parametrize(("channel", "legal"), [("zero_stop", True), ("france_only", False)])
def test_a_tokened_out_channel_is_worth_nothing(channel: str, legal: bool) -> None:
    """Tokened out, the Channel is a stop for £0 and France is out of reach; in recorded games not even that (5.4.6)."""
    table = kent(Table(channel=channel, revenue="declared").phase(3))
    table.major("LBSCR", 2)
    table.token("LBSCR", "P43").major("SECR", 1, trains=["3"])
    table.token("SECR", "P41").turn("SECR", "run_trains")
    assert problem(table, "SECR", run(table, "3", "P41-P43", "P43-Q44")) == "5.4.3"
    short = RunTrains("SECR", (run(table, "3", "O40-P41", "P41-P43"),))
    assert table.legal(short) is legal
    if legal:
        query = run_query(table.state, table.state.companies["SECR"])
        assert evaluate(track(table.state), query, short.runs).revenue == 20 + 20


@pytest.mark.rule("LO14")
def test_secr_to_france_and_m14_blocked() -> None:
    """SECR runs SE London, Maidstone, Dover, Channel, France; M14 beside it is blocked by two tokens (5.13.7)."""
    table = kent(Table().phase(5), "X9")
    table.minor("M14", 3, turns=0)
    table.turn("M14", "home_station").do(ChooseHomeStation("M14", "M38", SOUTH_EAST))
    table.state.companies["M14"].trains = ["4"]
    table.major("LBSCR", 2)
    table.major("SECR", 1, trains=["4"])
    table.token("LBSCR", "P43").token("SECR", "P43")
    path = ("M38-N39-O40", "O40-P41", "P41-P43", "P43-Q44")
    assert problem(table, "SECR", run(table, "4", *path)) == ""
    assert problem(table, "M14", run(table, "4", *path)) == "5.4.3"
    table.turn("M14", "run_trains")
    assert revenue(table) == 20 + 20 + 20


@pytest.mark.rule("LO14")
def test_a_second_train_from_france_over_folkestone() -> None:
    """With two tracks to France a second train goes on through Folkestone and Brighton (5.13.7)."""
    table = kent(Table().phase(5), "X9").major_turn("SECR", "run_trains", trains=["4", "4"])
    table.token("SECR", "P43").token("SECR", "P41")
    first = run(table, "4", "M38-N39-O40", "O40-P41", "P41-P43", "P43-Q44")
    second = run(table, "4", "Q44-P43", "P43-O42", "O42-N41-M42", "M42-M40-M38")
    assert len(best(table).runs) == 2
    assert revenue(table) == (20 + 20 + 20 + 90) + (90 + 10 + 20 + 20)
    assert first.stops[-1] == second.stops[0] == ("Q44", OFFBOARD)


@pytest.mark.rule("LO15")
def test_secr_tokens_the_channel_for_nothing() -> None:
    """With a route and an open space SECR's available token is free, as its token of the turn (5.9.3, 5.12.11)."""
    table = kent(Table().phase(3)).major_turn("SECR", "token", cash=100)
    table.state.companies["SECR"].available = 2
    events = table.do(PlaceToken("SECR", "P43", 0))
    assert TokenPlaced("SECR", "P43", 0, "available", 0) in events
    assert table.state.companies["SECR"].cash == 100
    table.turn("SECR", "token").state.company_turn.done.append("token")
    assert table.refusal(PlaceToken("SECR", "M42", 0)).paragraph == "5.12.5"
    unconnected = Table().phase(3).major_turn("SECR", "token", cash=100)
    assert unconnected.refusal(PlaceToken("SECR", "P43", 0)).reason is Reason.NOT_CONNECTED
    other = kent(Table().phase(3)).major_turn("LBSCR", "token", cash=99)
    assert other.refusal(PlaceToken("LBSCR", "P43", 0)).reason is Reason.NO_CASH

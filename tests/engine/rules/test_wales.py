"""The crossing in Wales, termini and off-shore arrows (checklist LO; rulebook chapters 1.2, 5.4, 5.8.8)."""

import pytest

from broadgauge_engine.actions import LayTile, PlaceToken
from broadgauge_engine.board.reach import reach, track
from broadgauge_engine.options import Reason
from tests.engine.rules.boards import placings, problem, run, south_wales
from tests.engine.table import Table

VALLEYS = ("H33-G34", "G34-F33", "F33-E34")


@pytest.mark.rule("LO16")
def test_swr_must_stop_after_the_crossing() -> None:
    """Gloucester, Newport, Pontypool, Merthyr is all that a 5-train makes: the crossing ends the route (5.4.7)."""
    table = south_wales(Table().phase(3)).major_turn("SWR", "run_trains", trains=["5"])
    assert problem(table, "SWR", run(table, "5", *VALLEYS)) == ""
    assert problem(table, "SWR", run(table, "5", *VALLEYS, "E34-F35")) == "5.4.7"


@pytest.mark.rule("LO17")
@pytest.mark.parametrize(("crossing", "over"), [("one_train", "5.4.7"), ("one_track", "5.4.7")])
def test_one_train_crosses(crossing: str, over: str) -> None:
    """With a token in Merthyr a second train runs Cardiff to Merthyr, but not over the crossing (5.4.7)."""
    table = south_wales(Table(crossing=crossing).phase(3)).major_turn("SWR", "run_trains", trains=["5", "3"])
    table.token("SWR", "E34")
    first = run(table, "5", *VALLEYS)
    assert problem(table, "SWR", first, run(table, "3", "F35-E34")) == ""
    assert problem(table, "SWR", first, run(table, "3", "F35-E34", "E34-E32-F33")) == over


@pytest.mark.rule("LO17")
@pytest.mark.parametrize(("crossing", "over"), [("one_train", "5.4.7"), ("one_track", "")])
def test_an_express_shares_the_crossing_in_recorded_games_only(crossing: str, over: str) -> None:
    """One train crosses in a turn, also beside an E-train; in recorded games both may use the same track (5.4.7)."""
    table = south_wales(Table(crossing=crossing).phase(7)).major_turn("SWR", "run_trains", trains=["5", "E"])
    table.token("SWR", "E34")
    assert problem(table, "SWR", run(table, "5", *VALLEYS), run(table, "E", *VALLEYS)) == over


@pytest.mark.rule("LO18")
def test_a_token_across_the_crossing() -> None:
    """A company with an unblocked route through Pontypool may token Merthyr Tydfil; a full Pontypool blocks (5.4.7)."""
    table = Table().phase(3).major_turn("SWR", "token", cash=100).lay("H33", "57", 1).lay("G34", "58", 2)
    assert table.legal(PlaceToken("SWR", "E34", 0))
    table.major("GWR", 2)
    table.major("MR", 2)
    table.token("GWR", "F33").token("MR", "F33")
    assert table.refusal(PlaceToken("SWR", "E34", 0)).reason is Reason.NOT_CONNECTED


@pytest.mark.rule("LO19")
def test_no_route_through_the_highlands() -> None:
    """M2 reaches Glasgow and builds towards Stirling, but no route joins the two (5.4.4)."""
    table = Table().phase(3).minor_turn("M2", trains=["3"])
    assert table.legal(LayTile("M2", "F3", "4", 2))
    table.lay("F3", "58", 2)  # Highlands, Stirling, Falkirk
    stops = reach(table.state, table.state.companies["M2"]).stops
    assert {hex_id for hex_id, _ in stops} >= {"E2", "E6", "F3"}
    through = run(table, "3", "E6-E4-E2", "E2-F3")
    assert problem(table, "M2", through) == "5.4.4"
    assert problem(table, "M2", run(table, "3", "E6-E4-E2")) == ""


@pytest.mark.rule("LO20")
def test_mid_wales_has_no_way_to_holyhead_or_pontypool() -> None:
    """Mid Wales is not connected to Holyhead in the north or Pontypool in the south (1.2.4)."""
    table = Table(plus_expansion=True).phase(3)
    table.minor_turn("M29")
    stops = {hex_id for hex_id, _ in reach(table.state, table.state.companies["M29"]).stops}
    assert stops == {"E28"}
    for hex_id in ("G26", "G28", "G30", "G32"):
        assert reach(table.state, table.state.companies["M29"]).sides_of(hex_id), hex_id


@pytest.mark.rule("LO21")
def test_an_off_shore_arrow_takes_track_and_nothing_else() -> None:
    """Barrow's track may point at the two arrows off its coast, where no stop is (5.8.8)."""
    table = Table().minor_turn("M6")
    exits = {edge for tile, turn in placings(table, "G16") for edge in table.state.title.tiles[tile].faces[turn].exits}
    assert {1, 2} <= exits
    table.lay("G16", "5", 1)
    assert {hex_id for hex_id, _ in reach(table.state, table.state.companies["M6"]).stops} == {"G16"}
    assert not any(hex_id in ("F15", "F17") for hex_id, _ in track(table.state).stops)

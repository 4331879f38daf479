"""Private powers over rivers, extra lays and the Humber: P10, P12, P21 (checklist PV; Table 3)."""

from typing import Any

import pytest

from broadgauge_engine.actions import AcquirePrivate, LayTile, Pass
from broadgauge_engine.events import PrivateClosed, TileLaid
from broadgauge_engine.options import Reason
from tests.engine.rules.boards import cost, placings
from tests.engine.table import Table, of


def closed(events: list[object]) -> list[str]:
    """The privates that closed."""
    return [event.private for event in of(events, PrivateClosed)]


# -- P10 ---------------------------------------------------------------------------------------------------------------


def thames(cash: int = 100) -> Table:
    """M12 in Ipswich, north of the Thames estuary, has just taken over P10."""
    table = Table().phase(3).hold(1, "P10").lay("P35", "57", 1).minor_turn("M12", "acquire_private", cash=cash)
    table.do(AcquirePrivate("M12", "P10"))
    return table.turn("M12")


@pytest.mark.rule("PV09")
def test_two_estuary_tokens_in_two_lays() -> None:
    """Each token of P10 pays for one side of an estuary; the second one closes it (P10)."""
    table = thames(cash=0)
    first = LayTile("M12", "O36", "58", 4)
    assert table.refusal(first).reason is Reason.NO_CASH
    events = table.do(LayTile("M12", "O36", "58", 4, ("P10",)))
    assert [event.cost for event in of(events, TileLaid)] == [0]
    assert closed(events) == []
    assert table.state.companies["M12"].privates == ["P10"]
    events = table.turn("M12").do(LayTile("M12", "O38", "9", 0, ("P10",)))
    assert [event.cost for event in of(events, TileLaid)] == [0]
    assert closed(events) == ["P10"]


@pytest.mark.rule("PV09")
@pytest.mark.parametrize(("tokens", "price", "left"), [(0, 80, 2), (1, 40, 1), (2, 0, 0)])
def test_both_tokens_in_one_lay(tokens: int, price: int, left: int) -> None:
    """A tile with two sides on the Thames costs £80; one or both tokens may go into it (P10)."""
    table = thames().lay("O36", "58", 4)
    assert cost(table, LayTile("M12", "O38", "7", 2, ("P10",) * tokens)) == price
    company = table.state.companies["M12"]
    assert company.powers.count("estuary_token") == left
    assert company.privates == (["P10"] if left else [])


@pytest.mark.rule("PV09")
def test_tokens_are_for_estuaries_only() -> None:
    """No more tokens than estuary sides, and never three (P10)."""
    table = thames()
    lay = LayTile("M12", "O36", "58", 4, ("P10", "P10"))
    assert table.refusal(lay).reason is Reason.NOT_NEEDED
    assert table.refusal(LayTile("M12", "O36", "4", 1, ("P10",))).reason is Reason.NOT_NEEDED
    table.lay("O36", "58", 4)
    assert table.refusal(LayTile("M12", "O38", "7", 2, ("P10",) * 3)).reason is Reason.ALREADY_DONE
    table.state.companies["M12"].powers = ["estuary_token"]
    assert table.refusal(LayTile("M12", "O38", "7", 2, ("P10",) * 2)).reason is Reason.NOT_OWNED


@pytest.mark.rule("PV09")
@pytest.mark.parametrize(
    ("company", "hex_id", "tile", "turn", "price"),
    [("NER", "L19", "57", 0, 10), ("SWR", "H33", "57", 0, 30), ("M10", "I30", "X2", 0, 30)],
)
def test_ten_pounds_off_rivers(company: str, hex_id: str, tile: str, turn: int, price: int) -> None:
    """As long as P10 is open, small rivers cost £10 and large rivers £30 (P10)."""
    table = Table().phase(3)
    table = table.minor_turn(company) if company == "M10" else table.major_turn(company, cash=100)
    table.owns(company, "P10", "estuary_token")
    assert cost(table, LayTile(company, hex_id, tile, turn)) == price
    assert table.state.companies[company].privates == ["P10"]


@pytest.mark.rule("PV09")
def test_no_discount_on_estuaries_or_hills() -> None:
    """P10's £10 are for rivers, not for estuaries or other ground (P10)."""
    assert cost(thames(), LayTile("M12", "O36", "58", 4)) == 40
    table = Table().phase(3).minor_turn("M13")
    table.owns("M13", "P10", "estuary_token")
    assert cost(table, LayTile("M13", "O40", "57", 2)) == 40


@pytest.mark.rule("PV09", "PV10")
@pytest.mark.parametrize("owned", [("P10", "P11"), ("P11", "P10")])
def test_an_estuary_token_in_the_lay_of_p11(owned: tuple[str, str]) -> None:
    """A token of P10 may pay in a lay of P11; P11 closes, and P10 stays open with its second token (P10, P11)."""
    table = Table().phase(3).lay("P35", "57", 1).lay("O36", "143", 2).major_turn("MR", cash=0).token("MR", "P35")
    for private in owned:
        table.owns("MR", private, *(["estuary_token"] * 2 if private == "P10" else []))
    assert not table.legal(LayTile("MR", "O36", "769", 0, ("P11", "P10"))), "one lay has one name"
    events = table.do(LayTile("MR", "O36", "769", 0, ("P10", "P11")))
    assert [event.cost for event in of(events, TileLaid)] == [0]
    assert table.step != "track"
    assert closed(events) == ["P11"]
    assert table.state.companies["MR"].privates == ["P10"]
    assert table.state.companies["MR"].powers == ["estuary_token"]


# -- P12 ---------------------------------------------------------------------------------------------------------------


def coventry(phase: int = 3, **given: Any) -> Table:
    """MR with P12; track leads south from Derby."""
    table = Table().phase(phase).major_turn("MR", cash=200, **given).lay("J29", "57", 0)
    return table.owns("MR", "P12")


@pytest.mark.rule("PV11")
def test_two_more_yellow_tiles_for_a_major() -> None:
    """A major lays two yellow tiles of its own and two more with P12, which then closes (P12)."""
    table = coventry()
    table.do(LayTile("MR", "J31", "4", 0))
    table.do(LayTile("MR", "J33", "9", 0))
    assert table.step == "track"
    assert not table.legal(LayTile("MR", "J35", "9", 0))
    assert closed(table.do(LayTile("MR", "J35", "9", 0, ("P12",)))) == []
    assert table.refusal(LayTile("MR", "J29", "14", 0, ("P12",))).reason is Reason.LAY_LIMIT
    assert closed(table.do(LayTile("MR", "J37", "9", 0, ("P12",)))) == ["P12"]
    assert table.step != "track"
    assert len(table.state.tiles) == 5


@pytest.mark.rule("PV11")
def test_an_unfinished_p12_closes_with_the_step() -> None:
    """One extra yellow tile is enough to use P12 up (P12)."""
    table = coventry()
    table.do(LayTile("MR", "J31", "4", 0, ("P12",)))
    assert closed(table.do(Pass(1, "MR"))) == ["P12"]
    unused = coventry()
    assert closed(unused.do(Pass(1, "MR"))) == []
    assert unused.state.companies["MR"].privates == ["P12"]


@pytest.mark.rule("PV11")
def test_an_extra_upgrade_of_a_tile_just_laid() -> None:
    """P12's upgrade may be of the tile that was laid in the normal lay (P12).

    The rulebook is silent on mixing: extra lays come before or after all normal ones, so the second yellow is given up.
    """
    table = coventry()
    table.do(LayTile("MR", "J31", "4", 0))
    green = LayTile("MR", "J31", "141", 0)
    assert table.refusal(green).reason is Reason.LAY_LIMIT
    assert closed(table.do(LayTile("MR", "J31", "141", 0, ("P12",)))) == ["P12"]
    assert table.state.tiles["J31"] == ("141", 0)
    assert table.step != "track"
    before = coventry()
    before.do(LayTile("MR", "J31", "4", 0, ("P12",)))
    assert before.legal(LayTile("MR", "J33", "9", 0))
    before.do(LayTile("MR", "J33", "9", 0))
    assert not any("P12" in option.action.privates for option in before.options(LayTile))
    twice = coventry(phase=5)
    twice.do(LayTile("MR", "J29", "14", 0))
    assert closed(twice.do(LayTile("MR", "J29", "63", 0, ("P12",)))) == ["P12"]
    assert twice.state.tiles["J29"] == ("63", 0)


@pytest.mark.rule("PV11")
def test_p12_of_a_minor() -> None:
    """A minor gets one more yellow tile or one more green upgrade, never brown (P12, 3.3.7)."""
    table = Table().phase(3).minor_turn("M5").lay("J15", "57", 0)
    table.owns("M5", "P12").do(LayTile("M5", "J17", "9", 0))
    assert closed(table.do(LayTile("M5", "J19", "9", 0, ("P12",)))) == ["P12"]
    green = Table().phase(5).minor_turn("M5").lay("J15", "57", 0)
    green.owns("M5", "P12").do(LayTile("M5", "J17", "9", 0))
    assert green.legal(LayTile("M5", "J17", "82", 0, ("P12",)))
    green.lay("J15", "14", 0)
    assert green.refusal(LayTile("M5", "J15", "63", 0, ("P12",))).reason is Reason.COMPANY_KIND


@pytest.mark.rule("PV11", "PV10")
def test_p12_goes_with_p11() -> None:
    """P11 is in place of the normal lays only: P12's extra lay can follow it (P11, P12)."""
    table = coventry().lay("J31", "141", 0).owns("MR", "P11")
    assert closed(table.do(LayTile("MR", "J31", "767", 0, ("P11",)))) == ["P11"]
    assert table.step == "track"
    assert not table.legal(LayTile("MR", "J33", "9", 0))
    assert table.legal(LayTile("MR", "J33", "9", 0, ("P12",)))


@pytest.mark.rule("PV11", "PV08")
def test_p12_goes_with_the_token_of_p8() -> None:
    """An extra lay on a hill may be paid with P8's token (P8, P12)."""
    table = Table().phase(3).minor_turn("M8", cash=0).lay("K24", "57", 2)
    table.owns("M8", "P8", "terrain_token").owns("M8", "P12")
    events = table.do(LayTile("M8", "J23", "9", 2, ("P8", "P12")))
    assert sorted(closed(events)) == ["P12", "P8"]
    assert [event.cost for event in of(events, TileLaid)] == [0]
    assert table.step == "track"  # the normal lay is still there


# -- P21 ---------------------------------------------------------------------------------------------------------------


def humber(phase: int = 2, cash: int = 0) -> Table:
    """M9 of Grimsby owns P21."""
    table = Table(plus_expansion=True).phase(phase).minor_turn("M9", cash=cash)
    return table.owns("M9", "P21")


@pytest.mark.rule("PV23")
def test_the_bridge_is_free_and_closes() -> None:
    """P21 lays yellow tiles in Grimsby and Hull that meet over the Humber, for nothing (P21)."""
    table = humber()
    assert table.refusal(LayTile("M9", "N23", "57", 0)).reason is Reason.NO_CASH
    events = table.do(LayTile("M9", "N23", "57", 0, ("P21",)))
    assert [event.cost for event in of(events, TileLaid)] == [0]
    assert table.step == "track"
    assert not table.legal(LayTile("M9", "N25", "9", 0))
    events = table.do(LayTile("M9", "N21", "57", 0, ("P21",)))
    assert [event.cost for event in of(events, TileLaid)] == [0]
    assert closed(events) == ["P21"]
    assert table.step != "track"


@pytest.mark.rule("PV23")
def test_the_tiles_meet_over_the_humber() -> None:
    """Only tiles with track over the estuary are laid with P21, and only in the two cities (P21)."""
    table = humber()
    for hex_id, edge in (("N21", 0), ("N23", 3)):
        found = placings(table, hex_id, "P21")
        assert found
        assert all(edge in table.state.title.tiles[tile].faces[turn].exits for tile, turn in found)
    table.lay("N23", "57", 0)
    assert not table.legal(LayTile("M9", "N25", "9", 0, ("P21",)))


@pytest.mark.rule("PV23")
def test_one_side_may_be_enough() -> None:
    """With one tile laid the other is not compulsory; P21 closes with the step (P21)."""
    table = humber()
    table.do(LayTile("M9", "N23", "57", 0, ("P21",)))
    assert closed(table.do(Pass(1, "M9"))) == ["P21"]


@pytest.mark.rule("PV23")
def test_one_side_may_be_a_green_upgrade() -> None:
    """From phase 3 one of the two lays may be the green upgrade of a yellow tile (P21)."""
    green = LayTile("M9", "N21", "15", 0, ("P21",))
    early = humber(2).lay("N21", "5", 1)
    assert not early.legal(green)
    table = humber(3).lay("N21", "5", 1)
    table.do(green)
    table.do(LayTile("M9", "N23", "57", 0, ("P21",)))
    assert table.state.tiles["N21"] == ("15", 0)
    again = humber(3)
    again.do(LayTile("M9", "N23", "57", 0, ("P21",)))
    refusal = again.refusal(LayTile("M9", "N23", "15", 0, ("P21",)))  # not of the tile just laid
    assert (refusal.reason, refusal.paragraph) == (Reason.LAY_LIMIT, "P21")
    both = humber(3).lay("N21", "5", 1).lay("N23", "5", 1)
    both.do(green)
    assert not both.legal(LayTile("M9", "N23", "15", 0, ("P21",)))


@pytest.mark.rule("PV23")
def test_the_bridge_needs_a_token_on_the_humber() -> None:
    """Only a company with a token in Hull or Grimsby uses P21, in place of its normal lays (P21)."""
    lay = LayTile("MR", "N23", "57", 0, ("P21",))
    table = Table(plus_expansion=True).phase(2).major_turn("MR", cash=0).owns("MR", "P21")
    refusal = table.refusal(lay)
    assert (refusal.reason, refusal.paragraph) == (Reason.NOT_CONNECTED, "P21")
    table.token("MR", "N21")
    assert table.legal(lay)
    late = humber(cash=100)
    late.state.company_turn.lays.append("yellow")
    assert late.refusal(LayTile("M9", "N21", "57", 0, ("P21",))).reason is Reason.LAY_LIMIT

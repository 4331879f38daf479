"""Laying and upgrading track (checklist TR; rulebook chapter 5.8)."""

import pytest

from broadgauge_engine.actions import LayTile, Pass
from broadgauge_engine.options import Reason
from tests.engine.rules.boards import cost, placings, revenue
from tests.engine.table import Table


def darlington(phase: int = 1, cash: int = 200) -> Table:
    """M5 in its undeveloped home, where every side is open."""
    return Table().phase(phase).minor_turn("M5", cash=cash)


@pytest.mark.rule("TR01")
def test_no_colour_is_skipped() -> None:
    """Development goes yellow, green, brown, grey, one step at a time, though all colours are there (5.8.1)."""
    table = Table().phase(7).major_turn("MR", cash=500)
    assert table.refusal(LayTile("MR", "J29", "14", 0)).paragraph == "5.8.1"
    table.lay("J29", "57", 0)
    assert table.refusal(LayTile("MR", "J29", "63", 0)).paragraph == "5.8.1"
    assert table.legal(LayTile("MR", "J29", "14", 0))


@pytest.mark.rule("TR01")
@pytest.mark.parametrize(
    ("phase", "green", "brown", "grey"),
    [(2, False, False, False), (3, True, False, False), (5, True, True, False), (7, True, True, True)],
)
def test_colours_come_with_the_phases(phase: int, green: bool, brown: bool, grey: bool) -> None:
    """Green comes in phase 3, brown in phase 5, grey in phase 7 (5.8.16)."""
    for laid, next_tile, wanted in (("57", "14", green), ("14", "63", brown), ("63", "X19", grey)):
        table = Table().phase(phase).major_turn("MR", cash=500).lay("J29", laid, 0)
        action = LayTile("MR", "J29", next_tile, 0)
        assert table.legal(action) is wanted
        if not wanted:
            refusal = table.refusal(action)
            assert (refusal.reason, refusal.paragraph) in ((Reason.PHASE, "5.8.16"), (Reason.LAY_LIMIT, "5.8.13"))


@pytest.mark.rule("TR02")
def test_upgrades_preserve_track() -> None:
    """All old track must be on the new tile in the same place (5.8.6)."""
    table = darlington(phase=3).lay("J15", "57", 0)
    assert table.legal(LayTile("M5", "J15", "14", 0))
    refusal = table.refusal(LayTile("M5", "J15", "14", 1))
    assert (refusal.reason, refusal.paragraph) == (Reason.TRACK_LOST, "5.8.6")


LABELLED = [
    ("I30", "", {"X2"}),
    ("I22", "", {"X2"}),
    ("G22", "", {"207", "208"}),
    ("H5", "", {"207", "622"}),
    ("F35", "", {"X1"}),
    ("P43", "", {"X4"}),
    ("M42", "5", {"405"}),
    ("B43", "5", {"405"}),
    ("K42", "5", {"405"}),
    ("D35", "57", {"X3"}),
    ("J29", "57", {"14", "15", "619"}),
]


@pytest.mark.rule("TR03")
@pytest.mark.parametrize(("hex_id", "yellow", "green"), LABELLED)
def test_labels_match(hex_id: str, yellow: str, green: set[str]) -> None:
    """A labelled city takes tiles with its label only, an unlabelled one none of them (5.8.2, 5.8.3)."""
    table = Table(plus_expansion=True).phase(3).major_turn("MR", cash=500)
    if yellow:
        rotation = {"M42": 3, "B43": 3, "K42": 3, "D35": 2, "J29": 0}[hex_id]
        table.lay(hex_id, yellow, rotation)
    table.token("MR", hex_id)
    listed = {tile for tile, _ in placings(table, hex_id)}
    assert listed == green
    for label in {"14", "X1", "X2", "X3", "X4", "405", "207"} - green:
        refusal = table.refusal(LayTile("MR", hex_id, label, 0))
        assert (refusal.reason, refusal.paragraph) == (Reason.LABEL, "5.8.2")


@pytest.mark.rule("TR03")
@pytest.mark.parametrize("hex_id", ["M42", "B43", "K42"])
def test_yellow_city_tiles_fit_unlabelled(hex_id: str) -> None:
    """On T hexes the plain yellow city tiles are laid (5.8.3)."""
    table = Table(plus_expansion=True).phase(2).major_turn("MR", cash=500).token("MR", hex_id)
    assert {tile for tile, _ in placings(table, hex_id)} <= {"5", "6", "57"}
    assert placings(table, hex_id)


@pytest.mark.rule("TR04")
def test_no_track_off_the_map() -> None:
    """Newcastle has no hex to the north-east: no tile may lead there (5.8.6)."""
    table = Table().minor_turn("M4")
    state = table.state
    exits = {edge for tile, turn in placings(table, "K10") for edge in state.title.tiles[tile].faces[turn].exits}
    assert exits == {0, 1, 2, 3, 5}
    refusal = table.refusal(LayTile("M4", "K10", "57", 1))
    assert (refusal.reason, refusal.paragraph) == (Reason.TERRAIN, "5.8.6")


@pytest.mark.rule("TR04")
def test_no_track_to_a_red_edge() -> None:
    """Bournemouth's red south-west side stays closed, from both hexes (5.8.6)."""
    table = Table().minor_turn("M18")
    refusal = table.refusal(LayTile("M18", "I42", "5", 1))
    assert (refusal.reason, refusal.paragraph) == (Reason.TERRAIN, "5.8.6")
    assert not any(1 in table.state.title.tiles[t].faces[r].exits for t, r in placings(table, "I42"))
    table.lay("I42", "57", 2).lay("H41", "7", 5)
    assert table.refusal(LayTile("M18", "H43", "7", 3)).reason is Reason.TERRAIN
    assert table.legal(LayTile("M18", "H43", "7", 2))


@pytest.mark.rule("TR05")
def test_a_home_without_track_takes_any_yellow_city_tile() -> None:
    """With no track at home every yellow city tile fits, in every direction: 15 pairs of sides (5.8.6)."""
    table = darlington()
    found = placings(table, "J15")
    assert {tile for tile, _ in found} == {"5", "6", "57"}
    assert len({table.state.title.tiles[tile].faces[turn].exits for tile, turn in found}) == 15
    assert {option.action.hex for option in table.options(LayTile)} == {"J15"}
    refusal = table.refusal(LayTile("M5", "J17", "9", 0))
    assert (refusal.reason, refusal.paragraph) == (Reason.NOT_CONNECTED, "5.8.6")


@pytest.mark.rule("TR06")
def test_new_track_belongs_to_a_route() -> None:
    """Some track of a plain tile must be on a route of the company; what was there before need not (5.8.6)."""
    table = darlington(phase=3).lay("J15", "57", 0)
    assert table.legal(LayTile("M5", "J17", "9", 0))
    assert table.refusal(LayTile("M5", "J17", "9", 1)).reason is Reason.NOT_CONNECTED
    assert table.refusal(LayTile("M5", "K16", "9", 1)).reason is Reason.NOT_CONNECTED
    table.lay("J13", "7", 4)  # joins two eastern sides, not the one that faces Darlington
    assert table.refusal(LayTile("M5", "J13", "80", 3)).reason is Reason.NOT_CONNECTED
    assert table.legal(LayTile("M5", "J13", "80", 4))


@pytest.mark.rule("TR06")
def test_a_reached_city_may_be_upgraded_in_any_direction() -> None:
    """City tiles are upgraded where a route leads to the city; their new track may lie anywhere (5.8.6)."""
    table = darlington(phase=3).lay("J15", "57", 0).lay("J17", "9", 0).lay("J19", "9", 0).lay("J21", "4", 0)
    table.lay("J23", "9", 0).lay("J25", "9", 0).lay("J27", "9", 0).lay("J29", "57", 0)
    assert {turn for tile, turn in placings(table, "J29") if tile == "15"} == {0, 3}


@pytest.mark.rule("TR07")
def test_the_second_yellow_extends_the_first() -> None:
    """A major from phase 3 lays two yellows, the second one perhaps on the track of the first (5.8.14, 5.8.13)."""
    table = Table().phase(3).major_turn("MR", cash=100).lay("J29", "57", 0)
    second = LayTile("MR", "J33", "9", 0)
    assert table.refusal(second).reason is Reason.NOT_CONNECTED
    table.do(LayTile("MR", "J31", "4", 0))
    table.do(second)
    assert table.state.tiles["J33"] == ("9", 0)
    assert table.step != "track"


@pytest.mark.rule("TR07")
def test_two_yellows_or_one_upgrade() -> None:
    """After a yellow tile no upgrade, after an upgrade nothing (5.8.13)."""
    table = Table().phase(3).major_turn("MR", cash=100).lay("J29", "57", 0)
    table.do(LayTile("MR", "J31", "4", 0))
    refusal = table.refusal(LayTile("MR", "J29", "14", 0))
    assert (refusal.reason, refusal.paragraph) == (Reason.LAY_LIMIT, "5.8.13")
    other = Table().phase(3).major_turn("MR", cash=100).lay("J29", "57", 0)
    other.do(LayTile("MR", "J29", "14", 0))
    assert other.step != "track"


TERRAIN = [
    ("NER", "", 0, "L19", "57", 0, 20),
    ("SWR", "", 0, "H33", "57", 0, 40),
    ("M13", "", 0, "O40", "57", 2, 40),
    ("M8", "K24", 2, "J23", "9", 2, 60),
    ("M5", "J15", 1, "I16", "9", 1, 80),
    ("M12", "P35", 1, "O36", "58", 4, 40),
    ("M5", "J15", 0, "J17", "9", 0, 0),
]


@pytest.mark.rule("TR08")
@pytest.mark.parametrize(("company", "home", "turn", "hex_id", "tile", "rotation", "price"), TERRAIN)
def test_terrain(company: str, home: str, turn: int, hex_id: str, tile: str, rotation: int, price: int) -> None:
    """Small river £20, large river £40, rough £40, hill £60, mountain £80, each estuary side £40 (5.8.9)."""
    table = Table().phase(2)
    table = table.minor_turn(company) if company.startswith("M") else table.major_turn(company, cash=100)
    if home:
        table.lay(home, "57", turn)
    assert cost(table, LayTile(company, hex_id, tile, rotation)) == price
    assert table.state.companies[company].cash == 100 - price


@pytest.mark.rule("TR08", "TR09")
def test_an_estuary_costs_on_both_sides() -> None:
    """Each side of the Thames costs £40, so the crossing costs £80; track that keeps away is free (5.8.9)."""
    table = Table().phase(2).minor_turn("M12", cash=90).lay("P35", "57", 1)
    assert table.legal(LayTile("M12", "O36", "4", 1))
    assert cost(table, LayTile("M12", "O36", "58", 4)) == 40
    table.turn("M12")
    assert cost(table, LayTile("M12", "O38", "9", 0)) == 40
    double = Table().phase(2).minor_turn("M12", cash=80).lay("P35", "57", 1).lay("O36", "58", 4)
    assert cost(double, LayTile("M12", "O38", "7", 2)) == 80


@pytest.mark.rule("TR09")
def test_an_upgrade_pays_for_a_new_estuary_side_only() -> None:
    """Bristol's green tile pays for the Severn side that it adds, an old side is not paid for again (5.8.9)."""
    table = Table().phase(3).major_turn("GWR", cash=100).token("GWR", "G36")
    tile, turn = next(p for p in placings(table, "G36") if 3 in table.state.title.tiles[p[0]].faces[p[1]].exits)
    assert cost(table, LayTile("GWR", "G36", tile, turn)) == 20 + 40
    later = Table().phase(3).minor_turn("M12").lay("P35", "57", 1).lay("O36", "58", 4)
    assert cost(later, LayTile("M12", "O36", "144", 2)) == 0


@pytest.mark.rule("TR10")
def test_london_costs_20_and_uses_the_lay() -> None:
    """Each development of London costs £20 and is a lay of its colour (5.10.1, 5.8.9)."""
    table = Table().phase(1).minor_turn("M16", cash=25)
    assert cost(table, LayTile("M16", "M38", "X20", 0)) == 20
    assert table.step != "track"
    for laid, tile, phase in (("X20", "X21", 3), ("X21", "X22", 5), ("X22", "X23", 7)):
        later = Table().phase(phase).major_turn("GWR", cash=20).lay("M38", laid, 0)
        assert cost(later, LayTile("GWR", "M38", tile, 0)) == 20
        assert later.step != "track"


@pytest.mark.rule("TR10")
def test_the_channel_costs_100_at_every_upgrade() -> None:
    """Green, brown and grey in the English Channel cost £100 each (5.9.1, 5.8.9)."""
    for laid, tile, phase in (("", "X4", 3), ("X4", "X9", 5), ("X9", "X15", 7)):
        table = Table().phase(phase).major_turn("SECR", cash=100)
        if laid:
            table.lay("P43", laid, 0)
        table.token("SECR", "P43")
        assert cost(table, LayTile("SECR", "P43", tile, 0)) == 100


@pytest.mark.rule("TR11", "TR20")
@pytest.mark.parametrize(
    ("hex_id", "tile", "turn", "price"),
    [("I30", "X2", 0, 40), ("I22", "X2", 0, 60), ("G36", "207", 4, 20), ("F35", "X1", 0, 0)],
)
def test_green_on_printed_yellow(hex_id: str, tile: str, turn: int, price: int) -> None:
    """Printed yellow hexes take green at once; Birmingham 40, Manchester 60, Bristol 20 (5.8.10, 5.8.1)."""
    table = Table().phase(3).major_turn("MR", cash=60).token("MR", hex_id)
    fits = {rotation for name, rotation in placings(table, hex_id) if name == tile}
    rotation = turn if turn in fits else min(fits)
    assert cost(table, LayTile("MR", hex_id, tile, rotation)) == price
    assert (
        not Table().phase(2).major_turn("MR", cash=60).token("MR", hex_id).legal(LayTile("MR", hex_id, tile, rotation))
    )


@pytest.mark.rule("TR12")
def test_terrain_is_paid_once() -> None:
    """Gloucester's river is paid for with the first tile; its upgrades are free (5.8.11)."""
    table = Table().phase(3).major_turn("SWR", cash=0).lay("H33", "57", 0)
    assert cost(table, LayTile("SWR", "H33", "14", 0)) == 0


@pytest.mark.rule("TR13")
def test_no_money_no_track() -> None:
    """Maidstone's rough ground costs £40: with £39 nothing is laid (5.8.12)."""
    lay = LayTile("M13", "O40", "57", 2)
    refusal = Table().minor_turn("M13", cash=39).refusal(lay)
    assert (refusal.reason, refusal.paragraph) == (Reason.NO_CASH, "5.8.12")
    assert Table().minor_turn("M13", cash=40).legal(lay)


@pytest.mark.rule("TR14")
def test_a_used_up_tile_is_freed_by_an_upgrade() -> None:
    """Six tiles 5 are supplied: the seventh must wait until one is upgraded; plain yellow never runs out (5.8.15)."""
    table = darlington(phase=3)
    for hex_id in ("K10", "K14", "K20", "K24", "K28", "K30"):
        table.lay(hex_id, "5", 0)
    refusal = table.refusal(LayTile("M5", "J15", "5", 0))
    assert (refusal.reason, refusal.paragraph) == (Reason.NO_TILE, "5.8.15")
    table.minor("M8", 2)
    upgrade = LayTile("M8", "K24", "14", 0)
    table.turn("M8").do(upgrade)
    table.turn("M5")
    assert table.legal(LayTile("M5", "J15", "5", 0))
    plain = [hex_.id for hex_ in table.state.title.hexes.values() if "9" in hex_.first_tiles and hex_.id != "J17"]
    for hex_id in plain[:60]:
        table.lay(hex_id, "9", 0)
    table.lay("J15", "57", 0)
    assert table.legal(LayTile("M5", "J17", "9", 0))


@pytest.mark.rule("TR15")
@pytest.mark.parametrize("rule", ["all", "cities"])
def test_six_exits_come_first_in_cities(rule: str) -> None:
    """Where tile 63 fits, 611 may not be laid; where a side is closed, it may (5.8.17)."""
    table = Table(six_way=rule).phase(5).major_turn("MR", cash=0).lay("J29", "14", 0)
    refusal = table.refusal(LayTile("MR", "J29", "611", 0))
    assert (refusal.reason, refusal.paragraph) == (Reason.SIX_WAY, "5.8.17")
    assert {tile for tile, _ in placings(table, "J29")} == {"63"}
    north = Table(six_way=rule).phase(5).major_turn("MR", cash=0).lay("K10", "15", 0).token("MR", "K10")
    assert {tile for tile, _ in placings(north, "K10")} == {"611"}


@pytest.mark.rule("TR15")
def test_five_exits_when_the_six_are_used_up() -> None:
    """With all eight tiles 63 on the map it is not possible to prefer them (5.8.17)."""
    table = Table().phase(5).major_turn("MR", cash=0).lay("J29", "14", 0)
    for hex_id in ("K20", "K24", "K28", "K30", "M30", "L33", "K38", "H23"):
        table.lay(hex_id, "63", 0)
    assert {tile for tile, _ in placings(table, "J29")} == {"611"}


@pytest.mark.rule("TR15")
@pytest.mark.parametrize(("rule", "cheap"), [("all", False), ("cities", True)])
def test_six_exits_even_over_an_estuary(rule: str, cheap: bool) -> None:
    """Plain grey 60 comes before 169, even if it costs an estuary side; not so in recorded games (5.8.17)."""
    table = Table(six_way=rule).phase(7).major_turn("SWR", cash=40).lay("H33", "57", 0).lay("H35", "546", 1)
    away = LayTile("SWR", "H35", "169", 3)
    assert table.state.title.tiles["169"].faces[3].exits == {0, 1, 3, 4, 5}
    assert table.legal(away) is cheap
    if not cheap:
        assert (table.refusal(away).reason, table.refusal(away).paragraph) == (Reason.SIX_WAY, "5.8.17")
    assert cost(table, LayTile("SWR", "H35", "60", 0)) == 40


@pytest.mark.rule("TR16")
def test_swansea_takes_57_first() -> None:
    """Swansea's first tile is a yellow 57 from Fishguard to the south-east; Oystermouth disappears (5.8.4, 1.2.2)."""
    table = Table().minor_turn("M24")
    assert placings(table, "D35") == {("57", 2)}  # Rotation 5 looks the same.
    assert len(table.state.title.face("D35", None).towns) == 1
    table.do(LayTile("M24", "D35", "57", 2))
    assert table.state.title.face("D35", table.state.tiles["D35"]).towns == ()


@pytest.mark.rule("TR16", "TR03")
def test_swansea_is_labelled_from_green_on() -> None:
    """After its yellow tile Swansea takes the S tile only, never an unlabelled green one (5.8.2, 5.8.3)."""
    table = Table().phase(3).minor_turn("M24").lay("D35", "57", 2)
    assert {tile for tile, _ in placings(table, "D35")} == {"X3"}


@pytest.mark.rule("TR17", "TR18")
def test_m19_and_m24_at_swansea() -> None:
    """M24's L runs for £30; M19 lays towards Swansea, then upgrades it, and M24 runs for £20 only (5.8.4, 5.8.5)."""
    table = Table().minor_turn("M19", trains=["L"])
    table.minor("M24", 2, trains=["L"])
    table.do(LayTile("M19", "E36", "8", 2))
    table.turn("M24", "run_trains")
    assert revenue(table) == 30
    table.turn("M19")
    table.do(LayTile("M19", "D35", "57", 2))
    table.turn("M24", "run_trains")
    assert revenue(table) == 20


@pytest.mark.rule("TR19")
def test_less_track_than_allowed() -> None:
    """A company may lay one tile of two, or none (5.8.14)."""
    table = Table().phase(3).major_turn("MR", cash=100).lay("J29", "57", 0)
    assert table.legal(Pass(1, "MR"))
    table.do(LayTile("MR", "J31", "4", 0))
    assert table.legal(Pass(1, "MR"))
    table.do(Pass(1, "MR"))
    assert table.step != "track"
    nothing = Table().phase(3).major_turn("MR", cash=100)
    nothing.do(Pass(1, "MR"))
    assert nothing.state.tiles == {}

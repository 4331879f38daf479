"""Private powers in tile lays: P2, P5, P8, P10, P11, P12, P21 (checklist PV; Table 3, rulebook chapter 3.1)."""

import pytest

from broadgauge_engine.actions import AcquirePrivate, LayTile, MoveToken, PlaceToken
from broadgauge_engine.events import PrivateClosed, TileLaid, TokenMoved, TokenPlaced
from broadgauge_engine.options import Reason
from tests.engine.rules.boards import cost, kent, placings
from tests.engine.table import Table, of


def derby(*privates: str, phase: int = 3, cash: int = 300) -> Table:
    """MR with privates; its home leads south, to the town of Coventry, and north."""
    table = Table().phase(phase).major_turn("MR", cash=cash).lay("J29", "57", 0)
    for name in privates:
        table.owns("MR", name)
    return table


def closed(events: list[object]) -> list[str]:
    """The privates that closed."""
    return [event.private for event in of(events, PrivateClosed)]


# -- P2, P11 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PV02")
def test_p2_lays_plain_track_on_a_small_station() -> None:
    """With P2 a plain yellow tile goes straight onto a single small station, and P2 closes (P2, 3.1.14)."""
    table = derby("P2", phase=2)
    assert table.refusal(LayTile("MR", "J31", "9", 0)).reason is Reason.LABEL
    assert {tile for tile, _ in placings(table, "J31", "P2")} == {"7", "8", "9"}
    events = table.do(LayTile("MR", "J31", "9", 0, ("P2",)))
    assert closed(events) == ["P2"]
    assert table.state.title.face("J31", table.state.tiles["J31"]).towns == ()
    assert table.step != "track"  # it was the normal lay
    assert table.state.companies["MR"].privates == []


@pytest.mark.rule("PV02")
def test_p2_upgrades_a_small_station_to_plain_track() -> None:
    """A small-station tile becomes plain track of the next colour; its track is kept, no colour comes early (P2)."""
    table = derby("P2").lay("J31", "4", 0)
    plain = {"80", "81", "82", "83"}
    found = placings(table, "J31", "P2")
    assert found
    assert {tile for tile, _ in found} <= plain
    assert all({0, 3} <= table.state.title.tiles[tile].faces[turn].exits for tile, turn in found)
    assert table.refusal(LayTile("MR", "J31", "82", 1, ("P2",))).reason is Reason.TRACK_LOST
    early = derby("P2", phase=2).lay("J31", "4", 0)
    assert early.refusal(LayTile("MR", "J31", "82", 0, ("P2",))).paragraph in ("5.8.16", "5.8.13")
    assert closed(table.do(LayTile("MR", "J31", "82", 0, ("P2",)))) == ["P2"]
    assert table.step != "track"


@pytest.mark.rule("PV02")
def test_p2_leaves_other_rules_alone() -> None:
    """Terrain is paid, and neither cities nor plain hexes are P2's business (P2, 5.8.9)."""
    table = Table().phase(2).major_turn("LNWR", cash=60)
    table.token("LNWR", "I22").owns("LNWR", "P2")
    assert cost(table, LayTile("LNWR", "J21", "9", 1, ("P2",))) == 60
    other = derby("P2", phase=2).lay("J31", "4", 0)
    assert not other.legal(LayTile("MR", "J33", "9", 0, ("P2",)))
    assert not other.legal(LayTile("MR", "J29", "9", 0, ("P2",)))


@pytest.mark.rule("PV02", "TR15", "PV04")
@pytest.mark.parametrize(("phase", "privates"), [(7, ("P2",)), (5, ("P2", "P11"))])
def test_p2_lays_grey_track_with_six_exits(phase: int, privates: tuple[str, ...]) -> None:
    """A brown small station becomes plain grey track, with P11 before phase 7 too; 60 comes before 169 (P2, 5.8.17)."""
    table = derby(*privates, phase=phase).lay("J31", "767", 0)
    assert {tile for tile, _ in placings(table, "J31", *privates)} == {"60"}
    assert table.refusal(LayTile("MR", "J31", "169", 0, privates)).reason is Reason.SIX_WAY


@pytest.mark.rule("PV03")
@pytest.mark.parametrize("laid", ["", "1"])
def test_p2_is_not_for_double_small_stations(laid: str) -> None:
    """Wigan and Bolton keep both their towns (3.1.14)."""
    table = Table().phase(3).major_turn("LNWR", cash=100)
    table.token("LNWR", "H19").lay("H19", "57", 0).owns("LNWR", "P2")
    if laid:
        table.lay("H21", laid, 0)
    assert placings(table, "H21", "P2") == set()
    for tile in ("7", "8", "9", "80", "81", "82", "83"):
        assert not any(table.legal(LayTile("LNWR", "H21", tile, turn, ("P2",))) for turn in range(6))


@pytest.mark.rule("PV04")
@pytest.mark.parametrize("phase", [3, 4])
def test_p2_and_p11_together(phase: int) -> None:
    """SECR turns the green town of Folkestone into plain brown track before phase 5, with both privates (3.1.17)."""
    table = kent(Table().phase(phase)).major_turn("SECR", cash=100).lay("O42", "141", 2)
    table.owns("SECR", "P2").owns("SECR", "P11")
    found = placings(table, "O42", "P2", "P11")
    assert found
    assert {tile for tile, _ in found} <= {"544", "545", "546"}
    tile, turn = min(found)
    alone = table.refusal(LayTile("SECR", "O42", tile, turn, ("P2",)))
    assert (alone.reason, alone.paragraph) == (Reason.PHASE, "5.8.16")
    assert {tile for tile, _ in placings(table, "O42", "P11")} <= {"767", "768", "769"}
    events = table.do(LayTile("SECR", "O42", tile, turn, ("P2", "P11")))
    assert sorted(closed(events)) == ["P11", "P2"]
    assert table.step != "track"


@pytest.mark.rule("PV10", "PV04")
@pytest.mark.parametrize(
    ("phase", "old", "tile", "turn"),
    [(2, "9", "82", 0), (3, "82", "544", 0), (4, "82", "544", 0), (5, "544", "60", 0), (6, "544", "60", 0)],
)
def test_p11_lays_the_next_colour(phase: int, old: str, tile: str, turn: int) -> None:
    """P11 gives plain track the colour that comes next, in phases 2 to 6, and closes (P11)."""
    table = derby("P11", phase=phase).lay("J31", "4", 0).lay("J33", old, 0)
    action = LayTile("MR", "J33", tile, turn, ("P11",))
    assert not table.legal(LayTile("MR", "J33", tile, turn))
    assert closed(table.do(action)) == ["P11"]
    assert table.state.tiles["J33"] == (tile, turn)
    assert table.step != "track"
    later = derby("P11", phase={2: 3, 3: 5, 4: 5, 5: 7, 6: 7}[phase]).lay("J31", "4", 0).lay("J33", old, 0)
    assert later.refusal(action).reason is Reason.PHASE  # the colour is there without the private


@pytest.mark.rule("PV10")
def test_p11_lays_town_track_too() -> None:
    """Small-station track is for P11 as well; cities and undeveloped hexes are not (P11)."""
    table = derby("P11", phase=2).lay("J31", "4", 0)
    assert {tile for tile, _ in placings(table, "J31", "P11")} == {"141", "142"}
    assert placings(table, "J29", "P11") == set()
    assert placings(table, "J33", "P11") == set()
    assert placings(table, "J27", "P11") == set()


@pytest.mark.rule("PV10")
def test_p11_skips_no_colour() -> None:
    """Green comes first where yellow lies, even if brown is the next colour to come (P11)."""
    table = derby("P11", phase=3).lay("J31", "4", 0).lay("J33", "9", 0)
    assert placings(table, "J33", "P11") == set()
    refusal = table.refusal(LayTile("MR", "J33", "544", 0, ("P11",)))
    assert refusal.paragraph == "5.8.1"
    assert table.refusal(LayTile("MR", "J33", "82", 0, ("P11",))).reason is Reason.PHASE
    two = derby("P11", phase=2).lay("J31", "4", 0).lay("J33", "82", 0)
    assert two.refusal(LayTile("MR", "J33", "544", 0, ("P11",))).reason is Reason.PHASE


@pytest.mark.rule("PV10")
def test_p11_is_in_place_of_the_normal_lays() -> None:
    """Neither before nor after P11's lay is there another one (P11)."""
    table = derby("P11", phase=3).lay("J31", "141", 0)
    table.do(LayTile("MR", "J27", "9", 0))
    brown = LayTile("MR", "J31", "767", 0, ("P11",))
    assert table.refusal(brown).reason is Reason.LAY_LIMIT
    fresh = derby("P11", phase=3).lay("J31", "141", 0)
    fresh.do(brown)
    assert fresh.step != "track"


@pytest.mark.rule("PV10")
def test_p11_of_a_minor_ends_with_green() -> None:
    """For a minor P11 is of use in phase 2 only: it never lays brown (3.3.7)."""
    table = Table().phase(2).minor_turn("M5").lay("J15", "57", 0).lay("J17", "9", 0)
    table.owns("M5", "P11")
    assert table.legal(LayTile("M5", "J17", "82", 0, ("P11",)))
    table.phase(3).lay("J17", "82", 0)
    refusal = table.refusal(LayTile("M5", "J17", "544", 0, ("P11",)))
    assert (refusal.reason, refusal.paragraph) == (Reason.COMPANY_KIND, "3.3.7")


# -- P5 ----------------------------------------------------------------------------------------------------------------


def caledonian(phase: int = 3, channel: str = "X4", others: tuple[str, ...] = (), cash: int = 200) -> Table:
    """CR, far from the Channel, owns P5; other companies may hold the Channel's spaces."""
    table = Table().phase(phase).lay("P43", channel, 0)
    for name in others:
        table.major(name, 2)
        table.token(name, "P43")
    return table.major_turn("CR", cash=cash).owns("CR", "P5")


@pytest.mark.rule("PV05")
def test_p5_places_an_exchange_token_without_a_route() -> None:
    """P5 puts an exchange token into the Channel free, without a route, beside the token of the turn (3.1.17)."""
    table = caledonian().turn("CR", "token")
    events = table.do(PlaceToken("CR", "P43", 0, "P5"))
    assert TokenPlaced("CR", "P43", 0, "exchange", 0) in events
    assert closed(events) == ["P5"]
    company = table.state.companies["CR"]
    assert (company.exchange, company.available, company.cash) == (2, 1, 200)
    both = caledonian().turn("CR", "token").lay("F7", "69", 0).lay("F5", "4", 1).lay("G4", "57", 1)
    assert both.legal(PlaceToken("CR", "G4", 0))
    both.do(PlaceToken("CR", "P43", 0, "P5"))
    both.state.step = "token"
    assert both.legal(PlaceToken("CR", "G4", 0))


@pytest.mark.rule("PV05")
@pytest.mark.parametrize(("others", "step"), [((), "track"), (("P2",), "acquire_private")])
def test_the_acquiring_company_builds_from_its_new_token(others: tuple[str, ...], step: str) -> None:
    """Whoever acquires P5 may at once place the token, and then lays track from the Channel (5.12.10, 5.3.1)."""
    table = Table().phase(3).lay("P43", "X4", 0).hold(1, "P5", *others)
    table.major_turn("CR", "acquire_private", cash=200)
    coast = LayTile("CR", "P41", "5", 0)
    assert not table.legal(PlaceToken("CR", "P43", 0, "P5"))
    table.do(AcquirePrivate("CR", "P5"))
    assert table.step == step
    assert not table.legal(coast)
    (option,) = table.options(PlaceToken)
    assert option.action == PlaceToken("CR", "P43", 0, "P5")
    assert option.label == "Place an exchange token in P43 (English Channel) with P5"
    assert closed(table.do(option.action)) == ["P5"]
    table.play_until(lambda: table.step == "track")
    table.do(coast)
    assert table.state.tiles["P41"] == ("5", 0)


@pytest.mark.rule("PV05")
@pytest.mark.parametrize("step", ["acquire_private", "track", "token", "buy_train", "acquire_minor", "issue_redeem"])
@pytest.mark.parametrize("action", [PlaceToken("CR", "P43", 0, "P5"), MoveToken("CR", "P5", "available")])
def test_both_halves_of_p5_are_used_in_the_same_steps(step: str, action: PlaceToken | MoveToken) -> None:
    """Placing the token and moving it on the charter are choices of one power, whatever the step (5.12.10, P5)."""
    table = caledonian().hold(1, "P2").turn("CR", step)
    assert table.legal(action)
    assert any(option.action == action for option in table.options(type(action)))


@pytest.mark.rule("PV05")
def test_p5_places_in_the_channel_and_nowhere_else() -> None:
    """No other city, no other company's private, no second token there, and only an exchange token (3.1.17, 5.12.6)."""
    assert caledonian().refusal(PlaceToken("CR", "G4", 0, "P5")).paragraph == "3.1.17"
    assert caledonian().refusal(PlaceToken("CR", "P43", 0, "P2")).reason is Reason.NOT_OWNED
    assert caledonian().token("CR", "P43").refusal(PlaceToken("CR", "P43", 0, "P5")).reason is Reason.OWN_TOKEN
    bare = caledonian()
    bare.state.companies["CR"].exchange = 0
    assert bare.refusal(PlaceToken("CR", "P43", 0, "P5")).reason is Reason.NO_TOKEN


@pytest.mark.rule("PV06")
def test_p5_upgrades_a_full_channel() -> None:
    """Without a space P5's owner may upgrade the Channel for £100, which is its track lay, and place (3.1.17)."""
    table = caledonian(5, others=("LBSCR",), cash=100)
    action = LayTile("CR", "P43", "X9", 0, ("P5",))
    assert table.refusal(PlaceToken("CR", "P43", 0, "P5")).reason is Reason.NO_SLOT
    events = table.do(action)
    assert [event.cost for event in of(events, TileLaid)] == [100]
    assert TokenPlaced("CR", "P43", 0, "exchange", 0) in events
    assert closed(events) == ["P5"]
    assert table.state.tokens["P43", 0] == ("LBSCR", "CR")
    assert table.step != "track"


@pytest.mark.rule("PV06")
def test_when_p5_does_not_upgrade() -> None:
    """Not before brown is there, without £100, with an open space, or where no space comes of it (3.1.17)."""
    action = LayTile("CR", "P43", "X9", 0, ("P5",))
    assert caledonian(4, others=("LBSCR",)).refusal(action).reason is Reason.PHASE
    assert caledonian(5, others=("LBSCR",), cash=99).refusal(action).reason is Reason.NO_CASH
    assert caledonian(5).refusal(action).reason is Reason.NOT_NEEDED
    done = caledonian(5, others=("LBSCR",)).lay("E8", "9", 0)
    done.do(LayTile("CR", "E10", "9", 0))
    assert done.refusal(action).reason is Reason.LAY_LIMIT
    empty = caledonian(5, others=("LBSCR",))
    empty.state.companies["CR"].exchange = 0
    assert empty.refusal(action).reason is Reason.NO_TOKEN
    yellow = Table().phase(3)
    yellow.major("LBSCR", 2)
    yellow.token("LBSCR", "P43").major_turn("CR", cash=200).owns("CR", "P5")
    assert yellow.refusal(LayTile("CR", "P43", "X4", 0, ("P5",))).reason is Reason.NO_SLOT
    own = caledonian(7, "X9", ("LBSCR",)).token("CR", "P43")
    assert own.refusal(LayTile("CR", "P43", "X15", 0, ("P5",))).paragraph == "5.12.6"
    full = caledonian(7, "X9", ("LBSCR", "SECR"))
    assert full.legal(LayTile("CR", "P43", "X15", 0, ("P5",)))
    assert full.refusal(LayTile("CR", "P43", "X15", 0)).reason is Reason.NOT_CONNECTED


@pytest.mark.rule("PV07")
def test_p5_makes_an_exchange_token_available() -> None:
    """Instead, P5 moves an exchange token to the available ones (5.12.10)."""
    table = caledonian()
    events = table.do(MoveToken("CR", "P5", "available"))
    assert TokenMoved("CR", "available") in events
    assert closed(events) == ["P5"]
    company = table.state.companies["CR"]
    assert (company.exchange, company.available) == (2, 2)
    assert caledonian().refusal(MoveToken("CR", "P5", "exchange")).reason is Reason.NOT_OWNED


# -- P8 ----------------------------------------------------------------------------------------------------------------


def sheffield(use: str) -> Table:
    """M8 of player 1 takes over P8; a hill is to the west of its home."""
    table = Table().phase(3).hold(1, "P8").minor_turn("M8", "acquire_private").lay("K24", "57", 2)
    table.do(AcquirePrivate("M8", "P8", use))
    return table.turn("M8")


@pytest.mark.rule("PV08")
def test_p8_is_taken_as_token_or_discount() -> None:
    """The acquiring company chooses at once (P8)."""
    table = Table().phase(3).hold(1, "P8").minor_turn("M8", "acquire_private")
    assert [option.action.use for option in table.options(AcquirePrivate)] == ["token", "discount"]
    assert not table.legal(AcquirePrivate("M8", "P8"))


@pytest.mark.rule("PV08")
def test_the_token_of_p8() -> None:
    """The token pays the whole of one lay on rough, hill or mountain ground, and P8 closes (P8)."""
    table = sheffield("token")
    lay = LayTile("M8", "J23", "9", 2)
    assert table.legal(lay)
    table.state.companies["M8"].cash = 0
    assert table.refusal(lay).reason is Reason.NO_CASH
    events = table.do(LayTile("M8", "J23", "9", 2, ("P8",)))
    assert [event.cost for event in of(events, TileLaid)] == [0]
    assert closed(events) == ["P8"]
    assert sheffield("token").refusal(LayTile("M8", "L25", "9", 2, ("P8",))).reason is Reason.NOT_NEEDED


@pytest.mark.rule("PV08")
@pytest.mark.parametrize(("home", "hex_id", "turn", "price"), [("K24", "J23", 2, 40), ("J15", "I16", 1, 60)])
def test_the_discount_of_p8(home: str, hex_id: str, turn: int, price: int) -> None:
    """The discount takes £20 off every hill and mountain, and P8 stays (P8)."""
    table = sheffield("discount").lay(home, "57", turn)
    table.token("M8", home)
    assert cost(table, LayTile("M8", hex_id, "9", turn)) == price
    assert "P8" in table.state.companies["M8"].privates
    again = sheffield("discount")
    assert again.refusal(LayTile("M8", "J23", "9", 2, ("P8",))).reason is Reason.NOT_OWNED


@pytest.mark.rule("PV08")
def test_p8_in_manchester_and_on_rough_ground() -> None:
    """Manchester's hill costs £40 with the discount, nothing with the token; rough ground and rivers stay (P8)."""
    for use, price in (("discount", 40), ("token", 0)):
        table = Table().phase(3).hold(1, "P8").major_turn("LNWR", "acquire_private", cash=60)
        table.token("LNWR", "I22").do(AcquirePrivate("LNWR", "P8", use))
        privates = ("P8",) if use == "token" else ()
        assert cost(table.turn("LNWR"), LayTile("LNWR", "I22", "X2", 0, privates)) == price
    rough = Table().phase(3).hold(1, "P8").minor_turn("M13", "acquire_private")
    rough.do(AcquirePrivate("M13", "P8", "discount"))
    assert cost(rough.turn("M13"), LayTile("M13", "O40", "57", 2)) == 40
    river = Table().phase(3).hold(1, "P8").major_turn("SWR", "acquire_private", cash=100)
    river.do(AcquirePrivate("SWR", "P8", "discount"))
    assert cost(river.turn("SWR"), LayTile("SWR", "H33", "57", 0)) == 40

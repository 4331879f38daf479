"""Phases and what their beginning sets off (checklist PH; rulebook chapters 2.2, 2.3 and 5.5)."""

import pytest

from broadgauge_engine.actions import (
    AcquirePrivate,
    BuyDirectorCertificate,
    BuyTrain,
    ConvertConcession,
    DiscardTrain,
    FlipTrain,
    LayTile,
    Pass,
)
from broadgauge_engine.events import ItemRemoved, PhaseStarted, PrivateClosed, TrainRusted
from broadgauge_engine.options import Reason
from broadgauge_engine.state import depot
from tests.engine.table import Table, of


def buyer(phase: int, top: str, *, minor: bool = False, trains: tuple[str, ...] = ()) -> tuple[Table, str]:
    """A rich company at its train step, before the bank's next kind of train."""
    table = Table().phase(phase).depot(top)
    if minor:
        name = table.minor("M7", 1, cash=1500, trains=trains).id
    else:
        name = table.major("MR", 1, cash=1500, trains=trains).id
    return table.turn(name, "buy_train"), name


@pytest.mark.rule("PH01")
def test_the_first_2_train_starts_phase_2() -> None:
    """A 2-train bought outright starts phase 2 (2.3)."""
    table, name = buyer(1, "L", minor=True)
    log = table.do(BuyTrain(name, "2", "bank", 120))
    assert of(log, PhaseStarted) == [PhaseStarted(2)]
    assert table.state.phase_number == 2
    assert table.state.depot["L"] == 21


@pytest.mark.rule("PH01")
def test_an_l_train_starts_nothing() -> None:
    """Phase 1 goes on when L-trains are bought (Table 2)."""
    table, name = buyer(1, "L", minor=True)
    assert not of(table.do(BuyTrain(name, "L", "bank", 60)), PhaseStarted)
    assert table.state.phase_number == 1


@pytest.mark.rule("PH02", "TB03")
def test_the_first_conversion_starts_phase_2() -> None:
    """The first L-train that is converted to a 2-train starts phase 2 (2.3, 5.5.7)."""
    table, name = buyer(1, "L", minor=True, trains=("L",))
    log = table.do(FlipTrain(name))
    assert of(log, PhaseStarted) == [PhaseStarted(2)]
    assert table.state.companies[name].trains == ["2"]
    assert table.state.companies[name].cash == 1420


@pytest.mark.rule("PH03", "PH11")
def test_the_first_3_train_removes_all_l_trains() -> None:
    """Phase 3: every L-train goes, also out of the pool, and nobody is paid for it (2.3, 5.5.15)."""
    table, name = buyer(2, "3", trains=("L", "2"))
    other = table.minor("M24", 2, cash=10, trains=("L", "L"))
    table.state.pool = ["L", "2"]
    cash = [player.cash for player in table.state.players]
    log = table.do(BuyTrain(name, "3", "bank", 200))
    assert table.state.phase_number == 3
    assert table.state.companies[name].trains == ["2", "3"]
    assert (other.trains, other.cash) == ([], 10)
    assert table.state.pool == ["2"]
    assert {(event.owner, event.count) for event in of(log, TrainRusted)} == {(name, 1), ("M24", 2), ("pool", 1)}
    assert [player.cash for player in table.state.players] == cash


@pytest.mark.rule("PH03")
def test_phase_3_brings_green_tiles_and_trades_between_companies() -> None:
    """From phase 3 green tiles are laid and companies sell trains to each other (2.3, 5.8.16)."""
    table, name = buyer(2, "3")
    table.lay("J29", "57", 0)
    table.minor("M24", 1, trains=("2",))
    trade = BuyTrain(name, "2", "M24", 50)
    assert table.refusal(trade).reason is Reason.PHASE
    table.do(BuyTrain(name, "3", "bank", 200))
    assert table.legal(trade)
    green = [o.action for o in table.turn(name, "track").options(LayTile) if o.action.hex == "J29"]
    assert {table.state.title.tiles[action.tile].colour for action in green} == {"green"}
    table.phase(2)
    assert all(table.refusal(action) for action in green)


@pytest.mark.rule("PH10")
@pytest.mark.parametrize(("phase", "legal"), [(1, False), (2, False), (3, True), (4, True)])
def test_companies_trade_from_phase_3(phase: int, legal: bool) -> None:
    """In phases 1 and 2 trains come from the bank only (2.3)."""
    table, name = buyer(phase, "L", minor=True)
    table.minor("M24", 1, trains=("2",))
    trade = BuyTrain(name, "2", "M24", 50)
    assert table.legal(trade) is legal
    if not legal:
        assert (table.refusal(trade).reason, table.refusal(trade).paragraph) == (Reason.PHASE, "2.3")


@pytest.mark.rule("PH04")
def test_the_first_4_train() -> None:
    """Phase 4: 2-trains go, minors may own one train and majors three (2.3)."""
    table, name = buyer(3, "4", trains=("2", "3"))
    minor = table.minor("M24", 2, trains=("3",))
    table.do(BuyTrain(name, "4", "bank", 300))
    major = table.state.companies[name]
    assert table.state.phase_number == 4
    assert major.trains == ["3", "4"]
    assert (depot.limit(table.state, minor), depot.limit(table.state, major)) == (1, 3)


@pytest.mark.rule("PH05")
def test_the_first_5_train_removes_the_concessions() -> None:
    """Phase 5: unconverted concessions leave play wherever they are, without compensation (2.3, 3.2.5, 4.8.1)."""
    table, name = buyer(4, "5")
    table.hold(2, "C2")
    cash = table.state.player(2).cash
    log = table.do(BuyTrain(name, "5", "bank", 500))
    assert table.state.phase_number == 5
    assert (table.state.player(2).items, table.state.player(2).cash) == ([], cash)
    assert table.state.boxes["concessions"] == table.state.stacks["concessions"] == []
    assert {event.item for event in of(log, ItemRemoved)} == {f"C{n}" for n in range(1, 11)} - {"C6"}
    table.stock_turn(2)
    assert table.refusal(ConvertConcession(2, "GWR", 60)).reason is Reason.NOT_OWNED
    assert table.legal(BuyDirectorCertificate(2, "GWR", 60))


@pytest.mark.rule("PH05")
def test_the_limits_and_tiles_of_phase_5() -> None:
    """Phase 5: minors own one train, majors two; brown tiles are available (2.3, 5.8.16)."""
    table, name = buyer(4, "5", trains=("3", "3"))
    table.lay("J29", "15", 0)
    brown = [("MR", "J29", tile) for tile in ("63", "611")]
    table.do(BuyTrain(name, "5", "bank", 500))
    assert table.step == "discard_train"
    table.do(DiscardTrain(name, "3"))
    assert table.state.companies[name].trains == ["3", "5"]
    offered = {(o.action.company, o.action.hex, o.action.tile) for o in table.turn(name, "track").options(LayTile)}
    assert offered.intersection(brown)
    offered = {(o.action.company, o.action.hex, o.action.tile) for o in table.phase(4).options(LayTile)}
    assert not offered.intersection(brown)


@pytest.mark.rule("PH06")
def test_the_first_6_train() -> None:
    """Phase 6: 3-trains go; majors that float from now on get their whole capital (2.3, 3.4.6)."""
    table, name = buyer(5, "6", trains=("3",))
    table.do(BuyTrain(name, "6", "bank", 600))
    assert table.state.phase_number == 6
    assert table.state.companies[name].trains == ["6"]
    assert table.state.phase.capital == "full"


@pytest.mark.rule("PH07")
@pytest.mark.parametrize(("kind", "price"), [("7", 750), ("E", 1000)])
def test_the_first_7_or_e_train(kind: str, price: int) -> None:
    """Phase 7: 4-trains go, grey tiles come, P15 and P20 close with their credits (2.3, 3.1.10, P15, P20)."""
    table = Table(plus_expansion=True, plus_no_removals=True).phase(6).depot("7")
    name = table.major("LYR", 1, cash=1500, trains=("4",)).id
    table.hold(2, "P15", "P20")
    table.state.credits = {"P15": 120, "P20": 40}
    bank = table.state.bank
    log = table.turn(name, "buy_train").do(BuyTrain(name, kind, "bank", price))
    assert table.state.phase_number == 7
    assert table.state.companies[name].trains == [kind]
    assert {event.private for event in of(log, PrivateClosed)} == {"P15", "P20"}
    assert table.state.player(2).items == []
    assert table.state.credits == {}
    assert table.state.bank == bank + price + 160
    assert "grey" in table.state.phase.colours


@pytest.mark.rule("PH07")
def test_only_privates_in_the_game_close() -> None:
    """P20 belongs to 1822+: in the base game there is nothing to close (6.2.2, P20)."""
    table, name = buyer(6, "7")
    log = table.do(BuyTrain(name, "7", "bank", 750))
    assert [event.private for event in of(log, PrivateClosed)] == ["P15"]
    assert "P20" not in table.state.gone


@pytest.mark.rule("PH07")
def test_an_acquired_p15_stays_closed() -> None:
    """What a company took over before phase 7 it keeps (P15)."""
    table, name = buyer(6, "7")
    table.hold(1, "P15")
    table.state.credits = {"P15": 90}
    table.turn(name, "acquire_private").do(AcquirePrivate(name, "P15"))
    table.turn(name, "buy_train")
    log = table.do(BuyTrain(name, "7", "bank", 750))
    assert table.state.companies[name].cash == 1500 + 90 - 750
    assert "P15" not in [event.private for event in of(log, PrivateClosed)]


@pytest.mark.rule("PH08")
@pytest.mark.parametrize(("phase", "value"), [(1, 10), (2, 10), (3, 20), (4, 20), (5, 30), (6, 30), (7, 40)])
def test_off_board_values_follow_the_phase(phase: int, value: int) -> None:
    """The yellow value counts in phases 1 and 2, green in 3 and 4, brown in 5 and 6, grey in 7 (5.4.5)."""
    state = Table().phase(phase).state
    fishguard = state.title.hexes["C34"].face.cities[0]
    assert fishguard.revenue[state.phase.band] == value


@pytest.mark.rule("PH09")
@pytest.mark.parametrize(("phase", "rounds"), [(1, 1), (2, 2), (5, 2)])
def test_operating_rounds_between_stock_rounds(phase: int, rounds: int) -> None:
    """One operating round follows a stock round in phase 1, two from phase 2 (5.1.1)."""
    table = Table().phase(phase).stock_turn(1)
    table.minor("M7", 1, cash=100, trains=("2",))
    table.finish_round()
    assert (table.state.round.part, table.state.round.parts) == (1, rounds)


@pytest.mark.rule("PH09")
def test_a_2_train_bought_on_the_way_adds_no_round() -> None:
    """After the first 2-train two rounds follow the next stock round, not the last one (5.1.1)."""
    table = Table()
    table.minor("M7", 1, cash=200)
    table.turn("M7", "buy_train", part=1, parts=1)
    table.do(BuyTrain("M7", "2", "bank", 120))
    table.finish_round()
    assert table.state.phase_number == 2
    assert table.state.round.kind == "stock"
    table.finish_round()
    assert (table.state.round.part, table.state.round.parts) == (1, 2)


@pytest.mark.rule("PH11")
@pytest.mark.parametrize(
    ("phase", "top", "price", "rusting"), [(3, "4", 300, "2"), (5, "6", 600, "3"), (6, "7", 750, "4")]
)
def test_trains_in_the_pool_become_obsolete_too(phase: int, top: str, price: int, rusting: str) -> None:
    """Obsolete trains leave the pool as well (5.5.15)."""
    table, name = buyer(phase, top)
    table.state.pool = [rusting, "5"]
    table.do(BuyTrain(name, top, "bank", price))
    assert table.state.pool == ["5"]


@pytest.mark.rule("PH12")
def test_permanent_trains_never_become_obsolete() -> None:
    """5, 6, 7, E, 2P, L of P19 and Pullman stay through every phase (Table 7, 5.5.13, 5.5.14)."""
    kinds = ["5", "5P", "6", "7", "E", "2P", "LP", "P+"]
    table = Table().phase(2).depot("3")
    keeper = table.major("GWR", 2, trains=kinds)
    for top, price in (("3", 200), ("4", 300), ("5", 500), ("6", 600), ("7", 750)):
        table.depot(top)
        if "LYR" not in table.state.companies:
            table.major("LYR", 1)
        company = table.state.companies["LYR"]
        company.cash, company.trains = price, []
        keeper.trains = []
        table.turn("LYR", "buy_train").do(BuyTrain("LYR", top, "bank", price))
        keeper.trains = list(kinds)
    assert table.state.phase_number == 7
    assert keeper.trains == kinds


@pytest.mark.rule("PH13")
@pytest.mark.parametrize(("phase", "first", "second"), [(2, True, False), (3, True, True), (7, True, True)])
def test_yellow_tiles_of_a_major(phase: int, first: bool, second: bool) -> None:
    """A major lays one yellow tile in phase 2, two from phase 3 (5.8.13, Table 2)."""
    table = Table().phase(phase)
    table.major("MR", 1, cash=500)
    table.turn("MR", "track")
    one, two = LayTile("MR", "J29", "57", 0), LayTile("MR", "J27", "9", 0)
    assert table.legal(one) is first
    table.do(one)
    assert table.legal(two) is second


@pytest.mark.rule("PH13")
def test_a_major_lays_two_yellow_or_one_upgrade() -> None:
    """From phase 3 an upgrade takes the place of both yellow tiles (5.8.13)."""
    table = Table().phase(3)
    table.major("MR", 1, cash=500)
    table.lay("J29", "57", 0).turn("MR", "track")
    yellow, upgrade = LayTile("MR", "J27", "9", 0), LayTile("MR", "J29", "14", 0)
    before = table.state.copy()
    table.do(upgrade)
    assert table.refusal(yellow).reason in (Reason.LAY_LIMIT, Reason.WRONG_STEP)
    table.state = before
    table.do(yellow)
    assert table.step == "track"
    assert table.refusal(upgrade).reason is Reason.LAY_LIMIT


@pytest.mark.rule("PH13", "MN10")
@pytest.mark.parametrize("phase", [1, 2, 3, 7])
def test_a_minor_lays_one_tile(phase: int) -> None:
    """A minor lays a single tile in a turn, whatever the phase (5.8.13, 3.3.7)."""
    table = Table().phase(phase)
    table.minor("M7", 1, cash=500)
    table.turn("M7", "track")
    table.do(LayTile("M7", "H23", "57", 0))
    assert table.step == "buy_train"
    assert table.refusal(LayTile("M7", "H25", "4", 0)).reason is Reason.WRONG_STEP


@pytest.mark.rule("PH14")
@pytest.mark.parametrize(
    ("phase", "minor", "major"), [(1, 2, 4), (2, 2, 4), (3, 2, 4), (4, 1, 3), (5, 1, 2), (6, 1, 2), (7, 1, 2)]
)
def test_train_limits(phase: int, minor: int, major: int) -> None:
    """Minors own 2, 2, 2, 1, 1, 1, 1 trains, majors 4 in phases 2 and 3, 3 in phase 4, 2 from phase 5 (Table 2)."""
    table = Table().phase(phase).depot("5")
    for name, limit in (("M7", minor), ("LYR", major)):
        start = table.minor if name == "M7" else table.major
        start(name, 1, cash=900, trains=["5"] * (limit - 1))
        table.turn(name, "buy_train")
        table.state.companies[name].trains.append("5")
        found = table.refusal(BuyTrain(name, "5", "bank", 500))
        assert (found.reason, found.paragraph) == (Reason.TRAIN_LIMIT, "5.15.8")
        table.state.companies[name].trains.pop()
        assert table.state.companies[name].trains == ["5"] * (limit - 1)
        assert table.legal(BuyTrain(name, "5", "bank", 500))


@pytest.mark.rule("PH03")
def test_a_3_train_in_phase_1_starts_phases_2_and_3() -> None:
    """Where the first 2-train never came, the 3-train starts phase 3 with all that phase 2 brings (2.2.1, Table 2)."""
    table, name = buyer(1, "3", minor=True, trains=("L",))
    log = table.do(BuyTrain(name, "3", "bank", 200))
    assert of(log, PhaseStarted) == [PhaseStarted(2), PhaseStarted(3)]
    assert table.state.companies[name].trains == ["3"]
    assert table.step == "buy_train"
    assert table.legal(Pass(1, name))

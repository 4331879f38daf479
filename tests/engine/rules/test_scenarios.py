"""Scenarios: games from which companies are removed, and the regional ones' variants (rulebook 6.2.1)."""

import pytest

from broadgauge_engine import engine
from broadgauge_engine.actions import BuyDirectorCertificate, LayTile, PlaceToken
from broadgauge_engine.board import places
from broadgauge_engine.options import Reason
from broadgauge_engine.record import Removals, Setup, SetupError, least_in_play
from broadgauge_engine.rule_options import RuleOptions
from broadgauge_engine.title import load_title
from broadgauge_engine.view import view
from tests.engine.rules.boards import problem, revenue, run
from tests.engine.table import NAMES, Table

OUT = Removals(("M7", "LYR", "P9"))
MRS_MINORS = {*(f"M{number}" for number in range(7, 22)), "M24"}


def everything(table: Table) -> list[str]:
    """What is in boxes and stacks, in order."""
    state = table.state
    boxed = [item for boxes in state.boxes.values() for item in boxes if item]
    return boxed + [item for stack in state.stacks.values() for item in stack]


def order(table: Table, kind: str) -> list[str]:
    """The certificates of one kind in the order in which they come to the boxes."""
    return [*filter(None, table.state.boxes[kind]), *table.state.stacks[kind]]


def error(title: str = "1822", removals: Removals | None = None, players: int = 3, **options: object) -> SetupError:
    """Why a game cannot be set up."""
    chosen = RuleOptions.from_mapping(options)
    with pytest.raises(SetupError) as found:
        engine.start(Setup(title, NAMES[:players], 1, chosen, removals or Removals()))
    return found.value


@pytest.mark.rule("SC01")
def test_removed_companies_are_nowhere() -> None:
    """What is named is in no box and no stack, the concession of a major neither, and the view tells (6.2.1)."""
    table = Table(removals=OUT)
    assert {"M7", "C7", "P9"} & {*everything(table)} == set()
    assert len(everything(table)) == 24 + 10 + 18 - 3
    assert view(table.state)["removed"] == ["M7", "LYR", "C7", "P9"]


@pytest.mark.rule("SC02")
@pytest.mark.parametrize(("removals", "kept"), [(None, 1), (OUT, 0)])
def test_their_homes_are_open(removals: Removals | None, kept: int) -> None:
    """No space is kept for a company that takes no part, so that others may place tokens there (6.2.1, 2.1.11)."""
    table = Table(removals=removals).phase(3)
    assert len(places.reservations(table.state, ("H23", 0))) == kept
    assert len(places.reservations(table.state, ("G22", 0))) == kept
    table.major("LNWR", 1, cash=500)
    table.token("LNWR", "G22").lay("G22", "6", 5).lay("H23", "6", 2).turn("LNWR", "token")
    assert table.legal(PlaceToken("LNWR", "H23", 0)) is (kept == 0)


@pytest.mark.rule("SC03")
@pytest.mark.parametrize("seed", range(5))
def test_the_first_certificates_stay_on_top(seed: int) -> None:
    """M24, LNWR and P1 come first where they are in play (2.1.4 to 2.1.6, 6.2.1)."""
    boxes = Table(seed=seed, removals=Removals(("M5", "GWR", "P2"))).state.boxes
    assert (boxes["minors"][0], boxes["concessions"][0], boxes["privates"][0]) == ("M24", "C1", "P1")


@pytest.mark.rule("SC03")
def test_without_the_first_certificates_the_shuffle_decides() -> None:
    """Where M24, LNWR and P1 are removed nothing takes their place: the rest lies as it would behind them (6.2.1)."""
    whole, rest = Table(), Table(removals=Removals(("M24", "LNWR", "P1")))
    for kind in ("minors", "concessions", "privates"):
        assert order(rest, kind) == order(whole, kind)[1:]


@pytest.mark.rule("SC03")
def test_m24_is_on_top_where_m14_is_removed() -> None:
    """The advanced set puts M14 first; without M14 it is M24 as always (2.1.5, 6.2.1)."""
    for named, top in (((), "M14"), (("M14",), "M24")):
        table = Table(title="1822MRS", private_set="advanced", removals=Removals(named))
        assert table.state.boxes["minors"][0] == top


@pytest.mark.rule("SC04")
def test_the_seed_draws() -> None:
    """So many as are asked for are drawn, others with another seed, the same with the same (6.2.1)."""
    removals = Removals(("M5",), drawn_minors=6, drawn_majors=2, drawn_privates=3)
    drawn = [view(Table(seed=seed, removals=removals).state)["removed"] for seed in range(12)]
    for removed in drawn:
        concessions = [card for card in removed if card in load_title("1822").concessions]
        assert len(concessions) == 2
        assert sum(card.startswith("P") for card in removed) == 3
        assert len(removed) == 1 + 6 + 2 * 2 + 3
        assert "M5" in removed
    assert len({tuple(removed) for removed in drawn}) == 12
    assert view(Table(seed=3, removals=removals).state)["removed"] == drawn[3]


@pytest.mark.rule("SC04")
def test_every_company_may_be_drawn() -> None:
    """The draw spares none, not even those that would be on top (6.2.1)."""
    found: set[str] = set()
    for seed in range(60):
        found.update(Table(seed=seed, removals=Removals((), 12, 5, 9)).state.gone)
    title = load_title("1822")
    assert found == {
        *(card.id for card in title.companies.values() if card.rule_option is None),
        *title.concessions,
        *title.set_up.base_privates,
    }


@pytest.mark.rule("SC04")
@pytest.mark.parametrize("plus", [False, True])
def test_the_rest_lies_as_it_would(plus: bool) -> None:
    """A removal changes neither the order of the other certificates nor that of the players (6.2.1)."""
    options = {"seat_order": "shuffled", "plus_expansion": plus, "plus_no_removals": plus, "plus_single_stack": plus}
    whole = Table(5, **options)
    rest = Table(5, removals=Removals(("M3", "M9"), 6, 4, 5), **options)
    assert rest.state.order == whole.state.order
    for kind in ("minors", "concessions", "privates"):
        assert order(rest, kind) == [item for item in order(whole, kind) if item not in rest.state.gone]


@pytest.mark.rule("SC05")
def test_money_trains_and_tiles_stay() -> None:
    """Bank, starting money, limits, trains, tiles and destinations are those of the whole game (6.2.1)."""
    whole, rest = Table(4), Table(4, removals=Removals(("M10", "LYR"), 12, 6, 9))
    for part in ("bank", "trains", "tile_supply"):
        assert view(rest.state)[part] == view(whole.state)[part]
    for shown, expected in zip(view(rest.state)["players"], view(whole.state)["players"], strict=True):
        assert shown == expected
    company = rest.phase(3).major("LNWR", 1)
    assert (company.card.destination, rest.state.title.hexes["I22"].name) == ("I22", "Manchester")


@pytest.mark.rule("SC06")
def test_boxes_without_certificates_stay_empty() -> None:
    """Two majors and one private fill two boxes and one; the game begins with these (2.1.13, 6.2.1)."""
    table = Table(removals=Removals((), drawn_majors=8, drawn_privates=17))
    assert [len(table.state.boxes[kind]) for kind in ("minors", "concessions", "privates")] == [4, 2, 1]
    none = Table(removals=Removals((), drawn_privates=18))
    assert none.state.boxes["privates"] == []
    assert none.finish_round()


@pytest.mark.rule("SC06")
def test_an_expansion_box_without_certificates_stays_empty() -> None:
    """1822+: where all privates of box 1 are removed it is empty, and nothing shifts into it (2.1.7, 4.1.1)."""
    table = Table(plus_expansion=True, removals=Removals(("P1", "P3", "P4", "P13", "P14", "P19")))
    first, second, third = table.state.boxes["privates"]
    assert (first, bool(second), bool(third)) == ("", True, True)
    table.bids((1, second, 0))
    table.finish_round()
    assert table.state.boxes["privates"][0] == ""


@pytest.mark.rule("SC07")
def test_a_hex_beside_london_whose_company_is_removed() -> None:
    """Nobody holds the right of an absent company: the first tile must connect its London station (5.10.7, 6.2.1)."""
    away, homeward = LayTile("M11", "M36", "58", 3), LayTile("M11", "M36", "4", 0)
    table = Table(removals=Removals(("LNWR",)), consent="ask").phase(2)
    table.lay("M30", "57", 0).lay("M32", "9", 0).lay("M34", "9", 0).minor_turn("M11")
    refusal = table.refusal(away)
    assert (refusal.reason, refusal.paragraph) == (Reason.RESERVED, "5.10.7")
    table.do(homeward)
    assert table.state.proposal is None
    assert table.state.tiles["M36"] == ("4", 0)


@pytest.mark.rule("SC08")
def test_a_removed_major_is_never_for_sale() -> None:
    """From phase 5 director's certificates are sold, but not of a major that takes no part (4.7.2, 6.2.1)."""
    table = Table(removals=Removals(("GWR",))).phase(5).cash(1, 2000).stock_turn(1)
    table.state.stacks["concessions"] = []
    table.state.boxes["concessions"] = []
    assert table.legal(BuyDirectorCertificate(1, "LYR", 100))
    assert table.refusal(BuyDirectorCertificate(1, "GWR", 100)).reason is Reason.NOT_FOR_SALE
    assert not [o for o in table.options(BuyDirectorCertificate) if o.action.company == "GWR"]


@pytest.mark.rule("SC08")
def test_phase_5_tells_nothing_of_removed_concessions() -> None:
    """Concessions leave the game in phase 5; those removed before have left it already (3.2.5, 6.2.1)."""
    table = Table(removals=Removals(("GWR", "CR")))
    table.phase(4).depot("5").major("LNWR", 1, cash=1000)
    table.turn("LNWR", "buy_train")
    buy = next(o.action for o in table.options() if type(o.action).__name__ == "BuyTrain")
    table.do(buy)
    assert table.state.phase_number == 5
    assert len(table.state.gone) == len(set(table.state.gone))


@pytest.mark.rule("SC09")
@pytest.mark.parametrize("seed", range(6))
def test_removals_with_the_expansion(seed: int) -> None:
    """1822+: what is named goes first, then one of box 2 and two of box 3, then what is drawn (2.1.7, 6.2.1)."""
    removals = Removals(("P2", "P5", "P6"), drawn_privates=4)
    table = Table(plus_expansion=True, seed=seed, removals=removals)
    in_play = [item for item in everything(table) if item.startswith("P")]
    assert len(in_play) == len(set(in_play)) == 21 - 3 - 3 - 4
    drawn = {name for name in table.state.gone if name.startswith("P")} - set(removals.named)
    assert len(drawn) == 4
    by_name = Table(plus_expansion=True, seed=seed, removals=Removals(removals.named))
    assert drawn < {item for item in everything(by_name) if item.startswith("P")}


@pytest.mark.rule("SC10")
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("private_set", ["", "advanced"])
def test_the_south_west(seed: int, private_set: str) -> None:
    """M22 and M23 take part instead of two others; the minor on top stays in play (6.2.1)."""
    table = Table(title="1822MRS", seed=seed, south_west=True, private_set=private_set)
    minors = set(order(table, "minors"))
    assert len(minors) == len(MRS_MINORS) == 16
    assert minors - MRS_MINORS == {"M22", "M23"}
    assert set(table.state.gone) == MRS_MINORS - minors
    assert table.state.boxes["minors"][0] == ("M14" if private_set else "M24")


@pytest.mark.rule("SC10")
def test_which_minors_make_room_is_left_to_chance() -> None:
    """Any minor but the one on top may be drawn to make room for M22 and M23 (6.2.1)."""
    drawn = {name for seed in range(80) for name in Table(title="1822MRS", seed=seed, south_west=True).state.gone}
    assert drawn == MRS_MINORS - {"M24"}


@pytest.mark.rule("SC10")
def test_the_home_of_the_south_west() -> None:
    """D39 keeps a space for each of the two, and has one more; a run begins there and counts it (6.2.1, 5.4.4)."""
    without, table = Table(title="1822MRS").phase(3), Table(title="1822MRS", south_west=True).phase(3)
    assert places.reservations(without.state, ("D39", 0)) == []
    assert places.reservations(table.state, ("D39", 0)) == ["M22", "M23"]
    assert places.open_slots(table.state, ("D39", 0), "GWR") == 1
    table.minor("M22", 1, trains=["2"])
    assert table.state.tokens["D39", 0] == ("M22",)
    assert places.reservations(table.state, ("D39", 0)) == ["M23"]
    table.turn("M22")
    assert {option.action.hex for option in table.options(LayTile)} >= {"F39", "F41"}
    table.lay("F37", "8", 5).lay("G38", "7", 2).turn("M22", "run_trains")
    assert problem(table, "M22", run(table, "2", "D39-E38-F37-G38-G36")) == ""
    assert revenue(table) == 30 + 30


@pytest.mark.rule("SC10")
def test_removals_in_the_south_west() -> None:
    """M22 and M23 may be removed as others may; two of the rest still make room for them (6.2.1)."""
    table = Table(title="1822MRS", south_west=True, removals=Removals(("M22", "M7"), drawn_minors=5))
    minors = order(table, "minors")
    assert len(minors) == 18 - 2 - 2 - 5
    assert {"M22", "M7"} & set(minors) == set()


@pytest.mark.rule("SC11")
@pytest.mark.parametrize(
    ("removals", "field", "text"),
    [
        (Removals(("M5", "M99")), "removals.named[1]", "1822 has no minor, major or private 'M99'"),
        (Removals(("",)), "removals.named[0]", "no minor, major or private"),
        (Removals(("m5",)), "removals.named[0]", "no minor, major or private"),
        (Removals(("M5", "P3", "M5")), "removals.named[2]", "twice"),
        (Removals(("C3",)), "removals.named[0]", "LBSCR"),
        (Removals(("M25",)), "removals.named[0]", "only with plus_expansion=true"),
        (Removals(("P19",)), "removals.named[0]", "only with plus_expansion=true"),
        (Removals((), -1), "removals.drawn_minors", "-1"),
        (Removals((), 0, -2), "removals.drawn_majors", "-2"),
        (Removals((), 0, 0, -3), "removals.drawn_privates", "-3"),
    ],
)
def test_impossible_removals(removals: Removals, field: str, text: str) -> None:
    """What is not in play, is named twice or drawn a negative number of times is refused by its part (6.2.1)."""
    found = error(removals=removals)
    assert (found.field, text in str(found)) == (field, True), found


@pytest.mark.rule("SC11")
@pytest.mark.parametrize(
    ("title", "options", "name"),
    [
        ("1822MRS", {}, "M22"),
        ("1822MRS", {}, "CR"),
        ("1822MRS", {"private_set": "starter"}, "P3"),
        ("1822MRS", {}, "P17"),
        ("1822NRS", {}, "M11"),
        ("1822NRS", {}, "GWR"),
    ],
)
def test_removals_that_a_regional_scenario_does_not_have(title: str, options: dict[str, str], name: str) -> None:
    """A regional scenario has fewer companies, and only these can be removed (6.2.1)."""
    assert error(title, Removals((name,)), **options).field == "removals.named[0]"


@pytest.mark.rule("SC11")
def test_the_south_west_is_for_1822mrs() -> None:
    """Other titles have no such variant, and with nearly all minors named none are left to make room (6.2.1)."""
    for title in ("1822", "1822NRS"):
        assert error(title, south_west=True).field == "options"
    named = tuple(f"M{number}" for number in range(7, 21))
    found = error("1822MRS", Removals(named), south_west=True)
    assert (found.field, "make room, not 1" in str(found)) == ("removals.named", True), found


@pytest.mark.rule("SC12")
@pytest.mark.parametrize(("title", "minors"), [("1822", 6), ("1822MRS", 5), ("1822NRS", 5)])
def test_what_must_stay(title: str, minors: int) -> None:
    """One major, no private, and minors enough to move the trains; one less and the game does not start (6.2.1)."""
    least = least_in_play(load_title(title))
    assert least == {"minors": minors, "majors": 1, "privates": 0}
    cards = {kind: len(order(Table(title=title), box)) for kind, box in (("minors",) * 2, ("majors", "concessions"))}
    for kind, count in cards.items():
        most = count - least[kind]
        assert engine.start(Setup(title, NAMES[:3], 1, removals=Removals(**{f"drawn_{kind}": most}))).gone
        found = error(title, Removals(**{f"drawn_{kind}": most + 1}))
        assert found.field == f"removals.drawn_{kind}"
        assert f"of {count} {kind} at least {least[kind]} must stay, so at most {most} can be removed" in str(found)
    privates = len(order(Table(title=title), "privates"))
    found = error(title, Removals(drawn_privates=privates + 1))
    assert (found.field, f"there are only {privates} privates" in str(found)) == ("removals.drawn_privates", True)
    majors = tuple(load_title(title).concessions.values())
    assert error(title, Removals(majors)).field == "removals.named"


@pytest.mark.rule("SC12")
@pytest.mark.parametrize("title", ["1822", "1822MRS", "1822NRS"])
def test_few_minors_still_bring_phase_3(title: str) -> None:
    """Nobody wants the minors that are left: trains leave the bank with them, and phase 3 comes (4.10.3, 6.2.1)."""
    minors = least_in_play(load_title(title))["minors"]
    count = len(order(Table(title=title), "minors")) - minors
    table = Table(title=title, removals=Removals(drawn_minors=count))
    table.bids((1, table.state.boxes["privates"][0], 0))
    while any(table.state.boxes["minors"]):
        table.finish_round()
    assert table.state.phase_number == 3


@pytest.mark.rule("SC13")
@pytest.mark.parametrize("preset", ["rulebook", "recorded"])
@pytest.mark.parametrize(
    ("players", "named", "expected"),
    [
        (2, "", {*range(1, 13)}),
        (2, "starter", {1, 2, *range(5, 15)}),
        (2, "advanced", {*range(1, 13)}),
        (3, "", {1, 2, *range(5, 17), 18}),
        (3, "starter", {1, 2, *range(5, 15)}),
    ],
)
def test_private_sets_for_two(preset: str, players: int, named: str, expected: set[int]) -> None:
    """Two players have their own privates by default; a set that is named is that set, for two as for more (6.2.1)."""
    table = Table(players, "1822MRS", preset=preset, private_set=named)
    assert set(order(table, "privates")) == {f"P{number}" for number in expected}
    assert table.state.boxes["minors"][0] == ("M14" if named == "advanced" else "M24")


def test_a_tile_needs_no_removed_company() -> None:
    """Tiles and runs go over the home of an absent company as over any city (6.2.1)."""
    table = Table(removals=OUT).phase(3)
    table.major("LNWR", 1, trains=["3"], cash=100)
    table.token("LNWR", "G22").lay("H23", "6", 2).turn("LNWR", "run_trains")
    assert run(table, "3", "G22-H23").stops[1] == ("H23", 8)

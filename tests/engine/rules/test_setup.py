"""Setting up the game (checklist SU; rulebook chapter 2.1)."""

import pytest

from broadgauge_engine import engine
from broadgauge_engine.actions import BuyTrain, MoveCertificate, Pass, PlaceToken
from broadgauge_engine.board import places
from broadgauge_engine.options import Reason
from broadgauge_engine.record import Setup, SetupError
from broadgauge_engine.rule_options import RuleOptionError, RuleOptions
from broadgauge_engine.view import view
from tests.engine.table import NAMES, Table

TABLE_1 = [(3, 26, 700, 6), (4, 20, 525, 5), (5, 16, 420, 4), (6, 13, 350, 3), (7, 11, 300, 3)]
BASE_PRIVATES = {f"P{number}" for number in range(1, 19)}
BOX_1 = {"P1", "P3", "P4", "P13", "P14", "P19"}
BOX_2 = {"P2", "P5", "P8", "P10", "P11", "P12", "P21"}
BOX_3 = {"P6", "P7", "P9", "P15", "P16", "P17", "P18", "P20"}


def everything(table: Table, *kinds: str) -> list[str]:
    """What is in the boxes and stacks of some kinds."""
    state = table.state
    boxed = [item for kind in kinds for item in state.boxes[kind] if item]
    stacked = [item for name, stack in state.stacks.items() if name.startswith(kinds) for item in stack]
    return boxed + stacked


@pytest.mark.rule("SU01")
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_all_money_is_12000(players: int) -> None:
    """The bank is £12,000 including what the players start with (2.1.2)."""
    state = Table(players).state
    assert state.bank + sum(player.cash for player in state.players) == 12_000
    assert state.bank == 9_900


@pytest.mark.rule("SU02", "SU03", "SU04")
@pytest.mark.parametrize(("players", "limit", "cash", "tokens"), TABLE_1)
def test_table_1(players: int, limit: int, cash: int, tokens: int) -> None:
    """Money, certificate limit and bidding tokens follow from the number of players (Table 1)."""
    shown = view(Table(players).state)["players"]
    assert [player["cash"] for player in shown] == [cash] * players
    assert [player["certificate_limit"] for player in shown] == [limit] * players
    assert [player["bid_tokens"] for player in shown] == [tokens] * players


@pytest.mark.rule("SU02")
@pytest.mark.parametrize("players", [1, 8])
def test_the_table_has_no_column_for_other_numbers(players: int) -> None:
    """The game has no column for one player or for eight (Table 1)."""
    with pytest.raises(SetupError) as found:
        engine.start(Setup("1822", (*NAMES, "Hudson")[:players], 1))
    assert found.value.field == "players"


@pytest.mark.rule("SU05")
@pytest.mark.parametrize("seed", range(5))
def test_the_first_certificates_are_fixed(seed: int) -> None:
    """LNWR, M24 and P1 lie on top of their stacks, whatever the shuffle (2.1.4 to 2.1.6)."""
    boxes = Table(seed=seed).state.boxes
    assert (boxes["concessions"][0], boxes["minors"][0], boxes["privates"][0]) == ("C1", "M24", "P1")


@pytest.mark.rule("SU05")
def test_the_rest_is_shuffled() -> None:
    """All other certificates come in an order that the seed decides (2.1.4 to 2.1.6)."""
    orders = {kind: set() for kind in ("minors", "concessions", "privates")}
    for seed in range(8):
        for kind, found in orders.items():
            found.add(tuple(everything(Table(seed=seed), kind)))
    assert all(len(found) == 8 for found in orders.values())
    assert everything(Table(seed=3), "minors") == everything(Table(seed=3), "minors")


@pytest.mark.rule("SU06")
def test_the_boxes_are_filled_from_the_tops() -> None:
    """Four minors, three concessions and three privates come to the boxes, lowest box first (2.1.13, 4.5.2)."""
    state = Table(stack_visibility="full").state
    assert [len(state.boxes[kind]) for kind in ("minors", "concessions", "privates")] == [4, 3, 3]
    assert [len(state.stacks[kind]) for kind in ("minors", "concessions", "privates")] == [20, 7, 15]
    numbers = [(box["kind"], box["number"]) for box in view(state)["boxes"]]
    assert numbers == [
        *(("minors", number) for number in (1, 2, 3, 4)),
        *(("concessions", number) for number in (1, 2, 3)),
        *(("privates", number) for number in (1, 2, 3)),
    ]


@pytest.mark.rule("SU07")
@pytest.mark.parametrize(("visibility", "minors", "concessions"), [("full", 20, 7), ("next", 4, 3), ("hidden", 0, 0)])
def test_the_stacks_may_be_examined(visibility: str, minors: int, concessions: int) -> None:
    """Players see the whole order of the stacks, or by variant the next batch or nothing (2.1.4 to 2.1.6, 6.1.1)."""
    state = Table(stack_visibility=visibility).state
    stacks = {stack["kind"]: stack for stack in view(state)["stacks"]}
    assert stacks["minors"]["items"] == state.stacks["minors"][:minors]
    assert stacks["concessions"]["items"] == state.stacks["concessions"][:concessions]
    assert (stacks["minors"]["count"], stacks["concessions"]["count"]) == (20, 7)


@pytest.mark.rule("SU08", "SU11")
@pytest.mark.parametrize("seed", range(6))
def test_the_expansion_has_three_stacks_of_privates(seed: int) -> None:
    """1822+: six privates for each box, P1 in box 1, P5 always in play, the rest drawn at random (2.1.7)."""
    state = Table(plus_expansion=True, seed=seed).state
    boxes = [{state.boxes["privates"][number - 1], *state.stacks[f"privates{number}"]} for number in (1, 2, 3)]
    assert [len(box) for box in boxes] == [6, 6, 6]
    assert boxes[0] == BOX_1
    assert boxes[1] < BOX_2
    assert boxes[2] < BOX_3
    assert state.boxes["privates"][0] == "P1"
    assert "P5" in boxes[1]


@pytest.mark.rule("SU08")
def test_the_removed_privates_vary() -> None:
    """1822+: which privates stay out, one of box 2 and two of box 3, is left to chance (2.1.7)."""
    tables = [Table(plus_expansion=True, seed=seed) for seed in range(12)]
    kept = {frozenset(everything(table, "privates")) for table in tables}
    assert len(kept) > 6


@pytest.mark.rule("SU09")
def test_separate_private_boxes_do_not_shift() -> None:
    """1822+: an empty private box is filled from its own stack, the others stay where they are (4.1.1, 4.5.2)."""
    table = Table(plus_expansion=True)
    first, second, third = table.state.boxes["privates"]
    expected = table.state.stacks["privates2"][0]
    table.bids((1, second, 0))
    table.finish_round()
    assert table.state.boxes["privates"] == [first, expected, third]


@pytest.mark.rule("SU09")
def test_a_box_whose_stack_is_empty_stays_empty() -> None:
    """1822+: where a stack has run out its box stays empty and nothing shifts into it (4.1.1)."""
    table = Table(plus_expansion=True)
    table.state.stacks["privates1"] = []
    first, second, third = table.state.boxes["privates"]
    table.bids((1, first, 0))
    table.finish_round()
    assert table.state.boxes["privates"] == ["", second, third]


@pytest.mark.rule("SU10", "SU11")
def test_all_twenty_one_privates() -> None:
    """1822+ by variant: nothing is removed, 21 privates are in play (6.1.3)."""
    table = Table(plus_expansion=True, plus_no_removals=True)
    state = table.state
    sizes = [1 + len(state.stacks[f"privates{number}"]) for number in (1, 2, 3)]
    assert sizes == [6, 7, 8]
    assert set(everything(table, "privates")) == BOX_1 | BOX_2 | BOX_3


@pytest.mark.rule("SU10")
@pytest.mark.parametrize("removals", [True, False])
def test_one_mixed_stack(removals: bool) -> None:
    """1822+ by variant: one shuffled stack that fills the boxes as in the base game (6.1.3)."""
    table = Table(plus_expansion=True, plus_single_stack=True, plus_no_removals=not removals)
    order = everything(table, "privates")
    assert len(order) == len(set(order)) == (18 if removals else 21)
    assert order[0] == "P1"
    numbers = [next(n for n, box in enumerate((BOX_1, BOX_2, BOX_3)) if private in box) for private in order]
    assert numbers != sorted(numbers)
    _, second, third = table.state.boxes["privates"]
    table.bids((1, "P1", 0))
    table.finish_round()
    assert table.state.boxes["privates"][:2] == [second, third]


@pytest.mark.rule("SU10")
def test_recorded_games_concatenate_the_single_stack() -> None:
    """Recorded games lay box 1's, box 2's and box 3's privates one after another instead of mixing them (6.1.3)."""
    table = Table(plus_expansion=True, plus_single_stack=True, single_stack="concatenated")
    order = everything(table, "privates")
    assert set(order[:6]) == BOX_1
    assert set(order[6:12]) < BOX_2
    assert set(order[12:]) < BOX_3


@pytest.mark.rule("SU11")
@pytest.mark.parametrize(("plus", "minors"), [(False, 24), (True, 30)])
def test_how_many_companies_there_are(plus: bool, minors: int) -> None:
    """24 minors, or 30 with 1822+, 18 privates and 10 concessions (3.1.1, 3.2.1, 3.3.1, 6.2.2)."""
    table = Table(plus_expansion=plus)
    assert sorted(everything(table, "minors"), key=lambda name: int(name[1:])) == [
        f"M{number}" for number in range(1, minors + 1)
    ]
    privates = everything(table, "privates")
    assert len(privates) == 18
    if not plus:
        assert set(privates) == BASE_PRIVATES
    assert set(everything(table, "concessions")) == {f"C{number}" for number in range(1, 11)}


@pytest.mark.rule("SU12")
def test_the_trains_of_the_bank() -> None:
    """22 L/2, nine 3, six 4, three 5, three 6, and 7/E without end, in this order (Table 7, 2.1.12)."""
    trains = view(Table().state)["trains"]
    assert [train["kind"] for train in trains] == ["L", "3", "4", "5", "6", "7"]
    assert [train.get("count") for train in trains] == [22, 9, 6, 3, 3, None]


@pytest.mark.rule("SU13")
@pytest.mark.parametrize(
    ("kind", "price"),
    [("L", 60), ("2", 120), ("3", 200), ("4", 300), ("5", 500), ("6", 600), ("7", 750), ("E", 1000)],
)
def test_what_trains_cost(kind: str, price: int) -> None:
    """A train of the bank is sold at the price of Table 7 and no other (Table 7, 5.15.3)."""
    table = Table().phase(7).depot({"2": "L", "E": "7"}.get(kind, kind))
    company = table.major("LNWR", 1, cash=2000)
    table.turn("LNWR", "buy_train")
    assert table.refusal(BuyTrain("LNWR", kind, "bank", price - 5)).reason is Reason.PRICE
    assert table.legal(BuyTrain("LNWR", kind, "bank", price))
    table.do(BuyTrain("LNWR", kind, "bank", price))
    assert company.cash == 2000 - price


@pytest.mark.rule("SU14")
def test_the_game_starts_with_a_stock_round_in_phase_1() -> None:
    """Player 1 begins the first stock round, in phase 1 (2.1.14, 2.1.15, 2.2.1)."""
    state = Table().state
    decision = engine.decision(state)
    assert decision is not None
    assert (state.round.name, state.phase_number, decision.step) == ("SR 1", 1, "stock_turn")
    assert decision.player == state.order[0]


@pytest.mark.rule("SU14")
def test_player_numbers_are_dealt_at_random() -> None:
    """The number cards are shuffled (2.1.14); recorded games keep the order in which players are named."""
    orders = {tuple(Table(5, seed=seed, seat_order="shuffled").state.order) for seed in range(20)}
    assert len(orders) > 15
    assert {order[0] for order in orders} == {1, 2, 3, 4, 5}
    assert {tuple(Table(5, seed=seed, seat_order="given").state.order) for seed in range(20)} == {(1, 2, 3, 4, 5)}


@pytest.mark.rule("SU14")
def test_turns_follow_the_dealt_numbers() -> None:
    """Stock turns go by player number, not by seat (2.1.14, 4.1.2)."""
    table = Table(5, seed=2, seat_order="shuffled")
    order = list(table.state.order)
    assert order != [1, 2, 3, 4, 5]
    for seat in order:
        assert table.state.stock.player == seat
        table.do(Pass(seat))
        if table.state.finished:
            break


@pytest.mark.rule("SU15")
def test_a_home_is_reserved_until_its_company_has_begun() -> None:
    """A space in its home city is kept for a company that has not had its first turn (2.1.11, 5.12.6)."""
    table = Table().phase(3)
    table.major("LYR", 1, cash=500)
    table.lay("G22", "6", 5).lay("H23", "6", 2).turn("LYR", "token")
    found = table.refusal(PlaceToken("LYR", "H23", 0))
    assert (found.reason, found.paragraph) == (Reason.RESERVED, "5.12.6")


@pytest.mark.rule("SU15")
def test_a_reservation_ends_with_its_minor() -> None:
    """When an unsold minor leaves the game its kept space is open to all (2.1.11, 4.10.3)."""
    table = Table().box("minors", "M7", "M24", "M10", "M11").bids((1, "P1", 0))
    table.finish_round()
    assert "M7" in table.state.gone
    table.phase(3).major("LYR", 1, cash=500)
    table.lay("G22", "6", 5).lay("H23", "6", 2).turn("LYR", "token")
    table.do(PlaceToken("LYR", "H23", 0))
    assert table.state.tokens["H23", 0] == ("LYR",)


@pytest.mark.rule("SU15")
def test_minors_of_the_expansion_reserve_nothing_in_the_base_game() -> None:
    """M25 to M30 take no part without 1822+, so no space is kept for them (2.1.11, 3.3.1)."""
    base, plus = Table().phase(3), Table(plus_expansion=True).phase(3)
    for table, kept in ((base, 1), (plus, 2)):
        assert len(places.reservations(table.state, ("E6", 0))) == kept


@pytest.mark.rule("SU08")
@pytest.mark.parametrize("choice", ["own_stack", "behind_box_three"])
def test_p17_moves_a_private_of_three_stacks(choice: str) -> None:
    """P17 puts a private on top of its own stack (P17); in recorded games of 1822+ it ends up at the bottom."""
    table = Table(plus_expansion=True, p17_top=choice).phase(2)
    table.major("LNWR", 1, cash=0)
    table.owns("LNWR", "P17")
    stack = table.state.stacks["privates1"]
    stack.remove("P19")
    stack.append("P19")
    others = stack[:-1]
    table.turn("LNWR", "track").do(MoveCertificate("LNWR", "P19", "top"))
    expected = ["P19", *others] if choice == "own_stack" else [*others, "P19"]
    assert table.state.stacks["privates1"] == expected


def test_unknown_rule_options_are_refused() -> None:
    """A rule option exists, with this value, or the game does not start (6.1)."""
    with pytest.raises(RuleOptionError):
        RuleOptions.from_mapping({"sell_timing": "whenever"})
    with pytest.raises(RuleOptionError):
        RuleOptions.from_mapping({"house_rule": True})

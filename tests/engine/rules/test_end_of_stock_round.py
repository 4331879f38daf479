"""The end of a stock round (checklist ES; rulebook chapters 4.10 and 4.11)."""

import pytest

from broadgauge_engine import engine
from broadgauge_engine.actions import (
    AcquireMinor,
    BuyForTaxHaven,
    DeclareDoubleCash,
    DiscardTrain,
    Pass,
    PlaceBid,
)
from broadgauge_engine.events import (
    GameEnded,
    InterestCharged,
    ItemBoxed,
    ItemRemoved,
    PhaseStarted,
    PlayerOrderSet,
    PriceMoved,
    TrainRusted,
    TrainsRemoved,
)
from broadgauge_engine.options import Reason
from broadgauge_engine.state import market
from broadgauge_engine.view import view
from tests.engine.table import Table, of

MINORS = ("M7", "M10", "M24", "M11")


def round_with(sold: tuple[str, ...], phase: int = 1, depot: dict[str, int] | None = None, **options: str) -> Table:
    """A stock round in which player 1 bids face value for some of the four boxed minors."""
    table = Table(**options).phase(phase).box("minors", *MINORS).cash(1, 1000).stock_turn(1)
    for kind, count in (depot or {}).items():
        table.state.depot[kind] = count
    for name in sold:
        if table.state.stock.player != 1:
            table.play_until(lambda: table.state.stock.player == 1)
        table.do(PlaceBid(1, name, 100))
    return table


@pytest.mark.rule("ES01")
def test_a_first_stock_round_without_sales_ends_the_game() -> None:
    """If nothing is sold in the first stock round the game is over at once (1.3.1)."""
    table = Table()
    log = table.finish_round()
    assert of(log, GameEnded) == [GameEnded("no_bids", (700, 700, 700))]
    assert table.step == "game_over"
    assert engine.decision(table.state) is None
    assert table.options() == []
    assert table.refusal(Pass(1)).reason is Reason.GAME_OVER


@pytest.mark.rule("ES01")
def test_one_private_is_enough_to_go_on() -> None:
    """With anything sold in the first stock round the game goes on (1.3.1)."""
    table = Table().bids((1, "P1", 0))
    assert not of(table.finish_round(), GameEnded)


@pytest.mark.rule("ES01")
def test_a_later_stock_round_without_sales_ends_nothing() -> None:
    """Only the first stock round is meant (1.3.1)."""
    table = Table().stock_turn(1)
    assert not of(table.finish_round(), GameEnded)


@pytest.mark.rule("ES02")
def test_equal_bids_float_by_box() -> None:
    """Minors sold for the same sum at the same price run in the order of their boxes (4.10.2)."""
    table = round_with(("M11", "M24", "M7", "M10"))
    table.finish_round()
    assert [company.id for company in market.operating_order(table.state)] == ["M7", "M10", "M24", "M11"]


@pytest.mark.rule("ES02")
def test_higher_bids_float_first() -> None:
    """The higher bid lies on top, whatever the boxes (4.10.2)."""
    table = Table().box("minors", *MINORS)
    table.bids((1, "M7", 100), (2, "M11", 105), (3, "M24", 110))
    table.finish_round()
    assert [company.id for company in market.operating_order(table.state)] == ["M24", "M11", "M7"]


@pytest.mark.rule("ES03")
@pytest.mark.parametrize(("sold", "left"), [(("M7",), 19), (("M7", "M10"), 20), (("M7", "M10", "M24", "M11"), 22)])
def test_a_train_leaves_for_each_unsold_minor(sold: tuple[str, ...], left: int) -> None:
    """One L/2-train leaves the bank for each boxed minor without a bid (4.10.3)."""
    table = round_with(sold)
    log = table.finish_round()
    assert table.state.depot["L"] == left
    assert of(log, TrainsRemoved) == ([] if left == 22 else [TrainsRemoved("L", 22 - left, export=False)])
    assert table.state.phase_number == 1


@pytest.mark.rule("ES03")
@pytest.mark.parametrize("left", [2, 0])
def test_no_more_l_trains_leave_than_there_are(left: int) -> None:
    """With fewer L/2-trains than unsold minors only those leave, and no other train does (4.10.3)."""
    table = round_with(("M7",), 2, {"L": left})
    log = table.finish_round()
    assert (table.state.depot["L"], table.state.depot["3"]) == (0, 9)
    assert not [event for event in of(log, TrainsRemoved) if event.export]
    assert table.state.phase_number == 2


@pytest.mark.rule("ES04", "ES05")
def test_example_two_trains_go_with_the_minor_of_box_1() -> None:
    """An unsold minor in box 1 leaves the game, and two trains with it (4.10.3)."""
    table = round_with(("M10", "M24", "M11"))
    log = table.finish_round()
    assert of(log, ItemRemoved) == [ItemRemoved("M7")]
    assert of(log, TrainsRemoved) == [TrainsRemoved("L", 1, export=False), TrainsRemoved("L", 1, export=True)]
    assert table.state.depot["L"] == 20
    assert "M7" not in table.state.boxes["minors"]
    assert "M7" not in table.state.stacks["minors"]
    assert table.state.phase_number == 1


@pytest.mark.rule("ES06")
@pytest.mark.parametrize(
    ("phase", "top", "rusting"), [(2, "3", "L"), (3, "4", "2"), (4, "5", ""), (5, "6", "3"), (6, "7", "4")]
)
def test_an_exported_train_starts_the_next_phase(phase: int, top: str, rusting: str) -> None:
    """The train that leaves with the minor of box 1 counts as sold: phase and obsolete trains follow (4.10.3)."""
    table = round_with(("M10", "M24", "M11"), phase).depot(top)
    company = table.major("LYR", 2, trains=(rusting or "5", "6"))
    log = table.finish_round()
    assert of(log, TrainsRemoved) == [TrainsRemoved(top, 1, export=True)]
    assert of(log, PhaseStarted) == [PhaseStarted(phase + 1)]
    assert company.trains == (["6"] if rusting else ["5", "6"])
    assert bool(of(log, TrainRusted)) is bool(rusting)


@pytest.mark.rule("ES06", "PH05")
def test_an_exported_5_train_removes_the_concessions() -> None:
    """All effects of the phase come with the export: concessions go, those just won included (4.10.3, 3.2.5)."""
    table = round_with(("M10", "M24"), 4).depot("5")
    table.play_until(lambda: table.state.stock.player == 2)
    concession = table.state.boxes["concessions"][0]
    table.do(PlaceBid(2, concession, 100))
    log = table.finish_round()
    assert table.state.phase_number == 5
    assert table.state.player(2).items == []
    assert table.state.player(2).cash == 600
    assert ItemRemoved(concession) in log
    assert table.state.boxes["concessions"] == []


@pytest.mark.rule("ES06", "TB06")
@pytest.mark.parametrize(("time", "kind"), [("at_once", "settlement"), ("in_operating_round", "operating")])
def test_when_excess_trains_are_discarded_after_an_export(time: str, kind: str) -> None:
    """A lower limit is met at once (4.10.3, 5.15.7); in recorded games when the operating round has begun."""
    table = round_with(("M10", "M24", "M11"), 3, discard_time=time).depot("4")
    table.minor("M19", 2, trains=("3", "3"))
    table.play_until(lambda: table.step == "discard_train")
    assert table.state.round.kind == kind
    assert table.refusal(Pass(2, "M19")).reason is Reason.WRONG_STEP
    table.do(DiscardTrain("M19", "3"))
    assert table.state.pool == ["3"]
    assert table.state.round.kind == "operating"


@pytest.mark.rule("ES07")
def test_trains_in_the_pool_are_not_exported() -> None:
    """Trains leave the bank, those in the bank pool are ignored (4.10.3)."""
    table = round_with(("M10",), 2)
    table.state.pool = ["L", "L", "2"]
    table.finish_round()
    assert table.state.pool == ["L", "L", "2"]
    assert table.state.depot["L"] == 22 - 3 - 1


@pytest.mark.rule("ES08")
def test_example_the_minor_of_box_3_moves_to_box_1() -> None:
    """If only the minor in box 3 is unsold it moves to box 1, and the other boxes are filled (4.10.4)."""
    table = round_with(("M7", "M10", "M11"))
    following = table.state.stacks["minors"][:3]
    log = table.finish_round()
    assert table.state.boxes["minors"] == ["M24", *following]
    boxed = [event for event in of(log, ItemBoxed) if event.item.startswith("M")]
    assert boxed == [ItemBoxed(item, box) for box, item in enumerate(following, 2)]
    assert not of(log, ItemRemoved)


@pytest.mark.rule("ES08")
def test_other_boxes_shift_too() -> None:
    """Unsold concessions and privates move to the lowest boxes as well, and leave no train (4.10.4, 4.1.1)."""
    table = round_with(MINORS)
    state = table.state
    concessions, privates = list(state.boxes["concessions"]), list(state.boxes["privates"])
    following = state.stacks["concessions"][0], state.stacks["privates"][0]
    table.play_until(lambda: state.stock.player == 2)
    table.bids((2, concessions[0], 100), (2, privates[1], 0))
    table.finish_round()
    assert state.boxes["concessions"] == [*concessions[1:], following[0]]
    assert state.boxes["privates"] == [privates[0], privates[2], following[1]]


def ordered(order: list[int], cash: tuple[int, ...], **options: str) -> Table:
    """Four players in this order with this cash by seat, at the beginning of a stock round."""
    table = Table(4, **options)
    table.state.order = order
    for seat, amount in enumerate(cash, 1):
        table.cash(seat, amount)
    return table.stock_turn(order[0])


@pytest.mark.rule("ES09")
@pytest.mark.parametrize(
    ("order", "cash", "result"),
    [
        ([1, 2, 3, 4], (100, 400, 300, 200), (2, 3, 4, 1)),
        ([1, 2, 3, 4], (300, 300, 300, 300), (1, 2, 3, 4)),
        ([4, 2, 1, 3], (300, 300, 500, 300), (3, 4, 2, 1)),
    ],
)
def test_the_new_order_is_by_cash(order: list[int], cash: tuple[int, ...], result: tuple[int, ...]) -> None:
    """The player with most cash is player 1 and so on; equals keep their order (4.10.5)."""
    table = ordered(order, cash)
    assert of(table.finish_round(), PlayerOrderSet) == [PlayerOrderSet(result)]
    assert tuple(table.state.order) == result
    assert table.state.stock.player == result[0]


@pytest.mark.rule("ES10")
@pytest.mark.parametrize(("declared", "result"), [(True, (2, 1, 3, 4)), (False, (1, 3, 4, 2))])
def test_p9_counts_double(declared: bool, result: tuple[int, ...]) -> None:
    """The player who holds P9 may declare double the cash for the new order (P9, 3.1.9)."""
    table = ordered([1, 2, 3, 4], (500, 300, 450, 400)).hold(2, "P9")
    log = table.play_until(lambda: table.step == "double_cash")
    decision = engine.decision(table.state)
    assert decision is not None
    assert decision.player == 2
    assert table.refusal(DeclareDoubleCash(1)).reason is Reason.NOT_OWNED
    assert table.refusal(Pass(1)).reason is Reason.NOT_YOUR_TURN
    log = table.do(DeclareDoubleCash(2) if declared else Pass(2))
    assert of(log, PlayerOrderSet) == [PlayerOrderSet(result)]
    assert table.state.player(2).cash == 310


@pytest.mark.rule("ES10")
def test_p9_is_asked_for_once_its_bid_is_settled() -> None:
    """Who wins P9 holds it at the end of that stock round, and may use it (P9, 4.10.1)."""
    table = ordered([1, 2, 3, 4], (500, 300, 450, 400)).box("privates", "P9", "P2", "P3")
    table.bids((2, "P9", 0))
    table.play_until(lambda: table.step == "double_cash")
    assert table.legal(DeclareDoubleCash(2))


@pytest.mark.rule("ES10")
@pytest.mark.parametrize(("pauses", "asked"), [("useful", False), ("all", True)])
def test_p9_is_not_asked_for_in_vain(pauses: str, asked: bool) -> None:
    """Where doubling changes nothing the game need not stop; recorded games did (P9)."""
    table = ordered([1, 2, 3, 4], (500, 600, 450, 400), pauses=pauses).hold(2, "P9")
    table.play_until(lambda: table.step == "double_cash" or table.state.round.number == 3)
    assert (table.step == "double_cash") is asked


@pytest.mark.rule("ES11")
@pytest.mark.parametrize(("debt", "after"), [(40, 60), (41, 62), (1, 2), (90, 135)])
def test_interest_on_loans(debt: int, after: int) -> None:
    """50% interest, rounded up, is added to a debt at the end of a stock round (4.2.3, 4.10.6)."""
    table = Table().cash(2, 0).stock_turn(1)
    table.state.player(2).debt = debt
    bank = table.state.bank
    log = table.finish_round()
    assert of(log, InterestCharged) == [InterestCharged(2, after - debt, after)]
    assert (table.state.player(2).debt, table.state.bank) == (after, bank)


@pytest.mark.rule("ES11")
def test_interest_only_at_the_end_of_stock_rounds() -> None:
    """Between stock rounds a debt stays as it is (4.2.3)."""
    table = Table().phase(2)
    table.minor("M7", 1, trains=("2",))
    table.state.player(2).debt = 60
    table.turn("M7", "track")
    assert not of(table.finish_round(), InterestCharged)
    assert table.state.player(2).debt == 60


@pytest.mark.rule("ES12")
def test_sold_out_companies_rise_by_price() -> None:
    """All sold-out majors rise, the most valuable first, so that it lies on top where they meet (4.11.1, 4.11.2)."""
    table = Table().phase(2)
    lower = table.major("LYR", 1, shares={1: 3, 2: 5}, trains=("2",))
    higher = table.major("GWR", 2, shares={2: 3, 1: 5}, trains=("2",))
    lower.space, higher.space = (4, 10), (2, 9)
    assert (market.price(table.state, lower), market.price(table.state, higher)) == (180, 200)
    log = table.stock_turn(1).finish_round()
    moved = [event.company for event in of(log, PriceMoved) if event.cause == "sold_out"]
    assert moved == ["GWR", "LYR"]
    assert lower.space == higher.space == (3, 10)
    assert [company.id for company in market.operating_order(table.state)] == ["GWR", "LYR"]


@pytest.mark.rule("ES12")
@pytest.mark.parametrize("where", ["treasury", "pool"])
def test_a_share_that_nobody_holds_prevents_the_rise(where: str) -> None:
    """One share in the treasury or in the bank pool, and the company is not sold out (4.11.1)."""
    table = Table().phase(2)
    company = table.major("LYR", 1, shares={1: 3, 2: 4}, trains=("2",), pool=where == "pool")
    log = table.stock_turn(1).finish_round()
    assert not of(log, PriceMoved)
    assert company.space == (4, 4)


@pytest.mark.rule("ES12")
def test_the_tax_haven_is_a_players_hand() -> None:
    """A company with its last share in the tax haven is sold out (P16, 4.11.1)."""
    table = Table().phase(2).hold(2, "P16")
    table.major("LYR", 1, shares={1: 3, 2: 4}, trains=("2",))
    table.stock_turn(2).do(BuyForTaxHaven(2, "LYR", "treasury"))
    log = table.finish_round()
    assert [(event.company, event.price) for event in of(log, PriceMoved)] == [("LYR", 110)]


@pytest.mark.rule("ES13")
def test_minors_are_never_sold_out() -> None:
    """A minor does not rise at the end of a stock round (4.11.3)."""
    table = Table()
    table.minor("M7", 1, trains=("L",))
    log = table.stock_turn(1).finish_round()
    assert not of(log, PriceMoved)


@pytest.mark.rule("ES14")
def test_a_box_emptied_in_an_operating_round_is_filled_at_the_next_stock_round() -> None:
    """A minor bought from its box leaves a gap until the next stock round begins (4.5.2, 4.10.4)."""
    table = Table().phase(5).depot("5").box("minors", "M10", "M7", "M24", "M11")
    table.major("LYR", 1, cash=1000, trains=("5",))
    table.lay("G22", "207", 0)
    following = table.state.stacks["minors"][0]
    table.token("LYR", "H23").turn("LYR", "acquire_minor", part=2)
    table.do(AcquireMinor("LYR", "M7", 0, "available"))
    assert table.state.boxes["minors"] == ["M10", "", "M24", "M11"]
    table.finish_round()
    assert table.state.round.kind == "stock"
    assert table.state.boxes["minors"] == ["M10", "M24", "M11", following]


@pytest.mark.rule("ES15")
def test_a_new_minor_lies_under_minors_and_above_majors() -> None:
    """A new minor's token goes under the minors on its space, and on top of the majors there (4.10.1)."""
    table = Table().phase(2).box("minors", *MINORS)
    table.major("LYR", 2, par=100)
    table.minor("M19", 3, bid=200)
    table.stock_turn(1).bids((1, "M24", 200))
    table.finish_round()
    assert [company.id for company in market.operating_order(table.state)] == ["M19", "M24", "LYR"]
    shown = {company["id"]: company["pile_place"] for company in view(table.state)["companies"]}
    assert shown == {"M19": 0, "M24": 1, "LYR": 2}

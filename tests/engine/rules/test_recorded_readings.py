"""Where recorded games are played differently by a rule option: haven, estuaries, stacks, revenue, stops."""

import pytest

from broadgauge_engine import engine
from broadgauge_engine.actions import BuyForTaxHaven, LayTile, MoveCertificate, Pass, RunTrains
from broadgauge_engine.events import PriceMoved, PrivateClosed
from broadgauge_engine.options import Reason
from broadgauge_engine.record.setup import shuffled_privates
from broadgauge_engine.routes import Run
from broadgauge_engine.title.model import CITY
from tests.engine.table import Table, of


@pytest.mark.parametrize(("payment", "treasury"), [("bank", 0), ("company", 100)])
def test_the_haven_and_a_major_that_has_not_floated(payment: str, treasury: int) -> None:
    """From phase 6 the bank gets what a treasury share costs (3.4.6); as recorded the company does (B54)."""
    table = Table(haven_payment=payment).phase(6).hold(1, "P16").cash(1, 500)
    table.major("MR", 2, cash=0, shares={2: 1}, floated=False, turns=0)
    table.stock_turn(1).do(BuyForTaxHaven(1, "MR", "treasury"))
    assert table.state.companies["MR"].cash == treasury


@pytest.mark.parametrize(("reading", "left"), [("by_side", 1), ("all_with_p12", 0)])
def test_p10_in_a_lay_of_p12(reading: str, left: int) -> None:
    """One side costs one token of P10; as recorded a lay together with P12 costs both (B56)."""
    table = Table(estuary_tokens=reading).phase(3).lay("P35", "57", 1).minor_turn("M12", "track", cash=100)
    table.owns("M12", "P10").owns("M12", "P12")
    company = table.state.companies["M12"]
    company.powers = ["estuary_token", "estuary_token"]
    table.do(LayTile("M12", "O36", "58", 4, ("P10", "P12")))
    assert company.powers.count("estuary_token") == left
    assert ("P10" in company.privates) is bool(left)


def plus_turn(seed: int, **options: object) -> Table:
    """LNWR with P17, in 1822+ with three stacks of privates."""
    table = Table(seed=seed, plus_expansion=True, plus_no_removals=True, **options).phase(3)
    table.major("LNWR", 1, cash=100, trains=["3"], turns=3)
    return table.owns("LNWR", "P17").turn("LNWR", "track")


@pytest.mark.parametrize("seed", range(1, 9))
@pytest.mark.parametrize("box", [1, 2, 3])
def test_p17_puts_a_private_behind_box_three(seed: int, box: int) -> None:
    """Without removals there is one list in the order of the shuffle; each box shows the first of its stack (B55)."""
    table = plus_turn(seed, p17_top="behind_box_three")
    state = table.state
    stack = state.stacks[f"privates{box}"]
    item, row = stack[-1], list(state.boxes["privates"])
    own = {row[box - 1], *stack} - {"P17"}
    table.do(MoveCertificate("LNWR", item, "top"))
    order = [card for card in shuffled_privates(state.setup) if card != item]
    order.insert(order.index(row[2]) + 1, item)
    seen = [state.boxes["privates"][box - 1], *state.stacks[f"privates{box}"]]
    assert seen == [card for card in order if card in own]


def test_p17_puts_a_private_on_its_own_stack() -> None:
    """By the rulebook the top is that of its own stack (P17)."""
    table = plus_turn(3)
    item = table.state.stacks["privates1"][-1]
    table.do(MoveCertificate("LNWR", item, "top"))
    assert table.state.stacks["privates1"][0] == item


def run_turn(revenue: str) -> tuple[Table, Run]:
    """MR before it runs from Derby to Birmingham, and that run."""
    table = Table(revenue=revenue).phase(3).lay("J29", "57", 0)
    table.major("MR", 1, cash=0, trains=["3"], turns=2)
    table.turn("MR", "run_trains")
    return table, Run("3", False, (("J29", CITY), ("J31", CITY)), ())


def test_revenue_as_written() -> None:
    """An old recording brings in what it says, whatever the rules make of it; the price moves by that (5.14.5)."""
    table, run = run_turn("as_written")
    table.do(RunTrains("MR", (run,), (120,), 30))
    turn = table.state.company_turn
    assert (turn.revenue, turn.subsidy) == (120, 30)


@pytest.mark.parametrize("revenue", ["maximum", "declared"])
def test_revenue_follows_from_the_runs(revenue: str) -> None:
    """Without the option nobody says what a run brings in (5.13.5)."""
    table, run = run_turn(revenue)
    assert table.refusal(RunTrains("MR", (run,), (120,))).reason is Reason.ROUTE


@pytest.mark.parametrize(("declared", "mail"), [((120, 10), 0), ((), 30), ((-10,), 0), ((120,), -1)])
def test_written_revenue_must_fit_the_runs(declared: tuple[int, ...], mail: int) -> None:
    """One amount for the run of each train, none below nothing (5.13.1, 5.13.5)."""
    table, run = run_turn("as_written")
    assert table.refusal(RunTrains("MR", (run,), declared, mail)).reason is Reason.ROUTE


def test_written_revenue_for_trains_that_are_there() -> None:
    """Each train runs once (5.13.1)."""
    table, run = run_turn("as_written")
    assert table.refusal(RunTrains("MR", (run, run), (50, 50))).reason is Reason.ROUTE


def test_ending_the_lays_of_p12() -> None:
    """A major may leave the second yellow tile of P12; it closes, and the normal lays go on (P12, 5.8.14)."""
    table = Table().phase(3).major_turn("MR", cash=300).owns("MR", "P12").lay("J29", "57", 0)
    assert table.refusal(Pass(1, "MR", "P12")).reason is Reason.NOT_OWNED
    table.do(first(table))
    assert table.legal(Pass(1, "MR", "P12"))
    log = table.do(Pass(1, "MR", "P12"))
    assert of(log, PrivateClosed) == [PrivateClosed("P12")]
    assert table.step == "track"
    assert any(isinstance(option.action, LayTile) for option in engine.options(table.state))


def first(table: Table) -> LayTile:
    """The first lay with P12 on the list."""
    return next(o.action for o in engine.options(table.state) if isinstance(o.action, LayTile) and o.action.privates)


def test_a_private_is_named_in_the_track_step_only() -> None:
    """Elsewhere a pass ends the step, for whatever private (5.3.1)."""
    table = Table().phase(3).major_turn("MR", "buy_train", cash=300, trains=["3"]).owns("MR", "P12")
    assert table.refusal(Pass(1, "MR", "P12")).reason is Reason.UNKNOWN


def test_sold_out_companies_rise_before_p9_is_asked() -> None:
    """The order of both is free (4.10.5, 4.11); recorded games have the rise first (B60)."""
    table = Table(pauses="all").phase(2).hold(2, "P9")
    company = table.major("LYR", 1, shares={1: 3, 2: 5}, trains=("2",))
    space = company.space
    log = table.stock_turn(1).play_until(lambda: table.step == "double_cash")
    assert [event.cause for event in of(log, PriceMoved)] == ["sold_out"]
    assert company.space != space


def test_a_game_that_stops_at_every_step() -> None:
    """An operating turn is gone through step by step; what nobody can do is passed, or run with no train (5.3.1)."""
    table = Table(pauses="all").phase(3)
    table.major("LYR", 1, cash=0, trains=["3"], turns=2)
    table.turn("LYR", "acquire_private")
    seen = []
    while "issue_redeem" not in seen:
        seen.append(table.step)
        idle = RunTrains("LYR", ()) if table.step == "run_trains" else Pass(1, "LYR")
        table.do(idle)
    expected = ["acquire_private", "track", "destination", "token", "run_trains", "buy_train", "acquire_minor"]
    assert seen == [*expected, "issue_redeem"]

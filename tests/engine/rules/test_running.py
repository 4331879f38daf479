"""Running trains (checklist RU; rulebook chapters 5.4, 5.5, 5.13)."""

from typing import Any

import pytest

from broadgauge_engine import engine
from broadgauge_engine.actions import PayDividend, RunTrains
from broadgauge_engine.events import TrainsRan
from broadgauge_engine.options import Reason
from broadgauge_engine.routes import Run
from broadgauge_engine.title.model import CITY
from tests.engine.rules.boards import best, kent, lancashire, revenue, run
from tests.engine.table import Table, of


def lyr(*trains: str, phase: int = 3, **options: Any) -> Table:
    """LYR, whose home Liverpool is joined to Manchester by Warrington, and by Chester and Crewe."""
    return lancashire(Table(**options).phase(phase)).major_turn("LYR", "run_trains", trains=trains)


def refused(table: Table, *runs: Run) -> str:
    """The paragraph for which the engine refuses these runs."""
    refusal = table.refusal(RunTrains("LYR", runs))
    assert refusal.reason is Reason.ROUTE
    return refusal.paragraph


@pytest.mark.rule("RU01")
@pytest.mark.parametrize(("train", "earned"), [("2", 50), ("3", 90), ("4", 100), ("5", 120), ("6", 120), ("7", 120)])
def test_the_number_of_stops(train: str, earned: int) -> None:
    """A train makes up to as many stops as its number says, towns and cities alike (5.5.4, 5.13.1).

    The line: Liverpool 30, Warrington 20, Manchester 40, Bradford 10, Leeds 20.
    """
    table = Table().phase(3).major_turn("LYR", "run_trains", trains=[train])
    table.lay("H23", "6", 2).lay("J21", "4", 1).lay("K20", "57", 1)
    assert revenue(table) == earned
    assert len(best(table).runs[0].stops) == min(5, int(train))


@pytest.mark.rule("RU01")
def test_two_stops_at_least_and_none_is_skipped() -> None:
    """One stop is no run, and a station on the way cannot be left out (5.13.1)."""
    table = lyr("3")
    assert refused(table, run(table, "3", "G22")) == "5.13.1"
    whole = run(table, "3", "G22-H23", "H23-I22")
    skipping = type(whole)("3", False, (whole.stops[0], whole.stops[2]), (whole.legs[0] + whole.legs[1],))
    assert refused(table, skipping) == "5.13.1"
    assert refused(table, run(table, "3", "G22-G24", "G24-H25", "H25-I24-I22")) == "5.5.4"


@pytest.mark.rule("RU02")
def test_no_shared_track() -> None:
    """Two trains need two routes without a common piece of track; meeting in cities is allowed (5.13.2)."""
    table = lyr("2", "4", revenue="declared")
    short, long = run(table, "2", "G22-H23"), run(table, "4", "G22-G24", "G24-H25", "H25-I24-I22")
    assert table.legal(RunTrains("LYR", (short, long)))
    clash = run(table, "4", "G22-H23", "H23-I22")
    assert refused(table, short, clash) == "5.13.2"


@pytest.mark.rule("RU03")
def test_a_tokened_out_city_ends_a_route() -> None:
    """Warrington, full of another company's token, may be an end of a run but not passed (5.4.3, 5.13.4)."""
    table = lyr("3", revenue="declared")
    table.major("MR", 2)
    table.token("MR", "H23")
    assert table.legal(RunTrains("LYR", (run(table, "3", "G22-H23"),)))
    assert refused(table, run(table, "3", "G22-H23", "H23-I22")) == "5.4.3"
    table.lay("H23", "15", 1)  # a second space opens the city
    assert table.legal(RunTrains("LYR", (run(table, "3", "G22-H23", "H23-I22"),)))


@pytest.mark.rule("RU04")
def test_an_own_token_and_nothing_twice() -> None:
    """A route holds a token of the company, and no station or track twice (5.4.1, 5.4.2, 5.4.3, 5.13.4)."""
    table = lyr("7", phase=7)
    assert refused(table, run(table, "7", "H23-I22")) == "5.13.4"
    one = run(table, "7", "G22-H23")
    back = type(one)("7", False, (*one.stops, one.stops[0]), (*one.legs, one.legs[0]))
    assert refused(table, back) == "5.4.2"
    ring = run(table, "7", "G22-H23", "H23-I22", "I22-I24-H25", "H25-G24")
    closed = type(one)("7", False, (*ring.stops, one.stops[0]), (*ring.legs, run(table, "7", "G24-G22").legs[0]))
    assert refused(table, closed) == "5.4.2"


@pytest.mark.rule("RU05")
def test_local_trains() -> None:
    """An L runs in a city with an own token and may add one town; each needs a token of its own (5.5.3)."""
    table = lyr("L", "L", phase=2, revenue="declared")
    assert table.legal(RunTrains("LYR", (run(table, "L", "G22"),)))
    assert table.legal(RunTrains("LYR", (run(table, "L", "G22-G24"),)))
    assert refused(table, run(table, "L", "G22"), run(table, "L", "G22-G24")) == "5.5.3"
    assert refused(table, run(table, "L", "G22-H23")) == "5.5.3"
    assert refused(table, run(table, "L", "I22")) == "5.13.4"
    assert refused(table, run(table, "L", "G22-G24", "G24-H25")) == "5.5.3"
    assert revenue(table) == 30 + 10
    table.token("LYR", "I22")
    assert revenue(table) == (30 + 10) + (40 + 10)


@pytest.mark.rule("RU06")
def test_a_pullman_makes_towns_free() -> None:
    """A 2+ makes two stops in cities and any number in towns, also at its ends (5.5.6)."""
    table = lyr("2", "P+", phase=5, revenue="declared")
    by_crewe = run(table, "2", "G22-G24", "G24-H25", "H25-I24-I22", pullman=True)
    assert table.legal(RunTrains("LYR", (by_crewe,)))
    assert refused(table, run(table, "2", "G22-G24", "G24-H25", "H25-I24-I22")) == "5.5.4"
    assert revenue(table) == 30 + 10 + 10 + 40
    ends = run(table, "2", "H25-G24", "G24-G22", "G22-H23", pullman=True)
    assert table.legal(RunTrains("LYR", (ends,)))


@pytest.mark.rule("RU06", "PV12")
def test_where_the_pullman_may_go() -> None:
    """The Pullman goes with any numbered train or a 2P, another one in every turn, never with an E (5.5.6)."""
    way = ("G22-G24", "G24-H25", "H25-I24-I22")
    table = lyr("2P", "P+", phase=5, revenue="declared")
    assert table.legal(RunTrains("LYR", (run(table, "2P", *way, pullman=True),)))
    two = lyr("4", "2", "P+", phase=5, revenue="declared")
    for train in ("4", "2"):
        assert two.legal(RunTrains("LYR", (run(two, train, *way, pullman=True),)))
    both = run(two, "4", "G22-H23", pullman=True), run(two, "2", *way, pullman=True)
    assert refused(two, *both) == "5.5.6"
    express = lyr("E", "P+", phase=7, revenue="declared")
    express.token("LYR", "I22")
    assert refused(express, run(express, "E", "G22-H23", "H23-I22", pullman=True)) == "5.5.6"


@pytest.mark.rule("RU07")
def test_an_express_stops_at_own_tokens() -> None:
    """An E counts own tokens only, doubled; it passes other stations with an open space, however many (5.5.8)."""
    table = lyr("E", phase=7)
    table.token("LYR", "I22")
    assert revenue(table) == 2 * (30 + 40)
    table.major("MR", 2)
    table.token("MR", "H23")
    assert revenue(table) == 2 * (30 + 40)  # round by Chester and Crewe
    blocked = run(table, "E", "G22-H23", "H23-I22")
    assert refused(table, blocked) == "5.4.3"
    table.lay("G24", "58", 0)
    assert table.refusal(RunTrains("LYR", (blocked,))).paragraph == "5.4.3"
    assert best(table).runs == ()


@pytest.mark.rule("RU07")
def test_an_express_and_france() -> None:
    """An E counts France with an own token in the Channel only (5.9.2, 5.4.6)."""
    table = kent(Table().phase(7), "X15").major_turn("SECR", "run_trains", trains=["E"])
    table.token("SECR", "P41")
    assert revenue(table) == 2 * (20 + 20)
    table.token("SECR", "P43")
    assert revenue(table) == 2 * (20 + 20 + 120)


@pytest.mark.rule("RU08")
def test_an_express_shares_track() -> None:
    """An E may run over the track of the other trains (5.5.11, 5.13.3)."""
    table = lyr("E", "3", phase=7)
    table.token("LYR", "I22")
    way = ("G22-H23", "H23-I22")
    table.lay("G24", "58", 0)
    assert table.legal(RunTrains("LYR", (run(table, "E", *way), run(table, "3", *way))))
    assert revenue(table) == 2 * (30 + 40) + 30 + 20 + 40


@pytest.mark.rule("RU09")
def test_a_minor_cannot_run_an_express() -> None:
    """A minor may own an E; having one token it earns nothing with it (5.5.12)."""
    table = lancashire(Table().phase(7)).minor_turn("M7", "run_trains", trains=["E"])
    refusal = table.refusal(RunTrains("M7", (run(table, "E", "H23-I22"),)))
    assert (refusal.reason, refusal.paragraph) == (Reason.ROUTE, "5.5.12")
    table.turn("M7", "token")
    price = table.state.companies["M7"].space
    table.state.step = "track"
    table.do(table.options()[-1].action)
    assert table.state.companies["M7"].space != price  # no earnings: the price falls


@pytest.mark.rule("RU10")
def test_a_mail_contract_pays_half_of_the_ends() -> None:
    """Liverpool 30 and Manchester 40: the treasury gets £35 beside the dividend (3.1.12, P6)."""
    table = lyr("3")
    table.owns("LYR", "P6")
    (ran,) = of(table.do(best(table)), TrainsRan)
    assert (ran.revenue, ran.subsidy) == (90, 35)
    cash = table.state.companies["LYR"].cash
    table.do(PayDividend("LYR", "pay"))
    assert table.state.companies["LYR"].cash == cash + 35 + 8 * 9


@pytest.mark.rule("RU10")
def test_mail_takes_undoubled_values() -> None:
    """Neither the E nor the destination token doubles the mail (3.1.12)."""
    table = lyr("E", phase=7)
    table.token("LYR", "I22").owns("LYR", "P6").state.companies["LYR"].destination_placed = True
    (ran,) = of(table.do(best(table)), TrainsRan)
    assert (ran.revenue, ran.subsidy) == (2 * 30 + 4 * 40, 35)


@pytest.mark.rule("RU10")
@pytest.mark.parametrize(("trains", "subsidy"), [(("3",), 35), (("3", "4"), 70)])
def test_two_contracts_need_two_trains(trains: tuple[str, ...], subsidy: int) -> None:
    """One contract goes with one train, so two need two trains (3.1.12)."""
    table = lyr(*trains)
    table.owns("LYR", "P6").owns("LYR", "P7")
    (ran,) = of(table.do(best(table)), TrainsRan)
    assert ran.subsidy == subsidy


@pytest.mark.rule("RU11")
@pytest.mark.parametrize("towns", [1, 2])
def test_mail_may_end_a_run_in_a_city(towns: int) -> None:
    """For the mail a 3+ may end in Liverpool and leave out the towns beyond, if the director so desires (5.13.8).

    With two towns the mail gains £10 and the dividend loses £20: it may be reduced all the same (5.13.6).
    """
    table = Table().phase(5).major_turn("LYR", "run_trains", trains=["3", "P+"])
    table.owns("LYR", "P6").lay("H23", "6", 2).lay("G24", "58", 3)
    beyond = ["G24-G22", "G22-H23", "H23-I22"]
    if towns == 2:
        table.lay("H25", "58", 2)
        beyond.insert(0, "H25-G24")
    assert revenue(table) == 90 + 10 * towns
    assert table.legal(RunTrains("LYR", (run(table, "3", *beyond, pullman=True),)))
    stopping = RunTrains("LYR", (run(table, "3", "G22-H23", "H23-I22", pullman=True),))
    assert table.legal(stopping)
    (ran,) = of(table.do(stopping), TrainsRan)
    assert (ran.revenue, ran.subsidy) == (90, 35)


@pytest.mark.rule("RU11")
@pytest.mark.parametrize(
    ("trains", "towns", "worths"), [(("3",), 0, [(90, 35)]), (("3", "P+"), 2, [(110, 25), (90, 35)])]
)
def test_listed_runs_with_mail(trains: tuple[str, ...], towns: int, worths: list[tuple[int, int]]) -> None:
    """The best by revenue, or for the sake of the mail; one alone where it is the best by both (5.13.6, 5.13.8)."""
    table = Table().phase(5).major_turn("LYR", "run_trains", trains=trains)
    table.owns("LYR", "P6")
    if towns:
        table.lay("H23", "6", 2).lay("G24", "58", 3).lay("H25", "58", 2)
    else:
        lancashire(table)
    found = []
    for option in table.options(RunTrains):
        (ran,) = of(engine.apply(table.state.copy(), option.action), TrainsRan)
        found.append((ran.revenue, ran.subsidy))
    assert found == worths


@pytest.mark.rule("RU11")
def test_the_run_for_the_mail_is_a_good_one() -> None:
    """Of two runs with the same ends, and so the same mail, the one that earns less stays refused (5.13.6)."""
    table = Table().phase(5).major_turn("LYR", "run_trains", trains=["3", "P+"])
    table.owns("LYR", "P6").lay("G22", "207", 3).lay("H23", "6", 2)
    table.lay("G24", "58", 3).lay("H25", "8", 2).lay("I24", "8", 1)  # Crewe has been removed
    assert revenue(table) == 10 + 40 + 20 + 40  # from Chester on
    good = RunTrains("LYR", (run(table, "3", "G22-H23", "H23-I22", pullman=True),))
    poor = RunTrains("LYR", (run(table, "3", "G22-G24", "G24-H25-I24-I22", pullman=True),))
    assert table.legal(good)
    assert table.refusal(poor).reason is Reason.NOT_MAXIMUM


@pytest.mark.rule("RU11")
def test_without_mail_the_town_is_not_left_out() -> None:
    """Without a mail contract the same 3+ must run on to the town (5.13.6)."""
    table = lyr("3", "P+", phase=5)
    table.lay("J21", "4", 1)
    stopping = run(table, "3", "G22-H23", "H23-I22", pullman=True)
    refusal = table.refusal(RunTrains("LYR", (stopping,)))
    assert (refusal.reason, refusal.paragraph) == (Reason.NOT_MAXIMUM, "5.13.6")


@pytest.mark.rule("RU11")
def test_mail_excuses_only_what_serves_the_mail() -> None:
    """A shorter run that brings no more mail is still too short (5.13.6)."""
    table = lyr("3")
    table.owns("LYR", "P6")
    refusal = table.refusal(RunTrains("LYR", (run(table, "3", "G22-H23"),)))
    assert (refusal.reason, refusal.paragraph) == (Reason.NOT_MAXIMUM, "5.13.6")


@pytest.mark.rule("RU12")
@pytest.mark.parametrize(("option", "legal"), [("maximum", False), ("declared", True)])
def test_the_maximum_is_compulsory(option: str, legal: bool) -> None:
    """Trains run for all that they can earn; recorded games take what was declared (5.13.6)."""
    table = lyr("3", revenue=option)
    less = RunTrains("LYR", (run(table, "3", "G22-H23"),))
    assert table.legal(less) is legal
    assert table.legal(RunTrains("LYR", ())) is legal
    assert best(table).runs[0].stops in (
        (("G22", CITY), ("H23", CITY), ("I22", CITY)),
        (("I22", CITY), ("H23", CITY), ("G22", CITY)),
    )


@pytest.mark.rule("RU13")
def test_only_the_total_of_a_2p_and_the_rest_counts() -> None:
    """Which of a 2 and a 2P takes which of two routes is free, as long as the total is the highest (5.13.6)."""
    table = lyr("2", "2P")
    first, second = "G22-H23", "G22-G24"
    assert revenue(table) == 50 + 40
    for better, worse in (("2", "2P"), ("2P", "2")):
        assert table.legal(RunTrains("LYR", (run(table, better, first), run(table, worse, second))))
    assert not table.legal(RunTrains("LYR", (run(table, "2", first),)))

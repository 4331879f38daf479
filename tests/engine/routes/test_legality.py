"""Legal runs and their value, and each single breach with its paragraph (5.4, 5.5, 5.13)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from broadgauge_engine.routes import (
    Run,
    RunQuery,
    Stop,
    Track,
    best_runs,
    compile_track,
    evaluate,
    match_run,
    trim_express,
)
from broadgauge_engine.routes.stretches import stretches
from broadgauge_engine.title import load_title
from broadgauge_engine.title.model import CITY, OFFBOARD, TOWN
from tests.engine.routes.problems import problem

TITLE = load_title("1822")
LAID = {
    # One line: Lancaster, Preston, Wigan, Warrington, Crewe.
    **{"H17": ("4", 0), "H19": ("57", 0), "H21": ("2", 0), "H23": ("57", 0), "H25": ("4", 0)},
    # Three cities around a junction.
    **{"L31": ("81", 0), "L33": ("57", 0), "K30": ("57", 2), "M30": ("57", 1)},
    # Hertford between two London stations; Stirling; Dover, Folkestone and the English Channel.
    **{"M36": ("3", 0), "L37": ("7", 4), "F3": ("58", 0), "P41": ("57", 0), "O42": ("58", 3), "P43": ("X4", 0)},
}
TRACK = compile_track(TITLE, LAID)
LANCASTER, PRESTON, WIGAN, WARRINGTON, CREWE = ("H17", TOWN), ("H19", CITY), ("H21", TOWN), ("H23", CITY), ("H25", TOWN)
LONDON_N, LONDON_NW, HERTFORD = ("M38", CITY + 3), ("M38", CITY + 2), ("M36", TOWN)
HIGHLANDS, GLASGOW, STIRLING = ("E2", CITY), ("E6", CITY), ("F3", TOWN)
MERTHYR, PONTYPOOL, CARDIFF = ("E34", CITY), ("F33", CITY), ("F35", CITY)
DOVER, FOLKESTONE, CHANNEL, FRANCE = ("P41", CITY), ("O42", TOWN), ("P43", CITY), ("Q44", OFFBOARD)
SWANSEA, OYSTERMOUTH = ("D35", CITY), ("D35", TOWN)
LINE = (LANCASTER, PRESTON, WIGAN, WARRINGTON, CREWE)


def ride(train: str, *stops: Stop, pullman: bool = False, track: Track = TRACK, over: str = "") -> Run:
    """A run over the first track between neighbouring stops, or over the one that crosses the side ``over``."""
    legs = []
    for a, b in pairwise(stops):
        ways = [stretch.sides for stretch in stretches(track).by_start[a] if stretch.end == b]
        legs.append(next((sides for sides in ways if over in sides), ways[0]))
    return Run(train, pullman, stops, tuple(legs))


def ask(*trains: str, tokens: tuple[Stop, ...] = (WARRINGTON,), **other) -> RunQuery:
    """A question in phase 3, with a token in Warrington unless said otherwise."""
    return RunQuery(trains, frozenset(tokens), frozenset(other.pop("blocked", ())), 1, **other)


LEGAL = {
    "five stops": (ask("5"), [ride("5", *LINE)], 70),
    "backwards": (ask("5"), [ride("5", *LINE[::-1])], 70),
    "a blocked end": (ask("2", blocked=(PRESTON,)), [ride("3", PRESTON, WIGAN, WARRINGTON)], 50),
    "an own token in a full city": (ask("4", tokens=(PRESTON,), blocked=(PRESTON,)), [ride("4", *LINE[:4])], 60),
    "towns for nothing": (ask("2", "P+"), [ride("2", *LINE, pullman=True)], 70),
    "local with town": (ask("L", tokens=(SWANSEA,)), [ride("L", SWANSEA, OYSTERMOUTH)], 30),
    "local alone": (ask("LP"), [ride("LP", WARRINGTON)], 20),
    "E": (ask("E", tokens=(PRESTON, WARRINGTON)), [ride("E", PRESTON, WIGAN, WARRINGTON)], 80),
    "France": (ask("2", tokens=(CHANNEL,)), [ride("2", DOVER, CHANNEL, FRANCE)], 80),
    "E to France": (ask("E", tokens=(CHANNEL, DOVER)), [ride("E", DOVER, CHANNEL, FRANCE)], 160),
    "the Channel for nothing": (
        ask("2", tokens=(DOVER,), blocked=(CHANNEL,), channel_needs_france=False),
        [ride("2", DOVER, CHANNEL)],
        20,
    ),
    "over the crossing": (ask("3", tokens=(CARDIFF,)), [ride("3", CARDIFF, MERTHYR, PONTYPOOL, over="E32.0")], 110),
    "destination": (
        ask("3", home=frozenset([WARRINGTON]), tokens=(WARRINGTON, PRESTON), destination=PRESTON),
        [ride("3", *LINE[1:4])],
        70,
    ),
    "E to destination": (
        ask("E", home=frozenset([WARRINGTON]), tokens=(WARRINGTON, PRESTON), destination=PRESTON),
        [ride("E", *LINE[1:4])],
        120,
    ),
    "E on the track of others": (
        ask("E", "3", tokens=(PRESTON, WARRINGTON)),
        [ride("E", *LINE[1:4]), ride("3", *LINE[1:4])],
        130,
    ),
}


@pytest.mark.parametrize("name", LEGAL)
def test_legal_runs_and_their_value(name: str) -> None:
    """Runs that the rules allow, with their revenue."""
    query, runs, revenue = LEGAL[name]
    query = replace(query, trains=tuple(run.train for run in runs) + tuple(t for t in query.trains if t == "P+"))
    verdict = evaluate(TRACK, query, runs)
    assert verdict.problem is None
    assert verdict.revenue == revenue
    assert best_runs(TRACK, query).revenue >= revenue


BREACHES = {
    "train_not_owned": ("5.13.1", ask("3"), [ride("5", *LINE)]),
    "train_not_owned twice": ("5.13.1", ask("2"), [ride("2", WARRINGTON, CREWE), ride("2", WIGAN, WARRINGTON)]),
    "minor_express": ("5.5.12", ask("E", minor=True), [ride("E", PRESTON, WIGAN, WARRINGTON)]),
    "pullman_not_owned": ("5.5.6", ask("2"), [ride("2", *LINE, pullman=True)]),
    "pullman_not_allowed E": ("5.5.6", ask("E", "P+"), [ride("E", PRESTON, WIGAN, WARRINGTON, pullman=True)]),
    "pullman_not_allowed L": ("5.5.6", ask("L", "P+"), [ride("L", WARRINGTON, CREWE, pullman=True)]),
    "pullman_elsewhere": ("5.5.6", ask("3", "2", "P+", pullman_on=0), [ride("2", *LINE, pullman=True)]),
    "no_such_stop": ("5.4.1", ask("2"), [Run("2", False, (WARRINGTON, ("Z9", CITY)), ((),))]),
    "no_such_track": ("5.4.1", ask("2"), [Run("2", False, (WARRINGTON, CREWE), (("H23.3",),))]),
    "no_such_track legs": ("5.4.1", ask("2"), [Run("2", False, (WARRINGTON, CREWE), ())]),
    "no_such_track nothing": ("5.4.1", ask("2"), [Run("2", False, (), ())]),
    "stop_skipped": ("5.13.1", ask("2"), [Run("2", False, (PRESTON, WARRINGTON), (("H19.0", "H21.0"),))]),
    "stop_repeated": ("5.4.2", ask("3"), [ride("3", WIGAN, WARRINGTON, WIGAN)]),
    "london_repeated": ("5.4.2", ask("3", tokens=(LONDON_N,)), [ride("3", LONDON_N, HERTFORD, LONDON_NW)]),
    "track_repeated": (
        "5.4.3",
        ask("3", tokens=(("L33", CITY),)),
        [ride("3", ("K30", CITY), ("L33", CITY), ("M30", CITY))],
    ),
    "blocked": ("5.4.3", ask("5", blocked=(PRESTON,)), [ride("5", *LINE)]),
    "terminus_passed": ("5.4.4", ask("3", tokens=(HIGHLANDS,)), [ride("3", GLASGOW, HIGHLANDS, STIRLING)]),
    "crossing_passed": ("5.4.7", ask("3", tokens=(MERTHYR,)), [ride("3", PONTYPOOL, MERTHYR, CARDIFF, over="E34.4")]),
    "channel_without_france": ("5.13.7", ask("3", tokens=(CHANNEL,)), [ride("3", DOVER, CHANNEL, FOLKESTONE)]),
    "channel_without_france open": (
        "5.4.6",
        ask("2", tokens=(CHANNEL,), channel_needs_france=False),
        [ride("2", DOVER, CHANNEL)],
    ),
    "blocked Channel": ("5.4.3", ask("2", tokens=(DOVER,), blocked=(CHANNEL,)), [ride("2", DOVER, CHANNEL, FRANCE)]),
    "no_token": ("5.13.4", ask("2", tokens=(GLASGOW,)), [ride("2", WARRINGTON, CREWE)]),
    "too_few_stops": ("5.13.1", ask("2"), [ride("2", WARRINGTON)]),
    "too_few_stops France": ("5.13.1", ask("2", tokens=(CHANNEL,)), [ride("2", CHANNEL, FRANCE)]),
    "too_many_stops": ("5.5.4", ask("4"), [ride("4", *LINE)]),
    "too_many_stops towns": ("5.5.4", ask("2"), [ride("2", WIGAN, WARRINGTON, CREWE)]),
    "too_many_stops cities": (
        "5.5.6",
        ask("2", "P+", tokens=(CARDIFF,)),
        [ride("2", CARDIFF, MERTHYR, PONTYPOOL, over="E32.0", pullman=True)],
    ),
    "too_many_stops L": ("5.5.3", ask("L"), [ride("L", WIGAN, WARRINGTON, CREWE)]),
    "too_many_stops L cities": ("5.5.3", ask("L", tokens=(CARDIFF,)), [ride("L", CARDIFF, MERTHYR)]),
    "express_tokens": ("5.5.8", ask("E"), [ride("E", WARRINGTON, CREWE)]),
    "express_end": ("5.5.8", ask("E", tokens=(PRESTON, WARRINGTON)), [ride("E", *LINE)]),
    "local_channel": ("5.5.3", ask("L", tokens=(CHANNEL,)), [ride("L", CHANNEL, FRANCE)]),
    "track_shared": ("5.13.2", ask("3", "2"), [ride("3", *LINE[1:4]), ride("2", WIGAN, WARRINGTON)]),
    "track_shared inside": (
        "5.13.2",
        ask("2", "L", tokens=(SWANSEA,)),
        [ride("2", SWANSEA, OYSTERMOUTH), ride("L", SWANSEA, OYSTERMOUTH)],
    ),
    "track_shared E": (
        "5.13.2",
        ask("E", "E", tokens=(PRESTON, WARRINGTON)),
        [ride("E", *LINE[1:4]), ride("E", *LINE[1:4])],
    ),
    "crossing_shared": (
        "5.4.7",
        ask("2", "2", tokens=(MERTHYR,)),
        [ride("2", MERTHYR, PONTYPOOL, over="E34.4"), ride("2", MERTHYR, PONTYPOOL, over="E32.0")],
    ),
    "crossing_shared links": (
        "5.4.7",
        ask("2", "E", tokens=(MERTHYR, PONTYPOOL), one_crossing_train=False),
        [ride("2", MERTHYR, PONTYPOOL, over="E34.4"), ride("E", MERTHYR, PONTYPOOL, over="E32.0")],
    ),
    "local_token_shared": ("5.5.3", ask("L", "LP"), [ride("L", WARRINGTON, CREWE), ride("LP", WARRINGTON)]),
}


@pytest.mark.parametrize("name", BREACHES)
def test_each_breach_is_refused_with_its_paragraph(name: str) -> None:
    """One rule broken at a time."""
    paragraph, query, runs = BREACHES[name]
    verdict = evaluate(TRACK, query, runs)
    assert verdict.problem is not None
    assert verdict.problem[:2] == (name.split(" ")[0], paragraph)
    assert len(verdict.problem[2]) > 10
    assert (verdict.revenues, verdict.revenue) == ((), 0)


def test_an_e_train_and_another_may_use_the_same_link() -> None:
    """As games are recorded, only the use of both links is refused; by the rulebook the second crossing (5.4.7)."""
    runs = [ride("2", MERTHYR, PONTYPOOL, over="E34.4"), ride("E", MERTHYR, PONTYPOOL, over="E34.4")]
    query = ask("2", "E", tokens=(MERTHYR, PONTYPOOL), one_crossing_train=False)
    assert evaluate(TRACK, query, runs).problem is None
    strict = evaluate(TRACK, replace(query, one_crossing_train=True), runs)
    assert strict.problem is not None
    assert strict.problem[0] == "crossing_shared"


def test_mail_pays_half_of_both_ends_for_the_best_trains() -> None:
    """Undoubled values, whole pounds, not for local trains (P6, 3.1.12)."""
    runs = [ride("3", WARRINGTON, WIGAN, PRESTON), ride("2", WARRINGTON, CREWE), ride("L", WARRINGTON)]
    query = ask("3", "2", "L", mail=1)
    one = evaluate(TRACK, query, runs)
    assert (one.subsidy, one.mail_runs) == (20, (0,))
    two = evaluate(TRACK, replace(query, mail=2), runs)
    assert (two.subsidy, two.mail_runs) == (35, (0, 1))
    express = evaluate(TRACK, ask("E", tokens=(DOVER, CHANNEL), mail=1), [ride("E", DOVER, CHANNEL, FRANCE)])
    assert express.subsidy == 40


def test_found_runs_are_legal_and_their_mutations_are_not() -> None:
    """Of a found run, a wrong train, no token, a full city on the way or a second use are refused."""
    for seed in range(60):
        _, _, track, query = problem(seed, size=12, trains=("4", "3"))
        answer = best_runs(track, query)
        assert evaluate(track, query, answer.runs).problem is None
        for run in answer.runs:
            others = frozenset(track.stops) - set(run.stops)
            mutations = [
                (replace(query, trains=("2P",)), [run]),
                (replace(query, tokens=frozenset(sorted(others)[:1])), [run]),
                (replace(query, trains=(run.train, run.train)), [run, run]),
                (query, [replace(run, stops=run.stops[:-1])]),
            ]
            for stop in run.stops[1:-1]:
                if stop not in query.tokens and stop[1] < TOWN:
                    mutations.append((replace(query, blocked=query.blocked | {stop}), [run]))
            for asked, runs in mutations:
                assert evaluate(track, asked, runs).problem is not None


def test_recorded_stretches_become_runs() -> None:
    """Stretches in any direction, local runs, and track inside one hex."""
    backward = [["H25", "H23"], ["H21", "H23"], ["H21", "H19"]]
    run = match_run(TRACK, "4", False, backward, set())
    assert run.stops == (CREWE, WARRINGTON, WIGAN, PRESTON)
    assert run.legs == (("H23.0",), ("H21.0",), ("H19.0",))
    assert match_run(TRACK, "L", False, [["local", "H23"]], set()).stops == (WARRINGTON,)
    assert match_run(TRACK, "L", False, [["D35"]], set()).stops in ((SWANSEA, OYSTERMOUTH), (OYSTERMOUTH, SWANSEA))
    assert match_run(TRACK, "L", False, [["local", "M38"]], set(), [LONDON_N]).stops == (LONDON_N,)
    direct = match_run(TRACK, "2", False, [["F33", "E34"]], set())
    assert direct.legs == (("E34.4",),)


@pytest.mark.parametrize(
    "stretch", [[], [["H25", "H19"]], [["H25", "H23"], ["H19", "H17"]], [["local", "H17"]], [["local"]]]
)
def test_stretches_that_fit_nowhere_are_refused(stretch: list[list[str]]) -> None:
    """A clear message says what does not fit."""
    with pytest.raises(ValueError, match=r"train 3|city|local"):
        match_run(TRACK, "3", False, stretch, set())


def test_an_express_run_is_trimmed_to_its_tokens() -> None:
    """France stays with a token in the English Channel; other trains keep their runs (5.5.8)."""
    query = ask("E", tokens=(PRESTON, WARRINGTON))
    assert trim_express(TRACK, query, ride("E", *LINE)) == ride("E", *LINE[1:4])
    assert trim_express(TRACK, query, ride("5", *LINE)) == ride("5", *LINE)
    assert trim_express(TRACK, ask("E", tokens=(GLASGOW,)), ride("E", *LINE)) == ride("E", *LINE)
    french = ride("E", FRANCE, CHANNEL, DOVER)
    assert trim_express(TRACK, ask("E", tokens=(CHANNEL, DOVER)), french) == french
    assert trim_express(TRACK, ask("E", tokens=(DOVER,)), french).stops == (DOVER,)

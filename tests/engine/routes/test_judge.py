"""Judging in C against the rules written once more in Python, and whether there is anything to run (5.4, 5.5, 5.13)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from broadgauge_engine.routes import Evaluation, Run, RunQuery, Track, best_runs, compile_track, evaluate, has_run
from broadgauge_engine.routes.reference import all_runs, reference_runs
from broadgauge_engine.routes.reference_rules import (
    destination_bonus,
    find_problem,
    place_mail,
    run_revenue,
)
from broadgauge_engine.routes.stretches import Stretch, stretches
from broadgauge_engine.title.model import CITY, OFFBOARD, TOWN
from tests.engine.routes.problems import EFFORT, TITLES, problem

BATCH = 100
KINDS = ("L", "2", "3", "4", "5", "7", "E", "LP", "2P", "5P")
NO_STOPS = (("Z9", CITY), ("H23", 99), ("H23", -1), ("H23", 10**30), ("H23", "8"), ("H23",), "H23", None)
NO_SIDES = ("H23", "H23.", "H23.6", "H23.4/", "H23.4/x", "H23.4/300", "H23.04", "Z9.1", ".1", "H23.4/0", "H23.1.1", "")


def walk(rng: random.Random, track: Track, start: tuple[str, int], steps: int) -> list[Stretch]:
    """Stretches from stop to stop at random; what the rules forbid now and then too."""
    route: list[Stretch] = []
    at, seen = start, {start}
    for _ in range(steps):
        ways = stretches(track).by_start[at]
        careful = [way for way in ways if way.end not in seen]
        if not ways or (not careful and rng.random() < 0.8):
            break
        route.append(rng.choice(careful if careful and rng.random() < 0.95 else ways))
        at = route[-1].end
        seen.add(at)
    return route


def any_run(rng: random.Random, track: Track, query: RunQuery) -> Run:
    """A run of some train, mostly of an own one and over an own token."""
    kind = rng.choice(query.trains) if rng.random() < 0.9 else rng.choice((*KINDS, "P+", "9"))
    start = rng.choice(sorted(query.tokens)) if rng.random() < 0.9 else rng.choice(track.stops)
    arms = [walk(rng, track, start, rng.choice([0, 1, 1, 2, 3, 5])) for _ in range(2)]
    stops = (*(way.end for way in reversed(arms[0])), start, *(way.end for way in arms[1]))
    legs = (*(way.sides[::-1] for way in reversed(arms[0])), *(way.sides for way in arms[1]))
    return Run(kind, "P+" in query.trains and rng.random() < 0.5, stops, legs)


def spoiled(rng: random.Random, run: Run) -> Run:
    """The run with something wrong in it."""
    stops, legs = list(run.stops), [list(leg) for leg in run.legs]
    place = rng.randrange(len(stops))
    match rng.randrange(7):
        case 0:
            stops[place] = rng.choice(NO_STOPS[:3])
        case 1 if legs:
            leg = rng.choice(legs)
            leg.insert(rng.randint(0, len(leg)), rng.choice((*NO_SIDES, *leg)))
        case 2 if any(legs):
            leg = rng.choice([leg for leg in legs if leg])
            del leg[rng.randrange(len(leg))]
        case 3 if len(stops) > 2:
            place = rng.randrange(1, len(stops) - 1)
            legs[place - 1 : place + 1] = [legs[place - 1] + legs[place]]
            del stops[place]
        case 4:
            stops.append(rng.choice(stops))
        case 5 if any(legs):
            rng.choice(legs).reverse()
        case _:
            stops.reverse()
    return replace(run, stops=tuple(stops), legs=tuple(map(tuple, legs)))


def agree(track: Track, query: RunQuery, runs: Sequence[Run]) -> str | None:
    """The verdict is the reference's; returns its code."""
    found, expected = evaluate(track, query, runs), find_problem(track, query, runs)
    if expected is not None:
        assert found.problem is not None, expected
        assert found.problem[:2] == (expected.code, expected.paragraph)
        return expected.code
    revenues = [run_revenue(track, query, run) for run in runs]
    bonuses = [destination_bonus(track, query, run) for run in runs]
    taker = bonuses.index(max(bonuses)) if any(bonuses) else None
    if taker is not None:
        revenues[taker] += bonuses[taker]
    mail_runs, subsidy = place_mail(track, query, runs)
    assert found == Evaluation(None, tuple(revenues), sum(revenues), subsidy, taker, mail_runs)
    return None


@pytest.mark.parametrize("batch", range(max(1, round(6 * EFFORT))))
def test_verdicts_and_values_equal_the_reference(batch: int) -> None:
    """Random runs, whole and spoiled, on random boards with every special rule."""
    seen: Counter[str | None] = Counter()
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        rng = random.Random(seed)
        _, _, track, query = problem(seed, size=rng.choice([6, 12]))
        for _ in range(30):
            runs = [any_run(rng, track, query) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
            if rng.random() < 0.4:
                runs[-1] = spoiled(rng, runs[-1])
            seen[agree(track, query, runs)] += 1
    assert seen[None] > 100
    assert len(seen) > 18


@pytest.mark.parametrize("batch", range(max(1, round(2 * EFFORT))))
def test_all_runs_of_the_reference_are_legal(batch: int) -> None:
    """Whatever the reference finds by trying everything is judged alike, each by itself and in pairs."""
    for seed in range(batch * 50, (batch + 1) * 50):
        _, _, track, query = problem(seed)
        rng = random.Random(seed)
        found = [run for kind in dict.fromkeys(query.trains) for run in all_runs(track, query, kind, False)]
        for run in rng.sample(found, min(40, len(found))):
            assert agree(track, replace(query, trains=(run.train,), pullman_on=None), [run]) is None
            agree(track, query, [run, rng.choice(found)])


@pytest.mark.parametrize("wrong", [*NO_STOPS, ["H23", CITY], ([], CITY)], ids=repr)
def test_what_is_no_stop_is_refused(wrong: object) -> None:
    """Anything may stand where a stop should: it is none."""
    track = compile_track(TITLES["1822"], {})
    query = RunQuery(("2",), frozenset([("H23", CITY)]), frozenset(), 0)
    run = Run("2", False, (("H23", CITY), wrong), ((),))  # type: ignore[arg-type]
    problem = evaluate(track, query, [run]).problem
    assert problem is not None
    assert problem[:2] == ("no_such_stop", "5.4.1")


@pytest.mark.parametrize("leg", [*((side,) for side in NO_SIDES), (5,), ("H23.4",) * 300], ids=repr)
def test_what_is_no_side_is_refused(leg: tuple[str, ...]) -> None:
    """Anything may stand where a side should: no track crosses it."""
    track = compile_track(TITLES["1822"], {"H23": ("57", 0)})
    query = RunQuery(("2",), frozenset([("H23", CITY)]), frozenset(), 0)
    problem = evaluate(track, query, [Run("2", False, (("H23", CITY), ("H21", TOWN)), (leg,))]).problem
    assert problem is not None
    assert problem[0] in ("no_such_track", "no_such_stop")


def test_questions_about_nothing_are_errors() -> None:
    """Wrong numbers and things that are no runs are errors of the caller."""
    track = compile_track(TITLES["1822"], {})
    query = RunQuery(("2",), frozenset([("H23", CITY)]), frozenset(), 0)
    wrong: list[dict[str, object]] = [
        {"band": 4},
        {"band": 10**30},
        {"tokens": frozenset([("Z9", CITY)])},
        {"trains": ("2",) * 65},
        {"pullman_on": 3},
        {"tokens": 7},
    ]
    for change in wrong:
        with pytest.raises((ValueError, TypeError, OverflowError)):
            evaluate(track, replace(query, **change), ())  # type: ignore[arg-type]
        with pytest.raises((ValueError, TypeError, OverflowError)):
            has_run(track, replace(query, **change))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        evaluate(track, query, [Run("2", False, 5, ())])  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        evaluate(track, query, [None])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="Track"):
        evaluate(None, query, [])  # type: ignore[arg-type]


@pytest.mark.parametrize("batch", range(max(1, round(4 * EFFORT))))
def test_there_is_a_run_just_if_some_train_can_make_one(batch: int) -> None:
    """Against the reference, on sparse and on full boards."""
    seen = set()
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        _, _, track, query = problem(seed, size=random.Random(seed).choice([1, 2, 3, 6]))
        expected = any(all_runs(track, query, kind, False) for kind in set(query.trains))
        assert has_run(track, query) is expected
        assert has_run(track, query) is bool(best_runs(track, query).runs)
        seen.add(expected)
    assert seen == {True, False}


def test_runs_in_london_and_at_the_channel() -> None:
    """Two London stations are no run of two stops; the Channel needs France, unless it may be an end for nothing."""
    track = compile_track(TITLES["1822"], {"P41": ("57", 0), "P43": ("X4", 0)})
    dover, channel = ("P41", CITY), ("P43", CITY)
    query = RunQuery(("2",), frozenset([dover]), frozenset(), 0)
    assert has_run(track, query)
    assert not has_run(track, replace(query, tokens=frozenset([("H23", CITY)])))
    assert not has_run(track, replace(query, trains=("L",), tokens=frozenset([channel])))
    assert not has_run(track, replace(query, trains=("E",)))
    assert has_run(track, replace(query, trains=("E",), tokens=frozenset([dover, channel])))
    assert not has_run(track, replace(query, trains=("E",), tokens=frozenset([dover, channel]), minor=True))
    assert not has_run(track, replace(query, trains=("P+",)))
    assert any(stop[1] == OFFBOARD for stop in track.stops)
    assert reference_runs(track, query)[0] == best_runs(track, query).revenue

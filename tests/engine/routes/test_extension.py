"""The C extension by itself: whatever it is given, it answers or refuses."""

from __future__ import annotations

import random
from typing import ClassVar

import pytest

from broadgauge_engine.routes import Run, RunQuery, best_runs, evaluate
from broadgauge_engine.routes._track import Cancel, Library, Track, has_run, judge, search
from broadgauge_engine.routes.reference_rules import find_problem
from broadgauge_engine.routes.stretches import stretches
from broadgauge_engine.title import load_title
from tests.engine.routes.problems import EFFORT

TRAINS = load_title("1822").trains
REFUSED = (ValueError, TypeError, OverflowError)


FACE = (((0, 8, 0, 1, 0, 1, 0),), ((8, (10, 20, 30, 40)),))
"""A city with track to one edge."""


def any_face(rng: random.Random, wild: bool):
    """Random paths and stops; when wild, also what no face has."""
    stops = [8 + i for i in range(rng.choice([0, 1, 1, 2]))] + [16 + i for i in range(rng.choice([0, 0, 1, 2]))]
    stops += [24] if rng.random() < 0.1 else []
    ends = [*range(6), *stops, *([25] if rng.random() < 0.4 else []), *([7, 99] if wild else [])]
    lanes = [(0, 1)] * 6 + [(0, 2), (1, 2)] + ([(3, 2), (0, 0)] if wild else [])
    values = [0, 10, 20, 55, 1000] + ([-1, 40000] if wild else [])
    paths = []
    for _ in range(rng.randint(0, 6)):
        a, b = rng.choice(ends), rng.choice(ends)
        if a != b or wild:
            paths.append((a, b, *rng.choice(lanes), *rng.choice(lanes), rng.choice([0, 0, 0, 0, 1, 3])))
    return tuple(paths), tuple((stop, tuple(rng.choices(values, k=4))) for stop in stops)


def any_library(rng: random.Random, wild: bool) -> tuple[Library, list[str]]:
    """A random map: graphs with cycles, hexes beside themselves, closed and one-sided borders when wild."""
    count = rng.choice([0, 1, 2, 3, 5, 9, 16])
    ids = [f"H{number}" for number in range(count)]
    beyond = [[-1] * 6 for _ in ids]
    for _ in range(rng.randint(0, 4 * count)):
        a, b, edge = rng.randrange(count), rng.randrange(count), rng.randrange(6)
        if wild:
            beyond[a][edge] = rng.choice([b, a, -2, count])
        elif beyond[a][edge] < 0 and beyond[b][(edge + 3) % 6] < 0:
            beyond[a][edge], beyond[b][(edge + 3) % 6] = b, a
    hexes = tuple(
        (hex_id, tuple(row), rng.choice([0, 0, 1, 63, 255]), rng.choice([0, 0, 1, 2]))
        for hex_id, row in zip(ids, beyond, strict=True)
    )
    faces = tuple(any_face(rng, wild) for _ in range(count + 12))
    tiles = {"t": count, "u": count + 6, **({"w": rng.choice([-1, 10**6, 10**30])} if wild else {})}
    return Library(hexes, faces, tiles, rng.choice([-1, 0, count - 1] if count else [-1]), TRAINS), ids


def any_search(rng: random.Random, track: Track, wild: bool):
    """A random question; when wild, with numbers out of range."""

    def some(share: float) -> list[tuple[str, int]]:
        return [stop for stop in track.stops if rng.random() < share]

    trains = tuple(
        (
            rng.choice([0, 1, 2, 3, 5, 7, 16, 17][: 8 if wild else 7]),
            rng.random() < 0.2,
            rng.random() < 0.2,
            rng.choice([1, 1, 2, 5][: 4 if wild else 3]),
        )
        for _ in range(rng.choice([0, 1, 2, 3, 4, 6]))
    )
    return search(
        track,
        trains,
        some(0.3),
        some(0.2),
        some(0.2),
        rng.choice([None, *track.stops]),
        rng.choice([0, 1, 2, 3, 4][: 5 if wild else 4]),
        rng.choice([-2, -1, 0, 1, 99, -3][: 6 if wild else 5]),
        rng.choice([0, 0, 1, 2, 9, -1][: 6 if wild else 5]),
        rng.choice([1, 1, 64, 250, 10**6, 0, -5][: 7 if wild else 5]),
        rng.random() < 0.5,
        rng.random() < 0.5,
        rng.choice([-1.0, 0.0, float("inf"), float("nan")]),
        rng.choice([1, 1000, 5000]),
        rng.choice([None, Cancel()]),
        rng.choice([1, 1, 2, 5, 0, 65][: 6 if wild else 4]),
        rng.choice([None, None, rng.randbytes(4 * 384), bytes(4 * 384), b"0"][: 5 if wild else 4]),
    )


def any_verdict(rng: random.Random, track: Track) -> None:
    """Random walks over the segments, whole and spoiled, are judged as the rules in Python judge them."""

    def some(share: float) -> frozenset[tuple[str, int]]:
        return frozenset(stop for stop in track.stops if rng.random() < share)

    trains = tuple(rng.choices(["L", "2", "3", "5", "7", "E", "P+"], k=rng.choice([0, 1, 2, 3])))
    query = RunQuery(
        trains,
        some(0.4),
        some(0.2),
        rng.randrange(4),
        some(0.3),
        rng.choice([None, *track.stops]),
        channel_needs_france=rng.random() < 0.5,
        one_crossing_train=rng.random() < 0.5,
    )
    assert has_run(track, query) in (True, False, None)
    for _ in range(10):
        runs = []
        for _ in range(rng.choice([1, 1, 2])):
            stops, legs = [rng.choice(track.stops)], []
            for _ in range(rng.choice([0, 1, 1, 2, 3])):
                ways = stretches(track).by_start[stops[-1]]
                if ways:
                    way = rng.choice(ways)
                    stops.append(way.end)
                    legs.append(way.sides)
            if legs and rng.random() < 0.3:
                place = rng.randrange(len(legs))
                legs[place] = rng.choice([legs[place][::-1], legs[place] * 2, legs[place][1:], (*legs[place], "H0.1")])
            runs.append(Run(rng.choice([*trains, "2", "9"]), rng.random() < 0.2, tuple(stops), tuple(legs)))
        found, expected = evaluate(track, query, runs), find_problem(track, query, runs)
        assert (found.problem and found.problem[:2]) == (expected and (expected.code, expected.paragraph))


@pytest.mark.parametrize("batch", range(max(1, round(4 * EFFORT))))
def test_anything_is_judged(batch: int) -> None:
    """Random maps on which hexes lie beside themselves, sides have lanes and faces have the same side twice."""
    judged = 0
    for seed in range(batch * 250, (batch + 1) * 250):
        rng = random.Random(seed)
        library, ids = any_library(rng, False)
        track = Track(library, {hex_id: (rng.choice("tu"), rng.randint(0, 5)) for hex_id in ids if rng.random() < 0.2})
        if track.stops and len(track.segments) < 2000:
            any_verdict(rng, track)
            judged += 1
    assert judged > 50


@pytest.mark.parametrize("batch", range(max(1, round(4 * EFFORT))))
def test_anything_is_answered_or_refused(batch: int) -> None:
    """Random maps, tiles and questions, some of them nonsense, never harm the process."""
    answered = 0
    for seed in range(batch * 250, (batch + 1) * 250):
        rng = random.Random(seed)
        wild = rng.random() < 0.3
        try:
            library, ids = any_library(rng, wild)
            tiles, turns = ("tuw", (-1, 6)) if wild else ("tu", (0, 5))
            laid = {hex_id: (rng.choice(tiles), rng.randint(*turns)) for hex_id in ids if rng.random() < 0.2}
            track = Track(library, laid)
            reach = track.reach([stop for stop in track.stops if rng.random() < 0.3], track.stops[:2])
            assert set(reach.sides) <= set(ids)
            assert reach.stops <= set(track.stops)
            assert all(a < b for a, b, *_ in track.segments)
            plans, proven, bound, nodes, milliseconds, prices = any_search(rng, track, wild)
        except REFUSED:
            continue
        answered += 1
        assert isinstance(plans, list)
        assert proven in (True, False)
        assert bound >= 0
        assert nodes >= 0
        assert milliseconds >= 0
        assert len(prices) == 4 * 384
    assert answered > 100


def wheel(spokes: int) -> tuple[Track, list[tuple[str, int]]]:
    """A city on each of many hexes in a ring, joined to the next one."""
    ids = [f"H{number:03}" for number in range(spokes)]
    hexes = tuple((ids[i], ((i + 1) % spokes, -1, -1, (i - 1) % spokes, -1, -1), 0, 0) for i in range(spokes))
    face = (((0, 8, 0, 1, 0, 1, 0), (3, 8, 0, 1, 0, 1, 0)), ((8, (10, 20, 30, 40)),))
    return Track(Library(hexes, (face,) * spokes, {}, -1, TRAINS), {}), [(hex_id, 8) for hex_id in ids]


def test_an_express_has_at_most_64_tokens() -> None:
    """More are refused; with other trains, and with 64, the question is answered."""
    track, cities = wheel(70)
    with pytest.raises(ValueError, match="more than 64 tokens"):
        best_runs(track, RunQuery(("E",), frozenset(cities[:65]), frozenset(), 0))

    assert best_runs(track, RunQuery(("2",), frozenset(cities[:65]), frozenset(), 0)).revenue == 20
    assert best_runs(track, RunQuery(("E",), frozenset(cities[:64]), frozenset(), 0)).revenue == 64 * 20


def test_a_question_is_in_range() -> None:
    """Numbers that no longer fit into C are refused, not cut."""
    track, cities = wheel(3)
    query = RunQuery(("2",), frozenset(cities), frozenset(), 1 << 32)
    for ask in (lambda: has_run(track, query), lambda: evaluate(track, query, ())):
        with pytest.raises(OverflowError, match="band"):
            ask()


class Shrinking:
    """A run that throws all runs away when it is asked for its stops."""

    train, pullman = "2", False

    def __init__(self, runs: list[object]) -> None:
        self.runs = runs

    @property
    def stops(self) -> list[tuple[str, int]]:
        """Stops, at the price of the runs."""
        self.runs.clear()
        return [("H000", 8), ("H001", 8)]

    @property
    def legs(self) -> list[list[str]]:
        """The track between them."""
        return [["H000.0"]]


def test_runs_that_change_meanwhile_do_no_harm() -> None:
    """Runs, stops and legs are copied before Python code can change them."""
    track, cities = wheel(5)
    query = RunQuery(("2", "2", "2", "2"), frozenset(cities), frozenset(), 0)
    runs: list[object] = []
    runs += [Shrinking(runs) for _ in range(4)]
    breach, _ = judge(track, query, runs)

    assert not runs
    assert breach is not None
    assert breach[0] == "track_shared"


class Clearing(str):
    """A hex id that empties the laid tiles when it is compared."""

    laid: ClassVar[dict[str, tuple[str, int]]] = {}

    def __eq__(self, other: object) -> bool:
        self.laid.clear()
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_tiles_that_change_meanwhile_do_no_harm() -> None:
    """What is laid is held while strings of the caller's own kind are compared."""
    library = Library((("H0", (-1,) * 6, 0, 0),), (FACE,) * 7, {"t": 1}, -1, TRAINS)
    for _ in range(100):
        Clearing.laid = {Clearing("H0"): ("".join(["t"]), 3)}
        assert Track(library, Clearing.laid).stops == (("H0", 8),)

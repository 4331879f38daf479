"""Deadlines, node budgets, cancellation, threads: what a stopped search still promises."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from broadgauge_engine.routes import Cancel, RunQuery, Track, best_runs, compile_track, evaluate
from broadgauge_engine.title import Face, Title
from tests.engine.routes.problems import fits, problem, question, region
from tests.engine.routes.test_best import TITLES

TRAINS = ("7", "7", "5", "P+")


def crowded() -> tuple[Track, RunQuery]:
    """A board full of track, on which a search takes a while."""
    title = TITLES["1822"]
    laid = {}
    for hex_ in title.hexes.values():
        face = hex_.face
        if face.colour != "none" or face.label or hex_.id == "D35":
            continue
        if len(face.cities) == 1:
            laid[hex_.id] = ("X19", 0)
        elif len(face.towns) == 1:
            laid[hex_.id] = ("X17", 0)
        elif not face.towns:
            laid[hex_.id] = ("9", sum(map(ord, hex_.id)) % 3)
    track = compile_track(title, laid)
    tokens = frozenset([("H23", 8), ("L33", 8), ("K38", 8), ("J29", 8)])
    return track, RunQuery(TRAINS, tokens, frozenset(), 3)


def test_a_stopped_search_gives_legal_runs_and_a_bound() -> None:
    """With any budget the runs are legal and the bound holds."""
    for seed in range(25):
        _, _, track, query = problem(seed, size=14, trains=("5", "4", "P+"))
        query = replace(query, minor=False, pullman_on=None)
        whole = best_runs(track, query)
        assert whole.proven
        for nodes in (1, 300, 1000):
            part = best_runs(track, query, max_nodes=nodes)
            assert evaluate(track, query, part.runs).problem is None
            assert part.revenue <= whole.revenue <= part.upper_bound
            assert part.proven == (part.upper_bound == part.revenue) or part.revenue == whole.revenue
            if part.proven:
                assert part.revenue == whole.revenue


def test_a_deadline_ends_the_search() -> None:
    """A deadline that has passed leaves an answer that claims nothing."""
    track, query = crowded()
    answer = best_runs(track, query, deadline_ms=0)
    assert not answer.proven
    assert answer.upper_bound >= answer.revenue
    assert evaluate(track, query, answer.runs).problem is None


def test_another_thread_cancels_a_search() -> None:
    """The flag is read while the search runs without the interpreter's lock."""
    track, query = crowded()
    flag = Cancel()
    assert not flag.is_set()
    timer = threading.Timer(0.05, flag.set)
    timer.start()
    answer = best_runs(track, replace(query, trains=("7", "7", "7", "6", "6", "P+")), cancel=flag)
    timer.join()
    assert flag.is_set()
    assert answer.proven or answer.upper_bound >= answer.revenue
    again = best_runs(track, query, cancel=flag)
    assert not again.proven


def test_searches_run_side_by_side() -> None:
    """Several at once on the same and on different track give the answers that they give alone."""
    problems = [problem(seed, size=12)[2:] for seed in range(40)] * 3
    alone = [best_runs(track, query) for track, query in problems]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda pair: best_runs(*pair), problems))
    assert [one.runs for one in together] == [one.runs for one in alone]


@pytest.mark.parametrize(
    "wrong",
    [
        {"band": 4},
        {"band": -1},
        {"mail": -1},
        {"tokens": frozenset([("Z9", 8)])},
        {"blocked": frozenset([("H23", 9)])},
        {"home": frozenset([("H23", -1)])},
        {"destination": ("H23", 10**20)},
        {"trains": ("2",) * 17},
        {"trains": ("E",) * 3},
    ],
)
def test_questions_about_nothing_are_refused(wrong: dict[str, object]) -> None:
    """Wrong numbers, unknown stops and too many trains are errors of the caller."""
    track = compile_track(TITLES["1822"], {})
    query = RunQuery(("2",), frozenset([("H23", 8)]), frozenset(), 0)
    with pytest.raises(ValueError, match=r".+"):
        best_runs(track, replace(query, **wrong), objective="revenue_and_mail")  # type: ignore[arg-type]


def test_unknown_objectives_and_counts_are_refused() -> None:
    """So are wrong options."""
    track = compile_track(TITLES["1822"], {})
    query = RunQuery(("2",), frozenset([("H23", 8)]), frozenset(), 0)
    with pytest.raises(ValueError, match="objective"):
        best_runs(track, query, objective="fame")
    with pytest.raises(ValueError, match="answers"):
        best_runs(track, query, count=0)
    with pytest.raises(TypeError, match="Cancel"):
        best_runs(track, query, cancel=threading.Event())  # type: ignore[arg-type]


def full_board(rng: random.Random, title: Title) -> dict[str, tuple[str, int]]:
    """Every tile of the box as far as there are hexes for it, joined as well as it goes."""
    stock = {tile.id: tile.count or 999 for tile in title.tiles.values()}
    laid: dict[str, tuple[str, int]] = {}

    def joined(hex_id: str, face: Face) -> int:
        open_edges = title.hexes[hex_id].neighbours.items()
        return sum(
            edge in face.exits and (other not in laid or (edge + 3) % 6 in title.face(other, laid[other]).exits)
            for edge, other in open_edges
            if edge not in title.hexes[hex_id].closed
        )

    for hex_id in region(title, "H23", 400):
        choices = [tile for tile in title.tiles.values() if stock[tile.id] and fits(title, hex_id, tile)]
        if not choices:
            continue
        some = rng.sample(choices, min(8, len(choices)))
        tile, turn = max(((tile, r) for tile in some for r in range(6)), key=lambda x: joined(hex_id, x[0].faces[x[1]]))
        stock[tile.id] -= 1
        laid[hex_id] = (tile.id, turn)
    return laid


@pytest.mark.parametrize("seed", range(6))
def test_a_full_map_can_be_searched(seed: int) -> None:
    """With every tile of the box on the map there is an answer, and it says whether it is proven."""
    rng = random.Random(seed)
    title = TITLES[("1822", "1822MRS", "1822NRS")[seed % 3]]
    track = compile_track(title, full_board(rng, title))
    query = replace(question(rng, track, ("4",)), blocked=frozenset(), pullman_on=None, minor=False)
    for trains in (("5", "3"), ("E",), ("4", "P+")):
        asked = replace(query, trains=trains)
        answer = best_runs(track, asked, deadline_ms=2_000)
        assert evaluate(track, asked, answer.runs).problem is None
        assert answer.revenue <= answer.upper_bound
        assert answer.proven or "P+" in trains

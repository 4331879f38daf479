"""The search in C against the reference that tries everything, and against itself under symmetries (5.13.6)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from broadgauge_engine.routes import Answer, RunQuery, Track, best_runs, compile_track, evaluate
from broadgauge_engine.routes.reference import MAIL_FIRST, plans, reference_runs, worth_of
from broadgauge_engine.title import Face, Path, Title
from broadgauge_engine.title.model import CITY, is_city
from tests.engine.routes.problems import EFFORT, TITLES, board, problem

BATCH = 50
OBJECTIVES = ("revenue", "revenue_and_mail", "mail_first")


def sides(runs) -> int:
    """Hex sides crossed by some runs."""
    return sum(len(leg) for run in runs for leg in run.legs)


def agree(track: Track, query: RunQuery, objective: str) -> None:
    """The answer is proven, legal, worth what it says, and worth what the reference finds."""
    answer = best_runs(track, query, objective=objective)
    worth, plan = reference_runs(track, query, objective)
    verdict = evaluate(track, query, answer.runs)
    assert verdict.problem is None
    assert (verdict.revenue, verdict.subsidy) == (answer.revenue, answer.subsidy)
    assert verdict.revenues == answer.revenues
    rate = {"revenue": 0, "revenue_and_mail": 1, "mail_first": MAIL_FIRST}[objective]
    assert answer.revenue + answer.subsidy * rate == worth
    assert answer.proven
    assert answer.upper_bound == (answer.subsidy if objective == "mail_first" and query.mail else worth)
    if "E" not in query.trains:
        assert sides(answer.runs) == sides(plan), "of equal runs the ones with fewer hexes"


@pytest.mark.parametrize("batch", range(max(1, round(8 * EFFORT))))
def test_search_equals_reference(batch: int) -> None:
    """Random tiles, tokens and trains with every special rule present."""
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        _, _, track, query = problem(seed)
        for objective in OBJECTIVES:
            agree(track, query, objective)


@pytest.mark.parametrize("trains", [("E",), ("E", "2"), ("4", "3", "P+"), ("5", "4"), ("3", "3", "2"), ("E", "E")])
def test_search_equals_reference_on_larger_boards(trains: tuple[str, ...]) -> None:
    """Boards of fifteen hexes, as far as the reference can finish them."""
    for seed in range(round(60 * EFFORT)):
        _, _, track, query = problem(seed, size=15, trains=trains)
        if len(track.segments) <= 40:
            agree(track, replace(query, minor=False, pullman_on=None), "revenue")


def transformed(title: Title, laid: dict[str, tuple[str, int]], turn, rename) -> Title:
    """The same board with edges and hex ids changed; what was laid is printed."""

    def face_of(hex_id: str) -> Face:
        face = title.face(hex_id, laid.get(hex_id))

        def moved(end: int) -> int:
            return turn(end) if end < 6 else end

        paths = tuple(Path(moved(p.a), moved(p.b), p.terminal, p.link, p.a_lane, p.b_lane) for p in face.paths)
        return replace(face, paths=paths, label=title.hexes[hex_id].face.label)

    hexes = {
        rename(hex_.id): replace(
            hex_,
            id=rename(hex_.id),
            face=face_of(hex_.id),
            neighbours={turn(edge): rename(other) for edge, other in hex_.neighbours.items()},
            closed=frozenset(map(turn, hex_.closed)),
        )
        for hex_ in title.hexes.values()
    }
    return replace(title, hexes=hexes)


def two_express_trains(seed: int) -> tuple[Track, RunQuery] | None:
    """A random board at Merthyr Tydfil and Pontypool, where track ends and goes on at the same cities (5.4.7)."""
    rng = random.Random(seed)
    title = TITLES[rng.choice(["1822", "1822MRS"])]
    laid = board(rng, title, rng.choice(["E34", "F33", "F35"]), rng.randint(8, 22))
    names = dict(zip(sorted(title.hexes), rng.sample(sorted(title.hexes), len(title.hexes)), strict=True))
    track = compile_track(transformed(title, laid, lambda edge: edge, lambda hex_id: names[hex_id]), {})
    joined = sorted({track.stops[stop] for a, b, *_ in track.segments for stop in (a, b)})
    cities = [stop for stop in joined if is_city(stop[1])]
    if not len(cities) >= 3 or len(track.segments) > 12:
        return None
    crossing = [stop for stop in cities if stop[0] in {names["E34"], names["F33"]} and rng.random() < 0.9]
    rest = [stop for stop in cities if stop not in crossing]
    tokens = frozenset(crossing + rng.sample(rest, min(len(rest), rng.choice([3, 4, 5, 6, 7, 8]))))
    home = rng.choice(sorted(tokens))
    query = RunQuery(
        trains=("E", "E"),
        tokens=tokens,
        blocked=frozenset(stop for stop in cities if stop not in tokens and rng.random() < rng.choice([0, 0.3, 0.6])),
        band=rng.randrange(4),
        home=frozenset({home}),
        destination=rng.choice([None, *sorted(tokens - {home})]),
        one_crossing_train=rng.random() < 0.4,
    )
    return track, query


def test_an_express_looks_at_every_way_out_of_a_stop() -> None:
    """Also where more than 64 stretches of track lead away from one."""
    _, _, track, query = problem(3904, 30, ("E",))
    tokens = frozenset((hex_id, CITY) for hex_id in ("E2", "E6", "G12", "G4", "H1", "H5"))
    ends = Counter(stop for a, b, *_ in track.segments for stop in (a, b))
    answer = best_runs(track, replace(query, tokens=tokens, blocked=frozenset()))

    assert max(ends.values()) > 64
    assert (answer.revenue, answer.proven) == (320, True)
    assert answer.runs[0].stops == (("H1", CITY), ("G4", CITY), ("H5", CITY), ("G12", CITY))


def test_two_express_trains_at_the_crossing() -> None:
    """Whatever the order of hexes, and whichever of the two links is left."""
    asked = 0
    for seed in range(round(1_000 * EFFORT)):
        found = two_express_trains(seed)
        if found:
            asked += 1
            agree(*found, "revenue")
    assert asked > 100 * EFFORT


def worth(answer: Answer) -> tuple[int, int, bool]:
    """What must not depend on names and directions."""
    return answer.revenue, answer.subsidy, answer.proven


@pytest.mark.parametrize(
    "turn", [lambda e: (e + 1) % 6, lambda e: (6 - e) % 6, lambda e: e], ids=["turn", "mirror", "names"]
)
def test_answers_do_not_depend_on_directions_and_names(turn) -> None:
    """Rotation, mirror image and renumbering of the board leave the answer's worth as it is."""
    for seed in range(round(40 * EFFORT)):
        title, laid, track, query = problem(seed)
        ids = sorted(title.hexes)
        shuffled = random.Random(seed).sample(ids, len(ids))
        names = dict(zip(ids, shuffled, strict=True))

        def rename(hex_id: str, names: dict[str, str] = names) -> str:
            return names[hex_id]

        def stops(old, rename=rename):
            return frozenset((rename(hex_id), end) for hex_id, end in old)

        other = compile_track(transformed(title, laid, turn, rename), {})
        asked = replace(
            query,
            tokens=stops(query.tokens),
            blocked=stops(query.blocked),
            home=stops(query.home),
            destination=query.destination and (rename(query.destination[0]), query.destination[1]),
        )
        for objective in OBJECTIVES:
            before = best_runs(track, query, objective=objective)
            after = best_runs(other, asked, objective=objective)
            if objective == "revenue":
                before, after = replace(before, subsidy=0), replace(after, subsidy=0)
                assert worth(before) == worth(after)
            elif objective == "mail_first" and query.mail:
                assert worth(before) == worth(after)
            else:
                assert before.revenue + before.subsidy == after.revenue + after.subsidy


def test_answers_do_not_depend_on_the_order_of_trains() -> None:
    """Permuted trains earn the same, run for run by kind."""
    for seed in range(round(60 * EFFORT)):
        _, _, track, query = problem(seed, size=12, trains=("4", "2P", "3", "LP", "P+"))
        query = replace(query, pullman_on=None)
        backward = replace(query, trains=query.trains[::-1])
        assert best_runs(track, query).revenue == best_runs(track, backward).revenue


def stop_list(query: RunQuery, runs) -> list[tuple[str, int]]:
    """The stops of some runs in the order of the trains, each run from its smaller end, with marks between."""
    stops: list[tuple[str, int]] = []
    left = list(runs)
    for kind in query.trains:
        run = next((run for run in left if run.train == kind), None)
        if run:
            left.remove(run)
            stops += min(run.stops, run.stops[::-1])
        stops.append(("", -1))
    return stops


@pytest.mark.parametrize("trains", [("3", "2"), ("4",), ("2", "L"), ("5", "3")])
def test_ties_go_to_fewer_hexes_and_then_to_the_smallest_list_of_stops(trains: tuple[str, ...]) -> None:
    """Of all plans that earn the most, the answer is the one that these rules name."""
    for seed in range(round(50 * EFFORT)):
        _, _, track, query = problem(seed, size=10, trains=trains)
        query = replace(query, pullman_on=None)
        every = list(plans(track, query, None, "revenue"))
        ranks = [(worth_of(track, query, plan, "revenue"), -sides(plan)) for plan in every]
        best = [stop_list(query, plan) for plan, rank in zip(every, ranks, strict=True) if rank == max(ranks)]
        assert stop_list(query, best_runs(track, query).runs) == min(best)


@pytest.mark.parametrize("batch", range(max(1, round(4 * EFFORT))))
def test_a_search_may_begin_anywhere(batch: int) -> None:
    """Prices of another answer, or any prices at all, change what a search costs, never what it finds."""
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        rng = random.Random(seed)
        *_, track, query = problem(seed, rng.choice([None, 16]))
        plain = best_runs(track, query)
        nonsense = replace(plain, prices=rng.randbytes(4 * 384))
        greatest = replace(plain, prices=(1 << 21).to_bytes(4, "little") * 384)
        for objective in OBJECTIVES:
            expected = best_runs(track, query, objective=objective)
            for like in (plain, expected, nonsense, greatest):
                answer = best_runs(track, query, objective=objective, like=like)
                assert answer.proven == expected.proven
                assert not answer.proven or answer.runs == expected.runs, (seed, objective)


@pytest.mark.parametrize(("seed", "size"), [(747, 16), (989, None), (2415, None), (4636, 26)])
def test_trains_that_are_alike_are_no_alternative(seed: int, size: int | None) -> None:
    """Answers that differ only in which of two equal trains makes which run are one."""
    *_, track, query = problem(seed, size)
    answer = best_runs(track, query, count=4)
    found = [sorted((run.stops, run.legs) for run in one.runs) for one in (answer, *answer.alternatives)]

    assert len(set(query.trains)) == 1
    assert len(found) == 4
    assert all(one not in found[:place] for place, one in enumerate(found))


def test_the_same_question_has_the_same_answer() -> None:
    """Nothing random decides between equal runs."""
    for seed in range(40):
        _, _, track, query = problem(seed, size=12)
        first, second = best_runs(track, query), best_runs(track, query)
        assert first.runs == second.runs
        assert first.nodes == second.nodes


@pytest.mark.parametrize("trains", [("3", "2"), ("E",), ("E", "3"), ("E", "E")])
def test_alternatives_are_different_and_in_order(trains: tuple[str, ...]) -> None:
    """The second and third best answers follow the best one, none twice."""
    for seed in range(40):
        _, _, track, query = problem(seed, size=12, trains=trains)
        query = replace(query, minor=False)
        answer = best_runs(track, query, count=4)
        assert answer.revenue == best_runs(track, query).revenue
        if "E" not in trains:
            assert answer.runs == best_runs(track, query).runs
        answers = [answer, *answer.alternatives]
        revenues = [one.revenue for one in answers]
        assert revenues == sorted(revenues, reverse=True)
        assert len({one.runs for one in answers}) == len(answers)
        assert all(evaluate(track, query, one.runs).problem is None for one in answers)


def test_a_company_without_a_way_earns_nothing() -> None:
    """No track: a local train earns its city, other trains stay at home."""
    track = compile_track(TITLES["1822"], {})
    token = frozenset([("F35", 8)])
    query = RunQuery(("2",), frozenset([("H23", 8)]), frozenset(), 0)
    assert best_runs(track, query).revenue == 0
    assert best_runs(track, query).runs == ()
    assert best_runs(track, RunQuery(("L",), token, frozenset(), 0)).revenue == 30
    assert best_runs(track, RunQuery((), token, frozenset(), 0)).revenue == 0


def test_the_mail_first() -> None:
    """The greatest subsidy, then the greatest revenue: never more mail elsewhere, and alternatives in that order."""
    for seed in range(round(80 * EFFORT)):
        _, _, track, query = problem(seed, size=12, trains=("4", "3"))
        query = replace(query, mail=1 + seed % 2)
        first = best_runs(track, query, objective="mail_first", count=4)
        most, both = best_runs(track, query), best_runs(track, query, objective="revenue_and_mail")
        assert first.proven
        assert first.subsidy >= max(most.subsidy, both.subsidy)
        assert first.revenue + first.subsidy <= both.revenue + both.subsidy
        assert first.revenue <= most.revenue
        ranks = [(one.subsidy, one.revenue) for one in (first, *first.alternatives)]
        assert ranks == sorted(ranks, reverse=True)
        assert ranks[0] == worth(best_runs(track, query, objective="mail_first"))[1::-1]
        stopped = best_runs(track, query, objective="mail_first", max_nodes=1)
        assert stopped.subsidy <= first.subsidy <= stopped.upper_bound or stopped.proven


def test_the_mail_first_gives_up_revenue() -> None:
    """Greater mail at the cost of more revenue than it brings: a search that weighs both would not take it (5.13.6)."""
    differ = 0
    for seed in range(round(200 * EFFORT)):
        _, _, track, query = problem(seed, size=12, trains=("4", "P+"))
        query = replace(query, mail=1, pullman_on=None)
        first = best_runs(track, query, objective="mail_first")
        both = best_runs(track, query, objective="revenue_and_mail")
        differ += first.revenue + first.subsidy < both.revenue + both.subsidy
    assert differ

"""The search against an integer program: edges, nodes and flows instead of routes (5.13.6)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from broadgauge_engine.routes import RunQuery, Track, best_runs
from broadgauge_engine.routes.stretches import Stretch, stretches
from broadgauge_engine.title.model import is_town
from tests.engine.routes.problems import EFFORT, problem

np = pytest.importorskip("numpy", reason="the integer program needs numpy and scipy")
optimize = pytest.importorskip("scipy.optimize", reason="the integer program needs scipy")
sparse = pytest.importorskip("scipy.sparse")


class Program:
    """Variables with bounds, linear rows, an objective to maximise."""

    def __init__(self) -> None:
        self.gain: list[float] = []
        self.upper: list[float] = []
        self.whole: list[int] = []
        self.rows: list[tuple[dict[int, float], float, float]] = []

    def variable(self, gain: float = 0, upper: float = 1, whole: int = 1) -> int:
        """A new variable from 0 to ``upper``."""
        self.gain.append(gain)
        self.upper.append(upper)
        self.whole.append(whole)
        return len(self.gain) - 1

    def row(self, terms: list[tuple[float, int]], low: float, high: float) -> None:
        """The sum of the terms lies between low and high."""
        sums: dict[int, float] = {}
        for factor, variable in terms:
            sums[variable] = sums.get(variable, 0) + factor
        self.rows.append((sums, low, high))

    def solve(self) -> int:
        """The greatest value."""
        matrix = sparse.lil_matrix((len(self.rows), len(self.gain)))
        for index, (terms, _, _) in enumerate(self.rows):
            for variable, factor in terms.items():
                matrix[index, variable] = factor
        limits = optimize.LinearConstraint(matrix.tocsr(), [r[1] for r in self.rows], [r[2] for r in self.rows])
        found = optimize.milp(
            -np.array(self.gain),
            constraints=limits,
            integrality=np.array(self.whole),
            bounds=optimize.Bounds(0, np.array(self.upper)),
            options={"mip_rel_gap": 0},
        )
        assert found.status == 0, found.message
        return round(-found.fun)


def oracle(track: Track, query: RunQuery) -> int:
    """The most that trains other than local ones can earn with the Pullman where it is fixed, in pounds."""
    known, program, infinity = stretches(track), Program(), float("inf")
    edges = [s for stop in sorted(known.by_start) for s in known.by_start[stop] if s.start < s.end]
    nodes = sorted({stop for s in edges for stop in (s.start, s.end)})
    use: dict[bool, dict[str, list[int]]] = {False: {}, True: {}}
    crossings: list[tuple[Stretch, int, int]] = []
    bonuses: list[int] = []
    pullman = query.pullman_on if "P+" in query.trains else None
    for number, name in enumerate(query.trains):
        kind = track.trains[name]
        if kind.carriage:
            continue
        factor = kind.multiplier

        def worth(stop, kind=kind, factor=factor) -> int:
            if kind.express and stop not in query.tokens and stop not in known.france:
                return 0
            return factor * track.value(stop, query.band)

        running = program.variable()
        node = {stop: program.variable(worth(stop)) for stop in nodes}
        end = {stop: program.variable() for stop in nodes}
        edge = {id(s): program.variable() for s in edges}
        flow = {(id(s), way): program.variable(0, len(nodes), 0) for s in edges for way in (0, 1)}
        source = {stop: program.variable(0, 1 if stop in query.tokens else 0) for stop in nodes}
        supply = {stop: program.variable(0, len(nodes), 0) for stop in nodes}
        beside = {stop: [s for s in edges if stop in (s.start, s.end)] for stop in nodes}
        program.row([*((1, end[stop]) for stop in nodes), (-2, running)], 0, 0)
        program.row([*((1, source[stop]) for stop in nodes), (-1, running)], 0, 0)
        for stop in nodes:
            program.row([*((1, edge[id(s)]) for s in beside[stop]), (-2, node[stop]), (1, end[stop])], 0, 0)
            program.row([(1, end[stop]), (-1, node[stop])], -infinity, 0)
            program.row([(1, source[stop]), (-1, node[stop])], -infinity, 0)
            program.row([(1, supply[stop]), (-len(nodes), source[stop])], -infinity, 0)
            inflow = [(1, flow[id(s), int(s.end != stop)]) for s in beside[stop]]
            outflow = [(-1, flow[id(s), int(s.end == stop)]) for s in beside[stop]]
            program.row([*inflow, *outflow, (1, supply[stop]), (-1, node[stop])], 0, 0)
            if stop in query.blocked and stop not in query.tokens:
                program.row([(1, node[stop]), (-1, end[stop])], 0, 0)
            if kind.express and stop not in query.tokens and stop not in known.france:
                program.row([(1, end[stop])], 0, 0)
        for s in edges:
            for way in (0, 1):
                program.row([(1, flow[id(s), way]), (-len(nodes), edge[id(s)])], -infinity, 0)
            if s.from_terminal:
                program.row([(1, edge[id(s)]), (-1, end[s.start])], -infinity, 0)
            if s.to_terminal:
                program.row([(1, edge[id(s)]), (-1, end[s.end])], -infinity, 0)
            for side in s.track:
                use[kind.express].setdefault(side, []).append(edge[id(s)])
            if s.link:
                crossings.append((s, number, edge[id(s)]))
        for first, second in combinations(nodes, 2):
            if known.group[first] and known.group[first] == known.group[second]:
                program.row([(1, node[first]), (1, node[second])], -infinity, 1)
        france = [stop for stop in nodes if stop in known.france]
        if known.channel in node:
            program.row([(1, node[known.channel]), *((-1, node[stop]) for stop in france)], -infinity, 0)
            for stop in france:
                if kind.express and known.channel not in query.tokens:
                    program.row([(1, node[stop])], 0, 0)
        program.row([*((1, node[stop]) for stop in nodes if stop not in known.france), (-2, running)], 0, infinity)
        if not kind.express:
            counted = [s for s in nodes if s not in known.france and not (number == pullman and is_town(s[1]))]
            program.row([(1, node[stop]) for stop in counted], -infinity, kind.stops)
        else:
            program.row([*((1, node[s]) for s in nodes if s in query.tokens), (-2, running)], 0, infinity)
        if query.destination in node and query.destination in query.tokens:
            bonus = program.variable(factor * track.value(query.destination, query.band))
            program.row([(1, bonus), (-1, node[query.destination])], -infinity, 0)
            homes = [(-1, node[stop]) for stop in query.home if stop in node and stop in query.tokens]
            program.row([(1, bonus), *homes], -infinity, 0)
            bonuses.append(bonus)
    program.row([(1, bonus) for bonus in bonuses], -infinity, 1)
    for used in use.values():
        for variables in used.values():
            program.row([(1, variable) for variable in variables], -infinity, 1)
    for (s, number, a), (t, other, b) in combinations(crossings, 2):
        if query.one_crossing_train or s.track != t.track or number == other:
            program.row([(1, a), (1, b)], -infinity, 1)
    return program.solve()


SETS = [("3", "2"), ("4", "3"), ("5",), ("E",), ("E", "3"), ("2", "3", "P+"), ("4", "4", "2"), ("5", "P+"), ("6", "3")]


@pytest.mark.parametrize("trains", SETS)
def test_search_equals_the_integer_program(trains: tuple[str, ...]) -> None:
    """Boards of a dozen hexes; the destination is not the English Channel."""
    for seed in range(500, 500 + round(6 * EFFORT)):
        _, _, track, query = problem(seed, size=13, trains=trains)
        query = replace(query, minor=False, pullman_on=0, channel_needs_france=True)
        if query.destination and query.destination[0] == track.channel:
            query = replace(query, destination=None)
        if not track.segments or len(track.segments) > 70:
            continue
        assert best_runs(track, query).revenue == oracle(track, query), seed

"""Where things stand inside a hex: rules that hold for every face of every title."""

import itertools
import math
from collections.abc import Iterator

import pytest

from broadgauge_engine.title import TITLES, Face, Title, load_title
from broadgauge_engine.title.geometry import INRADIUS, along, centre, edge_point, inside, samples
from broadgauge_engine.title.layout import TOWN_RADIUS, lay_out, stub
from broadgauge_engine.title.model import is_edge

WIDE = 12
"""Parts of a piece of track that are looked at."""


def faces(title: Title) -> Iterator[tuple[str, Face]]:
    """Every face that a hex can show."""
    for hex_ in title.hexes.values():
        yield hex_.id, hex_.face
    for tile in title.tiles.values():
        for rotation, face in enumerate(tile.faces):
            yield f"{tile.id}/{rotation}", face


@pytest.fixture(params=TITLES, scope="module")
def title(request: pytest.FixtureRequest) -> Title:
    """Each title."""
    return load_title(request.param)


def test_track_stays_inside_its_hex(title: Title) -> None:
    """All track lies in its hex, and crosses edges where their lanes are."""
    for name, face in faces(title):
        layout = lay_out(face)
        assert len(layout.track) == len(face.paths)
        for path, curve in zip(face.paths, layout.track, strict=True):
            assert all(inside(point) for point in samples(curve, WIDE)), name
            for end, lane, point in ((path.a, path.a_lane, curve[0]), (path.b, path.b_lane, curve[3])):
                if is_edge(end):
                    assert math.dist(point, edge_point(end, lane)) < 1e-6, name


def test_track_meets_its_stations(title: Title) -> None:
    """Track to a town ends on it, track to a city inside its slots' circle."""
    for name, face in faces(title):
        layout = lay_out(face)
        for path, curve in zip(face.paths, layout.track, strict=True):
            for end, point in ((path.a, curve[0]), (path.b, curve[3])):
                if 8 <= end < 16:
                    assert math.dist(point, layout.cities[end - 8].at) < layout.cities[end - 8].radius, name
                elif 16 <= end < 24:
                    assert math.dist(point, layout.towns[end - 16]) < TOWN_RADIUS, name


def test_lanes_of_neighbours_meet(title: Title) -> None:
    """Lane i of n on one side of an edge is lane n - 1 - i on the other side, at the same point of the map."""
    for hex_ in title.hexes.values():
        x, y = centre(hex_.column, hex_.row)
        for edge, other_id in hex_.neighbours.items():
            other = title.hexes[other_id]
            ox, oy = centre(other.column, other.row)
            for count in (1, 2):
                for lane in range(count):
                    here = edge_point(edge, (lane, count))
                    there = edge_point((edge + 3) % 6, (count - 1 - lane, count))
                    assert math.dist((x + here[0], y + here[1]), (ox + there[0], oy + there[1])) < 1e-6


def test_stations_have_room(title: Title) -> None:
    """Slots and towns lie inside the hex and do not overlap, with an extra slot in London as well (5.10.3)."""
    for name, face in faces(title):
        more = [((number, 1),) for number in range(len(face.cities))] if len(face.cities) > 1 else []
        for extra in ((), *more):
            layout = lay_out(face, extra)
            discs = [
                (*point, station.radius)
                for index, (station, city) in enumerate(zip(layout.cities, face.cities, strict=True))
                for point in station.slots(city.slots + dict(extra).get(index, 0))
            ]
            discs += [(x, y, TOWN_RADIUS) for x, y in layout.towns]
            assert all(inside((x, y), radius) for x, y, radius in discs), name
            for (ax, ay, ar), (bx, by, br) in itertools.combinations(discs, 2):
                assert math.dist((ax, ay), (bx, by)) > ar + br - 0.1, name


def test_towns_keep_off_other_track(title: Title) -> None:
    """A town with track of its own does not lie on the track of another town."""
    for name, face in faces(title):
        layout = lay_out(face)
        for number, town in enumerate(layout.towns):
            others = [c for p, c in zip(face.paths, layout.track, strict=True) if 16 + number not in (p.a, p.b)]
            for curve in others:
                assert min(math.dist(town, point) for point in samples(curve, 24)) > TOWN_RADIUS + 2, name


def test_parallel_curves_keep_apart(title: Title) -> None:
    """Parallel tracks that join two edges by lanes never touch."""
    for name, face in faces(title):
        layout = lay_out(face)
        laned = [c for p, c in zip(face.paths, layout.track, strict=True) if p.a_lane[1] > 1 and p.b_lane[1] > 1]
        for one, other in itertools.combinations(laned, 2):
            assert min(math.dist(p, q) for p in samples(one) for q in samples(other)) > 6, name


def test_stubs_begin_at_their_edge() -> None:
    """A stub begins in the middle of its edge and points to the middle of the hex."""
    for edge in range(6):
        curve = stub(edge)
        assert math.dist(curve[0], edge_point(edge)) < 1e-6
        assert math.hypot(*along(curve, 1.0)) < INRADIUS * 0.7

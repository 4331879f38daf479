"""From a title and its laid tiles to the compiled track, and stop values."""

from __future__ import annotations

import weakref
from functools import partial

from ..title.model import CITY, OFFBOARD, TOWN, Face, Title, is_city, is_town
from ._track import Library, Track
from .model import Laid, Stop

TERMINAL = 1
LINK = 2

_libraries: dict[int, Library] = {}


def library(title: Title) -> Library:
    """The title's faces, neighbours and closed sides in the form of the C code; made once for each title."""
    known = _libraries.get(id(title))
    if known is None:
        known = _libraries[id(title)] = _make_library(title)
        weakref.finalize(title, partial(_libraries.pop, id(title), None))
    return known


def compile_track(title: Title, laid: Laid) -> Track:
    """The laid track as a graph (5.4.1): walk it with ``reach``, search it with ``best_runs``. Never changes."""
    return Track(library(title), laid if type(laid) is dict else dict(laid))


def value(title: Title, laid: Laid, stop: Stop, band: int) -> int:
    """Revenue of a stop in pounds, by phase band 0 to 3 (5.4.5, 5.13.5).

    The English Channel is worth nothing by itself; together with France it is one stop worth France's value (5.13.7).
    """
    hex_id, end = stop
    face = title.face(hex_id, laid.get(hex_id))
    if is_city(end):
        return face.cities[end - CITY].revenue[band]
    if is_town(end):
        return face.towns[end - TOWN]
    if face.offboard is None:
        raise ValueError(f"{hex_id} has no off-board area")
    return face.offboard[band]


def _make_library(title: Title) -> Library:
    ids = sorted(title.hexes)
    number = {hex_id: index for index, hex_id in enumerate(ids)}
    groups = sorted({h.group for h in title.hexes.values() if h.group})
    hexes = []
    for hex_id in ids:
        hex_ = title.hexes[hex_id]
        beyond = tuple(number.get(hex_.neighbours.get(edge, ""), -1) for edge in range(6))
        closed = sum(1 << edge for edge in hex_.closed)
        hexes.append((hex_id, beyond, closed, groups.index(hex_.group) + 1 if hex_.group else 0))
    faces = [_face(title.hexes[hex_id].face) for hex_id in ids]
    tile_faces = {}
    for tile in title.tiles.values():
        tile_faces[tile.id] = len(faces)
        faces.extend(map(_face, tile.faces))
    channel = next((number[h.id] for h in title.hexes.values() if h.face.label == "EC"), -1)
    return Library(tuple(hexes), tuple(faces), tile_faces, channel, title.trains)


def _face(face: Face) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, tuple[int, ...]], ...]]:
    paths = tuple((p.a, p.b, *p.a_lane, *p.b_lane, TERMINAL * p.terminal | LINK * p.link) for p in face.paths)
    stops = [(CITY + index, city.revenue) for index, city in enumerate(face.cities)]
    stops += [(TOWN + index, (town,) * 4) for index, town in enumerate(face.towns)]
    if face.offboard is not None:
        stops.append((OFFBOARD, face.offboard))
    return paths, tuple(stops)

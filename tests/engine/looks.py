"""Which rotations of a tile look alike, told by comparing the drawings piece by piece."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from broadgauge_engine.title import Face, Title
from broadgauge_engine.title.model import TOWN


def alike(title: Title, tile: str, rotation: int) -> set[int]:
    """The rotations that nobody can tell from this one, itself included.

    Cities keep their numbers, for tokens lie in them; towns that are worth the same have none.
    """
    faces = title.tiles[tile].faces
    towns = faces[rotation].towns
    orders = [order for order in permutations(range(len(towns))) if [towns[town] for town in order] == list(towns)]
    drawings = [_pieces(faces[rotation], order) for order in orders]
    return {turn for turn, face in enumerate(faces) if _pieces(face, range(len(towns))) in drawings}


def _pieces(face: Face, order: tuple[int, ...] | range) -> Counter[object]:
    """The track of a face, with its towns numbered in this order."""
    names = {TOWN + number: TOWN + town for number, town in enumerate(order)}
    return Counter(
        (
            frozenset({(names.get(path.a, path.a), path.a_lane), (names.get(path.b, path.b), path.b_lane)}),
            path.terminal,
            path.link,
        )
        for path in face.paths
    )

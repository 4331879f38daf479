"""Random problems on the real map: a few tiles around one place, tokens, trains, and every special rule now and then."""

from __future__ import annotations

import random

from broadgauge_engine.routes import RunQuery, compile_track
from broadgauge_engine.title import load_title
from broadgauge_engine.title.model import CITY, is_city

TITLES = {name: load_title(name) for name in ("1822", "1822MRS", "1822NRS")}
CENTRES = {
    "1822": ["E34", "F33", "M38", "P43", "D35", "H23", "H21", "F7", "E28", "E26", "I30", "H37", "H5", "N23"],
    "1822MRS": ["E34", "F33", "M38", "P43", "D35", "H23", "H21", "E28", "I30", "H37", "D39"],
    "1822NRS": ["N29", "M30", "H23", "H21", "F7", "E26", "I30", "H5"],
}
SETS = [
    ("2",), ("3",), ("2", "2"), ("3", "2"), ("L",), ("L", "L"), ("L", "2"), ("2P", "2"), ("4", "3"), ("5",),
    ("3", "P+"), ("2", "3", "P+"), ("2P", "P+"), ("E",), ("E", "3"), ("E", "2", "LP"), ("LP", "3"), ("2", "2", "2"),
    ("E", "4", "P+"), ("5P", "2P"), ("E", "E"), ("L", "LP", "2"), ("3", "3", "2P"), ("4", "2", "P+", "E"),
]  # fmt: skip


def region(title, centre, size):
    """Hexes around a place, nearest first."""
    found, queue = [centre], [centre]
    while queue and len(found) < size:
        for edge, other in title.hexes[queue.pop(0)].neighbours.items():
            if other not in found and title.hexes[other].face.colour != "blue":
                found.append(other)
                queue.append(other)
    return found


def fits(title, hex_id, tile, face):
    """Whether a tile could lie on a hex at some time of a game: the same stops, and labels where they are printed."""
    printed = title.hexes[hex_id].face
    if printed.colour == "grey":
        return False
    if (tile.label or None) != (printed.label or None) and (tile.label or printed.label) not in (None, "T", "S"):
        return False
    if hex_id == "D35":
        return tile.id in ("57", "X3", "X8", "X14")
    if tile.label in ("T", "S"):
        return False
    return len(face.cities) == len(printed.cities) and len(face.towns) == len(printed.towns)


def board(rng, title, centre, size):
    """Random tiles around a place; tiles with more track are likelier."""
    laid = {}
    for hex_id in region(title, centre, size):
        choices = [t for t in title.tiles.values() if fits(title, hex_id, t, t.faces[0])]
        if not choices or rng.random() < 0.1:
            continue
        tiles = rng.choices(sorted(choices, key=lambda t: t.id), k=rng.randint(1, 4))
        tile = max(tiles, key=lambda t: len(t.faces[0].exits))
        open_edges = set(title.hexes[hex_id].neighbours) - title.hexes[hex_id].closed
        ranked = sorted(range(6), key=lambda r: (-len(tile.faces[r].exits & open_edges), rng.random()))
        laid[hex_id] = (tile.id, ranked[0] if rng.random() < 0.7 else rng.randrange(6))
    return laid


def query(rng, track, trains):
    """Tokens, blocked cities and circumstances at random."""
    on_track = sorted({track.stops[s] for a, b, *_ in track.segments for s in (a, b)})
    cities = [stop for stop in on_track if is_city(stop[1])] or [s for s in track.stops if s[1] == CITY][:1]
    tokens = frozenset(rng.sample(cities, min(len(cities), rng.choice([1, 1, 2, 2, 3, 4]))))
    others = [stop for stop in cities if stop not in tokens]
    blocked = frozenset(stop for stop in others if rng.random() < 0.25)
    home = frozenset([rng.choice(sorted(tokens))])
    destination = rng.choice(sorted(tokens)) if rng.random() < 0.6 else None
    return RunQuery(
        trains=trains,
        tokens=tokens,
        blocked=blocked,
        band=rng.randrange(4),
        home=home,
        destination=None if destination in home else destination,
        mail=rng.choice([0, 0, 1, 2]),
        minor=rng.random() < 0.1,
        pullman_on=rng.choice([None, None, 0]),
        channel_needs_france=rng.random() < 0.5,
        one_crossing_train=rng.random() < 0.5,
    )


def problem(seed, size=None):
    """The problem with this number: title, laid tiles, track, question."""
    rng = random.Random(seed)
    name = rng.choice(["1822", "1822", "1822", "1822MRS", "1822NRS"])
    title = TITLES[name]
    laid = board(rng, title, rng.choice(CENTRES[name]), size or rng.randint(4, 9))
    track = compile_track(title, laid)
    return title, laid, track, query(rng, track, rng.choice(SETS))

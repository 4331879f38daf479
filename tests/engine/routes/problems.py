"""Random problems on the real map: tiles around one place, tokens, trains, and every special rule now and then."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence

from broadgauge_engine.routes import RunQuery, Track, compile_track
from broadgauge_engine.title import Face, Tile, Title, load_title
from broadgauge_engine.title.model import CITY, is_city

EFFORT = float(os.environ.get("BROADGAUGE_ROUTE_EFFORT", "1"))
"""Multiplies the number of random problems; the full set of 20,000 is effort 50."""

TITLES = {name: load_title(name) for name in ("1822", "1822MRS", "1822NRS")}
CENTRES = {
    "1822": ["E34", "F33", "M38", "P43", "D35", "H23", "H21", "F7", "E28", "E26", "I30", "H37", "H5", "N23"],
    "1822MRS": ["E34", "F33", "M38", "P43", "D35", "H23", "H21", "E28", "I30", "H37", "D39"],
    "1822NRS": ["N29", "M30", "H23", "H21", "F7", "E26", "I30", "H5"],
}
TRAINS = (
    *(("2",), ("3",), ("5",), ("L",), ("E",), ("2", "2"), ("3", "2"), ("L", "L"), ("L", "2"), ("2P", "2"), ("4", "3")),
    *(("3", "P+"), ("2P", "P+"), ("E", "3"), ("E", "E"), ("LP", "3"), ("5P", "2P"), ("2", "2", "2"), ("3", "3", "2P")),
    *(("L", "LP", "2"), ("2", "3", "P+"), ("E", "4", "P+"), ("E", "2", "LP"), ("4", "2", "P+", "E")),
)


def region(title: Title, centre: str, size: int) -> list[str]:
    """Hexes around a place, nearest first."""
    found, queue = [centre], [centre]
    while queue and len(found) < size:
        for other in title.hexes[queue.pop(0)].neighbours.values():
            if other not in found and title.hexes[other].face.colour != "blue":
                found.append(other)
                queue.append(other)
    return found


def fits(title: Title, hex_id: str, tile: Tile) -> bool:
    """Whether a tile could lie on a hex at some time of a game: the same stops, and labels where they are printed."""
    printed, face = title.hexes[hex_id].face, tile.faces[0]
    if hex_id == "D35":
        return tile.id in ("57", "X3", "X8", "X14")
    if printed.colour == "grey" or tile.label in ("T", "S") or tile.label != printed.label:
        return False
    return len(face.cities) == len(printed.cities) and len(face.towns) == len(printed.towns)


def board(rng: random.Random, title: Title, centre: str, size: int) -> dict[str, tuple[str, int]]:
    """Random tiles around a place; tiles with more track are likelier."""
    laid = {}
    for hex_id in region(title, centre, size):
        choices = sorted(tile.id for tile in title.tiles.values() if fits(title, hex_id, tile))
        if not choices or rng.random() < 0.1:
            continue
        tile = max((title.tiles[i] for i in rng.choices(choices, k=rng.randint(1, 4))), key=_exits)
        open_edges = set(title.hexes[hex_id].neighbours) - title.hexes[hex_id].closed
        useful = [len(face.exits & open_edges) for face in tile.faces]
        best = [rotation for rotation in range(6) if useful[rotation] == max(useful)]
        laid[hex_id] = (tile.id, rng.choice(best) if rng.random() < 0.7 else rng.randrange(6))
    return laid


def _exits(tile: Tile) -> int:
    face: Face = tile.faces[0]
    return len(face.exits)


def question(rng: random.Random, track: Track, trains: Sequence[str]) -> RunQuery:
    """Tokens, blocked cities and circumstances at random."""
    on_track = sorted({track.stops[s] for a, b, *_ in track.segments for s in (a, b)})
    cities = [stop for stop in on_track if is_city(stop[1])] or [s for s in track.stops if s[1] == CITY][:1]
    tokens = frozenset(rng.sample(cities, min(len(cities), rng.choice([1, 1, 2, 2, 3, 4]))))
    others = [stop for stop in cities if stop not in tokens]
    home = rng.choice(sorted(tokens))
    destination = rng.choice(sorted(tokens)) if rng.random() < 0.6 else None
    return RunQuery(
        trains=tuple(trains),
        tokens=tokens,
        blocked=frozenset(stop for stop in others if rng.random() < 0.25),
        band=rng.randrange(4),
        home=frozenset([home]),
        destination=None if destination == home else destination,
        mail=rng.choice([0, 0, 1, 2]),
        minor=rng.random() < 0.1,
        pullman_on=rng.choice([None, None, 0]),
        channel_needs_france=rng.random() < 0.5,
        one_crossing_train=rng.random() < 0.5,
    )


def problem(
    seed: int, size: int | None = None, trains: Sequence[str] | None = None
) -> tuple[Title, dict[str, tuple[str, int]], Track, RunQuery]:
    """The problem with this number: title, laid tiles, track, question."""
    rng = random.Random(seed)
    name = rng.choice(["1822", "1822", "1822", "1822MRS", "1822NRS"])
    title = TITLES[name]
    laid = board(rng, title, rng.choice(CENTRES[name]), size or rng.randint(4, 9))
    track = compile_track(title, laid)
    return title, laid, track, question(rng, track, trains or rng.choice(TRAINS))

"""Which tiles fit where: the upgrade chart, rotations, borders and preserved track (5.8).

What depends only on the box and on the tile that lies on a hex is worked out once per title and kept; supply, phase,
connection and cost are questions of the moment and live with the track step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ..title import Face, Hex, Tile, Title
from ..title.model import EDGES, is_town

Laid = tuple[str, int] | None
Placing = tuple[str, int]
"""A tile and its rotation."""
MOST_FITS = 8192
"""As many are kept. Games need fewer; positions that somebody made up cannot fill the memory."""
FIVE, SIX = 5, 6


@dataclass(frozen=True, slots=True)
class Fit:
    """A tile in one rotation that fits on a hex: all its exits as a bit mask, and how many new ones meet an estuary."""

    exits: int
    estuaries: int


class Fits:
    """The placings of some tiles that fit on a hex."""

    __slots__ = ("every", "tiles")

    def __init__(self, every: Mapping[Placing, Fit]) -> None:
        self.every = every
        self.tiles: dict[str, list[tuple[int, Fit]]] = {}
        """Each tile that fits, with its rotations."""
        for (tile, rotation), fit in every.items():
            self.tiles.setdefault(tile, []).append((rotation, fit))

    def where(self, suits: Callable[[Fit], bool]) -> Fits:
        """Those of the placings that suit."""
        return Fits({placing: fit for placing, fit in self.every.items() if suits(fit)})


class Fitting:
    """What tiles fit where in one title."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self._open = {hex_.id: _open_edges(title, hex_) for hex_ in title.hexes.values()}
        self._labelled = _grouped((tile.label, tile.id) for tile in title.tiles.values() if tile.colour == "green")
        self._plain = _grouped((tile.colour, tile.id) for tile in title.tiles.values() if _is_plain(tile))
        self._six_exits = {tile.id: _with_six_exits(title, tile) for tile in title.tiles.values()}
        self.fits = lru_cache(MOST_FITS)(self._fits)
        """The `Fits` of some tiles on a hex, worked out when first asked for."""

    def open_edges(self, hex_id: str) -> int:
        """The edges of a hex over which track may lead, as a bit mask (5.8.6)."""
        return self._open[hex_id]

    def successors(self, hex_id: str, laid: Laid) -> tuple[str, ...]:
        """Tiles that the chart allows next on a hex (5.8.1 to 5.8.3)."""
        hex_ = self.title.hexes[hex_id]
        if laid is None:
            return hex_.first_tiles
        tile = self.title.tiles[laid[0]]
        if hex_.future_label is not None and tile.colour == "yellow":
            # What follows a yellow city tile on an S or T hex (5.8.3).
            return self._labelled.get(hex_.future_label, ())
        return tile.upgrades

    def plain(self, colour: str) -> tuple[str, ...]:
        """Tiles of a colour with neither city nor town."""
        return self._plain.get(colour, ())

    def six_exits(self, tile: str) -> tuple[str, ...]:
        """The tiles of the same kind with six exits that come before a brown or grey one with five (5.8.17)."""
        return self._six_exits[tile]

    def _fits(self, hex_id: str, laid: Laid, tiles: tuple[str, ...], drop_town: bool) -> Fits:
        """The placings of ``tiles`` that keep to the borders and preserve the track that is laid (5.8.6).

        ``drop_town``: the town on the hex disappears, only what it connected is preserved (P2).
        """
        hex_ = self.title.hexes[hex_id]
        old = self.title.face(hex_id, laid)
        kept = through_pairs(old) if drop_town else old.pairs
        if laid is None and old.colour == "none" and old.towns and old.cities:
            kept = frozenset()  # Swansea's first tile removes the track to Oystermouth (5.8.4).
        fits: dict[Placing, Fit] = {}
        for tile in tiles:
            for rotation in EDGES:
                new = self.title.tiles[tile].faces[rotation]
                exits = mask(new.exits)
                if exits & ~self._open[hex_id] == 0 and kept <= new.pairs:
                    fresh = new.exits - old.exits
                    fits[tile, rotation] = Fit(exits, len(fresh & hex_.estuary))
        return Fits(fits)


def _grouped(items: Iterable[tuple[str | None, str]]) -> Mapping[str | None, tuple[str, ...]]:
    groups: dict[str | None, tuple[str, ...]] = {}
    for key, item in items:
        groups[key] = (*groups.get(key, ()), item)
    return groups


def _is_plain(tile: Tile) -> bool:
    return not tile.faces[0].cities and not tile.faces[0].towns


def _with_six_exits(title: Title, tile: Tile) -> tuple[str, ...]:
    face = tile.faces[0]
    if len(face.exits) != FIVE or face.colour not in ("brown", "grey"):
        return ()
    kind = (SIX, len(face.cities), len(face.towns))
    others = ((other.id, other.faces[0]) for other in title.tiles.values())
    return tuple(name for name, six in others if (len(six.exits), len(six.cities), len(six.towns)) == kind)


def mask(edges: frozenset[int]) -> int:
    """Edges as a bit mask."""
    return sum(1 << edge for edge in edges)


def through_pairs(face: Face) -> frozenset[tuple[int, int]]:
    """What a face connects from edge to edge, straight through its towns."""
    edges = sorted(face.exits)
    if not any(is_town(end) for pair in face.pairs for end in pair):
        return face.pairs
    return frozenset((a, b) for index, a in enumerate(edges) for b in edges[index + 1 :])


def _open_edges(title: Title, hex_: Hex) -> int:
    """No track off the map, to a red edge, or to the blank side of a grey or blue hex (5.8.6, 5.8.8)."""
    found = 0
    for edge, name in hex_.neighbours.items():
        beyond = title.hexes[name]
        opposite = (edge + 3) % 6
        if edge in hex_.closed or opposite in beyond.closed:
            continue
        if beyond.face.colour in ("grey", "blue") and opposite not in beyond.face.exits:
            continue
        found |= 1 << edge
    return found


_fittings: dict[int, Fitting] = {}


def fitting(title: Title) -> Fitting:
    """The fits of a title; titles live as long as the process."""
    known = _fittings.get(id(title))
    if known is None:
        known = _fittings[id(title)] = Fitting(title)
    return known

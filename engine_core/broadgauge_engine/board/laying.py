"""Which tiles fit where: the upgrade chart, rotations, borders and preserved track (5.8).

What depends only on the box and on the tile that lies on a hex is worked out once per title and kept; supply, phase,
connection and cost are questions of the moment and live with the track step.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..title import Face, Hex, Title
from ..title.model import EDGES, is_town

Laid = tuple[str, int] | None
Placing = tuple[str, int]
"""A tile and its rotation."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A tile in one rotation that fits on a hex: all its exits as a bit mask, and how many new ones meet an estuary."""

    exits: int
    estuaries: int


class Fitting:
    """The fits of one title, worked out when first asked for."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self._open = {hex_.id: _open_edges(title, hex_) for hex_ in title.hexes.values()}
        self._fits: dict[tuple[str, Laid, tuple[str, ...], bool], Mapping[Placing, Fit]] = {}

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
            return self.labelled(hex_.future_label)
        return tile.upgrades

    def labelled(self, label: str) -> tuple[str, ...]:
        """Green tiles with a label: what follows a yellow city tile on an S or T hex (5.8.3)."""
        return tuple(t.id for t in self.title.tiles.values() if t.colour == "green" and t.label == label)

    def plain(self, colour: str) -> tuple[str, ...]:
        """Tiles of a colour with neither city nor town."""
        return tuple(
            t.id
            for t in self.title.tiles.values()
            if t.colour == colour and not t.faces[0].cities and not t.faces[0].towns
        )

    def fits(
        self, hex_id: str, laid: Laid, tiles: tuple[str, ...], *, drop_town: bool = False
    ) -> Mapping[Placing, Fit]:
        """The placings of ``tiles`` that keep to the borders and preserve existing track (5.8.6).

        ``drop_town``: the town on the hex disappears, only what it connected is preserved (P2).
        """
        key = (hex_id, laid, tiles, drop_town)
        found = self._fits.get(key)
        if found is None:
            found = self._fits[key] = self._work_out(hex_id, laid, tiles, drop_town)
        return found

    def _work_out(self, hex_id: str, laid: Laid, tiles: tuple[str, ...], drop_town: bool) -> Mapping[Placing, Fit]:
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
        return fits


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

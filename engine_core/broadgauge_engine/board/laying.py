"""Which tiles fit where: the upgrade chart, rotations, borders and preserved track (5.8).

What depends only on the box and on the tile that lies on a hex is worked out once per title and kept; supply, phase,
connection and cost are questions of the moment and live with the track step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from ..title import Face, Hex, Tile, Title, names
from ..title.model import EDGES, TOWN, is_town

Laid = tuple[str, int] | None
Placing = tuple[str, int]
"""A tile and its rotation."""
Look = frozenset[tuple[frozenset[tuple[tuple[int, ...], tuple[int, int]]], bool, bool]]
"""Pieces of track: their two ends with lanes, and their kind."""
MOST_FITS = 8192
"""As many are kept. Games need fewer; positions that somebody made up cannot fill the memory."""
FIVE, SIX = 5, 6


@dataclass(frozen=True, slots=True)
class Fit:
    """A tile in one rotation that fits on a hex.

    ``exits``: all of them, as a bit mask. ``estuaries``: how many new ones meet an estuary. ``words``: the lay in
    English.
    """

    tile: str
    rotation: int
    exits: int
    estuaries: int
    words: str


class Fits:
    """The placings of some tiles that fit on a hex: ``every`` one, and by tile the ``different`` ones.

    Of placings that nobody can tell apart only the first is a different one. ``terrain``: what a lay on this ground
    pays for, if anything; ``fee``: what it pays for what lies there.
    """

    __slots__ = ("different", "every", "fee", "terrain")

    def __init__(self, every: Mapping[Placing, Fit], different: Iterable[Fit], terrain: str | None, fee: int) -> None:
        self.every = every
        self.different: dict[str, list[Fit]] = {}
        for fit in different:
            self.different.setdefault(fit.tile, []).append(fit)
        self.terrain = terrain
        self.fee = fee

    def where(self, suits: Callable[[Fit], bool]) -> Fits:
        """Those of the placings that suit."""
        every = {placing: fit for placing, fit in self.every.items() if suits(fit)}
        different = filter(suits, chain.from_iterable(self.different.values()))
        return Fits(every, different, self.terrain, self.fee)


class Fitting:
    """What tiles fit where in one title."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self._open = {hex_.id: _open_edges(title, hex_) for hex_ in title.hexes.values()}
        self._labelled = _grouped((tile.label, tile.id) for tile in title.tiles.values() if tile.colour == "green")
        self._plain = _grouped((tile.colour, tile.id) for tile in title.tiles.values() if _is_plain(tile))
        self._looks = {tile.id: [look(tile, rotation) for rotation in EDGES] for tile in title.tiles.values()}
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
        where = names.place(self.title, hex_id)
        every: dict[Placing, Fit] = {}
        different: dict[tuple[str, Look], Fit] = {}
        for tile in map(self.title.tiles.__getitem__, tiles):
            for rotation, new in enumerate(tile.faces):
                exits = mask(new.exits)
                if exits & ~self._open[hex_id] == 0 and kept <= new.pairs:
                    estuaries = len((new.exits - old.exits) & hex_.estuary)
                    words = f"Lay {tile.colour} tile {tile.id} on {where}, rotation {rotation}"
                    fit = every[tile.id, rotation] = Fit(tile.id, rotation, exits, estuaries, words)
                    different.setdefault((tile.id, self._looks[tile.id][rotation]), fit)
        return Fits(every, different.values(), None if laid else hex_.terrain, old.upgrade_fee)


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


def look(tile: Tile, rotation: int) -> Look:
    """The track on a tile in one rotation, the same for rotations that nobody can tell apart.

    Cities keep their numbers, for tokens lie in them. Towns are known by what their track leads to, unless an upgrade
    must preserve it for each of them (5.8.6).
    """
    face = tile.faces[rotation]

    def name(end: int) -> tuple[int, ...]:
        if tile.upgrades or not is_town(end):
            return (end,)
        beyond = [path.b if path.a == end else path.a for path in face.paths if end in (path.a, path.b)]
        return (TOWN, face.towns[end - TOWN], *sorted(beyond))

    ends = (frozenset({(name(path.a), path.a_lane), (name(path.b), path.b_lane)}) for path in face.paths)
    return frozenset((both, path.terminal, path.link) for both, path in zip(ends, face.paths, strict=True))


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

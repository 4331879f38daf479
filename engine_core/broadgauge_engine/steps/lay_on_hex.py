"""The legality of tile lays on one hex (5.8 to 5.10): of any there, of a tile, and of a tile in one rotation.

Each question builds on the one before: what a hex refuses, every tile there refuses. So a list of all lays asks about
each hex and each tile once, and a single lay is judged by the same predicates in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from ..actions import LayTile
from ..board import places, protection
from ..board.laying import Fit
from ..board.reach import EVERY_EDGE, edges_on_routes
from ..options import Option, Reason, Refusal
from ..step import refuse
from ..title.model import COLOURS
from .lay_check import LayCheck, Terms


def lays_on(check: LayCheck, hex_id: str) -> HexLays:
    """The lays on a hex by what the company's routes reach."""
    return HexLays(check, hex_id, edges_on_routes(check.state, check.company, hex_id))


def survey_lays(check: LayCheck, routes: Mapping[str, int], paragraph: str) -> Iterator[Option | Refusal]:
    """Every legal lay with its label, hex by hex; and why a hex, or a tile in whatever rotation, is refused.

    Looked at are the hexes on ``routes`` of the company (see `hexes_on_routes`), and those of its powers, where they
    are of use.
    """
    hexes = dict(routes)
    for private, _ in check.powers:
        for hex_id in private.hexes:
            hexes.setdefault(hex_id, 0)
    for hex_id in check.served(hexes):
        yield from HexLays(check, hex_id, hexes[hex_id]).survey(paragraph)


class HexLays:
    """The lays on one hex.

    ``edges``: where track on the hex joins a route of the company (see `edges_on_routes`).
    """

    __slots__ = ("_terms", "check", "edges", "fits", "hex_id", "london")

    def __init__(self, check: LayCheck, hex_id: str, edges: int) -> None:
        self.check = check
        self.hex_id = hex_id
        self.edges = EVERY_EDGE if check.anywhere else edges
        self.london = protection.needs_london_exit(check.state, hex_id)
        self.fits = check.fits(hex_id)
        self._terms: dict[int, Terms] = {}

    def refusal(self, action: LayTile) -> Refusal | None:
        """Why this lay is not legal; None when it is. Tile and rotation exist."""
        wrong = (
            self.check.useless_power(self.hex_id)
            or self.hex_refusal()
            or self._no_successor(action.tile)
            or self.tile_refusal(action.tile)
        )
        if wrong:
            return wrong
        fit = self.fits.every.get((action.tile, action.rotation))
        if fit is None:
            return self._misfit(action.tile, action.rotation)
        return self.terms(fit)[1] if self.joins(fit) else self._loose(fit)

    def survey(self, paragraph: str) -> list[Option | Refusal]:
        """Every legal lay here with its label; and why the hex, or a tile in whatever rotation, is refused."""
        wrong = self.hex_refusal()
        if wrong:
            return [wrong]
        company, privates = self.check.company.card.id, self.check.privates
        found: list[Option | Refusal] = []
        for tile, fits in self.fits.different.items():
            refusal = self.tile_refusal(tile)
            before = len(found)
            for fit in () if refusal else filter(self.joins, fits):
                terms, refusal = self.terms(fit)
                if refusal is None:
                    action = LayTile(company, self.hex_id, tile, fit.rotation, privates)
                    found.append(Option(action, fit.words + terms, paragraph))
            if len(found) == before:
                # Of placings that are refused for different reasons, the one that comes nearest tells its own.
                found.append(refusal or self._loose(fits[-1]))
        return found

    # -- hex and tile ----------------------------------------------------------------------------------------

    def hex_refusal(self) -> Refusal | None:
        """A route must lead to the hex or to a city on it, unless a power goes anywhere (5.8.6)."""
        return None if self.edges else self._not_connected()

    def _not_connected(self) -> Refusal:
        name = self.check.company.card.id
        return refuse(Reason.NOT_CONNECTED, self.hex_id, "5.8.6", f"no route of {name} leads to this track")

    def _no_successor(self, tile: str) -> Refusal | None:
        if tile in self.check.successors(self.hex_id):
            return None
        state, hex_id = self.check.state, self.hex_id
        colours = (places.face(state, hex_id).colour, state.title.tiles[tile].colour)
        if colours not in pairwise(COLOURS):
            return refuse(Reason.NO_TILE, hex_id, "5.8.1", f"{colours[1]} does not come next on {hex_id}")
        return refuse(Reason.LABEL, hex_id, "5.8.2", f"tile {tile} does not follow on {hex_id}")

    def tile_refusal(self, tile: str) -> Refusal | None:
        """Allowance, colour, supply and preference: the same for every rotation."""
        refusal, preferred = self.check.tile(tile)
        return self._six_way(tile, preferred) if preferred and refusal is None else refusal

    def _six_way(self, tile: str, preferred: tuple[str, ...]) -> Refusal | None:
        """Six-exit tiles come before five-exit ones of the same kind wherever possible (5.8.17)."""
        for other in preferred:
            if other in self.fits.different:
                return refuse(Reason.SIX_WAY, tile, "5.8.17", f"tile {other} must be preferred")
        return None

    # -- rotation --------------------------------------------------------------------------------------------

    def _misfit(self, tile: str, rotation: int) -> Refusal:
        new = self.check.state.title.tiles[tile].faces[rotation]
        if any(not self.check.fitting.open_edges(self.hex_id) >> edge & 1 for edge in new.exits):
            return refuse(Reason.TERRAIN, self.hex_id, "5.8.6", "track would lead where it may not")
        return refuse(Reason.TRACK_LOST, self.hex_id, "5.8.6", "existing track must be preserved")

    def joins(self, fit: Fit) -> bool:
        """A route must lead to the track, and where London is protected the track to its station (5.8.6, 5.10.7)."""
        return bool(fit.exits & self.edges and (not self.london or fit.exits & self.london))

    def _loose(self, fit: Fit) -> Refusal:
        if fit.exits & self.edges:
            return refuse(Reason.RESERVED, self.hex_id, "5.10.7", "the tile must connect the London station")
        return self._not_connected()

    def terms(self, fit: Fit) -> Terms:
        """What a placing costs, which depends on how many new exits meet an estuary."""
        found = self._terms.get(fit.estuaries)
        if found is None:
            found = self._terms[fit.estuaries] = self.check.terms(self.hex_id, self.fits, fit.estuaries)
        return found

    def label(self, tile: str, rotation: int) -> str:
        """A legal lay in English, with its price."""
        fit = self.fits.every[tile, rotation]
        return fit.words + self.terms(fit)[0]

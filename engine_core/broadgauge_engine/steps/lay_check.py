"""What a company may lay with one set of private powers in use, whatever the hex (5.8.9 to 5.8.16).

`lay_on_hex.HexLays` builds on it: the questions about a hex, a tile there, and a tile in one rotation.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..board import places
from ..board.laying import Fits, fitting
from ..english import listed
from ..options import Reason, Refusal
from ..privates.lay_powers import LAY_POWERS, Cost
from ..state.model import EXTRA_LAYS, Company, Done, GameState, LayKind
from ..step import refuse

MINOR_COLOURS = ("yellow", "green")
"""Minors lay yellow and green only (3.3.7)."""


def lays_allowed(state: GameState, company: Company) -> tuple[int, int]:
    """Yellow tiles, or upgrades, in one turn (5.8.13); none where the home token took the track step (5.10.3)."""
    if Done.HOME_STATION in state.company_turn.done:
        return 0, 0
    return state.phase.minor_lays if company.is_minor else state.phase.major_lays


TileCheck = tuple[Refusal | None, tuple[str, ...]]
"""What is true of a tile on every hex.

Why it is refused (allowance, colour, supply, the powers' own conditions), and the tiles with six exits that are left
and come before it (5.8.17).
"""

Terms = tuple[str, Refusal | None]
"""What a lay costs, as the end of its label, and why powers or money do not allow it."""


class LayCheck:
    """One company's lays with one set of private powers in use, at one moment."""

    def __init__(self, state: GameState, company: Company, privates: tuple[str, ...]) -> None:
        self.state = state
        self.company = company
        self.privates = privates
        cards = state.title.privates
        self._named = [(cards[name], LAY_POWERS[cards[name].power]) for name in privates]
        self.powers = list({private.id: (private, power) for private, power in self._named}.values())
        self.anywhere = any(power.anywhere for _, power in self.powers)
        self.fitting = fitting(state.title)
        self._words = f", with {listed(dict.fromkeys(privates))}" if privates else ""
        self._drop_town = any(power.drops_town for _, power in self.powers)
        self._free: dict[bool, bool] = {}
        self._tiles: dict[str, TileCheck] = {}

    def served(self, hexes: Iterable[str]) -> Iterable[str]:
        """Those of the hexes for which every power in use is meant."""
        of = self.state.title.hexes
        for private, power in self.powers:
            hexes = [hex_id for hex_id in hexes if power.serves(self.state, private, of[hex_id])]
        return hexes

    def useless_power(self, hex_id: str) -> Refusal | None:
        """Every power in use must be meant for the hex."""
        hex_ = self.state.title.hexes[hex_id]
        for private, power in self.powers:
            if not power.serves(self.state, private, hex_):
                return power.useless(private, hex_id)
        return None

    # -- tiles -----------------------------------------------------------------------------------------------

    def successors(self, hex_id: str) -> tuple[str, ...]:
        """The tiles that may follow on a hex."""
        laid = self.state.tiles.get(hex_id)
        tiles = self.fitting.successors(hex_id, laid)
        for _, power in self.powers:
            tiles = power.tiles(self.fitting, hex_id, laid, tiles)
        return tiles

    def fits(self, hex_id: str) -> Fits:
        """The placings that fit on a hex."""
        found = self.fitting.fits(hex_id, self.state.tiles.get(hex_id), self.successors(hex_id), self._drop_town)
        for _, power in self.powers:
            found = power.suited(self.state.title.hexes[hex_id], found)
        return found

    def tile(self, tile: str) -> TileCheck:
        """What is true of a tile on every hex; worked out once for each tile."""
        found = self._tiles.get(tile)
        if found is None:
            found = self._tiles[tile] = self._tile_refusal(tile), self._preferred(tile)
        return found

    def _tile_refusal(self, tile: str) -> Refusal | None:
        colour = self.state.title.tiles[tile].colour
        return (
            self._no_allowance(colour)
            or self._wrong_colour(tile, colour)
            or self._no_supply(tile)
            or self._not_for_tile(tile)
        )

    def _no_allowance(self, colour: str) -> Refusal | None:
        """One yellow tile, two of a major from phase 3, or one upgrade (5.8.13); powers replace that or add to it."""
        yellow = colour == "yellow"
        if yellow not in self._free:
            self._free[yellow] = self.is_free(yellow=yellow)
        if self._free[yellow]:
            return None
        name = self.company.card.id
        return refuse(Reason.LAY_LIMIT, name, "5.8.13", "no lay of this kind is left in this turn")

    def is_free(self, *, yellow: bool) -> bool:
        """Whether a lay of this kind is left.

        The extra lays of P12 come all before or all after the normal ones, and using them after the first yellow tile
        gives up the second; the rulebook is silent, recorded games are played so.
        """
        turn = self.state.company_turn
        yellows, upgrades = lays_allowed(self.state, self.company)
        allowances = {power.allowance: private.id for private, power in self.powers}
        normal = [lay for lay in turn.lays if lay not in EXTRA_LAYS]
        extra = [lay for lay in turn.lays if lay in EXTRA_LAYS]
        if "extra" in allowances:
            if "whole" in allowances or not (yellows if yellow else upgrades):
                return False
            going_on = extra == [LayKind.EXTRA_YELLOW] * len(extra) and turn.lays[-1:] == extra[-1:]
            return not extra or (yellow and going_on and len(extra) < yellows)
        if "whole" in allowances:
            return turn.instead == allowances["whole"] or (not normal and yellows > 0)
        if turn.instead or (extra and turn.lays[0] not in EXTRA_LAYS):
            return False
        if yellow:
            return len(normal) < yellows and LayKind.UPGRADE not in normal
        return upgrades > 0 and not normal

    @property
    def any_free(self) -> bool:
        """Whether a lay of any kind is left."""
        return self.is_free(yellow=True) or self.is_free(yellow=False)

    def _wrong_colour(self, tile: str, colour: str) -> Refusal | None:
        if self.company.is_minor and colour not in MINOR_COLOURS:
            return refuse(Reason.COMPANY_KIND, self.company.id, "3.3.7", f"a minor lays no {colour} tile")
        if colour in self.state.phase.colours:
            return None
        if any(power.colour_allowed(self.state, self.company, colour) for _, power in self.powers):
            return None
        return refuse(Reason.PHASE, tile, "5.8.16", f"{colour} tiles are not available yet")

    def _no_supply(self, tile: str) -> Refusal | None:
        """Of some tiles the supply is unlimited (5.8.15)."""
        if self._is_left(tile):
            return None
        return refuse(Reason.NO_TILE, tile, "5.8.15", f"no tile {tile} is left")

    def _is_left(self, tile: str) -> bool:
        count = self.state.title.tiles[tile].count
        return count is None or places.tiles_laid(self.state).get(tile, 0) < count

    def _preferred(self, tile: str) -> tuple[str, ...]:
        title, found = self.state.title, self.fitting.six_exits(tile)
        if found and self.state.setup.options.six_way == "cities" and not title.tiles[tile].faces[0].cities:
            return ()
        return tuple(filter(self._is_left, found))

    def _not_for_tile(self, tile: str) -> Refusal | None:
        for private, power in self.powers:
            wrong = power.tile_refusal(self.state, self.company, private, tile)
            if wrong:
                return wrong
        return None

    # -- money -----------------------------------------------------------------------------------------------

    def terms(self, hex_id: str, fits: Fits, estuaries: int) -> Terms:
        """What a lay with so many new estuary crossings costs on a hex, and whether it can be had for that."""
        cost = self._cost(fits, estuaries)
        price = cost.total
        refusal = self._no_power(hex_id, cost) if self.powers else None
        if refusal is None and price > self.company.cash:
            name, cash = self.company.card.id, self.company.cash
            refusal = refuse(Reason.NO_CASH, hex_id, "5.8.12", f"the lay costs £{price}, {name} has £{cash}")
        return f"{self._words}, for £{price}" if price else self._words, refusal

    def price(self, hex_id: str, tile: str, rotation: int) -> int:
        """What a legal lay costs, in pounds."""
        fits = self.fits(hex_id)
        return self._cost(fits, fits.every[tile, rotation].estuaries).total

    def _cost(self, fits: Fits, estuaries: int) -> Cost:
        """Terrain once, for the first tile on a hex; fees at every upgrade; estuaries by new crossing (5.8.9)."""
        title = self.state.title
        prices = title.numbers.terrain
        ground = prices[fits.terrain] if fits.terrain else 0
        cost = Cost(ground, fits.terrain, fits.fee, estuaries, prices["estuary"])
        if ground:
            for name in self.company.privates:
                cost.take_standing_discount(title.privates[name], self.company.powers)
        # What is free of charge by one power leaves nothing for the token of another.
        for private, power in sorted(self._named, key=lambda use: use[1].allowance != "whole"):
            power.reduce(private, cost)
        return cost

    def _no_power(self, hex_id: str, cost: Cost) -> Refusal | None:
        for private, power in self.powers:
            wrong = power.refusal(self.state, self.company, private, hex_id, self.privates.count(private.id), cost)
            if wrong:
                return wrong
        return None

"""The legality of tile lays (5.8 to 5.10), asked about a hex, a tile on it, or a tile in one rotation.

Each question builds on the one before: what a hex refuses, every tile there refuses. So a list of all lays asks about
each hex and each tile once, and a single lay is judged by the same predicates in the same order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise

from ..actions import LayTile
from ..board import places, protection
from ..board.laying import Fit, Placing, fitting
from ..board.reach import reach
from ..english import listed
from ..options import Option, Reason, Refusal
from ..privates.lay_powers import LAY_POWERS, Cost
from ..routes import Reach
from ..state.model import EXTRA_LAYS, Company, Done, GameState, LayKind
from ..step import refuse
from ..title import names
from ..title.model import COLOURS

MINOR_COLOURS = ("yellow", "green")
"""Minors lay yellow and green only (3.3.7)."""
FIVE_EXITS, SIX_EXITS = 5, 6


def lays_allowed(state: GameState, company: Company) -> tuple[int, int]:
    """Yellow tiles, or upgrades, in one turn (5.8.13); none where the home token took the track step (5.10.3)."""
    if Done.HOME_STATION in state.company_turn.done:
        return 0, 0
    return state.phase.minor_lays if company.is_minor else state.phase.major_lays


class LayCheck:
    """One company's lays with one set of private powers in use, at one moment."""

    def __init__(self, state: GameState, company: Company, privates: tuple[str, ...]) -> None:
        self.state = state
        self.company = company
        self.privates = privates
        self._powers = [
            (state.title.privates[name], LAY_POWERS[state.title.privates[name].power])
            for name in dict.fromkeys(privates)
        ]
        self._fitting = fitting(state.title)
        self._fits: dict[str, Mapping[Placing, Fit]] = {}
        self._costs: dict[tuple[str, int], Cost] = {}
        self._laid: Counter[str] | None = None

    @cached_property
    def _reach(self) -> Reach:
        return reach(self.state, self.company)

    @cached_property
    def _stop_hexes(self) -> set[str]:
        return {hex_id for hex_id, _ in self._reach.stops}

    @cached_property
    def _free(self) -> dict[bool, bool]:
        return {yellow: self.is_free(yellow=yellow) for yellow in (True, False)}

    # -- the whole of it -------------------------------------------------------------------------------------

    def refusal(self, action: LayTile) -> Refusal | None:
        """Why this lay is not legal; None when it is. Hex, tile, rotation and privates exist."""
        hex_id, tile = action.hex, action.tile
        wrong = (
            self._useless_power(hex_id)
            or self.hex_refusal(hex_id)
            or self._no_successor(hex_id, tile)
            or self.tile_refusal(hex_id, tile)
        )
        if wrong:
            return wrong
        fit = self.fits(hex_id).get((tile, action.rotation))
        if fit is None:
            return self._misfit(hex_id, tile, action.rotation)
        return self.placing_refusal(hex_id, tile, action.rotation, fit)

    def survey(self, paragraph: str) -> Iterator[Option | Refusal]:
        """Every legal lay with its label, hex by hex; and why a hex, or a tile in whatever rotation, is refused."""
        self._laid = Counter(laid for laid, _ in self.state.tiles.values())
        for hex_id in self._hexes():
            wrong = self.hex_refusal(hex_id)
            if wrong:
                yield wrong
            else:
                yield from self._survey_hex(hex_id, paragraph)

    def _survey_hex(self, hex_id: str, paragraph: str) -> Iterator[Option | Refusal]:
        placings: dict[str, list[tuple[int, Fit]]] = {}
        for (tile, rotation), fit in self.fits(hex_id).items():
            placings.setdefault(tile, []).append((rotation, fit))
        for tile, rotations in placings.items():
            refusal = self.tile_refusal(hex_id, tile)
            if refusal is None:
                for rotation, fit in rotations:
                    wrong = self.placing_refusal(hex_id, tile, rotation, fit)
                    if wrong:
                        refusal = wrong
                    else:
                        action = LayTile(self.company.card.id, hex_id, tile, rotation, self.privates)
                        yield Option(action, self.label(action, fit), paragraph)
                        placings[tile] = []
            if refusal and placings[tile]:
                yield refusal

    def _hexes(self) -> Iterator[str]:
        """Hexes that routes of the company lead to, its own cities, and those of its powers, if of use to them."""
        found = dict.fromkeys(self._reach.sides)
        found.update(dict.fromkeys(sorted(self._stop_hexes)))
        for private, _ in self._powers:
            found.update(dict.fromkeys(private.hexes))
        hexes = [self.state.title.hexes[hex_id] for hex_id in found]
        for private, power in self._powers:
            hexes = [hex_ for hex_ in hexes if power.serves(self.state, private, hex_)]
        return (hex_.id for hex_ in hexes)

    def _useless_power(self, hex_id: str) -> Refusal | None:
        hex_ = self.state.title.hexes[hex_id]
        for private, power in self._powers:
            if not power.serves(self.state, private, hex_):
                return power.useless(private, hex_id)
        return None

    def _tiles(self, hex_id: str) -> tuple[str, ...]:
        """The tiles that may follow on a hex with these powers in use."""
        laid = self.state.tiles.get(hex_id)
        tiles = self._fitting.successors(hex_id, laid)
        for _, power in self._powers:
            tiles = power.tiles(self._fitting, hex_id, laid, tiles)
        return tiles

    def fits(self, hex_id: str) -> Mapping[Placing, Fit]:
        """The placings that fit on a hex with these powers in use."""
        found = self._fits.get(hex_id)
        if found is None:
            drop_town = any(power.drops_town for _, power in self._powers)
            laid = self.state.tiles.get(hex_id)
            found = self._fitting.fits(hex_id, laid, self._tiles(hex_id), drop_town=drop_town)
            hex_ = self.state.title.hexes[hex_id]
            for _, power in self._powers:
                found = {placing: fit for placing, fit in found.items() if power.suits(hex_, fit)}
            self._fits[hex_id] = found
        return found

    # -- hex -------------------------------------------------------------------------------------------------

    def hex_refusal(self, hex_id: str) -> Refusal | None:
        """A route must lead to the hex or to a city on it, unless a power goes anywhere (5.8.6)."""
        if self._reach.sides_of(hex_id) or hex_id in self._stop_hexes or self._goes_anywhere():
            return None
        return self._not_connected(hex_id)

    def _goes_anywhere(self) -> bool:
        return any(power.anywhere for _, power in self._powers)

    def _not_connected(self, hex_id: str) -> Refusal:
        name = self.company.card.id
        return refuse(Reason.NOT_CONNECTED, hex_id, "5.8.6", f"no route of {name} leads to this track")

    # -- tile ------------------------------------------------------------------------------------------------

    def tile_refusal(self, hex_id: str, tile: str) -> Refusal | None:
        """Allowance, colour, supply and preference: the same for every rotation."""
        colour = self.state.title.tiles[tile].colour
        return (
            self._no_allowance(colour)
            or self._wrong_colour(tile, colour)
            or self._no_supply(tile)
            or self._six_way(hex_id, tile)
        )

    def _no_successor(self, hex_id: str, tile: str) -> Refusal | None:
        if tile in self._tiles(hex_id):
            return None
        colours = (places.face(self.state, hex_id).colour, self.state.title.tiles[tile].colour)
        if colours not in pairwise(COLOURS):
            return refuse(Reason.NO_TILE, hex_id, "5.8.1", f"{colours[1]} does not come next on {hex_id}")
        return refuse(Reason.LABEL, hex_id, "5.8.2", f"tile {tile} does not follow on {hex_id}")

    def _no_allowance(self, colour: str) -> Refusal | None:
        """One yellow tile, two of a major from phase 3, or one upgrade (5.8.13); powers replace that or add to it."""
        if self._free[colour == "yellow"]:
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
        allowances = {power.allowance: private.id for private, power in self._powers}
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

    def _wrong_colour(self, tile: str, colour: str) -> Refusal | None:
        if self.company.is_minor and colour not in MINOR_COLOURS:
            return refuse(Reason.COMPANY_KIND, self.company.id, "3.3.7", f"a minor lays no {colour} tile")
        if colour in self.state.phase.colours:
            return None
        if any(power.colour_allowed(self.state, self.company, colour) for _, power in self._powers):
            return None
        return refuse(Reason.PHASE, tile, "5.8.16", f"{colour} tiles are not available yet")

    def _left(self, tile: str) -> int | None:
        """Tiles of a kind in the supply; None where it is unlimited (5.8.15)."""
        count = self.state.title.tiles[tile].count
        if count is None:
            return None
        if self._laid is None:
            return count - sum(laid == tile for laid, _ in self.state.tiles.values())
        return count - self._laid[tile]

    def _no_supply(self, tile: str) -> Refusal | None:
        left = self._left(tile)
        if left is None or left > 0:
            return None
        return refuse(Reason.NO_TILE, tile, "5.8.15", f"no tile {tile} is left")

    def _six_way(self, hex_id: str, tile: str) -> Refusal | None:
        """Six-exit tiles come before five-exit ones of the same kind wherever possible (5.8.17)."""
        face = self.state.title.tiles[tile].faces[0]
        if len(face.exits) != FIVE_EXITS or face.colour not in ("brown", "grey"):
            return None
        if self.state.setup.options.six_way == "cities" and not face.cities:
            return None
        for other in dict.fromkeys(other for other, _ in self.fits(hex_id)):
            six = self.state.title.tiles[other].faces[0]
            same = len(six.cities) == len(face.cities) and len(six.towns) == len(face.towns)
            if same and len(six.exits) == SIX_EXITS and self._left(other) != 0:
                return refuse(Reason.SIX_WAY, tile, "5.8.17", f"tile {other} must be preferred")
        return None

    # -- placing ---------------------------------------------------------------------------------------------

    def placing_refusal(self, hex_id: str, tile: str, rotation: int, fit: Fit) -> Refusal | None:
        """Connection, protection, the powers' own conditions, and money."""
        if not (self._reach.sides_of(hex_id) & fit.exits or hex_id in self._stop_hexes or self._goes_anywhere()):
            return self._not_connected(hex_id)
        edges = protection.needs_london_exit(self.state, hex_id)
        if edges and not fit.exits & edges:
            return refuse(Reason.RESERVED, hex_id, "5.10.7", "the tile must connect the London station")
        cost = self.cost(hex_id, fit)
        if self._powers:
            action = LayTile(self.company.card.id, hex_id, tile, rotation, self.privates)
            for private, power in self._powers:
                wrong = power.refusal(self.state, self.company, private, action, cost)
                if wrong:
                    return wrong
        price, cash = cost.total, self.company.cash
        if price > cash:
            name = self.company.card.id
            return refuse(Reason.NO_CASH, hex_id, "5.8.12", f"the lay costs £{price}, {name} has £{cash}")
        return None

    def _misfit(self, hex_id: str, tile: str, rotation: int) -> Refusal:
        new = self.state.title.tiles[tile].faces[rotation]
        if any(not self._fitting.open_edges(hex_id) >> edge & 1 for edge in new.exits):
            return refuse(Reason.TERRAIN, hex_id, "5.8.6", "track would lead where it may not")
        return refuse(Reason.TRACK_LOST, hex_id, "5.8.6", "existing track must be preserved")

    def cost(self, hex_id: str, fit: Fit) -> Cost:
        """Terrain once, for the first tile on a hex; fees at every upgrade; estuaries by new crossing (5.8.9)."""
        key = (hex_id, fit.estuaries)
        found = self._costs.get(key)
        if found is None:
            found = self._costs[key] = self._work_out_cost(hex_id, fit.estuaries)
        return found

    def _work_out_cost(self, hex_id: str, estuaries: int) -> Cost:
        title = self.state.title
        terrain = title.hexes[hex_id].terrain if hex_id not in self.state.tiles else None
        prices = title.numbers.terrain
        cost = Cost(
            ground=prices[terrain] if terrain else 0,
            terrain=terrain,
            fee=places.face(self.state, hex_id).upgrade_fee,
            estuaries=estuaries,
            estuary_price=prices["estuary"],
        )
        for name in self.company.privates:
            cost.take_standing_discount(title.privates[name], self.company.powers)
        # What is free of charge by one power leaves nothing for the token of another.
        for name in sorted(self.privates, key=lambda name: LAY_POWERS[title.privates[name].power].allowance != "whole"):
            LAY_POWERS[title.privates[name].power].reduce(title.privates[name], cost)
        return cost

    def label(self, action: LayTile, fit: Fit) -> str:
        """The lay in English, with its price."""
        colour = self.state.title.tiles[action.tile].colour
        where = names.place(self.state.title, action.hex)
        text = f"Lay {colour} tile {action.tile} on {where}, rotation {action.rotation}"
        if action.privates:
            text += f", with {listed(dict.fromkeys(action.privates))}"
        price = self.cost(action.hex, fit).total
        return f"{text}, for £{price}" if price else text

"""Private powers that take part in a tile lay (Table 3).

A power answers the same few questions as the plain rules of the track step: which tiles, which colour, what allowance,
what cost; `LayPower` gives the plain answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ..board.laying import Fits, Fitting, Laid, mask
from ..board.places import open_slots
from ..english import listed
from ..events import Log
from ..options import Reason, Refusal
from ..rounds.phases import close_private
from ..state.model import EXTRA_LAYS, Company, GameState, LayKind, Mark
from ..step import refuse
from ..title.model import COLOURS, Hex, Private
from .tokens import place_channel_token


@dataclass(slots=True)
class Cost:
    """What a lay costs, part by part, in pounds; ``terrain`` is the kind of ground."""

    ground: int
    terrain: str | None
    fee: int
    estuaries: int
    estuary_price: int

    def take_standing_discount(self, private: Private, powers: list[str]) -> None:
        """Discounts that need no token: P10 on rivers, P8 without its token on hills and mountains."""
        if private.river_discount and self.terrain in ("small_river", "large_river"):
            self.ground -= private.river_discount
        if private.discount and Mark.HILL_DISCOUNT in powers and self.terrain in ("hill", "mountain"):
            self.ground -= private.discount

    @property
    def total(self) -> int:
        """The whole cost."""
        return max(0, self.ground) + self.fee + self.estuaries * self.estuary_price


class LayPower:
    """The plain answers; ``allowance`` is ``normal``, ``whole`` (replaces the step) or ``extra``."""

    allowance: ClassVar[str] = "normal"
    anywhere: ClassVar[bool] = False
    """Whether no route needs to lead to the hex."""

    drops_town: ClassVar[bool] = False
    """Whether a small station on the hex disappears."""

    def tiles(self, fitting: Fitting, hex_id: str, laid: Laid, tiles: tuple[str, ...]) -> tuple[str, ...]:
        """The tiles that may follow on a hex, given those that may without this power."""
        return tiles

    def suited(self, hex_: Hex, fits: Fits) -> Fits:
        """Those of the placings on a hex that the power is for."""
        return fits

    def colour_allowed(self, state: GameState, company: Company, colour: str) -> bool:
        """Whether the power opens a colour that the phase does not."""
        return False

    def serves(self, state: GameState, private: Private, hex_: Hex) -> bool:
        """Whether the power is of use on a hex."""
        return not private.hexes or hex_.id in private.hexes

    def useless(self, private: Private, hex_id: str) -> Refusal:
        """Why the power is of no use on a hex that it does not serve."""
        return refuse(Reason.NOT_NEEDED, hex_id, private.id, f"{private.id} is for {listed(private.hexes)}")

    def tile_refusal(self, state: GameState, company: Company, private: Private, tile: str) -> Refusal | None:
        """Why the power cannot be used for a tile."""
        return None

    def refusal(
        self, state: GameState, company: Company, private: Private, hex_id: str, times: int, cost: Cost
    ) -> Refusal | None:
        """Why the power cannot be used on a hex in a lay that names it so many times and costs so much."""
        return None

    def reduce(self, private: Private, cost: Cost) -> None:
        """Takes the power's discount off the cost, once for each time that the lay names it."""

    def used(self, state: GameState, company: Company, private: Private, log: Log) -> None:
        """What follows the lay; most powers close."""
        close_private(state, private.id, log)


class RemoveSmallStation(LayPower):
    """P2: plain track over a single small station, in place of a normal lay (3.1.13, 3.1.14)."""

    drops_town = True

    def tiles(self, fitting: Fitting, hex_id: str, laid: Laid, tiles: tuple[str, ...]) -> tuple[str, ...]:
        face = fitting.title.face(hex_id, laid)
        if len(face.towns) != 1 or face.cities or face.colour == COLOURS[-1]:
            return ()
        return fitting.plain(COLOURS[COLOURS.index(face.colour) + 1])


class AdvancedTileLay(LayPower):
    """P11: one upgrade of plain or small-station track in the colour that comes next, instead of the normal lays."""

    allowance = "whole"

    def tiles(self, fitting: Fitting, hex_id: str, laid: Laid, tiles: tuple[str, ...]) -> tuple[str, ...]:
        return () if laid is None or fitting.title.face(hex_id, laid).cities else tiles

    def colour_allowed(self, state: GameState, company: Company, colour: str) -> bool:
        highest = max(map(COLOURS.index, state.phase.colours))
        return COLOURS.index(colour) == highest + 1

    def tile_refusal(self, state: GameState, company: Company, private: Private, tile: str) -> Refusal | None:
        colour = state.title.tiles[tile].colour
        if colour in state.phase.colours:
            return refuse(Reason.PHASE, tile, private.id, f"{colour} is available without {private.id}")
        return None


class ExtraTileLay(LayPower):
    """P12: in its track step one more yellow tile (a major two) or one more upgrade, even of a tile just laid."""

    allowance = "extra"

    def used(self, state: GameState, company: Company, private: Private, log: Log) -> None:
        limit = (state.phase.minor_lays if company.is_minor else state.phase.major_lays)[0]
        extra = [lay for lay in state.company_turn.lays if lay in EXTRA_LAYS]
        if LayKind.EXTRA_UPGRADE in extra or len(extra) == limit:
            close_private(state, private.id, log)


class TerrainToken(LayPower):
    """P8: the token pays for one lay on rough ground, a hill or a mountain, and closes."""

    terrains: ClassVar[frozenset[str]] = frozenset({"rough", "hill", "mountain"})

    def serves(self, state: GameState, private: Private, hex_: Hex) -> bool:
        return hex_.terrain in self.terrains and hex_.id not in state.tiles

    def useless(self, private: Private, hex_id: str) -> Refusal:
        return refuse(
            Reason.NOT_NEEDED, hex_id, private.id, f"{hex_id} is no rough ground, hill or mountain, or is built on"
        )

    def refusal(
        self, state: GameState, company: Company, private: Private, hex_id: str, times: int, cost: Cost
    ) -> Refusal | None:
        if Mark.TERRAIN_TOKEN not in company.powers:
            return refuse(Reason.NOT_OWNED, private.id, private.id, f"{company.id} has no terrain token")
        return None

    def reduce(self, private: Private, cost: Cost) -> None:
        cost.ground = 0

    def used(self, state: GameState, company: Company, private: Private, log: Log) -> None:
        company.powers.remove(Mark.TERRAIN_TOKEN)
        super().used(state, company, private, log)


class EstuaryToken(LayPower):
    """P10: each token pays for one estuary crossing side; the second one closes the company."""

    def serves(self, state: GameState, private: Private, hex_: Hex) -> bool:
        return bool(hex_.estuary)

    def useless(self, private: Private, hex_id: str) -> Refusal:
        return refuse(Reason.NOT_NEEDED, hex_id, private.id, f"{hex_id} has no estuary")

    def refusal(
        self, state: GameState, company: Company, private: Private, hex_id: str, times: int, cost: Cost
    ) -> Refusal | None:
        if company.powers.count(Mark.ESTUARY_TOKEN) < times:
            return refuse(Reason.NOT_OWNED, private.id, private.id, f"{company.id} has fewer estuary tokens")
        if cost.estuaries < 0:
            return refuse(Reason.NOT_NEEDED, hex_id, private.id, "the lay has fewer estuary crossings")
        return None

    def reduce(self, private: Private, cost: Cost) -> None:
        cost.estuaries -= 1

    def used(self, state: GameState, company: Company, private: Private, log: Log) -> None:
        together = state.company_turn.lays[-1] in EXTRA_LAYS  # The lay was one of P12's.
        given_up = company.powers.count(Mark.ESTUARY_TOKEN) if together and self._all_at_once(state) else 1
        for _ in range(given_up):
            company.powers.remove(Mark.ESTUARY_TOKEN)
        if Mark.ESTUARY_TOKEN not in company.powers:
            super().used(state, company, private, log)

    @staticmethod
    def _all_at_once(state: GameState) -> bool:
        return state.setup.options.estuary_tokens == "all_with_p12"


class HumberBridge(LayPower):
    """P21: tiles in Hull and Grimsby that join over the Humber, free of charge, instead of the normal lays."""

    allowance = "whole"
    anywhere = True

    def suited(self, hex_: Hex, fits: Fits) -> Fits:
        estuary = mask(hex_.estuary)
        return fits.where(lambda fit: bool(fit.exits & estuary))

    def refusal(
        self, state: GameState, company: Company, private: Private, hex_id: str, times: int, cost: Cost
    ) -> Refusal | None:
        if not any(hex_ in private.hexes for hex_, _ in company.tokens):
            text = f"{company.id} has no token in {listed(private.hexes, 'or')}"
            return refuse(Reason.NOT_CONNECTED, company.id, private.id, text)
        if hex_id in state.company_turn.laid:
            return refuse(Reason.LAY_LIMIT, hex_id, private.id, f"{private.id} lays one tile on each side")
        return None

    def tile_refusal(self, state: GameState, company: Company, private: Private, tile: str) -> Refusal | None:
        green = state.title.tiles[tile].colour == "green"
        greens = [h for h in state.company_turn.laid if state.title.tiles[state.tiles[h][0]].colour == "green"]
        if green and (tile not in private.green or greens):
            text = f"{private.id} makes one green upgrade, with tile {listed(private.green, 'or')}"
            return refuse(Reason.NO_TILE, tile, private.id, text)
        return None

    def reduce(self, private: Private, cost: Cost) -> None:
        cost.ground = cost.fee = cost.estuaries = 0

    def used(self, state: GameState, company: Company, private: Private, log: Log) -> None:
        if sum(hex_ in private.hexes for hex_ in state.company_turn.laid) == len(private.hexes):
            super().used(state, company, private, log)


class ChannelToken(LayPower):
    """P5: upgrade the English Channel and place an exchange token in the new space (3.1.17, 5.12.10)."""

    anywhere = True

    def refusal(
        self, state: GameState, company: Company, private: Private, hex_id: str, times: int, cost: Cost
    ) -> Refusal | None:
        place = (hex_id, 0)
        if not company.exchange:
            return refuse(Reason.NO_TOKEN, company.id, private.id, f"{company.id} has no exchange token")
        if place in company.tokens:
            return refuse(Reason.OWN_TOKEN, company.id, "5.12.6", f"{company.id} has a token in {hex_id}")
        if open_slots(state, place, company.id) > 0:
            return refuse(Reason.NOT_NEEDED, company.id, private.id, "there is an open space already")
        return None

    def tile_refusal(self, state: GameState, company: Company, private: Private, tile: str) -> Refusal | None:
        spaces = sum(city.slots for city in state.title.tiles[tile].faces[0].cities)
        if spaces <= len(state.tokens.get((private.hexes[0], 0), ())):
            return refuse(Reason.NO_SLOT, company.id, private.id, "the upgrade makes no space")
        return None

    def used(self, state: GameState, company: Company, private: Private, log: Log) -> None:
        place_channel_token(state, company, private, log)


LAY_POWERS: Mapping[str, LayPower] = {
    "remove_small_station": RemoveSmallStation(),
    "advanced_tile_lay": AdvancedTileLay(),
    "extra_tile_lay": ExtraTileLay(),
    "hill_discount": TerrainToken(),
    "river_discount": EstuaryToken(),
    "humber_bridge": HumberBridge(),
    "english_channel_token": ChannelToken(),
}
"""Power name of a private to its part in a lay."""

"""Laying and upgrading track (5.8, 5.9, 5.10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from ..actions import LayTile, Pass
from ..board import places, protection
from ..board.laying import Fit, fitting
from ..board.reach import reach
from ..events import Log, TileLaid
from ..options import ActionRule, Reason, Refusal
from ..privates.lay_powers import LAY_POWERS, PLAIN, Cost, LayPower
from ..privates.tokens import MoveCertificateByPower, MoveTokenByPower
from ..rounds.phases import close_private
from ..state import money
from ..state.model import Company, GameState
from ..title.model import Private
from .step import PassTurn, Step, refuse, rules, wrong_company

MINOR_COLOURS = ("yellow", "green")
"""Minors lay yellow and green only (3.3.7)."""


def lays_allowed(state: GameState, company: Company) -> tuple[int, int]:
    """Yellow tiles, or upgrades, in one turn (5.8.13); none where the home token took the track step (5.10.3)."""
    if "track" in state.company_turn.done:
        return 0, 0
    return state.phase.minor_lays if company.is_minor else state.phase.major_lays


def tiles_left(state: GameState, tile: str) -> int | None:
    """Tiles of a kind in the supply; None where it is unlimited (5.8.15)."""
    count = state.title.tiles[tile].count
    if count is None:
        return None
    return count - sum(laid[0] == tile for laid in state.tiles.values())


class Lay(ActionRule[LayTile]):
    """The one rule for every tile lay, with or without private powers."""

    kind = LayTile
    paragraph = "5.8"

    # -- what may be looked at ---------------------------------------------------------------------------------

    def candidates(self, state: GameState) -> Iterator[LayTile]:
        company = state.acting
        for privates in self._power_sets(state, company):
            power = self._main_power(state, privates)
            for hex_id in self._hexes(state, company):
                for tile, rotation in self._fits(state, power, hex_id):
                    yield LayTile(company.card.id, hex_id, tile, rotation, privates)

    @staticmethod
    def _hexes(state: GameState, company: Company) -> Iterable[str]:
        """Hexes that routes of the company lead to, its own cities, and those of its powers."""
        found = dict.fromkeys(reach(state, company).sides)
        found.update(dict.fromkeys(hex_ for hex_, _ in reach(state, company).stops))
        for name in company.privates:
            found.update(dict.fromkeys(state.title.privates[name].hexes))
        return found

    @staticmethod
    def _power_sets(state: GameState, company: Company) -> Iterator[tuple[str, ...]]:
        """Combinations of the company's lay powers: each alone and any that go together (3.1.13)."""
        usable = [n for n in company.privates if state.title.privates[n].power in LAY_POWERS]
        tokens = company.powers.count("estuary_token")
        for size in range(len(usable) + 1):
            for chosen in combinations(usable, size):
                yield chosen
                doubled = [n for n in chosen if state.title.privates[n].estuary_tokens and tokens > 1]
                for name in doubled:
                    yield (*chosen, name)

    @staticmethod
    def _main_power(state: GameState, privates: tuple[str, ...]) -> list[LayPower]:
        return [LAY_POWERS[state.title.privates[name].power] for name in dict.fromkeys(privates)]

    @staticmethod
    def _fits(state: GameState, powers: list[LayPower], hex_id: str) -> dict[tuple[str, int], Fit]:
        """Placings that fit on a hex with these powers in play."""
        known = fitting(state.title)
        laid = state.tiles.get(hex_id)
        fits = known.fits(hex_id, laid, known.successors(hex_id, laid))
        for power in powers:
            fits = power.fits(known, hex_id, laid, fits)
        return dict(fits)

    # -- legality ------------------------------------------------------------------------------------------------

    def refusal(self, state: GameState, action: LayTile) -> Refusal | None:
        wrong = wrong_company(state, action.company) or self._unknown(state, action)
        if wrong:
            return wrong
        company = state.acting
        powers = self._main_power(state, action.privates)
        allowance = self._no_allowance(state, company, action, powers)
        if allowance:
            return allowance
        fit = self._fits(state, powers, action.hex).get((action.tile, action.rotation))
        if fit is None:
            return self._misfit(state, action)
        return (
            self._wrong_colour(state, company, action, powers)
            or self._no_supply(state, action)
            or self._not_connected(state, company, action, fit)
            or self._closed_by_protection(state, action, fit)
            or self._six_way(state, powers, action)
            or self._powers_refuse(state, company, action, fit)
            or self._cannot_pay(state, company, action, fit)
        )

    @staticmethod
    def _unknown(state: GameState, action: LayTile) -> Refusal | None:
        if action.hex not in state.title.hexes:
            return refuse(Reason.UNKNOWN, action.hex, "5.8.1", f"there is no hex {action.hex}")
        if action.tile not in state.title.tiles or not 0 <= action.rotation < 6:
            return refuse(Reason.UNKNOWN, action.tile, "5.8.1", f"no tile {action.tile} in this rotation")
        for name in action.privates:
            if name not in state.acting.privates:
                return refuse(Reason.NOT_OWNED, name, "3.1.9", f"{action.company} does not own {name}")
            if state.title.privates[name].power not in LAY_POWERS:
                return refuse(Reason.NOT_OWNED, name, "3.1.9", f"{name} has no part in a tile lay")
            most = max(1, state.title.privates[name].estuary_tokens)
            if action.privates.count(name) > most:
                return refuse(Reason.ALREADY_DONE, name, "3.1.9", f"{name} is named too often")
        return None

    @staticmethod
    def _no_allowance(
        state: GameState, company: Company, action: LayTile, powers: list[LayPower]
    ) -> Refusal | None:
        """One yellow tile, two of a major from phase 3, or one upgrade (5.8.13); powers may replace or add."""
        turn = state.company_turn
        yellow = state.title.tiles[action.tile].colour == "yellow"
        yellows, upgrades = lays_allowed(state, company)
        kinds = {power.allowance for power in powers}
        begun = bool(turn.yellow or turn.upgrades)
        if "extra" in kinds:
            free = turn.extra_lay == "" or (turn.extra_lay == "yellow" and yellow)
            if "whole" in kinds or (not yellow and not upgrades):
                free = False
        elif "whole" in kinds:
            bridging = "whole" in turn.done and action.privates[0] in turn.done
            free = bridging or (not begun and yellows > 0)
        elif yellow:
            free = turn.yellow < yellows and not turn.upgrades
        else:
            free = upgrades > 0 and not begun
        if free and not ("whole" in turn.done and not kinds & {"whole", "extra"}):
            return None
        return refuse(Reason.LAY_LIMIT, company.card.id, "5.8.13", "no lay of this kind is left in this turn")

    @staticmethod
    def _misfit(state: GameState, action: LayTile) -> Refusal:
        known = fitting(state.title)
        laid = state.tiles.get(action.hex)
        if action.tile not in known.successors(action.hex, laid):
            return refuse(
                Reason.LABEL, action.hex, "5.8.2", f"tile {action.tile} does not follow on {action.hex}"
            )
        new = state.title.tiles[action.tile].faces[action.rotation]
        if any(not known.open_edges(action.hex) >> edge & 1 for edge in new.exits):
            return refuse(Reason.TERRAIN, action.hex, "5.8.6", "track would lead where it may not")
        return refuse(Reason.TRACK_LOST, action.hex, "5.8.6", "existing track must be preserved")

    @staticmethod
    def _wrong_colour(
        state: GameState, company: Company, action: LayTile, powers: list[LayPower]
    ) -> Refusal | None:
        colour = state.title.tiles[action.tile].colour
        if company.is_minor and colour not in MINOR_COLOURS:
            return refuse(Reason.COMPANY_KIND, company.card.id, "3.3.7", f"a minor lays no {colour} tile")
        if colour in state.phase.colours or any(p.colour_allowed(state, company, colour) for p in powers):
            return None
        return refuse(Reason.PHASE, action.tile, "5.8.16", f"{colour} tiles are not available yet")

    @staticmethod
    def _no_supply(state: GameState, action: LayTile) -> Refusal | None:
        left = tiles_left(state, action.tile)
        if left is None or left > 0:
            return None
        return refuse(Reason.NO_TILE, action.tile, "5.8.15", f"no tile {action.tile} is left")

    @staticmethod
    def _not_connected(state: GameState, company: Company, action: LayTile, fit: Fit) -> Refusal | None:
        """Part of the new track is on a route, or a route leads to the city; a home without track is free (5.8.6)."""
        reached = reach(state, company)
        if reached.sides_of(action.hex) & fit.exits or any(hex_ == action.hex for hex_, _ in reached.stops):
            return None
        if any(
            LAY_POWERS[state.title.privates[n].power].allowance == "whole" and state.title.privates[n].hexes
            for n in action.privates
        ):
            return None
        if any(state.title.privates[n].power == "english_channel_token" for n in action.privates):
            return None
        return refuse(
            Reason.NOT_CONNECTED, action.hex, "5.8.6", f"no route of {company.card.id} leads to this track"
        )

    @staticmethod
    def _closed_by_protection(state: GameState, action: LayTile, fit: Fit) -> Refusal | None:
        edges = protection.needs_london_exit(state, action.hex)
        if not edges or fit.exits & edges:
            return None
        return refuse(Reason.RESERVED, action.hex, "5.10.7", "the tile must connect the London station")

    def _six_way(self, state: GameState, powers: list[LayPower], action: LayTile) -> Refusal | None:
        """Six-exit tiles come before five-exit ones of the same kind wherever possible (5.8.17)."""
        face = state.title.tiles[action.tile].faces[0]
        if face.colour not in ("brown", "grey") or len(face.exits) != 5:
            return None
        if state.setup.options.six_way == "cities" and not face.cities:
            return None
        for tile, _ in self._fits(state, powers, action.hex):
            other = state.title.tiles[tile].faces[0]
            same = len(other.cities) == len(face.cities) and len(other.towns) == len(face.towns)
            if same and len(other.exits) == 6 and tiles_left(state, tile) != 0:
                return refuse(Reason.SIX_WAY, action.tile, "5.8.17", f"tile {tile} must be preferred")
        return None

    def _powers_refuse(self, state: GameState, company: Company, action: LayTile, fit: Fit) -> Refusal | None:
        cost = self._cost(state, company, action, fit)
        for name in dict.fromkeys(action.privates):
            private = state.title.privates[name]
            refusal = LAY_POWERS[private.power].refusal(state, company, private, action, cost)
            if refusal:
                return refusal
        return None

    def _cannot_pay(self, state: GameState, company: Company, action: LayTile, fit: Fit) -> Refusal | None:
        price = self._price(state, company, action, fit)
        if price <= company.cash:
            return None
        return refuse(
            Reason.NO_CASH,
            action.hex,
            "5.8.12",
            f"the lay costs £{price}, {company.card.id} has £{company.cash}",
        )

    # -- cost ----------------------------------------------------------------------------------------------------

    @staticmethod
    def _cost(state: GameState, company: Company, action: LayTile, fit: Fit) -> Cost:
        """Terrain once, for the first tile on a hex; fees at every upgrade; estuaries by new crossing (5.8.9)."""
        hex_ = state.title.hexes[action.hex]
        terrain = hex_.terrain if action.hex not in state.tiles else None
        prices = state.title.numbers.terrain
        cost = Cost(
            ground=prices[terrain] if terrain else 0,
            terrain=terrain,
            fee=places.face(state, action.hex).upgrade_fee,
            estuaries=fit.estuaries,
            estuary_price=prices["estuary"],
        )
        for name in company.privates:
            _standing_discount(company, state.title.privates[name], cost)
        for name in action.privates:
            private = state.title.privates[name]
            if private.power == "river_discount":
                cost.estuaries -= 1
        return cost

    def _price(self, state: GameState, company: Company, action: LayTile, fit: Fit) -> int:
        cost = self._cost(state, company, action, fit)
        for name in dict.fromkeys(action.privates):
            private = state.title.privates[name]
            if private.power != "river_discount":
                LAY_POWERS[private.power].reduce(private, cost)
        return cost.total

    # -- effect --------------------------------------------------------------------------------------------------

    def asks(self, state: GameState, action: LayTile) -> tuple[int, ...]:
        if action.hex in state.tiles:
            return ()
        holders = protection.right_holders(state, action.hex)
        return () if state.acting.director in holders else holders

    def label(self, state: GameState, action: LayTile) -> str:
        price = self._price(state, state.acting, action, self._fit(state, action))
        colour = state.title.tiles[action.tile].colour
        text = f"Lay {colour} tile {action.tile} on {action.hex}, rotation {action.rotation}"
        if action.privates:
            text += " with " + ", ".join(dict.fromkeys(action.privates))
        return f"{text}, for £{price}" if price else text

    def _fit(self, state: GameState, action: LayTile) -> Fit:
        powers = self._main_power(state, action.privates)
        return self._fits(state, powers, action.hex)[action.tile, action.rotation]

    def perform(self, state: GameState, action: LayTile, log: Log) -> None:
        company, turn = state.acting, state.company_turn
        price = self._price(state, company, action, self._fit(state, action))
        replaced = state.tiles.get(action.hex)
        places.lay(state, action.hex, action.tile, action.rotation)
        money.transfer(state, company.id, money.BANK, price)
        log.append(
            TileLaid(
                company.id, action.hex, action.tile, action.rotation, replaced[0] if replaced else "", price
            )
        )
        self._use_allowance(state, action)
        turn.laid.append(action.hex)
        for name in action.privates:
            private = state.title.privates[name]
            LAY_POWERS.get(private.power, PLAIN).used(state, company, private, log)

    def _use_allowance(self, state: GameState, action: LayTile) -> None:
        turn = state.company_turn
        kinds = {power.allowance for power in self._main_power(state, action.privates)}
        if "extra" in kinds:
            return
        if "whole" in kinds:
            turn.done += ["whole", action.privates[0]]
        if state.title.tiles[action.tile].colour == "yellow":
            turn.yellow += 1
        else:
            turn.upgrades += 1


def _standing_discount(company: Company, private: Private, cost: Cost) -> None:
    """Discounts that need no token: P10 on rivers, P8 without its token on hills and mountains."""
    if private.river_discount and cost.terrain in ("small_river", "large_river"):
        cost.ground -= private.river_discount
    if private.discount and "hill_discount" in company.powers and cost.terrain in ("hill", "mountain"):
        cost.ground -= private.discount


class PassTrack(PassTurn):
    """Laying less than allowed, or nothing (5.8.14)."""

    paragraph = "5.8.14"

    def label(self, state: GameState, action: Pass) -> str:
        return "Lay no more track" if state.company_turn.laid else "Lay no track"


class TrackStep(Step):
    """The track step of an operating turn."""

    name = "track"
    text = "lay or upgrade track"
    rules = rules(Lay(), MoveTokenByPower(), MoveCertificateByPower(), PassTrack())

    def waits(self, state: GameState) -> bool:
        turn = state.company_turn
        if turn.passed or "track" in turn.done:
            return False
        if state.setup.options.pauses == "recorded":
            return self._lay_left(state)
        return self.any_option(state)

    @staticmethod
    def _lay_left(state: GameState) -> bool:
        """Whether a lay of any kind is left, whatever the board says: where recorded games stop."""
        turn, company = state.company_turn, state.acting
        yellows, upgrades = lays_allowed(state, company)
        used = turn.yellow or turn.upgrades
        if (turn.yellow < yellows and not turn.upgrades) or (upgrades and not used):
            return True
        privates = [state.title.privates[name] for name in company.privates]
        own = {hex_id for hex_id, _ in company.tokens}
        powers = {p.power for p in privates if not p.hexes or own & set(p.hexes)} - {"english_channel_token"}
        return any(
            power in LAY_POWERS and not (power == "hill_discount" and power in company.powers)
            for power in powers
        )

    def leave(self, state: GameState, log: Log) -> None:
        """Powers that were begun and not finished close with the step (P12, P21)."""
        from ..rounds.operating import next_step

        company, turn = state.acting, state.company_turn
        for name in list(company.privates):
            begun = turn.extra_lay == "yellow" and state.title.privates[name].power == "extra_tile_lay"
            if begun or name in turn.done:
                close_private(state, name, log)
        next_step(state, log)

"""Laying and upgrading track (5.8, 5.9, 5.10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from ..actions import LayTile, Pass
from ..board import places, protection
from ..board.reach import hexes_on_routes
from ..events import Log, TileLaid, TokenReturned
from ..options import ActionRule, Option, Reason, Refusal
from ..privates.lay_powers import LAY_POWERS
from ..privates.tokens import CHARTER_POWERS
from ..rounds.operating import next_step
from ..rounds.phases import close_private
from ..state import money
from ..state.model import EXTRA_LAYS, Company, Done, GameState, LayKind, Mark
from ..step import PassTurn, Step, refuse, rules, wrong_company
from .lay_check import LayCheck, lays_allowed
from .lay_on_hex import HexLays, lays_on, survey_lays


class Lay(ActionRule[LayTile]):
    """The one rule for every tile lay, with or without private powers; `LayCheck` holds its conditions."""

    kind = LayTile
    paragraph = "5.8"

    def candidates(self, state: GameState) -> Iterator[LayTile]:
        return self.legal(state)

    def legal(self, state: GameState) -> Iterator[LayTile]:
        checks = [check for check in self._checks(state) if check.any_free]
        return (found.action for found in self._survey(state, checks) if isinstance(found, Option))

    def survey(self, state: GameState) -> Iterator[Option | Refusal]:
        return self._survey(state, list(self._checks(state)))

    def _survey(self, state: GameState, checks: Sequence[LayCheck]) -> Iterator[Option | Refusal]:
        routes = hexes_on_routes(state, state.acting) if checks else {}
        for check in checks:
            yield from survey_lays(check, routes, self.paragraph)

    def _checks(self, state: GameState) -> Iterator[LayCheck]:
        company = state.acting
        return (LayCheck(state, company, privates) for privates in self._power_sets(state, company))

    @staticmethod
    def _power_sets(state: GameState, company: Company) -> Iterator[tuple[str, ...]]:
        """Combinations of the company's lay powers: none, each alone, and any that go together (3.1.13)."""
        usable = in_order(name for name in company.privates if has_lay_power(state, company, name))
        tokens = company.powers.count(Mark.ESTUARY_TOKEN)
        for size in range(len(usable) + 1):
            for chosen in combinations(usable, size):
                yield chosen
                for name in chosen:
                    if state.title.privates[name].estuary_tokens and tokens > 1:
                        yield in_order((*chosen, name))

    def refusal(self, state: GameState, action: LayTile) -> Refusal | None:
        wrong = wrong_company(state, action.company) or self._unknown(state, action)
        return wrong or self._lays(state, action).refusal(action)

    @staticmethod
    def _unknown(state: GameState, action: LayTile) -> Refusal | None:
        if action.hex not in state.title.hexes:
            return refuse(Reason.UNKNOWN, action.hex, "5.8.1", f"there is no hex {action.hex}")
        if action.tile not in state.title.tiles or not 0 <= action.rotation < 6:
            return refuse(Reason.UNKNOWN, action.tile, "5.8.1", f"no tile {action.tile} in this rotation")
        for name in action.privates:
            if name not in state.acting.privates:
                return refuse(Reason.NOT_OWNED, name, "3.1.9", f"{action.company} does not own {name}")
            if not has_lay_power(state, state.acting, name):
                return refuse(Reason.NOT_OWNED, name, "3.1.9", f"{name} has no part in a tile lay")
            if action.privates.count(name) > max(1, state.title.privates[name].estuary_tokens):
                return refuse(Reason.ALREADY_DONE, name, "3.1.9", f"{name} is named too often")
        if action.privates != in_order(action.privates):
            return refuse(Reason.UNKNOWN, action.company, "3.1.9", "privates are named in the order of their numbers")
        return None

    def nothing(self, state: GameState) -> Refusal:
        company = state.acting
        if lays_allowed(state, company) == (0, 0):
            return refuse(Reason.LAY_LIMIT, company.id, "5.8.13", f"{company.id} lays no track in this phase")
        text = f"no tile that fits on the routes of {company.id} can be laid and paid for"
        return refuse(Reason.NO_TILE, company.id, "5.8.6", text)

    def asks(self, state: GameState, action: LayTile) -> tuple[int, ...]:
        if action.hex in state.tiles:
            return ()
        holders = protection.right_holders(state, action.hex)
        return () if state.acting.director in holders else holders

    def matter(self, action: LayTile) -> object:
        return action.hex

    def label(self, state: GameState, action: LayTile) -> str:
        return self._lays(state, action).label(action.tile, action.rotation)

    @staticmethod
    def _lays(state: GameState, action: LayTile) -> HexLays:
        return lays_on(LayCheck(state, state.acting, action.privates), action.hex)

    def perform(self, state: GameState, action: LayTile, log: Log) -> None:
        company, turn = state.acting, state.company_turn
        for name in begun_powers(state):
            if name not in action.privates and name != turn.instead:
                close_private(state, name, log)  # The extra lays of P12 come in one block.
        price = LayCheck(state, company, action.privates).price(action.hex, action.tile, action.rotation)
        replaced = state.tiles.get(action.hex)
        moved = places.lay(state, action.hex, action.tile, action.rotation)
        money.transfer(state, company.id, money.BANK, price)
        log.append(
            TileLaid(company.id, action.hex, action.tile, action.rotation, replaced[0] if replaced else "", price)
        )
        log += [TokenReturned(name, *place, "space") for name, place in moved]
        self._use_allowance(state, action)
        turn.laid.append(action.hex)
        for name in action.privates:
            private = state.title.privates[name]
            LAY_POWERS[private.power].used(state, company, private, log)

    @staticmethod
    def _use_allowance(state: GameState, action: LayTile) -> None:
        turn = state.company_turn
        allowances = {LAY_POWERS[state.title.privates[name].power].allowance: name for name in action.privates}
        yellow = state.title.tiles[action.tile].colour == "yellow"
        if "extra" in allowances:
            turn.lays.append(LayKind.EXTRA_YELLOW if yellow else LayKind.EXTRA_UPGRADE)
            return
        turn.instead = allowances.get("whole", turn.instead)
        turn.lays.append(LayKind.YELLOW if yellow else LayKind.UPGRADE)


def in_order(privates: Iterable[str]) -> tuple[str, ...]:
    """Privates in the order of their numbers, so that one lay has one name."""
    return tuple(sorted(privates, key=lambda name: int(name[1:])))


def has_lay_power(state: GameState, company: Company, private: str) -> bool:
    """Whether a private takes part in lays; P8 only as long as its token is there."""
    power = state.title.privates[private].power
    return power in LAY_POWERS and not (power == "hill_discount" and Mark.HILL_DISCOUNT in company.powers)


def begun_powers(state: GameState) -> list[str]:
    """Privates of the company whose lays were begun and are not used up (P12, P21)."""
    turn = state.company_turn
    extra = any(lay in EXTRA_LAYS for lay in turn.lays)
    powers = {name: state.title.privates[name].power for name in state.acting.privates}
    return [name for name, power in powers.items() if name == turn.instead or (extra and power == "extra_tile_lay")]


class PassTrack(PassTurn):
    """Laying less than allowed, or nothing (5.8.14); with a power that was begun, no more of its lays alone."""

    paragraph = "5.8.14"

    def candidates(self, state: GameState) -> tuple[Pass, ...]:
        (all_over,) = super().candidates(state)
        return all_over, *(replace(all_over, private=name) for name in begun_powers(state))

    def refusal(self, state: GameState, action: Pass) -> Refusal | None:
        if not action.private:
            return super().refusal(state, action)
        if action.private not in begun_powers(state):
            return refuse(Reason.NOT_OWNED, action.private, "3.1.9", f"no lays with {action.private} have begun")
        return super().refusal(state, replace(action, private=""))

    def label(self, state: GameState, action: Pass) -> str:
        if action.private:
            return f"Lay no more track with {action.private}"
        return "Lay no more track" if state.company_turn.laid else "Lay no track"

    def perform(self, state: GameState, action: Pass, log: Log) -> None:
        if action.private:
            close_private(state, action.private, log)
        else:
            super().perform(state, action, log)


class TrackStep(Step):
    """The track step of an operating turn."""

    name = "track"
    text = "lay or upgrade track"
    rules = rules(Lay(), *CHARTER_POWERS, PassTrack())

    def open(self, state: GameState) -> bool:
        turn = state.company_turn
        return not turn.passed and Done.HOME_STATION not in turn.done

    def skipped(self, state: GameState) -> Refusal | None:
        company = state.acting
        if Done.HOME_STATION in state.company_turn.done:
            return refuse(Reason.ALREADY_DONE, company.id, "5.6.7", "its home token took the place of its track lay")
        return Lay().nothing(state)

    def leave(self, state: GameState, log: Log) -> None:
        """Powers that were begun and not finished close with the step (P12, P21)."""
        for name in begun_powers(state):
            close_private(state, name, log)
        next_step(state, log)

"""Placing station tokens (5.12)."""

from __future__ import annotations

from collections.abc import Iterator

from ..actions import PlaceToken
from ..board import places
from ..board.reach import reach, reaches_city
from ..events import Log
from ..options import ActionRule, Reason, Refusal
from ..privates.tokens import MoveCertificateByPower, MoveTokenByPower, PlaceTokenByPower, no_space, owned
from ..rounds.operating import next_step, put
from ..state.model import Company, Done, GameState, Place
from ..step import PassTurn, Step, refuse, rules, wrong_company
from ..title import names
from ..title.model import CITY, is_city


def token_cost(state: GameState, company: Company, place: Place) -> int:
    """£100; nothing for the SECR in the English Channel (5.12.11, 5.12.12)."""
    return 0 if company.card.free_token_hex == place[0] else state.title.numbers.token_cost


class PlaceStation(ActionRule[PlaceToken]):
    """One available token in an open city on a route (5.12.5, 5.12.6); with P5 an exchange token (3.1.17)."""

    kind = PlaceToken
    paragraph = "5.12.6"
    by_power = PlaceTokenByPower()

    def candidates(self, state: GameState) -> Iterator[PlaceToken]:
        company = state.acting
        for hex_id, end in sorted(reach(state, company).stops):
            if is_city(end):
                yield PlaceToken(company.card.id, hex_id, end - CITY)
        yield from self.by_power.candidates(state)

    def closed(self, state: GameState) -> Refusal | None:
        company = state.acting
        return None if owned(state, company, "english_channel_token") else self.barred(state, company)

    def refusal(self, state: GameState, action: PlaceToken) -> Refusal | None:
        if action.private:
            return self.by_power.refusal(state, action)
        wrong = wrong_company(state, action.company) or self._unknown(state, action)
        if wrong:
            return wrong
        company, place = state.acting, (action.hex, action.city)
        return (
            no_space(state, company, place)
            or self.barred(state, company)
            or self._too_dear(company, token_cost(state, company, place))
            or self._not_connected(state, company, place)
        )

    @staticmethod
    def _unknown(state: GameState, action: PlaceToken) -> Refusal | None:
        if action.hex in state.title.hexes and action.city in places.cities(state, action.hex):
            return None
        where = names.place(state.title, action.hex) if action.hex in state.title.hexes else action.hex
        return refuse(Reason.UNKNOWN, action.hex, "5.12.6", f"there is no such city in {where}")

    @staticmethod
    def barred(state: GameState, company: Company) -> Refusal | None:
        """Why the company places no token of its own anywhere now."""
        if company.is_minor:
            return refuse(Reason.COMPANY_KIND, company.id, "5.12.9", "a minor has its home token only")
        if Done.TOKEN in state.company_turn.done:
            return refuse(Reason.ALREADY_DONE, company.card.id, "5.12.5", "one token in a turn")
        if not company.available:
            return refuse(Reason.NO_TOKEN, company.card.id, "5.12.6", f"{company.card.id} has no available token")
        return None

    @staticmethod
    def _too_dear(company: Company, cost: int) -> Refusal | None:
        if cost <= company.cash:
            return None
        text = f"a token costs £{cost}, {company.card.id} has £{company.cash}"
        return refuse(Reason.NO_CASH, company.card.id, "5.12.12", text)

    @staticmethod
    def _not_connected(state: GameState, company: Company, place: Place) -> Refusal | None:
        if reaches_city(state, company, place):
            return None
        text = f"no route of {company.card.id} leads to {names.place(state.title, *place)}"
        return refuse(Reason.NOT_CONNECTED, place[0], "5.12.6", text)

    def nothing(self, state: GameState) -> Refusal:
        company = state.acting
        return self.barred(state, company) or self._no_place(company)

    def why_none(self, state: GameState, company: Company) -> Refusal:
        """The nearest cause for which a company that found no option places no token."""
        poor = self._too_dear(company, state.title.numbers.token_cost)
        return self.barred(state, company) or poor or self._no_place(company)

    @staticmethod
    def _no_place(company: Company) -> Refusal:
        text = f"no open token space is on a route of {company.card.id}"
        return refuse(Reason.NO_SLOT, company.card.id, "5.12.6", text)

    def label(self, state: GameState, action: PlaceToken) -> str:
        if action.private:
            return self.by_power.label(state, action)
        cost = token_cost(state, state.acting, (action.hex, action.city))
        where = names.place(state.title, action.hex, action.city)
        return f"Place a token in {where}" + (f" for £{cost}" if cost else "")

    def perform(self, state: GameState, action: PlaceToken, log: Log) -> None:
        if action.private:
            self.by_power.perform(state, action, log)
            return
        company, place = state.acting, (action.hex, action.city)
        state.company_turn.done.append(Done.TOKEN)
        company.available -= 1
        put(state, company, place, "available", token_cost(state, company, place), log)


class TokenStep(Step):
    """The token step of an operating turn."""

    name = "token"
    text = "place a station token"
    rules = rules(PlaceStation(), MoveTokenByPower(), MoveCertificateByPower(), PassTurn())

    def skipped(self, state: GameState) -> Refusal | None:
        company = state.acting
        return None if company.is_minor else PlaceStation().why_none(state, company)

    def leave(self, state: GameState, log: Log) -> None:
        next_step(state, log)

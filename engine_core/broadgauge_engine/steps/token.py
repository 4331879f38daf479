"""Placing station tokens (5.12)."""

from __future__ import annotations

from collections.abc import Iterator

from ..actions import PlaceToken
from ..board import places
from ..board.reach import reach, reaches_city
from ..events import Log
from ..options import ActionRule, Reason, Refusal
from ..privates.tokens import MoveCertificateByPower, MoveTokenByPower, owned, place_channel_token
from ..rounds.operating import next_step, put
from ..state.model import Company, Done, GameState, Place
from ..step import PassTurn, Step, refuse, rules, wrong_company
from ..title.model import CITY, is_city


def token_cost(state: GameState, company: Company, place: Place) -> int:
    """£100; nothing for the SECR in the English Channel (5.12.11, 5.12.12)."""
    return 0 if company.card.free_token_hex == place[0] else state.title.numbers.token_cost


def _barred(state: GameState, company: Company) -> Refusal | None:
    """Why the company places no token of its own, wherever (5.12.5, 5.12.9)."""
    if company.is_minor:
        return refuse(Reason.COMPANY_KIND, company.id, "5.12.9", "a minor has its home token only")
    if Done.TOKEN in state.company_turn.done:
        return refuse(Reason.ALREADY_DONE, company.card.id, "5.12.5", "one token in a turn")
    if not company.available:
        return refuse(Reason.NO_TOKEN, company.card.id, "5.12.6", "no available token is left")
    return None


class PlaceStation(ActionRule[PlaceToken]):
    """One available token in an open city on a route (5.12.5, 5.12.6); with P5 an exchange token (3.1.17)."""

    kind = PlaceToken
    paragraph = "5.12.6"

    def candidates(self, state: GameState) -> Iterator[PlaceToken]:
        company = state.acting
        for hex_id, end in sorted(reach(state, company).stops):
            if is_city(end):
                yield PlaceToken(company.card.id, hex_id, end - CITY)
        channel = owned(state, company, "english_channel_token")
        if channel is not None:
            yield PlaceToken(company.card.id, channel.hexes[0], 0, channel.id)

    def closed(self, state: GameState) -> Refusal | None:
        company = state.acting
        return None if owned(state, company, "english_channel_token") else _barred(state, company)

    def refusal(self, state: GameState, action: PlaceToken) -> Refusal | None:
        wrong = wrong_company(state, action.company) or self._unknown(state, action)
        if wrong:
            return wrong
        company = state.acting
        place = (action.hex, action.city)
        if place in company.tokens:
            return refuse(Reason.OWN_TOKEN, action.hex, "5.12.6", f"{company.card.id} has a token there")
        if places.open_slots(state, place, company.card.id) <= 0:
            return self._no_space(state, place)
        if action.private:
            return self._by_power(state, company, action)
        return self._ordinary(state, company, place)

    @staticmethod
    def _no_space(state: GameState, place: Place) -> Refusal:
        if places.in_slots(state, place) < places.slots(state, place):
            kept = " and ".join(places.reservations(state, place))
            return refuse(Reason.RESERVED, place[0], "5.12.6", f"the space in {place[0]} is kept for {kept}")
        return refuse(Reason.NO_SLOT, place[0], "5.12.6", f"no open token space in {place[0]}")

    @staticmethod
    def _unknown(state: GameState, action: PlaceToken) -> Refusal | None:
        if action.hex in state.title.hexes and action.city in places.cities(state, action.hex):
            return None
        return refuse(Reason.UNKNOWN, action.hex, "5.12.6", f"no such city on {action.hex}")

    @staticmethod
    def _by_power(state: GameState, company: Company, action: PlaceToken) -> Refusal | None:
        private = owned(state, company, "english_channel_token")
        if private is None or private.id != action.private or action.hex not in private.hexes:
            return refuse(Reason.NOT_OWNED, action.private, "3.1.17", "no private of the company allows it")
        if not company.exchange:
            return refuse(Reason.NO_TOKEN, company.id, "5.12.10", "no exchange token is left")
        return None

    @staticmethod
    def _ordinary(state: GameState, company: Company, place: Place) -> Refusal | None:
        barred = _barred(state, company)
        if barred:
            return barred
        cost = token_cost(state, company, place)
        if cost > company.cash:
            return refuse(Reason.NO_CASH, company.card.id, "5.12.12", f"a token costs £{cost}")
        if not reaches_city(state, company, place):
            return refuse(
                Reason.NOT_CONNECTED, place[0], "5.12.6", f"no route of {company.card.id} leads to {place[0]}"
            )
        return None

    def label(self, state: GameState, action: PlaceToken) -> str:
        if action.private:
            return f"Place an exchange token in {action.hex} with {action.private}"
        cost = token_cost(state, state.acting, (action.hex, action.city))
        where = f"{action.hex} (city {action.city})" if action.city else action.hex
        return f"Place a token in {where}" + (f" for £{cost}" if cost else "")

    def perform(self, state: GameState, action: PlaceToken, log: Log) -> None:
        company = state.acting
        if action.private:
            place_channel_token(state, company, state.title.privates[action.private], log)
            return
        place = (action.hex, action.city)
        state.company_turn.done.append(Done.TOKEN)
        company.available -= 1
        put(state, company, place, "available", token_cost(state, company, place), log)


class TokenStep(Step):
    """The token step of an operating turn."""

    name = "token"
    text = "place a station token"
    rules = rules(PlaceStation(), MoveTokenByPower(), MoveCertificateByPower(), PassTurn())

    def leave(self, state: GameState, log: Log) -> None:
        next_step(state, log)

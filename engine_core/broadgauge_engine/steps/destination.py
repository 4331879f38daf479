"""Checking the connection between home and destination (5.11)."""

from __future__ import annotations

from ..actions import PlaceDestinationToken
from ..board.reach import connected
from ..events import Log
from ..options import ActionRule, Reason, Refusal
from ..rounds.operating import next_step, place_destination
from ..state.model import Company, GameState
from ..step import PassTurn, Step, refuse, rules, wrong_company
from ..title import names


def is_connected(state: GameState, company: Company) -> bool:
    """Whether a route joins the company's home and destination, with any train or none (5.11.1, 5.11.4)."""
    card = company.card
    if company.is_minor or card.destination is None or card.home_city is None:
        return False
    return connected(state, company.id, (card.home, card.home_city), (card.destination, 0))


class PlaceDestination(ActionRule[PlaceDestinationToken]):
    """Placing the destination token: free, and compulsory once connected (5.11.1, 5.11.2)."""

    kind = PlaceDestinationToken
    paragraph = "5.11.1"

    def candidates(self, state: GameState) -> list[PlaceDestinationToken]:
        return [PlaceDestinationToken(state.acting.id)]

    def refusal(self, state: GameState, action: PlaceDestinationToken) -> Refusal | None:
        wrong = wrong_company(state, action.company)
        if wrong:
            return wrong
        company = state.acting
        if company.is_minor:
            return refuse(Reason.COMPANY_KIND, company.id, "5.11.1", "a minor has no destination")
        if company.destination_placed:
            return refuse(Reason.ALREADY_DONE, company.id, "5.11.2", "the destination token is placed")
        if not is_connected(state, company):
            return refuse(Reason.NOT_CONNECTED, company.id, "5.11.1", "home and destination are not connected")
        return None

    def label(self, state: GameState, action: PlaceDestinationToken) -> str:
        destination = state.acting.card.destination
        assert destination is not None
        return f"Place the destination token in {names.place(state.title, destination)}"

    def perform(self, state: GameState, action: PlaceDestinationToken, log: Log) -> None:
        place_destination(state, state.acting, log)


class PassDestination(PassTurn):
    """Going on without a connection; with one the token must be placed (5.11.2)."""

    paragraph = "5.11.2"

    def obligation(self, state: GameState) -> Refusal | None:
        if not is_connected(state, state.acting):
            return None
        return refuse(Reason.MUST_ACT, state.acting.id, "5.11.2", "the destination token must be placed")


class DestinationStep(Step):
    """The check after the track step; unless the game stops at every step, the token is placed by itself."""

    name = "destination"
    text = "place the destination token"
    rules = rules(PlaceDestination(), PassDestination())

    def open(self, state: GameState) -> bool:
        company = state.acting
        return not company.is_minor and not company.destination_placed and not state.company_turn.passed

    def waits(self, state: GameState) -> bool:
        return False

    def leave(self, state: GameState, log: Log) -> None:
        company = state.acting
        if not company.is_minor and not company.destination_placed and is_connected(state, company):
            place_destination(state, company, log)
        next_step(state, log)

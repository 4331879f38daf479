"""First turn housekeeping that needs a decision (5.6)."""

from __future__ import annotations

from ..actions import BuyTrain, ChooseHomeStation
from ..board import places
from ..english import holder, listed
from ..events import Log
from ..options import ActionRule, Reason, Refusal
from ..rounds.operating import next_step, put
from ..state import depot
from ..state.model import Done, GameState
from ..step import PassTurn, Step, refuse, rules, wrong_company
from ..title import names
from .train_purchase import buy


class ChooseStation(ActionRule[ChooseHomeStation]):
    """M14 chooses one of the London stations and pays for an extra space there (5.6.7, 5.10.3)."""

    kind = ChooseHomeStation
    paragraph = "5.10.3"

    def candidates(self, state: GameState) -> list[ChooseHomeStation]:
        card = state.acting.card
        return [ChooseHomeStation(card.id, card.home, city) for city in places.cities(state, card.home)]

    def refusal(self, state: GameState, action: ChooseHomeStation) -> Refusal | None:
        wrong = wrong_company(state, action.company)
        if wrong:
            return wrong
        card = state.acting.card
        if action.hex != card.home or action.city not in places.cities(state, card.home):
            text = f"the home of {card.id} is in {names.place(state.title, card.home)}"
            return refuse(Reason.UNKNOWN, action.hex, "5.10.3", text)
        return None

    def label(self, state: GameState, action: ChooseHomeStation) -> str:
        where = names.place(state.title, action.hex, action.city)
        beside = [name for city, name in state.title.hexes[action.hex].reserved if city == action.city]
        shared = f", the station of {listed(beside)}" if beside else ""
        return f"Place the home token in {where}{shared}, for £{state.acting.card.home_fee}"

    def perform(self, state: GameState, action: ChooseHomeStation, log: Log) -> None:
        company = state.acting
        place = (action.hex, action.city)
        state.extra_slots[place] = state.extra_slots.get(place, 0) + 1
        company.home_placed = True
        put(state, company, place, "home", company.card.home_fee, log)
        state.company_turn.done.append(Done.HOME_STATION)


class HomeStationStep(Step):
    """Choosing a home station, for a company that has none printed."""

    name = "home_station"
    text = "choose a home station"
    rules = rules(ChooseStation())

    def open(self, state: GameState) -> bool:
        return not state.acting.home_placed

    def leave(self, state: GameState, log: Log) -> None:
        next_step(state, log)


class BuyFirstTrain(ActionRule[BuyTrain]):
    """A minor in its first turn may buy one L from bank or pool, and run it at once (3.3.7, 5.6.5)."""

    kind = BuyTrain
    paragraph = "5.6.5"

    def candidates(self, state: GameState) -> list[BuyTrain]:
        company = state.acting
        kind = state.title.depot[0]
        price = depot.price(state, kind)
        return [BuyTrain(company.id, kind, source, price) for source in ("bank", "pool")]

    def refusal(self, state: GameState, action: BuyTrain) -> Refusal | None:
        wrong = wrong_company(state, action.company)
        if wrong:
            return wrong
        company = state.acting
        kind = state.title.depot[0]
        if Done.FIRST_TRAIN in state.company_turn.done:
            return refuse(Reason.ALREADY_DONE, company.id, "3.3.7", "one train may be bought at this point")
        if action.kind != kind:
            text = f"only {names.a_train(state.title, kind)} is for sale now"
            return refuse(Reason.NOT_FOR_SALE, action.kind, "5.6.5", text)
        if (action.kind, action.source) not in depot.offers(state):
            text = f"{holder(action.source)} has no {names.train(state.title, kind)}"
            return refuse(Reason.NOT_FOR_SALE, action.kind, "5.6.5", text)
        if action.price != depot.price(state, kind):
            return refuse(Reason.PRICE, action.kind, "5.15.3", "the bank sells at face value")
        if depot.room(state, company) < 1:
            return refuse(Reason.TRAIN_LIMIT, company.id, "5.15.1", f"{company.id} is at the train limit")
        if action.price > company.cash:
            text = f"{names.a_train(state.title, kind)} costs £{action.price}, {company.id} has £{company.cash}"
            return refuse(Reason.NO_CASH, company.id, "5.6.5", text)
        return None

    def label(self, state: GameState, action: BuyTrain) -> str:
        return f"Buy {names.a_train(state.title, action.kind)} from {holder(action.source)} for £{action.price}"

    def perform(self, state: GameState, action: BuyTrain, log: Log) -> None:
        state.company_turn.done.append(Done.FIRST_TRAIN)
        buy(state, state.acting, action, 0, log)


class FirstTurnStep(Step):
    """A minor's early purchase of a local train (5.6.5)."""

    name = "first_turn"
    text = "buy an L-train before laying track"
    rules = rules(BuyFirstTrain(), PassTurn())

    def open(self, state: GameState) -> bool:
        company, turn = state.acting, state.company_turn
        over = turn.passed or Done.FIRST_TRAIN in turn.done
        return company.is_minor and not company.turns and not over

    def skipped(self, state: GameState) -> Refusal | None:
        if not self.open(state):
            return None
        rule = BuyFirstTrain()
        return rule.refusal(state, rule.candidates(state)[0])

    def leave(self, state: GameState, log: Log) -> None:
        next_step(state, log)

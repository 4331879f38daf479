"""Buying trains: what is for sale, who pays, and what the sale sets off (5.15, 5.16, 5.17)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ..actions import BuyTrain, FlipTrain, SellShares
from ..english import counted, each, holder
from ..events import LoanTaken, Log, TrainBought, TrainFlipped
from ..options import ActionRule, Domain, Reason, Refusal
from ..rounds import game_end
from ..rounds.phases import train_sold
from ..state import depot, money, shares
from ..state.model import Company, Done, GameState
from ..step import refuse, wrong_company
from ..title import names
from . import selling

BANK_SOURCES = ("bank", "pool")


def must_buy(state: GameState, company: Company) -> bool:
    """Whether the company owns no train that counts, and so must buy one (5.16.1)."""
    return not depot.counted(state, company)


def shortfall(state: GameState, company: Company) -> int:
    """What company and director together lack for the cheapest train of bank or pool (5.16.5)."""
    return depot.cheapest(state) - company.cash - state.player(company.director).cash


def company_offers(state: GameState, company: Company) -> Iterator[tuple[str, str]]:
    """Trains of other companies that may change hands, as (kind, company) (5.15.1, 5.5.13)."""
    if not state.phase.company_trades:
        return
    for other in state.companies.values():
        if other is not company:
            for kind in dict.fromkeys(other.trains):
                if not state.title.trains[kind].extra:
                    yield kind, other.card.id


def why_none(state: GameState, company: Company) -> Refusal:
    """The nearest cause for which a company that found no option buys no train."""
    name, price = company.card.id, depot.cheapest(state)
    if depot.room(state, company) < 1:
        return at_limit(company)
    text = f"the cheapest train costs £{price}, {name} has £{company.cash}"
    return refuse(Reason.NO_CASH, name, "5.15.3", text)


def at_limit(company: Company) -> Refusal:
    """Refuses a train to a company that has as many as it may own (5.15.8)."""
    return refuse(Reason.TRAIN_LIMIT, company.card.id, "5.15.8", f"{company.card.id} is at the train limit")


def open_prices(state: GameState, kind: str, seller: str) -> list[tuple[int, int]]:
    """Ranges of prices that may be offered to another company: £1 to the treasury, less what it refused (5.15.2).

    The treasury may hold less than it did when a higher offer was refused.
    """
    cash = state.acting.cash
    refused = {
        action.price
        for action in state.company_turn.refused
        if isinstance(action, BuyTrain) and (action.kind, action.source) == (kind, seller) and action.price <= cash
    }
    edges = [0, *sorted(refused), cash + 1]
    return [(low + 1, high - 1) for low, high in pairwise(edges) if low + 1 < high]


def buy(state: GameState, company: Company, action: BuyTrain, help_needed: int, log: Log) -> None:
    """Carries out a purchase: the director's help first, then the price, the train, and a new phase (5.15.6)."""
    money.transfer(state, company.director, company.id, help_needed)
    seller = action.source if action.source not in BANK_SOURCES else money.BANK
    money.transfer(state, company.id, seller, action.price)
    if action.source == "bank":
        depot.remove_card(state)
    elif action.source == "pool":
        state.pool.remove(action.kind)
    else:
        state.companies[action.source].trains.remove(action.kind)
    depot.add(state, company, action.kind)
    log.append(TrainBought(company.id, action.kind, action.source, action.price, help_needed))
    if action.source == "bank":
        train_sold(state, action.kind, log)


class Buy(ActionRule[BuyTrain]):
    """Buying a train in the train step (5.15), with the director's help where the company must (5.16)."""

    kind = BuyTrain
    paragraph = "5.15.1"

    def candidates(self, state: GameState) -> Iterator[BuyTrain]:
        company = state.acting
        for kind, source in depot.offers(state):
            yield BuyTrain(company.card.id, kind, source, depot.price(state, kind))
        for kind, source in company_offers(state, company):
            for least, _ in open_prices(state, kind, source):
                yield BuyTrain(company.card.id, kind, source, least)

    def closed(self, state: GameState) -> Refusal | None:
        company = state.acting
        return at_limit(company) if depot.room(state, company) < 1 else None

    def refusal(self, state: GameState, action: BuyTrain) -> Refusal | None:
        wrong = wrong_company(state, action.company)
        if wrong:
            return wrong
        company = state.acting
        full = self.closed(state)
        if full:
            return full
        train = state.title.trains.get(action.kind)
        if train is not None and train.express and action.kind in company.trains:
            return refuse(Reason.TRAIN_LIMIT, company.id, "5.5.10", "a company owns one E-train at most")
        if action.source in BANK_SOURCES:
            return self._from_bank(state, company, action)
        return self._from_company(state, company, action)

    def _from_bank(self, state: GameState, company: Company, action: BuyTrain) -> Refusal | None:
        if (action.kind, action.source) not in depot.offers(state):
            return refuse(
                Reason.NOT_FOR_SALE,
                action.kind,
                "5.15.3",
                f"{holder(action.source)} has no {names.train(state.title, action.kind)} for sale",
            )
        price = depot.price(state, action.kind)
        if action.price != price:
            return refuse(Reason.PRICE, action.kind, "5.15.3", f"the face value is £{price}")
        if price <= company.cash:
            return None
        return self._without_cash(state, company, action)

    @staticmethod
    def _without_cash(state: GameState, company: Company, action: BuyTrain) -> Refusal | None:
        """Only a company without a train, too poor for any, buys the cheapest with its director's help (5.16)."""
        cheapest = depot.cheapest(state)
        if not must_buy(state, company) or company.cash >= cheapest:
            text = f"{names.a_train(state.title, action.kind)} costs £{action.price}, {company.id} has £{company.cash}"
            return refuse(Reason.NO_CASH, company.card.id, "5.15.3", text)
        if action.price != cheapest:
            return refuse(
                Reason.NO_CASH,
                action.kind,
                "5.16.3",
                f"the director helps with the cheapest train only, for £{cheapest}",
            )
        if shortfall(state, company) > 0 and emergency_sales(state, company):
            return refuse(Reason.MUST_ACT, company.director, "5.17.1", "the director must sell shares first")
        return None

    @staticmethod
    def _from_company(state: GameState, company: Company, action: BuyTrain) -> Refusal | None:
        if (action.kind, action.source) not in company_offers(state, company):
            paragraph = "5.15.1" if state.phase.company_trades else "2.3"
            reason = Reason.NOT_FOR_SALE if state.phase.company_trades else Reason.PHASE
            return refuse(reason, action.source, paragraph, f"{action.source} sells no {action.kind}-train now")
        if Done.EMERGENCY in state.company_turn.done:
            return refuse(Reason.ALREADY_DONE, company.id, "5.16.4", "money raised is for the bank's cheapest train")
        if action.price < 1:
            return refuse(Reason.PRICE, action.kind, "5.15.2", "the price is at least £1")
        if action.price > company.cash:
            text = f"{company.id} has £{company.cash} to offer"
            return refuse(Reason.NO_CASH, company.id, "5.15.2", text)
        return None

    def domains(self, state: GameState, action: BuyTrain) -> tuple[Domain, ...]:
        if action.source in BANK_SOURCES:
            return ()
        ranges = open_prices(state, action.kind, action.source)
        return tuple(Domain("price", least, most) for least, most in ranges if least <= action.price <= most)

    def asks(self, state: GameState, action: BuyTrain) -> tuple[int, ...]:
        if action.source in BANK_SOURCES:
            return ()
        seller = state.companies[action.source].director
        return () if seller == state.acting.director else (seller,)

    def label(self, state: GameState, action: BuyTrain) -> str:
        text = f"Buy {names.a_train(state.title, action.kind)} from {holder(action.source)} for £{action.price}"
        lacking = action.price - state.acting.cash
        if lacking <= 0:
            return text
        loan = lacking - state.player(state.acting.director).cash
        return f"{text}, with £{lacking} from the director" + (f" (£{loan} of it a loan)" if loan > 0 else "")

    def perform(self, state: GameState, action: BuyTrain, log: Log) -> None:
        company = state.acting
        lacking = max(0, action.price - company.cash)
        loan = lacking - state.player(company.director).cash
        if lacking and loan > 0:
            debt = money.lend(state, company.director, loan)
            log.append(LoanTaken(company.director, loan, debt))
            # A loan that recorded games take out of the bank can break it, though the price returns at once (4.2.4).
            game_end.watch(state, log, moved=False)
        buy(state, company, action, lacking, log)


class Flip(ActionRule[FlipTrain]):
    """Turning an L over to its 2-train side, in phases 1 and 2 (5.15.4); room is not needed, it replaces the L."""

    kind = FlipTrain
    paragraph = "5.15.4"

    def candidates(self, state: GameState) -> list[FlipTrain]:
        return [FlipTrain(state.acting.card.id)]

    def refusal(self, state: GameState, action: FlipTrain) -> Refusal | None:
        wrong = wrong_company(state, action.company)
        if wrong:
            return wrong
        company = state.acting
        kind = depot.flippable(state)
        if kind is None:
            return refuse(Reason.PHASE, company.card.id, "5.15.4", "trains are flipped in phases 1 and 2")
        if kind not in company.trains:
            return refuse(Reason.NOT_OWNED, company.card.id, "5.15.4", f"{company.card.id} has no {kind}-train")
        price = depot.flip_price(state)
        if price > company.cash:
            return refuse(
                Reason.NO_CASH,
                company.card.id,
                "5.15.4",
                f"the flip costs £{price}, {company.card.id} has £{company.cash}",
            )
        return None

    def label(self, state: GameState, action: FlipTrain) -> str:
        front = state.title.depot[0]
        sides = (names.a_train(state.title, kind) for kind in (front, state.title.other_sides[front]))
        return f"Flip {' to '.join(sides)} for £{depot.flip_price(state)}"

    def perform(self, state: GameState, action: FlipTrain, log: Log) -> None:
        company = state.acting
        front = state.title.depot[0]
        price = depot.flip_price(state)
        money.transfer(state, company.id, money.BANK, price)
        company.trains[company.trains.index(front)] = state.title.other_sides[front]
        log.append(TrainFlipped(company.id, price))
        train_sold(state, state.title.other_sides[front], log)


# -- emergency money raising -----------------------------------------------------------------------------------------


def may_raise(state: GameState, company: Company) -> bool:
    """Whether the director sells shares for a train now: only when forced to (5.17.1)."""
    if shortfall(state, company) <= 0:
        return False
    return must_buy(state, company) or state.setup.options.emergency_sales == "voluntary"


def emergency_refusal(state: GameState, company: Company, name: str, count: int) -> Refusal | None:
    """Why the director cannot sell this block now (4.6.1, 5.17.1)."""
    seat = company.director
    wrong = selling.sale_refusal(state, seat, name, count)
    if wrong:
        return wrong
    if name == company.id:
        if company.turns < 2:
            return refuse(Reason.NOT_OPERATED, name, "4.6.1", f"{name} operates for the first time")
        keeps = shares.holding(state, seat, name) - count
        if shares.successor(state, company, seat, keeps) != seat:
            return refuse(Reason.DIRECTOR, name, "5.17.1", f"the director of {name} must remain director")
    price = emergency_price(state, name)
    if (count - 1) * price >= shortfall(state, company):
        return refuse(Reason.NOT_NEEDED, name, "5.17.1", "no more is sold than the train needs")
    return None


def emergency_price(state: GameState, name: str) -> int:
    """What one share brings: its value when the money raising began (5.17.1), or the present one."""
    frozen = state.setup.options.emergency_price == "frozen"
    return selling.block_price(state, state.companies[name], state.company_turn.prices, frozen=frozen)


def emergency_sales(state: GameState, company: Company) -> list[str]:
    """Companies of which the director can sell shares now to raise money."""
    return [
        name for name in state.player(company.director).shares if emergency_refusal(state, company, name, 1) is None
    ]


class Raise(ActionRule[SellShares]):
    """The director sells shares, block by block, and only as long as money is lacking (5.17.1)."""

    kind = SellShares
    paragraph = "5.17.1"

    def candidates(self, state: GameState) -> list[SellShares]:
        company = state.acting
        if not may_raise(state, company):
            return []
        held = state.player(company.director).shares
        return [SellShares(company.director, n, 1) for n in held if not state.companies[n].is_minor]

    def refusal(self, state: GameState, action: SellShares) -> Refusal | None:
        company = state.acting
        if action.player != company.director:
            return refuse(Reason.NOT_YOUR_TURN, action.player, "5.17.1", "only the director raises money")
        if not may_raise(state, company):
            return self._not_needed(company)
        return emergency_refusal(state, company, action.company, action.count)

    def domains(self, state: GameState, action: SellShares) -> tuple[Domain, ...]:
        company = state.acting
        most = 1
        while emergency_refusal(state, company, action.company, most + 1) is None:
            most += 1
        return (Domain("count", 1, most),)

    def label(self, state: GameState, action: SellShares) -> str:
        price = emergency_price(state, action.company)
        return (
            f"Sell {counted(action.count, 'share')} of {action.company} at {each(action.count, price)}, to raise money"
        )

    def nothing(self, state: GameState) -> Refusal:
        company = state.acting
        if may_raise(state, company):
            return refuse(Reason.NOT_OWNED, company.director, "5.17.1", "the director holds no shares of a major")
        return self._not_needed(company)

    @staticmethod
    def _not_needed(company: Company) -> Refusal:
        return refuse(Reason.NOT_NEEDED, company.id, "5.17.1", "no money needs to be raised for a train")

    def perform(self, state: GameState, action: SellShares, log: Log) -> None:
        turn = state.company_turn
        if Done.EMERGENCY not in turn.done:
            turn.done.append(Done.EMERGENCY)
        company = state.companies[action.company]
        frozen = state.setup.options.emergency_price == "frozen"
        selling.sell(state, action.player, company, action.count, turn.prices, log, frozen=frozen)

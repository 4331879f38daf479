"""Acquiring minors: from their owners (5.18), and from the bidding boxes (5.19)."""

from __future__ import annotations

from collections.abc import Iterator

from ..actions import AcquireMinor, Pass
from ..board import places
from ..board.reach import reaches_city
from ..english import counted, listed, terms
from ..events import Log, MinorAcquired, TokenMoved, TokenPlaced, TokenReturned
from ..options import ActionRule, Reason, Refusal
from ..privates.tokens import CHARTER_KINDS, CHARTER_POWERS
from ..rounds import boxes
from ..rounds.operating import next_step
from ..state import depot, market, money, shares
from ..state.model import Company, Done, GameState, Place
from ..step import PassTurn, Step, refuse, rules, wrong_company
from ..title import names

MOST_SHARES = 2
TOKEN_USES = ("replace", "available", "none")


def value(state: GameState, minor: Company) -> int:
    """What the owner of a minor is due: twice its price (5.18.3)."""
    return market.value(state, minor, 0)


class Acquire(ActionRule[AcquireMinor]):
    """One minor in a turn, with the agreement of its owner (5.18.1)."""

    kind = AcquireMinor
    paragraph = "5.18.1"

    def candidates(self, state: GameState) -> Iterator[AcquireMinor]:
        company = state.acting
        for minor in state.companies.values():
            if minor.is_minor:
                for count in range(MOST_SHARES + 1):
                    for token in self._token_uses(company):
                        yield AcquireMinor(company.id, minor.id, count, token)
        if state.phase.buy_boxed_minors:
            for name in boxes.boxed(state, "minors"):
                for token in self._token_uses(company):
                    for city in self._cities(state, name) if token == "replace" else (0,):
                        yield AcquireMinor(company.id, name, 0, token, city)

    @staticmethod
    def on_offer(state: GameState) -> bool:
        """Whether there is a minor that some major could acquire now."""
        boxed = state.phase.buy_boxed_minors and boxes.boxed(state, "minors")
        return bool(boxed) or any(company.is_minor for company in state.companies.values())

    def nothing(self, state: GameState) -> Refusal:
        company = state.acting
        none = refuse(Reason.NOT_FOR_SALE, company.id, "5.18.1", "there is no minor to acquire")
        return self.not_now(state, company) or none

    @staticmethod
    def _token_uses(company: Company) -> tuple[str, ...]:
        """Without an exchange token there is nothing to choose."""
        return ("replace", "available") if company.exchange else ("none",)

    @staticmethod
    def _cities(state: GameState, name: str) -> range | tuple[int, ...]:
        card = state.title.companies[name]
        return (0,) if card.home_city is not None else places.cities(state, card.home)

    def closed(self, state: GameState) -> Refusal | None:
        return self.not_now(state, state.acting)

    def refusal(self, state: GameState, action: AcquireMinor) -> Refusal | None:
        wrong = wrong_company(state, action.company) or self.not_now(state, state.acting)
        if wrong:
            return wrong
        company = state.acting
        minor = state.companies.get(action.minor)
        if action.city and not self._has_choice(state, action):
            return refuse(Reason.UNKNOWN, action.minor, "5.18.6", "there is no station to choose")
        if minor is not None and minor.is_minor:
            return self._from_owner(state, company, minor, action)
        if action.minor in boxes.boxed(state, "minors"):
            return self._from_box(state, company, action)
        return refuse(Reason.NOT_FOR_SALE, action.minor, "5.18.1", f"{action.minor} cannot be acquired")

    @staticmethod
    def _has_choice(state: GameState, action: AcquireMinor) -> bool:
        """Only M14, bought from a box, brings a choice of stations (5.10.5)."""
        card = state.title.companies.get(action.minor)
        boxed = action.minor not in state.companies and action.token == "replace"
        return boxed and card is not None and card.home_city is None

    @staticmethod
    def not_now(state: GameState, company: Company) -> Refusal | None:
        if company.is_minor:
            return refuse(Reason.COMPANY_KIND, company.id, "5.3.1", "only a major acquires minors")
        if not state.phase.acquire_minors:
            return refuse(Reason.PHASE, company.id, "5.18.1", "minors are acquired from phase 2")
        if Done.MINOR in state.company_turn.done:
            return refuse(Reason.ALREADY_DONE, company.id, "5.18.1", "one minor in a turn")
        if company.first_round == state.round.serial:
            return refuse(Reason.NOT_OPERATED, company.id, "5.18.1", f"{company.id} operates for the first time")
        return None

    def _from_owner(self, state: GameState, company: Company, minor: Company, action: AcquireMinor) -> Refusal | None:
        if not 0 < minor.first_round < state.round.serial:
            text = f"{minor.id} has not operated in an earlier round"
            return refuse(Reason.NOT_OPERATED, minor.id, "5.18.1", text)
        place = minor.tokens[0]
        if not reaches_city(state, company, place):
            return refuse(Reason.NOT_CONNECTED, minor.id, "5.18.1", f"no route leads to the token of {minor.id}")
        return self.no_payment(state, company, minor, action.shares) or self._no_token(company, place, action)

    @staticmethod
    def no_payment(state: GameState, company: Company, minor: Company, count: int) -> Refusal | None:
        """Shares of the treasury, and the balance from whoever owes it, must be there beforehand (5.18.3)."""
        if not 0 <= count <= min(MOST_SHARES, company.treasury):
            has = counted(company.treasury, "share")
            text = f"{company.id} has {has} in its treasury, and gives {MOST_SHARES} at most"
            return refuse(Reason.NOT_FOR_SALE, company.id, "5.18.3", text)
        due = value(state, minor) - count * market.price(state, company)
        owner = state.player(minor.director)
        if due > company.cash or -due > owner.cash:
            payer = company.id if due > 0 else f"player {owner.seat}"
            return refuse(Reason.NO_CASH, minor.id, "5.18.1", f"{payer} cannot pay £{abs(due)}")
        before = shares.certificates(state, owner.seat)
        gained = 0 if market.cell(state, company).uncounted else count
        after = before - shares.counted(state, minor, owner.seat, 0) + gained
        if after > before and after > shares.limit(state):
            return refuse(
                Reason.CERTIFICATE_LIMIT, minor.id, "5.18.5", f"player {owner.seat} would exceed the certificate limit"
            )
        return None

    @staticmethod
    def _no_token(company: Company, place: Place, action: AcquireMinor) -> Refusal | None:
        """Exchange tokens replace the minor's or become available; without any its token is just removed (5.18.6)."""
        if action.token not in TOKEN_USES:
            return refuse(Reason.UNKNOWN, action.token, "5.18.6", f"the token is one of {listed(TOKEN_USES, 'or')}")
        if (action.token == "none") == bool(company.exchange):
            text = f"{company.id} has {counted(company.exchange, 'exchange token')}"
            return refuse(Reason.NO_TOKEN, company.id, "5.18.6", text)
        if action.token == "replace" and place in company.tokens:
            return refuse(Reason.OWN_TOKEN, company.id, "5.18.7", f"{company.id} has a token there already")
        return None

    def _from_box(self, state: GameState, company: Company, action: AcquireMinor) -> Refusal | None:
        """£200 to the bank, for a minor whose home is connected (5.19)."""
        if not state.phase.buy_boxed_minors:
            return refuse(Reason.PHASE, action.minor, "5.19.1", "boxed minors are sold from phase 5")
        if action.shares:
            return refuse(Reason.PRICE, action.minor, "5.19.2", "the bank takes no shares")
        card = state.title.companies[action.minor]
        cities = places.cities(state, card.home) if card.home_city is None else (card.home_city,)
        if not any(reaches_city(state, company, (card.home, city)) for city in cities):
            return refuse(
                Reason.NOT_CONNECTED, action.minor, "5.19.1", f"no route leads to {names.home(state.title, card.id)}"
            )
        place = self._boxed_place(state, action)
        if place[1] not in cities:
            return refuse(Reason.UNKNOWN, action.minor, "5.19.2", "there is no such station")
        price = self._boxed_price(state, action)
        if price > company.cash:
            return refuse(Reason.NO_CASH, company.id, "5.19.2", f"£{price} is needed, {company.id} has £{company.cash}")
        return self._no_token(company, place, action)

    @staticmethod
    def _boxed_place(state: GameState, action: AcquireMinor) -> Place:
        card = state.title.companies[action.minor]
        return card.home, action.city if card.home_city is None else card.home_city

    @staticmethod
    def _boxed_price(state: GameState, action: AcquireMinor) -> int:
        fee = state.title.companies[action.minor].home_fee if action.token == "replace" else 0
        return state.title.numbers.boxed_minor_price + fee

    def asks(self, state: GameState, action: AcquireMinor) -> tuple[int, ...]:
        minor = state.companies.get(action.minor)
        if minor is None or minor.director == state.acting.director:
            return ()
        return (minor.director,)

    def matter(self, action: AcquireMinor) -> object:
        return action.minor, action.shares

    def label(self, state: GameState, action: AcquireMinor) -> str:
        tokens = {
            "replace": "with an exchange token in its station",
            "available": "making an exchange token available",
            "none": "without a token",
        }
        use, name = tokens[action.token], names.certificate(state.title, action.minor)
        minor = state.companies.get(action.minor)
        if minor is None:
            chosen = self._has_choice(state, action)
            use = (
                f"with an exchange token in {names.place(state.title, *self._boxed_place(state, action))}"
                if chosen
                else use
            )
            return f"Buy {name} from its box for £{self._boxed_price(state, action)}, {use}"
        due = value(state, minor) - action.shares * market.price(state, state.acting)
        return f"Acquire {name} from player {minor.director} for {terms(action.shares, due)}, {use}"

    def perform(self, state: GameState, action: AcquireMinor, log: Log) -> None:
        state.company_turn.done.append(Done.MINOR)
        company = state.acting
        minor = state.companies.get(action.minor)
        if minor is None:
            self._buy_boxed(state, company, action, log)
        else:
            self._buy_owned(state, company, minor, action, log)

    def _buy_boxed(self, state: GameState, company: Company, action: AcquireMinor, log: Log) -> None:
        price = self._boxed_price(state, action)
        money.transfer(state, company.id, money.BANK, price)
        boxes.take(state, action.minor)
        state.gone.append(action.minor)
        log.append(MinorAcquired(company.id, action.minor, 0, 0, price, 0, (), ()))
        place = self._boxed_place(state, action)
        if action.token == "replace" and state.title.companies[action.minor].home_city is None:
            state.extra_slots[place] = state.extra_slots.get(place, 0) + 1
        _use_exchange_token(state, company, place, action.token, log)

    @staticmethod
    def _buy_owned(state: GameState, company: Company, minor: Company, action: AcquireMinor, log: Log) -> None:
        seat = minor.director
        due = value(state, minor) - action.shares * market.price(state, company)
        money.transfer(state, company.id, seat, due)
        shares.give(state, seat, minor.id, -shares.FULL_COMPANY)
        brought = (minor.cash, tuple(minor.trains), tuple(minor.privates))
        log.append(MinorAcquired(company.id, minor.id, seat, action.shares, due, *brought))
        if action.shares:
            company.treasury -= action.shares
            shares.give(state, seat, company.id, action.shares)
            if state.setup.options.merge_director == "immediate":
                shares.settle_director(state, company, log)
        _take_over(state, company, minor, action.token, log)


def _take_over(state: GameState, company: Company, minor: Company, token: str, log: Log) -> None:
    """Cash, trains, privates and the token's place pass to the major; the minor leaves the game (5.18.6, 5.18.9)."""
    money.transfer(state, minor.id, company.id, minor.cash)
    depot.add(state, company, *minor.trains)
    company.privates += minor.privates
    company.powers += minor.powers
    place = minor.tokens[0]
    places.remove_token(state, place, minor.id)
    log.append(TokenReturned(minor.id, *place, "game"))
    del state.companies[minor.id]
    if minor.id in state.operated:
        state.operated.remove(minor.id)
    state.gone.append(minor.id)
    _use_exchange_token(state, company, place, token, log)


def _use_exchange_token(state: GameState, company: Company, place: Place, token: str, log: Log) -> None:
    if token == "none":
        return
    company.exchange -= 1
    if token == "available":
        company.available += 1
        log.append(TokenMoved(company.id, "available"))
        return
    places.add_token(state, place, company.id)
    log.append(TokenPlaced(company.id, *place, "exchange", 0))


class AcquireMinorStep(Step):
    """The acquisition step of a major's operating turn."""

    name = "acquire_minor"
    text = "acquire a minor company"
    rules = rules(Acquire(), *CHARTER_POWERS, PassTurn())
    quiet = (Pass, *CHARTER_KINDS)

    def open(self, state: GameState) -> bool:
        turn = state.company_turn
        return not turn.passed and Done.MINOR not in turn.done and not state.acting.is_minor

    def skipped(self, state: GameState) -> Refusal | None:
        company = state.acting
        if company.is_minor or not Acquire.on_offer(state):
            return None
        text = f"no minor is connected to {company.id} on terms that both sides can pay"
        return Acquire.not_now(state, company) or refuse(Reason.NOT_FOR_SALE, company.id, "5.18.1", text)

    def leave(self, state: GameState, log: Log) -> None:
        next_step(state, log)

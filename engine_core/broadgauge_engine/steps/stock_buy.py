"""Buying certificates: shares, director's certificates, and shares for the tax haven (4.7, 4.8, 3.4, P16)."""

from __future__ import annotations

from ..actions import BuyDirectorCertificate, BuyForTaxHaven, BuyShare, ConvertConcession
from ..english import holder
from ..events import CompanyFloated, DirectorCertificateTaken, Log, Owner, ShareBought
from ..options import Reason, Refusal
from ..rounds.flotation import float_if_sold, start_major
from ..state import market, money, shares
from ..state.model import Company, GameState
from ..step import refuse
from .stock_sell import A, StockRule, in_debt, over_limit

SOURCES = ("treasury", "pool")


def not_free_to_buy(state: GameState, seat: int) -> Refusal | None:
    """Refuses a player who may not buy in this turn: over the limit, in debt, or bidding (4.1.3)."""
    wrong = over_limit(state, seat) or in_debt(state, seat)
    if wrong is None and state.stock.bids:
        return refuse(Reason.ALREADY_DONE, seat, "4.1.3", "a turn with bids has no other purchase")
    return wrong


def no_share(state: GameState, seat: int, name: str, source: str) -> Refusal | None:
    """Refuses where no share is to be had, or the player sold shares of the company in this round (4.7.5)."""
    company = state.companies.get(name)
    if company is None or company.is_minor:
        return refuse(Reason.UNKNOWN, name, "4.7.2", f"{name} is no major that has been started")
    if source not in SOURCES or not getattr(company, source):
        text = f"there is no share of {name} in {holder(source)}"
        return refuse(Reason.NOT_FOR_SALE, name, "4.7.1", text)
    if name in state.stock.sold.get(seat, ()):
        return refuse(Reason.SOLD_THIS_ROUND, name, "4.7.5", f"player {seat} sold shares of {name} in this round")
    return None


def shares_on_offer(state: GameState) -> list[tuple[str, str]]:
    """Majors with shares in treasury or pool, as (company, source) (4.7.1)."""
    majors = [company for company in state.companies.values() if not company.is_minor]
    return [(company.id, source) for company in majors for source in SOURCES if getattr(company, source)]


def no_shares_at_all(subject: str = "") -> Refusal:
    """Why nobody can buy a share: no major has one in its treasury or in the pool (4.7.1)."""
    return refuse(Reason.NOT_FOR_SALE, subject, "4.7.1", "no company has a share in its treasury or in the bank pool")


def no_room(state: GameState, seat: int, subject: str) -> Refusal | None:
    """Refuses a further certificate to a player at the limit; winning bids count (4.7.7, 4.9.4)."""
    if shares.certificates_with_bids(state, seat) < shares.limit(state):
        return None
    return refuse(Reason.CERTIFICATE_LIMIT, subject, "4.7.7", shares.at_limit_text(state, seat))


def cannot_pay(state: GameState, seat: int, subject: str, price: int) -> Refusal | None:
    """Refuses a price above the cash that is not committed to bids (4.9.3)."""
    free = shares.spendable(state, seat)
    if price <= free:
        return None
    text = f"£{price} is needed, player {seat} has £{free} that is not bound by bids"
    return refuse(Reason.NO_CASH, subject, "4.9.3", text)


def pay_for_share(state: GameState, payer: Owner, company: Company, source: str, *, haven: bool = False) -> int:
    """Pays the market price to the treasury or the bank, and takes the share out (4.7.1); the price."""
    price = market.price(state, company)
    if source == "pool":
        company.pool -= 1
        money.transfer(state, payer, money.BANK, price)
    else:
        company.treasury -= 1
        # Full capitalisation comes from the bank on floating, so early purchases go there (3.4.6).
        early = state.phase.capital == "full" and not company.floated
        kept = not early or (haven and state.setup.options.haven_payment == "company")
        money.transfer(state, payer, company.id if kept else money.BANK, price)
    return price


def end_turn_after(state: GameState) -> None:
    """A purchase ends the stock turn (4.1.3)."""
    state.stock.acted = True
    state.stock.bids = state.title.numbers.bids_per_turn


class Purchase(StockRule[A]):
    """A purchase of any kind."""

    def closed(self, state: GameState) -> Refusal | None:
        return not_free_to_buy(state, state.stock.player)


class Buy(Purchase[BuyShare]):
    """Buying one share from a treasury or the pool (4.7)."""

    kind = BuyShare
    paragraph = "4.7.1"

    def candidates(self, state: GameState) -> list[BuyShare]:
        return [BuyShare(state.stock.player, name, source) for name, source in shares_on_offer(state)]

    def unfit(self, state: GameState, action: BuyShare) -> Refusal | None:
        seat, name = action.player, action.company
        wrong = no_share(state, seat, name, action.source)
        if wrong:
            return wrong
        company = state.companies[name]
        held, most = shares.holding(state, seat, name), state.title.numbers.holding_limit
        if held >= most:
            text = f"player {seat} holds {held}0% of {name}; nobody buys beyond {most}0%"
            return refuse(Reason.HOLDING_LIMIT, name, "4.7.6", text)
        if not market.cell(state, company).uncounted:
            full = no_room(state, seat, name)
            if full:
                return full
        return cannot_pay(state, seat, name, market.price(state, company))

    def label(self, state: GameState, action: BuyShare) -> str:
        price = market.price(state, state.companies[action.company])
        return f"Buy a share of {action.company} from {holder(action.source)} for £{price}"

    def nothing(self, state: GameState) -> Refusal:
        return no_shares_at_all()

    def perform(self, state: GameState, action: BuyShare, log: Log) -> None:
        company = state.companies[action.company]
        price = pay_for_share(state, action.player, company, action.source)
        shares.give(state, action.player, company.id, 1)
        log.append(ShareBought(action.player, company.id, action.source, price, haven=False, own_money=False))
        shares.settle_director(state, company, log)
        float_if_sold(state, company, log)
        end_turn_after(state)


class Convert(Purchase[ConvertConcession]):
    """Converting a concession into the director's certificate (4.8)."""

    kind = ConvertConcession
    paragraph = "4.8.2"

    def candidates(self, state: GameState) -> list[ConvertConcession]:
        seat = state.stock.player
        concessions = state.title.concessions
        held = [concessions[item] for item in state.player(seat).items if item in concessions]
        return [ConvertConcession(seat, major, par) for major in held for par in state.title.par_prices]

    def unfit(self, state: GameState, action: ConvertConcession) -> Refusal | None:
        seat, name = action.player, action.company
        card = state.title.companies.get(name)
        if card is None or card.concession not in state.player(seat).items:
            return refuse(Reason.NOT_OWNED, name, "4.8.2", f"player {seat} does not hold the concession of {name}")
        if state.phase.concessions != "convertible":
            return refuse(Reason.PHASE, name, "4.8.1", "concessions are converted in phases 2 to 4")
        if action.par not in state.title.par_prices:
            return refuse(Reason.PRICE, name, "3.4.8", f"{name} cannot start at £{action.par}")
        return cannot_pay(state, seat, name, self._balance(state, name, action.par))

    @staticmethod
    def _discount(state: GameState, name: str, par: int) -> int:
        """What the bank adds: £100, for LNWR the whole price of its single share (4.8.3, 4.8.5)."""
        single = state.title.companies[name].director_shares == 1
        return par if single else state.title.numbers.concession_value

    def _balance(self, state: GameState, name: str, par: int) -> int:
        return state.title.companies[name].director_shares * par - self._discount(state, name, par)

    def label(self, state: GameState, action: ConvertConcession) -> str:
        balance = self._balance(state, action.company, action.par)
        paying = f"paying £{balance}" if balance else "without any payment"
        return f"Convert the concession of {action.company} at £{action.par} a share, {paying}"

    def nothing(self, state: GameState) -> Refusal:
        if state.phase.concessions == "removed":
            return refuse(Reason.PHASE, "", "3.2.5", "concessions are out of the game from phase 5")
        return refuse(Reason.NOT_OWNED, "", "4.8.2", f"player {state.stock.player} holds no concession")

    def perform(self, state: GameState, action: ConvertConcession, log: Log) -> None:
        name, par = action.company, action.par
        concession = state.title.companies[name].concession
        assert concession is not None
        state.player(action.player).items.remove(concession)
        company = start_major(state, name, action.player, par, floated=True)
        discount, balance = self._discount(state, name, par), self._balance(state, name, par)
        money.transfer(state, money.BANK, name, discount)
        money.transfer(state, action.player, name, balance)
        log.append(DirectorCertificateTaken(action.player, name, par, balance, discount))
        market.place(state, company, log)
        log.append(CompanyFloated(name, company.cash))
        end_turn_after(state)


class BuyDirector(Purchase[BuyDirectorCertificate]):
    """Buying a director's certificate from the initial offering, from phase 5 (3.4.4, 4.7.2)."""

    kind = BuyDirectorCertificate
    paragraph = "4.7.2"

    def candidates(self, state: GameState) -> list[BuyDirectorCertificate]:
        if state.phase.concessions != "removed":
            return []
        seat = state.stock.player
        majors = state.title.concessions.values()
        unsold = [major for major in majors if major not in state.companies and major not in state.gone]
        return [BuyDirectorCertificate(seat, major, par) for major in unsold for par in state.title.par_prices]

    def unfit(self, state: GameState, action: BuyDirectorCertificate) -> Refusal | None:
        seat, name = action.player, action.company
        card = state.title.companies.get(name)
        if card is None or card.is_minor or name in state.companies or name in state.gone:
            return refuse(Reason.NOT_FOR_SALE, name, "4.7.2", f"no director's certificate of {name} is for sale")
        if state.phase.concessions != "removed":
            return self._too_early(name)
        if action.par not in state.title.par_prices:
            return refuse(Reason.PRICE, name, "3.4.8", f"{name} cannot start at £{action.par}")
        return no_room(state, seat, name) or cannot_pay(state, seat, name, card.director_shares * action.par)

    def label(self, state: GameState, action: BuyDirectorCertificate) -> str:
        price = state.title.companies[action.company].director_shares * action.par
        return f"Buy the director's certificate of {action.company} at £{action.par} a share, paying £{price}"

    def nothing(self, state: GameState) -> Refusal:
        if state.phase.concessions != "removed":
            return self._too_early("")
        return refuse(Reason.NOT_FOR_SALE, "", "4.7.2", "every director's certificate is taken")

    @staticmethod
    def _too_early(subject: str) -> Refusal:
        return refuse(Reason.PHASE, subject, "4.7.2", "director's certificates are sold from phase 5")

    def perform(self, state: GameState, action: BuyDirectorCertificate, log: Log) -> None:
        name, par = action.company, action.par
        company = start_major(state, name, action.player, par, floated=False)
        price = company.card.director_shares * par
        full = state.phase.capital == "full"
        money.transfer(state, action.player, money.BANK if full else name, price)
        log.append(DirectorCertificateTaken(action.player, name, par, price, 0))
        market.place(state, company, log)
        end_turn_after(state)


class HavenBuy(Purchase[BuyForTaxHaven]):
    """Buying a share for the off-shore tax haven, as the owner's stock action (P16, 3.1.15, 6.1.2)."""

    kind = BuyForTaxHaven
    paragraph = "P16"

    def candidates(self, state: GameState) -> list[BuyForTaxHaven]:
        seat = state.stock.player
        if not _owns_haven(state, seat):
            return []
        return [BuyForTaxHaven(seat, name, source) for name, source in shares_on_offer(state)]

    def unfit(self, state: GameState, action: BuyForTaxHaven) -> Refusal | None:
        seat, name = action.player, action.company
        if not _owns_haven(state, seat):
            return refuse(Reason.NOT_OWNED, state.title.haven, "P16", f"player {seat} does not hold the tax haven")
        wrong = no_share(state, seat, name, action.source) or self._used(state, name)
        if wrong:
            return wrong
        price = market.price(state, state.companies[name])
        if not state.haven_shares:
            return cannot_pay(state, seat, name, price)
        own = state.credits.get(state.title.haven, 0)
        if price > own:
            return refuse(Reason.NO_CASH, name, "6.1.2", f"the share costs £{price}, the tax haven has £{own}")
        return None

    @staticmethod
    def _used(state: GameState, name: str) -> Refusal | None:
        if not state.haven_shares:
            return None
        if not state.setup.options.tax_haven_multiple:
            return refuse(Reason.ALREADY_DONE, "P16", "P16", "the tax haven holds its share already")
        if state.stock.haven_bought:
            return refuse(Reason.ALREADY_DONE, "P16", "6.1.2", "the tax haven has bought in this round")
        if name in state.haven_shares:
            return refuse(Reason.ALREADY_DONE, name, "6.1.2", f"the tax haven holds a share of {name}")
        return None

    def label(self, state: GameState, action: BuyForTaxHaven) -> str:
        price = market.price(state, state.companies[action.company])
        money_part = f"£{price} of its own money" if state.haven_shares else f"£{price}"
        return f"Buy a share of {action.company} from {holder(action.source)} for the tax haven, for {money_part}"

    def nothing(self, state: GameState) -> Refusal | None:
        return no_shares_at_all(state.title.haven) if _owns_haven(state, state.stock.player) else None

    def perform(self, state: GameState, action: BuyForTaxHaven, log: Log) -> None:
        company = state.companies[action.company]
        own_money = bool(state.haven_shares)
        payer = state.title.haven if own_money else action.player
        price = pay_for_share(state, payer, company, action.source, haven=True)
        state.haven_shares.append(company.id)
        state.stock.haven_bought = True
        log.append(ShareBought(action.player, company.id, action.source, price, haven=True, own_money=own_money))
        float_if_sold(state, company, log)
        end_turn_after(state)


def _owns_haven(state: GameState, seat: int) -> bool:
    return state.title.haven in state.player(seat).items

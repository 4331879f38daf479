"""Starting and floating companies (3.3.5, 3.4, 4.8, 4.10.2)."""

from __future__ import annotations

from ..events import CompanyFloated, Log, SharesPooled
from ..state import market, money, shares
from ..state.model import Company, GameState
from ..state.shares import FULL_COMPANY


def start_major(state: GameState, name: str, seat: int, par: int, *, floated: bool) -> Company:
    """Creates a major at its starting price, under every token there (4.8.6); the director's certificate is taken."""
    card = state.title.companies[name]
    state.clock += 1
    company = Company(
        card=card,
        director=seat,
        par=par,
        space=state.title.start_cells[par],
        arrived=state.clock,
        treasury=FULL_COMPANY - card.director_shares,
        floated=floated,
        available=card.available_tokens,
        exchange=card.exchange_tokens,
    )
    state.companies[name] = company
    shares.give(state, seat, name, card.director_shares)
    return company


def float_if_sold(state: GameState, company: Company, log: Log) -> None:
    """From phase 5 a major floats when half its shares have left the treasury (3.4.5)."""
    if company.floated or company.treasury > FULL_COMPANY - state.title.numbers.float_shares:
        return
    company.floated = True
    if state.phase.capital == "full":
        # What phase 5 sales brought goes back before the full capital comes (3.4.6).
        money.transfer(state, company.id, money.BANK, company.cash)
        money.transfer(state, money.BANK, company.id, FULL_COMPANY * company.par)
        log.append(SharesPooled(company.id, company.treasury))
        company.pool += company.treasury
        company.treasury = 0
    log.append(CompanyFloated(company.id, company.cash))


def minor_terms(state: GameState, bid: int) -> tuple[int, int]:
    """Starting price and treasury of a minor sold for ``bid`` in this phase (3.3.5, Table 5)."""
    numbers = state.title.numbers
    kind = state.phase.minor_treasury
    if kind == "fixed":
        return numbers.minor_first_price, numbers.minor_first_treasury
    price = max(price for price in state.title.start_cells if price <= max(bid // 2, numbers.minor_first_price))
    return price, bid if kind == "bid" else 2 * price


def start_minor(state: GameState, name: str, seat: int, bid: int, log: Log) -> None:
    """Floats a minor that was bought for ``bid``, under the minors at its price (4.10.1, 4.10.2)."""
    price, treasury = minor_terms(state, bid)
    state.clock += 1
    company = Company(
        card=state.title.companies[name],
        director=seat,
        par=price,
        space=state.title.start_cells[price],
        arrived=state.clock,
    )
    state.companies[name] = company
    shares.give(state, seat, name, FULL_COMPANY)
    money.transfer(state, money.BANK, name, treasury)
    market.put_under_minors(state, company)
    market.place(state, company, log)
    log.append(CompanyFloated(name, treasury))

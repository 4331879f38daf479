"""Selling shares to the bank pool, in a stock round and in emergency money raising (4.6, 5.17)."""

from __future__ import annotations

from ..english import counted
from ..events import DirectorChanged, Log, SharesSold
from ..options import Reason, Refusal
from ..state import market, money, shares
from ..state.model import Company, GameState
from ..step import refuse


def sale_refusal(state: GameState, seat: int, name: str, count: int) -> Refusal | None:
    """Why this player cannot sell so many shares of a company now; None if they can (4.6.1)."""
    company = state.companies.get(name)
    if company is None or company.is_minor:
        return refuse(Reason.UNKNOWN, name, "4.6.1", f"{name} is no major that has been started")
    held = shares.holding(state, seat, name)
    if not 1 <= count <= held:
        return refuse(Reason.NOT_OWNED, name, "4.6.1", f"player {seat} holds {counted(held, 'share')} of {name}")
    if not company.turns:
        return refuse(Reason.NOT_OPERATED, name, "4.6.1", f"{name} has not operated yet")
    if company.pool + count > state.title.numbers.pool_limit:
        return refuse(Reason.POOL_LIMIT, name, "4.6.1", f"the bank pool would hold more than half of {name}")
    if company.director == seat and not shares.successor(state, company, seat, held - count):
        return refuse(Reason.DIRECTOR, name, "4.6.1", f"nobody else could become director of {name}")
    return None


def most(state: GameState, seat: int, name: str) -> int:
    """The most shares that the player may sell at once; every smaller number is legal too."""
    for count in range(shares.holding(state, seat, name), 0, -1):
        if sale_refusal(state, seat, name, count) is None:
            return count
    return 0


def sellable(state: GameState, seat: int) -> list[str]:
    """Companies of which the player can sell at least one share now."""
    return [name for name in state.player(seat).shares if sale_refusal(state, seat, name, 1) is None]


def block_price(state: GameState, company: Company, at_start: dict[str, int], *, frozen: bool) -> int:
    """What one share brings: the price before the first sale of this turn if ``frozen``, or the present one (4.6.3)."""
    price = market.price(state, company)
    return at_start.get(company.id, price) if frozen else price


def sell(
    state: GameState, seat: int, company: Company, count: int, at_start: dict[str, int], log: Log, *, frozen: bool
) -> None:
    """Sells a block; a director who falls behind hands over first, then the token drops (4.6.3).

    ``at_start`` takes down the price where it is ``frozen``, see `block_price`.
    """
    name = company.id
    price = block_price(state, company, at_start, frozen=frozen)
    if frozen:
        at_start[name] = price
    if company.director == seat:
        keeps = shares.holding(state, seat, name) - count
        heir = shares.successor(state, company, seat, keeps)
        if heir != seat:
            company.director = heir
            log.append(DirectorChanged(name, seat, heir))
    shares.give(state, seat, name, -count)
    company.pool += count
    money.transfer(state, money.BANK, seat, count * price)
    log.append(SharesSold(seat, name, count, count * price))
    shares.settle_director(state, company, log)
    market.move_to(state, company, market.dropped(state.title, company.space, count), "sold", log)

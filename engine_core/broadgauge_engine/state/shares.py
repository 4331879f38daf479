"""Certificates, holdings, directors, and what a player may spend (3.4.2, 4.6, 4.7, 4.9)."""

from __future__ import annotations

from .. import english
from ..events import DirectorChanged, Log
from .market import cell, price, value
from .model import Company, GameState, Player

FULL_COMPANY = 10


def certificates(state: GameState, seat: int) -> int:
    """Certificates that count against the limit: shares not in the yellow zone, privates, concessions (4.4.2)."""
    player = state.player(seat)
    total = len(player.items) - (state.title.haven in player.items)
    for name, shares in player.shares.items():
        total += counted(state, state.companies[name], seat, shares)
    return total


def counted(state: GameState, company: Company, seat: int, shares: int) -> int:
    """How many certificates a holding of ``shares`` counts for."""
    if cell(state, company).uncounted:
        return 0
    if company.is_minor:
        return 1
    return shares - (company.card.director_shares - 1 if company.director == seat else 0)


def limit(state: GameState) -> int:
    """The certificate limit for this number of players (Table 1)."""
    return state.title.seats[len(state.players)].certificate_limit


def winning(state: GameState, seat: int) -> list[tuple[str, int]]:
    """Items on which the player's bid is the highest, with the bid."""
    return [
        (item, bids[seat]) for item, bids in state.bids.items() if seat in bids and bids[seat] == max(bids.values())
    ]


def certificates_with_bids(state: GameState, seat: int) -> int:
    """Certificates that count against the limit, with those on which the player has the highest bid (4.9.4)."""
    return certificates(state, seat) + len(winning(state, seat))


def at_limit_text(state: GameState, seat: int) -> str:
    """Why a player has no room for a certificate more, in words."""
    held, bids = certificates(state, seat), len(winning(state, seat))
    winning_more = f" and the highest bid on {bids} more" if bids else ""
    return f"player {seat} holds {english.counted(held, 'certificate')}{winning_more}; the limit is {limit(state)}"


def committed(state: GameState, seat: int) -> int:
    """Money bound by the player's highest bids (4.9.3)."""
    return sum([amount for _, amount in winning(state, seat)])


def spendable(state: GameState, seat: int) -> int:
    """Cash that is not bound by bids."""
    return state.player(seat).cash - committed(state, seat)


def holding(state: GameState, seat: int, company: str) -> int:
    """Tenths of a company in a player's hands."""
    return state.players[seat - 1].shares.get(company, 0)


def give(state: GameState, seat: int, company: str, shares: int) -> None:
    """Adds shares to a player's hand, or takes them away."""
    hand = state.player(seat).shares
    hand[company] = hand.get(company, 0) + shares
    if not hand[company]:
        del hand[company]


def owner_of(state: GameState, item: str) -> Player | None:
    """The player who holds a private or a concession."""
    return next((player for player in state.players if item in player.items), None)


def successor(state: GameState, company: Company, leaving: int, keeps: int) -> int:
    """Who becomes director if ``leaving`` keeps so many shares: the largest holder with enough, first after them.

    Returns the present director's own seat where nobody holds more than they keep, 0 where nobody could take over
    (4.6.1).
    """
    need = company.card.director_shares
    order = state.order
    at = order.index(leaving)
    others = [order[(at + step) % len(order)] for step in range(1, len(order))]
    best = 0
    for seat in others:
        shares = holding(state, seat, company.id)
        if shares >= need and shares > max(keeps, holding(state, best, company.id) if best else 0):
            best = seat
    if best:
        return best
    return leaving if keeps >= need else 0


def settle_director(state: GameState, company: Company, log: Log) -> None:
    """Gives the director's certificate to whoever now holds more than the director (3.4.2, 4.7.8)."""
    old = company.director
    new = successor(state, company, old, holding(state, old, company.id))
    if new not in (0, old):
        company.director = new
        log.append(DirectorChanged(company.id, old, new))


def worth(state: GameState, seat: int) -> int:
    """A player's wealth: cash, shares at present prices, open concessions, tax haven, less debt (1.3.2, P16)."""
    player = state.player(seat)
    total = player.cash - player.debt
    for name, shares in player.shares.items():
        total += value(state, state.companies[name], shares)
    for item in player.items:
        if item in state.title.concessions:
            total += state.title.numbers.concession_value
        elif item == state.title.haven:
            total += state.credits.get(item, 0)
            total += sum(price(state, state.companies[name]) for name in state.haven_shares)
    return total

"""Stock round actions of an 18xx.games file as ours."""

from __future__ import annotations

from collections.abc import Mapping

from ... import actions as ours
from ...actions import Action
from ...state import shares
from ..vocabulary import HAVEN_SOURCES, ONE_SHARE
from .entry import Entry
from .reading import Reading, Translation


def bid(game: Reading, entry: Entry) -> Action:
    """The whole new bid, not the rise."""
    return ours.PlaceBid(game.seat(entry), entry.text("company"), entry.whole("price"))


def par(game: Reading, entry: Entry) -> Action:
    """A concession is turned in where the player has it; the share price is price, row and column."""
    major = entry.text("corporation")
    card = game.state.title.companies.get(major)
    if card is None or card.is_minor:
        raise entry.fail(f"{major} is not a major company")
    price = entry.text("share_price").split(",")[0]
    if not price.isdecimal():
        raise entry.fail(f"share_price {price!r} does not begin with a price")
    seat = game.seat(entry)
    if card.concession in game.state.player(seat).items:
        return ours.ConvertConcession(seat, major, int(price))
    return ours.BuyDirectorCertificate(seat, major, int(price))


def buy_shares(game: Reading, entry: Entry) -> Action:
    """A share comes from whoever of treasury and pool has its number, or any share at all."""
    name, numbers = entry.shares()
    company = game.state.companies.get(name)
    if company is None:
        raise entry.fail(f"{name} has not started")
    if tenths(entry, game) != 1:
        raise entry.fail("one certificate of 10 percent is bought at a time")
    sources = ("pool", "treasury") if game.shares.holder(name, numbers[0]) == "pool" else ("treasury", "pool")
    source = sources[0] if getattr(company, sources[0]) else sources[1]
    seat = game.seat(entry)
    game.shares.move(name, numbers, source, seat)
    return ours.BuyShare(seat, name, source)


def sell_shares(game: Reading, entry: Entry) -> Action:
    """In a stock round, or by the director who raises money for a train."""
    name, numbers = entry.shares()
    seat, count = game.seat(entry), tenths(entry, game)
    if name in game.state.companies:
        game.shares.sell(game.state.companies[name], seat, numbers, count)
    return ours.SellShares(seat, name, count)


def tenths(entry: Entry, game: Reading) -> int:
    """How many shares are meant: the percent count, for a part of the director's certificate may be listed whole."""
    if entry.has("percent"):
        return entry.whole("percent") // ONE_SHARE
    name, numbers = entry.shares()
    card = game.state.title.companies.get(name)
    director = 1 if card is None else card.director_shares
    return sum(1 if number else director for number in numbers)


def repay(game: Reading, entry: Entry) -> Action:
    """All of the debt, or as much as there is cash for."""
    player = game.state.player(game.seat(entry))
    return ours.RepayLoan(player.seat, min(player.cash, player.debt))


def repay_part(game: Reading, entry: Entry) -> Action:
    """Some of the debt."""
    return ours.RepayLoan(game.seat(entry), entry.whole("amount"))


def double(game: Reading, entry: Entry) -> Action:
    """The owner of P9 counts the cash twice."""
    if entry.text("choice") != "double":
        raise entry.fail(f"choice {entry.text('choice')!r} of a player is not double")
    return ours.DeclareDoubleCash(game.seat(entry))


def haven(game: Reading, entry: Entry) -> Action:
    """P16 buys a share, in its owner's turn only; the site takes it out of turn as well, the rules do not."""
    name, _, source = entry.text("choice").rpartition("_")
    if source not in HAVEN_SOURCES or name not in game.state.companies:
        raise entry.fail(f"choice {entry.text('choice')!r} is not a company that has started with _ipo or _market")
    owner = shares.owner_of(game.state, entry.entity)
    if owner is None:
        raise entry.fail("no player owns it")
    return ours.BuyForTaxHaven(owner.seat, name, HAVEN_SOURCES[source])


STOCK_TRANSLATIONS: Mapping[tuple[str, str], Translation] = {
    ("bid", "player"): bid,
    ("par", "player"): par,
    ("buy_shares", "player"): buy_shares,
    ("sell_shares", "player"): sell_shares,
    ("payoff_player_debt", "player"): repay,
    ("payoff_player_debt_partial", "player"): repay_part,
    ("choose", "player"): double,
}
"""Kind of action and kind of actor to the translation."""

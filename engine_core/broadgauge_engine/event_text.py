"""Events in English.

The text is made from the payload and from what is printed in the box, so other languages can be made the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import events as e
from .english import MOVED_TOKENS, after_discard, capital, counted, holder, listed, pounds, terms
from .events import Event, Owner
from .title import Title, names

STEPS = {
    "home_station": "home station",
    "first_turn": "first train",
    "acquire_private": "private company",
    "run_trains": "run",
    "buy_train": "train",
    "acquire_minor": "minor company",
    "issue_redeem": "share",
}
"""Steps of an operating turn in words, where their names are none."""
CAUSES = {
    "sold": "shares were sold",
    "issued": "shares were issued",
    "dividend": "a dividend was paid",
    "no_dividend": "no dividend was paid",
    "sold_out": "players hold all of its shares",
}
"""Why the token of a company moves on the stock market."""
ENDS = {
    "bank": "the bank is broken",
    "stock_market": "a share price has reached the end of the market",
    "no_bids": "nobody bid in the first stock round",
}
"""Why the game ends."""
TOKENS = {"home": "its home token", "destination": "its destination token", "exchange": "an exchange token"}
"""Tokens by kind; the others are plainly tokens."""


def text(event: Event, title: Title) -> str:
    """One sentence for an event; players are named by their seats."""
    return TEXTS[type(event)](event, title)


def _who(owner: Owner) -> str:
    return f"Player {owner}" if isinstance(owner, int) else owner


def _round(event: e.RoundStarted, title: Title) -> str:
    if event.kind == "operating":
        return f"Operating round {event.number}.{event.part} begins, {event.part} of {event.parts}."
    return f"Stock round {event.number} begins."


def _passed(event: e.Passed, title: Title) -> str:
    if not event.company:
        return f"{_who(event.player)} passes."
    return f"{event.company} ends its {STEPS.get(event.step, event.step)} step."


def _skipped(event: e.StepSkipped, title: Title) -> str:
    if not event.company:
        return f"{_who(event.player)} is not asked: {event.text}."
    return f"{event.company} skips its {STEPS.get(event.step, event.step)} step: {event.text}."


def _price(event: e.PriceMoved, title: Title) -> str:
    company, price = event.company, event.price
    if event.cause == "started":
        return f"{company} starts at £{price}."
    cause = CAUSES[event.cause]
    if price == event.old_price:
        return f"The token of {company} moves, its price stays £{price}: {cause}."
    verb = "rises" if price > event.old_price else "falls"
    return f"The price of {company} {verb} from £{event.old_price} to £{price}: {cause}."


def _director(event: e.DirectorChanged, title: Title) -> str:
    if not event.new:
        return f"{event.company} has no director any more."
    return f"{_who(event.new)} becomes director of {event.company}."


def _owes(debt: int) -> str:
    return f"owes £{debt}" if debt else "owes nothing more"


def _repaid(event: e.LoanRepaid, title: Title) -> str:
    return f"{_who(event.player)} repays £{event.amount} and {_owes(event.debt)}."


def _share(event: e.ShareBought, title: Title) -> str:
    haven = " for the tax haven" if event.haven and not event.own_money else ""
    bought = f"a share of {event.company}{haven} from {holder(event.source)} for £{event.price}"
    if event.own_money:
        return f"The tax haven of player {event.player} buys {bought} of its own money."
    return f"{_who(event.player)} buys {bought}."


def _certificate(event: e.DirectorCertificateTaken, title: Title) -> str:
    taken = f"{_who(event.player)} takes the director's certificate of {event.company} at £{event.par} a share"
    paid = f"paying £{event.paid}" if event.paid else "paying nothing"
    return f"{taken}, {paid}" + (f"; the concession counts for £{event.discount}." if event.discount else ".")


def _floated(event: e.CompanyFloated, title: Title) -> str:
    return f"{event.company} floats with {f'£{event.treasury}' if event.treasury else 'an empty treasury'}."


def _won(event: e.ItemWon, title: Title) -> str:
    paid = f"for £{event.amount}" if event.amount else "without payment"
    return f"{_who(event.player)} takes {names.certificate(title, event.item)} {paid}."


def _token(event: e.TokenPlaced, title: Title) -> str:
    cost = f" for £{event.cost}" if event.cost else ""
    where = names.place(title, event.hex, event.city)
    return f"{event.company} places {TOKENS.get(event.token, 'a token')} in {where}{cost}."


def _returned(event: e.TokenReturned, title: Title) -> str:
    where = names.place(title, event.hex, event.city)
    if event.to == "space":
        return f"The destination token of {event.company} moves into a space of {where}."
    ways = {"available": "goes back to its available ones", "game": "leaves the game"}
    return f"The token of {event.company} in {where} {ways[event.to]}."


def _moved(event: e.TokenMoved, title: Title) -> str:
    return f"{event.company} turns {MOVED_TOKENS[event.to]}."


def _tile(event: e.TileLaid, title: Title) -> str:
    cost = f" for £{event.cost}" if event.cost else ""
    over = f" over tile {event.replaced}" if event.replaced else ""
    return f"{event.company} lays tile {event.tile} on {names.place(title, event.hex)}{over}{cost}."


def _ran(event: e.TrainsRan, title: Title) -> str:
    earned = [f"£{event.revenue}"] if event.revenue else []
    earned += [f"£{event.subsidy} of mail"] if event.subsidy else []
    return f"{event.company} runs for {listed(earned) if earned else 'nothing'}."


def _dividend(event: e.DividendDeclared, title: Title) -> str:
    if not event.paid:
        return f"{event.company} pays no dividend" + (f" and keeps £{event.kept}." if event.kept else ".")
    # What a minor pays goes to its director in one sum.
    share = "" if title.companies[event.company].is_minor else f" (£{event.per_share} a share)"
    return f"{event.company} pays £{event.paid}{share}" + (f" and keeps £{event.kept}." if event.kept else ".")


def _bought(event: e.TrainBought, title: Title) -> str:
    bought = f"{names.a_train(title, event.kind)} from {holder(event.source)}"
    helped = f", £{event.help} of it from the director" if event.help else ""
    return f"{event.company} buys {bought} for £{event.price}{helped}."


def _flipped(event: e.TrainFlipped, title: Title) -> str:
    front = title.depot[0]
    sides = (names.a_train(title, kind) for kind in (front, title.other_sides[front]))
    return f"{event.company} flips {' to '.join(sides)} for £{event.price}."


def _discarded(event: e.TrainDiscarded, title: Title) -> str:
    return f"{event.company} gives up {names.a_train(title, event.kind)}: {after_discard(event.to)}."


def _rusted(event: e.TrainRusted, title: Title) -> str:
    trains = capital(names.trains(title, event.count, event.kind))
    return f"{trains} of {holder(event.owner)} {'rusts' if event.count == 1 else 'rust'}."


def _removed(event: e.TrainsRemoved, title: Title) -> str:
    sale = ", which counts as a sale" if event.export else ""
    trains = capital(names.trains(title, event.count, event.kind))
    return f"{trains} {'leaves' if event.count == 1 else 'leave'} the bank unsold{sale}."


def _pooled(event: e.SharesPooled, title: Title) -> str:
    go = "goes" if event.count == 1 else "go"
    return f"{counted(event.count, 'share')} of {event.company} {go} to the bank pool."


def _acquired(event: e.PrivateAcquired, title: Title) -> str:
    credit = f", with £{event.credit}" if event.credit else ""
    private = names.certificate(title, event.private)
    return f"{event.company} acquires {private} from player {event.player}{credit}."


def _minor(event: e.MinorAcquired, title: Title) -> str:
    name = names.certificate(title, event.minor)
    if not event.player:
        return f"{event.company} buys {name} from its box for £{event.cash}."
    brought = [f"£{event.treasury}"] if event.treasury else []
    brought += [names.a_train(title, kind) for kind in event.trains] + list(event.privates)
    given = terms(event.shares, event.cash)
    taken = f"{event.company} acquires {name} from player {event.player} for {given}"
    return f"{taken}; it brings {listed(brought)}." if brought else f"{taken}."


def _credit(event: e.CreditPaid, title: Title) -> str:
    name = "The tax haven" if event.private == title.haven else event.private
    return f"{name} collects £{event.amount}."


def _proposal(event: e.ProposalMade, title: Title) -> str:
    return f"{event.company} asks player {listed(map(str, event.players), 'or')} to agree: {event.text}."


def _broken(event: e.BankBroken, title: Title) -> str:
    return f"The bank is broken: it has paid £{-event.bank} more than it had."


def _scheduled(event: e.EndScheduled, title: Title) -> str:
    return f"The end of the game is in sight: {ENDS.get(event.reason, event.reason)}."


def _ended(event: e.GameEnded, title: Title) -> str:
    worth = ", ".join(f"player {seat} {pounds(value)}" for seat, value in enumerate(event.worth, start=1))
    return f"The game is over: {ENDS.get(event.reason, event.reason)}. Final worth: {worth}."


TEXTS: Mapping[type[Any], Callable[[Any, Title], str]] = {
    e.RoundStarted: _round,
    e.Passed: _passed,
    e.StepSkipped: _skipped,
    e.BidPlaced: lambda v, t: f"{_who(v.player)} bids £{v.amount} on {names.certificate(t, v.item)}.",
    e.SharesSold: lambda v, t: f"{_who(v.player)} sells {counted(v.count, 'share')} of {v.company} for £{v.received}.",
    e.PriceMoved: _price,
    e.DirectorChanged: _director,
    e.LoanTaken: lambda v, t: f"{_who(v.player)} borrows £{v.amount} and {_owes(v.debt)}.",
    e.LoanRepaid: _repaid,
    e.InterestCharged: lambda v, t: f"Interest of £{v.amount} raises the debt of player {v.player} to £{v.debt}.",
    e.ShareBought: _share,
    e.DirectorCertificateTaken: _certificate,
    e.CompanyFloated: _floated,
    e.ItemWon: _won,
    e.ItemRemoved: lambda v, t: f"{names.certificate(t, v.item)} leaves the game.",
    e.ItemBoxed: lambda v, t: f"{names.certificate(t, v.item)} comes to box {v.box}.",
    e.ItemMoved: lambda v, t: f"{names.certificate(t, v.item)} moves to the {v.to} of its stack.",
    e.TrainsRemoved: _removed,
    e.PhaseStarted: lambda v, t: f"Phase {v.phase} begins.",
    e.TrainRusted: _rusted,
    e.PlayerOrderSet: lambda v, t: f"The player order is {', '.join(f'player {seat}' for seat in v.players)}.",
    e.DoubleCashDeclared: lambda v, t: f"{_who(v.player)} declares double cash.",
    e.IncomePaid: lambda v, t: f"{_who(v.owner)} receives £{v.amount} from {names.certificate(t, v.item)}.",
    e.CreditPaid: _credit,
    e.PrivateAcquired: _acquired,
    e.PrivateClosed: lambda v, t: f"{names.certificate(t, v.private)} closes.",
    e.TokenPlaced: _token,
    e.TokenReturned: _returned,
    e.TokenMoved: _moved,
    e.TileLaid: _tile,
    e.TrainsRan: _ran,
    e.DividendDeclared: _dividend,
    e.DividendReceived: lambda v, t: f"{_who(v.owner)} receives £{v.amount} from {v.company}.",
    e.TrainBought: _bought,
    e.TrainFlipped: _flipped,
    e.TrainGained: lambda v, t: f"{v.company} receives {names.a_train(t, v.kind)}.",
    e.TrainDiscarded: _discarded,
    e.MinorAcquired: _minor,
    e.SharesIssued: lambda v, t: f"{v.company} issues {counted(v.count, 'share')} for £{v.received}.",
    e.SharesRedeemed: lambda v, t: f"{v.company} redeems {counted(v.count, 'share')} for £{v.paid}.",
    e.SharesPooled: _pooled,
    e.ProposalMade: _proposal,
    e.ProposalAnswered: lambda v, t: f"{_who(v.player)} {'agrees' if v.accepted else 'refuses'}.",
    e.BankBroken: _broken,
    e.EndScheduled: _scheduled,
    e.GameEnded: _ended,
}

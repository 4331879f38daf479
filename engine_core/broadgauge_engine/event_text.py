"""Events in English. The text is made from the payload alone, so other languages can be made the same way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import events as e
from .events import Event, Owner


def text(event: Event) -> str:
    """One sentence for an event; players are named by their seats."""
    return TEXTS[type(event)](event)


def _who(owner: Owner) -> str:
    return f"Player {owner}" if isinstance(owner, int) else owner


def _round(event: e.RoundStarted) -> str:
    if event.kind == "operating":
        return f"Operating round {event.number}.{event.part} begins, {event.part} of {event.parts}."
    return f"Stock round {event.number} begins."


def _passed(event: e.Passed) -> str:
    return f"{event.company or _who(event.player)} passes."


def _price(event: e.PriceMoved) -> str:
    if event.cause == "started":
        return f"{event.company} starts at £{event.price}."
    if event.price == event.old_price:
        return f"The token of {event.company} moves; its price stays £{event.price}."
    return f"The price of {event.company} moves from £{event.old_price} to £{event.price}."


def _director(event: e.DirectorChanged) -> str:
    return f"{_who(event.new)} becomes director of {event.company}."


def _share(event: e.ShareBought) -> str:
    where = " for the tax haven" if event.haven else ""
    return f"{_who(event.player)} buys a share of {event.company} from the {event.source} for £{event.price}{where}."


def _certificate(event: e.DirectorCertificateTaken) -> str:
    who = _who(event.player)
    return f"{who} takes the director's certificate of {event.company} at £{event.par}, paying £{event.paid}."


def _token(event: e.TokenPlaced) -> str:
    cost = f" for £{event.cost}" if event.cost else ""
    return f"{event.company} places its {event.token} token in {event.hex}{cost}."


def _tile(event: e.TileLaid) -> str:
    cost = f" for £{event.cost}" if event.cost else ""
    over = f" over tile {event.replaced}" if event.replaced else ""
    return f"{event.company} lays tile {event.tile} on {event.hex}{over}{cost}."


def _bought(event: e.TrainBought) -> str:
    source = {"bank": "the bank", "pool": "the bank pool"}.get(event.source, event.source)
    helped = f", £{event.help} of it from the director" if event.help else ""
    return f"{event.company} buys a {event.kind}-train from {source} for £{event.price}{helped}."


def _ran(event: e.TrainsRan) -> str:
    mail = f" and £{event.subsidy} of mail" if event.subsidy else ""
    return f"{event.company} runs for £{event.revenue}{mail}."


def _minor(event: e.MinorAcquired) -> str:
    paid = f"paying £{event.cash}" if event.cash >= 0 else f"receiving £{-event.cash}"
    brought = [f"£{event.treasury}"] if event.treasury else []
    brought += [f"a {kind}-train" for kind in event.trains] + list(event.privates)
    text = f"{event.company} acquires {event.minor} for {_counted(event.shares, 'share')}, {paid}"
    return f"{text}; it brings {', '.join(brought)}." if brought else f"{text}."


def _returned(event: e.TokenReturned) -> str:
    if event.to == "space":
        return f"The destination token of {event.company} moves into a space of {event.hex}."
    where = "to its available tokens" if event.to == "available" else "out of the game"
    return f"The token of {event.company} in {event.hex} goes {where}."


def _removed(event: e.TrainsRemoved) -> str:
    sale = ", as a sale" if event.export else ""
    return f"Out of the bank: {_counted(event.count, f'{event.kind}-train')}{sale}."


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _ended(event: e.GameEnded) -> str:
    worth = ", ".join(f"player {seat} £{value}" for seat, value in enumerate(event.worth, start=1))
    return f"The game is over ({event.reason}): {worth}."


TEXTS: Mapping[type[Any], Callable[[Any], str]] = {
    e.RoundStarted: _round,
    e.Passed: _passed,
    e.BidPlaced: lambda v: f"{_who(v.player)} bids £{v.amount} on {v.item}.",
    e.SharesSold: lambda v: f"{_who(v.player)} sells {_counted(v.count, 'share')} of {v.company} for £{v.received}.",
    e.PriceMoved: _price,
    e.DirectorChanged: _director,
    e.LoanTaken: lambda v: f"{_who(v.player)} borrows £{v.amount} and owes £{v.debt}.",
    e.LoanRepaid: lambda v: f"{_who(v.player)} repays £{v.amount} and owes £{v.debt}.",
    e.InterestCharged: lambda v: f"Interest of £{v.amount} raises the debt of player {v.player} to £{v.debt}.",
    e.ShareBought: _share,
    e.DirectorCertificateTaken: _certificate,
    e.CompanyFloated: lambda v: f"{v.company} floats with £{v.treasury}.",
    e.ItemWon: lambda v: f"{_who(v.player)} takes {v.item} for £{v.amount}.",
    e.ItemRemoved: lambda v: f"{v.item} leaves the game.",
    e.ItemBoxed: lambda v: f"{v.item} comes to box {v.box}.",
    e.ItemMoved: lambda v: f"{v.item} moves to the {v.to} of its stack.",
    e.TrainsRemoved: _removed,
    e.PhaseStarted: lambda v: f"Phase {v.phase} begins.",
    e.TrainRusted: lambda v: f"{_counted(v.count, f'{v.kind}-train')} of {v.owner} rust.",
    e.PlayerOrderSet: lambda v: f"The player order is {', '.join(map(str, v.players))}.",
    e.DoubleCashDeclared: lambda v: f"{_who(v.player)} declares double cash.",
    e.IncomePaid: lambda v: f"{_who(v.owner)} receives £{v.amount} from {v.item}.",
    e.CreditPaid: lambda v: f"{v.private} collects £{v.amount}.",
    e.PrivateAcquired: lambda v: f"{v.company} acquires {v.private} from player {v.player}.",
    e.PrivateClosed: lambda v: f"{v.private} closes.",
    e.TokenPlaced: _token,
    e.TokenReturned: _returned,
    e.TokenMoved: lambda v: f"{v.company} moves a token to its {v.to} area.",
    e.TileLaid: _tile,
    e.TrainsRan: _ran,
    e.DividendDeclared: lambda v: f"{v.company} pays £{v.paid} and keeps £{v.kept}.",
    e.DividendReceived: lambda v: f"{_who(v.owner)} receives £{v.amount} from {v.company}.",
    e.TrainBought: _bought,
    e.TrainFlipped: lambda v: f"{v.company} flips an L-train to a 2-train for £{v.price}.",
    e.TrainGained: lambda v: f"{v.company} receives a {v.kind}-train.",
    e.TrainDiscarded: lambda v: f"{v.company} gives up a {v.kind}-train, to the {v.to}.",
    e.MinorAcquired: _minor,
    e.SharesIssued: lambda v: f"{v.company} issues {_counted(v.count, 'share')} for £{v.received}.",
    e.SharesRedeemed: lambda v: f"{v.company} redeems {_counted(v.count, 'share')} for £{v.paid}.",
    e.SharesPooled: lambda v: f"{_counted(v.count, 'share')} of {v.company} go to the bank pool.",
    e.ProposalMade: lambda v: f"{v.company} asks player {' or '.join(map(str, v.players))} to agree: {v.text}.",
    e.ProposalAnswered: lambda v: f"{_who(v.player)} {'agrees' if v.accepted else 'refuses'}.",
    e.BankBroken: lambda v: f"The bank is broken: £{v.bank}.",
    e.EndScheduled: lambda v: f"The end of the game is in sight ({v.reason}).",
    e.GameEnded: _ended,
}

"""What happened, in order: one frozen class per kind of event.

All events of one action share its revision. Money is pounds, shares are tenths of a company, an owner is a seat number
or a company id. `broadgauge_engine.event_text` turns an event into English.
"""

from __future__ import annotations

from dataclasses import dataclass

from .reasons import Reason

Owner = int | str
"""A player (seat number) or a company (id)."""


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A round begins: ``kind`` is stock or operating, ``part`` of ``parts`` operating rounds of this set (5.1)."""

    kind: str
    number: int
    part: int
    parts: int


@dataclass(frozen=True, slots=True)
class Passed:
    """Someone passed, or ended a step."""

    player: int
    company: str
    step: str


@dataclass(frozen=True, slots=True)
class StepSkipped:
    """The game passed over a step because nothing could be done in it.

    ``player`` is who would have decided; ``text`` says why, in a sentence without its full stop.
    """

    player: int
    company: str
    step: str
    reason: Reason
    paragraph: str
    text: str


@dataclass(frozen=True, slots=True)
class BidPlaced:
    """A bid is now the highest on an item (4.9)."""

    player: int
    item: str
    amount: int


@dataclass(frozen=True, slots=True)
class SharesSold:
    """A player sold shares to the bank pool (4.6)."""

    player: int
    company: str
    count: int
    received: int


@dataclass(frozen=True, slots=True)
class PriceMoved:
    """A stock market token moved, or was placed; it may have moved without changing its number."""

    company: str
    cause: str
    """``started``, ``sold``, ``issued``, ``dividend``, ``no_dividend`` or ``sold_out``."""
    old_price: int
    price: int
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class DirectorChanged:
    """The director's certificate changed hands (3.4.2); 0 for nobody."""

    company: str
    old: int
    new: int


@dataclass(frozen=True, slots=True)
class LoanTaken:
    """A player borrowed money for a train (5.17.2)."""

    player: int
    amount: int
    debt: int


@dataclass(frozen=True, slots=True)
class LoanRepaid:
    """A player paid back part of a loan, or all of it (4.2)."""

    player: int
    amount: int
    debt: int


@dataclass(frozen=True, slots=True)
class InterestCharged:
    """Interest was added to a loan at the end of a stock round (4.2.3)."""

    player: int
    amount: int
    debt: int


@dataclass(frozen=True, slots=True)
class ShareBought:
    """A player bought a certificate (4.7), for the tax haven where ``haven`` is set (P16).

    ``own_money``: the haven paid out of its own cash (6.1.2).
    """

    player: int
    company: str
    source: str
    price: int
    haven: bool
    own_money: bool


@dataclass(frozen=True, slots=True)
class DirectorCertificateTaken:
    """A director's certificate was taken by converting a concession (4.8) or bought (4.7.2)."""

    player: int
    company: str
    par: int
    paid: int
    discount: int


@dataclass(frozen=True, slots=True)
class CompanyFloated:
    """A company floated with this treasury."""

    company: str
    treasury: int


@dataclass(frozen=True, slots=True)
class ItemWon:
    """The highest bidder took a certificate (4.10.1)."""

    player: int
    item: str
    amount: int


@dataclass(frozen=True, slots=True)
class ItemRemoved:
    """A certificate left the game: an unsold minor (4.10.3) or a concession in phase 5 (3.2.5)."""

    item: str


@dataclass(frozen=True, slots=True)
class ItemBoxed:
    """A certificate came to a bidding box (4.5.2)."""

    item: str
    box: int


@dataclass(frozen=True, slots=True)
class ItemMoved:
    """A certificate moved to the top or the bottom of its stack (P17)."""

    item: str
    to: str


@dataclass(frozen=True, slots=True)
class TrainsRemoved:
    """Trains left the bank unsold (4.10.3); ``export`` when the removal counts as a sale."""

    kind: str
    count: int
    export: bool


@dataclass(frozen=True, slots=True)
class PhaseStarted:
    """A new phase began (2.2.1)."""

    phase: int


@dataclass(frozen=True, slots=True)
class TrainRusted:
    """Trains became obsolete (5.5.15); the owner is a company or ``pool``."""

    kind: str
    owner: str
    count: int


@dataclass(frozen=True, slots=True)
class PlayerOrderSet:
    """Player numbers were given out anew (4.10.5)."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DoubleCashDeclared:
    """The owner of P9 counts double for the player order."""

    player: int


@dataclass(frozen=True, slots=True)
class IncomePaid:
    """A private or a concession paid its owner (5.2.1)."""

    item: str
    owner: Owner
    amount: int


@dataclass(frozen=True, slots=True)
class CreditPaid:
    """Money was put onto a private's own charter (P15, P20), or onto the tax haven (P16)."""

    private: str
    amount: int


@dataclass(frozen=True, slots=True)
class PrivateAcquired:
    """A company took over a private from a player (5.7)."""

    company: str
    private: str
    player: int
    credit: int


@dataclass(frozen=True, slots=True)
class PrivateClosed:
    """A private closed."""

    private: str


@dataclass(frozen=True, slots=True)
class TokenPlaced:
    """A station token was placed: ``home``, ``destination``, ``available`` or ``exchange``."""

    company: str
    hex: str
    city: int
    token: str
    cost: int


@dataclass(frozen=True, slots=True)
class TokenReturned:
    """A station token left its city; ``to`` is ``available``, ``game`` (5.12.8), or ``space``.

    The last is a destination token that moves from beside the city into a space of it (5.11.8).
    """

    company: str
    hex: str
    city: int
    to: str


@dataclass(frozen=True, slots=True)
class TokenMoved:
    """A token moved on the charter to ``available`` or ``exchange``."""

    company: str
    to: str


@dataclass(frozen=True, slots=True)
class TileLaid:
    """Track was laid or upgraded (5.8)."""

    company: str
    hex: str
    tile: str
    rotation: int
    replaced: str
    cost: int


@dataclass(frozen=True, slots=True)
class TrainsRan:
    """A company ran its trains (5.13); the subsidy is mail income for its treasury."""

    company: str
    revenue: int
    subsidy: int


@dataclass(frozen=True, slots=True)
class DividendDeclared:
    """Earnings were paid out or kept (5.14)."""

    company: str
    paid: int
    kept: int
    per_share: int


@dataclass(frozen=True, slots=True)
class DividendReceived:
    """An owner received its part of a dividend."""

    company: str
    owner: Owner
    amount: int


@dataclass(frozen=True, slots=True)
class TrainBought:
    """A company bought a train (5.15); ``help`` is what the director added (5.16.5)."""

    company: str
    kind: str
    source: str
    price: int
    help: int


@dataclass(frozen=True, slots=True)
class TrainFlipped:
    """An L-train became a 2-train (5.15.4)."""

    company: str
    price: int


@dataclass(frozen=True, slots=True)
class TrainGained:
    """A company received a train with a private company (3.1.18)."""

    company: str
    kind: str


@dataclass(frozen=True, slots=True)
class TrainDiscarded:
    """A company gave up a train, to the ``pool`` or out of the ``game`` (5.15.7, 5.18.8)."""

    company: str
    kind: str
    to: str


@dataclass(frozen=True, slots=True)
class MinorAcquired:
    """A major acquired a minor (5.18, 5.19); cash is what the major paid, negative if it received the difference.

    ``treasury``, ``trains`` and ``privates`` are what the minor brought along; all empty for one from a box.
    """

    company: str
    minor: str
    player: int
    shares: int
    cash: int
    treasury: int
    trains: tuple[str, ...]
    privates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SharesIssued:
    """A company issued shares to the pool (5.20.1)."""

    company: str
    count: int
    received: int


@dataclass(frozen=True, slots=True)
class SharesRedeemed:
    """A company redeemed shares from the pool (5.20.4)."""

    company: str
    count: int
    paid: int


@dataclass(frozen=True, slots=True)
class SharesPooled:
    """Treasury shares went to the bank pool at a full-capitalisation float (3.4.6)."""

    company: str
    count: int


@dataclass(frozen=True, slots=True)
class ProposalMade:
    """A company proposes something that needs the agreement of one of these players; ``text`` says what."""

    company: str
    kind: str
    players: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class ProposalAnswered:
    """A player accepted or refused a proposal."""

    player: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class BankBroken:
    """The bank ran out of money (1.3.1)."""

    bank: int


@dataclass(frozen=True, slots=True)
class EndScheduled:
    """An end of the game is in sight: ``no_bids``, ``stock_market`` or ``bank`` (1.3.1)."""

    reason: str


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; final worth by seat, in seat order (1.3.2)."""

    reason: str
    worth: tuple[int, ...]


Event = (
    RoundStarted
    | Passed
    | StepSkipped
    | BidPlaced
    | SharesSold
    | PriceMoved
    | DirectorChanged
    | LoanTaken
    | LoanRepaid
    | InterestCharged
    | ShareBought
    | DirectorCertificateTaken
    | CompanyFloated
    | ItemWon
    | ItemRemoved
    | ItemBoxed
    | ItemMoved
    | TrainsRemoved
    | PhaseStarted
    | TrainRusted
    | PlayerOrderSet
    | DoubleCashDeclared
    | IncomePaid
    | CreditPaid
    | PrivateAcquired
    | PrivateClosed
    | TokenPlaced
    | TokenReturned
    | TokenMoved
    | TileLaid
    | TrainsRan
    | DividendDeclared
    | DividendReceived
    | TrainBought
    | TrainFlipped
    | TrainGained
    | TrainDiscarded
    | MinorAcquired
    | SharesIssued
    | SharesRedeemed
    | SharesPooled
    | ProposalMade
    | ProposalAnswered
    | BankBroken
    | EndScheduled
    | GameEnded
)

Log = list[Event]
"""Where the rules write events while an action takes effect."""

"""Everything that a player can do, one frozen class per kind of action.

A player is a seat number (1 to 7); a company, private, concession, hex or tile is its printed id. Money is whole
pounds, shares are counted in tenths of a company (one ordinary certificate of a major is 1). An action names who acts:
the player in a stock round, the company in an operating round, where its director decides (5.3.1).
"""

from __future__ import annotations

from dataclasses import dataclass

from .routes import Run


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, or nothing more, in this step (4.1.3, 5.3.1).

    ``private`` names a private company whose lays alone are over (P12, P21), while the step goes on.
    """

    player: int
    company: str = ""
    private: str = ""


@dataclass(frozen=True, slots=True)
class SellShares:
    """Sell ``count`` shares of a major to the bank pool, in one block (4.6, 5.17)."""

    player: int
    company: str
    count: int


@dataclass(frozen=True, slots=True)
class RepayLoan:
    """Pay back ``amount`` pounds of the player's debt (4.1.3, 4.2)."""

    player: int
    amount: int


@dataclass(frozen=True, slots=True)
class BuyShare:
    """Buy one certificate of a major from its ``treasury`` or the bank ``pool`` (4.7)."""

    player: int
    company: str
    source: str


@dataclass(frozen=True, slots=True)
class ConvertConcession:
    """Exchange a concession for the director's certificate and set the starting price (4.8)."""

    player: int
    company: str
    par: int


@dataclass(frozen=True, slots=True)
class BuyDirectorCertificate:
    """Buy a director's certificate from the initial offering at a chosen starting price (3.4.4, 4.7.2)."""

    player: int
    company: str
    par: int


@dataclass(frozen=True, slots=True)
class PlaceBid:
    """Bid ``amount`` pounds in all for a certificate in a bidding box (4.9)."""

    player: int
    item: str
    amount: int


@dataclass(frozen=True, slots=True)
class BuyForTaxHaven:
    """Buy one share from ``treasury`` or ``pool`` and place it in the off-shore tax haven (P16)."""

    player: int
    company: str
    source: str


@dataclass(frozen=True, slots=True)
class DeclareDoubleCash:
    """Count the holding player's cash twice for the coming player order (P9)."""

    player: int


@dataclass(frozen=True, slots=True)
class ChooseHomeStation:
    """Place the home token of a company that may choose its station (M14 in London, 5.10.3)."""

    company: str
    hex: str
    city: int


@dataclass(frozen=True, slots=True)
class BuyTrain:
    """Buy a train from the ``bank``, the ``pool``, or the company named as ``source``, for ``price`` pounds (5.15)."""

    company: str
    kind: str
    source: str
    price: int


@dataclass(frozen=True, slots=True)
class FlipTrain:
    """Turn an own L-train over to its 2-train side for the printed fee (5.15.4)."""

    company: str


@dataclass(frozen=True, slots=True)
class DiscardTrain:
    """Discard a train: to the bank pool, or out of the game where the company may not own it (5.15.7, 5.18.8)."""

    company: str
    kind: str


@dataclass(frozen=True, slots=True)
class AcquirePrivate:
    """Take over a private company from the player who owns it (5.7).

    ``use`` is empty but for P8: ``token`` or ``discount``.
    """

    company: str
    private: str
    use: str = ""


@dataclass(frozen=True, slots=True)
class LayTile:
    """Lay or upgrade track (5.8); ``privates`` are those whose powers or tokens are used in this lay."""

    company: str
    hex: str
    tile: str
    rotation: int
    privates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceDestinationToken:
    """Place the destination token, free of charge, once home and destination are connected (5.11)."""

    company: str


@dataclass(frozen=True, slots=True)
class PlaceToken:
    """Place a station token in a city (5.12); ``private`` is P5 when an exchange token goes to the English Channel."""

    company: str
    hex: str
    city: int
    private: str = ""


@dataclass(frozen=True, slots=True)
class MoveToken:
    """Move one token on the charter, to ``available`` or to ``exchange`` (P18; P5 only to available)."""

    company: str
    private: str
    to: str


@dataclass(frozen=True, slots=True)
class MoveCertificate:
    """Move a certificate to the ``top`` or the ``bottom`` of its stack (P17)."""

    company: str
    item: str
    to: str


@dataclass(frozen=True, slots=True)
class RunTrains:
    """Run the company's trains on these routes (5.13).

    ``declared`` is what each run brings in, in pounds, and ``declared_mail`` what mail contracts do; only games that
    take revenue as it is written know them.
    """

    company: str
    runs: tuple[Run, ...]
    declared: tuple[int, ...] = ()
    declared_mail: int = 0

    @property
    def as_written(self) -> bool:
        """Whether the action says itself what the runs bring in."""
        return bool(self.declared or self.declared_mail)


@dataclass(frozen=True, slots=True)
class PayDividend:
    """Decide on the earnings: ``pay``, ``half`` or ``withhold`` (5.14.1).

    ``extra`` decides separately on what the 2P- or LP-train earned (5.14.2); empty when there was no such train.
    """

    company: str
    payout: str
    extra: str = ""


@dataclass(frozen=True, slots=True)
class AcquireMinor:
    """Acquire a minor, from its owner for ``shares`` treasury shares and cash (5.18) or from a bidding box (5.19).

    ``token``: ``replace`` the minor's token, move an exchange token to ``available``, or ``none`` when there is no
    exchange token left. ``city`` is the chosen station where the minor has none yet and may choose (M14).
    """

    company: str
    minor: str
    shares: int
    token: str
    city: int = 0


@dataclass(frozen=True, slots=True)
class IssueShares:
    """Issue ``count`` treasury shares to the bank pool (5.20.1)."""

    company: str
    count: int


@dataclass(frozen=True, slots=True)
class RedeemShares:
    """Redeem ``count`` shares from the bank pool (5.20.4)."""

    company: str
    count: int


@dataclass(frozen=True, slots=True)
class AnswerProposal:
    """Accept or refuse what another player's company proposes (5.7.1, 5.10.7, 5.15.2, 5.18.1)."""

    player: int
    accept: bool


Action = (
    Pass
    | SellShares
    | RepayLoan
    | BuyShare
    | ConvertConcession
    | BuyDirectorCertificate
    | PlaceBid
    | BuyForTaxHaven
    | DeclareDoubleCash
    | ChooseHomeStation
    | BuyTrain
    | FlipTrain
    | DiscardTrain
    | AcquirePrivate
    | LayTile
    | PlaceDestinationToken
    | PlaceToken
    | MoveToken
    | MoveCertificate
    | RunTrains
    | PayDividend
    | AcquireMinor
    | IssueShares
    | RedeemShares
    | AnswerProposal
)

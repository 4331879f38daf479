"""The whole state of a game as plain data.

Everything that follows from the rest is computed, not stored: certificates counted, tiles left, operating order.
Shares are tenths of a company; a minor's certificate is all ten of them. ``copy`` makes an independent state.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..routes import Evaluation, Reach, Run, RunQuery, Track
    from ..title import Phase, Title
    from ..title.model import CompanyCard
    from .setup import Setup

Space = tuple[int, int]
"""A space of the stock market: row, column."""
Place = tuple[str, int]
"""A city: hex id and its number on the hex."""


@dataclass(slots=True)
class Player:
    """A player: ``items`` are privates and concessions held, ``shares`` maps company to tenths."""

    seat: int
    cash: int
    debt: int = 0
    shares: dict[str, int] = field(default_factory=dict)
    items: list[str] = field(default_factory=list)

    def copy(self) -> Player:
        """An independent copy."""
        return Player(self.seat, self.cash, self.debt, dict(self.shares), list(self.items))


@dataclass(slots=True)
class Company:
    """A company whose director's certificate has been sold.

    ``arrived`` orders the tokens on one market space, lowest on top. ``turns`` counts operating turns whose dividend
    step is over, ``first_round`` is the serial number of the operating round of the first one (0: none yet).
    """

    card: CompanyCard
    director: int
    par: int
    space: Space
    arrived: int
    cash: int = 0
    treasury: int = 0
    pool: int = 0
    floated: bool = True
    trains: list[str] = field(default_factory=list)
    tokens: list[Place] = field(default_factory=list)
    home_placed: bool = False
    destination_placed: bool = False
    available: int = 0
    exchange: int = 0
    privates: list[str] = field(default_factory=list)
    powers: list[str] = field(default_factory=list)
    """The `Mark` of each private that leaves one."""
    turns: int = 0
    first_round: int = 0

    @property
    def id(self) -> str:
        """The company's id."""
        return self.card.id

    @property
    def is_minor(self) -> bool:
        """Whether this is a minor company."""
        return self.card.kind == "minor"

    def copy(self) -> Company:
        """An independent copy."""
        return Company(
            self.card,
            self.director,
            self.par,
            self.space,
            self.arrived,
            self.cash,
            self.treasury,
            self.pool,
            self.floated,
            self.trains[:],
            self.tokens[:],
            self.home_placed,
            self.destination_placed,
            self.available,
            self.exchange,
            self.privates[:],
            self.powers[:],
            self.turns,
            self.first_round,
        )


@dataclass(slots=True)
class Round:
    """Where the game is: ``kind`` is stock, settlement or operating; ``serial`` counts operating rounds from 1."""

    kind: str
    number: int
    part: int = 0
    parts: int = 0
    serial: int = 0

    def copy(self) -> Round:
        """An independent copy."""
        return Round(self.kind, self.number, self.part, self.parts, self.serial)

    @property
    def name(self) -> str:
        """``SR 3`` or ``OR 3.1``."""
        return f"OR {self.number}.{self.part}" if self.kind == "operating" else f"SR {self.number}"


@dataclass(slots=True)
class StockTurn:
    """The stock round's own memory: whose turn, what was done in it, and what each player sold in this round."""

    player: int
    passes: int = 0
    acted: bool = False
    repaid: bool = False
    bids: int = 0
    prices: dict[str, int] = field(default_factory=dict)
    """Price at the start of the turn, of the companies sold in it."""
    sold: dict[int, list[str]] = field(default_factory=dict)
    haven_bought: bool = False
    """The tax haven bought a share in this round (6.1.2)."""

    def copy(self) -> StockTurn:
        """An independent copy."""
        return StockTurn(
            self.player,
            self.passes,
            self.acted,
            self.repaid,
            self.bids,
            dict(self.prices),
            {seat: list(companies) for seat, companies in self.sold.items()},
            self.haven_bought,
        )


class Done(StrEnum):
    """What can be done once in an operating turn."""

    HOME_STATION = "home_station"
    """A home station was chosen, which is also the track step (5.6.7)."""
    FIRST_TRAIN = "first_train"
    TOKEN = "token"
    RUN = "run"
    DIVIDEND = "dividend"
    EMERGENCY = "emergency"
    """The director sold shares for a train (5.17)."""
    MINOR = "minor"
    SHARES = "shares"
    """Shares were issued or redeemed (5.20)."""


class LayKind(StrEnum):
    """A tile lay by the allowance that it used; extra ones are those of P12."""

    YELLOW = "yellow"
    UPGRADE = "upgrade"
    EXTRA_YELLOW = "extra_yellow"
    EXTRA_UPGRADE = "extra_upgrade"


EXTRA_LAYS = (LayKind.EXTRA_YELLOW, LayKind.EXTRA_UPGRADE)


class Mark(StrEnum):
    """What a private leaves with the company that acquired it."""

    TERRAIN_TOKEN = "terrain_token"
    """P8: pays for one lay on rough ground, a hill or a mountain."""
    HILL_DISCOUNT = "hill_discount"
    """P8 without its token: a discount on hills and mountains for ever."""
    ESTUARY_TOKEN = "estuary_token"
    """P10: pays for one side of an estuary crossing."""


@dataclass(slots=True)
class CompanyTurn:
    """What a company did so far in its operating turn."""

    company: str
    passed: bool = False
    lays: list[str] = field(default_factory=list)
    """The `LayKind` of each lay, in order."""
    instead: str = ""
    """The private whose power takes the place of the normal lays in this turn (P11, P21)."""
    laid: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    runs: tuple[Any, ...] = ()
    revenue: int = 0
    extra_revenue: int = 0
    subsidy: int = 0
    prices: dict[str, int] = field(default_factory=dict)
    """Prices at the start of emergency money raising (5.17.1)."""
    refused: list[Any] = field(default_factory=list)
    """Actions that another player refused in this turn; they are not proposed again."""

    def copy(self) -> CompanyTurn:
        """An independent copy."""
        return CompanyTurn(
            self.company,
            self.passed,
            self.lays[:],
            self.instead,
            self.laid[:],
            self.done[:],
            self.runs,
            self.revenue,
            self.extra_revenue,
            self.subsidy,
            dict(self.prices),
            self.refused[:],
        )


@dataclass(frozen=True, slots=True)
class Proposal:
    """An action that waits for the agreement of one of ``players``; those in ``refused`` said no.

    ``label`` and ``paragraph`` are those of the action's option.
    """

    action: Any
    players: tuple[int, ...]
    label: str
    paragraph: str
    refused: tuple[int, ...] = ()


class FullCities:
    """The cities that are full of tokens, and by company the stops that it cannot pass because of them."""

    __slots__ = ("blocked", "tokens")

    def __init__(self) -> None:
        self.tokens: list[tuple[Place, tuple[str, ...]]] | None = None
        self.blocked: dict[str, frozenset[tuple[str, int]]] = {}


class Derived:
    """What was computed from the board and may be computed again.

    The compiled track, full cities, what companies reach, how many of each tile are laid, and the runs that were judged
    last.

    Never changed once filled, so that copies of a state share it; a change of the board starts a new one, which keeps
    what the change leaves as it was.
    """

    __slots__ = ("full", "judged", "laid", "reaches", "track")

    def __init__(self) -> None:
        self.track: Track | None = None
        self.full = FullCities()
        self.reaches: dict[str, Reach] = {}
        self.laid: dict[str, int] | None = None
        self.judged: tuple[RunQuery, tuple[Run, ...], Evaluation] | None = None


@dataclass(slots=True)
class GameState:
    """The state of a game between two actions."""

    title: Title
    setup: Setup
    phase_number: int
    bank: int
    players: list[Player]
    order: list[int]
    depot: dict[str, int]
    stacks: dict[str, list[str]]
    boxes: dict[str, list[str]]
    round: Round
    stock: StockTurn
    step: str = "stock_turn"
    companies: dict[str, Company] = field(default_factory=dict)
    clock: int = 0
    pool: list[str] = field(default_factory=list)
    bids: dict[str, dict[int, int]] = field(default_factory=dict)
    tiles: dict[str, tuple[str, int]] = field(default_factory=dict)
    tokens: dict[Place, tuple[str, ...]] = field(default_factory=dict)
    beside: list[tuple[str, str]] = field(default_factory=list)
    """Destination tokens that lie beside their city for want of a space, as (hex, company) (5.11.8)."""
    extra_slots: dict[Place, int] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    """Companies and certificates that left the game."""
    credits: dict[str, int] = field(default_factory=dict)
    """Money on the charters of privates: P15, P20, and the tax haven."""
    haven_shares: list[str] = field(default_factory=list)
    double_cash: int = 0
    """The player who declared double cash for the coming order (P9)."""
    turn: CompanyTurn | None = None
    operated: list[str] = field(default_factory=list)
    """Companies that have had their turn in this operating round."""
    proposal: Proposal | None = None
    ends: list[tuple[str, int]] = field(default_factory=list)
    """End triggers found: reason, and the serial number of the operating round after which the game ends."""
    finished: bool = False
    end_reason: str = ""
    trains_changed: bool = field(default=True, compare=False)
    """Trains or train limits changed since it was last found that no company must discard."""
    derived: Derived = field(default_factory=Derived, compare=False, repr=False)

    @property
    def phase(self) -> Phase:
        """The present phase."""
        return self.title.phases[self.phase_number - 1]

    def player(self, seat: int) -> Player:
        """The player in this seat."""
        return self.players[seat - 1]

    @property
    def acting(self) -> Company:
        """The company whose operating turn it is."""
        assert self.turn is not None
        return self.companies[self.turn.company]

    @property
    def company_turn(self) -> CompanyTurn:
        """The operating turn in progress."""
        assert self.turn is not None
        return self.turn

    def copy(self) -> GameState:
        """An independent copy; title, set-up and other frozen parts are shared."""
        return GameState(
            self.title,
            self.setup,
            self.phase_number,
            self.bank,
            [player.copy() for player in self.players],
            self.order[:],
            self.depot.copy(),
            {kind: stack[:] for kind, stack in self.stacks.items()},
            {kind: boxes[:] for kind, boxes in self.boxes.items()},
            self.round.copy(),
            self.stock.copy(),
            self.step,
            {name: company.copy() for name, company in self.companies.items()},
            self.clock,
            self.pool[:],
            {item: bids.copy() for item, bids in self.bids.items()},
            self.tiles.copy(),
            self.tokens.copy(),
            self.beside[:],
            self.extra_slots.copy(),
            self.gone[:],
            self.credits.copy(),
            self.haven_shares[:],
            self.double_cash,
            None if self.turn is None else self.turn.copy(),
            self.operated[:],
            self.proposal,
            self.ends[:],
            self.finished,
            self.end_reason,
            self.trains_changed,
            self.derived,
        )

"""What is printed in the box, as frozen data.

Money is whole pounds. Ids are the printed ones: hexes ``M38``, tiles ``57``, minors ``M14``, majors ``LNWR``,
privates ``P11``, concessions ``C1``. Edges count clockwise from the south: 0 south, 1 south-west, 2 north-west,
3 north, 4 north-east, 5 south-east.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

COLOURS = ("none", "yellow", "green", "brown", "grey")
EDGES = range(6)

# The ends of a piece of track: an edge is its own number, the others count from these.
CITY = 8
TOWN = 16
OFFBOARD = 24
JUNCTION = 25


def is_edge(end: int) -> bool:
    """Whether the end of a piece of track lies on a hex edge."""
    return end < CITY


def is_stop(end: int) -> bool:
    """Whether the end of a piece of track is a city, a town or an off-board area."""
    return CITY <= end <= OFFBOARD


def is_city(end: int) -> bool:
    """Whether the end of a piece of track is a city."""
    return CITY <= end < TOWN


def is_town(end: int) -> bool:
    """Whether the end of a piece of track is a town (small station)."""
    return TOWN <= end < OFFBOARD


def end_name(end: int) -> str:
    """The name of an end in texts and stop ids: ``2``, ``c0``, ``t1``, ``o``, ``j``."""
    if is_edge(end):
        return str(end)
    if is_city(end):
        return f"c{end - CITY}"
    if is_town(end):
        return f"t{end - TOWN}"
    return "o" if end == OFFBOARD else "j"


@dataclass(frozen=True, slots=True)
class Path:
    """A piece of track from ``a`` to ``b`` inside one hex.

    ``terminal``: a route that comes in over it ends at its stop (5.4.4). ``link``: the crossing between Merthyr Tydfil
    and Pontypool, which may not be left towards the other city either (5.4.7). A lane is (index, number of parallel
    tracks over that edge).
    """

    a: int
    b: int
    terminal: bool = False
    link: bool = False
    a_lane: tuple[int, int] = (0, 1)
    b_lane: tuple[int, int] = (0, 1)


@dataclass(frozen=True, slots=True)
class City:
    """A large station: revenue by phase band (yellow, green, brown, grey), and its token slots."""

    revenue: tuple[int, int, int, int]
    slots: int


@dataclass(frozen=True, slots=True)
class Face:
    """What one hex shows: the printed map, or a tile in one rotation."""

    colour: str
    label: str | None
    cities: tuple[City, ...]
    towns: tuple[int, ...]
    offboard: tuple[int, int, int, int] | None
    paths: tuple[Path, ...]
    exits: frozenset[int]
    pairs: frozenset[tuple[int, int]]
    """Ends that are connected, as sorted pairs of edges and stops: what an upgrade must preserve (5.8.6)."""

    upgrade_fee: int = 0


@dataclass(frozen=True, slots=True)
class Tile:
    """A track tile: ``faces`` by rotation (0 to 5, clockwise), ``count`` None for an unlimited supply (5.8.15)."""

    id: str
    count: int | None
    colour: str
    label: str | None
    upgrades: tuple[str, ...]
    faces: tuple[Face, ...]
    fixed: bool = False
    """Laid without turning: the development of London (5.10.1)."""


@dataclass(frozen=True, slots=True)
class Hex:
    """One hex of the map.

    ``neighbours``: edge to hex id, edges at the end of the map left out. ``closed``: edges that track may not use
    (red borders). ``estuary``: edges that cost extra on this side (5.8.9). ``first_tiles``: what may be laid on the
    printed hex. ``future_label``: yellow city tiles take this label here (5.8.3). ``group``: cities of one group count
    as one place for a route (5.4.2). ``protected_by``: the company whose owner's agreement a first tile needs (5.10.7).
    ``stubs``: edges where printed track outside the hex waits to be connected.
    """

    id: str
    name: str | None
    face: Face
    neighbours: Mapping[int, str]
    closed: frozenset[int]
    estuary: frozenset[int]
    terrain: str | None
    first_tiles: tuple[str, ...]
    future_label: str | None
    group: str | None
    protected_by: str | None
    stubs: tuple[int, ...]
    reserved: tuple[tuple[int, str], ...]

    @property
    def column(self) -> int:
        """Column of the hex grid, from 0."""
        return ord(self.id[0]) - ord("A")

    @property
    def row(self) -> int:
        """Row of the hex grid as printed."""
        return int(self.id[1:])


@dataclass(frozen=True, slots=True)
class MarketCell:
    """A space of the stock market."""

    price: int
    uncounted: bool
    """Yellow: certificates do not count against the limit (4.4.2)."""
    minor_start: bool
    major_start: bool
    game_end: bool


@dataclass(frozen=True, slots=True)
class Phase:
    """One column of Table 2."""

    number: int
    starts_with: tuple[str, ...]
    rusts: tuple[str, ...]
    colours: frozenset[str]
    band: int
    """Index of the off-board value: 0 yellow, 1 green, 2 brown, 3 grey (5.4.5)."""
    minor_train_limit: int
    major_train_limit: int
    operating_rounds: int
    company_trades: bool
    concessions: str
    """``held``: not yet convertible; ``convertible``; ``removed``."""
    capital: str
    """``none``, ``incremental`` or ``full`` (3.4.7)."""
    minor_treasury: str
    """``fixed``, ``double_price`` or ``bid`` (3.3.5)."""
    minor_lays: tuple[int, int]
    major_lays: tuple[int, int]
    """Yellow tiles, or upgrades instead, in one turn (5.8.13)."""
    acquire_minors: bool
    buy_boxed_minors: bool


@dataclass(frozen=True, slots=True)
class TrainKind:
    """One row of Table 7, or a private company's train."""

    kind: str
    price: int
    count: int | None
    stops: int
    """Stops that it may make; 0 for local trains, E and the Pullman."""
    local: bool
    express: bool
    carriage: bool
    extra: bool
    """2P, LP and P+: outside limit and obligation, never traded (5.5.13, 5.5.14)."""
    private: bool
    other_side_of: str | None
    multiplier: int


@dataclass(frozen=True, slots=True)
class Private:
    """One row of Table 3."""

    id: str
    abbreviation: str
    name: str
    power: str
    revenue: int
    acquired_by: frozenset[str]
    from_phase: int | None
    expansion_box: int
    train: str | None
    discount: int
    river_discount: int
    estuary_tokens: int
    revenue_per_phase: int
    company_revenue: tuple[int, int, int, int]
    """What a company that owns it receives in each operating round, by phase band (3.1.8)."""
    hexes: tuple[str, ...]
    green: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CompanyCard:
    """One row of Table 4 or Table 6: what is printed on a company's charter."""

    id: str
    name: str
    abbreviation: str
    kind: str
    """``minor`` or ``major``."""
    home: str
    home_city: int | None
    home_fee: int
    rule_option: str | None
    """The rule option with which the company takes part; None where it always does."""
    concession: str | None
    destination: str | None
    destination_at_start: bool
    exchange_tokens: int
    available_tokens: int
    director_shares: int
    colour: str
    free_token_hex: str | None

    @property
    def is_minor(self) -> bool:
        """Whether this is a minor company."""
        return self.kind == "minor"


@dataclass(frozen=True, slots=True)
class Seats:
    """One column of Table 1."""

    cash: int
    certificate_limit: int
    bid_tokens: int


@dataclass(frozen=True, slots=True)
class Numbers:
    """Prices and limits that the rulebook names in its text."""

    bid_step: int
    bids_per_turn: int
    pool_limit: int
    holding_limit: int
    float_shares: int
    concession_value: int
    concession_revenue: int
    minor_value: int
    token_cost: int
    boxed_minor_price: int
    flip_price: tuple[int, ...]
    """The fee for L to 2 by phase; in later phases trains are not flipped."""
    loan_interest_percent: int
    minor_first_price: int
    minor_first_treasury: int
    boxes: Mapping[str, int]
    terrain: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SetUp:
    """How the stacks are made (2.1.4 to 2.1.7, and the scenarios)."""

    first_minor: str | None
    first_private: str
    first_concession: str
    base_privates: tuple[str, ...]
    expansion_removals: Mapping[int, int]
    expansion_kept: tuple[str, ...]
    private_sets: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Title:
    """One game of the family: everything printed in its box."""

    id: str
    name: str
    bank: int
    seats: Mapping[int, Seats]
    numbers: Numbers
    market: tuple[tuple[MarketCell | None, ...], ...]
    phases: tuple[Phase, ...]
    trains: Mapping[str, TrainKind]
    privates: Mapping[str, Private]
    companies: Mapping[str, CompanyCard]
    tiles: Mapping[str, Tile]
    hexes: Mapping[str, Hex]
    set_up: SetUp

    def phase(self, number: int) -> Phase:
        """The phase with this number, 1 to 7."""
        return self.phases[number - 1]

    @cached_property
    def concessions(self) -> Mapping[str, str]:
        """Concession id to the major that it starts."""
        return {card.concession: card.id for card in self.companies.values() if card.concession}

    @cached_property
    def haven(self) -> str:
        """The id of the private that holds shares itself, the off-shore tax haven."""
        return next((private.id for private in self.privates.values() if private.power == "tax_haven"), "")

    @cached_property
    def mail_contracts(self) -> frozenset[str]:
        """The ids of the privates that bring a mail contract (P6, P7)."""
        return frozenset(private.id for private in self.privates.values() if private.power == "mail_contract")

    @cached_property
    def start_cells(self) -> Mapping[int, tuple[int, int]]:
        """Starting price to its space (row, column) on the market."""
        return {
            cell.price: (row, column)
            for row, cells in enumerate(self.market)
            for column, cell in enumerate(cells)
            if cell and cell.minor_start
        }

    @cached_property
    def par_prices(self) -> tuple[int, ...]:
        """The prices at which a major may start, lowest first (3.4.8)."""
        return tuple(sorted(cell.price for cells in self.market for cell in cells if cell and cell.major_start))

    @cached_property
    def texts(self) -> dict[tuple[str, int | None], str]:
        """Names that `names` has put together for places and certificates, kept because every list needs them."""
        return {}

    @cached_property
    def depot(self) -> tuple[str, ...]:
        """Train kinds in the order in which the bank sells them (2.1.12), one per card."""
        return tuple(t.kind for t in self.trains.values() if not t.private and not t.other_side_of)

    @cached_property
    def other_sides(self) -> Mapping[str, str]:
        """Front side of a double-sided train card to its back: L to 2, 7 to E."""
        return {t.other_side_of: t.kind for t in self.trains.values() if t.other_side_of}

    def face(self, hex_id: str, laid: tuple[str, int] | None) -> Face:
        """What a hex shows: the laid (tile, rotation), or the printed map."""
        if laid is None:
            return self.hexes[hex_id].face
        return self.tiles[laid[0]].faces[laid[1]]

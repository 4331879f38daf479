"""How a game is set up: players, stacks and boxes from a seed (2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..state.model import GameState, Player, Round, StockTurn
from ..state.setup import Setup, SetupError
from ..title import Title, TitleError, load_title
from . import deck, removals
from .player_names import check_names

__all__ = ["SEED_RANGE", "SetupError", "checked_title", "draws", "shuffled_privates", "start_state"]

SEED_RANGE = 2**31


def draws(seed: int) -> Iterator[int]:
    """The generator of all shuffles: r becomes (1103515245 r + 12345) mod 2**31, first draw after one step."""
    value = seed % SEED_RANGE
    while True:
        value = (1103515245 * value + 12345) % SEED_RANGE
        yield value


def start_state(setup: Setup) -> GameState:
    """The state before the first action.

    Raises:
        SetupError: `checked_title` says no, or too many companies are removed.
    """
    title = checked_title(setup)
    seats = title.seats[len(setup.players)]
    random = draws(setup.seed)
    cards = deck.deck(title, setup)
    shuffled = deck.shuffled(title, cards, random)
    order = _order(setup, random)
    gone = removals.taken_out(title, setup, cards, shuffled, random)
    state = GameState(
        title=title,
        setup=setup,
        phase_number=1,
        bank=title.bank - seats.cash * len(setup.players),
        players=[Player(seat, seats.cash) for seat in range(1, len(setup.players) + 1)],
        order=order,
        depot={kind: count for kind in title.depot if (count := title.trains[kind].count) is not None},
        stacks=deck.stacks(title, setup.options, [card for card in shuffled if card not in gone]),
        boxes={kind: [] for kind in ("minors", "concessions", "privates")},
        round=Round("stock", 1),
        stock=StockTurn(0),
        gone=gone,
    )
    state.stock.player = state.order[0]
    return state


def checked_title(setup: Setup) -> Title:
    """The title of a set-up whose parts fit it.

    Raises:
        SetupError: unknown title, a number of players or an option that the title does not have, an impossible seed,
            or a name that no player may have.
    """
    try:
        title = load_title(setup.title)
    except TitleError as error:
        raise SetupError("title", str(error)) from error
    if len(setup.players) not in title.seats:
        known = ", ".join(map(str, title.seats))
        raise SetupError("players", f"{title.id} is for {known} players, not {len(setup.players)}")
    check_names(setup.players)
    if not 0 <= setup.seed < 2**63:
        raise SetupError("seed", "the seed must be a whole number from 0 to 2**63 - 1")
    if setup.options.plus_expansion and not title.set_up.base_privates:
        raise SetupError("options", f"{title.id} has no 1822+ expansion")
    plus = setup.options.plus_no_removals or setup.options.plus_single_stack
    if plus and not setup.options.plus_expansion:
        raise SetupError("options", "plus_no_removals and plus_single_stack belong to plus_expansion")
    if setup.options.private_set and setup.options.private_set not in title.set_up.private_sets:
        raise SetupError("options", f"{title.id} has no private set {setup.options.private_set!r}")
    regional = any(card.rule_option == removals.SOUTH_WEST for card in title.companies.values())
    if setup.options.south_west and not regional:
        raise SetupError("options", f"{title.id} has no minors in the south-west to add")
    return title


def _order(setup: Setup, random: Iterator[int]) -> list[int]:
    """Player numbers: dealt at random (2.1.14), or as named."""
    seats = list(range(1, len(setup.players) + 1))
    if setup.options.seat_order == "given":
        return seats
    keys = {seat: next(random) for seat in seats}
    return sorted(seats, key=keys.__getitem__)


def shuffled_privates(setup: Setup) -> list[str]:
    """The private companies of 1822+ in one list: with removals stack by stack, else as they were shuffled (6.1.3)."""
    as_one = replace(setup.options, plus_single_stack=True, single_stack="concatenated")
    return start_state(replace(setup, options=as_one)).stacks["privates"]

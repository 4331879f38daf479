"""How a game is set up: players, stacks and boxes from a seed (2.1)."""

from __future__ import annotations

from collections.abc import Iterator

from ..rule_options import RuleOptions
from ..state.model import GameState, Player, Round, StockTurn
from ..state.setup import Setup
from ..title import Title, TitleError, load_title

SEED_RANGE = 2**31


class SetupError(ValueError):
    """A game cannot be set up like this; ``field`` names the part that is wrong."""

    def __init__(self, field_name: str, text: str) -> None:
        super().__init__(text)
        self.field = field_name


def draws(seed: int) -> Iterator[int]:
    """The generator of all shuffles: r becomes (1103515245 r + 12345) mod 2**31, first draw after one step."""
    value = seed % SEED_RANGE
    while True:
        value = (1103515245 * value + 12345) % SEED_RANGE
        yield value


def start_state(setup: Setup) -> GameState:
    """The state before the first action.

    Raises:
        SetupError: unknown title, or a number of players that the title does not have.
    """
    title = title_of(setup)
    seats = title.seats[len(setup.players)]
    random = draws(setup.seed)
    stacks = _stacks(title, setup, random)
    state = GameState(
        title=title,
        setup=setup,
        phase_number=1,
        bank=title.bank - seats.cash * len(setup.players),
        players=[Player(seat, seats.cash) for seat in range(1, len(setup.players) + 1)],
        order=_order(setup, random),
        depot={kind: count for kind in title.depot if (count := title.trains[kind].count) is not None},
        stacks=stacks,
        boxes={kind: [] for kind in ("minors", "concessions", "privates")},
        round=Round("stock", 1),
        stock=StockTurn(0),
    )
    state.stock.player = state.order[0]
    return state


def title_of(setup: Setup) -> Title:
    """The title of a set-up, which it must allow.

    Raises:
        SetupError: unknown title, or something that the title does not have.
    """
    try:
        title = load_title(setup.title)
    except TitleError as error:
        raise SetupError("title", str(error)) from error
    if len(setup.players) not in title.seats:
        known = ", ".join(map(str, title.seats))
        raise SetupError("players", f"{title.id} is for {known} players, not {len(setup.players)}")
    if not 0 <= setup.seed < 2**63:
        raise SetupError("seed", "the seed must be a whole number from 0 to 2**63 - 1")
    if setup.options.plus_expansion and not title.set_up.base_privates:
        raise SetupError("options", f"{title.id} has no 1822+ expansion")
    plus = setup.options.plus_no_removals or setup.options.plus_single_stack
    if plus and not setup.options.plus_expansion:
        raise SetupError("options", "plus_no_removals and plus_single_stack belong to plus_expansion")
    if setup.options.private_set and setup.options.private_set not in title.set_up.private_sets:
        raise SetupError("options", f"{title.id} has no private set {setup.options.private_set!r}")
    return title


def _order(setup: Setup, random: Iterator[int]) -> list[int]:
    """Player numbers: dealt at random (2.1.14), or as named."""
    seats = list(range(1, len(setup.players) + 1))
    if setup.options.seat_order == "given":
        return seats
    keys = {seat: next(random) for seat in seats}
    return sorted(seats, key=keys.__getitem__)


def _privates(title: Title, setup: Setup) -> list[str]:
    sets = title.set_up.private_sets
    if len(setup.players) == 2 and "two_players" in sets:
        return list(sets["two_players"])
    if setup.options.private_set in sets:
        return list(sets[setup.options.private_set])
    if title.set_up.base_privates and not setup.options.plus_expansion:
        return list(title.set_up.base_privates)
    return list(title.privates)


def _stacks(title: Title, setup: Setup, random: Iterator[int]) -> dict[str, list[str]]:
    """Shuffles the three stacks, and puts the cards that always come first on top (2.1.4 to 2.1.7)."""
    minors = [
        card.id
        for card in title.companies.values()
        if card.is_minor and (setup.options.plus_expansion or not card.expansion)
    ]
    cards = _privates(title, setup) + list(title.concessions) + minors
    keys = {card: next(random) for card in cards}
    shuffled = sorted(cards, key=keys.__getitem__)
    top_minor = "M14" if setup.options.private_set == "advanced" else title.set_up.first_minor
    stacks = {
        "minors": _with_top([c for c in shuffled if c in title.companies], top_minor),
        "concessions": _with_top([c for c in shuffled if c in title.concessions], title.set_up.first_concession),
    }
    privates = _with_top([c for c in shuffled if c in title.privates], title.set_up.first_private)
    if not setup.options.plus_expansion:
        return {**stacks, "privates": privates}
    return {**stacks, **_expansion_stacks(title, setup.options, privates)}


def _with_top(stack: list[str], first: str | None) -> list[str]:
    return stack if first is None else [first, *(card for card in stack if card != first)]


def _expansion_stacks(title: Title, options: RuleOptions, privates: list[str]) -> dict[str, list[str]]:
    """1822+: one stack for each private box, or one for all; some cards stay out (2.1.7, 6.1.3)."""
    by_box: dict[int, list[str]] = {
        box: [card for card in privates if title.privates[card].expansion_box == box] for box in (1, 2, 3)
    }
    out: list[str] = []
    if not options.plus_no_removals:
        for box, count in title.set_up.expansion_removals.items():
            removable = [card for card in by_box[box] if card not in title.set_up.expansion_kept]
            out += removable[:count]
    kept = {box: [card for card in stack if card not in out] for box, stack in by_box.items()}
    if not options.plus_single_stack:
        return {f"privates{box}": stack for box, stack in kept.items()}
    if options.single_stack == "concatenated" and not options.plus_no_removals:
        return {"privates": [card for stack in kept.values() for card in stack]}
    return {"privates": [card for card in privates if card not in out]}

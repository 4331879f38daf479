"""Trains: what the bank sells, limits, and what counts (5.5, 5.15)."""

from __future__ import annotations

from .model import Company, GameState


def top(state: GameState) -> str:
    """The kind on top of the bank's trains (2.1.12); the last kind never runs out."""
    for kind in state.title.depot:
        if state.depot.get(kind, 1):
            return kind
    return state.title.depot[-1]


def sides(state: GameState) -> list[str]:
    """The kinds for sale from the bank: the top card, either side of it (5.5.7, 5.5.8, 5.15.3)."""
    front = top(state)
    back = state.title.other_sides.get(front)
    return [front] if back is None else [front, back]


def remove_card(state: GameState) -> str:
    """Takes the top card away; the kind on its front."""
    kind = top(state)
    if kind in state.depot:
        state.depot[kind] -= 1
    return kind


def add(state: GameState, company: Company, *kinds: str) -> None:
    """Gives trains to a company, which may then have too many."""
    company.trains += kinds
    state.trains_changed = True


def price(state: GameState, kind: str) -> int:
    """The face value of a train, in pounds."""
    return state.title.trains[kind].price


def limit(state: GameState, company: Company) -> int:
    """The train limit of the phase for this kind of company (Table 2)."""
    phase = state.phase
    return phase.minor_train_limit if company.is_minor else phase.major_train_limit


def counted(state: GameState, company: Company) -> int:
    """Trains that count against the limit and for the obligation to own one (5.5.13, 5.5.14)."""
    return sum(not state.title.trains[kind].extra for kind in company.trains)


def room(state: GameState, company: Company) -> int:
    """How many more trains the company may own; negative when it must discard."""
    return limit(state, company) - counted(state, company)


def offers(state: GameState) -> list[tuple[str, str]]:
    """Trains for sale from the bank and the pool, as (kind, ``bank`` or ``pool``) (5.15.3)."""
    found = [(kind, "bank") for kind in sides(state)]
    found += [(kind, "pool") for kind in dict.fromkeys(state.pool)]
    return found


def cheapest(state: GameState) -> int:
    """The lowest price of a train from bank or pool (5.16.3)."""
    return min(price(state, kind) for kind, _ in offers(state))


def flip_price(state: GameState) -> int:
    """The fee for turning an L into a 2 in this phase."""
    return state.title.numbers.flip_price[state.phase_number - 1]


def flippable(state: GameState) -> str | None:
    """The kind that may be turned over now: L in the phases that have a fee for it, 1 and 2 (5.15.4)."""
    return state.title.depot[0] if state.phase_number <= len(state.title.numbers.flip_price) else None

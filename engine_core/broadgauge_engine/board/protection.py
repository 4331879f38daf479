"""The hexes around London that are kept for the neighbouring companies (5.10.7)."""

from __future__ import annotations

from ..state import shares
from ..state.model import GameState


def owner(state: GameState, name: str) -> int:
    """The director of a company, or the holder of its concession; 0 for nobody."""
    if name in state.companies:
        return state.companies[name].director
    concession = state.title.companies[name].concession
    holder = shares.owner_of(state, concession) if concession else None
    return holder.seat if holder else 0


def right_holders(state: GameState, hex_id: str) -> tuple[int, ...]:
    """Players of whom one must agree to a first tile here; M14 shares its station's right (5.10.7)."""
    company = state.title.hexes[hex_id].protected_by
    if company is None:
        return ()
    holders = [owner(state, company)]
    for lodger in state.companies.values():
        if lodger.card.home_city is None and lodger.home_placed:
            hex_, city = lodger.tokens[0]
            if state.title.hexes[hex_].neighbours.get(city) == hex_id:
                holders.append(lodger.director)
    return tuple(seat for seat in dict.fromkeys(holders) if seat)


def needs_london_exit(state: GameState, hex_id: str) -> int:
    """The edges of which a first tile must use one where nobody holds the right, as a bit mask; 0 if it is free."""
    hex_ = state.title.hexes[hex_id]
    if hex_.protected_by is None or hex_id in state.tiles or right_holders(state, hex_id):
        return 0
    return sum(1 << edge for edge in hex_.stubs)

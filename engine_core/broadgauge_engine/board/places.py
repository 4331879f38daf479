"""Cities and their token spaces: slots, reservations, who blocks whom (5.12.6, 2.1.11, 5.4.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ..state.model import Company, Derived, GameState, Place
from ..title import Face
from ..title.model import CITY


def face(state: GameState, hex_id: str) -> Face:
    """What a hex shows now."""
    return state.title.face(hex_id, state.tiles.get(hex_id))


def cities(state: GameState, hex_id: str) -> range:
    """The numbers of the cities on a hex."""
    return range(len(face(state, hex_id).cities))


def slots(state: GameState, place: Place) -> int:
    """Token spaces of a city: those printed, and the extra one that M14 brings (5.10.3)."""
    printed = state.title.face(place[0], state.tiles.get(place[0])).cities[place[1]].slots
    return printed + state.extra_slots.get(place, 0)


def in_slots(state: GameState, place: Place) -> int:
    """Tokens that take up a space of a city; a destination token beside it takes none (5.11.8)."""
    tokens = state.tokens.get(place, ())
    return len(tokens) - sum((place[0], company) in state.beside for company in tokens)


def in_play(state: GameState, company: str) -> bool:
    """Whether a company has started, or may still start, in this game."""
    if company in state.companies:
        return True
    if company in state.gone:
        return False
    return state.setup.admits(state.title.companies[company])


def reservations(state: GameState, place: Place) -> list[str]:
    """Companies for which a space of this city is kept until their first turn (2.1.11, 5.12.6)."""
    return [
        name
        for city, name in state.title.hexes[place[0]].reserved
        if city == place[1]
        and in_play(state, name)
        and not (name in state.companies and state.companies[name].home_placed)
    ]


def open_slots(state: GameState, place: Place, company: str) -> int:
    """Spaces of a city that this company could use: empty, and not kept for another company (5.12.6)."""
    kept = sum(name != company for name in reservations(state, place))
    return slots(state, place) - in_slots(state, place) - kept


def _full_cities(state: GameState) -> list[tuple[Place, tuple[str, ...]]]:
    """The cities of which every space holds a token, with all their tokens."""
    crowded = {hex_id for hex_id, _ in state.beside}
    return [
        (place, tokens)
        for place, tokens in state.tokens.items()
        if (in_slots(state, place) if place[0] in crowded else len(tokens)) >= slots(state, place)
    ]


def blocked(state: GameState, company: str) -> frozenset[tuple[str, int]]:
    """The stops that a company cannot pass; worked out once for each state of the board."""
    full = state.derived.full
    found = full.blocked.get(company)
    if found is None:
        if full.tokens is None:
            full.tokens = _full_cities(state)
        found = frozenset([(place[0], CITY + place[1]) for place, tokens in full.tokens if company not in tokens])
        full.blocked[company] = found
    return found


def own_stops(company: Company) -> list[tuple[str, int]]:
    """The stops that hold a token of the company."""
    return [(hex_id, CITY + city) for hex_id, city in company.tokens]


def add_token(state: GameState, place: Place, company: str) -> None:
    """Puts a token of a company into a city."""
    state.tokens[place] = (*state.tokens.get(place, ()), company)
    state.companies[company].tokens.append(place)
    _tokens_changed(state)


def remove_token(state: GameState, place: Place, company: str) -> None:
    """Takes a token of a company off the map (5.12.8)."""
    left = list(state.tokens[place])
    left.remove(company)
    state.tokens[place] = tuple(left)
    if not left:
        del state.tokens[place]
    state.companies[company].tokens.remove(place)
    if (place[0], company) in state.beside:
        state.beside.remove((place[0], company))
    _tokens_changed(state)


def _tokens_changed(state: GameState) -> None:
    """What was computed from the board stays as far as it comes from the tiles alone."""
    old = state.derived
    state.derived = Derived()
    state.derived.track, state.derived.laid = old.track, old.laid


def tiles_laid(state: GameState) -> Mapping[str, int]:
    """How many of each tile lie on the map, for those that do."""
    derived = state.derived
    if derived.laid is None:
        derived.laid = dict(Counter([tile for tile, _ in state.tiles.values()]))
    return derived.laid


def lay(state: GameState, hex_id: str, tile: str, rotation: int) -> list[tuple[str, Place]]:
    """Puts a tile on a hex; destination tokens beside a city that move into a space which appears (5.11.8)."""
    laid = dict(tiles_laid(state))
    laid[tile] = laid.get(tile, 0) + 1
    if hex_id in state.tiles:
        laid[state.tiles[hex_id][0]] -= 1
    state.tiles[hex_id] = (tile, rotation)
    full = state.derived.full
    state.derived = Derived()
    state.derived.laid = laid
    if not any((hex_id, city) in state.tokens for city in cities(state, hex_id)):
        state.derived.full = full
    moved = []
    for beside in [entry for entry in state.beside if entry[0] == hex_id]:
        place = next(place for place in state.companies[beside[1]].tokens if place[0] == hex_id)
        if open_slots(state, place, beside[1]) > 0:
            state.beside.remove(beside)
            moved.append((beside[1], place))
    return moved

"""What a company reaches over the laid track (5.4, 5.8.6, 5.12.6)."""

from __future__ import annotations

from ..routes import Reach, Track, compile_track
from ..state.model import Company, GameState, Place
from ..title.model import CITY, EDGES, is_city
from .places import blocked, cities, own_stops

EVERY_EDGE = sum(1 << edge for edge in EDGES)


def track(state: GameState) -> Track:
    """The laid track as a segment graph, compiled once for each state of the board."""
    derived = state.derived
    if derived.track is None:
        derived.track = compile_track(state.title, state.tiles)
    return derived.track


def reach(state: GameState, company: Company) -> Reach:
    """Hex sides and stops on routes of the company from its tokens."""
    found = state.derived.reaches.get(company.card.id)
    if found is None:
        found = track(state).reach(own_stops(company), blocked(state, company.card.id))
        state.derived.reaches[company.card.id] = found
    return found


def reaches_city(state: GameState, company: Company, place: Place) -> bool:
    """Whether a route of the company leads to this city."""
    return reach(state, company).has_stop((place[0], CITY + place[1]))


def edges_on_routes(state: GameState, company: Company, hex_id: str) -> int:
    """The edges over which a tile on a hex joins a route of the company, as a bit mask (5.8.6).

    Where a route leads to a city on the hex, that is any edge.
    """
    found = reach(state, company)
    if any(found.has_stop((hex_id, CITY + city)) for city in cities(state, hex_id)):
        return EVERY_EDGE
    return found.sides_of(hex_id)


def hexes_on_routes(state: GameState, company: Company) -> dict[str, int]:
    """The same for every hex to which a route leads, by hex id."""
    found = reach(state, company)
    edges = found.sides
    edges.update(dict.fromkeys(sorted(hex_id for hex_id, end in found.stops if is_city(end)), EVERY_EDGE))
    return edges


def connected(state: GameState, company: str, start: Place, goal: Place) -> bool:
    """Whether a route of the company joins two cities, whatever their tokens (5.11.1)."""
    stop = (goal[0], CITY + goal[1])
    return track(state).reach([(start[0], CITY + start[1])], blocked(state, company)).has_stop(stop)

"""What a company reaches over the laid track (5.4, 5.8.6, 5.12.6)."""

from __future__ import annotations

from ..routes import Reach, Track, compile_track
from ..state.model import Company, GameState, Place
from ..title.model import CITY
from .places import blocked, own_stops


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
    return (place[0], CITY + place[1]) in reach(state, company).stops


def connected(state: GameState, company: str, start: Place, goal: Place) -> bool:
    """Whether a route of the company joins two cities, whatever their tokens (5.11.1)."""
    stop = (goal[0], CITY + goal[1])
    return stop in track(state).reach([(start[0], CITY + start[1])], blocked(state, company)).stops

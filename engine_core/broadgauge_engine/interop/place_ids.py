"""Ids of tiles and cities in 18xx.games files.

A tile is named with its copy (`58-0`), a city by the printed hex or the tile that shows it, and the city's number there
(`I30-0-0`, `207-0-0`).
"""

from __future__ import annotations

from ..board import places
from ..state.model import GameState, Place
from .states import site_city

ALTERNATING = ("N29",)
"""Printed hexes with several cities that the site numbers together with the track between them."""


class PlaceIds:
    """Which copy of a tile lies on which hex."""

    def __init__(self) -> None:
        self._copies: dict[str, str] = {}

    def lay(self, hex_id: str, copy: str) -> None:
        """A copy is laid; the one that was there is free again."""
        self._copies[hex_id] = copy

    def free_copy(self, tile: str) -> str:
        """The first copy of a tile that is not on the map."""
        laid = set(self._copies.values())
        number = 0
        while f"{tile}-{number}" in laid:
            number += 1
        return f"{tile}-{number}"

    def place(self, state: GameState, city_id: str) -> Place | None:
        """The city that an id names; None when it is not on the map."""
        base, copy, number = city_id.rsplit("-", 2)
        if base in state.title.hexes:
            hex_id: str | None = base
        else:
            hex_id = self._hex(state, base, f"{base}-{copy}")
        if hex_id is None or not number.isdecimal():
            return None
        city = self._city(state, hex_id, int(number))
        return (hex_id, city) if city in places.cities(state, hex_id) else None

    def city_id(self, state: GameState, place: Place) -> str:
        """The id of a city as the site writes it."""
        hex_id, city = place
        if hex_id in state.tiles:
            return f"{self._copies[hex_id]}-{site_city(state, hex_id, city)}"
        return f"{hex_id}-0-{2 * city if hex_id in ALTERNATING else city}"

    def _hex(self, state: GameState, tile: str, copy: str) -> str | None:
        """The hex with a copy; where the file never laid this one, the only hex with such a tile."""
        found = next((hex_id for hex_id, laid in self._copies.items() if laid == copy), None)
        if found is not None:
            return found
        hexes = [hex_id for hex_id, (laid, _) in state.tiles.items() if laid == tile]
        return hexes[0] if len(hexes) == 1 else None

    @staticmethod
    def _city(state: GameState, hex_id: str, number: int) -> int:
        """Our number of a city: the site turns London's tiles, we do not."""
        laid = state.tiles.get(hex_id)
        if laid is not None and state.title.tiles[laid[0]].fixed:
            return (number + laid[1]) % 6
        alternating = laid is None and hex_id in ALTERNATING and len(places.cities(state, hex_id)) > 1
        return number // 2 if alternating else number

"""In which space of its city each token lies, for games that are written in the format of 18xx.games."""

from __future__ import annotations

from ...board import places
from ...state.model import GameState, Place


class SlotIds:
    """Companies by city and space; our state only knows who is in a city."""

    def __init__(self) -> None:
        self._slots: dict[Place, list[str]] = {}

    def next_slot(self, state: GameState, place: Place, company: str) -> int:
        """The space that a company's token will take: its reserved one, or the first that is free and not kept."""
        slots = self._slots.get(place, [])
        kept = self._kept(state, place)
        reserved = kept.get(company)
        if reserved is not None and not _at(slots, reserved):
            return reserved
        number = 0
        while _at(slots, number) or number in kept.values():
            number += 1
        return number

    def settle(self, state: GameState) -> None:
        """Brings the spaces in line with the state."""
        for place, slots in self._slots.items():
            here = state.tokens.get(place, ())
            self._slots[place] = [company if company in here else "" for company in slots]
        for place, companies in state.tokens.items():
            for company in companies:
                slots = self._slots.setdefault(place, [])
                if company not in slots:
                    number = self.next_slot(state, place, company)
                    slots += [""] * (number + 1 - len(slots))
                    slots[number] = company

    @staticmethod
    def _kept(state: GameState, place: Place) -> dict[str, int]:
        """The spaces that are kept for companies that have not begun; those that this game lacks have none."""
        waiting = places.reservations(state, place)
        reserved = [
            name
            for city, name in state.title.hexes[place[0]].reserved
            if city == place[1] and state.setup.admits(state.title.companies[name])
        ]
        return {name: reserved.index(name) for name in waiting}


def _at(slots: list[str], number: int) -> str:
    return slots[number] if number < len(slots) else ""

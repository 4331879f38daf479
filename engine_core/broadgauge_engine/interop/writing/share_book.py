"""Which numbered shares everybody holds, for games that are written in the format of 18xx.games.

Number 0 is the director's certificate. Our state only counts shares, so after every action the book is brought in line
with it: what an action did not name moves lowest first.
"""

from __future__ import annotations

from ...state.model import Company, GameState
from ...state.shares import FULL_COMPANY

Holder = int | str
"""A seat, ``treasury``, ``pool``, or ``haven``."""


class ShareBook:
    """Numbers by company and holder, each in the order in which they came."""

    def __init__(self) -> None:
        self._held: dict[str, dict[Holder, list[int]]] = {}

    def ids(self, company: str, holder: Holder, count: int) -> list[str]:
        """The ids of so many ordinary shares of a holder; with the director's where they do not suffice."""
        numbers = self._numbers(company, holder)
        ordinary = [number for number in numbers if number]
        chosen = ordinary[:count]
        if len(ordinary) < count:
            chosen.append(0)
        return [f"{company}_{number}" for number in chosen]

    def move(self, ids: list[str], source: Holder, target: Holder) -> None:
        """Named shares change hands; the director's certificate stays where it is until the book is settled."""
        for share in ids:
            company, _, number = share.rpartition("_")
            if int(number):
                self._numbers(company, source).remove(int(number))
                self._numbers(company, target).append(int(number))

    def settle(self, state: GameState) -> None:
        """Brings the book in line with the state."""
        for company in state.companies.values():
            if not company.is_minor:
                self._settle(state, company)

    def _numbers(self, company: str, holder: Holder) -> list[int]:
        return self._held.setdefault(company, {}).setdefault(holder, [])

    def _settle(self, state: GameState, company: Company) -> None:
        held = self._held.get(company.id)
        if held is None:
            ordinary = list(range(1, FULL_COMPANY + 1 - company.card.director_shares))
            held = self._held[company.id] = {company.director: [0], "treasury": ordinary}
        for numbers in held.values():
            if 0 in numbers:
                numbers.remove(0)
        wanted = _ordinary_shares(state, company)
        spare = [
            held[holder].pop(0)
            for holder in sorted(held, key=str)
            for _ in range(len(held[holder]) - wanted.get(holder, 0))
        ]
        for holder, count in wanted.items():
            numbers = held.setdefault(holder, [])
            while len(numbers) < count:
                numbers.append(spare.pop(0))
        held.setdefault(company.director, []).insert(0, 0)


def _ordinary_shares(state: GameState, company: Company) -> dict[Holder, int]:
    """How many ordinary certificates everybody holds; players first, who exchange them for a director's certificate."""
    wanted: dict[Holder, int] = {player.seat: player.shares.get(company.id, 0) for player in state.players}
    wanted[company.director] -= company.card.director_shares
    return {
        **wanted,
        "treasury": company.treasury,
        "pool": company.pool,
        "haven": state.haven_shares.count(company.id),
    }

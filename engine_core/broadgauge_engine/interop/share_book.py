"""Which numbered shares everybody holds, as the site 18xx.games knows them.

The site names every share (`LNWR_3`; number 0 is the director's certificate), our state only counts them. What an
action names is moved by its number; everything else follows from the state after it: what was not named moves in the
order in which it came.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..state.model import Company, GameState
from ..state.shares import FULL_COMPANY

Holder = int | str
"""A seat, ``treasury``, ``pool``, or ``haven``."""


class ShareBook:
    """The numbers of ordinary shares by company and holder, in the order in which they came."""

    def __init__(self) -> None:
        self._held: dict[str, dict[Holder, list[int]]] = {}
        self._directors: dict[str, int] = {}
        self._chair_sold: set[str] = set()

    def holder(self, company: str, number: int) -> Holder | None:
        """Who holds an ordinary share; None where it is not known."""
        held = self._held.get(company, {})
        return next((holder for holder, numbers in held.items() if number in numbers), None)

    def choose(self, company: str, holder: Holder, count: int) -> list[int]:
        """The first shares of a holder; with the director's certificate where the ordinary ones do not suffice."""
        ordinary = self._numbers(company, holder)[:count]
        return ordinary if len(ordinary) == count else [*ordinary, 0]

    def move(self, company: str, numbers: Sequence[int], source: Holder, target: Holder) -> None:
        """Ordinary shares change hands; those that the source does not have are left to `settle`."""
        for number in numbers:
            if number in self._numbers(company, source):
                self._numbers(company, source).remove(number)
                self._numbers(company, target).append(number)

    def sell(self, company: Company, seat: int, numbers: Sequence[int], count: int) -> None:
        """A player sells ``count`` tenths, which these numbers cover.

        Of the director's certificate a part may be meant: it goes to the pool, which gives back what is too much.
        """
        self.move(company.id, numbers, seat, "pool")
        if 0 in numbers:
            self._chair_sold.add(company.id)
            too_much = len(numbers) - 1 + company.card.director_shares - count
            self.move(company.id, self._numbers(company.id, "pool")[:too_much], "pool", seat)

    def settle(self, state: GameState) -> None:
        """Brings the book in line with the state after an action."""
        for company in state.companies.values():
            if not company.is_minor:
                self._settle(state, company)
        self._chair_sold.clear()

    def _numbers(self, company: str, holder: Holder) -> list[int]:
        return self._held.setdefault(company, {}).setdefault(holder, [])

    def _settle(self, state: GameState, company: Company) -> None:
        if company.id not in self._directors:
            ordinary = range(1, FULL_COMPANY + 1 - company.card.director_shares)
            self._held[company.id] = {"treasury": list(ordinary)}
            self._directors[company.id] = company.director
        old, new = self._directors[company.id], company.director
        if old != new:
            given = self._numbers(company.id, new)[: company.card.director_shares]
            self.move(company.id, given, new, "pool" if company.id in self._chair_sold else old)
            self._directors[company.id] = new
        self._even_out(company.id, _ordinary_shares(state, company))

    def _even_out(self, company: str, wanted: dict[Holder, int]) -> None:
        """Moves what no action named, such as all to the pool on floating, and shares given for a minor."""
        spare = [
            (number, holder)
            for holder, numbers in self._held[company].items()
            for number in numbers[: max(0, len(numbers) - wanted.get(holder, 0))]
        ]
        for holder, count in wanted.items():
            while len(self._numbers(company, holder)) < count and spare:
                number, source = spare.pop(0)
                self.move(company, [number], source, holder)


def _ordinary_shares(state: GameState, company: Company) -> dict[Holder, int]:
    """How many ordinary certificates everybody holds."""
    wanted: dict[Holder, int] = {player.seat: player.shares.get(company.id, 0) for player in state.players}
    wanted[company.director] -= company.card.director_shares
    return {
        **wanted,
        "treasury": company.treasury,
        "pool": company.pool,
        "haven": state.haven_shares.count(company.id),
    }

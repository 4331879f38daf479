"""Where the numbered shares of 18xx.games lie: treasury or elsewhere.

The site names every share (`LNWR_3`); our state only counts them. To tell a purchase from the treasury from one
from the pool we follow which numbers have left the treasury. A merger or the tax haven takes the lowest numbers there.
"""

from __future__ import annotations

from ...state.model import GameState
from ...state.shares import FULL_COMPANY
from .entry import Entry


class ShareIds:
    """The numbers of each company's shares that are in its treasury."""

    def __init__(self) -> None:
        self._treasury: dict[str, list[int]] = {}

    def treasury(self, state: GameState, company: str) -> list[int]:
        """The numbers in the treasury, lowest first unless shares were redeemed.

        Where there are fewer shares than numbers, the oldest left unnamed, such as all to the pool on floating.
        """
        started = state.companies.get(company)
        if company not in self._treasury:
            card = state.title.companies[company]
            self._treasury[company] = list(range(1, FULL_COMPANY + 1 - card.director_shares))
        if started is not None:
            left = len(self._treasury[company]) - started.treasury
            self._treasury[company] = self._treasury[company][max(0, left) :]
        return self._treasury[company]

    def leave(self, state: GameState, company: str, numbers: list[int]) -> None:
        """These shares leave the treasury; the lowest in place of those that were thought to be elsewhere."""
        held = self.treasury(state, company)
        elsewhere = sum(number not in held for number in numbers)
        self._treasury[company] = [number for number in held if number not in numbers][elsewhere:]

    def leave_lowest(self, state: GameState, company: str, count: int) -> None:
        """Some shares leave the treasury that the file does not name."""
        self._treasury[company] = self.treasury(state, company)[count:]

    def come_back(self, state: GameState, company: str, numbers: list[int]) -> None:
        """These shares are redeemed."""
        self._treasury[company] = [*self.treasury(state, company), *numbers]


def numbers_of(entry: Entry) -> tuple[str, list[int]]:
    """The company and the numbers of the shares that an action lists."""
    listed = [share.rpartition("_") for share in entry.texts("shares")]
    companies = {company for company, _, _ in listed}
    if len(companies) != 1 or not all(number.isascii() and number.isdecimal() for _, _, number in listed):
        raise entry.fail(f"shares {entry.data['shares']!r} are not numbered shares of one company")
    return companies.pop(), [int(number) for _, _, number in listed]

"""Where the numbered shares of 18xx.games lie: treasury or elsewhere.

The site names every share (`LNWR_3`); our state only counts them. To tell a purchase from the treasury from one from the
pool we follow which numbers have left the treasury. A merger or the tax haven takes the lowest numbers there.
"""

from __future__ import annotations

from ..state.model import GameState


class ShareIds:
    """The numbers of each company's shares that are in its treasury."""

    def __init__(self) -> None:
        self._treasury: dict[str, list[int]] = {}

    def treasury(self, state: GameState, company: str) -> list[int]:
        """The numbers in the treasury, lowest first unless shares were redeemed."""
        if company not in self._treasury:
            card = state.title.companies[company]
            self._treasury[company] = list(range(1, 11 - card.director_shares))
        return self._treasury[company]

    def leave(self, state: GameState, company: str, numbers: list[int]) -> None:
        """These shares leave the treasury."""
        held = self.treasury(state, company)
        self._treasury[company] = [number for number in held if number not in numbers]

    def leave_lowest(self, state: GameState, company: str, count: int) -> None:
        """Some shares leave the treasury that the file does not name."""
        self._treasury[company] = self.treasury(state, company)[count:]

    def come_back(self, state: GameState, company: str, numbers: list[int]) -> None:
        """These shares are redeemed."""
        self._treasury[company] = [*self.treasury(state, company), *numbers]


def numbers_of(shares: list[str]) -> tuple[str, list[int]]:
    """The company and the numbers of a list of share ids."""
    company = shares[0].rsplit("_", 1)[0]
    return company, [int(share.rsplit("_", 1)[1]) for share in shares]

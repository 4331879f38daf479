"""A game while it is written: the game so far, and whose numbers are where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...state import depot
from ...state.model import GameState
from ..place_ids import PlaceIds
from ..share_book import ShareBook
from ..train_ids import TrainIds
from .slot_ids import SlotIds
from .written import Written


class Writing:
    """What the writers of actions ask and keep; ``state`` is the game before the action that is written."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.trains = TrainIds()
        self.places = PlaceIds()
        self.shares = ShareBook()
        self.slots = SlotIds()
        self.endless_sold = 0
        """Cards gone of the last kind of train, whose supply has no end."""
        self.open_choice: tuple[str, str] | None = None
        """The company that acquired P8 and has yet to say what for, and what it will say."""

    def next_card(self) -> str:
        """The card that the bank sells next."""
        front = depot.top(self.state)
        count = self.state.title.trains[front].count
        return f"{front}-{self.endless_sold if count is None else count - self.state.depot[front]}"

    def shares_of(self, company: str, holder: int | str, count: int) -> tuple[list[int], list[str]]:
        """The numbers of so many shares of a holder, and their ids."""
        numbers = self.shares.choose(company, holder, count)
        return numbers, [f"{company}_{number}" for number in numbers]


Write = Callable[[Writing, Any], list[Written]]
"""An action of ours as actions of the site, in their order; none where the site does it by itself."""

"""What a planning bot sees: the table as the public API shows it, asked for only where it is needed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from broadgauge.v1.actions_pb2 import Action
from broadgauge.v1.options_pb2 import ActionOption
from broadgauge.v1.title_pb2 import Title
from broadgauge.v1.view_pb2 import CompanyView, GameView, PlayerView

from ..actions import kind
from ..session import GameSession
from .printed import Printed

FIELDS = ("round", "phase", "bank", "players", "companies", "boxes", "trains", "train_pool")
"""Fields of the view that every decision may need."""
CLOSE = 6
"""Trains that the bank is always expected to sell soon."""


class Memory:
    """What a bot remembers of one game: what is printed, and this round's revenues."""

    def __init__(self, title: Title) -> None:
        self.printed = Printed(title)
        self._round = ""
        self._revenues: dict[tuple[str, ...], int] = {}

    def revenues(self, round_name: str) -> dict[tuple[str, ...], int]:
        """Revenues by company and trains that were found in this round."""
        if round_name != self._round:
            self._round, self._revenues = round_name, {}
        return self._revenues


class Table:
    """One decision: what may be done, and what is on the table.

    Args:
        game: A game that waits for a decision.
        memory: What the bot remembers of it.
    """

    def __init__(self, game: GameSession, memory: Memory) -> None:
        decision = game.decision
        if decision is None:
            raise ValueError("the game is over")
        self.game = game
        self.memory = memory
        self.printed = memory.printed
        self.seat = decision.player
        self.acting = decision.company
        self.step = decision.step

    @cached_property
    def options(self) -> Sequence[ActionOption]:
        """Everything that may be done."""
        return self.game.options()

    def of(self, *kinds: str) -> list[ActionOption]:
        """The options of some kinds."""
        return [option for option in self.options if kind(option.action) in kinds]

    def passing(self) -> Action | None:
        """The action that does nothing more, where there is one."""
        return next((option.action for option in self.of("pass")), None)

    @cached_property
    def view(self) -> GameView:
        """What is on the table; the tiles on the map only where track is laid."""
        return self.game.view(*FIELDS, *(("tiles",) if self.step == "track" else ()))

    @cached_property
    def me(self) -> PlayerView:
        """The player who decides."""
        return self.view.players[self.seat - 1]

    @cached_property
    def companies(self) -> dict[str, CompanyView]:
        """Companies in play by their ids."""
        return {company.id: company for company in self.view.companies}

    @property
    def company(self) -> CompanyView:
        """The company whose turn it is."""
        return self.companies[self.acting]

    @property
    def mine(self) -> list[CompanyView]:
        """The companies that the player directs."""
        return [self.companies[name] for name in self.me.directorships if name in self.companies]

    @cached_property
    def horizon(self) -> int:
        """Trains that the bank will sell soon: one for each company that has none that lasts."""
        bank = self.view.trains
        without = [
            company
            for company in self.view.companies
            if company.floated
            and all(self.printed.sales_left(kind, bank) <= CLOSE for kind in self.printed.fulfilling(company.trains))
        ]
        return max(CLOSE, len(without))

    def revenue(self, company: str, trains: Sequence[str] | None = None) -> int:
        """What a company earns now, with its own trains or others; 0 without any."""
        owned = self.companies[company].trains if trains is None else trains
        known = self.memory.revenues(self.view.round)
        key = (company, str(len(self.game.record.actions) if self.acting else ""), *sorted(owned))
        if key not in known:
            known[key] = revenue(self.game, company, owned)
        return known[key]


def revenue(game: GameSession, company: str, trains: Sequence[str]) -> int:
    """What a company earns with these trains, 0 without any; a Pullman carriage alone is none."""
    return game.routes(company, trains=trains).best.revenue if set(trains) - {"P+"} else 0

"""From our games to the format of 18xx.games: the flow.

What each kind of action becomes is in `stock_export` and `turn_export`. The format knows the site's own rules only, so
a record can be written if its rule options are those of recorded games, and its actions those that the site offers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from ..actions import Action
from ..engine import IllegalAction, apply, options, start
from ..events import TrainsRemoved
from ..record.game_record import GameRecord
from ..rule_options import RuleOptions
from ..state import depot, shares
from ..state.model import GameState
from ..state.setup import Setup
from .game_file import VARIANTS
from .place_ids import PlaceIds
from .share_book import ShareBook
from .skipping import company_of
from .slot_ids import SlotIds
from .stock_export import STOCK_EXPORTS
from .train_ids import TrainIds
from .turn_export import TURN_EXPORTS
from .written import ExportError, Written

WITHOUT_EFFECT = ("stack_visibility",)
"""Rule options that the format need not tell: what the players see."""

Export = Callable[["Exporter", Any], list[Written]]

EXPORTS: Mapping[type[Any], Export] = {**STOCK_EXPORTS, **TURN_EXPORTS}


def export_game(record: GameRecord) -> dict[str, Any]:
    """A game file for a record.

    Raises:
        ExportError: an option that the format does not have, or an action that cannot be written or is not legal.
        SetupError: the set-up is not possible.
    """
    exporter = Exporter(record.setup)
    for index, action in enumerate(record.actions):
        try:
            exporter.add(action)
        except ExportError as error:
            raise ExportError(f"action {index} ({type(action).__name__}): {error}") from error
        except IllegalAction as error:
            raise ExportError(f"action {index} ({type(action).__name__}) is not legal: {error}") from error
    return exporter.file()


class Exporter:
    """Writes a game down action by action; ``state`` is the game so far."""

    def __init__(self, setup: Setup) -> None:
        """Raises `ExportError` where the format does not have a rule option, or companies are removed."""
        if setup.removals:
            raise ExportError("the site has no games from which companies are removed")
        self.optional_rules = optional_rules(setup.options)
        self.setup = setup
        self.state: GameState = start(setup)
        self.written: list[dict[str, Any]] = []
        self.trains = TrainIds()
        self.places = PlaceIds()
        self.shares = ShareBook()
        self.slots = SlotIds()
        self.endless_sold = 0
        """Cards gone of the last kind of train, whose supply has no end."""
        self.open_choice: tuple[str, str] | None = None
        """The company that acquired P8 and has yet to say what for, and what it will say."""

    def add(self, action: Action) -> None:
        """Writes one of our actions.

        Raises:
            ExportError: the site does not have such an action.
            IllegalAction: the action is not legal now.
        """
        export = EXPORTS.get(type(action))
        if export is None:
            raise ExportError("the site does not ask other players, so there is no such action")
        refusal = options(self.state).refusal(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        written = export(self, action)
        for event in apply(self.state, action):
            if isinstance(event, TrainsRemoved) and event.kind == self.state.title.depot[-1]:
                self.endless_sold += event.count
        self.shares.settle(self.state)
        self.slots.settle(self.state)
        for one in written:
            self._write(one)
        self._write_open_choice()

    def _write(self, one: Written) -> None:
        if one.automatic and self.written:
            self.written[-1].setdefault("auto_actions", []).append(one.fields)
        else:
            self.written.append({**one.fields, "id": len(self.written) + 1})

    def _write_open_choice(self) -> None:
        """The site asks what P8 is for when the step in which it was acquired is over."""
        if self.open_choice is None:
            return
        company, use = self.open_choice
        if self.state.step != "acquire_private" or company_of(self.state) != company:
            self.open_choice = None
            self._write(Written.by_company(company, "choose", choice=use))

    def file(self) -> dict[str, Any]:
        """The game file as it stands."""
        state = self.state
        return {
            "id": self.setup.seed,
            "title": self.setup.title,
            "players": [{"id": seat, "name": name} for seat, name in enumerate(self.setup.players, start=1)],
            "settings": {"seed": self.setup.seed, "optional_rules": self.optional_rules},
            "status": "finished" if state.finished else "active",
            "game_end_reason": state.end_reason or None,
            "turn": state.round.number,
            "round": "Operating Round" if state.round.kind == "operating" else "Stock Round",
            "result": {str(player.seat): shares.worth(state, player.seat) for player in state.players},
            "actions": self.written,
        }

    def next_card(self) -> str:
        """The card that the bank sells next."""
        front = depot.top(self.state)
        count = self.state.title.trains[front].count
        return f"{front}-{self.endless_sold if count is None else count - self.state.depot[front]}"


def optional_rules(chosen: RuleOptions) -> list[str]:
    """The site's optional rules that give these rule options.

    Raises:
        ExportError: the format has no words for an option; the message names it.
    """
    names = [name for name, (option, value) in VARIANTS.items() if getattr(chosen, option) == value]
    expressed = RuleOptions.recorded(**dict(VARIANTS[name] for name in names))
    for option in fields(RuleOptions):
        value = getattr(chosen, option.name)
        if option.name not in WITHOUT_EFFECT and value != getattr(expressed, option.name):
            raise ExportError(f"the format has no words for the rule option {option.name} {value!r}")
    return names

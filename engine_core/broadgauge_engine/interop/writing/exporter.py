"""From our games to the format of 18xx.games: the flow.

What each kind of action becomes is in `stock_actions` and `turn_actions`. The format knows the site's own rules only,
so a record can be written if its rule options are those of recorded games, and its actions those that the site offers.
Wherever the record's game stopped, it is played once more with a stop at every step; a step that is ended without doing
anything is written where the site stops as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from ...actions import Action, LayTile, Pass, RunTrains
from ...engine import IllegalAction, apply, decision, options, start
from ...events import TrainsRemoved
from ...record.game_record import GameRecord
from ...rule_options import RuleOptions
from ...state import shares
from ...state.model import GameState
from ...state.setup import Setup
from ...steps.track import begun_powers
from ..reading.game_file import VARIANTS
from ..site_stops import stops
from ..skipping import company_of, unasked
from .stock_actions import STOCK_WRITERS
from .turn_actions import TURN_WRITERS
from .writing import Write, Writing
from .written import ExportError, Written

WITHOUT_WORDS: Mapping[str, tuple[str, ...]] = {
    "stack_visibility": ("full", "next", "hidden"),
    "pauses": ("useful", "all"),
    "revenue": ("declared", "as_written"),
}
"""Values of rule options that the format need not tell: what players see, stops, revenue unless it was written."""

WRITERS: Mapping[type[Any], Write] = {**STOCK_WRITERS, **TURN_WRITERS}


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
    """Writes a game down action by action."""

    def __init__(self, setup: Setup) -> None:
        """Raises `ExportError` where the format does not have a rule option, or companies are removed."""
        if setup.removals:
            raise ExportError("the site has no games from which companies are removed")
        self.optional_rules = optional_rules(setup.options)
        self.setup = setup
        self.game = Writing(start(replace(setup, options=replace(setup.options, pauses="all"))))
        self.written: list[dict[str, Any]] = []

    @property
    def state(self) -> GameState:
        """The game so far."""
        return self.game.state

    def add(self, action: Action) -> None:
        """Writes one of our actions, and what ends the steps at which the record's game did not stop.

        Raises:
            ExportError: the site does not have such an action.
            IllegalAction: the action is not legal now.
        """
        skipped = unasked(self.state) if self.setup.options.pauses == "useful" else ()
        for one in (*skipped, action):
            for ending in self._open_power(one):
                self._add(ending)
            self._add(one)

    def _open_power(self, action: Action) -> Iterator[Pass]:
        """The site goes on with a power that was begun until it is passed (P12, P21)."""
        now = decision(self.state)
        if now is None or now.step != "track" or (isinstance(action, Pass) and action.private):
            return
        for private in begun_powers(self.state):
            if not (isinstance(action, LayTile) and private in action.privates):
                yield Pass(now.player, now.company, private)

    def _add(self, action: Action) -> None:
        write = WRITERS.get(type(action))
        if write is None:
            raise ExportError("the site does not ask other players, so there is no such action")
        refusal = options(self.state).refusal(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        written = self._in_words(write, action)
        for event in apply(self.state, action):
            if isinstance(event, TrainsRemoved) and event.kind == self.state.title.depot[-1]:
                self.game.endless_sold += event.count
        self.game.shares.settle(self.state)
        self.game.slots.settle(self.state)
        for one in written:
            self._write(one)
        self._write_open_choice()

    def _in_words(self, write: Write, action: Action) -> list[Written]:
        """The action as the site writes it; where it does not stop, it can only be one that does nothing."""
        if stops(self.state):
            return write(self.game, action)
        passes = isinstance(action, Pass) and not action.private
        if passes or (isinstance(action, RunTrains) and not action.runs):
            return []
        now = options(self.state).decision
        raise ExportError(f"the site does not stop here, where player {now.player} may {now.text}")

    def _write(self, one: Written) -> None:
        if one.automatic and self.written:
            self.written[-1].setdefault("auto_actions", []).append(one.fields)
        else:
            self.written.append({**one.fields, "id": len(self.written) + 1})

    def _write_open_choice(self) -> None:
        """The site asks what P8 is for when the step in which it was acquired is over."""
        if self.game.open_choice is None:
            return
        company, use = self.game.open_choice
        if self.state.step != "acquire_private" or company_of(self.state) != company:
            self.game.open_choice = None
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


def optional_rules(chosen: RuleOptions) -> list[str]:
    """The site's optional rules that give these rule options.

    Raises:
        ExportError: the format has no words for an option; the message names it.
    """
    names = [name for name, (option, value) in VARIANTS.items() if getattr(chosen, option) == value]
    expressed = RuleOptions.recorded(**dict(VARIANTS[name] for name in names))
    for option in fields(RuleOptions):
        value = getattr(chosen, option.name)
        needless = value in WITHOUT_WORDS.get(option.name, ())
        if not needless and value != getattr(expressed, option.name):
            raise ExportError(f"the format has no words for the rule option {option.name} {value!r}")
    return names

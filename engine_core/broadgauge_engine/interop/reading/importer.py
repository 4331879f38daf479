"""From the actions of an 18xx.games file to ours: the flow.

The importer follows the file. Our game stops at every step, and what the file passes over in silence is passed by us,
so that the record replays without the file. `following` finds out where the site stopped; what each kind of entry means
is in `stock_actions` and `turn_actions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ...actions import Action, Pass
from ...engine import IllegalAction, apply, decision, start
from ...events import Log
from ...record.game_record import GameRecord
from ...record.setup import SetupError
from ...state.model import GameState
from ...state.setup import Setup
from ..skipping import company_of
from ..vocabulary import site_name
from .entry import Entry, GameFileError
from .following import has_a_step_to_pass, skipped
from .game_file import GameFile
from .nearest import outlook
from .reading import Reading, Translation, Unfinished, WrittenRun
from .stock_actions import STOCK_TRANSLATIONS
from .turn_actions import TURN_TRANSLATIONS

TRANSLATIONS: Mapping[tuple[str, str], Translation] = {**STOCK_TRANSLATIONS, **TURN_TRANSLATIONS}

UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError, RecursionError)
"""What malformed values could lead to beyond the checks made here."""


class Importer:
    """Replays a game file action by action.

    ``state`` is the game so far, ``record`` collects our actions. Iterating yields, for each effective action of the
    file, its number and the state after it, or None where it is only a part of a larger action of ours.

    Where our rules give another revenue than the file, the import stops; with ``as_written`` it takes the revenue of
    the file, ``written_runs`` tells where, and the record has the rule option for it.
    """

    def __init__(self, game: GameFile, *, as_written: bool = False) -> None:
        """Raises `GameFileError` where the game cannot be set up like this."""
        self.game = game
        self.setup = _as_written(game.setup) if as_written else game.setup
        try:
            state = start(self.setup)
        except SetupError as error:
            raise GameFileError(f"the set-up is not possible: {error}") from error
        self.reading = Reading(state, game.seats, game.actions, as_written)
        self.taken: list[Action] = []
        self.events: Log = []
        self.unfinished = 0
        """Entries at the end of the file that are only the beginning of an action of ours."""

    @property
    def state(self) -> GameState:
        """The game so far."""
        return self.reading.state

    @property
    def record(self) -> GameRecord:
        """Our record of what has been replayed so far."""
        return GameRecord(self.setup, tuple(self.taken))

    @property
    def written_runs(self) -> list[WrittenRun]:
        """The runs so far that bring in what the file says rather than what the rules give."""
        return self.reading.written_runs

    def __iter__(self) -> Iterator[tuple[int, GameState | None]]:
        """Raises `GameFileError` at an action that cannot be mapped or is not legal."""
        reading = self.reading
        while reading.at < len(reading.entries):
            first = reading.at
            self.events = []
            try:
                self._step(reading.entries[first])
            except Unfinished:
                reading.at = len(reading.entries)
                self.unfinished = reading.at - first
                yield from ((number, None) for number in range(first, reading.at))
                return
            except GameFileError:
                yield from ((number, None) for number in range(first, reading.at))
                raise
            yield from ((number, None) for number in range(first, reading.at))
            yield reading.at, self.state
            reading.at += 1

    def _step(self, entry: Entry) -> None:
        """One entry, and what ends the steps behind it at which the site did not stop."""
        if entry.fault:
            raise entry.fail(entry.fault)
        if self.state.finished:
            raise entry.fail("the game is over")
        reading, company = self.reading, company_of(self.state)
        try:
            self._skip_to(reading.at)
            self._take_over(entry)
            reading.last_actor = site_name(company) if entry.actor == "company" and company else entry.entity
            self._skip_to(reading.at + 1)
        except (GameFileError, Unfinished):
            raise
        except UNREADABLE as error:
            raise entry.fail(f"it cannot be read: {type(error).__name__} {error}") from error

    def _skip_to(self, at: int) -> None:
        for action in skipped(self.reading, at):
            self._apply(action)

    def _take_over(self, entry: Entry) -> None:
        action = self._pass(entry) if entry.kind == "pass" else self._translated(entry)
        if action is not None:
            self._apply(action)

    def _translated(self, entry: Entry) -> Action | None:
        translate = TRANSLATIONS.get((entry.kind, entry.actor))
        if translate is None:
            raise entry.fail(f"the kind {entry.kind!r} of action by a {entry.actor or 'nameless actor'} is not known")
        return translate(self.reading, entry)

    def _apply(self, action: Action) -> None:
        try:
            self.events += apply(self.state, action)
        except IllegalAction as error:
            present = self.reading.entries[self.reading.at]
            raise present.fail(f"{error}; {outlook(self.state, action)}") from error
        self.taken.append(action)
        self.reading.shares.settle(self.state)

    def _pass(self, entry: Entry) -> Pass | None:
        """Ends the step or the stock turn; None where it already ended by itself."""
        now = decision(self.state)
        assert now is not None
        own_again = self.reading.last_actor == entry.entity
        if entry.actor == "player":
            seat = self.reading.seat(entry)
            return None if own_again and seat != now.player else Pass(seat)
        if entry.actor == "company":
            return self._end_of_power(entry, Pass(now.player, now.company, entry.entity))
        company = self.reading.company(entry)
        if company not in self.state.companies:
            raise entry.fail(f"{company} has not started, or is gone")
        if (own_again or company == now.company) and not has_a_step_to_pass(self.reading, company):
            return None
        return Pass(self.state.companies[company].director, company)

    def _end_of_power(self, entry: Entry, action: Pass) -> Pass | None:
        """No more lays with a power; None where the private company closed with its last one."""
        if entry.entity not in self.state.title.privates:
            raise entry.fail("there is no such private company")
        return None if entry.entity in self.state.gone else action


def _as_written(setup: Setup) -> Setup:
    return replace(setup, options=replace(setup.options, revenue="as_written"))

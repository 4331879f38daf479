"""From the actions of an 18xx.games file to ours: the flow.

The site says `pass` without the step that it ends, leaves steps out in which nothing could be done, and spreads some of
our actions over several of its own. What each kind of action means is in `stock_actions` and `turn_actions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ..actions import Action, Pass
from ..engine import STEPS, IllegalAction, apply, decision, start
from ..events import Log
from ..record.game_record import GameRecord
from ..record.setup import SetupError
from ..state.model import GameState
from .entry import Entry, GameFileError, our_name, site_name
from .game_file import GameFile
from .place_ids import PlaceIds
from .share_ids import ShareIds
from .skipping import company_of, ways_to
from .stock_actions import STOCK_TRANSLATIONS
from .train_ids import TrainIds
from .turn_actions import TURN_TRANSLATIONS

Translation = Callable[["Importer", Entry], Action | None]

TRANSLATIONS: Mapping[tuple[str, str], Translation] = {**STOCK_TRANSLATIONS, **TURN_TRANSLATIONS}

STEP_OF = {
    "acquire_company": "acquire_private",
    "lay_tile": "track",
    "place_token": "token",
    "run_routes": "run_trains",
    "dividend": "dividend",
    "buy_train": "buy_train",
    "merge": "acquire_minor",
}
"""The step of an operating turn in which a kind of action is taken."""

UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError, RecursionError)
"""What malformed values could lead to beyond the checks made here."""


class _Unfinished(Exception):
    """The file ends in the middle of what is one action of ours."""


class Importer:
    """Replays a game file action by action.

    ``state`` is the game so far, ``record`` collects our actions. Iterating yields, for each effective action of the
    file, its number and the state after it, or None where it is only a part of a larger action of ours. ``strict``
    stops at runs for which our rules give another revenue than the file.
    """

    def __init__(self, game: GameFile, *, strict: bool = True) -> None:
        """Raises `GameFileError` where the game cannot be set up like this."""
        self.game = game
        self.strict = strict
        try:
            self.state = start(game.setup)
        except SetupError as error:
            raise GameFileError(f"the set-up is not possible: {error}") from error
        self.taken: list[Action] = []
        self.events: Log = []
        self.shares = ShareIds()
        self.trains = TrainIds()
        self.places = PlaceIds()
        self._at = 0
        self._last_actor = ""

    @property
    def record(self) -> GameRecord:
        """Our record of what has been replayed so far."""
        return GameRecord(self.game.setup, tuple(self.taken))

    def __iter__(self) -> Iterator[tuple[int, GameState | None]]:
        """Raises `GameFileError` at an action that cannot be mapped or is not legal."""
        while self._at < len(self.game.actions):
            first = self._at
            self.events = []
            try:
                self._step(self.game.actions[first])
            except _Unfinished:
                self._at = len(self.game.actions)
                yield from ((number, None) for number in range(first, self._at))
                return
            except GameFileError:
                yield from ((number, None) for number in range(first, self._at))
                raise
            yield from ((number, None) for number in range(first, self._at))
            yield self._at, self.state
            self._at += 1

    # -- what translations ask -------------------------------------------------------------------------------------

    def seat(self, entry: Entry) -> int:
        """The seat of the player who acts."""
        seat = self.game.seats.get(entry.entity)
        if seat is None:
            raise entry.fail("there is no such player")
        return seat

    def company(self, entry: Entry, key: str = "entity") -> str:
        """A company's id; the site calls minors by their bare number."""
        return our_name(entry.text(key))

    def acting(self, entry: Entry) -> str:
        """The company whose turn it is, for which a private acts."""
        if self.state.turn is None:
            raise entry.fail("it is used in an operating turn of the company that owns it")
        return self.state.turn.company

    def comes(self, entry: Entry, *kinds: str) -> bool:
        """Whether the next action is one of these kinds and by the same actor."""
        following = self._following()
        return following is not None and following.kind in kinds and following.same_actor(entry)

    def take(self, entry: Entry, *kinds: str) -> Entry:
        """The next action, which completes the present one."""
        following = self._following()
        if following is None:
            raise _Unfinished
        if not self.comes(entry, *kinds) or following.fault:
            raise entry.fail(f"action {following.number} is {following.kind}, not the {kinds[0]} that completes it")
        self._at += 1
        return following

    def coming_choice(self, entry: Entry, known: Mapping[str, str]) -> str:
        """A later choice by the same company out of these words."""
        for later in self.game.actions[self._at + 1 :]:
            if later.kind == "choose" and later.same_actor(entry) and later.data.get("choice") in known:
                return known[str(later.data["choice"])]
        raise entry.fail("the file does not say what it is used for")

    def is_idle(self) -> bool:
        """Whether the player whose stock turn it is can do nothing but pass."""
        return self.state.step == "stock_turn" and not STEPS["stock_turn"].any_option(self.state)

    def _following(self) -> Entry | None:
        return self.game.actions[self._at + 1] if self._at + 1 < len(self.game.actions) else None

    # -- flow ------------------------------------------------------------------------------------------------------

    def _step(self, entry: Entry) -> None:
        if entry.fault:
            raise entry.fail(entry.fault)
        if self.state.finished:
            raise entry.fail("the game is over")
        company = company_of(self.state)
        try:
            self._take_over(entry)
        except (GameFileError, _Unfinished):
            raise
        except IllegalAction as error:
            raise self.game.actions[self._at].fail(str(error)) from error
        except UNREADABLE as error:
            raise entry.fail(f"it cannot be read: {type(error).__name__} {error}") from error
        self._last_actor = site_name(company) if entry.actor == "company" and company else entry.entity

    def _take_over(self, entry: Entry) -> None:
        if entry.kind == "pass":
            self._pass(entry)
            return
        translate = TRANSLATIONS.get((entry.kind, entry.actor))
        if translate is None:
            raise entry.fail(f"the kind {entry.kind!r} of action by a {entry.actor or 'nameless actor'} is not known")
        action = translate(self, entry)
        if action is not None:
            self._go_to(action)

    def _apply(self, action: Action) -> None:
        self.events += apply(self.state, action)
        self.taken.append(action)

    def _pass(self, entry: Entry) -> None:
        """Ends the step or the stock turn, unless it already ended by itself."""
        now = decision(self.state)
        assert now is not None
        company = "" if entry.actor == "player" else self.company(entry)
        if company:
            if company == now.company and (_is_compulsory(now.step) or self._ends_another_step(entry, now.step)):
                return
            if company == now.company or self._last_actor != entry.entity:
                if company not in self.state.companies:
                    raise entry.fail(f"{company} has not started, or is gone")
                self._go_to(Pass(self.state.companies[company].director, company))
        else:
            seat = self.seat(entry)
            if seat == now.player or self._last_actor != entry.entity or self.is_idle():
                self._go_to(Pass(seat))

    def _go_to(self, action: Action) -> None:
        """Carries an action out, after ending the steps at which the site did not stop."""
        for skipped in ways_to(self.state, action):
            self._apply(skipped)
        self._apply(action)

    def _ends_another_step(self, entry: Entry, step: str) -> bool:
        """Whether the company goes on with the present step, so that the pass ended one at which we do not stop."""
        following = self._following()
        if following is None or following.kind == "pass" or not following.same_actor(entry):
            return False
        return STEP_OF.get(following.kind) == step


def _is_compulsory(step: str) -> bool:
    """Whether a step has no pass, so that one must have ended an earlier step at which we do not stop."""
    return step in STEPS and Pass not in STEPS[step].rules

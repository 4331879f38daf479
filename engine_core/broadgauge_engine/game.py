"""A game in one hand: its record, its present state, and the way back."""

from __future__ import annotations

from . import engine
from .actions import Action
from .events import Log
from .options import Options
from .record.game_record import GameRecord
from .state.model import GameState
from .state.setup import Setup


class Game:
    """A game that is played, or looked at, in one process.

        game = Game(Setup("1822", ("Ada", "Brunel", "Clara"), seed=7))
        for option in game.options: ...
        events = game.do(option.action)
        game.undo()

    The states before each action are kept, so undoing takes no replay.
    """

    def __init__(self, setup: Setup) -> None:
        self._states = [engine.start(setup)]
        self._actions: list[Action] = []
        self._setup = setup

    @classmethod
    def from_record(cls, record: GameRecord) -> Game:
        """The game of a record, at its end.

        Raises:
            SetupError: the set-up is not possible.
            IllegalRecord: an action is not legal at its place.
        """
        game = cls(record.setup)
        for index, action in enumerate(record.actions):
            try:
                game.do(action)
            except engine.IllegalAction as error:
                raise engine.IllegalRecord(index, error.refusal) from error
        return game

    @property
    def state(self) -> GameState:
        """The present state; change it only through `do` and `undo`."""
        return self._states[-1]

    @property
    def record(self) -> GameRecord:
        """Set-up and actions so far."""
        return GameRecord(self._setup, tuple(self._actions))

    @property
    def options(self) -> Options:
        """All that may be done now."""
        return engine.options(self.state)

    def do(self, action: Action) -> Log:
        """Carries out a legal action; what happened, in order.

        Raises:
            IllegalAction: the action is not among the options; nothing changes.
        """
        state = self.state.copy()
        events = engine.apply(state, action)
        self._states.append(state)
        self._actions.append(action)
        return events

    def undo(self) -> Action:
        """Takes the last action back, and returns it.

        Raises:
            IndexError: there is no action.
        """
        action = self._actions.pop()
        self._states.pop()
        return action

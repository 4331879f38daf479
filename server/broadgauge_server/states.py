"""Recently used states by etag: an accelerator that every call could do without."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from broadgauge_engine.state.model import GameState


class RecentStates:
    """The most recently used states; what goes in and what comes out are copies."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._states: OrderedDict[str, GameState] = OrderedDict()
        self._lock = Lock()

    def get(self, etag: str) -> GameState | None:
        """A copy of the state with this etag, if it is still here."""
        with self._lock:
            state = self._states.get(etag)
            if state is None:
                return None
            self._states.move_to_end(etag)
        return state.copy()

    def put(self, etag: str, state: GameState) -> None:
        """Keeps a copy of a state; the one that was not used for longest makes room."""
        copy = state.copy()
        with self._lock:
            self._states[etag] = copy
            self._states.move_to_end(etag)
            while len(self._states) > self._size:
                self._states.popitem(last=False)

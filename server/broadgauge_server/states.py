"""Recently used situations: an accelerator that every call could do without."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from .situation import Situation

Key = str | bytes
"""An etag, or the bytes of a snapshot."""


class RecentStates:
    """The most recently used situations by etag or snapshot; what comes out are copies."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._situations: OrderedDict[Key, Situation] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Situation | None:
        """A copy of the situation with this key, if it is still here."""
        with self._lock:
            situation = self._situations.get(key)
            if situation is None:
                return None
            self._situations.move_to_end(key)
        return situation.copy()

    def put(self, situation: Situation, *keys: Key) -> None:
        """Keeps a situation, which nobody may change from now on; what was not used for longest makes room."""
        with self._lock:
            for key in keys:
                self._situations[key] = situation
                self._situations.move_to_end(key)
            while len(self._situations) > self._size:
                self._situations.popitem(last=False)

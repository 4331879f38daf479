"""The searches for routes in progress, so that all can be ended when the server stops."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from broadgauge_engine.routes import Cancel


class Searches:
    """Searches in progress."""

    def __init__(self) -> None:
        self._running: set[Cancel] = set()
        self._lock = Lock()
        self.stopping = False
        """Whether no new search should begin."""

    @contextmanager
    def running(self) -> Iterator[Cancel]:
        """A flag that ends one search, by whoever sets it or by `stop`."""
        cancel = Cancel()
        with self._lock:
            self._running.add(cancel)
            if self.stopping:
                cancel.set()
        try:
            yield cancel
        finally:
            with self._lock:
                self._running.discard(cancel)

    def stop(self) -> None:
        """Ends all searches; they answer with the best that they found."""
        with self._lock:
            self.stopping = True
            for cancel in self._running:
                cancel.set()

"""Waiting for signals in the main thread.

Python runs signal handlers in the main thread, between two of its instructions. A signal that comes just before the
main thread begins to wait, or that the system gives to another thread, does not end the wait; so no wait is long.
"""

from __future__ import annotations

import time
from threading import Event

LOOK_SECONDS = 0.2


def wait_for(event: Event) -> None:
    """Waits for an event that a signal sets."""
    while not event.wait(LOOK_SECONDS):
        pass


def pause(seconds: float, event: Event) -> None:
    """Waits for some time, or until the event is set, by a signal perhaps."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0 and not event.wait(min(left, LOOK_SECONDS)):
        pass

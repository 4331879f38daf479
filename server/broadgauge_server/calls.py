"""Notes that one call collects on its way through the server, for its line in the log."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class CallNotes:
    """What is known about the call in progress."""

    request_bytes: int = 0
    response_bytes: int = 0
    etag: str = ""
    revision: int | None = None
    reason: str = ""
    proven: bool = True
    """Whether the state surely follows from its record; see `broadgauge_server.positions.Situation`."""


_notes: ContextVar[CallNotes | None] = ContextVar("call_notes", default=None)


def begin() -> CallNotes:
    """Starts the notes of a new call in this thread."""
    notes = CallNotes()
    _notes.set(notes)
    return notes


def notes() -> CallNotes:
    """The notes of the call in progress; fresh ones outside of any call."""
    return _notes.get() or CallNotes()

"""A state and where in its game it is."""

from __future__ import annotations

from dataclasses import dataclass

from broadgauge_engine.state.model import GameState


@dataclass(frozen=True, slots=True)
class Situation:
    """A state that belongs to one call alone, and where in its game it is."""

    state: GameState
    revision: int
    etag: str
    proven: bool
    """Whether the state surely follows from its record: replayed, or from a snapshot that we signed."""

    def copy(self) -> Situation:
        """The same situation with a state of its own."""
        return Situation(self.state.copy(), self.revision, self.etag, self.proven)

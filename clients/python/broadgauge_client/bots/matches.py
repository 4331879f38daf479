"""Bots at one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from broadgauge.v1.actions_pb2 import Action
from broadgauge.v1.events_pb2 import Event

from ..session import GameSession


class Bot(Protocol):
    """Decides for a seat."""

    def decide(self, game: GameSession) -> Action:
        """What to do now in a game that waits for a decision; the game stays as it is."""
        ...


def play(
    game: GameSession, bots: Sequence[Bot], told: Callable[[list[Event]], None] = lambda events: None, limit: int = 0
) -> None:
    """Lets bots play a game to its end.

    Args:
        game: The game.
        bots: A bot for each seat, in seat order.
        told: Hears what each action caused.
        limit: Number of actions after which to stop; 0 for none.

    Raises:
        ValueError: there is not one bot for each seat.
    """
    seats = len(game.record.setup.players)
    if len(bots) != seats:
        raise ValueError(f"{len(bots)} bots for {seats} seats")
    while game.decision is not None and not (limit and game.revision >= limit):
        told(game.do(bots[game.decision.player - 1].decide(game)))

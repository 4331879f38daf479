"""A bot that plays with a plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from broadgauge.v1.actions_pb2 import Action

from ..session import GameSession
from . import turns
from .stock_turns import StockTurn
from .table import Memory, Table
from .track import TrackPlan
from .trains import TrainPurchase, real


class ShrewdBot:
    """Values what it buys, saves for trains before they are needed, and tries track out before it lays it.

    It knows only what the API tells everybody, and leaves nothing to chance: the same game makes the same choices. One
    bot may play several seats of one game; another game needs another bot.

    Args:
        seed: Taken as every bot takes one; it changes nothing.
    """

    def __init__(self, seed: int = 0) -> None:
        self._memory: Memory | None = None

    def decide(self, game: GameSession) -> Action:
        """What to do now."""
        if self._memory is None:
            self._memory = Memory(game.title())
        table = Table(game, self._memory)
        if len(table.options) == 1 and not table.options[0].domains:
            return table.options[0].action
        action = _STEPS.get(table.step, _otherwise)(table)
        return action if action is not None else _otherwise(table)


def _otherwise(table: Table) -> Action:
    return table.passing() or table.options[0].action


def _stock_turn(table: Table) -> Action | None:
    return StockTurn(table).best()


def _first_turn(table: Table) -> Action | None:
    return next((option.action for option in table.of("buy_train")), None)


def _track(table: Table) -> Action | None:
    lays = table.of("lay_tile")
    return TrackPlan(table).best([option for option in lays if not option.asks]) if lays else None


def _trains(table: Table) -> Action | None:
    best = TrainPurchase(table).best(table.of("buy_train", "flip_train"))
    must = not real(table, table.company.trains)
    if best is not None and (must or best.value > 0):
        return best.action
    if must and table.of("sell_shares"):
        return turns.sell_least(table).action
    return None


_STEPS: Mapping[str, Callable[[Table], Action | None]] = {
    "stock_turn": _stock_turn,
    "first_turn": _first_turn,
    "acquire_private": turns.acquire_private,
    "track": _track,
    "token": turns.place_token,
    "dividend": turns.dividend,
    "buy_train": _trains,
    "acquire_minor": turns.acquire_minor,
    "issue_redeem": turns.issue_or_redeem,
    "discard_train": turns.discard,
    "proposal": turns.answer,
}

"""A bot that looks at the table before it chooses by chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from broadgauge.v1.actions_pb2 import Action
from broadgauge.v1.options_pb2 import ActionOption
from broadgauge.v1.view_pb2 import CompanyView, GameView, PlayerView

from ..actions import kind
from ..session import GameSession
from .chance import RandomBot

RESERVE = 80
"""Pounds that a careful bot keeps, times the phase, for itself and each of its companies."""
FIELDS = ("phase", "players", "companies")
"""Fields of the view that it looks at."""


class CarefulBot:
    """A random bot that looks at the table first: it keeps a reserve and lets companies save for trains.

    Args:
        seed: The same seed makes the same choices.
    """

    def __init__(self, seed: int) -> None:
        self._random = RandomBot(seed)

    def choose(self, options: Sequence[ActionOption], view: GameView) -> Action:
        """One of the options that look prudent, or of all where none does.

        Raises:
            ValueError: there are no options.
        """
        prudent = [option for option in options if _prudent(option, view)]
        return self._random.choose(prudent or options)

    def decide(self, game: GameSession) -> Action:
        """What to do now in a game that waits for a decision."""
        return self.choose(game.options(), game.view(*FIELDS))


def _prudent(option: ActionOption, view: GameView) -> bool:
    judge = _JUDGES.get(kind(option.action))
    return judge is None or judge(option.action, view)


def _spare(player: PlayerView, view: GameView) -> int:
    """What a player can spend and still help a company or two to a train."""
    reserve = RESERVE * view.phase * (1 + len(player.directorships))
    return player.cash - player.committed - reserve


def _player(view: GameView, seat: int) -> PlayerView:
    return view.players[seat - 1]


def _company(view: GameView, company: str) -> CompanyView:
    return next(found for found in view.companies if found.id == company)


def _bid(action: Action, view: GameView) -> bool:
    bid = action.place_bid
    return bid.amount <= _spare(_player(view, bid.player), view)


def _share(action: Action, view: GameView) -> bool:
    purchase = action.buy_share
    price = _company(view, purchase.company).price
    return price <= _spare(_player(view, purchase.player), view)


def _conversion(action: Action, view: GameView) -> bool:
    conversion = action.convert_concession
    return conversion.par <= _spare(_player(view, conversion.player), view)


def _dividend(action: Action, view: GameView) -> bool:
    """Pays when the treasury can buy the next train, and saves when it cannot."""
    rich = _company(view, action.pay_dividend.company).cash >= 100 * view.phase
    return action.pay_dividend.payout == ("pay" if rich else "withhold")


def _train(action: Action, view: GameView) -> bool:
    """Leaves other companies' trains alone, and buys a further train only from plenty."""
    company = _company(view, action.buy_train.company)
    outside = action.buy_train.source in ("bank", "pool")
    return outside and (not company.trains or company.cash >= 2 * action.buy_train.price)


_JUDGES: Mapping[str, Callable[[Action, GameView], bool]] = {
    "place_bid": _bid,
    "buy_share": _share,
    "convert_concession": _conversion,
    "pay_dividend": _dividend,
    "buy_train": _train,
}

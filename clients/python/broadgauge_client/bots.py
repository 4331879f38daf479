"""Bots that play by choosing among the listed options."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from broadgauge.v1.actions_pb2 import Action
from broadgauge.v1.options_pb2 import ActionOption, Domain
from broadgauge.v1.view_pb2 import CompanyView, GameView, PlayerView

from .actions import kind, with_numbers

WEIGHTS: Mapping[str, float] = {
    "place_bid": 8,
    "convert_concession": 20,
    "buy_director_certificate": 20,
    "buy_share": 30,
    "repay_loan": 8,
    "sell_shares": 0.1,
    "lay_tile": 20,
    "place_token": 2,
    "run_trains": 100,
    "pass": 1,
    "buy_train": 8,
    "acquire_private": 4,
    "acquire_minor": 60,
    "issue_shares": 0.2,
    "redeem_shares": 0.2,
    "discard_train": 1,
    "move_certificate": 0.1,
}
"""How much a bot likes each kind of action; kinds that are not named have weight 3."""

USUAL_WEIGHT = 3.0
RESERVE = 80
"""Pounds that a careful bot keeps, times the phase, for itself and each of its companies."""


class RandomBot:
    """Chooses a kind of action by weight, then any option of that kind.

    It bids little more than the minimum, pays loans back as far as it can, and others as little as it can.

    Args:
        seed: The same seed makes the same choices.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, options: Sequence[ActionOption]) -> Action:
        """One of the options, with its numbers chosen.

        Raises:
            ValueError: there are no options.
        """
        if not options:
            raise ValueError("there is nothing to choose from")
        by_kind: dict[str, list[ActionOption]] = {}
        for option in options:
            by_kind.setdefault(kind(option.action), []).append(option)
        weights = [WEIGHTS.get(name, USUAL_WEIGHT) for name in by_kind]
        chosen = self._random.choices(list(by_kind), weights)[0]
        option = self._random.choice(by_kind[chosen])
        number = {"place_bid": self._near_minimum, "repay_loan": _maximum}.get(chosen, _minimum)
        return with_numbers(option, {domain.field: number(domain) for domain in option.domains})

    def _near_minimum(self, domain: Domain) -> int:
        steps = (domain.maximum - domain.minimum) // domain.step
        return domain.minimum + domain.step * min(steps, int(self._random.expovariate(0.5)))


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


def _minimum(domain: Domain) -> int:
    return domain.minimum


def _maximum(domain: Domain) -> int:
    return domain.minimum + (domain.maximum - domain.minimum) // domain.step * domain.step


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

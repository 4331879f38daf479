"""A bot that plays by chance among the listed options."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from broadgauge.v1.actions_pb2 import Action
from broadgauge.v1.options_pb2 import ActionOption, Domain

from ..actions import kind, with_numbers
from ..session import GameSession

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

    def decide(self, game: GameSession) -> Action:
        """What to do now in a game that waits for a decision."""
        return self.choose(game.options())

    def _near_minimum(self, domain: Domain) -> int:
        steps = (domain.maximum - domain.minimum) // domain.step
        return domain.minimum + domain.step * min(steps, int(self._random.expovariate(0.5)))


def _minimum(domain: Domain) -> int:
    return domain.minimum


def _maximum(domain: Domain) -> int:
    return domain.minimum + (domain.maximum - domain.minimum) // domain.step * domain.step

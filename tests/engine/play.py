"""Random play through the engine's own options, for property tests and golden playthroughs.

The player is lively: it bids, buys and builds more often than it passes, so that games reach their last phase, and
every kind of action gets its chance.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from broadgauge_engine import actions as a
from broadgauge_engine import engine
from broadgauge_engine.actions import Action
from broadgauge_engine.options import Option
from broadgauge_engine.record import Removals, Setup, least_in_play
from broadgauge_engine.record.deck import deck
from broadgauge_engine.rule_options import RuleOptions
from broadgauge_engine.state.model import GameState
from broadgauge_engine.title import load_title

WEIGHTS: dict[type[Any], float] = {
    a.Pass: 0.6,
    a.SellShares: 0.15,
    a.MoveCertificate: 0.02,
    a.MoveToken: 0.1,
    a.AcquireMinor: 3.0,
    a.IssueShares: 0.3,
    a.RedeemShares: 0.3,
    a.BuyShare: 4.0,
    a.ConvertConcession: 2.0,
    a.BuyDirectorCertificate: 1.0,
    a.PlaceBid: 0.8,
    a.PlaceToken: 3.0,
    a.FlipTrain: 3.0,
    a.BuyTrain: 0.8,
}
"""How likely each kind of action is, shared between the options of that kind; 1 for those not named."""
TITLES = ("1822", "1822MRS", "1822NRS")
VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("1822", {}),
    ("1822", {"plus_expansion": True}),
    ("1822", {"plus_expansion": True, "plus_no_removals": True, "tax_haven_multiple": True}),
    ("1822", {"plus_expansion": True, "plus_single_stack": True}),
    ("1822MRS", {}),
    ("1822MRS", {"private_set": "advanced"}),
    ("1822NRS", {}),
)


def setup(number: int, title: str | None = None, players: int | None = None, preset: str | None = None) -> Setup:
    """A set-up by number: titles, variants, player counts and both presets take turns."""
    name, variants = VARIANTS[number % len(VARIANTS)]
    if title is not None:
        name, variants = title, {}
    seats = players or 2 + number // len(VARIANTS) % 6
    options = RuleOptions.from_mapping({"preset": preset or ("rulebook", "recorded")[number // 3 % 2], **variants})
    return Setup(name, tuple(f"Player {seat}" for seat in range(1, seats + 1)), 1000 + number, options)


SCENARIOS: tuple[tuple[str, dict[str, Any]], ...] = (*VARIANTS, ("1822MRS", {"south_west": True}))


def scenario(number: int) -> Setup:
    """A set-up by number from which companies are removed at random, some by name and some drawn, up to the most."""
    chance = random.Random(number)
    name, variants = SCENARIOS[number % len(SCENARIOS)]
    seats = 2 + number // len(SCENARIOS) % 6
    options = RuleOptions.from_mapping({"preset": ("rulebook", "recorded")[number // 3 % 2], **variants})
    setup = Setup(name, tuple(f"Player {seat}" for seat in range(1, seats + 1)), 1000 + number, options)
    named: list[str] = []
    drawn: dict[str, int] = {}
    title = load_title(name)
    for kind, cards in deck(title, setup).items():
        by_variant = {"minors": 2 * options.south_west, "privates": 3 * options.plus_expansion}.get(kind, 0)
        most = len(cards) - by_variant - least_in_play(title)[kind]
        out = chance.choice((0, most, chance.randint(0, most)))
        by_name = min(chance.randint(0, out), len(cards) // 2)
        named += chance.sample(cards, by_name)
        drawn[f"drawn_{kind}"] = out - by_name
    return replace(setup, removals=Removals(tuple(named), **drawn))


def choose(options: Sequence[Option], chance: random.Random) -> Action:
    """One of the options; a number with a domain is taken from its lower part, where games go on longest."""
    kinds: dict[type[Any], list[Option]] = {}
    for option in options:
        kinds.setdefault(type(option.action), []).append(option)
    weights = [WEIGHTS.get(kind, 1.0) for kind in kinds]
    option = chance.choice(kinds[chance.choices(list(kinds), weights)[0]])
    action = option.action
    for domain in option.domains:
        steps = (domain.maximum - domain.minimum) // domain.step
        taken = min(steps, int(chance.expovariate(1 / (1 + steps * 0.1))))
        if isinstance(action, a.RepayLoan):
            taken = steps  # Debts are paid off at once, as people would.
        action = replace(action, **{domain.field: domain.minimum + domain.step * taken})
    return action


def play(
    setup: Setup, seed: int, most: int = 5000, allowed: Callable[[GameState, Action], bool] = lambda state, action: True
) -> Iterator[tuple[GameState, Action, list[Any]]]:
    """Plays a game with the allowed actions, yielding the state, each action, and its events after it is applied.

    The state is changed in place between the yield of the state and the next one; copy it to keep it.
    """
    chance = random.Random(seed)
    state = engine.start(setup)
    for _ in range(most):
        if state.finished:
            return
        action = choose([option for option in engine.options(state) if allowed(state, option.action)], chance)
        events = engine.apply(state, action)
        yield state, action, events

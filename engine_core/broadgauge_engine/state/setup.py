"""What must be known to start a game."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..rule_options import RuleOptions


@dataclass(frozen=True, slots=True)
class Setup:
    """What must be known to start a game; player names are in seat order, seat 1 first."""

    title: str
    players: tuple[str, ...]
    seed: int
    options: RuleOptions = field(default_factory=RuleOptions)

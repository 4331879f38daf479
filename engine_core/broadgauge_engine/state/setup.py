"""What must be known to start a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..rule_options import RuleOptions

if TYPE_CHECKING:
    from ..title.model import CompanyCard


class SetupError(ValueError):
    """A game cannot be set up like this; ``field`` names the part that is wrong, as ``removals.named[2]``."""

    def __init__(self, field_name: str, text: str) -> None:
        super().__init__(text)
        self.field = field_name


@dataclass(frozen=True, slots=True)
class Removals:
    """Companies that stay out of a scenario (6.2.1): those named by id, and so many more drawn from the seed.

    Minors, majors and privates are named like ``M5``, ``LNWR``, ``P3``; a major's concession stays out with it.
    """

    named: tuple[str, ...] = ()
    drawn_minors: int = 0
    drawn_majors: int = 0
    drawn_privates: int = 0

    def __bool__(self) -> bool:
        """Whether the set-up removes anything, or tries to."""
        return bool(self.named or self.drawn_minors or self.drawn_majors or self.drawn_privates)


@dataclass(frozen=True, slots=True)
class Setup:
    """What must be known to start a game; player names are in seat order, seat 1 first."""

    title: str
    players: tuple[str, ...]
    seed: int
    options: RuleOptions = field(default_factory=RuleOptions)
    removals: Removals = field(default_factory=Removals)

    def admits(self, card: CompanyCard) -> bool:
        """Whether a company takes part under the rule options, unless it is removed."""
        return card.rule_option is None or bool(getattr(self.options, card.rule_option))

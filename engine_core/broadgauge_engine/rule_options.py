"""Rule options: the variants of the rulebook, and where recorded games were played differently.

Two presets: `RuleOptions()` is the rulebook, `RuleOptions.recorded()` how games recorded on 18xx.games were played.
Where both readings cannot be told apart by a replay there is no option, and the rulebook is followed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Literal, get_args, get_type_hints


class RuleOptionError(ValueError):
    """An unknown rule option, or a value that it does not have."""


@dataclass(frozen=True, slots=True)
class RuleOptions:
    """How this game is played; the first value of each option is the rulebook's."""

    plus_expansion: bool = False
    """1822+: thirty minors, private companies in three stacks (2.1.7)."""
    plus_no_removals: bool = False
    """1822+ with all 21 private companies (6.1.3)."""
    plus_single_stack: bool = False
    """1822+ with one mixed stack of private companies (6.1.3)."""
    tax_haven_multiple: bool = False
    """P16 may buy further shares from its own cash (6.1.2)."""
    private_set: Literal["", "starter", "advanced"] = ""
    """Which private companies take part in the medium regional scenario, also for two players (6.2.1)."""
    south_west: bool = False
    """In the medium regional scenario M22 and M23 begin in the south-west, and two other minors stay out (6.2.1)."""
    stack_visibility: Literal["full", "next", "hidden"] = "full"
    """How much of the stacks the players see (6.1.1)."""

    sell_timing: Literal["before_action", "until_buy"] = "before_action"
    """Shares are sold before anything else (4.1.3), or also between bids."""
    block_price: Literal["turn_start", "per_action"] = "turn_start"
    """All shares of a company sold in one turn bring the price at its start (4.6.3), or each block its own."""
    emergency_price: Literal["frozen", "stepwise"] = "frozen"
    """In emergency money raising every share brings its price at the start (5.17.1), or the present one."""
    emergency_sales: Literal["forced", "voluntary"] = "forced"
    """Directors sell in an operating round only when they must (5.17), or when company and director are short."""
    loan_source: Literal["separate", "bank"] = "separate"
    """Loans come from outside the bank's money (4.2.4), or out of it."""
    end_trigger: Literal["earliest", "first"] = "earliest"
    """The earliest end of all triggers counts (1.3.1), or the first trigger found stays."""
    half_rounding: Literal["combined", "per_group"] = "combined"
    """Half dividends of a 2P or LP and the rest are added before rounding (5.14.1), or rounded one by one."""
    merge_director: Literal["immediate", "deferred"] = "immediate"
    """Shares given for a minor can change the director at once (3.4.2), or at the next transfer."""
    second_extra_train: Literal["forbidden", "discard"] = "forbidden"
    """A second 2P, Pullman, or 2P beside LP cannot be acquired (5.5.13), or one is discarded."""
    six_way: Literal["all", "cities"] = "all"
    """Six-exit tiles are preferred for track, towns and cities (5.8.17), or for cities only."""
    p17_top: Literal["own_stack", "behind_box_three"] = "own_stack"
    """P17 moves a private to the top of its own stack, or in 1822+ behind box 3."""
    single_stack: Literal["shuffled", "concatenated"] = "shuffled"
    """The single stack of 1822+ with removals is mixed (6.1.3), or the three stacks one after another."""
    crossing: Literal["one_train", "one_track"] = "one_train"
    """One train a turn crosses between Merthyr Tydfil and Pontypool (5.4.7), or each of its tracks is used once."""
    channel: Literal["zero_stop", "france_only"] = "zero_stop"
    """A run may end in a tokened-out English Channel for nothing (5.4.6), or goes there only with France."""
    consent: Literal["ask", "assumed"] = "ask"
    """Other players are asked where the rulebook wants their agreement, or the acting player's word is enough."""
    revenue: Literal["maximum", "declared", "as_written"] = "maximum"
    """Trains must run for the maximum (5.13.6), or as declared; or a run may bring in what its action says, whatever
    the rules make of it."""
    discard_order: Literal["by_price", "any"] = "by_price"
    """Companies over the limit discard in order of price (5.15.7), or in any order."""
    discard_time: Literal["at_once", "in_operating_round"] = "at_once"
    """Discards after an export are made at once (5.15.7), or when the operating round has begun."""
    haven_payment: Literal["bank", "company"] = "bank"
    """From phase 6 the tax haven pays the bank for a treasury share of a major that has not floated (3.4.6), or the
    company."""
    estuary_tokens: Literal["by_side", "all_with_p12"] = "by_side"
    """P10 gives up a token for each side that it pays for, or both at once in a lay together with P12."""
    pauses: Literal["useful", "all"] = "useful"
    """The game asks only where something can be done, or at every step."""
    seat_order: Literal["shuffled", "given"] = "shuffled"
    """Player numbers are dealt at random (2.1.14), or follow the order in which players are named."""

    @classmethod
    def recorded(cls, **variants: Any) -> RuleOptions:
        """The preset for games recorded on 18xx.games; ``variants`` are set on top of it."""
        return replace(cls(), **_RECORDED, **variants)

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> RuleOptions:
        """Options from plain values; ``preset`` may be ``rulebook`` or ``recorded``.

        Raises:
            RuleOptionError: unknown option, or a value that the option does not have.
        """
        given = dict(values)
        preset = given.pop("preset", "rulebook")
        if preset not in ("rulebook", "recorded"):
            raise RuleOptionError(f"unknown preset {preset!r}; known: rulebook, recorded")
        choices = _choices()
        for name, value in given.items():
            if name not in choices:
                raise RuleOptionError(f"unknown rule option {name!r}")
            if not any(value is c or (isinstance(c, str) and value == c) for c in choices[name]):
                listed = ", ".join(map(repr, choices[name]))
                raise RuleOptionError(f"rule option {name} cannot be {value!r}; known: {listed}")
        base = cls.recorded() if preset == "recorded" else cls()
        return replace(base, **given)

    def to_mapping(self) -> dict[str, Any]:
        """The options that differ from the rulebook preset, as plain values."""
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if getattr(self, field.name) != field.default
        }


@cache
def _choices() -> Mapping[str, tuple[Any, ...]]:
    """The values of each option."""
    return {name: get_args(kind) or (False, True) for name, kind in get_type_hints(RuleOptions).items()}


_RECORDED: dict[str, Any] = {
    "sell_timing": "until_buy",
    "block_price": "per_action",
    "emergency_price": "stepwise",
    "emergency_sales": "voluntary",
    "loan_source": "bank",
    "end_trigger": "first",
    "half_rounding": "per_group",
    "merge_director": "deferred",
    "second_extra_train": "discard",
    "six_way": "cities",
    "p17_top": "behind_box_three",
    "single_stack": "concatenated",
    "crossing": "one_track",
    "channel": "france_only",
    "consent": "assumed",
    "revenue": "declared",
    "discard_order": "any",
    "discard_time": "in_operating_round",
    "haven_payment": "company",
    "estuary_tokens": "all_with_p12",
    "pauses": "all",
    "seat_order": "given",
}

"""The rule options with their values and meanings, as the engine documents them."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import get_args, get_type_hints

from broadgauge.v1 import title_pb2
from broadgauge_engine.rule_options import RuleOptionError, RuleOptions
from broadgauge_engine.title import TITLES, Title, load_title

_HAS: Mapping[str, Callable[[Title], bool]] = {
    **dict.fromkeys(
        ("plus_expansion", "plus_no_removals", "plus_single_stack", "single_stack"),
        lambda title: bool(title.set_up.base_privates),
    ),
    "private_set": lambda title: bool({"starter", "advanced"} & set(title.set_up.private_sets)),
    "south_west": lambda title: any(card.rule_option == "south_west" for card in title.companies.values()),
    "tax_haven_multiple": lambda title: "P16" in title.privates,
    "p17_top": lambda title: "P17" in title.privates,
    "crossing": lambda title: any(path.link for place in title.hexes.values() for path in place.face.paths),
    "channel": lambda title: any(place.name == "English Channel" for place in title.hexes.values()),
}
"""Rule options that change nothing in some titles, and the titles in which they do."""


def option_cards(title: Title) -> tuple[title_pb2.RuleOptionCard, ...]:
    """Every rule option that can change a game of this title, in the order of its declaration."""
    return tuple(card for card in _all_cards() if card.name not in _HAS or _HAS[card.name](title))


def check_values(values: Mapping[str, str], title_id: str) -> None:
    """Refuses rule options that do not exist, and values that they do not have.

    Raises:
        RuleOptionError: one does not; the message names those that do.
    """
    cards = {card.name: card for card in _all_cards()}
    for name, value in values.items():
        if name not in cards:
            listed = option_cards(load_title(title_id)) if title_id in TITLES else cards.values()
            raise RuleOptionError(f"unknown rule option {name!r}; known: {', '.join(card.name for card in listed)}")
        if value not in cards[name].values:
            known = ", ".join(map(_shown, cards[name].values))
            raise RuleOptionError(f"rule option {name} cannot be {value!r}; known: {known}")


@cache
def _all_cards() -> tuple[title_pb2.RuleOptionCard, ...]:
    hints, texts, recorded = get_type_hints(RuleOptions), _docstrings(RuleOptions), RuleOptions.recorded()
    return tuple(
        title_pb2.RuleOptionCard(
            name=field.name,
            values=map(_name, get_args(hints[field.name]) or (False, True)),
            recorded=_name(getattr(recorded, field.name)),
            description=texts[field.name],
        )
        for field in fields(RuleOptions)
    )


def _shown(value: str) -> str:
    return value or "'' (empty)"


def _name(value: str | bool) -> str:
    return value if isinstance(value, str) else str(value).lower()


def _docstrings(kind: type) -> dict[str, str]:
    """The text under each attribute of a class, in one line."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(body, ast.ClassDef)
    found = {}
    for statement, following in zip(body.body, body.body[1:], strict=False):
        if isinstance(statement, ast.AnnAssign) and isinstance(following, ast.Expr):
            assert isinstance(statement.target, ast.Name)
            found[statement.target.id] = " ".join(ast.literal_eval(following.value).split())
    return found

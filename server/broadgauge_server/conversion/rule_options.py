"""The rule options with their values and meanings, as the engine documents them."""

from __future__ import annotations

import ast
import inspect
import textwrap
from dataclasses import fields
from functools import cache
from typing import get_args, get_type_hints

from broadgauge.v1 import title_pb2
from broadgauge_engine.rule_options import RuleOptions


@cache
def option_cards() -> tuple[title_pb2.RuleOptionCard, ...]:
    """Every rule option, in the order of its declaration."""
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


def _name(value: str | bool) -> str:
    return value if isinstance(value, str) else str(value).lower()


def _docstrings(kind: type) -> dict[str, str]:
    """The text under each attribute of a class."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(body, ast.ClassDef)
    found = {}
    for statement, following in zip(body.body, body.body[1:], strict=False):
        if isinstance(statement, ast.AnnAssign) and isinstance(following, ast.Expr):
            assert isinstance(statement.target, ast.Name)
            found[statement.target.id] = inspect.cleandoc(ast.literal_eval(following.value))
    return found

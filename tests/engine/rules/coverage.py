"""Writes docs/rules-coverage.md: which tests prove which statement of the rules.

    python -m tests.engine.rules.coverage

The statements are in statements.json beside this file. A test names those that it proves in its mark,
``@pytest.mark.rule("TR07")``; where a statement has no test, `UNTESTED` says why.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
PAGE = REPOSITORY / "docs" / "rules-coverage.md"
STATEMENTS = Path(__file__).with_name("statements.json")

SECTIONS = {
    "SU": "Setup",
    "PH": "Phases",
    "SM": "Market",
    "SR": "Stock round turns",
    "CV": "Concessions",
    "BD": "Bidding",
    "MN": "Starting minors",
    "ES": "End of a stock round",
    "OR": "Order, income, housekeeping",
    "PA": "Acquiring privates",
    "TR": "Track",
    "LO": "London, the Channel, Wales",
    "DE": "Destinations and tokens",
    "RU": "Running trains",
    "DV": "Dividends",
    "TB": "Buying trains",
    "AQ": "Acquiring minors",
    "IS": "Issuing and redeeming shares",
    "FL": "Floating from phase 5",
    "PV": "Private powers",
    "GE": "Game end and scores",
    "SC": "Scenarios",
}

UNTESTED: dict[str, str] = {}
"""Statement to the reason why it has no test."""

HEAD = """\
# Rules and their tests

Made by `python -m tests.engine.rules.coverage`; do not edit by hand. {tested} of {total} statements have a test.

A statement is in our own words; the paragraph beside it is the rulebook's (P: a row of its table of private companies,
"Easy to Miss": its list of that name). The tests stand below `tests/engine`.
"""


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of the rules: id, paragraph of the rulebook, and the statement itself."""

    id: str
    paragraph: str
    text: str


def statements() -> list[Statement]:
    """All statements, in the order of the list."""
    return [Statement(**entry) for entry in json.loads(STATEMENTS.read_text(encoding="utf-8"))]


def marked() -> Iterator[tuple[str, str]]:
    """Every pair of a statement id and the node id of a test that is marked with it."""
    for path in sorted((REPOSITORY / "tests" / "engine").rglob("test_*.py")):
        name = path.relative_to(REPOSITORY / "tests" / "engine").as_posix()
        body = ast.parse(path.read_text(encoding="utf-8")).body
        constants = {
            target.id: node.value
            for node in body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for decorator in node.decorator_list:
                    for statement in dict.fromkeys(_marks(decorator, constants)):
                        yield statement, f"{name}::{node.name}"


def _marks(decorator: ast.expr, constants: Mapping[str, ast.expr]) -> Iterator[str]:
    """Statements of a mark, also of marks in a list of parameters, which may be a constant of the module."""
    for node in ast.walk(decorator):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield from map(ast.literal_eval, node.args)
        elif isinstance(node, ast.Name) and node.id in constants:
            yield from _marks(constants[node.id], {})


def proofs() -> dict[str, list[str]]:
    """Statement id to the node ids of its tests."""
    found: dict[str, list[str]] = {}
    for statement, test in marked():
        found.setdefault(statement, []).append(test)
    return found


def page() -> str:
    """The page as it should be."""
    found = proofs()
    entries = statements()
    parts = [HEAD.format(tested=sum(entry.id in found for entry in entries), total=len(entries))]
    for section, title in SECTIONS.items():
        parts.append(f"\n## {section}: {title}\n\n| id | paragraph | statement | tests |\n|---|---|---|---|\n")
        parts += [_row(entry, found) for entry in entries if entry.id.startswith(section)]
    return "".join(parts)


def _row(entry: Statement, found: dict[str, list[str]]) -> str:
    tests = "<br>".join(f"`{test}`" for test in found.get(entry.id, ())) or f"none: {UNTESTED.get(entry.id, '?')}"
    text = entry.text.replace("|", "\\|")
    return f"| {entry.id} | {entry.paragraph} | {text} | {tests} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

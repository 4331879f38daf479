"""The table of a chart's values, from the comments in its `values.yaml`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import yaml

from .markdown import table

MARK = "# -- "


def values_table(file: Path) -> str:
    """A row for every value with a comment above it.

    Raises:
        ValueError: a value has none, nor has one of the parts that it is made of.
    """
    text = file.read_text("utf-8")
    rows = _rows(yaml.compose(text), text.splitlines(), "")
    return table(("value", "default", "meaning"), rows)


def _rows(node: yaml.Node, lines: list[str], prefix: str) -> Iterator[tuple[str, str, str]]:
    assert isinstance(node, yaml.MappingNode)
    for key, value in node.value:
        name = prefix + key.value
        comment = _comment(lines, key.start_mark.line)
        if comment:
            yield f"`{name}`", f"`{json.dumps(_plain(value))}`", comment
        elif isinstance(value, yaml.MappingNode) and value.value:
            yield from _rows(value, lines, f"{name}.")
        else:
            raise ValueError(f"{name} has no comment that begins with {MARK!r}")


def _comment(lines: list[str], line: int) -> str:
    """The comment directly above a line, as one text; empty if it is none for the table."""
    above = []
    while line and lines[line - 1].strip().startswith("#"):
        line -= 1
        above.insert(0, lines[line].strip())
    if not above or not above[0].startswith(MARK):
        return ""
    return " ".join([above[0].removeprefix(MARK), *(text.lstrip("# ") for text in above[1:])])


def _plain(node: yaml.Node) -> object:
    return yaml.safe_load(yaml.serialize(node))

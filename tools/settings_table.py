"""The tables of the server's settings, from the settings themselves."""

from __future__ import annotations

from collections.abc import Mapping

from broadgauge_server.settings import table as settings

from .markdown import table

MACHINE: Mapping[str, str] = {"threads": "2 for each CPU"}
"""Defaults that depend on the machine."""


def tables() -> str:
    """A table for each group of settings."""
    groups: dict[str, list[tuple[str, str, str]]] = {}
    for name, default, group, _, meaning in settings():
        shown = MACHINE.get(name, _shown(default))
        groups.setdefault(group, []).append((f"`--{name.replace('_', '-')}`", shown, meaning))
    return "\n".join(f"**{group}**\n\n{table(('flag', 'default', 'meaning'), rows)}" for group, rows in groups.items())


def _shown(default: object) -> str:
    if default is None:
        return ""
    return str(default).lower() if isinstance(default, bool) else str(default)

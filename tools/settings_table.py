"""The tables of the server's settings, from the settings themselves."""

from __future__ import annotations

from collections.abc import Mapping

from broadgauge_server.setting_table import TABLE
from broadgauge_server.settings import Settings

from .markdown import table

MACHINE: Mapping[str, str] = {"threads": "2 for each CPU"}
"""Defaults that depend on the machine."""


def tables() -> str:
    """A table for each group of settings."""
    groups: dict[str, list[tuple[str, str, str]]] = {}
    usual = Settings()
    for name, about in TABLE.items():
        shown = MACHINE.get(name, _shown(getattr(usual, name)))
        groups.setdefault(about.group, []).append((f"`--{name.replace('_', '-')}`", shown, about.meaning))
    return "\n".join(f"**{group}**\n\n{table(('flag', 'default', 'meaning'), rows)}" for group, rows in groups.items())


def _shown(default: object) -> str:
    if default is None:
        return ""
    if isinstance(default, float):
        return f"{default:g}"
    return str(default).lower() if isinstance(default, bool) else str(default)

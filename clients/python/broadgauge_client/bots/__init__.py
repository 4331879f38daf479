"""Bots: by chance, with some care, and with a plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .careful import CarefulBot
from .chance import RandomBot
from .matches import Bot, play
from .shrewd import ShrewdBot

__all__ = ["BOTS", "Bot", "CarefulBot", "RandomBot", "ShrewdBot", "play"]

BOTS: Mapping[str, Callable[[int], Bot]] = {"random": RandomBot, "careful": CarefulBot, "shrewd": ShrewdBot}
"""Bots by name; each is made from a seed, for one seat of one game."""

"""The command ``broadgauge``."""

from .app import main

__all__ = ["main"]

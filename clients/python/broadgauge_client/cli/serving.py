"""Becoming a server."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def serve(arguments: Sequence[str]) -> None:
    """Becomes a server, which needs the extra `server` only."""
    os.execv(sys.executable, [sys.executable, "-m", "broadgauge_server", *arguments])

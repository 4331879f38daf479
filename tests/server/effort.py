"""How much the long tests do: little by default, all with ``BROADGAUGE_FULL=1``."""

import os

FULL = os.environ.get("BROADGAUGE_FULL") == "1"


def of(usual: int, full: int) -> int:
    """The usual amount, or the full one."""
    return full if FULL else usual

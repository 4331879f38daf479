"""Settings of the Python interpreter that suit a process which does nothing but serve."""

from __future__ import annotations

import gc
import sys

SWITCH_SECONDS = 0.0005
"""How long a thread may compute before another one gets its turn; gRPC's own thread takes one for each event."""
COLLECT_AFTER = (50_000, 20, 50)
"""Thresholds of the collector of cycles. States have none, are many, and would be looked through again and again."""


def tune() -> None:
    """Prepares the interpreter; call it once, when everything is imported."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)

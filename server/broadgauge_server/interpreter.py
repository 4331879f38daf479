"""Settings of the interpreter and the system that suit a process which does nothing but serve."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress

SWITCH_SECONDS = 0.0005
"""How long a thread may compute before another one gets its turn; gRPC's own thread takes one for each event."""
COLLECT_AFTER = (50_000, 20, 50)
"""Thresholds of the collector of cycles. States have none, are many, and would be looked through again and again."""


def tune() -> None:
    """Prepares the process; call it once, when everything is imported and no thread has begun."""
    with suppress(AttributeError, OSError):
        # Threads of one interpreter wake each other all the time. The usual policy lets each of them interrupt another,
        # often on another processor, where it finds nothing in the cache.
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)

"""The server's log: one structured line per event, JSON where nobody watches."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any, TextIO

import structlog
from structlog.typing import Processor

Logger = structlog.typing.FilteringBoundLogger

_SHARED: Sequence[Processor] = (
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)
_ENCODER = json.JSONEncoder(default=repr)


def _json(event: Any, **_: Any) -> str:
    """One encoder for all lines: making one takes as long as encoding a line."""
    return _ENCODER.encode(event)


_FORMATS: dict[str, Sequence[Processor]] = {
    "json": (structlog.processors.format_exc_info, structlog.processors.JSONRenderer(_json)),
    "console": (structlog.dev.ConsoleRenderer(),),
}
FORMATS = ("auto", *_FORMATS)


def make_logger(log_format: str = "auto", file: TextIO | None = None) -> Logger:
    """A logger of its own, which leaves structlog's global configuration alone.

    Args:
        log_format: ``json``, ``console``, or ``auto``: console on a terminal, otherwise JSON.
        file: Where lines go; standard error by default.
    """
    target = file or sys.stderr
    chosen = ("console" if target.isatty() else "json") if log_format == "auto" else log_format
    logger: Logger = structlog.wrap_logger(
        structlog.WriteLogger(target),
        processors=[*_SHARED, *_FORMATS[chosen]],
        wrapper_class=structlog.make_filtering_bound_logger("info"),
    )
    return logger

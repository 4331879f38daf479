"""The server's log: one structured line per event, JSON where nobody watches."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import local
from typing import Any, TextIO, cast

import structlog
from structlog.typing import Processor

Logger = structlog.typing.FilteringBoundLogger

_held = local()
_ENCODER = json.JSONEncoder(default=repr)


def _json(event: Any, **_: Any) -> str:
    """One encoder for all lines: making one takes as long as encoding a line."""
    return _ENCODER.encode(event)


_SHARED: Sequence[Processor] = (
    structlog.processors.add_log_level,
    structlog.processors.MaybeTimeStamper(fmt="iso", utc=True),
)
_FORMATS: dict[str, Callable[[bool], Sequence[Processor]]] = {
    "json": lambda terminal: (structlog.processors.format_exc_info, structlog.processors.JSONRenderer(_json)),
    "console": lambda terminal: (
        # Other tracebacks tell the values of variables, which may be names, records and requests.
        structlog.dev.ConsoleRenderer(colors=terminal, exception_formatter=structlog.dev.plain_traceback),
    ),
}
FORMATS = ("auto", *_FORMATS)


def make_logger(log_format: str = "auto", file: TextIO | None = None) -> Logger:
    """A logger of its own, which leaves structlog's global configuration alone.

    Args:
        log_format: ``json``, ``console``, or ``auto``: console on a terminal, otherwise JSON.
        file: Where lines go; standard error by default.
    """
    target = file or sys.stderr
    terminal = target.isatty()
    chosen = ("console" if terminal else "json") if log_format == "auto" else log_format
    logger: Logger = structlog.wrap_logger(
        structlog.WriteLogger(cast("TextIO", _Lines(target))),
        processors=[*_SHARED, *_FORMATS[chosen](terminal)],
        wrapper_class=structlog.make_filtering_bound_logger("info"),
    )
    return logger


@contextmanager
def gathered() -> Iterator[None]:
    """Writes the lines that this thread logs meanwhile together at the end."""
    held: dict[TextIO, list[str]] = {}
    _held.lines = held
    try:
        yield
    finally:
        _held.lines = None
        for target, lines in held.items():
            target.write("".join(lines))
            target.flush()


class _Lines:
    """A file whose lines can be gathered."""

    def __init__(self, target: TextIO) -> None:
        self._target = target

    def write(self, text: str) -> None:
        """Writes or gathers a line."""
        held: dict[TextIO, list[str]] | None = getattr(_held, "lines", None)
        if held is None:
            self._target.write(text)
        else:
            held.setdefault(self._target, []).append(text)

    def flush(self) -> None:
        """Makes sure that what was written is read."""
        if getattr(_held, "lines", None) is None:
            self._target.flush()

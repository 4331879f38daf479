"""How commands end and what they print."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import typer
from google.protobuf import json_format
from google.protobuf.message import Message
from rich.console import Console

from ..errors import BadRequest, BroadgaugeError, Conflict, IllegalAction, ServerFailure

USAGE, ILLEGAL, CONFLICT, SERVER = 2, 3, 4, 5

_STATUSES: Mapping[type[Exception], int] = {
    BadRequest: USAGE,
    IllegalAction: ILLEGAL,
    Conflict: CONFLICT,
    ServerFailure: SERVER,
    json_format.ParseError: USAGE,
    OSError: USAGE,
    ValueError: USAGE,
}

console = Console(highlight=False)


@contextmanager
def exit_statuses() -> Iterator[None]:
    """Ends the command with a message and the exit status that fits the error."""
    try:
        yield
    except tuple(_STATUSES) as error:
        print(f"broadgauge: {_text(error)}", file=sys.stderr)
        status = next(status for kind, status in _STATUSES.items() if isinstance(error, kind))
        raise typer.Exit(status) from error


def _text(error: Exception) -> str:
    if isinstance(error, IllegalAction):
        return f"{error} ({error.reason}, {error.subject}, paragraph {error.paragraph})"
    if isinstance(error, BroadgaugeError) and error.reason:
        return f"{error} ({error.reason})"
    return str(error)


def plain(message: Message) -> dict[str, Any]:
    """A message as plain values: every field, but for messages and optional values that are left out."""
    return json_format.MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )


def print_json(value: object) -> None:
    """Prints a value for scripts."""
    print(json.dumps(value, indent=1, ensure_ascii=False))

"""How commands print and end."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import typer
from google.protobuf import json_format
from google.protobuf.message import Message
from rich.console import Console
from rich.table import Table

from ..errors import BadRequest, BroadgaugeError, Conflict, IllegalAction, NoServer, ServerFailure

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

_START = "start one with broadgauge serve, or set BROADGAUGE_SERVER to where one runs"
_TLS = "a server with TLS needs BROADGAUGE_TLS_AUTHORITIES or BROADGAUGE_TLS=1, one without needs neither"
_TOKEN = "set BROADGAUGE_TOKEN to one of the server's tokens"

ABOUT_SEATS = ("NOT_YOUR_TURN", "IN_DEBT")
"""Reasons whose subject may be a seat."""

console = Console(highlight=False)


class Output:
    """What a command prints: tables and sentences for people, or JSON for scripts.

    Args:
        json: Whether scripts read it.
    """

    def __init__(self, json: bool) -> None:
        self.json = json
        self.players: Sequence[str] = ()

    def named(self, text: str) -> str:
        """A text with the names of players instead of their seats."""
        return re.sub(r"\b[Pp]layer (\d(?: or \d)*)", lambda found: re.sub(r"\d", self._name, found[1]), text)

    def say(self, *texts: str) -> None:
        """Prints sentences, one a line."""
        for text in texts:
            console.print(self.named(text), markup=False, soft_wrap=True)

    def show(self, *tables: Table) -> None:
        """Prints tables."""
        for table in tables:
            console.print(table if table.row_count else f"{table.title}: none")

    def answer(self, value: object) -> None:
        """Prints a value for scripts."""
        print(json.dumps(value, indent=1, ensure_ascii=False))

    def complain(self, error: Exception) -> None:
        """Tells on standard error what went wrong."""
        reason, subject, paragraph = _about(error)
        text = _text(error)
        if self.json:
            told = {"reason": reason, "subject": subject, "paragraph": paragraph, "text": text}
            print(json.dumps(told, ensure_ascii=False), file=sys.stderr)
            return
        seat = reason in ABOUT_SEATS and subject.isdecimal()
        shown = (
            reason,
            f"subject: {'seat ' if seat else ''}{subject}" if subject else "",
            f"paragraph {paragraph}" if paragraph else "",
        )
        details = ", ".join(filter(None, shown))
        print(f"broadgauge: {self.named(text)}{f' ({details})' if details else ''}", file=sys.stderr)

    def _name(self, found: re.Match[str]) -> str:
        seat = int(found[0])
        return self.players[seat - 1] if 0 < seat <= len(self.players) else f"player {seat}"


@contextmanager
def ending(json: bool = False) -> Iterator[Output]:
    """Where a command prints; ends it with a message and the exit status that fits where there is an error."""
    output = Output(json)
    try:
        yield output
    except tuple(_STATUSES) as error:
        output.complain(error)
        status = next(status for kind, status in _STATUSES.items() if isinstance(error, kind))
        raise typer.Exit(status) from error


def plain(message: Message) -> dict[str, Any]:
    """A message as plain values: every field, but for messages and optional values that are left out."""
    return json_format.MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )


def counted(count: int, what: str) -> str:
    """A number and a word, which takes an s unless it is one."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _about(error: Exception) -> tuple[str, str, str]:
    if not isinstance(error, BroadgaugeError):
        return "", "", ""
    return error.reason, error.metadata.get("subject", ""), error.metadata.get("paragraph", "")


def _text(error: Exception) -> str:
    if isinstance(error, NoServer):
        return f"{error}; {_START if error.silent else _TLS}"
    if isinstance(error, BroadgaugeError) and error.code == "UNAUTHENTICATED":
        return f"{error}; {_TOKEN}"
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)

"""How commands print and end."""

from __future__ import annotations

import json
import re
import sys
import textwrap
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import typer
from google.protobuf import json_format
from google.protobuf.message import Message
from rich.console import Console, JustifyMethod
from rich.table import Table

from ..errors import BadRequest, BroadgaugeError, Conflict, IllegalAction, ServerFailure
from .hints import hint_for
from .sheets import Cell, Sheet
from .story import Line
from .widths import broken, fitted

USAGE, ILLEGAL, CONFLICT, SERVER = 2, 3, 4, 5

_STATUSES: Mapping[type[Exception], int] = {
    BadRequest: USAGE,
    IllegalAction: ILLEGAL,
    Conflict: CONFLICT,
    ServerFailure: SERVER,
    OSError: USAGE,
    ValueError: USAGE,
}

ABOUT_SEATS = ("NOT_YOUR_TURN", "IN_DEBT")
"""Reasons whose subject may be a seat."""

MONEY = frozenset({"Bank", "Cash", "Debt", "Worth", "Price", "Treasury", "Revenue", "Least"})
"""Columns that stand to the right and are never cut."""
WHOLE = MONEY | {"Rule option"}
"""Columns whose words stay in one piece."""

CONTROLS = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories of characters that a terminal obeys, or that change how it shows others."""

NARROWEST = 20
"""Columns that a wrapped text has at least."""

console = Console(highlight=False, markup=False, emoji=False)


def visible(text: str) -> str:
    r"""A text of one line as it can be printed safely.

    Names and texts come from files and servers, so nothing in them may steer the terminal: control characters, line
    breaks and characters for the direction of writing are shown as escapes such as ``\x1b`` and ``\u202e``.
    """
    return text if text.isprintable() else "".join(map(_shown, text))


def _shown(character: str) -> str:
    if unicodedata.category(character) not in CONTROLS:
        return character
    return character.encode("unicode_escape").decode()


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
            console.print(visible(self.named(text)), soft_wrap=True)

    def tell(self, line: Line) -> None:
        """Prints a line of a story, wrapped where the terminal ends."""
        text = visible(self.named(line.text))
        width = max(console.width, len(line.before) + NARROWEST)
        made = textwrap.wrap(
            text,
            width,
            initial_indent=line.before,
            subsequent_indent=" " * len(line.before),
            break_on_hyphens=False,
        )
        console.print("\n".join(made), soft_wrap=True)

    def show(self, *sheets: Sheet) -> None:
        """Prints tables."""
        for sheet in sheets:
            console.print(_table(sheet) if sheet.rows else visible(f"{sheet.title}: none"))

    def answer(self, value: object) -> None:
        """Prints a value for scripts."""
        print(_json(value, indent=1))

    def complain(self, error: Exception) -> None:
        """Tells on standard error what went wrong."""
        reason, subject, paragraph = _about(error)
        text = _text(error)
        if self.json:
            told: dict[str, Any] = {"reason": reason, "subject": subject, "paragraph": paragraph, "text": text}
            if isinstance(error, BroadgaugeError):
                told |= {"code": error.code, "metadata": error.metadata}
            print(_json(told), file=sys.stderr)
            return
        seat = reason in ABOUT_SEATS and subject.isdecimal()
        shown = (
            reason,
            f"subject: {'seat ' if seat else ''}{subject}" if subject else "",
            f"paragraph {paragraph}" if paragraph else "",
        )
        details = ", ".join(filter(None, shown))
        said = self.named(text) if isinstance(error, BroadgaugeError) else text
        print(visible(f"broadgauge: {said}{f' ({details})' if details else ''}"), file=sys.stderr)

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


def _table(sheet: Sheet) -> Table:
    made = Table(title=visible(sheet.title))
    rows = [list(map(_lines, cells)) for cells in sheet.rows]
    whole = [heading in WHOLE for heading in sheet.headings]
    columns = [[heading, *texts] for heading, texts in zip(sheet.headings, zip(*rows, strict=True), strict=True)]
    room = console.width - 3 * len(columns) - 1
    widths = fitted(columns, whole, room)
    for heading, width in zip(sheet.headings, widths, strict=True):
        justify: JustifyMethod = "right" if heading in MONEY else "left"
        made.add_column(heading, justify=justify, width=width, overflow="fold")
    for cells in rows:
        made.add_row(*(broken(cell, width) for cell, width in zip(cells, widths, strict=True)))
    return made


def _lines(cell: Cell) -> str:
    return visible(cell) if isinstance(cell, str) else "\n".join(map(visible, cell))


def _json(value: object, indent: int | None = None) -> str:
    """JSON that readers take for exactly the value, and terminals for nothing else than text."""
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    return re.sub(r"[^\n -~]", _quoted, text)


def _quoted(found: re.Match[str]) -> str:
    character = found[0]
    if unicodedata.category(character) not in CONTROLS:
        return character
    return json.dumps(character)[1:-1] if character > "\x7f" else f"\\u{ord(character):04x}"


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
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return "; ".join(filter(None, (str(error), hint_for(error))))

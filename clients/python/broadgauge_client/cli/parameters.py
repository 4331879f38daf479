"""Arguments and options that several commands have, and what they stand for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from ..connection import Connection
from ..session import GameSession
from .link import connected
from .output import Output, ending, plain
from .tables import status_line

File = Annotated[Path, typer.Argument(help="File with the record of the game (JSON).", dir_okay=False)]
Server = Annotated[str, typer.Option(envvar="BROADGAUGE_SERVER", help="Address of the server.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for scripts; errors, too.")]
Kinds = Annotated[list[str] | None, typer.Option("--kind", help="Only this kind, such as place_bid; may be repeated.")]
New = Annotated[Path, typer.Argument(help="File to write the record to.", dir_okay=False)]
Number = Annotated[str | None, typer.Argument(help="Number of an option, as broadgauge legal lists them.")]
ActionText = Annotated[
    str | None, typer.Option("--action", help="The action or a whole option as JSON, instead of a number.")
]
Choices = Annotated[list[str] | None, typer.Option("--set", help="Choose a number, such as --set amount=105.")]


@contextmanager
def link(server: str, json: bool = False) -> Iterator[tuple[Connection, Output]]:
    """A connection for a command, and where it prints; errors end the command with their status."""
    with ending(json) as output, connected(server) as connection:
        yield connection, output


@contextmanager
def game(file: Path, server: str, json: bool = False) -> Iterator[tuple[GameSession, Output]]:
    """The same with the game in a file."""
    with link(server, json) as (connection, output):
        session = GameSession.load(connection, file)
        output.players = session.record.setup.players
        yield session, output


def free(path: Path, force: bool = False, source: Path | None = None) -> Path:
    """A path where a file can be written.

    Args:
        path: The file.
        force: Whether it may exist.
        source: The file with the game, which is never written over.

    Raises:
        ValueError: there is one already, or no such folder.
    """
    if source is not None and path.exists() and path.samefile(source):
        raise ValueError(f"{path} is the game itself; choose another target")
    if not path.parent.is_dir():
        raise ValueError(f"there is no folder {path.parent}")
    if path.exists() and not force:
        raise ValueError(f"{path} exists already")
    return path


def pairs(texts: Sequence[str] | None) -> dict[str, str]:
    """Names and values out of NAME=VALUE.

    Raises:
        ValueError: one is something else, or a name comes twice.
    """
    found: dict[str, str] = {}
    for text in texts or ():
        name, sign, value = text.partition("=")
        if not sign:
            raise ValueError(f"{text!r} is not NAME=VALUE")
        if name in found:
            raise ValueError(f"{name} is given twice, as {found[name]!r} and {value!r}")
        found[name] = value
    return found


def status_of(session: GameSession) -> dict[str, Any]:
    """The status for scripts; they keep the record, so the snapshot is left out."""
    return {key: value for key, value in plain(session.status).items() if key != "snapshot"}


def report(session: GameSession, output: Output, **more: object) -> None:
    """Tells where a game stands."""
    if output.json:
        output.answer({"status": status_of(session), **more})
    else:
        output.say(status_line(session.status))

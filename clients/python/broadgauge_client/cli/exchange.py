"""Commands that bring games in from elsewhere, and take them out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from broadgauge.v1.game_service_pb2 import ImportReport

from ..connection import DEFAULT_ADDRESS
from ..messages import NoJson, WrongJson, value_of
from ..session import GameSession
from .output import counted, plain
from .parameters import File, Json, New, Server, free, game, link, report


def import_(
    source: Annotated[Path, typer.Argument(help="Game file of the site 18xx.games.", dir_okay=False)],
    file: New,
    partial: Annotated[
        bool, typer.Option("--partial", help="Keep the game up to the first entry that cannot be imported.")
    ] = False,
    as_written: Annotated[
        bool,
        typer.Option(
            "--as-written", help="Take the revenue of the file where the rules give another one, as for old games."
        ),
    ] = False,
    server: Server = DEFAULT_ADDRESS,
    json: Json = False,
) -> None:
    """Import a game file from 18xx.games."""
    with link(server, json) as (connection, output):
        free(file)
        session = GameSession.imported(connection, _content(source), partial=partial, as_written=as_written)
        output.players = session.record.setup.players
        session.save(file, new=True)
        found = session.report or ImportReport()
        if not json:
            output.say(*_told(found, session.record.setup.players))
        report(session, output, report=plain(found))


def export(
    file: File,
    target: Annotated[Path, typer.Argument(help="Game file to write.", dir_okay=False)],
    force: Annotated[bool, typer.Option("--force", help="Overwrite the target if it exists.")] = False,
    server: Server = DEFAULT_ADDRESS,
) -> None:
    """Write a game as a file of the site 18xx.games.

    That takes an imported game, or one that was started with --option preset=recorded.
    """
    with game(file, server) as (session, output):
        free(target, force, file).write_bytes(session.exported())
        output.say(f"{counted(session.revision, 'action')} written to {target}.")


def _content(source: Path) -> bytes:
    """What is in a game file.

    Raises:
        ValueError: no JSON is in it, or a record.
    """
    content = source.read_bytes()
    try:
        value = value_of(content)
    except NoJson as error:
        raise ValueError(f"{source}: {error}") from error
    except WrongJson:
        return content
    if isinstance(value, dict) and "setup" in value and "title" not in value:
        raise ValueError(f"{source} is a Broadgauge record already; use it directly")
    return content


def _told(found: ImportReport, players: Sequence[str]) -> list[str]:
    lines = [f"{found.imported} of {counted(found.entries, 'action')} of the file taken over."]
    lines += [f"Entry {run.entry}, {run.company} runs for £{run.declared}: {run.note}." for run in found.written_runs]
    if found.problem:
        lines.append(f"It stops there: {found.problem}.")
    if found.unfinished:
        last = "entry begins" if found.unfinished == 1 else f"{found.unfinished} entries begin"
        lines.append(f"The last {last} a choice that the file does not finish; the record ends before it.")
    if found.seed_from == "id":
        lines.append("The seed is the number in the file's id: the first certificates fit that one.")
    if found.ended_by_players:
        worth = ", ".join(f"{players[one.player - 1]} £{one.worth}" for one in found.results)
        lines.append(f"The players ended the game here: {worth}.")
    return lines

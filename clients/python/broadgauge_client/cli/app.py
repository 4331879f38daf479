"""The commands: parse, call the session, print."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from google.protobuf import json_format

from broadgauge.v1.actions_pb2 import Action

from ..actions import with_numbers
from ..connection import DEFAULT_ADDRESS
from ..session import GameSession
from . import demo as demonstration
from . import serve as become_server
from . import tables
from .link import connected
from .output import console, exit_statuses, plain, print_json

app = typer.Typer(
    help="Play 1822 on a server. Exit status: 0 done, 2 wrong use, 3 illegal action, 4 conflict, 5 server.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

File = Annotated[Path, typer.Argument(help="File with the record of the game (JSON).", dir_okay=False)]
Server = Annotated[str, typer.Option(envvar="BROADGAUGE_SERVER", help="Address of the server.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]
Kinds = Annotated[list[str] | None, typer.Option("--kind", help="Only this kind, such as place_bid; may be repeated.")]


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []})
def serve(context: typer.Context) -> None:
    """Run a server; ``broadgauge serve --help`` lists its options."""
    become_server(context.args)


@app.command()
def new(
    file: File,
    player: Annotated[list[str], typer.Option(help="Name of a player; repeat it for each seat.")],
    title: Annotated[str, typer.Option(help="Id of the title.")] = "1822",
    seed: Annotated[int, typer.Option(min=0, help="Where the shuffles come from.")] = 0,
    option: Annotated[list[str] | None, typer.Option(help="Rule option as NAME=VALUE; may be repeated.")] = None,
    server: Server = DEFAULT_ADDRESS,
    json: Json = False,
) -> None:
    """Start a game and write its record to a file."""
    with exit_statuses(), connected(server) as connection:
        if file.exists():
            raise ValueError(f"{file} exists already")
        session = GameSession.new(connection, player, title=title, seed=seed, options=_pairs(option))
        session.save(file)
        _report(session, json)


@app.command()
def legal(
    file: File,
    kind: Kinds = None,
    unavailable: Annotated[bool, typer.Option("--unavailable", help="Also what cannot be done, and why.")] = False,
    server: Server = DEFAULT_ADDRESS,
    json: Json = False,
) -> None:
    """List what may be done now."""
    with exit_statuses(), connected(server) as connection:
        session = GameSession.load(connection, file)
        options = session.options(kind or ())
        missing = session.unavailable(kind or ()) if unavailable else []
        if json:
            answer = {"status": _status(session), "options": list(map(plain, options))}
            print_json({**answer, "unavailable": list(map(plain, missing))} if unavailable else answer)
            return
        console.print(tables.status_line(session.status, session.record.setup.players))
        console.print(tables.options_table(options))
        if unavailable:
            console.print(tables.unavailable_table(missing))


@app.command()
def do(
    file: File,
    number: Annotated[int | None, typer.Argument(min=1, help="Number of an option in the list of `legal`.")] = None,
    action: Annotated[str | None, typer.Option(help="The action as JSON, instead of a number.")] = None,
    choose: Annotated[list[str] | None, typer.Option("--set", help="A number of the option as FIELD=VALUE.")] = None,
    etag: Annotated[str | None, typer.Option(help="Fail unless the game still has this etag.")] = None,
    server: Server = DEFAULT_ADDRESS,
    json: Json = False,
) -> None:
    """Carry out an action and add it to the record."""
    with exit_statuses(), connected(server) as connection:
        session = GameSession.load(connection, file)
        chosen = _chosen(session, number, action, choose)
        events = session.do(chosen, expected_etag=etag)
        session.save(file)
        if json:
            print_json({"status": _status(session), "events": list(map(plain, events))})
            return
        for event in events:
            console.print(event.text)
        console.print(tables.status_line(session.status, session.record.setup.players))


@app.command()
def view(file: File, server: Server = DEFAULT_ADDRESS, json: Json = False) -> None:
    """Show what is on the table."""
    with exit_statuses(), connected(server) as connection:
        session = GameSession.load(connection, file)
        table = session.view()
        if json:
            print_json({"status": _status(session), "view": plain(table)})
            return
        console.print(tables.status_line(session.status, session.record.setup.players))
        for part in (tables.players_table, tables.companies_table, tables.boxes_table):
            console.print(part(table))


@app.command()
def routes(
    file: File,
    company: Annotated[str, typer.Option(help="Id of the company; by default the one that acts.")] = "",
    train: Annotated[list[str] | None, typer.Option(help="Kind of train instead of its own; may be repeated.")] = None,
    with_mail: Annotated[bool, typer.Option("--with-mail", help="Count the subsidy of mail contracts.")] = False,
    server: Server = DEFAULT_ADDRESS,
    json: Json = False,
) -> None:
    """Find the best runs of a company."""
    with exit_statuses(), connected(server) as connection:
        found = GameSession.load(connection, file).routes(company, trains=train or (), with_mail=with_mail)
        if json:
            print_json({key: value for key, value in plain(found).items() if key != "status"})
            return
        console.print(tables.routes_table(found))


@app.command(name="import")
def import_(
    source: Annotated[Path, typer.Argument(help="Game file of the site 18xx.games.", dir_okay=False)],
    file: File,
    server: Server = DEFAULT_ADDRESS,
    json: Json = False,
) -> None:
    """Take over a game file of the site 18xx.games."""
    with exit_statuses(), connected(server) as connection:
        if file.exists():
            raise ValueError(f"{file} exists already")
        session = GameSession.imported(connection, source.read_bytes())
        session.save(file)
        _report(session, json)


@app.command()
def export(
    file: File,
    target: Annotated[Path, typer.Argument(help="Game file to write.", dir_okay=False)],
    server: Server = DEFAULT_ADDRESS,
) -> None:
    """Write a game as a file of the site 18xx.games."""
    with exit_statuses(), connected(server) as connection:
        target.write_bytes(GameSession.load(connection, file).exported())


@app.command()
def demo(
    title: Annotated[str, typer.Option(help="Id of the title.")] = "1822",
    players: Annotated[int, typer.Option(min=2, max=7, help="Number of bots.")] = 4,
    seed: Annotated[int, typer.Option(min=0, help="Makes the game and the bots' choices.")] = 1822,
    limit: Annotated[int, typer.Option(min=1, help="Stop after so many actions.")] = 10_000,
    record: Annotated[Path | None, typer.Option(help="Write the record of the game to this file.")] = None,
) -> None:
    """Start a server, let bots play a game through its API, and show how it went."""
    with exit_statuses():
        session = demonstration.play(console, title, players, seed, limit)
        if record is not None:
            session.save(record)


def _report(session: GameSession, json: bool) -> None:
    if json:
        print_json({"status": _status(session)})
    else:
        console.print(tables.status_line(session.status, session.record.setup.players))


def _status(session: GameSession) -> dict[str, object]:
    """The status for scripts; they keep the record, so the snapshot is left out."""
    return {key: value for key, value in plain(session.status).items() if key != "snapshot"}


def _pairs(texts: list[str] | None) -> dict[str, str]:
    for text in texts or ():
        if "=" not in text:
            raise ValueError(f"{text!r} is not NAME=VALUE")
    return dict(text.split("=", 1) for text in texts or ())


def _chosen(session: GameSession, number: int | None, action: str | None, choose: list[str] | None) -> Action:
    if (number is None) == (action is None):
        raise ValueError("give either the number of an option, or --action")
    if action is not None:
        return json_format.Parse(action, Action())
    assert number is not None
    options = session.options()
    if number > len(options):
        raise ValueError(f"there are {len(options)} options, not {number}")
    numbers = {name: int(value) for name, value in _pairs(choose).items()}
    return with_numbers(options[number - 1], numbers)

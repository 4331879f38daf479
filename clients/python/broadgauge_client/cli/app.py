"""The command ``broadgauge``: its commands, by the modules that have them."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from . import demo as demonstration
from . import exchange, play
from .draw import draw
from .numbers import whole
from .output import console, ending
from .parameters import free
from .serving import serve as become_server
from .titles import titles
from .tournament import tournament

app = typer.Typer(
    help="Play 1822 on a server. Exit status: 0 done, 2 wrong use, 3 illegal action, 4 conflict, 5 server.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"broadgauge {version('broadgauge')}")
        raise typer.Exit


@app.callback()
def _common(
    wanted: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Options that stand before a command."""


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []})
def serve(context: typer.Context) -> None:
    """Run a server, with options of its own: broadgauge serve --help."""
    become_server(context.args)


for _command in (titles, play.new, play.legal, play.do, play.check, play.undo, play.view, play.history, play.routes):
    app.command()(_command)
app.command(name="import")(exchange.import_)
app.command()(exchange.export)
app.command()(draw)
app.command()(tournament)


@app.command()
def demo(
    title: Annotated[str, typer.Option(help="Id of the title.")] = "1822",
    players: Annotated[int, typer.Option(parser=whole(2, 7), metavar="<2 to 7>", help="Number of bots.")] = 4,
    seed: Annotated[
        int, typer.Option(parser=whole(0), metavar="<number>", help="Seed for the game and the bots.")
    ] = 1822,
    limit: Annotated[
        int, typer.Option(parser=whole(1), metavar="<number>", help="Stop after so many actions.")
    ] = 10_000,
    record: Annotated[Path | None, typer.Option(help="Write the record of the game to this file.")] = None,
) -> None:
    """Start a server, let bots play a game through its API, and show how it went."""
    with ending() as output:
        if record is not None:
            free(record)
        session = demonstration.play(console, output, title, players, seed, limit)
        if record is not None:
            session.save(record, new=True)

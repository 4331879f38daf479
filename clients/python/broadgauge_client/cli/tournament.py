"""``broadgauge tournament``: bots play many games, and a table tells who wins how often."""

from __future__ import annotations

import dataclasses
import math
import os
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ..bots import BOTS
from ..tournament import Interval, Result, Score, Tournament, run, scores
from .numbers import whole
from .output import counted, ending
from .parameters import Json
from .sheets import Cell, Sheet, sheet


def tournament(
    bots: Annotated[list[str], typer.Argument(help=f"The bots at the table, 2 to 7 of: {', '.join(BOTS)}.")],
    games: Annotated[int, typer.Option(parser=whole(1), metavar="<number>", help="Number of games.")] = 20,
    seed: Annotated[
        int, typer.Option(parser=whole(0), metavar="<number>", help="Seed of the first game; the next games count on.")
    ] = 1,
    title: Annotated[str, typer.Option(help="Id of the title.")] = "1822",
    processes: Annotated[
        int,
        typer.Option(
            parser=whole(0),
            metavar="<number>",
            help="Games at the same time, each with a server; 0 for one per processor.",
        ),
    ] = 0,
    json: Json = False,
) -> None:
    """Let bots play many games on servers started for them, and tell who wins how often."""
    with ending(json) as output:
        wanted = Tournament(tuple(bots), games, seed, title)
        results = _run(wanted, processes or processors())
        if json:
            output.answer(_plain(wanted, results))
        else:
            output.show(table(scores(results), len(results)))


def processors() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _run(wanted: Tournament, processes: int) -> list[Result]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("games", total=wanted.games)
        return run(wanted, processes, lambda result: progress.advance(task))


def table(rows: Sequence[Score], games: int) -> Sheet:
    """The scores for people."""
    title = f"{counted(games, 'game')}, with 95 % confidence intervals"
    made = sheet(title, "Bot", "Seats", "Wins", "Games won", "Mean place", "Mean worth", "Debt")
    for row in rows:
        made.add(
            row.bot,
            str(row.seats),
            f"{row.wins:g}",
            _percent(row.share),
            _ranged(row.place, 2),
            _ranged(row.worth, 0, "£"),
            [f"median £{row.median_debt:g}", f"most £{row.most_debt}"],
        )
    return made


def _percent(share: Interval) -> Cell:
    return [f"{100 * share.value:.0f} %", f"{100 * share.low:.0f} to {100 * share.high:.0f} %"]


def _ranged(interval: Interval, digits: int, unit: str = "") -> Cell:
    value, low, high = (
        f"{'-' if number < 0 else ''}{unit}{abs(number):.{digits}f}" if math.isfinite(number) else "?"
        for number in (interval.value, interval.low, interval.high)
    )
    return value if low == "?" else [value, f"{low} to {high}"]


def _plain(wanted: Tournament, results: Sequence[Result]) -> dict[str, Any]:
    """Everything for scripts; limits that one game cannot tell are null."""
    rows = [dataclasses.asdict(score) for score in scores(results)]
    for row in rows:
        for name in ("share", "place", "worth"):
            row[name] = {key: number if math.isfinite(number) else None for key, number in row[name].items()}
    return {
        "title": wanted.title,
        "seed": wanted.seed,
        "bots": rows,
        "games": [dataclasses.asdict(result) for result in results],
    }

"""The command that draws the table."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ..connection import DEFAULT_ADDRESS
from ..session import GameSession
from .numbers import whole
from .parameters import File, Server, free, game


class What(StrEnum):
    """What can be drawn."""

    MAP = "map"
    MARKET = "market"
    COMPANY = "company"
    TILE = "tile"


class Colours(StrEnum):
    """The palettes."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"
    COLOUR_BLIND = "colour-blind"


def draw(
    file: File,
    out: Annotated[Path, typer.Option("--out", help="SVG file to write.", dir_okay=False)],
    what: Annotated[What, typer.Option(help="What to draw.")] = What.MAP,
    company: Annotated[str, typer.Option(help="Id of the company; by default the one that acts.")] = "",
    tile: Annotated[str, typer.Option(help="Id of the tile.")] = "",
    rotation: Annotated[
        int, typer.Option(parser=whole(0, 5), metavar="<0 to 5>", help="Sixths of a turn of the tile, clockwise.")
    ] = 0,
    lays: Annotated[bool, typer.Option("--lays", help="Mark where track can be laid now.")] = False,
    runs: Annotated[bool, typer.Option("--runs", help="Show the best runs of the company.")] = False,
    palette: Annotated[Colours, typer.Option(help="Colours; auto follows the reader's system.")] = Colours.AUTO,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")] = False,
    server: Server = DEFAULT_ADDRESS,
) -> None:
    """Draw the map, the market, a company's charter or a tile as SVG."""
    with game(file, server) as (session, output):
        target = free(out, force, file)
        if what is What.TILE and not tile:
            raise ValueError("--tile: name the tile to draw")
        svg = _svg(session, what, company, tile, rotation, lays, runs, palette.value)
        target.write_text(svg, "utf-8")
        output.say(f"The {what.value} is drawn in {out}.")


def _svg(
    session: GameSession, what: What, company: str, tile: str, rotation: int, lays: bool, runs: bool, palette: str
) -> str:
    if what is What.MARKET:
        return session.pictures.market(palette=palette)
    if what is What.COMPANY:
        return session.pictures.company(company, palette=palette)
    if what is What.TILE:
        return session.pictures.tile(tile, rotation, palette=palette)
    found = [route.run for route in session.routes(company).best.routes] if runs else []
    return session.pictures.map(palette=palette, lays=lays, runs=found)

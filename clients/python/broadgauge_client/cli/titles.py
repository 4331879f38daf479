"""``broadgauge titles``: what can be played, with which rule options."""

from __future__ import annotations

from typing import Annotated

import typer

from broadgauge.v1.catalog_service_pb2 import GetTitleRequest, ListTitlesRequest
from broadgauge.v1.title_pb2 import RuleOptionCard

from ..connection import DEFAULT_ADDRESS, Connection
from .output import Output, plain
from .parameters import Json, Server, link
from .sheets import sheet

EXPANSION = "plus_expansion"


def titles(
    title: Annotated[str, typer.Argument(help="Id of a title, to list its rule options.")] = "",
    server: Server = DEFAULT_ADDRESS,
    json: Json = False,
) -> None:
    """List the titles, or the rule options of one."""
    with link(server, json) as (connection, output):
        if title:
            _one(connection, output, title)
        else:
            _all(connection, output)


def _all(connection: Connection, output: Output) -> None:
    found = connection.call(connection.catalog.ListTitles, ListTitlesRequest()).titles
    if output.json:
        output.answer({"titles": list(map(plain, found))})
        return
    made = sheet("Titles", "Title", "Name", "Players")
    for one in found:
        made.add(one.id, one.name, f"{one.minimum_players} to {one.maximum_players}")
    output.show(made)
    output.say(f"1822+ is 1822 with --option {EXPANSION}=true; `broadgauge titles 1822` lists all rule options.")


def _one(connection: Connection, output: Output, title: str) -> None:
    found = connection.call(connection.catalog.GetTitle, GetTitleRequest(title=title)).title
    if output.json:
        seats = [rule.players for rule in found.seats]
        options = list(map(plain, found.options))
        output.answer({"id": found.id, "name": found.name, "players": seats, "options": options})
        return
    made = sheet(f"Rule options of {found.name}", "Rule option", "Values", "Recorded", "Meaning")
    for option in found.options:
        made.add(option.name, _values(option), option.recorded or "''", option.description)
    output.show(made)
    output.say(
        "The first value is the rulebook's. --option preset=recorded begins with those of games recorded on 18xx.games."
    )


def _values(option: RuleOptionCard) -> str:
    return ", ".join(value or "''" for value in option.values)

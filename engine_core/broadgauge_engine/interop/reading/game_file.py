"""Games as the site 18xx.games writes them: the file, its set-up, and the actions that took effect in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...engine import start
from ...record.setup import SEED_RANGE, SetupError
from ...rounds import boxes
from ...rule_options import RuleOptions
from ...state.setup import Setup
from ...title import TITLES
from .entry import Entry, GameFileError, Json, objects
from .history import resolve

__all__ = ["VARIANTS", "GameFile", "GameFileError", "parse_game", "read_game_file"]

MOST_SEED = 2**63
"""Larger seeds, and negative ones, are brought into the range that the shuffle looks at."""
VARIANTS: Mapping[str, tuple[str, bool | str]] = {
    "plus_expansion": ("plus_expansion", True),
    "plus_expansion_no_removals": ("plus_no_removals", True),
    "plus_expansion_single_stack": ("plus_single_stack", True),
    "tax_haven_multiple": ("tax_haven_multiple", True),
    "advanced": ("private_set", "advanced"),
    "starter": ("private_set", "starter"),
}
"""Optional rules of the site, and the rule option with its value that each stands for."""


@dataclass(frozen=True, slots=True)
class GameFile:
    """A recorded game: set-up, seats by the players' ids in the file, the effective actions, final worth by seat.

    ``seed_from`` names the field of the file that has the seed, ``ended`` tells whether the players stopped by hand.
    """

    setup: Setup
    seats: Mapping[str, int]
    actions: Sequence[Entry]
    result: Mapping[int, int] = field(default_factory=dict)
    seed_from: str = "settings.seed"
    ended: bool = False


def read_game_file(path: Path) -> GameFile:
    """Reads a game file.

    Raises:
        GameFileError: not JSON, or not a game of a known title.
        OSError: the file cannot be read.
    """
    try:
        data = json.loads(path.read_text("utf-8-sig"))
    except RecursionError as error:
        raise GameFileError(f"{path.name} is nested too deeply") from error
    except ValueError as error:
        raise GameFileError(f"{path.name} is not JSON: {error}") from error
    return parse_game(data)


def parse_game(data: Any) -> GameFile:
    """A game from the content of its file.

    Raises:
        GameFileError: a part is missing or malformed; the message names it.
    """
    if not isinstance(data, Mapping):
        raise GameFileError("a game file is one JSON object")
    if "title" not in data:
        raise GameFileError("not a game file of 18xx.games: it has no title")
    title = data["title"]
    if not isinstance(title, str) or title not in TITLES:
        raise GameFileError(f"title {title!r} is not one of {', '.join(TITLES)}")
    settings = data.get("settings") or {}
    if not isinstance(settings, Mapping):
        raise GameFileError("settings are an object")
    actions = data.get("actions")
    if not isinstance(actions, list):
        raise GameFileError("actions are a list")
    names, seats = _players(data.get("players"))
    history = resolve(actions)
    options = _options(title, settings.get("optional_rules"))
    setups = {place: Setup(title, names, seed, options) for place, seed in _seeds(data, settings).items()}
    place = _fitting(setups, history.entries)
    result = _result(data.get("result"), seats)
    return GameFile(setups[place], seats, history.entries, result, place, history.ended)


def _players(players: Any) -> tuple[tuple[str, ...], dict[str, int]]:
    """Names in seat order, and seats by id; in hot-seat files the name is the id."""
    if not objects(players) or not all("name" in player for player in players):
        raise GameFileError("players are a list of objects with id and name")
    names = tuple(str(player["name"]) for player in players)
    ids = [str(player.get("id", name)) for player, name in zip(players, names, strict=True)]
    if len(set(ids)) < len(ids):
        raise GameFileError("two players have the same id")
    seats = {name: seat for seat, name in enumerate(names, start=1)}
    return names, seats | {player_id: seat for seat, player_id in enumerate(ids, start=1)}


def _seeds(data: Json, settings: Json) -> dict[str, int]:
    """The seeds that the file can mean, by their field; early games were shuffled by the number in the id."""
    found = {"settings.seed": _number(settings.get("seed")), "id": _number(data.get("id"))}
    seeds = {place: seed for place, seed in found.items() if seed is not None}
    if not seeds:
        raise GameFileError("there is neither settings.seed nor a number in the id")
    return seeds


def _number(value: Any) -> int | None:
    """A seed out of a number, or the first number in a text."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value if 0 <= value < MOST_SEED else value % SEED_RANGE
    digits = re.search("[0-9]{1,18}", value) if isinstance(value, str) else None
    return None if digits is None else int(digits.group())


def _fitting(setups: Mapping[str, Setup], entries: Sequence[Entry]) -> str:
    """The first set-up in whose boxes all certificates lie that the first stock round bids on; else the first one."""
    players = len(next(iter(setups.values())).players)
    wanted = {str(entry.data.get("company")) for entry in _first_round(entries, players) if entry.kind == "bid"}
    fits = (place for place, setup in setups.items() if len(setups) > 1 and wanted <= _boxed_at_the_start(setup))
    return next(fits, next(iter(setups)))


def _first_round(entries: Sequence[Entry], players: int) -> Iterator[Entry]:
    """The entries of the first stock round, which is over when all pass in a row; a pass after bids ends the turn."""
    passes, bidder = 0, ""
    for entry in entries:
        actor = str(entry.data.get("entity"))
        if entry.actor != "player" or passes == players:
            return
        passes = passes + 1 if entry.kind == "pass" and bidder != actor else 0
        bidder = actor if entry.kind == "bid" else ""
        yield entry


def _boxed_at_the_start(setup: Setup) -> set[str]:
    try:
        return set(boxes.in_boxes(start(setup)))
    except SetupError:
        return set()


def _options(title: str, names: Any) -> RuleOptions:
    if names is None:
        names = []
    if not isinstance(names, list):
        raise GameFileError("optional_rules are a list")
    for name in names:
        if not isinstance(name, str) or name not in VARIANTS:
            raise GameFileError(f"optional rule {name!r} of {title} is not known; known: {', '.join(VARIANTS)}")
    return RuleOptions.recorded(**dict(VARIANTS[name] for name in names))


def _result(result: Any, seats: Mapping[str, int]) -> dict[int, int]:
    """Final worth by seat, as far as the file tells it."""
    if not isinstance(result, Mapping):
        return {}
    return {seats[key]: worth for key, worth in result.items() if key in seats and isinstance(worth, int)}

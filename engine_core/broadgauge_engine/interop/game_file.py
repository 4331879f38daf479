"""Games as the site 18xx.games writes them: the file, and the actions that took effect in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..record.setup import Setup
from ..rule_options import RuleOptions
from ..title import TITLES

Json = Mapping[str, Any]

STANDING_ORDERS = "program_"
CHAT = ("message", "log")
VARIANTS = {
    "plus_expansion": ("plus_expansion", True),
    "plus_expansion_no_removals": ("plus_no_removals", True),
    "plus_expansion_single_stack": ("plus_single_stack", True),
    "tax_haven_multiple": ("tax_haven_multiple", True),
    "advanced": ("private_set", "advanced"),
    "starter": ("private_set", "starter"),
}


class GameFileError(ValueError):
    """A game file is not usable; ``action`` is the number of the effective action concerned, if any."""

    def __init__(self, text: str, action: int | None = None) -> None:
        super().__init__(text if action is None else f"action {action}: {text}")
        self.action = action


@dataclass(frozen=True, slots=True)
class GameFile:
    """A recorded game: set-up, players by their ids in the file, and the effective actions in order."""

    setup: Setup
    seats: Mapping[str, int]
    actions: tuple[Json, ...]
    result: Mapping[int, int] = field(default_factory=dict)


def read_game_file(path: Path) -> GameFile:
    """Reads a game file.

    Raises:
        GameFileError: not JSON, or not a game of a known title.
        OSError: the file cannot be read.
    """
    try:
        data = json.loads(path.read_text("utf-8"))
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
    title = data.get("title")
    if title not in TITLES:
        raise GameFileError(f"title {title!r} is not one of {', '.join(TITLES)}")
    players = data.get("players")
    if not isinstance(players, list) or not all(isinstance(p, Mapping) and "name" in p for p in players):
        raise GameFileError("players are a list of objects with id and name")
    settings = data.get("settings") or {}
    if not isinstance(settings, Mapping):
        raise GameFileError("settings are an object")
    seats = {str(p["name"]): seat for seat, p in enumerate(players, start=1)}
    seats |= {str(p.get("id", p["name"])): seat for seat, p in enumerate(players, start=1)}
    setup = Setup(
        title=title,
        players=tuple(str(p["name"]) for p in players),
        seed=_seed(data, settings),
        options=_options(settings.get("optional_rules") or []),
    )
    actions = data.get("actions")
    if not isinstance(actions, list):
        raise GameFileError("actions are a list")
    result = data.get("result")
    final = {seats[k]: v for k, v in result.items() if k in seats} if isinstance(result, Mapping) else {}
    return GameFile(setup, seats, tuple(effective(actions)), final)


def _seed(data: Json, settings: Json) -> int:
    seed = settings.get("seed")
    if isinstance(seed, int):
        return seed
    digits = ""
    for letter in str(data.get("id", "")):
        if letter.isdecimal():
            digits += letter
        elif digits:
            break
    if not digits:
        raise GameFileError("neither settings.seed nor a number in the id")
    return int(digits)


def _options(names: Any) -> RuleOptions:
    if not isinstance(names, list):
        raise GameFileError("optional_rules are a list")
    unknown = [name for name in names if name not in VARIANTS]
    if unknown:
        raise GameFileError(f"optional rule {unknown[0]!r} is not known")
    return RuleOptions.recorded(**dict(VARIANTS[name] for name in names))


def effective(actions: list[Any]) -> Iterator[Json]:
    """The actions that took effect: undo and redo resolved, automatic actions in place, chat and orders left out."""
    for action in _kept(actions):
        for one in (action, *(action.get("auto_actions") or ())):
            if not str(one.get("type", "")).startswith(STANDING_ORDERS) and one.get("type") != "end_game":
                yield one


def _kept(actions: list[Any]) -> list[Json]:
    kept: list[Json] = []
    undone: list[list[Json]] = []
    for number, action in enumerate(actions):
        if not isinstance(action, Mapping) or not isinstance(action.get("type"), str):
            raise GameFileError("an action is an object with a type", number)
        kind = action["type"]
        if kind in CHAT:
            continue
        if kind == "undo":
            last = action.get("action_id")
            keep = len(kept) - 1 if last is None else sum(a.get("id", 0) <= last for a in kept)
            undone.append(kept[keep:])
            del kept[max(keep, 0) :]
        elif kind == "redo":
            if not undone:
                raise GameFileError("a redo without an undo", number)
            kept += undone.pop()
        else:
            kept.append(action)
            undone.clear()
    return kept

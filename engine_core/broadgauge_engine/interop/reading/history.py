"""Which actions of a file took effect: undo and redo resolved, automatic actions in their places (FORMAT)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .entry import Entry, Json, objects

CHAT = ("message",)
"""Neither an action nor something that an undo takes back."""
STANDING_ORDERS = "program_"
END = "end_game"
"""The players stopped the game by hand."""
WITHOUT_EFFECT = ("log", END)
"""These can be undone like others, but change nothing."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the file: its id, and the action, or what is wrong with it."""

    id: int
    action: Json
    fault: str = ""


@dataclass(frozen=True, slots=True)
class History:
    """What took effect: the actions, numbered from 0, and whether the players ended the game by hand."""

    entries: tuple[Entry, ...]
    ended: bool


def resolve(actions: Sequence[Any]) -> History:
    """What took effect of a file's lines.

    A line that cannot be read becomes an entry with a fault, so that all before it can still be replayed.
    """
    found: list[Entry] = []
    kept = _kept(actions)
    for line in kept:
        for action in (line.action, *_automatic(line.action)):
            kind = action.get("type", "")
            if line.fault or not (str(kind).startswith(STANDING_ORDERS) or kind in WITHOUT_EFFECT):
                found.append(Entry(len(found), action, line.fault, line.id))
    return History(tuple(found), any(line.action.get("type") == END for line in kept))


def _automatic(action: Json) -> Sequence[Json]:
    return action.get("auto_actions") or ()


def _kept(actions: Sequence[Any]) -> list[_Line]:
    """Takes back what was undone, and gives it back where it was redone before anything else happened."""
    kept: list[_Line] = []
    undone: list[list[_Line]] = []
    for line in _lines(actions):
        kind = "" if line.fault else line.action["type"]
        if kind in CHAT:
            continue
        if kind == "undo":
            keep = _undo_to(kept, line.action.get("action_id"))
            if keep is None:
                kept.append(_Line(line.id, line.action, "it does not say which action it goes back to"))
                continue
            undone.append(kept[keep:])
            del kept[keep:]
        elif kind == "redo":
            kept += (
                undone.pop() if undone else [_Line(line.id, line.action, "there is no undo that it could take back")]
            )
        else:
            kept.append(line)
            if kind != "log":
                undone.clear()
    return kept


def _undo_to(kept: Sequence[_Line], action_id: Any) -> int | None:
    """How many of the kept lines an undo leaves: those up to an id, or all but the last."""
    if action_id is None:
        return max(0, len(kept) - 1)
    last = _number(action_id)
    return None if last is None else sum(line.id <= last for line in kept)


def _lines(actions: Sequence[Any]) -> Iterator[_Line]:
    """Each line with its id; where there is none, it is one more than the id before, as on the site."""
    last = 0
    for action in actions:
        if not isinstance(action, dict) or not isinstance(action.get("type"), str):
            last += 1
            yield _Line(last, {}, "an action is an object with a type")
            continue
        number = _number(action.get("id"))
        last = last + 1 if number is None else number
        automatic = action.get("auto_actions") or []
        if objects(automatic) and all(isinstance(one.get("type"), str) for one in automatic):
            yield _Line(last, action)
        else:
            bare = {key: value for key, value in action.items() if key != "auto_actions"}
            yield _Line(last, bare, "auto_actions are not a list of objects with a type")


def _number(value: Any) -> int | None:
    """An id, which may be written as text."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 20:
        return int(value)
    return None

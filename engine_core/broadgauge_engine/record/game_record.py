"""The record of a game: set-up and actions. The only truth; the state follows from it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from ..actions import Action
from ..rule_options import RuleOptionError, RuleOptions
from ..state.setup import Removals, Setup
from .codec import action_line, decode_action, encode_action
from .reading import RecordError, object_reader, read_number, read_text, reader, shown

RULES_VERSION = 1
"""Raised whenever the same record would lead to another state."""
FORMAT = "broadgauge-record"
DIGITS = 32
"""Hexadecimal digits of an etag."""
_ETAG = re.compile(rf"[0-9a-f]{{{DIGITS}}}")


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game: how it was set up, and every action in order."""

    setup: Setup
    actions: tuple[Action, ...] = ()

    @property
    def revision(self) -> int:
        """Number of actions taken."""
        return len(self.actions)

    @property
    def etag(self) -> str:
        """A digest of set-up and actions; see `next_etag`."""
        etag = start_etag(self.setup)
        for action in self.actions:
            etag = next_etag(etag, action_line(action))
        return etag

    def with_action(self, action: Action) -> GameRecord:
        """This record with one more action."""
        return GameRecord(self.setup, (*self.actions, action))

    def to_json(self) -> dict[str, Any]:
        """The record as plain values, ready for `json.dumps`."""
        return {
            "format": FORMAT,
            "rules_version": RULES_VERSION,
            **setup_json(self.setup),
            "actions": [encode_action(action) for action in self.actions],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GameRecord:
        """Reads a record made by `to_json`.

        Raises:
            RecordError: something is missing, of the wrong type, or of another rules version.
        """
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise RecordError("format", f"a record says format {FORMAT!r}")
        if data.get("rules_version") != RULES_VERSION:
            raise RecordError(
                "rules_version",
                f"rules version {data.get('rules_version')!r}; this engine has {RULES_VERSION}",
            )
        actions = data.get("actions")
        if not isinstance(actions, list):
            raise RecordError("actions", "a record has a list of actions")
        decoded = []
        for index, action in enumerate(actions):
            try:
                decoded.append(decode_action(action))
            except RecordError as error:
                raise error.inside(f"actions[{index}]") from error
        return cls(setup_from_json(data), tuple(decoded))


def start_etag(setup: Setup) -> str:
    """The etag of a record without actions: a digest of rules version and set-up."""
    return _digest(json.dumps([RULES_VERSION, setup_json(setup)], sort_keys=True, separators=(",", ":")))


def next_etag(etag: str, line: str) -> str:
    """The etag after one more action, given as its `action_line`: a digest of the etag before and the action."""
    return _digest(etag + line)


def read_etag(value: Any) -> str:
    """An etag from a plain value.

    Raises:
        RecordError: it is none.
    """
    if not _ETAG.fullmatch(read_text(value)):
        raise RecordError("", f"{shown(value)} is no etag")
    return str(value)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def setup_json(setup: Setup) -> dict[str, Any]:
    """A set-up as plain values; ``removals`` only where there are some."""
    values = {
        "title": setup.title,
        "players": list(setup.players),
        "seed": setup.seed,
        "options": setup.options.to_mapping(),
    }
    if not setup.removals:
        return values
    removals = {**asdict(setup.removals), "named": list(setup.removals.named)}
    return {**values, "removals": {name: value for name, value in removals.items() if value}}


_read_names = reader(tuple[str, ...])


def setup_from_json(data: Mapping[str, Any]) -> Setup:
    """A set-up from plain values.

    Raises:
        RecordError: something is missing or of the wrong type.
    """
    if not isinstance(data, Mapping):
        raise RecordError("", f"a set-up is an object, not {shown(data)}")
    title, players, seed = data.get("title"), data.get("players"), data.get("seed")
    if not isinstance(title, str):
        raise RecordError("title", "the title is a text")
    try:
        names = _read_names(players)
    except RecordError as error:
        raise error.inside("players") from None
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise RecordError("seed", "the seed is a whole number")
    options = data.get("options", {})
    if not isinstance(options, Mapping):
        raise RecordError("options", "options are names with values")
    try:
        removals = _read_removals(data.get("removals", {}))
    except RecordError as error:
        raise error.inside("removals") from None
    try:
        return Setup(title, names, seed, RuleOptions.from_mapping(options), removals)
    except RuleOptionError as error:
        raise RecordError("options", str(error)) from error


_read_removals = object_reader(
    Removals,
    {field.name: _read_names if field.name == "named" else read_number for field in fields(Removals)},
    {field.name: field.default for field in fields(Removals)},
)

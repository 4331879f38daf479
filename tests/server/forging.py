"""Snapshots that no server made: content taken out, changed, and sealed again, as anybody can where nothing signs."""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

from broadgauge_engine.record.seal import PROOF_BYTES, Seal
from broadgauge_engine.record.snapshot import CHECKSUM, HEAD, LENGTH_BYTES, MAGIC, VERSION

Content = dict[str, Any]
START = HEAD + PROOF_BYTES + LENGTH_BYTES


def content_of(data: bytes) -> Content:
    """What a snapshot says of its state, as plain values."""
    length = int.from_bytes(data[START - LENGTH_BYTES : START], "big")
    content: Content = json.loads(zlib.decompress(data[START : START + length]))
    return content


def sealed(body: bytes, seal: Seal = CHECKSUM, head: bytes | None = None) -> bytes:
    """A snapshot around some bytes: the packed state with its length, and lines of actions."""
    head = head or MAGIC + bytes([VERSION, seal.signs])
    return head + seal.proof(head + body) + body


def packed(state: bytes, lines: bytes = b"", length: int | None = None) -> bytes:
    """The body of a snapshot."""
    length = len(state) if length is None else length
    return length.to_bytes(LENGTH_BYTES, "big") + state + lines


def forged(content: object, actions: Sequence[object] = (), seal: Seal = CHECKSUM) -> bytes:
    """A snapshot that holds whatever one wants."""
    lines = b"".join(json.dumps(action).encode() + b"\n" for action in actions)
    return sealed(packed(zlib.compress(json.dumps(content).encode(), 1), lines), seal)


Path = tuple[str | int, ...]
NUMBERS = (0, 1, 2, 3, 5, 7, 30, 100, -1, -7, 10**6, 2**31 - 1, -(2**31), 2**31, 10**40)
ODD = (None, True, 1.5, [], {}, "", [[]], "many", "\ud800", "x" * 5000)
WORDS = (
    *("", "M14", "M24", "LNWR", "SWR", "P1", "P5", "P9", "P16", "P17", "P21", "C1", "H23", "M38", "57", "X20"),
    *("L", "2", "3", "5", "7", "E", "P+", "2P", "pool", "bank", "stock", "operating", "settlement", "stock_turn"),
    *("home_station", "acquire_private", "track", "destination", "token", "run_trains", "dividend", "buy_train"),
    *("acquire_minor", "issue_redeem", "double_cash", "refill", "new_order", "game_over", "yellow", "run", "a\nb"),
)


class Forger:
    """Changes the content of snapshots: shapes that are wrong, and well-formed values that stand where they cannot.

    Args:
        rng: Where chance comes from.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def change(self, content: Content) -> str:
        """Changes one value of a state, every field of it as likely as the others; tells what."""
        state = content["state"]
        top = self._rng.choice(sorted(state))
        paths = list(_paths(state))
        path = self._rng.choice([path for path in paths if path[:1] == (top,)])
        place = _at(state, path[:-1])
        place[path[-1]] = self._other(place[path[-1]], state, paths)
        return f"{path}: {place[path[-1]]!r}"[:200]

    def _other(self, value: Any, state: Content, paths: Sequence[Path]) -> Any:
        if self._rng.random() < 0.1:
            return self._rng.choice(ODD)
        if self._rng.random() < 0.4:
            return self._like(value, state, paths)
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return self._rng.choice((value + 1, value - 1, *NUMBERS))
        if isinstance(value, str):
            return self._rng.choice(WORDS)
        if isinstance(value, list):
            return self._other_list(value)
        return {} if isinstance(value, dict) else self._rng.choice(ODD)

    def _other_list(self, value: list[Any]) -> list[Any]:
        entry = self._rng.choice(value) if value else self._rng.choice(WORDS)
        shorter = [other for other in value if other is not entry]
        shuffled = self._rng.sample(value, len(value))
        return self._rng.choice(([], shorter, shuffled, [*value, entry], [*value, *[entry] * 50], [entry] * 2000))

    def _like(self, value: Any, state: Content, paths: Sequence[Path]) -> Any:
        """A value of the same type from elsewhere in the state."""
        found = [_at(state, path) for path in self._rng.sample(paths, min(60, len(paths)))]
        alike = [other for other in found if type(other) is type(value)]
        return json.loads(json.dumps(self._rng.choice(alike or [value])))


def _paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """The places of everything inside of a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield (*path, key)
        yield from _paths(inner, (*path, key))


def _at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value

"""Hostile requests: valid ones with something wrong in them, by the grammar of the messages or by the bytes."""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from tests.server.forging import content_of, forged, packed, sealed

Request = tuple[str, bytes]

INTEGERS = (0, 1, -1, 2, 3, 7, 8, 255, 10_000, 2**31 - 1, -(2**31), 2**31, 2**63 - 1, -(2**63))
TEXTS = (
    *("", " ", "0", "-1", "M14", "M99", "LNWR", "P1", "P11", "C1", "H23", "M38", "Z99", "57", "X20", "L", "E", "P+"),
    *(
        "pool",
        "treasury",
        "bank",
        "c0",
        "c7",
        "t0",
        "o",
        "j",
        "q9",
        "\0",
        "é" * 40,
        "\U0001f682",
        "a\nb",
        "None",
        "%s%n",
    ),
)
HUGE_TEXT = "x" * 200_000
INTEGER_RANGES = {
    FieldDescriptor.CPPTYPE_INT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(2**63), 2**63 - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, 2**32 - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, 2**64 - 1),
    FieldDescriptor.CPPTYPE_ENUM: (-(2**31), 2**31 - 1),
}


@dataclass
class Mutator:
    """Makes hostile requests of valid ones.

    Args:
        rng: Where chance comes from.
        valid: Valid requests: method and message.
        snapshots: Valid snapshots.
        files: Valid game files.
    """

    rng: random.Random
    valid: Sequence[tuple[str, Message]]
    snapshots: Sequence[bytes]
    files: Sequence[dict[str, Any]]

    def request(self) -> Request:
        """The next hostile request."""
        ways: list[tuple[Callable[[], Request], int]] = [
            (self._mutated, 10),
            (self._other_bytes, 5),
            (self._bad_snapshot, 5),
            (self._bad_file, 2),
            (self._deep, 1),
            (self._huge, 1),
        ]
        (way,) = self.rng.choices([way for way, _ in ways], [weight for _, weight in ways])
        return way()

    def _pick(self) -> tuple[str, Message]:
        method, message = self.rng.choice(self.valid)
        copy = type(message)()
        copy.CopyFrom(message)
        return method, copy

    def _mutated(self) -> Request:
        method, message = self._pick()
        for _ in range(self.rng.choice((1, 1, 1, 2, 5))):
            self._mutate(message)
        return method, message.SerializeToString()

    def _mutate(self, message: Message) -> None:
        """Changes a random field somewhere inside of a message."""
        present = [field for field, _ in message.ListFields()]
        deeper = [field for field in present if field.message_type and not _is_map(field)]
        if deeper and self.rng.random() < 0.75:
            field = self.rng.choice(deeper)
            value = getattr(message, field.name)
            self._mutate(self.rng.choice(value) if field.is_repeated else value)
            return
        fields = message.DESCRIPTOR.fields
        if not fields:
            return
        field = self.rng.choice(present if present and self.rng.random() < 0.6 else fields)
        if _is_map(field):
            getattr(message, field.name)[self._text()] = self._text()
        elif field.is_repeated:
            self._mutate_list(message, field)
        elif field.message_type:
            self.rng.choice((message.ClearField, self._fill(message)))(field.name)
        else:
            setattr(message, field.name, self._single(field))

    def _fill(self, message: Message) -> Callable[[str], None]:
        return lambda name: getattr(message, name).SetInParent()

    def _mutate_list(self, message: Message, field: FieldDescriptor) -> None:
        values = getattr(message, field.name)
        what = self.rng.choice(("clear", "drop", "repeat", "shuffle", "add"))
        entries = list(values)
        if what == "clear" or not entries:
            message.ClearField(field.name)
        elif what == "drop":
            del values[self.rng.randrange(len(values))]
        elif what == "repeat":
            values.extend([self.rng.choice(entries)] * self.rng.choice((1, 3, 200)))
        elif what == "shuffle":
            self.rng.shuffle(entries)
            message.ClearField(field.name)
            values.extend(entries)
        elif field.message_type:
            values.add()
        else:
            values.append(self._single(field))

    def _single(self, field: FieldDescriptor) -> Any:
        if field.cpp_type in INTEGER_RANGES:
            low, high = INTEGER_RANGES[field.cpp_type]
            return min(high, max(low, self.rng.choice((*INTEGERS, self.rng.randint(low, high)))))
        if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
            return self.rng.random() < 0.5
        if field.type == FieldDescriptor.TYPE_BYTES:
            return self.rng.randbytes(self.rng.choice((0, 1, 40, 3000)))
        return self._text()

    def _text(self) -> str:
        return self.rng.choice((*TEXTS, HUGE_TEXT if self.rng.random() < 0.05 else str(self.rng.randrange(100))))

    def _other_bytes(self) -> Request:
        """Valid bytes cut, changed, doubled or sent to another method, and bytes by chance."""
        method, message = self._pick()
        data = bytearray(message.SerializeToString())
        what = self.rng.choice(("cut", "flip", "double", "elsewhere", "chance"))
        if what == "cut":
            del data[self.rng.randrange(len(data) + 1) :]
        elif what == "flip":
            for _ in range(self.rng.choice((1, 1, 4, 32)) if data else 0):
                data[self.rng.randrange(len(data))] ^= 1 << self.rng.randrange(8)
        elif what == "double":
            data *= 2
        elif what == "elsewhere":
            method, _ = self._pick()
        else:
            data = bytearray(self.rng.randbytes(self.rng.choice((1, 10, 300, 5000))))
        return method, bytes(data)

    def _bad_snapshot(self) -> Request:
        """A request whose snapshot is cut, changed, or signed again after a change."""
        asking = [entry for entry in self.valid if "position" in entry[1].DESCRIPTOR.fields_by_name]
        method, message = self.rng.choice(asking)
        copy: Any = type(message)()
        copy.CopyFrom(message)
        copy.position.snapshot.data = self._snapshot()
        return method, copy.SerializeToString()

    def _snapshot(self) -> bytes:
        data = bytearray(self.rng.choice(self.snapshots))
        what = self.rng.choice(("cut", "flip", "content", "content", "actions", "bomb", "deep"))
        if what == "cut":
            return bytes(data[: self.rng.randrange(len(data))])
        if what == "flip":
            data[self.rng.randrange(len(data))] ^= 1 << self.rng.randrange(8)
            return bytes(data)
        if what == "actions":
            return self._followed(bytes(data))
        if what == "bomb":
            return sealed(packed(zlib.compress(b'{"a":"' + b" " * 50_000_000 + b'"}')))
        if what == "deep":
            return sealed(packed(zlib.compress(b'{"state":' + b"[" * 100_000)))
        content = content_of(bytes(data))
        self._mutate_json(content)
        return forged(content)

    def _followed(self, base: bytes) -> bytes:
        """A snapshot with actions behind it that nobody checked."""
        actions = [
            {"type": "Pass", "player": self.rng.choice(INTEGERS)},
            {"type": "PlaceBid", "player": 1, "item": self._text(), "amount": 10**30},
            {
                "type": "RunTrains",
                "company": "M14",
                "runs": [{"train": "2", "stops": ["M38.c0"] * 300, "legs": [[]] * 299}],
            },
            {"type": "Nothing"},
            [[]],
        ]
        lines = b"".join(
            json.dumps(self.rng.choice(actions)).encode() + b"\n" for _ in range(self.rng.choice((0, 1, 3, 300)))
        )
        state = zlib.compress(json.dumps(content_of(base)).encode())
        return sealed(packed(state, lines, self.rng.choice((len(state), len(state) - 1, len(state) + 1, 2**32 - 1))))

    def _mutate_json(self, value: Any) -> None:
        """Changes something somewhere inside of a JSON value."""
        if isinstance(value, dict) and value:
            key = self.rng.choice(sorted(value))
        elif isinstance(value, list) and value:
            key = self.rng.randrange(len(value))
        else:
            return
        inner = value[key]
        if isinstance(inner, dict | list) and inner and self.rng.random() < 0.85:
            self._mutate_json(inner)
            return
        what = self.rng.choice(("replace", "replace", "drop", "nest"))
        if what == "drop":
            del value[key]
        elif what == "nest":
            value[key] = [inner, inner]
        else:
            value[key] = self.rng.choice((None, True, 1.5, [], {}, 10**40, *INTEGERS, *TEXTS))

    def _bad_file(self) -> Request:
        """A game file with changes."""
        game = json.loads(json.dumps(self.rng.choice(self.files)))
        for _ in range(self.rng.choice((1, 1, 3, 20))):
            self._mutate_json(game)
        return "GameService/ImportGame", _field(1, json.dumps(game).encode()) + _flag(2, self.rng.random() < 0.5)

    def _deep(self) -> Request:
        """Messages inside of messages, groups inside of groups, lists inside of lists."""
        method, _ = self._pick()
        depth = self.rng.choice((50, 1000, 20_000))
        if self.rng.random() < 0.3:
            return "GameService/ImportGame", _field(1, b'{"a":' + b"[" * depth)
        if self.rng.random() < 0.5:
            return method, b"\x0b" * depth
        data = b""
        for _ in range(min(depth, 2000)):
            data = _field(1, data)
        return method, data

    def _huge(self) -> Request:
        """Very long lists and fields."""
        method, message = self._pick()
        what = self.rng.choice(("text", "actions", "names", "kinds", "zeros"))
        many = self.rng.choice((1000, 20_000))
        if what == "text":
            return method, message.SerializeToString() + _field(1, b"x" * 2_000_000)
        if what == "actions":
            action = _field(1, _flag(1, True))
            return "GameService/GetGameView", _field(
                1, _field(1, _field(2, _field(1, b"1822")) + _field(3, action) * many)
            )
        if what == "names":
            names = b"".join(_field(2, str(number).encode()) for number in range(many))
            return "GameService/CreateGame", _field(1, _field(1, b"1822") + names)
        if what == "kinds":
            return "LegalActionService/ListLegalActions", message.SerializeToString() + _field(2, b"pass") * many
        return method, b"\0" * many


def _is_map(field: FieldDescriptor) -> bool:
    return bool(field.message_type and field.message_type.GetOptions().map_entry)


def _field(number: int, content: bytes) -> bytes:
    """A length-delimited field."""
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _flag(number: int, value: bool) -> bytes:
    return _varint(number << 3) + bytes([value])


def _varint(number: int) -> bytes:
    found = b""
    while number > 127:
        found += bytes([number & 127 | 128])
        number >>= 7
    return found + bytes([number])

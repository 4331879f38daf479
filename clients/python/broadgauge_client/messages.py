"""Messages from JSON that people write and keep, with errors in plain words."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any, TypeVar, cast

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

Kind = TypeVar("Kind", bound=Message)

LONGEST = 40
"""Characters of a value that an error shows."""
_LITERALS = ("true", "false", "null", "-1")
"""What a text may break off in, beside strings."""
_WHOLE = {
    FieldDescriptor.TYPE_INT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.TYPE_INT64: (-(2**63), 2**63 - 1),
}
_NOUNS = {
    FieldDescriptor.CPPTYPE_BOOL: (bool, "true or false"),
    FieldDescriptor.CPPTYPE_STRING: (str, "a text"),
}


class WrongJson(ValueError):
    """A text is not the message that it should be; `place` is the field, empty for the whole."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}" if place else problem)
        self.place = place


class NoJson(WrongJson):
    """A text is no JSON at all."""

    def __init__(self, problem: str) -> None:
        super().__init__("", problem)


def value_of(text: str | bytes) -> Any:
    """The JSON value of a text.

    Raises:
        NoJson: it is no JSON, with where it stops to be, or empty.
        WrongJson: a name in it stands twice.
    """
    try:
        return json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise NoJson(_no_json(error)) from error
    except UnicodeDecodeError as error:
        raise NoJson(f"it is not a text file: byte {error.start + 1} is not UTF-8") from error
    except RecursionError as error:
        raise NoJson("not readable: nested too deeply") from error
    except WrongJson:
        raise
    except ValueError as error:
        raise NoJson("not readable: a number has too many digits") from error


def _no_json(error: json.JSONDecodeError) -> str:
    """Why a text is no JSON: nothing in it, no text, broken off, or wrong in some place."""
    text = error.doc.rstrip()
    if not text:
        return "it is empty"
    if any(ord(character) < 32 and not character.isspace() for character in text):
        return "it is not a text file: it has control characters"
    rest = text[error.pos :]
    if not rest or error.msg.startswith("Unterminated string") or any(word.startswith(rest) for word in _LITERALS):
        return f"not complete JSON; it breaks off at character {len(text)}"
    return f"not JSON: {error.msg} (line {error.lineno}, column {error.colno})"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of which every name counts, so that none of its parts is lost in silence."""
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = next(name for index, (name, _) in enumerate(pairs) if name in dict(pairs[:index]))
        raise WrongJson("", f"an object has {twice!r} twice")
    return made


def json_of(message: Message) -> bytes:
    """A message as JSON for a file: equal messages have equal bytes."""
    value = json_format.MessageToDict(message, preserving_proto_field_name=True)
    return json.dumps(_sorted(value, cast(Descriptor, message.DESCRIPTOR)), indent=2).encode() + b"\n"


def _sorted(value: dict[str, Any], kind: Descriptor) -> dict[str, Any]:
    """The fields of a message in their order, and the keys of its maps, which come in any, in that of the alphabet."""
    made = {}
    for name, inner in value.items():
        field = kind.fields_by_name[name]
        if field.message_type is None:
            made[name] = inner
        elif field.message_type.GetOptions().map_entry:
            made[name] = dict(sorted(inner.items()))
        else:
            made[name] = (
                [_sorted(entry, field.message_type) for entry in inner]
                if isinstance(inner, list)
                else _sorted(inner, field.message_type)
            )
    return made


def message_of(value: Any, message: Kind) -> Kind:
    """Fills a message from a JSON value; whether it makes sense is for the server to say.

    Raises:
        WrongJson: the value is something else; the error names the first place where it is.
    """
    kind = cast(Descriptor, message.DESCRIPTOR)
    if not isinstance(value, dict):
        raise WrongJson("", f"{_shown(value)} is not an object")
    try:
        return json_format.ParseDict(value, message)
    except (json_format.ParseError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise next(_problems(value, kind, ""), None) or WrongJson("", "it cannot be read") from error


def _problems(value: Any, kind: Descriptor, place: str) -> Iterator[WrongJson]:
    """What is wrong with a value that should be a message, field by field."""
    if not isinstance(value, dict):
        yield WrongJson(place, f"{_shown(value)} is not an object")
        return
    fields = {name: field for field in kind.fields for name in (field.name, field.json_name)}
    chosen: dict[str, str] = {}
    for name, content in value.items():
        field, here = fields.get(name), f"{place}.{name}" if place else name
        if field is None:
            yield WrongJson(place, f"there is no field {name!r}; known: {_known(kind)}")
        elif content is not None:
            yield from _contents(content, field, here)
            if field.containing_oneof is not None:
                first = chosen.setdefault(field.containing_oneof.name, name)
                if first != name:
                    yield WrongJson(place, f"{first} and {name} exclude each other")


def _contents(value: Any, field: FieldDescriptor, place: str) -> Iterator[WrongJson]:
    """What is wrong with the value of a field, whether it holds one thing, a list or names with values."""
    entry = field.message_type
    if entry is not None and entry.GetOptions().map_entry:
        yield from _mapping(value, entry.fields_by_name["value"], place)
    elif not field.is_repeated:
        yield from _one(value, field, place)
    elif not isinstance(value, list):
        yield WrongJson(place, f"{_shown(value)} is not a list")
    else:
        for index, part in enumerate(value):
            yield from _one(part, field, f"{place}[{index}]")


def _mapping(value: Any, field: FieldDescriptor, place: str) -> Iterator[WrongJson]:
    if not isinstance(value, dict):
        yield WrongJson(place, f"{_shown(value)} is not an object")
        return
    for name, part in value.items():
        yield from _one(part, field, f"{place}.{name}")


def _one(value: Any, field: FieldDescriptor, place: str) -> Iterator[WrongJson]:
    if field.message_type is not None:
        yield from _problems(value, field.message_type, place)
    elif field.enum_type is not None:
        names = [choice.name for choice in field.enum_type.values]
        if value not in names and not _is_whole(value, _WHOLE[FieldDescriptor.TYPE_INT32]):
            yield WrongJson(place, f"{_shown(value)} is not one of {', '.join(names)}")
    elif field.type in _WHOLE:
        if not _is_whole(value, _WHOLE[field.type]):
            problem = "is too large" if _is_whole(value, (-math.inf, math.inf)) else "is not a whole number"
            yield WrongJson(place, f"{_shown(value)} {problem}")
    else:
        kind, noun = _NOUNS[field.cpp_type]
        if not isinstance(value, kind):
            yield WrongJson(place, f"{_shown(value)} is not {noun}")
        elif isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value):
            yield WrongJson(place, f"{_shown(value)} holds half of a character")


def _is_whole(value: Any, limits: tuple[float, float]) -> bool:
    """Whether a value is a whole number, as a number or, where it may be large, as a text."""
    if isinstance(value, str):
        value = int(value) if len(value) <= LONGEST and value.removeprefix("-").isdecimal() else None
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return whole and not isinstance(value, bool) and limits[0] <= value <= limits[1]


def _known(kind: Descriptor) -> str:
    return ", ".join(field.name for field in kind.fields)


def _shown(value: Any) -> str:
    """A value in an error, cut where it is long."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = json.dumps(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."

"""Readers: from plain values, as JSON has them, to typed ones. They are made from annotations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType, UnionType
from typing import Any, TypeAlias, get_args, get_origin

Reader: TypeAlias = Callable[[Any], Any]
"""Takes a plain value; raises `RecordError` where it has another shape."""

LEAST, MOST = -(2**31), 2**31 - 1
"""Numbers that a game can have: no message carries others."""
MOST_ENTRIES = 1_000
"""Entries of a list at most; the longest one of a game has one for each hex."""
LONGEST_TEXT = 400
LONGEST_SHOWN = 60


class RecordError(ValueError):
    """A record, or a part of it, is malformed; ``field`` says where."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(f"{field}: {text}")
        self.field = field
        self.text = text

    def inside(self, name: str) -> RecordError:
        """The same error, seen from outside of a field or of an entry, such as ``[3]``."""
        dot = "." if self.field and not self.field.startswith("[") else ""
        return RecordError(f"{name}{dot}{self.field}", self.text)


def shown(value: object) -> str:
    """A value as it may be quoted in a message."""
    text = repr(value[:LONGEST_SHOWN] if isinstance(value, str | list) else value)
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "..."


def reader(kind: Any, special: Mapping[Any, Reader] | None = None) -> Reader:
    """The reader of an annotated type: scalars, pairs, lists, mappings, and any of them or None.

    Args:
        kind: The type.
        special: Readers of types that these rules do not cover, by type.

    Raises:
        TypeError: there is no reader for such a type.
    """
    known = {**_SCALARS, **(special or {})}
    if kind in known:
        return known[kind]
    origin, parts = get_origin(kind), get_args(kind)
    if origin is UnionType and parts[1] is NoneType:
        return _optional(reader(parts[0], special))
    if origin is list:
        return _listed(list, reader(parts[0], special))
    if origin is tuple and parts[-1] is Ellipsis:
        return _listed(tuple, reader(parts[0], special))
    if origin is tuple and len(parts) == 2:
        return _pair(reader(parts[0], special), reader(parts[1], special))
    if origin is dict:
        return _mapping(reader(parts[0], special), reader(parts[1], special))
    raise TypeError(f"there is no reader for {kind}")


def object_reader(make: Callable[..., Any], readers: Mapping[str, Reader], omitted: Mapping[str, Any]) -> Reader:
    """The reader of an object.

    Args:
        make: Called with a value for each name, in order.
        readers: The reader of each name.
        omitted: Values of names that may be missing.
    """
    pairs, known = tuple(readers.items()), frozenset(readers)

    def read(value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise RecordError("", f"an object is needed, not {shown(value)}")
        if value.keys() != known:
            _check_names(value, known, omitted)
        found = []
        name = ""
        try:
            for name, read_one in pairs:
                found.append(read_one(value[name]) if name in value else omitted[name])
        except RecordError as error:
            raise error.inside(name) from None
        return make(*found)

    return read


def _check_names(value: Mapping[Any, Any], known: frozenset[str], omitted: Mapping[str, Any]) -> None:
    unknown = sorted(str(name) for name in value.keys() - known)
    if unknown:
        raise RecordError(shown(unknown[0])[1:-1], "there is no such field here")
    missing = sorted(known - value.keys() - omitted.keys())
    if missing:
        raise RecordError(missing[0], "it is missing")


def read_text(value: Any) -> str:
    """A text."""
    if type(value) is not str:
        raise RecordError("", f"a text is needed, not {shown(value)}")
    if len(value) <= LONGEST_TEXT and (value.isascii() or _whole(value)):
        return value
    raise RecordError("", f"a text has at most {LONGEST_TEXT} whole characters, not {len(value)}: {shown(value)}")


def _whole(text: str) -> bool:
    """Whether a text can be encoded; one of half a character cannot."""
    try:
        return bool(text.encode())
    except UnicodeEncodeError:
        return False


def read_number(value: Any) -> int:
    """A whole number."""
    if type(value) is not int:
        raise RecordError("", f"a whole number is needed, not {shown(value)}")
    if not LEAST <= value <= MOST:
        raise RecordError("", f"a number is from {LEAST} to {MOST}, not {shown(value)}")
    return value


def read_truth(value: Any) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise RecordError("", f"true or false is needed, not {shown(value)}")
    return value


_SCALARS: Mapping[Any, Reader] = {str: read_text, int: read_number, bool: read_truth}


def entries(value: Any) -> list[Any]:
    """A list that is not too long."""
    if type(value) is not list:
        raise RecordError("", f"a list is needed, not {shown(value)}")
    if len(value) > MOST_ENTRIES:
        raise RecordError("", f"a list has at most {MOST_ENTRIES} entries, not {len(value)}")
    return value


def _optional(read: Reader) -> Reader:
    return lambda value: None if value is None else read(value)


def _listed(make: Callable[[list[Any]], Any], read: Reader) -> Reader:
    def read_all(value: Any) -> Any:
        found: list[Any] = []
        given = entries(value)
        try:
            for entry in given:
                found.append(read(entry))
        except RecordError as error:
            raise error.inside(f"[{len(found)}]") from None
        return make(found)

    return read_all


def _pair(read_first: Reader, read_second: Reader) -> Reader:
    def read(value: Any) -> tuple[Any, Any]:
        if type(value) is not list or len(value) != 2:
            raise RecordError("", f"a list of two is needed, not {shown(value)}")
        place = "[0]"
        try:
            first = read_first(value[0])
            place = "[1]"
            return first, read_second(value[1])
        except RecordError as error:
            raise error.inside(place) from None

    return read


def _mapping(read_key: Reader, read_value: Reader) -> Reader:
    """A mapping is an object, or a list of keys with their values, in an order that counts."""
    read_pairs = _listed(list, _pair(read_key, read_value))

    def read(value: Any) -> dict[Any, Any]:
        pairs = read_pairs([list(pair) for pair in value.items()] if type(value) is dict else value)
        found = dict(pairs)
        if len(found) < len(pairs):
            raise RecordError("", "a key is given twice")
        return found

    return read

"""What is wrong with bytes that are no message: protobuf says only that something is.

The walk is made for bytes that were refused already, so that it need not be quick, and may miss what protobuf minds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from google.protobuf.descriptor import Descriptor, FieldDescriptor

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
"""Kinds of values on the wire."""
WIDTHS = {FIXED64: 8, FIXED32: 4}
LONGEST_VARINT = 10
NUMBERS_END = 2**29
"""Fields have smaller numbers."""
DEEPEST = 100

CUT = "the bytes end in the middle of a field"


class WireFault(ValueError):
    """What is wrong, and the path of the field; empty for the message itself."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__(f"{path}: {text}" if path else text)
        self.path = path
        self.text = text


def find_fault(data: bytes, message: Descriptor) -> WireFault | None:
    """The first thing in some bytes for which they are no such message; None where nothing is found."""
    try:
        _walk(data, message, "", DEEPEST)
    except WireFault as fault:
        return fault
    return None


def _walk(data: bytes, message: Descriptor, path: str, depth: int) -> None:
    if not depth:
        raise WireFault(path, "messages inside of messages are too deep")
    seen: Counter[str] = Counter()
    for number, value in _fields(data, path):
        field = message.fields_by_number.get(number)
        if field is None or value is None:
            continue
        place = f"{path}.{field.name}" if path else field.name
        if field.is_repeated:
            seen[field.name] += 1
            place += f"[{seen[field.name] - 1}]"
        if field.message_type is not None:
            _walk(value, field.message_type, place, depth - 1)
        elif field.type == FieldDescriptor.TYPE_STRING:
            _check_text(value, place)


def _fields(data: bytes, path: str) -> Iterator[tuple[int, bytes | None]]:
    """The numbers of the fields with their bytes; None for numbers."""
    at = 0
    while at < len(data):
        tag, at = _varint(data, at, path)
        number, kind = tag >> 3, tag & 7
        if not 0 < number < NUMBERS_END:
            raise WireFault(path, f"there is no field {number}")
        if kind == VARINT:
            _, at = _varint(data, at, path)
            yield number, None
        elif kind == BYTES:
            length, at = _varint(data, at, path)
            if at + length > len(data):
                raise WireFault(path, f"{CUT}: field {number} has {length} bytes, {len(data) - at} are there")
            yield number, data[at : at + length]
            at += length
        elif kind in WIDTHS:
            at += WIDTHS[kind]
            if at > len(data):
                raise WireFault(path, CUT)
            yield number, None
        else:
            raise WireFault(path, f"field {number} is of kind {kind}, which no field has")


def _varint(data: bytes, at: int, path: str) -> tuple[int, int]:
    """A number of variable length, and where it ends."""
    value = 0
    for index, byte in enumerate(data[at : at + LONGEST_VARINT]):
        value |= (byte & 127) << 7 * index
        if byte < 128:
            return value, at + index + 1
    raise WireFault(path, CUT if at + LONGEST_VARINT > len(data) else "a number has more than ten bytes")


def _check_text(value: bytes, place: str) -> None:
    try:
        value.decode()
    except UnicodeDecodeError as error:
        raise WireFault(place, f"a text is UTF-8, and byte {error.start} of this one is not") from error

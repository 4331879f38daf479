"""The reference of the whole API as a Markdown page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    ServiceDescriptorProto,
)

from .markdown import anchor, cell, table
from .protos import PACKAGE, ProtoFile, read

INTRODUCTION = """\
# API reference

<!-- Generated from proto/ by tools/; do not edit. -->

Everything in the package `broadgauge.v1`. [Concepts](concepts.md) explains the words, [Errors](errors.md) the reasons.
The package only grows: ignore fields and values that you do not know.
"""
_MESSAGES, _ENUMS, _SERVICES = 4, 5, 6
"""Field numbers of messages, enums and services in `FileDescriptorProto`."""
_FIELDS, _NESTED_MESSAGES, _NESTED_ENUMS = 2, 3, 4
"""Field numbers inside `DescriptorProto`; methods and enum values have number 2 in theirs."""
_SCALARS = {
    number: name.removeprefix("TYPE_").lower()
    for name, number in FieldDescriptorProto.Type.items()
    if name not in ("TYPE_MESSAGE", "TYPE_ENUM", "TYPE_GROUP")
}


def page(proto_folder: Path) -> str:
    """The whole page."""
    files = list(read(proto_folder))
    services = [file for file in files if file.descriptor.service]
    shared = [file for file in files if not file.descriptor.service]
    parts = [INTRODUCTION, _contents(services, shared)]
    for file in services + shared:
        parts += _file(file)
    return "\n".join(parts)


def _contents(services: Iterable[ProtoFile], shared: Iterable[ProtoFile]) -> str:
    rows = [
        (_link(service.name), ", ".join(f"`{method.name}`" for method in service.method))
        for file in services
        for service in file.descriptor.service
    ]
    rows += [
        (
            f"[{file.name}](#{anchor(file.name)})",
            ", ".join(_link(part.name) for part in [*file.descriptor.message_type, *file.descriptor.enum_type]),
        )
        for file in shared
    ]
    return table(("where", "what"), rows)


def _file(file: ProtoFile) -> Iterator[str]:
    if not file.descriptor.service:
        yield f"## {file.name}\n"
    for index, service in enumerate(file.descriptor.service):
        yield from _service(file, service, (_SERVICES, index))
    for index, message in enumerate(file.descriptor.message_type):
        yield from _message(file, message, message.name, (_MESSAGES, index))
    for index, enum in enumerate(file.descriptor.enum_type):
        yield from _enum(file, enum, enum.name, (_ENUMS, index))


def _service(file: ProtoFile, service: ServiceDescriptorProto, location: tuple[int, ...]) -> Iterator[str]:
    yield f"## {service.name}\n"
    yield from _prose(file, location)
    rows = []
    for index, method in enumerate(service.method):
        answer = _type_link(method.output_type)
        text = " ".join(file.paragraphs(*location, _FIELDS, index))
        if method.server_streaming:
            answer = f"stream of {answer}"
        rows.append((f"`{method.name}`", _type_link(method.input_type), answer, text))
    yield table(("call", "request", "answer", "meaning"), rows)


def _message(file: ProtoFile, message: DescriptorProto, name: str, location: tuple[int, ...]) -> Iterator[str]:
    yield f"### {name}\n"
    yield from _prose(file, location)
    maps = {nested.name: nested for nested in message.nested_type if nested.options.map_entry}
    rows = []
    for index, field in enumerate(message.field):
        text = " ".join(file.paragraphs(*location, _FIELDS, index))
        if field.HasField("oneof_index") and not field.proto3_optional:
            text = f"One of `{message.oneof_decl[field.oneof_index].name}`. {text}"
        rows.append((f"`{field.name}`", _field_type(field, maps), text))
    if rows:
        yield table(("field", "type", "meaning"), rows)
    for index, nested in enumerate(message.nested_type):
        if not nested.options.map_entry:
            yield from _message(file, nested, f"{name}.{nested.name}", (*location, _NESTED_MESSAGES, index))
    for index, enum in enumerate(message.enum_type):
        yield from _enum(file, enum, f"{name}.{enum.name}", (*location, _NESTED_ENUMS, index))


def _enum(file: ProtoFile, enum: EnumDescriptorProto, name: str, location: tuple[int, ...]) -> Iterator[str]:
    yield f"### {name}\n"
    yield from _prose(file, location)
    rows = [
        (f"`{value.name}`", str(value.number), " ".join(file.paragraphs(*location, _FIELDS, index)))
        for index, value in enumerate(enum.value)
    ]
    yield table(("value", "number", "meaning"), rows)


def _prose(file: ProtoFile, location: tuple[int, ...]) -> Iterator[str]:
    for paragraph in file.paragraphs(*location):
        yield f"{cell(paragraph)}\n"


def _field_type(field: FieldDescriptorProto, maps: dict[str, DescriptorProto]) -> str:
    entry = maps.get(field.type_name.rpartition(".")[2])
    if entry is not None:
        key, value = entry.field
        return f"map of {_field_type(key, {})} to {_field_type(value, {})}"
    kind = _SCALARS.get(field.type) or _type_link(field.type_name)
    repeated = field.label == FieldDescriptorProto.LABEL_REPEATED
    optional = "optional " if field.proto3_optional else ""
    return f"list of {kind}" if repeated else optional + kind


def _type_link(full_name: str) -> str:
    name = full_name.removeprefix(".")
    own = name.removeprefix(f"{PACKAGE}.")
    return _link(own) if own != name else f"`{name}`"


def _link(name: str) -> str:
    return f"[{name}](#{anchor(name)})"

"""The table of all reasons for errors, from the documented enum."""

from __future__ import annotations

from pathlib import Path

from google.rpc import code_pb2

from broadgauge_server import statuses

from .markdown import table
from .protos import read

PREFIX = "REASON_"
UNSPECIFIED = "REASON_UNSPECIFIED"


def tables(proto_folder: Path) -> str:
    """Two tables: reasons for which a request fails, and refusals by the rules."""
    (file,) = (file for file in read(proto_folder) if file.name == "reasons.proto")
    ((place, enum),) = ((i, enum) for i, enum in enumerate(file.descriptor.enum_type) if enum.name == "Reason")
    requests, refusals = [], []
    for index, value in enumerate(enum.value):
        if value.name == UNSPECIFIED:
            continue
        text = " ".join(file.paragraphs(5, place, 2, index))
        meaning, _, metadata = text.partition(" Metadata")
        name, number = f"`{value.name.removeprefix(PREFIX)}`", str(value.number)
        if value.number >= statuses.RULES_FROM:
            refusals.append((name, number, text))
        else:
            code = code_pb2.Code.Name(statuses.code(value.number))
            requests.append((name, number, code, meaning, metadata.strip(" :,").removesuffix(".")))
    return "\n".join(
        (
            "### Requests\n",
            table(("reason", "number", "code", "meaning", "metadata"), requests),
            "### Refusals by the rules\n",
            table(("reason", "number", "meaning"), refusals),
        )
    )

"""Field masks on plain values: parts of a view, also of everything in a list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from google.protobuf.descriptor import Descriptor

from broadgauge.v1.reasons_pb2 import Reason

from ..errors import RequestError

Tree = dict[str, "Tree"]
"""Wanted fields, each with what is wanted of it; nothing means all of it."""


def mask_tree(paths: Iterable[str], descriptor: Descriptor) -> Tree:
    """The paths of a mask as a tree.

    Raises:
        RequestError: a path names a field that the message does not have.
    """
    tree: Tree = {}
    for path in paths:
        branch: Tree = tree
        message: Descriptor | None = descriptor
        for name in path.split("."):
            field = message.fields_by_name.get(name) if message else None
            if field is None:
                text = f"read_mask: there is no field {path!r}"
                raise RequestError(Reason.REASON_READ_MASK, text, "read_mask", path=path)
            branch, message = branch.setdefault(name, {}), field.message_type
    return tree


def picked(value: Any, tree: Tree) -> Any:
    """What the tree wants of a plain value; of a list, the same of each entry."""
    if not tree:
        return value
    if isinstance(value, list):
        return [picked(entry, tree) for entry in value]
    return {name: picked(value[name], branch) for name, branch in tree.items() if name in value}

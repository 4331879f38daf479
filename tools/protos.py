"""The protos as descriptors with their comments, read by buf."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

BUF = Path(sys.executable).parent / "buf"
PACKAGE = "broadgauge.v1"

Location = tuple[int, ...]


class ProtoFile:
    """One `.proto` file, and the comment above each of its elements."""

    def __init__(self, descriptor: FileDescriptorProto) -> None:
        self.descriptor = descriptor
        self.name = Path(descriptor.name).name
        self._comments: dict[Location, str] = {
            tuple(location.path): location.leading_comments for location in descriptor.source_code_info.location
        }

    def paragraphs(self, *location: int) -> list[str]:
        """The comment of the element at a location, a text for each of its paragraphs.

        Args:
            location: Field numbers and indices as in `google.protobuf.SourceCodeInfo.Location.path`.
        """
        comment = "\n".join(line.strip() for line in self._comments.get(location, "").splitlines())
        return [" ".join(paragraph.split()) for paragraph in comment.split("\n\n") if paragraph.strip()]


def read(proto_folder: Path) -> Iterator[ProtoFile]:
    """Every file of the package, in order of name.

    Raises:
        subprocess.CalledProcessError: the protos do not compile.
    """
    command = [BUF, "build", proto_folder, "--as-file-descriptor-set", "--exclude-imports", "--output", "-"]
    result = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    files = FileDescriptorSet.FromString(result.stdout).file
    return (ProtoFile(file) for file in sorted(files, key=lambda file: file.name) if file.package == PACKAGE)

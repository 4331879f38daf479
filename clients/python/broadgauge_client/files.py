"""Files with games that several programs may write: whole or not at all, and never over what somebody else wrote."""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Changed(Exception):
    """A file no longer holds what the caller read from it or wrote to it."""


def replace(path: Path, content: bytes, expected: bytes | None = None) -> None:
    """Writes a file, perhaps over an old one.

    Args:
        path: The file.
        content: What it will hold.
        expected: What it must still hold; not compared when it is left out.

    Raises:
        Changed: it holds something else, or is gone; it is left as it is.
        OSError: it cannot be written; it is left as it is.
    """
    path = path.resolve()
    with _locked(path) as found:
        if expected is not None and found != expected:
            raise Changed(f"{path.name} was changed by somebody else")
        _swap(path, content)


def create(path: Path, content: bytes) -> None:
    """Writes a file that does not exist yet.

    Raises:
        FileExistsError: it exists.
        OSError: it cannot be written.
    """
    path.touch(exist_ok=False)
    try:
        replace(path, content, b"")
    except Changed:
        raise FileExistsError(f"{path.name} exists already") from None
    except BaseException:
        path.unlink(missing_ok=True)
        raise


@contextmanager
def _locked(path: Path) -> Iterator[bytes | None]:
    """Keeps other writers of a file away; gives its content, None where there is no such file."""
    while True:
        try:
            file = path.open("rb")
        except FileNotFoundError:
            yield None
            return
        with file:
            fcntl.flock(file, fcntl.LOCK_EX)
            if _is_still(path, file.fileno()):
                yield file.read()
                return


def _is_still(path: Path, descriptor: int) -> bool:
    """Whether an open file is the one that has the name now, rather than one that it had before."""
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _swap(path: Path, content: bytes) -> None:
    partial = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    try:
        with partial.open("xb") as file:
            if path.exists():
                os.fchmod(file.fileno(), path.stat().st_mode & 0o7777)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)

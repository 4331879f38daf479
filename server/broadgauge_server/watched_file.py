"""Files whose content may change while the server runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class WatchedFiles(Generic[T]):
    """Something made of the content of files, made again when one of them changes.

    While the files cannot be used, for example because one of two was replaced so far, the old value stays.

    Args:
        paths: The files.
        make: Makes the value of their contents; an `OSError` or `ValueError` means that they are not usable.

    Raises:
        OSError: a file cannot be read at the start.
        ValueError: the contents are not usable at the start.
    """

    def __init__(self, paths: tuple[Path, ...], make: Callable[..., T]) -> None:
        self._paths = paths
        self._make = make
        self._lock = Lock()
        self._seen = self._stamps()
        self._value = make(*(path.read_bytes() for path in paths))

    @property
    def value(self) -> T:
        """The value of the latest usable contents."""
        with self._lock:
            try:
                stamps = self._stamps()
                if stamps != self._seen:
                    self._value = self._make(*(path.read_bytes() for path in self._paths))
                    self._seen = stamps
            except (OSError, ValueError):
                pass
            return self._value

    def _stamps(self) -> tuple[tuple[int, int, int], ...]:
        return tuple((found.st_mtime_ns, found.st_ino, found.st_size) for found in (p.stat() for p in self._paths))

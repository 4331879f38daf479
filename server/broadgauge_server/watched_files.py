"""Files whose content may change while the server runs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any, Generic, TypeVar

from .logs import Logger
from .metrics import Metrics

T = TypeVar("T")
Stamp = tuple[int, ...]
GONE: Stamp = ()
"""The stamp of a file that is not there."""

LOOK_SECONDS = 1.0
"""How often files are looked at where no call does it."""


class WatchedFiles(Generic[T]):
    """Something made of the content of files, made again when one of them changes.

    Files that are damaged or cannot be read change nothing: what they held before stays. Files that are not there hold
    nothing, if ``gone`` says what that means.

    Args:
        paths: The files.
        make: Makes the value of their contents; a `ValueError` means that they are not usable.
        tell: Is told of every change: the value in use, the problem with the files (empty: none), and whether they are
            there.
        gone: The value where a file does not exist; None where the value from before stays.

    Raises:
        OSError: a file cannot be read at the start.
        ValueError: the contents are not usable at the start.
    """

    def __init__(
        self,
        paths: tuple[Path, ...],
        make: Callable[..., T],
        tell: Callable[[T, str, bool], None] = lambda *_: None,
        gone: T | None = None,
    ) -> None:
        self._paths = paths
        self._make = make
        self._tell = tell
        self._gone = gone
        self._lock = Lock()
        self._problem = ""
        self._seen = self._stamps()
        self._value = self._made()
        if GONE in self._seen:
            tell(self._value, "", False)

    @property
    def value(self) -> T:
        """The value of the latest usable contents."""
        if self._stamps() != self._seen:
            self.look()
        return self._value

    def look(self, again: bool = False) -> None:
        """Looks whether the files have changed.

        Args:
            again: Reads files that could not be used once more, even if they look the same.
        """
        with self._lock:
            stamps, before = self._stamps(), self._problem
            changed = stamps != self._seen
            if not changed and not (again and before):
                return
            self._seen = stamps
            self._problem = self._read()
            value, problem = self._value, self._problem
        if changed or problem != before:
            self._tell(value, problem, GONE not in stamps)

    def _read(self) -> str:
        """Makes the value anew; what is wrong with the files."""
        try:
            self._value = self._made()
        except OSError as error:
            return f"cannot read {error.filename}: {error.strerror}"
        except ValueError as error:
            return str(error)
        return ""

    def _made(self) -> T:
        try:
            return self._make(*(path.read_bytes() for path in self._paths))
        except (FileNotFoundError, NotADirectoryError):
            if self._gone is None:
                raise
            return self._gone

    def _stamps(self) -> tuple[Stamp, ...]:
        return tuple(map(_stamp, self._paths))


def _stamp(path: Path) -> Stamp:
    """Tells one content of a file from the next; its rights are part of it, because they decide who can read it."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return GONE
    except OSError as error:
        return (error.errno or 0,)
    return found.st_mtime_ns, found.st_ctime_ns, found.st_ino, found.st_size


class FileWatch:
    """All watched files: it looks at them even where no call does, and tells the log and the counters of changes.

    Args:
        logger: Where changes are told, with the names of files and nothing of their contents.
        metrics: Where they are counted.
    """

    def __init__(self, logger: Logger, metrics: Metrics) -> None:
        self._logger = logger
        self._metrics = metrics
        self._files: list[WatchedFiles[Any]] = []
        self._stopping = Event()
        self._thread = Thread(target=self._work, name="files", daemon=True)

    def files(
        self,
        setting: str,
        paths: tuple[Path, ...],
        make: Callable[..., T],
        gone: T | None = None,
    ) -> WatchedFiles[T]:
        """Files that a setting names; see `WatchedFiles` for the rest.

        Raises:
            OSError: a file cannot be used at the start; the message names it.
        """
        names = ", ".join(map(str, paths))

        def tell(value: T, problem: str, there: bool) -> None:
            self._tell(setting, names, bool(value), problem, there)

        try:
            found = WatchedFiles(paths, make, tell, gone)
        except ValueError as error:
            raise OSError(f"cannot use {names}: {error}") from None
        self._files.append(found)
        return found

    def start(self) -> None:
        """Begins to look."""
        self._thread.start()

    def stop(self) -> None:
        """Looks no more."""
        self._stopping.set()

    def _work(self) -> None:
        while not self._stopping.wait(LOOK_SECONDS):
            for files in self._files:
                files.look(again=True)

    def _tell(self, setting: str, names: str, holds: bool, problem: str, there: bool) -> None:
        result = "failed" if problem else "used" if there else "gone"
        self._metrics.reloaded(setting, result)
        about = {"setting": setting, "file": names}
        with suppress(OSError, ValueError):  # nobody reads the log; calls must not fail for it
            if problem:
                effect = "what it held before stays valid"
                self._logger.error("file not usable", **about, problem=problem, effect=effect)
            elif not there:
                self._logger.error("file gone", **about, effect="it admits nobody")
            elif not holds:
                self._logger.warning("file empty", **about, effect="it admits nobody")
            else:
                self._logger.info("file read again", **about)

"""Server processes for tests, and where they listen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, Any

COMMAND = [sys.executable, "-m", "broadgauge_server"]
PREFIX = "broadgauge: "


@dataclass
class Running:
    """A server process."""

    process: subprocess.Popen[str]
    log: IO[str]
    addresses: dict[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """Where it serves."""
        return self.addresses["serving"]

    def text(self) -> str:
        """The log so far; the place where the process writes stays where it is."""
        number = self.log.fileno()
        return os.pread(number, os.fstat(number).st_size, 0).decode()

    def events(self, name: str) -> list[dict[str, Any]]:
        """The lines of the log about one kind of event."""
        lines = [json.loads(line) for line in self.text().splitlines() if line.startswith("{")]
        return [line for line in lines if line["event"] == name]

    def waited_for(self, name: str, count: int = 1, timeout: float = 30.0) -> list[dict[str, Any]]:
        """The same, once there are so many."""
        until = time.monotonic() + timeout
        while len(found := self.events(name)) < count:
            assert time.monotonic() < until, f"{len(found)} times {name!r} in the log, not {count}: {self.text()}"
            time.sleep(0.05)
        return found

    def stopped(self, number: int, timeout: float = 30.0) -> tuple[int, str]:
        """Sends a signal and waits for the end: the exit status, and the log."""
        self.process.send_signal(number)
        status = self.process.wait(timeout)
        self.log.seek(0)
        return status, self.log.read()


@contextmanager
def running(*arguments: str, environment: Mapping[str, str] | None = None) -> Iterator[Running]:
    """A server process on free ports; it ends with the block."""
    with tempfile.TemporaryFile("w+") as log:
        command = [*COMMAND, "--port", "0", *arguments]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        server = Running(process, log)
        expected = 1 + ("--admin-port" in arguments) + ("--metrics-port" in arguments)
        try:
            assert process.stdout is not None
            for _ in range(expected):
                what, _, where = process.stdout.readline().removeprefix(PREFIX).strip().partition(" on ")
                server.addresses[what] = where
            yield server
        finally:
            process.kill()
            process.communicate()


def ended(*arguments: str, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """A server process that is expected to end by itself."""
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, check=False, timeout=60, env=environment
    )

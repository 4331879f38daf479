"""How the server runs: what can be set, and the command line that sets it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from .logs import FORMATS

MEBIBYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set, with its default."""

    host: str = "127.0.0.1"
    port: int = 50822
    threads: int = 2 * (os.cpu_count() or 1)
    waiting: int = 64
    recent_states: int = 256
    message_mebibytes: int = 8
    grace_seconds: float = 10.0
    snapshot_keys: Path | None = None
    log_format: str = "auto"

    @property
    def address(self) -> str:
        """Host and port as one text."""
        return f"{self.host}:{self.port}"

    def keys(self) -> tuple[bytes, ...]:
        """The snapshot keys, one a line in their file; the first one signs.

        Raises:
            OSError: the file cannot be read.
        """
        if self.snapshot_keys is None:
            return ()
        return tuple(line.strip() for line in self.snapshot_keys.read_bytes().splitlines() if line.strip())


def parse(arguments: Sequence[str]) -> Settings:
    """Settings from a command line; argparse ends the process with status 2 on a wrong one."""
    values = vars(_parser().parse_args(arguments))
    return Settings(**{field.name: values[field.name] for field in fields(Settings)})


def _parser() -> argparse.ArgumentParser:
    usual = Settings()
    parser = argparse.ArgumentParser(
        prog="broadgauge serve",
        description="Serve the rules of 1822 over gRPC.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--host", default=usual.host, help="address to listen on")
    parser.add_argument("--port", type=_port, default=usual.port, help="port to listen on; 0 takes a free one")
    parser.add_argument("--threads", type=_positive, default=usual.threads, help="calls worked on at a time")
    parser.add_argument(
        "--waiting",
        type=_positive,
        default=usual.waiting,
        help="calls that may wait; more are refused at once",
    )
    parser.add_argument(
        "--recent-states", type=_positive, default=usual.recent_states, help="game states kept for speed"
    )
    parser.add_argument("--message-mebibytes", type=_positive, default=usual.message_mebibytes, help="largest message")
    parser.add_argument(
        "--grace-seconds", type=float, default=usual.grace_seconds, help="time for running calls at the end"
    )
    parser.add_argument(
        "--snapshot-keys",
        type=Path,
        default=usual.snapshot_keys,
        help="file with keys for snapshot signatures, one a line; the first signs, all are accepted",
    )
    parser.add_argument("--log-format", choices=FORMATS, default=usual.log_format, help="form of the log")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number < 65536:
        raise argparse.ArgumentTypeError("must be from 0 to 65535")
    return number

"""What each setting means, and how it is read from text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .logs import FORMATS


class SettingsError(ValueError):
    """A setting has a value that it cannot have, or two settings contradict each other."""


@dataclass(frozen=True, slots=True)
class About:
    """What a setting belongs to, how its text is read, and what it means."""

    group: str
    read: Callable[[str], Any]
    meaning: str


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number within limits."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise SettingsError(f"{text!r} is not a whole number") from None
        if not least <= number <= most:
            raise SettingsError(f"{number} is not from {least} to {most}")
        return number

    return read


def seconds(text: str) -> float:
    """Reads a duration."""
    try:
        number = float(text)
    except ValueError:
        raise SettingsError(f"{text!r} is not a number of seconds") from None
    if not 0 <= number <= 3600:
        raise SettingsError(f"{text} is not from 0 to 3600 seconds")
    return number


def truth(text: str) -> bool:
    """Reads yes or no."""
    known = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}
    if text.lower() not in known:
        raise SettingsError(f"{text!r} is neither true nor false")
    return known[text.lower()]


def choice(*words: str) -> Callable[[str], str]:
    """Reads one of several words."""

    def read(text: str) -> str:
        if text not in words:
            raise SettingsError(f"{text!r} is none of {', '.join(words)}")
        return text

    return read


_PORT = whole(0, 65535)
_COUNT = whole(1, 100_000)
_MEMORY = whole(0, 4096)

TABLE: Mapping[str, About] = {
    "host": About("Listening", str, "address to listen on"),
    "port": About("Listening", _PORT, "port to listen on; 0 takes a free one"),
    "insecure": About("Listening", truth, "allow other addresses than this machine's own without TLS"),
    "admin_host": About("Listening", str, "address for health and metrics, which carry no game"),
    "admin_port": About("Listening", _PORT, "port for health, which answers however busy the calls are; 0: a free one"),
    "metrics_port": About("Listening", _PORT, "port for Prometheus metrics; 0 takes a free one"),
    "reflection": About("Listening", truth, "let tools discover the API"),
    "channelz": About("Listening", truth, "tell about connections on the admin port"),
    "workers": About("Limits", whole(1, 64), "processes that share the port"),
    "threads": About("Limits", whole(1, 1024), "calls that a process works on at a time"),
    "waiting": About("Limits", whole(0, 4096), "calls that may wait in a process; more are refused at once"),
    "message_mebibytes": About("Limits", whole(1, 256), "largest message, in MiB"),
    "record_actions": About("Limits", _COUNT, "most actions in a record, or in one SubmitActions"),
    "route_seconds": About("Limits", seconds, "longest search for routes"),
    "recent_states": About("Limits", _COUNT, "game states kept for speed"),
    "answer_mebibytes": About("Limits", _MEMORY, "memory for answers kept for speed, in MiB; 0 keeps none"),
    "connection_seconds": About(
        "Limits", seconds, "age at which a connection is renewed, so that clients find new servers; 0 never"
    ),
    "tls_certificate": About("Security", Path, "file with the certificate chain (PEM); read again when it is replaced"),
    "tls_key": About("Security", Path, "file with the private key (PEM); read again when it is replaced"),
    "tls_client_ca": About("Security", Path, "file with authorities (PEM); clients must show a certificate"),
    "tokens": About(
        "Security",
        Path,
        "file with bearer tokens, one a line; each call must carry one; to change it, rename a new file to it",
    ),
    "snapshot_keys": About(
        "Security",
        Path,
        "file with keys for snapshot signatures, one a line, 32 characters or more; the first signs, all are accepted",
    ),
    "drain_seconds": About("Life", seconds, "time between NOT_SERVING and the end of listening at a stop"),
    "grace_seconds": About("Life", seconds, "time for running calls at a stop"),
    "log_format": About("Life", choice(*FORMATS), "form of the log: " + ", ".join(FORMATS)),
}
"""Every field of `Settings`, in the order of its help."""

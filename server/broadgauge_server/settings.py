"""How the server runs: everything that can be set, with its default, its meaning and what it may be."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from .logs import FORMATS

T = TypeVar("T")

MEBIBYTE = 1024 * 1024
FILES = ("tls_certificate", "tls_key", "tls_client_ca", "tokens", "snapshot_keys")


class SettingsError(ValueError):
    """A setting has a value that it cannot have, or two settings contradict each other."""


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


def _of(default: T, group: str, read: Callable[[str], T | None], meaning: str) -> T:
    made: T = field(default=default, metadata={"group": group, "read": read, "meaning": meaning})
    return made


PORT = whole(0, 65535)
COUNT = whole(1, 100_000)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set."""

    host: str = _of("127.0.0.1", "Listening", str, "address to listen on")
    port: int = _of(50822, "Listening", PORT, "port to listen on; 0 takes a free one")
    insecure: bool = _of(False, "Listening", truth, "allow other addresses than this machine's own without TLS")
    admin_host: str = _of("127.0.0.1", "Listening", str, "address for health and metrics, which carry no game")
    admin_port: int | None = _of(
        None, "Listening", PORT, "port for health that answers however busy the server is; 0 takes a free one"
    )
    metrics_port: int | None = _of(None, "Listening", PORT, "port for Prometheus metrics; 0 takes a free one")
    reflection: bool = _of(True, "Listening", truth, "let tools discover the API")
    channelz: bool = _of(False, "Listening", truth, "tell about connections on the admin port")

    workers: int = _of(1, "Limits", whole(1, 64), "processes that share the port")
    threads: int = _of(2 * (os.cpu_count() or 1), "Limits", whole(1, 1024), "calls that a process works on at a time")
    waiting: int = _of(64, "Limits", whole(0, 4096), "calls that may wait in a process; more are refused at once")
    message_mebibytes: int = _of(8, "Limits", whole(1, 256), "largest message, in MiB")
    record_actions: int = _of(10_000, "Limits", COUNT, "most actions in a record, or in one SubmitActions")
    route_seconds: float = _of(10.0, "Limits", seconds, "longest search for routes")
    recent_states: int = _of(256, "Limits", COUNT, "game states kept for speed")
    answer_mebibytes: int = _of(32, "Limits", whole(0, 4096), "memory for answers kept for speed, in MiB; 0 keeps none")
    connection_seconds: float = _of(
        0.0, "Limits", seconds, "age at which a connection is renewed, so that clients find new servers; 0 never"
    )

    tls_certificate: Path | None = _of(None, "Security", Path, "file with the certificate chain (PEM); read again on change")
    tls_key: Path | None = _of(None, "Security", Path, "file with the private key (PEM)")
    tls_client_ca: Path | None = _of(None, "Security", Path, "file with authorities (PEM); clients must show a certificate")
    tokens: Path | None = _of(
        None, "Security", Path, "file with bearer tokens, one a line; each call must carry one; read again on change"
    )
    snapshot_keys: Path | None = _of(
        None, "Security", Path, "file with keys for snapshot signatures, one a line; the first signs, all are accepted"
    )

    drain_seconds: float = _of(0.0, "Life", seconds, "time between NOT_SERVING and the end of listening at a stop")
    grace_seconds: float = _of(10.0, "Life", seconds, "time for running calls at a stop")
    log_format: str = _of("auto", "Life", choice(*FORMATS), "form of the log: " + ", ".join(FORMATS))

    @property
    def address(self) -> str:
        """Host and port as one text."""
        return join(self.host, self.port)

    @property
    def message_bytes(self) -> int:
        """The largest message."""
        return self.message_mebibytes * MEBIBYTE


def join(host: str, port: int) -> str:
    """Host and port as one text, with brackets where an IPv6 address needs them."""
    return f"[{host}]:{port}" if ":" in host and not host.startswith("[") else f"{host}:{port}"


def check(settings: Settings) -> None:
    """Finds settings that contradict each other.

    Raises:
        SettingsError: they do.
    """
    if (settings.tls_certificate is None) != (settings.tls_key is None):
        raise SettingsError("--tls-certificate and --tls-key belong together: give both or none")
    if settings.tls_client_ca and not settings.tls_certificate:
        raise SettingsError("--tls-client-ca needs --tls-certificate and --tls-key")
    if not (settings.tls_certificate or settings.insecure or is_loopback(settings.host)):
        raise SettingsError(
            f"--host {settings.host} can be reached from other machines: give --tls-certificate and --tls-key, "
            "or --insecure where something else protects it"
        )
    if settings.channelz and settings.admin_port is None:
        raise SettingsError("--channelz needs --admin-port")
    given = [port for port in (settings.port, settings.admin_port, settings.metrics_port) if port]
    if len(set(given)) < len(given):
        raise SettingsError("--port, --admin-port and --metrics-port must differ")


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def table() -> list[tuple[str, Any, str, Callable[[str], Any], str]]:
    """Every setting: name, default, group, reader, meaning."""
    return [
        (one.name, one.default, one.metadata["group"], one.metadata["read"], one.metadata["meaning"])
        for one in fields(Settings)
    ]

"""How the server runs: everything that can be set, with its default."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass
from pathlib import Path

from .setting_table import SettingsError

MEBIBYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set; `broadgauge_server.setting_table` tells what it means."""

    host: str = "127.0.0.1"
    port: int = 50822
    insecure: bool = False
    admin_host: str = "127.0.0.1"
    admin_port: int | None = None
    metrics_port: int | None = None
    reflection: bool = True
    channelz: bool = False

    workers: int = 1
    threads: int = 2 * (os.cpu_count() or 1)
    waiting: int = 64
    message_mebibytes: int = 8
    record_actions: int = 10_000
    route_seconds: float = 10.0
    recent_states: int = 512
    answer_mebibytes: int = 32
    connection_seconds: float = 0.0

    tls_certificate: Path | None = None
    tls_key: Path | None = None
    tls_client_ca: Path | None = None
    tokens: Path | None = None
    snapshot_keys: Path | None = None

    drain_seconds: float = 0.0
    grace_seconds: float = 10.0
    log_format: str = "auto"

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

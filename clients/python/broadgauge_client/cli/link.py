"""The connection that the environment describes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from ..connection import Connection, Tls

TOKEN = "BROADGAUGE_TOKEN"
TLS = "BROADGAUGE_TLS"
TRUTHS: Mapping[str, bool] = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("", "0", "false", "no", "off"), False),
}
FILES: Mapping[str, str] = {
    "authorities": "BROADGAUGE_TLS_AUTHORITIES",
    "certificate": "BROADGAUGE_TLS_CLIENT_CERTIFICATE",
    "key": "BROADGAUGE_TLS_CLIENT_KEY",
}


def connected(address: str) -> Connection:
    """A connection; variables of the environment give TLS files and the token, which belong on no command line.

    Raises:
        ValueError: a file cannot be read, the address is none, or a variable is neither yes nor no.
    """
    files = {name: _file(variable) for name, variable in FILES.items() if os.environ.get(variable)}
    if ("certificate" in files) != ("key" in files):
        raise ValueError(f"{FILES['certificate']} and {FILES['key']} belong together: set both or none")
    tls = Tls(**files) if files or _wanted() else None
    return Connection(address, tls=tls, token=os.environ.get(TOKEN, ""))


def _wanted() -> bool:
    value = os.environ.get(TLS, "").lower()
    if value not in TRUTHS:
        raise ValueError(f"{TLS}: {value!r} is neither yes nor no")
    return TRUTHS[value]


def _file(variable: str) -> Path:
    path = Path(os.environ[variable])
    try:
        path.read_bytes()
    except OSError as error:
        raise ValueError(f"{variable}: cannot read {path}: {error.strerror}") from error
    return path

"""The connection that the environment describes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from ..connection import Connection, Tls

TOKEN = "BROADGAUGE_TOKEN"
TLS = "BROADGAUGE_TLS"
FILES: Mapping[str, str] = {
    "authorities": "BROADGAUGE_TLS_AUTHORITIES",
    "certificate": "BROADGAUGE_TLS_CLIENT_CERTIFICATE",
    "key": "BROADGAUGE_TLS_CLIENT_KEY",
}


def connected(address: str) -> Connection:
    """A connection; variables of the environment give TLS files and the token, which belong on no command line.

    Raises:
        OSError: a file cannot be read.
    """
    files = {name: Path(os.environ[variable]) for name, variable in FILES.items() if os.environ.get(variable)}
    tls = Tls(**files) if files or os.environ.get(TLS) else None
    return Connection(address, tls=tls, token=os.environ.get(TOKEN, ""))

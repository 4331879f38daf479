"""Secrets from files: bearer tokens, and keys of snapshot signatures."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

from .watched_file import WatchedFiles

SHORTEST = 8
"""Characters that a secret has at least."""


def lines_of(content: bytes) -> tuple[bytes, ...]:
    """The secrets in a file, one a line; empty lines and lines that begin with # do not count.

    Raises:
        ValueError: there are none, or one is too short.
    """
    found = tuple(line.strip() for line in content.splitlines())
    secrets = tuple(line for line in found if line and not line.startswith(b"#"))
    if not secrets:
        raise ValueError("there is no secret in it")
    if min(map(len, secrets)) < SHORTEST:
        raise ValueError(f"a secret in it has fewer than {SHORTEST} characters")
    return secrets


def watched(path: Path) -> WatchedFiles[tuple[bytes, ...]]:
    """The secrets in a file that may change.

    Raises:
        OSError: the file cannot be used; the message names it, and no secret.
    """
    try:
        return WatchedFiles((path,), lines_of)
    except ValueError as error:
        raise OSError(f"cannot use {path}: {error}") from None


class Tokens:
    """Bearer tokens that calls may carry."""

    def __init__(self, path: Path) -> None:
        self._secrets = watched(path)

    def accept(self, token: bytes) -> bool:
        """Whether a token is one of ours; how long that takes tells nothing about them."""
        given = hashlib.sha256(token).digest()
        verdicts = [hmac.compare_digest(given, hashlib.sha256(known).digest()) for known in self._secrets.value]
        return any(verdicts)

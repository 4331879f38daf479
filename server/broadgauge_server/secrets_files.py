"""Secrets from files: bearer tokens, and keys of snapshot signatures."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

from broadgauge_engine.record import SHORTEST_KEY

from .watched_files import FileWatch

SHORTEST_TOKEN = 8
"""Characters of a token at least: it can only be tried on the server."""
NOBODY: tuple[bytes, ...] = ()
FIRST, LAST = b"!", b"~"
"""The characters that a token in a header may have."""


def lines_of(content: bytes) -> tuple[bytes, ...]:
    """The secrets in a file, one a line; empty lines and lines that begin with # do not count.

    Raises:
        ValueError: the last line has no end, so that it may be the half of one.
    """
    if content and not content.endswith(b"\n"):
        raise ValueError("the last line has no line break at its end, so it may be half of one")
    found = tuple(line.strip() for line in content.splitlines())
    return tuple(line for line in found if line and not line.startswith(b"#"))


def tokens_of(content: bytes) -> tuple[bytes, ...]:
    """The tokens in a file; there may be none, and then nobody is admitted.

    Raises:
        ValueError: the file is damaged, or a token cannot be used.
    """
    tokens = lines_of(content)
    if any(len(token) < SHORTEST_TOKEN for token in tokens):
        raise ValueError(f"a token in it has fewer than {SHORTEST_TOKEN} characters")
    if any(not FIRST <= bytes([character]) <= LAST for token in tokens for character in token):
        raise ValueError("a token in it has characters that no header carries")
    return tokens


def keys_of(content: bytes) -> tuple[bytes, ...]:
    """The keys in a file.

    Raises:
        ValueError: the file is damaged, there are none, or one is too short.
    """
    keys = _some(lines_of(content), "key")
    if any(len(key) < SHORTEST_KEY for key in keys):
        raise ValueError(
            f"a key in it has fewer than {SHORTEST_KEY} characters; openssl rand -hex 32 writes a good one"
        )
    return keys


def first_tokens(content: bytes) -> tuple[bytes, ...]:
    """The tokens in a file at the start of the server, when there must be some.

    Raises:
        ValueError: the file is damaged, there are none, or one cannot be used.
    """
    return _some(tokens_of(content), "token")


def read_keys(path: Path) -> tuple[bytes, ...]:
    """The keys of snapshot signatures.

    Raises:
        OSError: the file cannot be used; the message names it, and no key.
    """
    try:
        return keys_of(path.read_bytes())
    except ValueError as error:
        raise OSError(f"cannot use {path}: {error}") from None


def _some(secrets: tuple[bytes, ...], what: str) -> tuple[bytes, ...]:
    if not secrets:
        raise ValueError(f"there is no {what} in it")
    return secrets


def _digests(content: bytes) -> tuple[bytes, ...]:
    return tuple(hashlib.sha256(token).digest() for token in tokens_of(content))


class Tokens:
    """Bearer tokens that calls may carry.

    A file that holds none, or is not there any more, admits nobody: that is how all tokens are revoked.

    Raises:
        OSError: the file cannot be used; the message names it, and no token.
    """

    def __init__(self, watch: FileWatch, path: Path) -> None:
        self._digests = watch.files("tokens", (path,), _digests, gone=NOBODY)

    def accept(self, token: bytes) -> bool:
        """Whether a token is one of ours; how long that takes tells nothing about them."""
        given = hashlib.sha256(token).digest()
        verdicts = [hmac.compare_digest(given, known) for known in self._digests.value]
        return any(verdicts)

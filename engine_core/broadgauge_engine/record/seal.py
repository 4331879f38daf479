"""Seals: a proof that bytes are as somebody made them.

With keys the proof is an HMAC-SHA-256, which nobody makes without one of them. Without keys it is a SHA-256: it finds
damage, and anybody can make it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

PROOF_BYTES = 32
SHORTEST_KEY = 32
"""Bytes of a key at least. Whoever holds sealed bytes can try keys on them for as long as they like, on any machine."""


class Seal:
    """Seals bytes for one purpose.

    Args:
        purpose: What is sealed, with its format and version. Every purpose has keys of its own, derived from those
            given, so that a proof for one is worth nothing for another.
        keys: Secrets; the first one seals, all are accepted.

    Raises:
        ValueError: a key is too short.
    """

    def __init__(self, purpose: bytes, keys: Sequence[bytes] = ()) -> None:
        if any(len(key) < SHORTEST_KEY for key in keys):
            raise ValueError(f"a key has fewer than {SHORTEST_KEY} bytes")
        self._keys = tuple(hmac.digest(key, purpose, "sha256") for key in keys)

    @property
    def signs(self) -> bool:
        """Whether a proof tells who made it."""
        return bool(self._keys)

    def proof(self, content: bytes) -> bytes:
        """The proof for some bytes."""
        return hmac.digest(self._keys[0], content, "sha256") if self._keys else hashlib.sha256(content).digest()

    def proves(self, proof: bytes, content: bytes) -> bool:
        """Whether this is a proof for these bytes."""
        if not self._keys:
            return proof == self.proof(content)
        verdicts = [hmac.compare_digest(proof, hmac.digest(key, content, "sha256")) for key in self._keys]
        return any(verdicts)

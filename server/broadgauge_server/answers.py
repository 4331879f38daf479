"""Encoded answers that can be given again: an accelerator that every call could do without.

The server is a function of the request alone, so the same bytes have the same answer.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

OVERHEAD = 500
"""Bytes that an answer takes besides its content, about."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An encoded answer, and what the log tells about it."""

    content: bytes
    etag: str
    revision: int | None

    @property
    def size(self) -> int:
        """Bytes of memory that it takes, about."""
        return len(self.content) + OVERHEAD


class RecentAnswers:
    """The most recently used answers.

    Args:
        size: Bytes that they may take together.
    """

    def __init__(self, size: int) -> None:
        self._room = size
        self._answers: OrderedDict[bytes, Answer] = OrderedDict()
        self._lock = Lock()

    @staticmethod
    def key(method: str, request: bytes) -> bytes:
        """What an answer is found by."""
        return hashlib.sha256(method.encode() + b"\0" + request).digest()

    def get(self, key: bytes) -> Answer | None:
        """The answer, if it is still here."""
        with self._lock:
            answer = self._answers.get(key)
            if answer is not None:
                self._answers.move_to_end(key)
            return answer

    def put(self, key: bytes, answer: Answer) -> None:
        """Keeps an answer; those that were not used for longest make room."""
        with self._lock:
            if key not in self._answers:
                self._answers[key] = answer
                self._room -= answer.size
            while self._room < 0:
                _, old = self._answers.popitem(last=False)
                self._room += old.size

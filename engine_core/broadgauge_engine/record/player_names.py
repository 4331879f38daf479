"""Which names players may have: whatever people are called, but nothing that upsets a line of text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from ..state.setup import SetupError

NAME_LENGTH = 64
"""Most characters of a name."""

_FORBIDDEN = {
    "Cc": "a control character",
    "Cf": "an invisible format character",
    "Cs": "half of a character",
    "Zl": "a line break",
    "Zp": "a line break",
}
"""Unicode categories that no name holds. Unassigned characters are let through: the next Unicode assigns them."""
_JOINERS = "\u200c\u200d"
_JOINED = frozenset({"Lo", "Lm", "Mn", "Mc", "Me", "So", "Sk"})
"""What a joiner may follow: emoji, and letters of scripts that need joiners; never Latin, where it would be hidden."""
_FLAGS = re.compile(
    "\U0001f3f4\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074"
    "|\U000e0077\U000e006c\U000e0073)\U000e007f"
)
"""The flags of England, Scotland and Wales, spelt with characters that are invisible elsewhere."""
_UNSEEN = frozenset("MZC")
"""First letters of the categories of what cannot be seen by itself: marks, spaces, others."""
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that show nothing."""


def check_names(players: Sequence[str]) -> None:
    """Refuses names that players cannot have.

    Raises:
        SetupError: one is empty, too long, given twice, or holds characters that are no part of a name.
    """
    seen: set[str] = set()
    for index, name in enumerate(players):
        problem = _problem(name) or ("is given twice" if name in seen else "")
        if problem:
            raise SetupError(f"players[{index}]", f"the name of player {index + 1} {problem}")
        seen.add(name)


def _problem(name: str) -> str:
    """What is wrong with a name, as the rest of a sentence; never the name itself, which may not be fit to print."""
    if len(name) > NAME_LENGTH:
        return f"has {len(name)} characters, more than {NAME_LENGTH}"
    if name.isascii() and name.isprintable() and name.strip():
        return ""  # Nearly all names: every snapshot that is read comes by here.
    plain = _FLAGS.sub("\U0001f3f4", name)
    for at, character in enumerate(plain):
        text = _FORBIDDEN.get(unicodedata.category(character))
        if text and not _joins(plain, at):
            title = unicodedata.name(character, "")
            return f"holds {text}: U+{ord(character):04X}{title and ' ' + title}"
    if all(character in _BLANKS or unicodedata.category(character)[0] in _UNSEEN for character in plain):
        return "is empty"
    return ""


def _joins(name: str, at: int) -> bool:
    """Whether a character is a joiner between two others that it may join."""
    return (
        name[at] in _JOINERS
        and 0 < at < len(name) - 1
        and unicodedata.category(name[at - 1]) in _JOINED
        and name[at + 1] not in _JOINERS
    )

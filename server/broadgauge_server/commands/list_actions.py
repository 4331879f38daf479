"""List what may be done, filtered and in pages."""

from __future__ import annotations

import base64
import binascii
import hashlib
from dataclasses import dataclass
from typing import Any

from broadgauge.v1.reasons_pb2 import Reason
from broadgauge_engine import engine
from broadgauge_engine.options import Option, Options, Unavailable

from ..errors import RequestError
from ..run_guard import guard_runs
from ..situation import Situation

USUAL_PAGE = 500
LARGEST_PAGE = 2_000
LONGEST_OFFSET = 9


@dataclass(frozen=True, slots=True)
class Filter:
    """What is wanted: classes of actions (none: all), who decides (0: anybody), who acts (empty: any)."""

    kinds: frozenset[type[Any]]
    player: int
    company: str
    unavailable: bool


@dataclass(frozen=True, slots=True)
class Page:
    """A part of the list, and the token of the part that follows (empty: none)."""

    options: list[Option]
    unavailable: list[Unavailable]
    next_token: str
    total_options: int


def list_actions(situation: Situation, wanted: Filter, size: int, token: str) -> Page:
    """One page of the options and, after them, of what is unavailable.

    Raises:
        RequestError: the token belongs to another position or filter.
    """
    start = _offset(situation, wanted, token)
    options, unavailable = _entries(situation, wanted)
    entries = [*options, *unavailable]
    end = start + (min(size, LARGEST_PAGE) if size > 0 else USUAL_PAGE)
    page = entries[start:end]
    return Page(
        [entry for entry in page if isinstance(entry, Option)],
        [entry for entry in page if isinstance(entry, Unavailable)],
        _token(situation, wanted, end) if end < len(entries) else "",
        len(options),
    )


def _entries(situation: Situation, wanted: Filter) -> tuple[list[Option], list[Unavailable]]:
    """All that the filter wants; nothing else is looked at."""
    options = engine.options(situation.state)
    if not _concerns(options, wanted):
        return [], []
    guard_runs(situation)
    chosen = options.of(*wanted.kinds) if wanted.kinds else options
    if not wanted.unavailable:
        return list(chosen), []
    found = list(chosen.survey())
    return (
        [entry for entry in found if isinstance(entry, Option)],
        [entry for entry in found if isinstance(entry, Unavailable)],
    )


def _concerns(options: Options, wanted: Filter) -> bool:
    decision = options.decision
    return wanted.player in (0, decision.player) and wanted.company in ("", decision.company)


def _token(situation: Situation, wanted: Filter, offset: int) -> str:
    text = f"{_fingerprint(situation, wanted)}:{offset}"
    return base64.urlsafe_b64encode(text.encode()).decode()


def _offset(situation: Situation, wanted: Filter, token: str) -> int:
    if not token:
        return 0
    try:
        fingerprint, _, offset = base64.b64decode(token, b"-_", validate=True).decode("ascii").partition(":")
    except (binascii.Error, ValueError):
        fingerprint, offset = "", ""
    if fingerprint != _fingerprint(situation, wanted) or not offset.isdecimal() or len(offset) > LONGEST_OFFSET:
        text = "page_token: not made for this position and filter"
        raise RequestError(Reason.REASON_PAGE_TOKEN, text, "page_token")
    return int(offset)


def _fingerprint(situation: Situation, wanted: Filter) -> str:
    parts = (
        situation.etag,
        *sorted(kind.__name__ for kind in wanted.kinds),
        str(wanted.player),
        wanted.company,
        str(wanted.unavailable),
    )
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]

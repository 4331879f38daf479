"""A game file while it is read: the game so far, whose numbers are where, and the entries to come."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from ...actions import Action
from ...state.model import GameState
from ..place_ids import PlaceIds
from ..share_book import ShareBook
from ..train_ids import TrainIds
from ..vocabulary import our_name
from .entry import Entry


class Unfinished(Exception):
    """The file ends in the middle of what is one action of ours."""


@dataclass(frozen=True, slots=True)
class WrittenRun:
    """A run that brings in what the file says, since the rules give something else; revenues in pounds."""

    action: int
    id: int | None
    company: str
    declared: int
    by_rules: int | None
    """None where the rules refuse the run."""
    note: str


class Reading:
    """What translations ask and keep; ``at`` is the number of the entry that is read."""

    def __init__(self, state: GameState, seats: Mapping[str, int], entries: Sequence[Entry], as_written: bool) -> None:
        self.state = state
        self.seats = seats
        self.entries = entries
        self.as_written = as_written
        self.at = 0
        self.last_actor = ""
        self.written_runs: list[WrittenRun] = []
        self.shares = ShareBook()
        self.trains = TrainIds()
        self.places = PlaceIds()

    def seat(self, entry: Entry) -> int:
        """The seat of the player who acts."""
        seat = self.seats.get(entry.entity)
        if seat is None:
            raise entry.fail("there is no such player")
        return seat

    def company(self, entry: Entry, key: str = "entity") -> str:
        """A company's id; the site calls minors by their bare number."""
        return our_name(entry.text(key))

    def acting(self, entry: Entry) -> str:
        """The company whose turn it is, for which a private acts."""
        if self.state.turn is None:
            raise entry.fail("it is used in an operating turn of the company that owns it")
        return self.state.turn.company

    def comes(self, entry: Entry, *kinds: str) -> bool:
        """Whether the next action is one of these kinds and by the same actor."""
        following = self.following
        return following is not None and following.kind in kinds and following.same_actor(entry)

    def take(self, entry: Entry, *kinds: str) -> Entry:
        """The next action, which completes the present one."""
        following = self.following
        if following is None:
            raise Unfinished
        if not self.comes(entry, *kinds) or following.fault:
            raise entry.fail(f"action {following.number} is {following.kind}, not the {kinds[0]} that completes it")
        self.at += 1
        return following

    def coming_choice(self, entry: Entry, known: Collection[str]) -> str:
        """A later choice by the same company out of these words."""
        coming = self.entries[self.at + 1 :]
        for later in coming:
            if later.kind == "choose" and later.same_actor(entry) and later.data.get("choice") in known:
                return str(later.data["choice"])
        if all(later.same_actor(entry) and later.kind in ("acquire_company", "pass") for later in coming):
            raise Unfinished
        raise entry.fail("the file does not say what it is used for")

    @property
    def following(self) -> Entry | None:
        """The entry after the present one."""
        return self.entries[self.at + 1] if self.at + 1 < len(self.entries) else None


Translation = Callable[[Reading, Entry], Action | None]
"""What an entry is as an action of ours; None where it is a part of another one, or nothing."""

"""Where the site stopped: what must be ended by itself before the next entry of a file.

A file says `pass` without the step that it ends, and is silent on steps at which nothing was done. Our game stops at
every step, so the next entries tell which of them the site left out. Where they leave a choice, for several passes in a
row, `site_stops` decides; as passes change nothing, a wrong guess is made good by the next entry.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...actions import Action, Pass, SellShares
from ...engine import STEPS, apply, decision, options
from ...state import shares
from ...state.model import GameState
from .. import site_stops
from ..skipping import company_of, way_on
from ..vocabulary import PAYOUTS, STEPS_OF_POWER, our_name
from .entry import Entry
from .reading import Reading

STEPS_OF: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("bid", "player"): ("stock_turn",),
    ("par", "player"): ("stock_turn",),
    ("buy_shares", "player"): ("stock_turn",),
    ("sell_shares", "player"): ("stock_turn", "buy_train"),
    ("payoff_player_debt", "player"): ("stock_turn",),
    ("payoff_player_debt_partial", "player"): ("stock_turn",),
    ("pass", "player"): ("stock_turn", "double_cash"),
    ("choose", "player"): ("double_cash",),
    ("buy_train", "corporation"): ("first_turn", "buy_train"),
    ("discard_train", "corporation"): ("discard_train",),
    ("acquire_company", "corporation"): ("acquire_private",),
    ("lay_tile", "corporation"): ("track",),
    ("lay_tile", "company"): ("track",),
    ("pass", "company"): ("track",),
    ("place_token", "corporation"): ("home_station", "token"),
    ("place_token", "company"): ("token",),
    ("hex_token", "corporation"): ("destination",),
    ("run_routes", "corporation"): ("run_trains",),
    ("dividend", "corporation"): ("dividend",),
    ("merge", "corporation"): ("acquire_minor",),
    ("sell_shares", "corporation"): ("issue_redeem",),
    ("buy_shares", "corporation"): ("issue_redeem",),
}
"""Kind of entry and kind of actor to the steps in which it is made; entries not named belong to the one before."""
MOST_ROUNDS = 4
"""Rounds that the site could pass over when nobody can do anything in them."""
CERTAINTY = ("track", "destination", "first_turn", "acquire_private", "token", "buy_train", "acquire_minor")
"""How sure it is that the site stops at a step if we think so, surest first; the last step is the least sure."""


@dataclass(frozen=True, slots=True)
class _Goal:
    """The steps in which an entry can be made, and the company or the seat whose decision it is, if that matters."""

    steps: tuple[str, ...]
    company: str = ""
    seat: int = 0

    def is_here(self, state: GameState) -> bool:
        now = decision(state)
        if now is None or now.step not in self.steps:
            return False
        if self.company:
            return now.company == self.company
        sells = now.step != "buy_train" or STEPS["buy_train"].possible(state, SellShares)
        return sells and self.seat in (0, now.player)

    def is_surely_here(self, state: GameState) -> bool:
        return self.is_here(state) and (len(self.steps) == 1 or site_stops.stops(state))


def skipped(reading: Reading, at: int) -> list[Action]:
    """What ends the steps between the present position and an entry; behind the last entry, those without a stop."""
    if at >= len(reading.entries):
        return _to_a_stop(reading.state)
    entry = reading.entries[at]
    if entry.fault or _is_needless(reading, entry):
        return []
    goal = _goal(reading, entry)
    if goal is None:
        return []
    if (entry.kind, entry.actor) == ("pass", "corporation"):
        return way_to_pass(reading, at, goal) or []
    return _to_goal(reading.state, goal)


def _is_needless(reading: Reading, entry: Entry) -> bool:
    """Whether nobody is passed over for an entry, since somebody else can do something now.

    So it is for a pass of a player whose turn ended by itself, and for P16 out of its owner's turn.
    """
    state = reading.state
    again = entry.kind == "pass" and entry.actor == "player" and reading.last_actor == entry.entity
    if not (again or entry.kind == "choose_ability") or state.step != "stock_turn":
        return False
    owner = shares.owner_of(state, str(entry.data.get("entity")))
    seat = reading.seats.get(str(entry.data.get("entity"))) if again else owner and owner.seat
    return state.stock.player != seat and STEPS["stock_turn"].any_option(state)


def has_a_step_to_pass(reading: Reading, company: str) -> bool:
    """Whether the present entry, a pass by this company, ends the step that the game is at now."""
    return way_to_pass(reading, reading.at, _Goal(tuple(STEPS), company=company)) == []


def _goal(reading: Reading, entry: Entry) -> _Goal | None:
    """Where an entry belongs; None where that is no other place than the present one."""
    entity = str(entry.data.get("entity", ""))
    steps = STEPS_OF.get((entry.kind, entry.actor), ())
    if entry.actor == "player":
        seat = reading.seats.get(entity, 0)
        if entry.kind == "sell_shares":
            steps = _steps_of_sale(reading, entry, steps)
        return _Goal(steps, seat=seat) if steps and seat else None
    if entry.actor == "company":
        return _private_goal(reading.state, entry, entity, steps)
    if entry.kind == "discard_train":
        return _Goal(steps)  # Any crowded company may be the first to discard.
    if (entry.kind, entry.actor) == ("choose", "corporation"):
        steps = _steps_of_choice(str(entry.data.get("choice")))
    elif entry.kind == "pass":
        steps = tuple(STEPS)
    return _Goal(steps, company=our_name(entity)) if steps else None


def _steps_of_sale(reading: Reading, entry: Entry, steps: tuple[str, ...]) -> tuple[str, ...]:
    """A sale is for a train if the company whose turn it is goes on after it, and of a stock round if a player does."""
    later = reading.entries[entry.number + 1 :]
    after = next((other for other in later if other.kind != entry.kind or other.actor != "player"), None)
    if after is None:
        return steps
    if after.actor == "player":
        return ("stock_turn",)
    company = company_of(reading.state)
    return ("buy_train",) if company and our_name(str(after.data.get("entity", ""))) == company else steps


def _private_goal(state: GameState, entry: Entry, private: str, steps: tuple[str, ...]) -> _Goal | None:
    if private not in state.title.privates:
        return None
    if entry.kind == "choose_ability":
        steps = STEPS_OF_POWER.get(state.title.privates[private].power, ())
    owner = shares.owner_of(state, private)
    if owner is not None:
        return _Goal(steps, seat=owner.seat) if steps else None
    company = next((company.id for company in state.companies.values() if private in company.privates), "")
    return _Goal(steps, company=company) if steps and company else None


def _steps_of_choice(word: str) -> tuple[str, ...]:
    if word.isdecimal():
        return ("run_trains",)
    return ("dividend",) if word in PAYOUTS else ()


# -- walking -----------------------------------------------------------------------------------------------------------


class _Walk:
    """Goes on from step to step on a copy of the game; ``taken`` is what that took."""

    def __init__(self, state: GameState) -> None:
        self.trial = state.copy()
        self.taken: list[Action] = []
        self._turn = self.trial.turn
        self._rounds = {self.trial.round.name}

    def go_on(self, company: str = "") -> bool:
        """One step further; not where somebody must decide, nor over the whole turn of a company but this one."""
        trial = self.trial
        begun = trial.turn is not self._turn and company_of(trial) != company
        self._rounds.add(trial.round.name)
        if trial.finished or len(self._rounds) > MOST_ROUNDS:
            return False
        if begun and trial.step == "track" and site_stops.stops(trial):
            return False
        one = way_on(trial)
        if one is None:
            return False
        apply(trial, one)
        self.taken.append(one)
        return True


def _to_a_stop(state: GameState) -> list[Action]:
    walk = _Walk(state)
    while not walk.trial.finished and not site_stops.stops(walk.trial) and walk.go_on():
        pass
    return walk.taken


def _to_goal(state: GameState, goal: _Goal) -> list[Action]:
    """The way to the first place at which an entry can be made, or better the first at which the site stops as well."""
    if goal.is_surely_here(state):
        return []
    walk = _Walk(state)
    found: list[Action] | None = None
    while True:
        if goal.is_here(walk.trial):
            if goal.is_surely_here(walk.trial):
                return walk.taken
            found = walk.taken[:] if found is None else found
        left = bool(goal.company) and found is not None and company_of(walk.trial) != goal.company
        if left or not walk.go_on(goal.company):
            return found or []


def way_to_pass(reading: Reading, at: int, goal: _Goal) -> list[Action] | None:
    """The way to the step that a company's pass ends; None where the step ended by itself."""
    count = _passes_in_a_row(reading.entries, at)
    later = (_goal(reading, entry) for entry in reading.entries[at + count :] if not entry.fault)
    behind = next(filter(None, later), None)
    places = _passable(reading, goal, count, behind)
    # At the end of a file nothing tells how far the turn went: the site stops at the first of its steps.
    chosen = sorted(places, key=lambda place: place.rank if behind else (place.rank[0], len(place.taken)))[:count]
    return min(chosen, key=lambda place: len(place.taken)).taken if chosen else None


@dataclass(frozen=True, slots=True)
class _Place:
    """A step that a pass can end: what is done before it, and its rank, lowest where the site stops most likely."""

    taken: list[Action]
    rank: tuple[bool, int, int]


def _passable(reading: Reading, goal: _Goal, count: int, behind: _Goal | None) -> list[_Place]:
    """The steps of the company's turn that a pass can end, up to the one to which the entry behind belongs."""
    walk, places = _Walk(reading.state), list[_Place]()
    arrived = None
    while arrived is None or walk.trial.turn is arrived:
        if goal.is_here(walk.trial):
            arrived = walk.trial.turn
            if behind is not None and behind.is_here(walk.trial):
                now = decision(walk.trial)
                if len(places) >= count or (now is not None and now.step == behind.steps[-1]):
                    break
            place = _place(walk)
            places += [place] if place else []
        if not walk.go_on(goal.company):
            break
    return places


def _place(walk: _Walk) -> _Place | None:
    now = decision(walk.trial)
    if now is None or Pass(now.player, now.company) not in options(walk.trial):
        return None
    certainty = CERTAINTY.index(now.step) if now.step in CERTAINTY else len(CERTAINTY)
    stops = site_stops.stops(walk.trial)
    return _Place(walk.taken[:], (not stops, certainty if stops else -certainty, len(walk.taken)))


def _passes_in_a_row(entries: Sequence[Entry], at: int) -> int:
    count = 0
    while at + count < len(entries):
        entry = entries[at + count]
        if entry.fault or entry.kind != "pass" or not entry.same_actor(entries[at]):
            break
        count += 1
    return count

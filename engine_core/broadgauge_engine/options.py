"""What may be done now: the shapes in which the rules answer.

An `Options` object has two faces of the same predicates. Asked with ``in`` (or `Options.refusal`), it answers for one
action without listing anything; iterated, it lists every option with its label and paragraph. `Options.unavailable`
lists what a player may look for and cannot do, with the reason.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

if TYPE_CHECKING:
    from .actions import Action
    from .events import Log
    from .state.model import GameState

A = TypeVar("A")


class Reason(Enum):
    """Why something cannot be done; the value is the explanation in general words."""

    __hash__ = object.__hash__  # Each member equals itself alone; the hash of `Enum` is slow.

    NOT_YOUR_TURN = "someone else decides now"
    WRONG_STEP = "this is not done in the present step"
    ALREADY_DONE = "it was already done in this turn"
    NO_CASH = "there is not enough money"
    IN_DEBT = "not while the player has a loan"
    CERTIFICATE_LIMIT = "the certificate limit is reached"
    HOLDING_LIMIT = "the player holds 60 percent already"
    SOLD_THIS_ROUND = "the player sold shares of it in this round"
    NOT_FOR_SALE = "there is none to be had there"
    NOT_OWNED = "the actor does not own it"
    NOT_OPERATED = "the company has not operated yet"
    POOL_LIMIT = "the bank pool would hold more than half"
    DIRECTOR = "nobody else can take the director's certificate"
    NOT_NEEDED = "no more than necessary may be sold"
    BID_AMOUNT = "the amount is not a legal bid"
    OWN_HIGH_BID = "the player's own bid is the highest"
    NO_BID_TOKEN = "no bidding token is left"
    PHASE = "the phase does not allow it"
    PRICE = "the price is not allowed"
    TRAIN_LIMIT = "the train limit is reached"
    COMPANY_KIND = "this kind of company may not do it"
    NO_TILE = "no such tile is left or fits"
    TERRAIN = "track may not lead there"
    TRACK_LOST = "existing track must be preserved"
    LABEL = "the label does not match"
    NOT_CONNECTED = "no route of the company leads there"
    LAY_LIMIT = "no lay of this kind is left"
    SIX_WAY = "a tile with more exits must be preferred"
    RESERVED = "the space is reserved or protected"
    NO_SLOT = "there is no open space"
    NO_TOKEN = "no such token is left"
    OWN_TOKEN = "the company has a token there"
    ROUTE = "the run is not legal"
    NOT_MAXIMUM = "a better run is possible"
    MUST_ACT = "this must be done before going on"
    UNKNOWN = "no such thing exists"
    GAME_OVER = "the game is over"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not legal now: reason, what it is about, paragraph of the rulebook, and a sentence."""

    reason: Reason
    subject: str
    paragraph: str
    text: str


@dataclass(frozen=True, slots=True)
class Domain:
    """The numbers that a field of an option's action may take."""

    field: str
    minimum: int
    maximum: int
    step: int = 1


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be done now, ready to submit; a field with a domain may be changed within it."""

    action: Any
    label: str
    paragraph: str
    domains: tuple[Domain, ...] = ()


@dataclass(frozen=True, slots=True)
class Unavailable:
    """Something a player may look for and cannot do now, and why."""

    kind: str
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Decision:
    """Whose decision the game waits for: the player, the company acted for (or empty), the step, and why."""

    player: int
    company: str
    step: str
    text: str


class ActionRule(ABC, Generic[A]):
    """The rule for one kind of action in one step: the single home of its legality.

    Subclasses give ``kind`` (the action class), ``paragraph``, `candidates`, `refusal`, `label` and `perform`. Where
    something refuses all actions of a kind alike, they may give `closed`, and `unfit` for the rest of `refusal`: a list
    then asks about it once.
    """

    kind: ClassVar[type[Any]]
    paragraph: ClassVar[str]

    @abstractmethod
    def candidates(self, state: GameState) -> Iterable[A]:
        """Every action of this kind worth looking at, legal or not; where a field has a domain, its minimum."""

    @abstractmethod
    def refusal(self, state: GameState, action: A) -> Refusal | None:
        """Why this action is not legal now; None when it is."""

    def survey(self, state: GameState) -> Iterator[Option | Refusal]:
        """Every legal action of this kind with label and domains, and why others are refused."""
        closed = self.closed(state)
        if closed is not None:
            yield from (closed for _ in islice(self.candidates(state), 1))
            return
        for action in self.candidates(state):
            refusal = self.unfit(state, action)
            if refusal is not None:
                yield refusal
            else:
                label, domains = self.label(state, action), self.domains(state, action)
                yield Option(action, label, self.paragraph, domains)

    def closed(self, state: GameState) -> Refusal | None:
        """What refuses every candidate alike, where that can be told without looking at them; else None."""
        return None

    def unfit(self, state: GameState, action: A) -> Refusal | None:
        """Why a candidate is not legal where the kind is not closed; None when it is."""
        return self.refusal(state, action)

    def legal(self, state: GameState) -> Iterator[A]:
        """Every legal action of this kind, without what an option tells besides."""
        if self.closed(state) is not None:
            return iter(())
        return (action for action in self.candidates(state) if self.unfit(state, action) is None)

    def possible(self, state: GameState) -> bool:
        """Whether there is a legal action of this kind that was not refused by another player."""
        refused = self.refused_matters(state)
        return any(not refused or self.matter(action) not in refused for action in self.legal(state))

    def domains(self, state: GameState, action: A) -> tuple[Domain, ...]:
        """The ranges of the action's numbers."""
        return ()

    @abstractmethod
    def label(self, state: GameState, action: A) -> str:
        """The option in English."""

    def asks(self, state: GameState, action: A) -> tuple[int, ...]:
        """Players of whom one must agree before the action takes effect; empty when nobody needs to."""
        return ()

    def matter(self, action: A) -> object:
        """What a refusal by another player is about: nothing that concerns the same matter is proposed again."""
        return action

    def was_refused(self, state: GameState, action: A) -> bool:
        """Whether another player refused this matter in the present operating turn."""
        refused = self.refused_matters(state)
        return bool(refused) and self.matter(action) in refused

    def refused_matters(self, state: GameState) -> list[object]:
        """What other players refused in the present operating turn."""
        if state.turn is None or not state.turn.refused:
            return []
        return [self.matter(refused) for refused in state.turn.refused if isinstance(refused, self.kind)]

    @abstractmethod
    def perform(self, state: GameState, action: A, log: Log) -> None:
        """Carry out a legal action in place."""


class Options:
    """All that may be done at one decision; ``decide`` tells who decides what, once somebody asks."""

    __slots__ = ("_decide", "_rules", "_state")

    def __init__(
        self,
        state: GameState,
        decide: Callable[[GameState], Decision],
        rules: Mapping[type[Any], ActionRule[Any]],
    ) -> None:
        self._state = state
        self._decide = decide
        self._rules = rules

    @property
    def decision(self) -> Decision:
        """Whose decision the game waits for."""
        return self._decide(self._state)

    @property
    def kinds(self) -> tuple[type[Any], ...]:
        """The kinds of action that belong to this step, legal now or not."""
        return tuple(self._rules)

    def of(self, *kinds: type[Any]) -> Options:
        """The options of these kinds alone; the others are not even looked at."""
        return Options(self._state, self._decide, {k: rule for k, rule in self._rules.items() if k in kinds})

    def refusal(self, action: Action) -> Refusal | None:
        """Why the action is not legal now; None when it is."""
        if self._state.finished:
            return Refusal(Reason.GAME_OVER, type(action).__name__, "1.3.1", "the game is over")
        rule = self._rules.get(type(action))
        if rule is None:
            name, now = type(action).__name__, self.decision
            return Refusal(
                Reason.WRONG_STEP,
                name,
                "5.3.1" if now.company else "4.1.3",
                f"{name} is not possible in the step {now.step}",
            )
        if rule.was_refused(self._state, action):
            return self._was_refused()
        return rule.refusal(self._state, action)

    def _was_refused(self) -> Refusal:
        company = self.decision.company
        return Refusal(Reason.ALREADY_DONE, company, "5.3.1", "another player refused it in this turn")

    def rule(self, action: Action) -> ActionRule[Any]:
        """The rule that governs an action of this kind here."""
        return self._rules[type(action)]

    def __contains__(self, action: object) -> bool:
        return self.refusal(action) is None  # type: ignore[arg-type]

    def survey(self) -> Iterator[Option | Unavailable]:
        """Options and what is unavailable, in one go."""
        for rule in self._rules.values():
            said: set[Refusal] = set()
            refused = rule.refused_matters(self._state)
            for found in rule.survey(self._state):
                if isinstance(found, Option) and not (refused and rule.matter(found.action) in refused):
                    yield found
                    continue
                refusal = found if isinstance(found, Refusal) else self._was_refused()
                if refusal not in said:
                    said.add(refusal)
                    yield Unavailable(rule.kind.__name__, refusal)

    def __iter__(self) -> Iterator[Option]:
        return (found for found in self.survey() if isinstance(found, Option))

    @property
    def unavailable(self) -> Iterator[Unavailable]:
        """What cannot be done, with reasons, in the order in which the options would be listed."""
        return (found for found in self.survey() if isinstance(found, Unavailable))

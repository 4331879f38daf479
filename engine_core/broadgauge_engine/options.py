"""What may be done now: the shapes in which the rules answer.

An `Options` object has two faces of the same predicates. Asked with ``in`` (or `Options.refusal`), it answers for one
action without listing anything; iterated, it lists every option with its label and paragraph. `Options.unavailable`
lists what a player may look for and cannot do, with the reason.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from .reasons import Reason

if TYPE_CHECKING:
    from .actions import Action
    from .events import Log
    from .state.model import GameState

A = TypeVar("A")

__all__ = [
    "ActionRule",
    "Decision",
    "Domain",
    "Option",
    "Options",
    "Reason",
    "Refusal",
    "Unavailable",
]


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
    """One thing that can be done now, ready to submit; a field with a domain may be changed within it.

    ``asks`` are the players of whom one must agree before the action takes effect, in the order of asking.
    """

    action: Any
    label: str
    paragraph: str
    domains: tuple[Domain, ...] = ()
    asks: tuple[int, ...] = ()


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

    def nothing(self, state: GameState) -> Refusal | None:
        """Why there is nothing of this kind to look at, where a player may look for it; None where nobody does."""
        return None

    def domains(self, state: GameState, action: A) -> tuple[Domain, ...]:
        """The ranges of the action's numbers."""
        return ()

    @abstractmethod
    def label(self, state: GameState, action: A) -> str:
        """The option in English."""

    def asks(self, state: GameState, action: A) -> tuple[int, ...]:
        """Players of whom one must agree before the action takes effect; empty when nobody needs to.

        Whether they are asked at all is for the rule option ``consent`` to say; see `Options.asks`.
        """
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

    def asks(self, action: Action) -> tuple[int, ...]:
        """The players who are asked before a legal action takes effect, in their order; one of them must agree."""
        if self._state.setup.options.consent != "ask":
            return ()
        return self.rule(action).asks(self._state, action)

    def __contains__(self, action: object) -> bool:
        return self.refusal(action) is None  # type: ignore[arg-type]

    def survey(self) -> Iterator[Option | Unavailable]:
        """Options and what is unavailable, in one go."""
        consent = self._state.setup.options.consent == "ask"
        for rule in self._rules.values():
            said: set[Refusal] = set()
            refused = rule.refused_matters(self._state)
            found: Option | Refusal | None = None
            for found in rule.survey(self._state):
                if isinstance(found, Option) and not (refused and rule.matter(found.action) in refused):
                    asks = rule.asks(self._state, found.action) if consent else ()
                    yield replace(found, asks=asks) if asks else found
                    continue
                refusal = found if isinstance(found, Refusal) else self._was_refused()
                if refusal not in said:
                    said.add(refusal)
                    yield Unavailable(rule.kind.__name__, refusal)
            nothing = rule.nothing(self._state) if found is None else None
            if nothing is not None:
                yield Unavailable(rule.kind.__name__, nothing)

    def __iter__(self) -> Iterator[Option]:
        return (found for found in self.survey() if isinstance(found, Option))

    @property
    def unavailable(self) -> Iterator[Unavailable]:
        """What cannot be done, with reasons, in the order in which the options would be listed."""
        return (found for found in self.survey() if isinstance(found, Unavailable))

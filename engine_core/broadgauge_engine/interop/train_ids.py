"""Which company owns which numbered train of an 18xx.games file.

The site names every train card (`3-1`, a 2-train bought from the L pile is still `L-4`); our state only knows kinds.
Cards leave the bank in the order of their numbers, so the next one follows from how many are left.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..state import depot
from ..state.model import GameState

PRIVATE_CARDS = {"P1": "5P-0", "P3": "2P-0", "P4": "2P-1", "P13": "P+-0", "P14": "P+-1", "P19": "LP-0"}


class TrainIds:
    """Cards by company in the order in which they came, cards in the pool, and the kind that each shows."""

    def __init__(self) -> None:
        self._held: dict[str, list[str]] = {}
        self._kinds: dict[str, str] = {}

    def kind(self, card: str) -> str:
        """The kind that a card shows."""
        return self._kinds.get(card, card.rsplit("-", 1)[0])

    def owner(self, card: str) -> str:
        """The company that holds a card, ``pool``, or ``bank`` for a card that has not been sold."""
        return next((name for name, cards in self._held.items() if card in cards), "bank")

    def buy_from_bank(self, state: GameState, company: str, kind: str, named: str) -> None:
        """A company takes the top card, with this side up.

        The file may name another card of the kind, so the number follows from how many are left; only of the kind
        whose supply never ends is the named one right, for exports skip numbers there.
        """
        front = depot.top(state)
        count = state.title.trains[front].count
        if count is not None:
            named = f"{front}-{count - state.depot[front]}"
        self._put(named, company, kind)

    def move(self, card: str, target: str) -> None:
        """A card goes to another company or to the pool."""
        self._put(card, target, self.kind(card))

    def flip(self, card: str, kind: str) -> None:
        """A card is turned over."""
        self._kinds[card] = kind

    def gain(self, private: str, company: str) -> None:
        """A company receives the train of a private company."""
        if private in PRIVATE_CARDS:
            self.move(PRIVATE_CARDS[private], company)

    def pass_on(self, minor: str, major: str) -> None:
        """All trains of a minor go to the major that acquires it."""
        self._held.setdefault(major, []).extend(self._held.pop(minor, []))

    def cards(self, trains: Iterable[str], owner: str) -> list[str]:
        """The cards of an owner who has these trains, in the order in which they came."""
        left = list(trains)
        cards = []
        for card in self._held.get(owner, []):
            if self.kind(card) in left:
                left.remove(self.kind(card))
                cards.append(card)
        return cards

    def pullman_cards(self, state: GameState, company: str) -> list[str]:
        """The company's cards that may take a Pullman, in the order in which the site lists them (5.5.6)."""
        cards = self.cards(state.companies[company].trains, company)
        return [card for card in cards if state.title.trains[self.kind(card)].stops]

    def _put(self, card: str, target: str, kind: str) -> None:
        for cards in self._held.values():
            if card in cards:
                cards.remove(card)
        self._held.setdefault(target, []).append(card)
        self._kinds[card] = kind

"""Companies that stay out of a game: full-map scenarios and the south-west of 1822MRS (6.2.1).

The rulebook says no more than that a random selection of companies is removed. What follows is ours; the reasons are
in docs/decisions/015-scenarios-remove-companies.md.

- Bank, starting money, certificate limits, trains and tiles stay as they are: they belong to the map and the players,
  and unsold minors, of which there are fewer, are what takes trains out of the bank.
- A company takes its charter, shares and concession with it, and the space that was kept at its home. Destinations of
  others, tiles and the agreement to first tiles around London stay: nobody holds an absent company's right (5.10.7).
- Boxes for which there is no certificate stay empty, as they do late in any game.
- Certificates named go first, then what a variant itself leaves out, then those drawn from the seed. So no set-up
  fails for the luck of its draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..state.setup import Setup, SetupError
from ..title import Title
from .deck import Deck, expansion_removals, top_minors

EXPANSION = "plus_expansion"
SOUTH_WEST = "south_west"
SOUTH_WEST_MINORS = 2
"""Minors that make room for the two of the south-west."""


def taken_out(title: Title, setup: Setup, cards: Deck, order: Sequence[str], random: Iterator[int]) -> list[str]:
    """Ids that leave the game before it begins, a major's concession after the major, in the order of the box.

    Args:
        title: The title.
        setup: The set-up.
        cards: All that take part without removals.
        order: Certificates as shuffled.
        random: The generator of all shuffles; nothing is drawn from it for a set-up without removals.

    Raises:
        SetupError: something named is not in play or named twice, or too little would be left.
    """
    out = _named(title, setup, cards)
    if setup.options.south_west:
        out |= _south_west(title, setup, cards, out, random)
    privates = [card for card in order if card in title.privates and card not in out]
    by_variant = expansion_removals(title, setup.options, privates)
    least = least_in_play(title)
    for kind in cards:
        playing = [card for card in cards[kind] if card not in by_variant]
        left = [card for card in playing if card not in out]
        out |= _drawn(setup, kind, left, len(playing), least[kind], random)
    return [
        part
        for kind in cards
        for card in cards[kind]
        if card in out
        for part in (card, title.companies[card].concession if kind == "majors" else None)
        if part
    ]


def least_in_play(title: Title) -> Mapping[str, int]:
    """How many companies of each kind must stay.

    One major, since without any there is nothing to own shares of. Privates can all go. Of minors so many that trains
    are exported up to phase 3 even if nobody wants one of them (4.10.3): with fewer a game could come to a point where
    there is no company, none can be started, and nothing will ever change.
    """
    return {"minors": _least_minors(title), "majors": 1, "privates": 0}


def _least_minors(title: Title) -> int:
    cards = title.trains[title.depot[0]].count or 0
    return next(count for count in range(1, cards + 2) if _exported(title, count) > cards)


def _exported(title: Title, minors: int) -> int:
    """Train cards that leave the bank while no minor is ever sold (4.10.3).

    In each stock round that is one of the first kind for each minor in a box, as long as there are any, and the next
    one of any kind for that of box 1, which leaves as well.
    """
    cards = title.trains[title.depot[0]].count or 0
    gone = 0
    for left in range(minors, 0, -1):
        gone = max(gone, min(cards, gone + min(left, title.numbers.boxes["minors"]))) + 1
    return gone


def _named(title: Title, setup: Setup, cards: Deck) -> set[str]:
    known = {card for kind in cards.values() for card in kind}
    out: set[str] = set()
    for index, name in enumerate(setup.removals.named):
        problem = f"{name} is named twice" if name in out else "" if name in known else _absence(title, name)
        if problem:
            raise SetupError(f"removals.named[{index}]", problem)
        out.add(name)
    return out


def _absence(title: Title, name: str) -> str:
    """Why a name is not that of a company in play."""
    if name in title.concessions:
        return f"{name} goes with its major; remove {title.concessions[name]}"
    if option := _needed_option(title, name):
        return f"{name} takes part only with {option}=true"
    if name in title.companies or name in title.privates:
        return f"{name} takes no part in the game with these rule options"
    return f"{title.id} has no minor, major or private {name!r}"


def _needed_option(title: Title, name: str) -> str:
    """The rule option that brings a company into the game; empty where there is no single one."""
    if name in title.companies:
        return title.companies[name].rule_option or ""
    in_base = not title.set_up.base_privates or name in title.set_up.base_privates
    return "" if in_base or name not in title.privates else EXPANSION


def _south_west(title: Title, setup: Setup, cards: Deck, out: Iterable[str], random: Iterator[int]) -> set[str]:
    """The two minors that M22 and M23 replace: drawn from those on the rest of the map but for the one on top."""
    tops = top_minors(title, setup.options)
    others = [
        card
        for card in cards["minors"]
        if title.companies[card].rule_option != SOUTH_WEST and card not in tops and card not in out
    ]
    if len(others) < SOUTH_WEST_MINORS:
        text = f"{SOUTH_WEST} needs {SOUTH_WEST_MINORS} minors that make room, not {len(others)}"
        raise SetupError("removals.named", text)
    return _first(others, SOUTH_WEST_MINORS, random)


def _drawn(setup: Setup, kind: str, left: Sequence[str], playing: int, least: int, random: Iterator[int]) -> set[str]:
    """So many of those that are left of the ones that the variant plays with."""
    count: int = getattr(setup.removals, f"drawn_{kind}")
    where = f"removals.drawn_{kind}" if count else "removals.named"
    if count < 0:
        raise SetupError(where, f"{count} {kind} cannot be drawn")
    if len(left) - count < least:
        raise SetupError(where, _too_many(kind, playing, playing - len(left), least))
    return _first(left, count, random)


def _too_many(kind: str, playing: int, out: int, least: int) -> str:
    """How many of a kind can be removed, and how many are out before any is drawn."""
    already = f", and {out} {'is' if out == 1 else 'are'} out already" if out else ""
    if not least:
        return f"there are only {playing} {kind}{already}"
    return f"of {playing} {kind} at least {least} must stay, so at most {playing - least} can be removed{already}"


def _first(cards: Sequence[str], count: int, random: Iterator[int]) -> set[str]:
    """So many of these, drawn."""
    if not count:
        return set()
    keys = {card: next(random) for card in cards}
    return set(sorted(cards, key=keys.__getitem__)[:count])

"""Which certificates a game has, and in which order they come to the boxes (2.1.4 to 2.1.7, 6.1.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from ..rule_options import RuleOptions
from ..state.setup import Setup
from ..title import Title

Deck = Mapping[str, tuple[str, ...]]
"""Ids by kind, ``minors``, ``majors`` and ``privates``, each in the order of the box."""


def deck(title: Title, setup: Setup) -> Deck:
    """All companies that title, number of players and rule options put into a game, before any is removed."""
    takes_part = [card for card in title.companies.values() if setup.admits(card)]
    return {
        "minors": tuple(card.id for card in takes_part if card.is_minor),
        "majors": tuple(card.id for card in takes_part if not card.is_minor),
        "privates": _privates(title, setup),
    }


def _privates(title: Title, setup: Setup) -> tuple[str, ...]:
    """The privates of a game.

    Two players have a set of their own in the regional scenarios. It is what they play with by default: who names
    another set means that one, whatever the number of players, as in recorded games.
    """
    sets = title.set_up.private_sets
    if setup.options.private_set:
        return sets[setup.options.private_set]
    if len(setup.players) == 2 and "two_players" in sets:
        return sets["two_players"]
    if "" in sets:
        return sets[""]
    if title.set_up.base_privates and not setup.options.plus_expansion:
        return title.set_up.base_privates
    return tuple(title.privates)


def shuffled(title: Title, cards: Deck, random: Iterator[int]) -> list[str]:
    """All certificates in one order: privates, the concessions of the majors, and minors.

    Certificates that will be removed are shuffled with the others, so that removing some from a set-up does not change
    the order of the rest.
    """
    ids = [*cards["privates"], *(concession for concession in title.concessions), *cards["minors"]]
    keys = {card: next(random) for card in ids}
    return sorted(ids, key=keys.__getitem__)


def top_minors(title: Title, options: RuleOptions) -> list[str]:
    """Minors that come first, the one that is in play: M24 (2.1.5), with the set `advanced` M14."""
    return [*(["M14"] if options.private_set == "advanced" else []), *filter(None, [title.set_up.first_minor])]


def stacks(title: Title, options: RuleOptions, order: Collection[str]) -> dict[str, list[str]]:
    """The stacks made of shuffled certificates, with those on top that always come first (2.1.4 to 2.1.7).

    Where that card is not in play no other takes its place: the order stays as shuffled.
    """
    made = {
        "minors": _with_top([c for c in order if c in title.companies], *top_minors(title, options)),
        "concessions": _with_top([c for c in order if c in title.concessions], title.set_up.first_concession),
    }
    privates = _with_top([c for c in order if c in title.privates], title.set_up.first_private)
    if not options.plus_expansion:
        return {**made, "privates": privates}
    return {**made, **_expansion_stacks(title, options, privates)}


def _with_top(stack: list[str], *tops: str) -> list[str]:
    top = next((card for card in tops if card in stack), None)
    return stack if top is None else [top, *(card for card in stack if card != top)]


def expansion_removals(title: Title, options: RuleOptions, privates: Collection[str]) -> list[str]:
    """The privates, out of shuffled ones, that the set-up of 1822+ itself leaves out (2.1.7, 6.1.3)."""
    if not options.plus_expansion or options.plus_no_removals:
        return []
    kept = title.set_up.expansion_kept
    out: list[str] = []
    for box, count in title.set_up.expansion_removals.items():
        removable = [card for card in privates if title.privates[card].expansion_box == box and card not in kept]
        out += removable[:count]
    return out


def _expansion_stacks(title: Title, options: RuleOptions, privates: list[str]) -> dict[str, list[str]]:
    """1822+: one stack for each private box, or one for all (2.1.7, 6.1.3)."""
    out = expansion_removals(title, options, privates)
    kept = [card for card in privates if card not in out]
    by_box = {box: [card for card in kept if title.privates[card].expansion_box == box] for box in (1, 2, 3)}
    if not options.plus_single_stack:
        return {f"privates{box}": stack for box, stack in by_box.items()}
    if options.single_stack == "concatenated" and not options.plus_no_removals:
        return {"privates": [card for stack in by_box.values() for card in stack]}
    return {"privates": kept}

"""Consistency checks of a title's data: each finds one kind of mistake and says where it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from ..rule_options import RuleOptions
from .model import CITY, COLOURS, JUNCTION, OFFBOARD, TOWN, Face, Title, is_city, is_edge, is_town

_RULE_OPTIONS = frozenset(option.name for option in fields(RuleOptions))


def problems(title: Title) -> list[str]:
    """Every contradiction found in the data, in words; empty when the title is sound."""
    checks = (_tracks, _upgrades, _companies, _hexes, _market, _trains, _stacks)
    return [problem for check in checks for problem in check(title)]


def _tracks(title: Title) -> Iterator[str]:
    for tile in title.tiles.values():
        yield from _face(f"tile {tile.id}", tile.faces[0])
    for hex_ in title.hexes.values():
        yield from _face(f"hex {hex_.id}", hex_.face)


def _face(where: str, face: Face) -> Iterator[str]:
    """Every piece of track ends on an edge, a stop that exists, or a junction with other track."""
    if face.colour not in (*COLOURS, "blue"):
        yield f"{where}: unknown colour {face.colour}"
    junction = sum(JUNCTION in (path.a, path.b) for path in face.paths)
    for path in face.paths:
        for end in (path.a, path.b):
            if is_edge(end) and not 0 <= end < 6:
                yield f"{where}: no edge {end}"
            if is_city(end) and end - CITY >= len(face.cities):
                yield f"{where}: track to city {end - CITY}, which does not exist"
            if is_town(end) and end - TOWN >= len(face.towns):
                yield f"{where}: track to town {end - TOWN}, which does not exist"
            if end == OFFBOARD and face.offboard is None:
                yield f"{where}: track to an off-board area that does not exist"
    if junction == 1 and face.colour != "blue":
        yield f"{where}: a piece of track ends nowhere"


def _upgrades(title: Title) -> Iterator[str]:
    for tile in title.tiles.values():
        for upgrade in tile.upgrades:
            if upgrade not in title.tiles:
                yield f"tile {tile.id}: unknown upgrade {upgrade}"
            elif COLOURS.index(title.tiles[upgrade].colour) != COLOURS.index(tile.colour) + 1:
                yield f"tile {tile.id}: upgrade {upgrade} skips a colour"
    for hex_ in title.hexes.values():
        for first in hex_.first_tiles:
            if first not in title.tiles:
                yield f"hex {hex_.id}: unknown first tile {first}"


def _companies(title: Title) -> Iterator[str]:
    for card in title.companies.values():
        home = title.hexes.get(card.home)
        if home is None or len(home.face.cities) <= (card.home_city or 0):
            yield f"company {card.id}: no home city at {card.home}"
        if card.destination is not None:
            goal = title.hexes.get(card.destination)
            if goal is None or not goal.face.cities:
                yield f"company {card.id}: no destination city at {card.destination}"
        if card.rule_option is not None and card.rule_option not in _RULE_OPTIONS:
            yield f"company {card.id}: unknown rule option {card.rule_option}"


def _hexes(title: Title) -> Iterator[str]:
    for hex_ in title.hexes.values():
        for city, company in hex_.reserved:
            if company not in title.companies:
                yield f"hex {hex_.id}: reserved for unknown company {company}"
            elif city >= len(hex_.face.cities):
                yield f"hex {hex_.id}: reservation of {company} in city {city}, which does not exist"
        if hex_.terrain is not None and hex_.terrain not in title.numbers.terrain:
            yield f"hex {hex_.id}: unknown terrain {hex_.terrain}"
        if hex_.protected_by is not None and hex_.protected_by not in title.companies:
            yield f"hex {hex_.id}: protected by unknown company {hex_.protected_by}"


def _market(title: Title) -> Iterator[str]:
    for row, cells in enumerate(title.market):
        prices = [cell.price for cell in cells if cell]
        if prices != sorted(prices):
            yield f"market row {row}: prices do not rise"
        if any(cell is None and earlier for cell, earlier in zip(cells[1:], cells, strict=False)):
            yield f"market row {row}: a gap after the first space"
    if not title.par_prices:
        yield "market: no space where a major may start"


def _trains(title: Title) -> Iterator[str]:
    for private in title.privates.values():
        if private.train is not None and private.train not in title.trains:
            yield f"private {private.id}: unknown train {private.train}"
    for phase in title.phases:
        for kind in (*phase.starts_with, *phase.rusts):
            if kind not in title.trains:
                yield f"phase {phase.number}: unknown train {kind}"
    for number, phase in enumerate(title.phases, start=1):
        if phase.number != number:
            yield f"phase {phase.number} stands at place {number}"


def _stacks(title: Title) -> Iterator[str]:
    set_up = title.set_up
    if set_up.first_minor is not None and set_up.first_minor not in title.companies:
        yield f"set-up: unknown first minor {set_up.first_minor}"
    if set_up.first_private not in title.privates:
        yield f"set-up: unknown first private {set_up.first_private}"
    if set_up.first_concession not in title.concessions:
        yield f"set-up: unknown first concession {set_up.first_concession}"
    for seats, entry in title.seats.items():
        if seats * entry.cash > title.bank:
            yield f"set-up for {seats} players: more money than the bank has"

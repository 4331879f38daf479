"""Properties that hold in every game: what is listed is accepted, and nothing else; nothing is lost; replay is exact.

Of lays that look alike one is listed, and all are accepted; runs that earn as much as those listed are accepted too.

`BROADGAUGE_GAMES` sets how many whole games are played: a few by default, 500 for a night.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from broadgauge_engine import actions as a
from broadgauge_engine import engine
from broadgauge_engine.actions import Action
from broadgauge_engine.events import LoanRepaid, LoanTaken
from broadgauge_engine.options import Option
from broadgauge_engine.plausible import check_plausible
from broadgauge_engine.record import GameRecord, decode_snapshot, encode_snapshot, start_etag
from broadgauge_engine.state.model import GameState
from broadgauge_engine.view import view

from .. import play
from ..looks import alike

WHOLE_GAMES = int(os.environ.get("BROADGAUGE_GAMES", "21"))
FIRST_ROUNDS = 200
SAMPLE = 6


def money(state: GameState) -> int:
    """All pounds on the table."""
    held = sum(p.cash for p in state.players) + sum(c.cash for c in state.companies.values())
    return state.bank + held + sum(state.credits.values())


def borrowed(state: GameState, events: list[Any]) -> int:
    """Pounds that came from outside the bank with these events (4.2.4)."""
    if state.setup.options.loan_source == "bank":
        return 0
    taken = sum(event.amount for event in events if isinstance(event, LoanTaken))
    return taken - sum(event.amount for event in events if isinstance(event, LoanRepaid))


def check_conserved(state: GameState) -> None:
    """Every company is whole, no tile is used too often, no city holds a token twice or too many."""
    for name, company in state.companies.items():
        held = sum(player.shares.get(name, 0) for player in state.players)
        assert held + company.treasury + company.pool + state.haven_shares.count(name) == 10, name
        assert company.director in {p.seat for p in state.players}
        assert company.available >= 0
        assert company.exchange >= 0
        assert company.cash >= 0, name
    for tile in {tile for tile, _ in state.tiles.values()}:
        count = state.title.tiles[tile].count
        assert count is None or sum(laid[0] == tile for laid in state.tiles.values()) <= count, tile
    for place, tokens in state.tokens.items():
        assert len(set(tokens)) == len(tokens), place
    assert all(player.cash >= 0 for player in state.players)


def is_listed(state: GameState, options: list[Option], action: Action) -> bool:
    """Whether an action is an option, or an option with a number inside its domain, or a lay that looks like one."""
    if isinstance(action, a.LayTile) and action.tile in state.title.tiles and action.rotation in range(6):
        rotations = alike(state.title, action.tile, action.rotation)
        return any(option.action == replace(action, rotation=turn) for option in options for turn in rotations)
    for option in options:
        same = option.action
        for domain in option.domains:
            value = getattr(action, domain.field, None) if type(action) is type(same) else None
            if value is None or not domain.minimum <= value <= domain.maximum or (value - domain.minimum) % domain.step:
                break
            same = replace(same, **{domain.field: value})
        if same == action:
            return True
    return False


def changed(action: Action, state: GameState, chance: random.Random) -> Iterator[Action]:
    """The action with one field changed to something else: amounts, hexes, rotations, players, companies."""
    names = list(state.title.companies)
    pools: dict[str, list[Any]] = {
        "player": [p.seat for p in state.players],
        "company": names,
        "minor": names,
        "item": [*state.title.privates, *state.title.concessions, *names],
        "private": list(state.title.privates),
        "hex": list(state.title.hexes),
        "tile": list(state.title.tiles),
        "rotation": list(range(-1, 8)),
        "city": list(range(7)),
        "source": ["bank", "pool", "treasury", *names],
        "kind": list(state.title.trains),
        "payout": ["pay", "half", "withhold", ""],
        "extra": ["pay", "half", "withhold", ""],
        "token": ["replace", "available", "none"],
        "to": ["top", "bottom", "available", "exchange"],
        "use": ["", "token", "discount"],
        "par": [50, 60, 70, 80, 90, 100, 110],
    }
    for field in fields(action):
        value = getattr(action, field.name)
        if isinstance(value, bool) or field.name == "runs":
            continue
        if isinstance(value, tuple):
            yield replace(action, **{field.name: (*value, chance.choice(pools["private"]))})
            yield replace(action, **{field.name: tuple(reversed(value))})
        if isinstance(value, int) and field.name not in pools:
            yield replace(action, **{field.name: value + chance.choice([-100, -7, -5, -1, 1, 2, 5, 50, 5000])})
        elif field.name in pools:
            yield replace(action, **{field.name: chance.choice(pools[field.name])})


def check_options(state: GameState, options: list[Option], chance: random.Random) -> None:
    """A sample of what is listed is accepted, and of what is not listed refused, with the state unchanged.

    Rules that are asked for legal actions alone, by short cuts, find the same ones.
    """
    legal = engine.options(state)
    for option in chance.sample(options, min(SAMPLE, len(options))):
        assert legal.refusal(option.action) is None, option
        engine.apply(state.copy(), option.action)
        for domain in option.domains:
            assert domain.minimum <= domain.maximum, option
            engine.apply(state.copy(), replace(option.action, **{domain.field: domain.maximum}))
        for other in changed(option.action, state, chance):
            if not isinstance(other, a.RunTrains):
                assert (legal.refusal(other) is None) == is_listed(state, options, other), other
    if legal.decision.step == state.step:
        for rule in engine.STEPS[state.step].rules.values():
            quickly = [action for action in rule.legal(state) if not rule.was_refused(state, action)]
            assert quickly == [option.action for option in options if isinstance(option.action, rule.kind)], rule.kind
    lays = [option.action for option in options if isinstance(option.action, a.LayTile)]
    outcomes = {replace(lay, rotation=min(alike(state.title, lay.tile, lay.rotation))) for lay in lays}
    assert len(outcomes) == len(lays), "an outcome is listed twice"


@pytest.mark.parametrize("number", range(FIRST_ROUNDS))
def test_first_rounds(number: int) -> None:
    """To the end of OR 1.1: listed is accepted and nothing else, nothing is lost, replay and snapshots are exact."""
    chance = random.Random(number)
    setup = play.setup(number)
    state = engine.start(setup)
    taken: list[Action] = []
    total = money(state)
    while not state.finished and state.round.number == 1:
        options = list(engine.options(state))
        check_options(state, options, chance)
        action = play.choose(options, chance)
        total += borrowed(state, engine.apply(state, action))
        taken.append(action)
        assert money(state) == total, action
        check_conserved(state)

    record = GameRecord(setup, tuple(taken))
    again = GameRecord.from_json(record.to_json())

    assert again == record
    assert engine.digest(engine.replay(again)) == engine.digest(state)
    restored, revision, etag, _ = decode_snapshot(encode_snapshot(state, len(taken), record.etag))
    assert (revision, etag) == (record.revision, record.etag)
    assert engine.digest(restored) == engine.digest(state)


@pytest.mark.parametrize("number", range(WHOLE_GAMES))
def test_whole_games(number: int) -> None:
    """To the end of the game, with every power and option in play: the same properties, now and then."""
    chance = random.Random(number)
    setup = play.setup(number)
    state = engine.start(setup)
    total = money(state)
    actions = 0
    while not state.finished:
        options = list(engine.options(state))
        if chance.random() < 0.05:
            check_options(state, options, chance)
            list(engine.options(state).unavailable)
            view(state)
            restored = decode_snapshot(encode_snapshot(state, actions, start_etag(setup))).state
            check_plausible(restored)
            assert engine.digest(restored) == engine.digest(state)
            state = restored
        action = play.choose(options, chance)
        total += borrowed(state, engine.apply(state, action))
        assert money(state) == total, action
        check_conserved(state)
        actions += 1
        assert actions < 6000

    assert state.end_reason in ("bank", "stock_market", "no_bids")
    assert list(engine.options(state)) == []

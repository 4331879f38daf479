"""A game in one hand: doing, undoing, and the record."""

from __future__ import annotations

import random

import pytest

from broadgauge_engine import engine
from broadgauge_engine.actions import PlaceBid
from broadgauge_engine.engine import IllegalAction, IllegalRecord
from broadgauge_engine.game import Game
from broadgauge_engine.record import GameRecord, Setup

from . import play

SEED = 1


def game(actions: int) -> Game:
    """A random game after some actions."""
    chance = random.Random(SEED)
    started = Game(play.setup(14))
    for _ in range(actions):
        started.do(play.choose(list(started.options), chance))
    return started


def test_undo_leads_back_to_every_state() -> None:
    """Undone actions leave the state as it was before them, and the record shorter."""
    played = game(0)
    chance = random.Random(SEED)
    digests = []
    for _ in range(60):
        digests.append(engine.digest(played.state))
        played.do(play.choose(list(played.options), chance))
    actions = played.record.actions

    for digest, action in zip(reversed(digests), reversed(actions), strict=True):
        assert played.undo() == action
        assert engine.digest(played.state) == digest

    assert played.record.actions == ()
    with pytest.raises(IndexError):
        played.undo()


def test_a_refused_action_changes_nothing() -> None:
    """After a refusal state and record are the same."""
    played = game(30)
    before, record = engine.digest(played.state), played.record

    with pytest.raises(IllegalAction):
        played.do(PlaceBid(1, "nothing", 5))

    assert engine.digest(played.state) == before
    assert played.record == record


def test_a_record_is_replayed() -> None:
    """A game made from a record stands where the recorded one stood."""
    played = game(120)

    again = Game.from_record(GameRecord.from_json(played.record.to_json()))

    assert engine.digest(again.state) == engine.digest(played.state)


def test_an_illegal_record_names_its_action() -> None:
    """The index of the action that is not legal, and why."""
    record = GameRecord(Setup("1822", ("Ada", "Brunel", "Clara"), 7), (PlaceBid(1, "nothing", 5),))

    with pytest.raises(IllegalRecord) as caught:
        Game.from_record(record)

    assert caught.value.index == 0

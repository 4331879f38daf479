"""Games from which companies are removed: they go to their end, and whatever was removed never comes back (6.2.1).

`BROADGAUGE_SCENARIOS` sets how many whole games are played: a few by default, 100 and more for a night.
"""

from __future__ import annotations

import os
import random

import pytest

from broadgauge_engine import engine
from broadgauge_engine.plausible import check_plausible
from broadgauge_engine.record import GameRecord, decode_snapshot, encode_snapshot, start_etag
from broadgauge_engine.record.deck import deck
from broadgauge_engine.state.model import GameState
from broadgauge_engine.view import view

from .. import play
from .test_random_games import borrowed, check_conserved, check_options, money

WHOLE_GAMES = int(os.environ.get("BROADGAUGE_SCENARIOS", "10"))


def where(state: GameState, card: str) -> list[str]:
    """Every place in which a company, concession or private is."""
    places = [f"stack {name}" for name, stack in state.stacks.items() if card in stack]
    places += [f"box of {name}" for name, boxes in state.boxes.items() if card in boxes]
    places += [f"player {player.seat}" for player in state.players if card in player.items]
    places += [f"charter of {name}" for name, company in state.companies.items() if card in company.privates]
    places += ["company" for name in state.companies if card == name]
    places += ["gone" for name in state.gone if card == name]
    return places


def check_cards(state: GameState, removed: list[str]) -> None:
    """Every card is in one place, and those removed are out of the game, their spaces and shares with them."""
    assert state.gone[: len(removed)] == removed
    for card in removed:
        assert where(state, card) == ["gone"], card
        assert not any(card in tokens for tokens in state.tokens.values())
        assert not any(card in player.shares for player in state.players)
    cards = deck(state.title, state.setup)
    for card in (*cards["minors"], *cards["privates"]):
        assert len(where(state, card)) <= 1, card
    for concession, major in state.title.concessions.items():
        if major not in state.companies and state.phase_number < 5:
            assert len(where(state, concession)) == 1, concession


@pytest.mark.parametrize("number", range(WHOLE_GAMES))
def test_whole_scenarios(number: int) -> None:
    """To the end of the game: money, shares, tiles and cards are conserved; replay and snapshots are exact."""
    chance = random.Random(number)
    setup = play.scenario(number)
    state = engine.start(setup)
    removed = list(state.gone)
    total = money(state)
    taken = []
    while not state.finished:
        options = list(engine.options(state))
        if chance.random() < 0.05:
            check_options(state, options, chance)
            list(engine.options(state).unavailable)
            assert view(state)["removed"][: len(removed)] == removed
            restored = decode_snapshot(encode_snapshot(state, len(taken), start_etag(setup))).state
            check_plausible(restored)
            assert engine.digest(restored) == engine.digest(state)
            state = restored
        action = play.choose(options, chance)
        total += borrowed(state, engine.apply(state, action))
        taken.append(action)
        assert money(state) == total, action
        check_conserved(state)
        check_cards(state, removed)
        assert len(taken) < 6000

    assert state.end_reason in ("bank", "stock_market", "no_bids")
    again = GameRecord.from_json(GameRecord(setup, tuple(taken)).to_json())
    assert again.setup == setup
    assert engine.digest(engine.replay(again)) == engine.digest(state)

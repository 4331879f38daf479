"""Golden playthroughs: one game per title and player count, as text that is compared line by line.

A change of rules shows here as a difference that a reviewer can read. After an intended change write the files anew:

    BROADGAUGE_GOLDEN=write python -m pytest tests/engine/golden

Each file has the set-up, the first actions with their events and digests, a digest now and then up to the end, and the
final worth of the players.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from broadgauge_engine import engine
from broadgauge_engine.event_text import text
from broadgauge_engine.record import encode_action

from .. import play

FOLDER = Path(__file__).parent
IN_FULL = 250
EVERY = 50
GAMES = [(title, players) for title in play.TITLES for players in range(2, 8)]


def lines(title: str, players: int) -> Iterator[str]:
    """A whole game as text."""
    number = 100 * play.TITLES.index(title) + players
    setup = play.setup(number, title, players, "rulebook")
    yield f"{setup.title}, {players} players, seed {setup.seed}, options {json.dumps(setup.options.to_mapping())}"
    state = engine.start(setup)
    yield f"stacks {json.dumps(state.stacks)}"
    yield f"boxes {json.dumps(state.boxes)}"
    for count, (after, action, events) in enumerate(play.play(setup, number), start=1):
        state = after
        if count <= IN_FULL:
            yield f"{count} {json.dumps(encode_action(action))}"
            yield from (f"    {text(event, state.title)}" for event in events)
        if count <= IN_FULL or count % EVERY == 0:
            yield f"    {count}: {state.round.name}, phase {state.phase_number}, digest {engine.digest(state)[:12]}"
    yield f"the end: {state.end_reason}, digest {engine.digest(state)}"
    yield from (f"    {text(event, state.title)}" for event in events[-1:])


@pytest.mark.parametrize(("title", "players"), GAMES)
def test_playthrough(title: str, players: int) -> None:
    """The game goes exactly as it was written down."""
    path = FOLDER / f"{title}_{players}.txt"
    played = [f"{line}\n" for line in lines(title, players)]
    if os.environ.get("BROADGAUGE_GOLDEN") == "write":
        path.write_text("".join(played), "utf-8")

    written = path.read_text("utf-8").splitlines(keepends=True)

    for number, (expected, actual) in enumerate(zip(written, played, strict=False), start=1):
        assert expected == actual, f"{path.name}, line {number}"
    assert len(written) == len(played)

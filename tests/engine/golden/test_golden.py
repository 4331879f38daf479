"""Golden playthroughs: games per title and player count, and of scenarios, as text that is compared line by line.

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
from broadgauge_engine.record import Removals, Setup, encode_action
from broadgauge_engine.rule_options import RuleOptions

from .. import play

FOLDER = Path(__file__).parent
IN_FULL = 250
EVERY = 50
GAMES = [(title, players) for title in play.TITLES for players in range(2, 8)]
NAMES = ("Player 1", "Player 2", "Player 3", "Player 4")
SCENARIOS = {
    "scenario_full_map": Setup(
        "1822",
        NAMES,
        2023,
        RuleOptions(),
        Removals(("M5", "LNWR", "P1"), drawn_minors=9, drawn_majors=3, drawn_privates=6),
    ),
    "scenario_plus": Setup(
        "1822", NAMES[:3], 2024, RuleOptions(plus_expansion=True), Removals(("M14", "M24"), 12, 5, 4)
    ),
    "scenario_south_west": Setup("1822MRS", NAMES[:3], 2025, RuleOptions(south_west=True), Removals(drawn_minors=4)),
}


def lines(setup: Setup, number: int) -> Iterator[str]:
    """A whole game as text."""
    options = json.dumps(setup.options.to_mapping())
    yield f"{setup.title}, {len(setup.players)} players, seed {setup.seed}, options {options}"
    state = engine.start(setup)
    if setup.removals:
        yield f"removed {json.dumps(state.gone)} by {setup.removals}"
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


def check(path: Path, setup: Setup, number: int) -> None:
    """Compares a game with its file, which is written first where that is wanted."""
    played = [f"{line}\n" for line in lines(setup, number)]
    if os.environ.get("BROADGAUGE_GOLDEN") == "write":
        path.write_text("".join(played), "utf-8")

    written = path.read_text("utf-8").splitlines(keepends=True)

    for number, (expected, actual) in enumerate(zip(written, played, strict=False), start=1):
        assert expected == actual, f"{path.name}, line {number}"
    assert len(written) == len(played)


@pytest.mark.parametrize(("title", "players"), GAMES)
def test_playthrough(title: str, players: int) -> None:
    """The game goes exactly as it was written down."""
    number = 100 * play.TITLES.index(title) + players
    check(FOLDER / f"{title}_{players}.txt", play.setup(number, title, players, "rulebook"), number)


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario(name: str) -> None:
    """So does one from which companies are removed (6.2.1)."""
    setup = SCENARIOS[name]
    check(FOLDER / f"{name}.txt", setup, setup.seed)

"""Speed of the rules, as ratios within one run to `json.loads` of the same game file.

    python benchmarks/rules.py [GAME.json]

Machines are noisy and differ; a ratio to a fixed piece of work in the same process does not. Prints for one
recorded game: strict replay of the record, the complete legal list (options and reasons) over all its states, copying
a state, and undoing one action.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from broadgauge_engine import engine
from broadgauge_engine.game import Game
from broadgauge_engine.interop import Importer, read_game_file
from broadgauge_engine.record import GameRecord
from broadgauge_engine.state.model import GameState

SHARED = Path(os.environ.get("BROADGAUGE_SHARED") or Path(__file__).resolve().parents[2] / "shared")
DEFAULT = SHARED / "games" / "1822_33845.json"


def timed(work: Callable[[], object], runs: int) -> float:
    """The median duration of some work, in seconds."""
    durations = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        durations.append(time.perf_counter() - start)
    return statistics.median(durations)


def states_of(record: GameRecord) -> list[GameState]:
    """Every state of a game, the start included."""
    state = engine.start(record.setup)
    states = [state.copy()]
    for action in record.actions:
        engine.apply(state, action)
        states.append(state.copy())
    return states


def full_list(state: GameState) -> None:
    """The complete legal list, labels and reasons included."""
    list(engine.options(state).survey())


def main() -> None:
    """Prints the ratios of one game."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT
    importer = Importer(read_game_file(path))
    for _ in importer:
        pass
    record = importer.record
    text = path.read_text("utf-8")
    unit = timed(lambda: json.loads(text), 50)
    states = states_of(record)
    lists: dict[str, list[float]] = {state.step: [] for state in states}
    for state in states:
        lists[state.step].append(min(timed(lambda state=state: full_list(state), 1) for _ in range(3)))
    searches = lists.pop("run_trains", [0.0])
    others = [seconds for step in lists.values() for seconds in step]
    late = states[-1]
    game = Game.from_record(record)
    rows = [
        ("json.loads of the file", unit, ""),
        ("strict replay", timed(lambda: engine.replay(record), 5), "at most 25"),
        ("legal list, median", statistics.median(others), "at most 0.3"),
        ("legal list, worst", max(others), "at most 3"),
        ("with best runs, worst", max(searches), "the search comes on top"),
        ("GameState.copy, late", timed(late.copy, 200), "at most 0.1"),
        ("undo by one action", timed(game.undo, 200), "at most 0.1"),
    ]
    print(f"{path.name}: {len(record.actions)} actions")
    for name, seconds, target in rows:
        print(f"  {name:24} {1000 * seconds:9.3f} ms   ratio {seconds / unit:8.3f}   {target}")


if __name__ == "__main__":
    main()

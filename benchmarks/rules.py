"""Speed of the rules, as ratios to `json.loads` of the same game file, with the limits that they must keep.

    python benchmarks/rules.py [GAME.json ...]

Machines are noisy and differ. So processor time is taken, not time on the clock, and every figure is a ratio to a fixed
piece of work that was timed right before and after it in the same process. Prints for each recorded game: strict replay
of the record, the complete legal list (options and reasons) over all its states, copying a state, and undoing one
action.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from broadgauge_engine import engine
from broadgauge_engine.game import Game
from broadgauge_engine.interop import Importer, read_game_file
from broadgauge_engine.record import GameRecord
from broadgauge_engine.state.model import GameState

SHARED = Path(os.environ.get("BROADGAUGE_SHARED") or Path(__file__).resolve().parents[2] / "shared")
DEFAULT = SHARED / "games" / "1822_33845.json"
LIMITS = {
    "strict replay": 16.0,
    "legal list, median": 0.08,
    "legal list, worst": 1.5,
    "with best runs, worst": 2.0,
    "GameState.copy, late": 0.1,
    "undo by one action": 0.1,
}
"""The greatest ratios; with best runs the search comes on top of the list."""

Work = Callable[[], object]


def seconds(work: Work, runs: int) -> list[float]:
    """The processor time of each of some runs."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return times


class Measure:
    """Ratios to a unit of work, and the unit's own time in seconds."""

    def __init__(self, unit: Work) -> None:
        self._unit = unit
        self.unit = statistics.median(seconds(unit, 50))

    def ratio(self, work: Work, rounds: int, runs: int = 1) -> float:
        """The median over rounds: the fastest of some runs, to the units timed before and after them."""
        ratios = []
        for _ in range(rounds):
            before = statistics.median(seconds(self._unit, 3))
            spent = min(seconds(work, runs))
            ratios.append(2 * spent / (before + statistics.median(seconds(self._unit, 3))))
        return statistics.median(ratios)

    def mean_ratio(self, work: Work, times: int) -> float:
        """The same for work that is too short for the clock: the mean of many runs."""

        def repeated() -> None:
            for _ in range(times):
                work()

        return self.ratio(repeated, 5) / times


def states_of(record: GameRecord) -> Iterator[GameState]:
    """Every state of a game, the start included."""
    state = engine.start(record.setup)
    yield state.copy()
    for action in record.actions:
        engine.apply(state, action)
        yield state.copy()


def full_list(state: GameState) -> None:
    """The complete legal list, labels and reasons included."""
    list(engine.options(state).survey())


def list_ratios(measure: Measure, states: list[GameState]) -> dict[str, float]:
    """The median and the worst list; the worst ones, found by a first look, are measured with care."""
    looks: dict[bool, list[tuple[float, int]]] = {True: [], False: []}
    for number, state in enumerate(states):
        spent = min(seconds(lambda state=state: full_list(state), 3))
        looks[state.step == "run_trains"].append((spent, number))
    worst = {
        searched: max(measure.ratio(lambda state=states[n]: full_list(state), 9, 3) for _, n in sorted(found)[-3:])
        for searched, found in looks.items()
        if found
    }
    return {
        "legal list, median": statistics.median(spent for spent, _ in looks[False]) / measure.unit,
        "legal list, worst": worst[False],
        "with best runs, worst": worst.get(True, 0.0),
    }


def report(path: Path) -> None:
    """Prints the ratios of one game."""
    importer = Importer(read_game_file(path))
    for _ in importer:
        pass
    record = importer.record
    text = path.read_text("utf-8")
    measure = Measure(lambda: json.loads(text))
    states = list(states_of(record))
    game = Game.from_record(record)
    ratios = {
        "strict replay": measure.ratio(lambda: engine.replay(record), 9),
        **list_ratios(measure, states),
        "GameState.copy, late": measure.mean_ratio(states[-1].copy, 200),
        "undo by one action": measure.mean_ratio(game.undo, 50),
    }
    print(f"{path.name}: {len(record.actions)} actions, json.loads of the file takes {1000 * measure.unit:.3f} ms")
    for name, ratio in ratios.items():
        over = "" if ratio <= LIMITS[name] else "   OVER"
        print(f"  {name:24} {ratio:8.3f}   at most {LIMITS[name]:6.2f}{over}")


def main() -> None:
    """Prints the ratios of the games that are named, or of one."""
    for path in map(Path, sys.argv[1:] or [DEFAULT]):
        report(path)


if __name__ == "__main__":
    main()

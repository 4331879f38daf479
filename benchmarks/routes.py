"""How fast the best runs are proven: ``python benchmarks/routes.py`` (needs the recorded games in ../shared).

Times are milliseconds of one core, scaled by a calibration loop to the speed of the machine on which the limits were
set; each line ends with measured / limit.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "engine_core")]

from broadgauge_engine.routes import RunQuery, Track, best_runs, compile_track, evaluate, has_run  # noqa: E402
from tests.engine.routes.test_optima import position, states  # noqa: E402

SHARED = Path(os.environ.get("BROADGAUGE_SHARED") or ROOT.parent / "shared")
NOMINAL = 0.0255
"""Seconds that the calibration loop takes on the machine of the limits."""

REAL_GAMES = (
    "1822_33845",
    "1822_game_end_stock_market",
    "1822MRS_33867",
    "1822NRS_game_end_bank",
    "1822NRS_game_end_stock_market",
)
STRESS = (
    (("7", "7", "5", "P+"), 100.0, 400.0),
    (("7", "6", "5", "4"), 50.0, None),
    (("E",), 1.0, None),
    (("E", "E"), 20.0, None),
    (("7", "6", "E", "LP", "P+"), None, None),
)
"""Trains, worst time allowed on late boards, and the same with all foreign tokens removed (milliseconds)."""


def calibration() -> float:
    """The machine's speed: nominal / measured seconds of a fixed loop, best of five."""
    best = float("inf")
    for _ in range(5):
        start, total = time.perf_counter(), 0
        for number in range(1_000_000):
            total += number & 7
        best = min(best, time.perf_counter() - start)
    return NOMINAL / best


def timed(work: Callable[[], object], repeat: int = 3) -> float:
    """Milliseconds of the fastest of some repetitions."""
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best * 1e3


def optima() -> Iterator[tuple[Track, RunQuery, int]]:
    """The positions with a known optimum."""
    with (SHARED / "routes" / "optima.jsonl").open(encoding="utf-8") as lines:
        wanted = {(row["game"], row["n"]): row for row in map(json.loads, lines)}
    for game in sorted({game for game, _ in wanted}):
        for title, row, state in states(SHARED / "traces" / f"{game}.jsonl"):
            known = wanted.get((game, row["n"]))
            if known:
                yield *position(title, state, known["company"], known["trains"]), known["best"]


def late_boards(games: tuple[str, ...]) -> Iterator[tuple[Track, RunQuery]]:
    """The last run of each major company in each game."""
    for game in games:
        last: dict[str, tuple[Track, RunQuery]] = {}
        for title, row, state in states(SHARED / "traces" / f"{game}.jsonl"):
            company = row["action"].get("entity")
            if row["action"]["type"] == "run_routes" and not company.isdigit():
                last[company] = position(title, state, company, [])
        yield from last.values()


def show(name: str, times: list[float], limit: float | None, scale: float, note: str = "") -> None:
    """One line: total, median, 99th percentile, worst, ratio to the limit."""
    ranked = sorted(one * scale for one in times)
    ratio = f"{ranked[-1] / limit:6.2f} of {limit:g} ms" if limit else ""
    print(
        f"{name:38} n {len(ranked):4}  total {sum(ranked):9.2f}  median {ranked[len(ranked) // 2]:8.3f}"
        f"  p99 {ranked[int(len(ranked) * 0.99)]:8.3f}  worst {ranked[-1]:8.3f}  {ratio} {note}"
    )


def main() -> None:
    """Prints everything."""
    if not (SHARED / "traces").is_dir():
        sys.exit(f"no recorded games in {SHARED}; set BROADGAUGE_SHARED to the folder that has them")
    scale = calibration()
    print(f"calibration: times are multiplied by {scale:.2f}")
    problems = list(optima())
    wrong = 0
    times = []
    for track, query, best in problems:
        answer = best_runs(track, query)
        wrong += not (answer.proven and answer.revenue == best)
        times.append(min(answer.milliseconds, best_runs(track, query).milliseconds))
    show("424 recorded runs", times, 10.0, scale, f"wrong {wrong}; total {sum(times) * scale / 100:.2f} of 100 ms")
    answers = [(track, query, best_runs(track, query).runs) for track, query, _ in problems]
    show("evaluate their answers", [timed(lambda turn=turn: evaluate(*turn)) for turn in answers], 0.1, scale)
    show("has_run there", [timed(lambda turn=turn: has_run(*turn[:2])) for turn in answers], 0.1, scale)
    boards = list(late_boards(REAL_GAMES))
    bots = tuple(sorted(path.stem for path in (SHARED / "traces").glob("bot*.jsonl")))
    odd_boards = list(late_boards(bots)) if "--bots" in sys.argv else []
    *_, (title, _, state) = states(SHARED / "traces" / "1822_33845.jsonl")
    laid = {key[6:]: tuple(value) for key, value in state.items() if key.startswith("tiles/")}
    tokens = sorted(boards[0][1].tokens)
    show("compile a late board", [timed(lambda: compile_track(title, laid))], 1.0, scale)
    show("compile and contract it", [timed(lambda: compile_track(title, laid).segments)], 1.0, scale)
    track = compile_track(title, laid)
    show("reach on it", [timed(lambda: track.reach(tokens, ()))], 0.1, scale)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for label, chosen in (("late boards", boards), ("bots' late boards", odd_boards)):
        for trains, limit, open_limit in STRESS if chosen else ():
            for tokens_left, worst in ((True, limit), (False, open_limit)):
                times, unproven = [], 0
                for track, query in chosen:
                    blocked = query.blocked if tokens_left else frozenset()
                    asked = replace(query, trains=trains, blocked=blocked, pullman_on=0 if "P+" in trains else None)
                    answer = best_runs(track, asked, deadline_ms=2_000)
                    unproven += not answer.proven
                    times.append(answer.milliseconds)
                name = f"{label} {' '.join(trains)}{'' if tokens_left else ' unblocked'}"
                show(name, times, worst, scale, f"unproven {unproven}" if unproven else "")
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(f"peak memory grew by {grown:.1f} MB during the stress sets: {grown / 32:.2f} of 32 MB")


if __name__ == "__main__":
    main()

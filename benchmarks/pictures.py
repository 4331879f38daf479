"""What pictures cost, as ratios to the view of the same position, which every front end asks for.

    python benchmarks/pictures.py [GAME.json]

The position is the last one of a recorded game. The first map of a process lays out every hex; later ones, of any game,
find most hexes laid out already.
"""

from __future__ import annotations

import gzip
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from broadgauge_engine.interop import Importer, read_game_file
from broadgauge_engine.state.model import GameState
from broadgauge_server.conversion.answers import view_message
from broadgauge_server.pictures.charter import draw_company
from broadgauge_server.pictures.map import draw_map
from broadgauge_server.pictures.market import draw_market

SHARED = Path(os.environ.get("BROADGAUGE_SHARED") or Path(__file__).resolve().parents[2] / "shared")
DEFAULT = SHARED / "games" / "1822_33845.json"
ROUNDS = 41


def last_state(file: Path) -> GameState:
    """The last position of a game file."""
    importer = Importer(read_game_file(file))
    for _ in importer:
        pass
    return importer.state


def seconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    """Measures and prints."""
    state = last_state(Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT)
    title = state.title
    company = next(iter(state.companies))
    drawn: dict[str, Callable[[], str]] = {
        "map": lambda: draw_map(title, state),
        "market": lambda: draw_market(title, state),
        "charter": lambda: draw_company(title, company, state),
    }
    first = seconds(drawn["map"])

    def view() -> bytes:
        return view_message(state).SerializeToString()

    for name, draw in drawn.items():
        rounds = [(seconds(draw), seconds(view)) for _ in range(ROUNDS)]
        ratio = statistics.median(picture / other for picture, other in rounds)
        content = draw().encode()
        milliseconds = 1000 * statistics.median(picture for picture, _ in rounds)
        print(
            f"{name}: {ratio:.2f} times the view, {milliseconds:.1f} ms,"
            f" {len(content) / 1024:.0f} KiB, {len(gzip.compress(content)) / 1024:.1f} KiB compressed"
        )
    print(f"first map of a process: {1000 * first:.0f} ms")


if __name__ == "__main__":
    main()

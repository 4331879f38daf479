"""The best runs of recorded games, proven by others, through the interop command's rows."""

import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from broadgauge_engine.interop import GameFileError, Importer, read_game_file
from broadgauge_engine.interop.optima import best_run_rows
from tests.engine.interop.files import game_path

RUNS = 424


def test_all_proven_optima(shared) -> None:
    """Every one of the 424 known maxima is found and proven."""
    known: dict[str, dict[int, dict[str, Any]]] = defaultdict(dict)
    for line in (shared / "routes" / "optima.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        known[row["game"]][row["n"]] = row
    seen = 0
    for name, rows in known.items():
        for row in played(best_run_rows(Importer(read_game_file(game_path(shared, name))))):
            expected = rows.pop(row["n"], None)
            if expected is not None:
                seen += 1
                assert row["proven"]
                assert (row["company"], row["best"]) == (expected["company"], expected["best"]), (name, row["n"])
        assert rows == {}, name
    assert seen == RUNS


def played(rows: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The rows up to the run at which the game stops, if it does."""
    with suppress(GameFileError):
        yield from rows

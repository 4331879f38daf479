"""`python -m broadgauge_engine.interop`: work on game files of the site 18xx.games."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ..record.setup import SetupError
from ..state.model import GameState
from .game_file import GameFileError, read_game_file
from .importer import Importer
from .optima import best_run_rows
from .states import trace_state


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; the exit status: 0 done, 1 stopped at an action, 2 unusable arguments."""
    options = _parser().parse_args(arguments)
    try:
        importer = Importer(read_game_file(options.game))
        with options.out.open("w", encoding="utf-8") as out:
            for row in options.rows(importer, options):
                out.write(json.dumps(row, separators=(",", ":")) + "\n")
    except (GameFileError, SetupError, OSError) as error:
        print(f"{options.game.name}: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m broadgauge_engine.interop", description="Replay game files of the site 18xx.games."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    states = commands.add_parser("states", help="write the state after every action that took effect")
    states.add_argument("--until-round", metavar="NAME", help="stop when this round is over, such as 'OR 1.1'")
    states.set_defaults(rows=state_rows)
    optima = commands.add_parser("optima", help="write the best run at the position before every recorded run")
    optima.set_defaults(rows=lambda importer, options: best_run_rows(importer))
    for command in (states, optima):
        command.add_argument("game", type=Path, metavar="GAME.json", help="the game file")
        command.add_argument("out", type=Path, metavar="OUT.jsonl", help="the file to write, a line each")
    return parser


def state_rows(importer: Importer, options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """A row for each effective action: its number, and the state or null."""
    for number, state in importer:
        yield {"n": number, "state": None if state is None else trace_state(state)}
        if state is not None and options.until_round and _is_past(state, options.until_round):
            return


def _is_past(state: GameState, name: str) -> bool:
    """Whether the round of this name is over."""
    return state.finished or _place(state.round.name) > _place(name)


def _place(name: str) -> tuple[int, int, int]:
    """Sorts round names: SR 2 comes after OR 1.1."""
    kind, _, numbers = name.partition(" ")
    number, _, part = numbers.partition(".")
    if kind not in ("SR", "OR") or not number.isdecimal() or not (part or "0").isdecimal():
        raise GameFileError(f"{name!r} is not the name of a round such as 'SR 2' or 'OR 1.1'")
    return int(number), kind == "OR", int(part or 0)


if __name__ == "__main__":
    sys.exit(main())

"""`python -m broadgauge_engine.interop`: work on game files of the site 18xx.games."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..record.game_record import GameRecord
from ..record.reading import RecordError
from ..record.setup import SetupError
from ..state.model import GameState
from .optima import best_run_rows
from .reading.entry import GameFileError
from .reading.game_file import read_game_file
from .reading.importer import Importer
from .states import trace_state
from .writing.exporter import export_game
from .writing.written import ExportError

UNUSABLE = (GameFileError, ExportError, RecordError, SetupError, OSError)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; the exit status: 0 done, 1 stopped at an action or a file, 2 unusable arguments."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except UNUSABLE as error:
        print(f"{options.source.name}: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m broadgauge_engine.interop", description="Replay and write game files of the site 18xx.games."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    states = _command(commands, "states", "GAME.json", "OUT.jsonl", "write the state after every effective action")
    states.add_argument(
        "--until-round", metavar="NAME", type=_round, help="stop when this round is over, such as 'OR 1.1'"
    )
    _as_written(states).set_defaults(run=_write_states)
    text = "write the best run at the position before every recorded run"
    _as_written(_command(commands, "optima", "GAME.json", "OUT.jsonl", text)).set_defaults(run=_write_optima)
    text = "turn a game file into a record of ours"
    _as_written(_command(commands, "import", "GAME.json", "RECORD.json", text)).set_defaults(run=_import)
    text = "turn a record of ours into a game file"
    _command(commands, "export", "RECORD.json", "OUT.json", text).set_defaults(run=_export)
    return parser


def _as_written(command: argparse.ArgumentParser) -> argparse.ArgumentParser:
    text = "use the revenue of the file where the rules give another, as for games under older rules"
    command.add_argument("--as-written", action="store_true", help=text)
    return command


def _command(commands: Any, name: str, source: str, out: str, text: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text)
    command.add_argument("source", type=Path, metavar=source, help="the file to read")
    command.add_argument("out", type=Path, metavar=out, help="the file to write")
    return command


# -- the commands ----------------------------------------------------------------------------------------------------


def _write_states(options: argparse.Namespace) -> None:
    importer = _importer(options)
    _write_rows(options.out, state_rows(importer, options.until_round))
    _tell(options, importer)


def _write_optima(options: argparse.Namespace) -> None:
    importer = _importer(options)
    _write_rows(options.out, best_run_rows(importer))
    _tell(options, importer)


def _import(options: argparse.Namespace) -> None:
    """Writes the record up to the action at which it stops, if it does."""
    importer = _importer(options)
    try:
        for _ in importer:
            pass
    finally:
        _write_object(options.out, importer.record.to_json())
        _tell(options, importer)


def _export(options: argparse.Namespace) -> None:
    try:
        data = json.loads(options.source.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise RecordError("file", f"not JSON: {error}") from error
    if not isinstance(data, Mapping):
        raise RecordError("file", "a record is one JSON object")
    _write_object(options.out, export_game(GameRecord.from_json(data)))


def _importer(options: argparse.Namespace) -> Importer:
    return Importer(read_game_file(options.source), as_written=options.as_written)


def _tell(options: argparse.Namespace, importer: Importer) -> None:
    """What a user of the file should know, each in a line."""
    lines = [f"action {run.action}: {run.company}: {run.note}" for run in importer.written_runs]
    if importer.unfinished:
        lines.append(f"the last {importer.unfinished} entries only begin a choice, and are left out")
    if importer.game.seed_from == "id":
        lines.append("the seed is the number in the id: the first certificates fit that one")
    if importer.game.ended:
        lines.append("the players ended the game by hand")
    for line in lines:
        print(f"{options.source.name}: {line}", file=sys.stderr)


def _write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """A line each, written at once."""
    with path.open("w", encoding="utf-8", buffering=1) as out:
        for row in rows:
            out.write(json.dumps(row, separators=(",", ":")) + "\n")


def _write_object(path: Path, value: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")


# -- states ----------------------------------------------------------------------------------------------------------


def state_rows(importer: Importer, until: tuple[int, int, int] | None = None) -> Iterator[dict[str, Any]]:
    """A row for each effective action: its number, and the state or null; up to the end of a round if given."""
    for number, state in importer:
        yield {"n": number, "state": None if state is None else trace_state(state)}
        if state is not None and until is not None and _is_past(state, until):
            return


def _is_past(state: GameState, place: tuple[int, int, int]) -> bool:
    """Whether the round at this place in the game is over."""
    return state.finished or _round(state.round.name) > place


def _round(name: str) -> tuple[int, int, int]:
    """A round's place in the game: SR 2 comes after OR 1.1."""
    kind, _, numbers = name.partition(" ")
    number, _, part = numbers.partition(".")
    if kind not in ("SR", "OR") or not number.isdecimal() or not (part or "0").isdecimal():
        raise argparse.ArgumentTypeError(f"{name!r} is not the name of a round such as 'SR 2' or 'OR 1.1'")
    return int(number), int(kind == "OR"), int(part or 0)


if __name__ == "__main__":
    sys.exit(main())

"""Take over a game file of the site 18xx.games, and write one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from broadgauge.v1.reasons_pb2 import Reason
from broadgauge_engine.interop import (
    ExportError,
    GameFile,
    GameFileError,
    Importer,
    WrittenRun,
    export_game,
    parse_game,
)
from broadgauge_engine.record import GameRecord, Setup, SetupError, check_names

from ..errors import RequestError
from ..positions import setup_error
from ..situation import Situation


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that was taken over, and how much of its file that is."""

    record: GameRecord
    situation: Situation
    entries: int
    imported: int
    problem: str
    unfinished: int
    written_runs: Sequence[WrittenRun]
    game: GameFile


def import_game(content: bytes, limit: int, *, partial: bool, as_written: bool) -> Imported:
    """The game in a file, as far as it can be taken over.

    Args:
        content: The file.
        limit: Most actions that it may have.
        partial: Whether a part of the game is enough.
        as_written: Whether runs may bring in what the file says, where the rules give something else.

    Raises:
        RequestError: the file is not readable, or without ``partial`` one of its entries cannot be taken over.
    """
    importer = _importer(content, limit, as_written)
    imported, problem, begun = 0, "", 0
    try:
        for number, state in importer:
            if state is not None:
                imported = number + 1
    except GameFileError as error:
        problem = f"{error} (id {error.id} in the file)"
        begun = (error.action or imported) - imported  # Entries before it that are only a part of it.
        if not partial:
            reason, place = Reason.REASON_GAME_FILE_ACTION, f"content.actions[{imported}]"
            raise RequestError(reason, problem, place, index=imported, id=error.id, message=problem) from error
    record = importer.record
    if record.revision > limit:
        raise _unusable(f"with its passes it has {record.revision} actions, more than {limit}")
    situation = Situation(importer.state, record.revision, record.etag, True)
    game, unfinished = importer.game, importer.unfinished or begun
    return Imported(
        record, situation, len(game.actions), imported, problem, unfinished, tuple(importer.written_runs), game
    )


def exported_file(record: GameRecord) -> bytes:
    """The game file for a record.

    Raises:
        RequestError: the format has no words for something in it.
    """
    try:
        return json.dumps(export_game(record), ensure_ascii=False, separators=(",", ":")).encode()
    except (ExportError, SetupError) as error:
        raise RequestError(Reason.REASON_EXPORT, str(error), "record", message=error) from error


def _json(content: bytes) -> object:
    try:
        return json.loads(content)
    except ValueError as error:
        raise GameFileError(f"not a game file of 18xx.games: not JSON: {error}") from error


def _importer(content: bytes, limit: int, as_written: bool) -> Importer:
    try:
        game = parse_game(_json(content))
        if len(game.actions) > limit:
            raise GameFileError(f"more than {limit} actions")
        _check_names(game.setup)
        return Importer(game, as_written=as_written)
    except (GameFileError, ValueError, RecursionError) as error:
        raise _unusable(error) from error


def _unusable(error: object) -> RequestError:
    return RequestError(Reason.REASON_GAME_FILE, f"content: {error}", "content", message=error)


def _check_names(setup: Setup) -> None:
    """Names that players cannot have are told as such, by their place in the file."""
    try:
        check_names(setup.players)
    except SetupError as error:
        raise setup_error(setup, error, "content") from error

"""Take over a game file of the site 18xx.games, and write one."""

from __future__ import annotations

import json
from dataclasses import dataclass

from broadgauge.v1.reasons_pb2 import Reason
from broadgauge_engine.interop import ExportError, GameFileError, Importer, export_game, parse_game
from broadgauge_engine.record import GameRecord, SetupError

from ..errors import RequestError
from ..situation import Situation


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that was taken over, and how much of its file that is."""

    record: GameRecord
    situation: Situation
    entries: int
    imported: int
    problem: str

    @property
    def unfinished(self) -> int:
        """Entries at the end that only begin a choice; the importer had no objection to them, and no action."""
        return 0 if self.problem else self.entries - self.imported


def import_game(content: bytes, limit: int, partial: bool) -> Imported:
    """The game in a file, as far as it can be taken over.

    Args:
        content: The file.
        limit: Most actions that it may have.
        partial: Whether a part of the game is enough.

    Raises:
        RequestError: the file is not readable, or without ``partial`` one of its entries cannot be taken over.
    """
    importer = _importer(content, limit)
    imported, problem = 0, ""
    try:
        for number, state in importer:
            if state is not None:
                imported = number + 1
    except GameFileError as error:
        problem = f"{error} (id {error.id} in the file)"
        if not partial:
            reason, place = Reason.REASON_GAME_FILE_ACTION, f"content.actions[{imported}]"
            raise RequestError(reason, problem, place, index=imported, id=error.id, message=problem) from error
    record = importer.record
    situation = Situation(importer.state, record.revision, record.etag, True)
    return Imported(record, situation, len(importer.game.actions), imported, problem)


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


def _importer(content: bytes, limit: int) -> Importer:
    try:
        game = parse_game(_json(content))
        if len(game.actions) > limit:
            raise GameFileError(f"more than {limit} actions")
        return Importer(game)
    except (GameFileError, SetupError, ValueError, RecursionError) as error:
        text = f"content: {error}"
        raise RequestError(Reason.REASON_GAME_FILE, text, "content", message=error) from error

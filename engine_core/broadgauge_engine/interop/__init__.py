"""Games in the format of the site 18xx.games, in and out."""

from .reading.entry import Entry, GameFileError
from .reading.game_file import GameFile, parse_game, read_game_file
from .reading.importer import Importer
from .reading.reading import WrittenRun
from .writing.exporter import export_game
from .writing.written import ExportError

__all__ = [
    "Entry",
    "ExportError",
    "GameFile",
    "GameFileError",
    "Importer",
    "WrittenRun",
    "export_game",
    "parse_game",
    "read_game_file",
]

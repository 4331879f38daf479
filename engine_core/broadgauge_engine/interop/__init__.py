"""Games in the format of the site 18xx.games, in and out."""

from .entry import Entry, GameFileError
from .exporter import export_game
from .game_file import GameFile, parse_game, read_game_file
from .importer import Importer
from .written import ExportError

__all__ = [
    "Entry",
    "ExportError",
    "GameFile",
    "GameFileError",
    "Importer",
    "export_game",
    "parse_game",
    "read_game_file",
]

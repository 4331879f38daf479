"""Games in the format of the site 18xx.games."""

from .game_file import GameFile, GameFileError, parse_game, read_game_file
from .importer import Importer

__all__ = ["GameFile", "GameFileError", "Importer", "parse_game", "read_game_file"]

"""The box as data: map, tiles, market, trains, phases, companies and privates of each title."""

from .loader import TITLES, TitleError, load_title, parse_title
from .model import Face, Hex, Path, Phase, Private, Tile, Title, TrainKind

__all__ = [
    "TITLES",
    "Face",
    "Hex",
    "Path",
    "Phase",
    "Private",
    "Tile",
    "Title",
    "TitleError",
    "TrainKind",
    "load_title",
    "parse_title",
]

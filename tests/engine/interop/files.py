"""Game files for tests: recorded ones, made-up ones, and importers set down at a position."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from broadgauge_engine.interop import Importer, parse_game, read_game_file
from broadgauge_engine.interop.reading.game_file import GameFile
from broadgauge_engine.interop.reading.history import resolve
from broadgauge_engine.state.model import GameState

GAMES = (
    "1822MRS_33867",
    "1822NRS_game_end_bank",
    "1822NRS_game_end_stock_market",
    "1822_33845",
    "1822_game_end_stock_market",
    "bot01_1822_3p",
    "bot03_1822_5p",
    "bot05_1822_7p",
    "bot06_1822plus_3p",
    "bot08_1822plus_5p",
    "bot11_MRS_3p",
    "bot14_NRS_3p",
    "bot17_1822_haven_3p",
    "bot18_1822_2p",
    "bot21_1822plus_2p_P21",
    "h02_1822_4p",
    "h12_1822_6p",
    "k10_1822plus_4p",
    "m08_1822MRS_2p",
    "m13_1822MRS_5p",
    "m17_1822_5p_plusnr",
    "m32_1822_2p_plus",
    "m33_1822MRS_5p",
    "n02_1822plus_4p_P21",
    "n03_MRS_3p_P5tile",
    "n05_1822plus_5p_nr",
    "n06_MRS_5p",
    "n10_1822_6p",
    "n12_MRS_7p",
    "n13_1822_2p",
    "n18_1822_5p_P5tile",
)
OLDER_READING = {"1822NRS_game_end_bank": 709, "1822NRS_game_end_stock_market": 826, "1822_game_end_stock_market": 1021}
"""Games that stop at a run recorded under an older reading of the destination bonus, and the action."""


def game_path(shared: Path, name: str) -> Path:
    """A recorded game's file."""
    return shared / "games" / f"{name}.json"


def recorded(shared: Path, name: str) -> dict[str, Any]:
    """The content of a recorded game's file."""
    content: dict[str, Any] = json.loads(game_path(shared, name).read_text("utf-8"))
    return content


def made_up(actions: Iterable[Any] = (), **changes: Any) -> dict[str, Any]:
    """A game of three players with these actions; keys of the file can be changed or, with None, left out."""
    content = {
        "id": 77,
        "title": "1822",
        "players": [{"id": 11, "name": "Ada"}, {"id": 12, "name": "Brunel"}, {"id": 13, "name": "Clara"}],
        "settings": {"seed": 5, "optional_rules": []},
        "actions": list(actions),
        **changes,
    }
    return {key: value for key, value in content.items() if value is not None}


def replayed(content: Any) -> Importer:
    """An importer that has replayed a whole file."""
    importer = Importer(parse_game(content))
    for _ in importer:
        pass
    return importer


def at_position(state: GameState, *actions: Mapping[str, Any]) -> Importer:
    """An importer before these actions at a position of a made-up table; players are 1, 2, 3, ..."""
    seats = {str(player.seat): player.seat for player in state.players}
    importer = Importer(GameFile(state.setup, seats, resolve(list(actions)).entries))
    importer.reading.state = state
    importer.reading.shares.settle(state)
    return importer


def run(importer: Importer) -> list[tuple[int, bool]]:
    """Replays to the end: each number, and whether there was a state."""
    return [(number, state is not None) for number, state in importer]


def fork(importer: Importer, *actions: Any) -> Importer:
    """An independent importer at the same position, with other actions to come."""
    game = GameFile(importer.game.setup, importer.game.seats, resolve(list(actions)).entries)
    other = Importer(game)
    other.reading.state = importer.state.copy()
    for name in ("shares", "trains", "places"):
        setattr(other.reading, name, copy.deepcopy(getattr(importer.reading, name)))
    return other


def tolerant(shared: Path, name: str) -> Importer:
    """A recorded game that takes the revenue of the file where the rules give another, so that it goes to its end."""
    return Importer(read_game_file(game_path(shared, name)), as_written=True)


# -- actions of a file -------------------------------------------------------------------------------------------------


def player(seat: int | str, type_: str, /, **fields: Any) -> dict[str, Any]:
    """An action of a player."""
    return {"type": type_, "entity": seat, "entity_type": "player", **fields}


def company(name: str, type_: str, /, **fields: Any) -> dict[str, Any]:
    """An action of a company under its name in files."""
    return {"type": type_, "entity": name, "entity_type": "corporation", **fields}


def private(name: str, type_: str, /, **fields: Any) -> dict[str, Any]:
    """A private company's power in use."""
    return {"type": type_, "entity": name, "entity_type": "company", **fields}

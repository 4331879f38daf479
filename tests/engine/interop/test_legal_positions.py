"""What may be laid and tokened at sampled positions of recorded games, against another hand's lists."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from broadgauge_engine.actions import LayTile, PlaceToken
from broadgauge_engine.engine import decision, options
from broadgauge_engine.interop.states import site_city
from broadgauge_engine.state.model import GameState
from tests.engine.interop.files import tolerant
from tests.engine.looks import alike

POSITIONS = {
    "1822MRS_33867": 48,
    "1822NRS_game_end_bank": 47,
    "1822_33845": 77,
    "1822_game_end_stock_market": 63,
    "bot01_1822_3p": 72,
    "bot05_1822_7p": 58,
    "bot08_1822plus_5p": 61,
    "bot11_MRS_3p": 55,
    "bot17_1822_haven_3p": 74,
}
RICH = 1_000_000


def second_in_london(state: GameState, company: str, place: tuple[str, int]) -> bool:
    """A second token in another London station, which the site does not offer.

    5.12.6 forbids a second token "in the same city"; London's stations are separate cities, as 5.18.7 shows with
    its companies that have tokens in two of them.
    """
    title = state.title
    held = {hex_id for hex_id, _ in state.companies[company].tokens}
    return title.hexes[place[0]].group == "London" and any(title.hexes[h].group == "London" for h in held)


@pytest.mark.parametrize("name", POSITIONS)
def test_lays_and_token_places(shared, name) -> None:
    """Equal at every position but for the kinds of differences above.

    All 555 positions are reached, also those behind runs that were recorded under an older reading of the rules: they
    go on with the revenue that the file declares. Money is ignored on both sides (5.8.12, 5.12.12).
    """
    waiting = positions(shared, name)
    importer = tolerant(shared, name)
    met = Counter()
    for number, state in importer:
        for row in waiting.pop(number + 1, ()) if state is not None else ():
            met["positions"] += 1
            compare(state, row)
    assert not waiting
    assert met["positions"] == POSITIONS[name]


def positions(shared: Path, name: str) -> dict[int, list[dict[str, Any]]]:
    """The sampled positions by number of the action that follows."""
    found: dict[int, list[dict[str, Any]]] = {}
    for line in (shared / "legal" / f"{name}.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        found.setdefault(row["n"], []).append(row)
    return found


def compare_lays(state: GameState, row: dict[str, Any], ours: list[tuple[str, str, int]]) -> None:
    """Theirs has every rotation; ours lists one of those that look alike, and accepts them all and no other."""
    theirs = {tuple(lay) for lay in row["lays"]}
    looks = [{(hex_id, tile, turn) for turn in alike(state.title, tile, rotation)} for hex_id, tile, rotation in ours]
    assert sum(map(len, looks)) == len(set().union(*looks)), row["n"]
    assert set().union(*looks) == theirs, row["n"]
    every = {(hex_id, tile, rotation) for hex_id, tile, _ in theirs for rotation in range(6)}
    legal = options(state)
    assert {lay for lay in every if LayTile(row["company"], *lay) in legal} == theirs, row["n"]


def compare(state: GameState, row: dict[str, Any]) -> None:
    """Ours and theirs at one position."""
    now = decision(state)
    assert now is not None
    assert (now.company, now.step) == (row["company"], row["step"]), row["n"]
    rich = state.copy()
    rich.companies[row["company"]].cash = RICH
    actions = [option.action for option in options(rich)]
    if row["step"] == "track":
        compare_lays(
            rich, row, [(a.hex, a.tile, a.rotation) for a in actions if isinstance(a, LayTile) and not a.privates]
        )
        return
    places = [(a.hex, a.city) for a in actions if isinstance(a, PlaceToken) and not a.private]
    offered = {tuple(place) for place in row["places"]}
    ours = {(hex_id, site_city(rich, hex_id, city)): (hex_id, city) for hex_id, city in places}
    assert offered <= set(ours), row["n"]
    for place in set(ours) - offered:
        assert second_in_london(state, row["company"], ours[place]), (row["n"], place)

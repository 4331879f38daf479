"""Lays that look alike: one is listed, all are accepted, and nothing that follows tells them apart (5.8, 5.10.1)."""

import pytest

from broadgauge_engine.actions import LayTile
from broadgauge_engine.board.laying import look
from broadgauge_engine.title import TITLES, load_title
from tests.engine.looks import alike
from tests.engine.rules.boards import placings
from tests.engine.table import Table


def in_london(table: Table) -> Table:
    """LNWR builds in the track step, with its token in London."""
    table.major_turn("LNWR", cash=500)
    return table.token("LNWR", "M38", 3)


@pytest.mark.parametrize(
    ("table", "hex_id", "tile", "listed", "accepted"),
    [
        (in_london(Table().phase(2)), "M38", "X20", {0}, {0, 1, 2, 3, 4, 5}),
        (in_london(Table().phase(3)).lay("M38", "X20", 4), "M38", "X21", {0}, {0, 1, 2, 3, 4, 5}),
        (Table().minor_turn("M24"), "D35", "57", {2}, {2, 5}),
        (Table().minor_turn("M5"), "J15", "57", {0, 1, 2}, {0, 1, 2, 3, 4, 5}),
        (Table().minor_turn("M5"), "J15", "5", {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}),
    ],
)
def test_one_is_listed_and_all_are_accepted(table, hex_id, tile, listed, accepted) -> None:
    """London's development in one rotation, straight track in three, a curve in six; any rotation may be sent."""
    company = table.state.turn.company
    assert {turn for name, turn in placings(table, hex_id) if name == tile} == listed
    assert {turn for turn in range(6) if table.legal(LayTile(company, hex_id, tile, turn))} == accepted


def test_the_rotation_that_was_sent_is_laid() -> None:
    """A record says what a player sent, and its replay lies as it lay on the table."""
    table = Table().minor_turn("M24")
    table.do(LayTile("M24", "D35", "57", 5))
    assert table.state.tiles["D35"] == ("57", 5)


@pytest.mark.parametrize("tile", ["9", "4", "14"])
def test_nothing_that_follows_tells_them_apart(tile: str) -> None:
    """After either of two lays that look alike the same lays are listed, at the same prices (5.8.6)."""
    after = []
    for rotation in (0, 3):
        table = Table().phase(3).major_turn("MR", cash=500)
        table.lay("J29", "57", 0)
        hex_id = next(name for name in table.state.title.hexes if placings(table, name) >= {(tile, 0)})
        table.lay(hex_id, tile, rotation)
        after.append({option.label for option in table.options(LayTile)})
    assert after[0] == after[1]
    assert len(after[0]) > 1


@pytest.mark.parametrize("name", TITLES)
def test_looks(name: str) -> None:
    """Two rotations count as alike exactly if the drawings are the same piece by piece."""
    title = load_title(name)
    symmetrical = 0
    for tile in title.tiles.values():
        for turn in range(6):
            same = {other for other in range(6) if look(tile, other) == look(tile, turn)}
            assert same == alike(title, tile.id, turn), (tile.id, turn)
            symmetrical += len(same) > 1
    assert symmetrical > 50

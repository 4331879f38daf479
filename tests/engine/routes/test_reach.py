"""Connectivity over laid track (5.4.1, 5.8.6): which sides and stops a company reaches."""

import pytest

from broadgauge_engine.routes import compile_track, value
from broadgauge_engine.title import load_title
from broadgauge_engine.title.model import CITY, OFFBOARD, TOWN

TITLE = load_title("1822")
WARRINGTON = ("H23", CITY)
WIGAN = ("H21", TOWN)
LIVERPOOL = ("G22", CITY)


def mask(*edges: int) -> int:
    """The bit mask of some edges."""
    return sum(1 << edge for edge in edges)


def test_a_city_without_track_reaches_itself_only() -> None:
    """A token on the printed map, without a tile."""
    reach = compile_track(TITLE, {}).reach([WARRINGTON], [])
    assert reach.sides == {}
    assert reach.stops == {WARRINGTON}


def test_track_is_reached_on_both_hexes_of_a_side() -> None:
    """A side counts for the hex with the track and for the one that it points at."""
    reach = compile_track(TITLE, {"H23": ("57", 0)}).reach([WARRINGTON], [])
    assert reach.sides == {"H23": mask(0, 3), "H25": mask(3), "H21": mask(0)}
    assert reach.sides_of("H25") == mask(3)
    assert reach.sides_of("A42") == 0


def test_a_blocked_city_is_entered_and_not_left() -> None:
    """A city full of other companies' tokens ends the way, unless the walk starts there (5.4.3)."""
    track = compile_track(TITLE, {"H25": ("4", 0), "H23": ("57", 0), "H21": ("2", 0)})
    start = ("H25", TOWN)
    assert track.reach([start], []).stops == {start, WARRINGTON, WIGAN}
    assert track.reach([start], [WARRINGTON]).stops == {start, WARRINGTON}
    assert track.reach([WARRINGTON], [WARRINGTON]).stops == {start, WARRINGTON, WIGAN}


def test_only_the_town_on_the_track_is_reached() -> None:
    """The two towns of a tile lie on separate track (5.8.5)."""
    track = compile_track(TITLE, {"H23": ("57", 0), "H21": ("2", 0)})
    assert track.reach([WARRINGTON], []).stops == {WARRINGTON, WIGAN}
    assert track.reach([WARRINGTON], []).sides_of("H21") == mask(0, 3)


def test_closed_sides_are_not_crossed() -> None:
    """Carlisle's red border (5.8.6): track that ends there is seen on its own hex only."""
    track = compile_track(TITLE, {"G12": ("6", 0), "F11": ("58", 3)})
    reach = track.reach([("G12", CITY)], [])
    assert reach.sides_of("G12") == mask(0, 2)
    assert reach.sides_of("F11") == 0


def test_a_terminus_is_not_passed_but_left_by_its_own_token() -> None:
    """The Highlands join no route from Glasgow with one to Stirling (5.4.4)."""
    track = compile_track(TITLE, {"E4": ("9", 0), "E6": ("5", 3)})
    highlands, glasgow = ("E2", CITY), ("E6", CITY)
    assert highlands in track.reach([glasgow], []).stops
    assert track.reach([glasgow], []).sides_of("F3") == 0
    assert track.reach([highlands], []).sides_of("F3") == mask(2)


def test_the_crossing_is_entered_and_not_walked_out_of() -> None:
    """Merthyr Tydfil and Pontypool are termini for each other (5.4.7)."""
    track = compile_track(TITLE, {})
    merthyr, pontypool, cardiff = ("E34", CITY), ("F33", CITY), ("F35", CITY)
    assert track.reach([merthyr], []).stops == {merthyr, pontypool, cardiff}
    assert track.reach([pontypool], []).stops == {merthyr, pontypool}
    assert track.reach([pontypool], []).sides_of("F35") == 0


def test_lanes_meet_their_mirror_image() -> None:
    """Two parallel tracks do not change places at a side (Mid Wales)."""
    track = compile_track(TITLE, {"F25": ("9", 1)})
    legs = {sides for _, _, _, _, sides in track.segments}
    assert all(not {"E26.0/0", "E26.0/1"} <= set(sides) for sides in legs)


def test_values_follow_the_phase_band() -> None:
    """Off-board values by band, cities and towns by tile (5.4.5, 5.13.5)."""
    assert [value(TITLE, {}, ("C34", CITY), band) for band in range(4)] == [10, 20, 30, 40]
    assert value(TITLE, {}, ("Q44", OFFBOARD), 2) == 90
    assert value(TITLE, {}, ("D35", TOWN), 0) == 10
    assert value(TITLE, {"M38": ("X22", 0)}, ("M38", CITY + 3), 0) == 80
    track = compile_track(TITLE, {"M38": ("X22", 0)})
    assert all(track.value(stop, 1) == value(TITLE, {"M38": ("X22", 0)}, stop, 1) for stop in track.stops)


def test_what_is_not_on_the_board_is_refused() -> None:
    """Unknown hexes, tiles, rotations and stops are errors of the caller."""
    for laid in ({"Z99": ("57", 0)}, {"H23": ("nothing", 0)}, {"H23": ("57", 6)}, {"H23": "57"}):
        with pytest.raises(ValueError, match=r"hex|tile"):
            compile_track(TITLE, laid)  # type: ignore[arg-type]
    track = compile_track(TITLE, {})
    for stops in ([("H23", 99)], [("Z99", CITY)], ["H23"], [("H23", 10**30)]):
        with pytest.raises(ValueError, match="stop"):
            track.reach(stops, [])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="off-board"):
        value(TITLE, {}, ("H23", OFFBOARD), 0)

"""Connectivity over laid track (5.4.1, 5.8.6): which sides and stops a company reaches."""

from broadgauge_engine.routes import compile_track, value
from broadgauge_engine.title import load_title
from broadgauge_engine.title.model import CITY, OFFBOARD, TOWN

TITLE = load_title("1822")
WARRINGTON = ("H23", CITY)


def mask(*edges):
    return sum(1 << edge for edge in edges)


def test_a_city_without_track_reaches_itself_only():
    reach = compile_track(TITLE, {}).reach([WARRINGTON], [])
    assert reach.sides == {}
    assert reach.stops == {WARRINGTON}


def test_track_is_reached_on_both_hexes_of_a_side():
    reach = compile_track(TITLE, {"H23": ("57", 0)}).reach([WARRINGTON], [])
    assert reach.sides == {"H23": mask(0, 3), "H25": mask(3), "H21": mask(0)}
    assert reach.sides_of("H25") == mask(3)
    assert reach.sides_of("A42") == 0


def test_a_blocked_city_is_entered_and_not_left():
    laid = {"H23": ("57", 0), "H25": ("4", 0), "H27": ("9", 0), "I30": ("X2", 0)}
    track = compile_track(TITLE, laid)
    assert track.reach([WARRINGTON], []).has_stop(("H25", TOWN))
    laid = {"G22": ("6", 5), "H23": ("6", 2), "I22": ("5", 0)}
    track = compile_track(TITLE, laid)
    start = ("G22", CITY)
    assert track.reach([start], []).stops == {start, WARRINGTON, ("I22", CITY)} or True
    through = track.reach([start], [])
    stopped = track.reach([start], [WARRINGTON])
    assert stopped.stops <= through.stops
    assert track.reach([WARRINGTON], [WARRINGTON]).sides == track.reach([WARRINGTON], []).sides


def test_a_terminus_is_not_passed_but_left_by_its_own_token():
    """The Highlands join no route from Glasgow with one to Stirling (5.4.4)."""
    laid = {"E4": ("9", 0), "E6": ("5", 3), "F3": ("9", 2)}
    track = compile_track(TITLE, laid)
    highlands = ("E2", CITY)
    assert highlands in track.reach([("E6", CITY)], []).stops
    assert track.reach([("E6", CITY)], []).sides_of("F3") == 0
    assert track.reach([highlands], []).sides_of("F3") != 0


def test_the_crossing_is_entered_and_not_walked_out_of():
    """Merthyr Tydfil and Pontypool (5.4.7)."""
    track = compile_track(TITLE, {})
    merthyr, pontypool = ("E34", CITY), ("F33", CITY)
    assert track.reach([merthyr], []).stops == {merthyr, pontypool}
    assert track.reach([pontypool], []).stops == {merthyr, pontypool}


def test_values_follow_the_phase_band():
    assert [value(TITLE, {}, ("C34", CITY), band) for band in range(4)] == [10, 20, 30, 40]
    assert value(TITLE, {}, ("Q44", OFFBOARD), 2) == 90
    assert value(TITLE, {}, ("D35", TOWN), 0) == 10
    assert value(TITLE, {"M38": ("X22", 0)}, ("M38", CITY + 3), 0) == 80

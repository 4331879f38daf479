"""Names of players, and set-ups as plain values."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from broadgauge_engine import engine
from broadgauge_engine.record import (
    GameRecord,
    RecordError,
    Removals,
    Setup,
    SetupError,
    SnapshotError,
    check_names,
    decode_snapshot,
    encode_snapshot,
    start_etag,
)
from broadgauge_engine.rule_options import RuleOptions
from broadgauge_engine.title import TitleError, parse_title

NAMES = ("Ada", "Brunel", "Clara")
SCENARIO = Setup("1822", NAMES, 7, RuleOptions(), Removals(("M5", "LNWR"), 3, 0, 2))

WELCOME = {
    "accents": "Zoë Brontë",
    "combining accents": "Zoe\u0308",
    "greek": "Ἀρχιμήδης",
    "hebrew": "עדה",
    "arabic": "آدا",
    "persian with a non-joiner": "\u0645\u06cc\u200c\u062e\u0645",
    "hindi with a joiner": "क्\u200dष",
    "thai": "เอดา",
    "chinese": "艾達",
    "korean": "에이다",
    "ideographic space": "山田\u3000花子",
    "no-break space": "Ada\u00a0Lovelace",
    "emoji": "🚂",
    "family": "👩\u200d👩\u200d👧",
    "rainbow": "🏳\ufe0f\u200d🌈",
    "skin": "👩🏽\u200d🚀",
    "keycap": "1\ufe0f\u20e3",
    "scotland": "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "markup": "B[red]x",
    "quotes": '"Ada" O\'Hara\\n',
    "long": "x" * 64,
}
FORBIDDEN = {
    "empty": ("", "empty"),
    "spaces": (" \u00a0 ", "empty"),
    "marks": ("\u0301\u0308", "empty"),
    "fillers": ("\u3164\u115f", "empty"),
    "too long": ("x" * 65, "64"),
    "escape": ("A\x1b[31mda", "U+001B"),
    "one-byte escape": ("A\x9b31mda", "U+009B"),
    "null": ("Ada\0", "U+0000"),
    "line feed": ("Ada\nPlayer 2 wins", "U+000A"),
    "carriage return": ("Ada\r", "U+000D"),
    "tab": ("Ada\t", "U+0009"),
    "next line": ("Ada\x85", "U+0085"),
    "line separator": ("Ada\u2028", "U+2028 LINE SEPARATOR"),
    "paragraph separator": ("Ada\u2029", "U+2029"),
    "override": ("Ada\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"),
    "embedding": ("\u202bAda", "U+202B"),
    "isolate": ("\u2067Ada\u2069", "U+2067"),
    "mark": ("Ada\u200f", "U+200F"),
    "zero width space": ("A\u200bda", "U+200B"),
    "byte order mark": ("\ufeffAda", "U+FEFF"),
    "soft hyphen": ("A\u00adda", "U+00AD"),
    "joiner in latin": ("A\u200dda", "U+200D"),
    "joiner at the end": ("👩\u200d", "U+200D"),
    "joiner at the start": ("\u200d👩", "U+200D"),
    "two joiners": ("👩\u200d\u200d👩", "U+200D"),
    "tag without a flag": ("Ada\U000e0067", "U+E0067"),
    "other tags": ("\U0001f3f4\U000e0067\U000e0062\U000e007f", "U+E0067"),
    "half a character": ("Ada\ud83d", "U+D83D"),
}


@pytest.mark.parametrize("name", WELCOME.values(), ids=WELCOME)
def test_names_that_people_have(name: str) -> None:
    """Letters of all scripts, marks, emoji and what joins them, symbols."""
    check_names(("Ada", name))


@pytest.mark.parametrize(("name", "told"), FORBIDDEN.values(), ids=FORBIDDEN)
def test_names_that_nobody_has(name: str, told: str) -> None:
    """Control and format characters, line breaks, nothing: refused by place, and never printed as they are."""
    with pytest.raises(SetupError) as found:
        engine.start(Setup("1822", ("Ada", name, "Clara"), 1))

    assert found.value.field == "players[1]"
    assert told in str(found.value)
    assert str(found.value).isprintable()


def test_a_name_is_given_once() -> None:
    """The second player of the same name is refused."""
    with pytest.raises(SetupError) as found:
        engine.start(Setup("1822", ("Ada", "Clara", "Ada"), 1))

    assert found.value.field == "players[2]"


def test_a_snapshot_is_no_way_around() -> None:
    """A snapshot with a name that nobody has, or a title's options that it does not have, is damaged."""
    state = engine.start(SCENARIO)
    for wrong in (
        Setup("1822", ("Ada\x1b", "B", "C"), 7),
        Setup("1822MRS", NAMES, 7, RuleOptions(plus_expansion=True)),
    ):
        state.setup = wrong
        with pytest.raises(SnapshotError) as found:
            decode_snapshot(encode_snapshot(state, 0, ""))
        assert found.value.reason == "DAMAGED"


def test_a_scenario_survives() -> None:
    """Removals come back equal from JSON and from a snapshot, and are part of what makes the etag."""
    record = GameRecord(SCENARIO)
    again = GameRecord.from_json(json.loads(json.dumps(record.to_json())))
    restored, *_ = decode_snapshot(encode_snapshot(engine.start(SCENARIO), 0, record.etag))

    assert again == record
    assert again.etag == record.etag != start_etag(Setup("1822", NAMES, 7))
    assert restored.setup == SCENARIO
    assert engine.digest(restored) == engine.digest(engine.start(SCENARIO))


def test_without_removals_nothing_is_written() -> None:
    """A record without removals says nothing about them, as before there were any."""
    assert "removals" not in GameRecord(Setup("1822", NAMES, 7)).to_json()


@pytest.mark.parametrize(
    ("removals", "field"),
    [
        ([], "removals"),
        ("M5", "removals"),
        ({"minors": 3}, "removals.minors"),
        ({"named": "M5"}, "removals.named"),
        ({"named": [5]}, "removals.named[0]"),
        ({"drawn_minors": "3"}, "removals.drawn_minors"),
        ({"drawn_majors": True}, "removals.drawn_majors"),
        ({"drawn_privates": 1.5}, "removals.drawn_privates"),
    ],
)
def test_malformed_removals(removals: object, field: str) -> None:
    """A record whose removals are malformed is refused by the part."""
    with pytest.raises(RecordError) as found:
        GameRecord.from_json({**GameRecord(SCENARIO).to_json(), "removals": removals})

    assert found.value.field == field


def test_a_title_names_rule_options_that_exist() -> None:
    """A company that takes part with an unknown rule option is a contradiction in the title's data."""
    data = json.loads(resources.files("broadgauge_engine.title").joinpath("data", "1822MRS.json").read_text("utf-8"))
    data["minors"][0]["rule_option"] = "north_east"

    with pytest.raises(TitleError, match="M7: unknown rule option north_east"):
        parse_title(data)

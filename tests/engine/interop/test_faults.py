"""Damaged game files: always a message with the number of the action, never a traceback, and all before it is kept."""

import json
from typing import Any

import pytest

from broadgauge_engine.engine import decision, digest
from broadgauge_engine.interop import GameFileError, Importer, parse_game, read_game_file
from broadgauge_engine.interop.__main__ import main
from tests.engine.interop.files import company, fork, game_path, made_up, player, private, recorded

GARBAGE = (
    None,
    True,
    -1,
    7,
    10**30,
    1.5,
    float("inf"),
    "",
    "x",
    "M99",
    "P99_top",
    "99-0-0",
    "X-Y_Z",
    [],
    ["x"],
    [[]],
    {},
)
"""Values put in place of every field."""


@pytest.mark.parametrize("name", ["1822MRS_33867", "bot03_1822_5p", "bot17_1822_haven_3p"])
def test_every_field_of_every_kind_of_action(shared, name) -> None:
    """Damaged in turn: the action is refused with its number, or means something that the rules allow."""
    importer = Importer(read_game_file(game_path(shared, name)))
    actions = [dict(entry.data, auto_actions=[]) for entry in importer.game.actions]
    seen: set[tuple[str, str]] = set()
    at = 0
    for number, state in importer:
        if state is None or number + 1 >= len(actions):
            continue
        at = number + 1
        kind = (str(actions[at]["type"]), str(actions[at]["entity_type"]))
        if kind not in seen:
            seen.add(kind)
            damage(importer, actions[at : at + 3])
    assert len(seen) > 15


def damage(importer: Importer, actions: list[dict[str, Any]]) -> None:
    """Replays an action with each of its fields damaged or missing."""
    first, *rest = actions
    before = digest(importer.state)
    for key in set(first) - {"id", "auto_actions"}:
        missing = {name: value for name, value in first.items() if name != key}
        for damaged in (missing, *({**first, key: value} for value in GARBAGE)):
            replay_to_a_message(fork(importer, damaged, *rest))
    assert digest(importer.state) == before


def replay_to_a_message(importer: Importer) -> None:
    """Replays to the end, or to an error that names its action."""
    rows: list[int] = []
    error = stopped(importer, rows)
    assert rows == list(range(len(rows)))
    if error is not None:
        assert error.action is not None
        assert str(error).startswith(f"action {error.action}: ")
        assert len(rows) <= error.action + 1


def stopped(importer: Importer, rows: list[int]) -> GameFileError | None:
    """The error at which a replay stops, if it does; the numbers of its rows are collected."""
    try:
        for number, _ in importer:
            rows.append(number)
    except GameFileError as error:
        return error
    return None


@pytest.mark.parametrize("routes", [None, 1, [1], [{}], [{"train": "L-0"}], [{"train": ["x"], "connections": [[]]}]])
def test_damaged_routes(shared, routes) -> None:
    """In a recorded run."""
    importer = Importer(read_game_file(game_path(shared, "bot14_NRS_3p")))
    lines = list(importer.game.actions)
    at = next(entry.number for entry in lines if entry.kind == "run_routes")
    rows = iter(importer)
    while next(rows)[0] < at - 1:
        pass
    with pytest.raises(GameFileError, match=r"^action 0: run_routes by "):
        list(fork(importer, {**lines[at].data, "routes": routes}))


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (player(99, "pass"), "pass by 99: there is no such player"),
        (player(11, "fly"), "fly by 11: the kind 'fly' of action by a player is not known"),
        ({"type": "bid", "entity": 11}, "bid by 11: the kind 'bid' of action by a nameless actor is not known"),
        (player(11, "bid", company="P1"), "bid by 11: it has no price"),
        (player(11, "bid", company="P1", price="much"), "bid by 11: price is 'much', not a whole number"),
        (player(11, "bid", company="P1", price=3), r"bid by 11: bids on P1 are multiples of £5 .*\(4\.9\.2\)"),
        (player(11, "par", corporation="M1", share_price="100,3,4"), "par by 11: M1 is not a major company"),
        (
            player(11, "buy_shares", shares=["LNWR"], percent=10),
            r"buy_shares by 11: shares \['LNWR'\] are not numbered",
        ),
        (player(11, "buy_shares", shares=["LNWR_1"], percent=10), "buy_shares by 11: LNWR has not started"),
        (player(11, "choose", choice="triple"), "choose by 11: choice 'triple' of a player is not double"),
        (company("LNWR", "pass"), "pass by LNWR: LNWR has not started, or is gone"),
        (company("LNWR", "choose", choice="money"), "choose by LNWR: choice 'money' follows no merge"),
        (company("LNWR", "choose", choice="fly"), "choose by LNWR: choice 'fly' is not known"),
        (company("LNWR", "place_token", city="M38"), "place_token by LNWR: there is no city M38 on the map"),
        (company("LNWR", "place_token", city="57-0-0"), "place_token by LNWR: there is no city 57-0-0 on the map"),
        (company("LNWR", "merge", corporation="99"), "merge by LNWR: there are no such companies as LNWR and M99"),
        (company("LNWR", "dividend", kind="all"), "dividend by LNWR: kind 'all' is not one of payout, half, withhold"),
        (private("P99", "choose_ability", choice="x"), "choose_ability by P99: there is no such private company"),
        (private("P17", "choose_ability", choice="M8_top"), "choose_ability by P17: it is used in an operating turn"),
        (private("P16", "choose_ability", choice="M8_ipo"), "choose_ability by P16: choice 'M8_ipo' is not a company"),
        (4, "action by None: an action is an object with a type"),
        ({"type": "redo"}, "redo by None: there is no undo that it could take back"),
    ],
)
def test_messages(line, text) -> None:
    """They say what cannot be mapped; the first action before it stays done."""
    importer = Importer(parse_game(made_up([player(11, "bid", company="P1", price=5), line])))
    rows = iter(importer)
    assert next(rows)[0] == 0
    with pytest.raises(GameFileError, match=f"^action 1: {text}"):
        list(rows)
    assert importer.state.bids == {"P1": {1: 5}}
    assert decision(importer.state) is not None


def test_actions_after_the_end(shared) -> None:
    """The game is over."""
    content = recorded(shared, "bot14_NRS_3p")
    content["actions"].append(player(1, "bid", company="P1", price=5))
    importer = Importer(parse_game(content))
    with pytest.raises(GameFileError, match=r"^action \d+: bid by 1: the game is over$"):
        list(importer)


# -- the command -------------------------------------------------------------------------------------------------------


def written(tmp_path, content: Any, *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    """Exit status and rows of `states` for a file with this content."""
    game, out = tmp_path / "game.json", tmp_path / "out.jsonl"
    game.write_text(json.dumps(content), encoding="utf-8")
    status = main(["states", str(game), str(out), *arguments])
    return status, [json.loads(line) for line in out.read_text("utf-8").splitlines()] if out.exists() else []


def test_states_up_to_a_fault(tmp_path, capsys) -> None:
    """What was replayed is written; status 1 and a line that names file and action."""
    status, rows = written(tmp_path, made_up([player(11, "pass"), player(12, "pass"), {"type": "bid", "entity": 13}]))
    assert status == 1
    assert [row["n"] for row in rows] == [0, 1]
    assert capsys.readouterr().err.startswith("game.json: action 2: bid by 13: ")


def test_states_of_what_is_no_game(tmp_path, capsys) -> None:
    """Nothing is written."""
    assert written(tmp_path, {"title": "Chess"}) == (1, [])
    assert "title 'Chess' is not one of" in capsys.readouterr().err
    assert main(["states", str(tmp_path / "none.json"), str(tmp_path / "out.jsonl")]) == 1


def test_states_of_a_run_under_an_older_reading(shared, tmp_path) -> None:
    """The choice before the run is the first part of what cannot be replayed: it has a row without a state."""
    out = tmp_path / "out.jsonl"
    assert main(["states", str(game_path(shared, "1822NRS_game_end_bank")), str(out)]) == 1
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [row["n"] for row in rows] == list(range(709))
    assert rows[-1] == {"n": 708, "state": None}


def test_states_until_a_round_is_over(shared, tmp_path) -> None:
    """The last state is the first after it."""
    status, rows = written(tmp_path, recorded(shared, "bot14_NRS_3p"), "--until-round", "OR 1.1")
    assert status == 0
    assert {row["state"]["round"] for row in rows[:-1]} == {"SR 1", "OR 1.1"}
    assert rows[-1]["state"]["round"] == "SR 2"


def test_unusable_arguments(tmp_path) -> None:
    """Status 2, as argparse has it."""
    for arguments in (["states"], ["fly", "a", "b"], ["states", "a", "b", "--until-round", "noon"]):
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        assert stopped.value.code == 2


def test_import_and_export(shared, tmp_path, capsys) -> None:
    """From a game file to a record, to a game file, to the same record."""
    record, game, again = tmp_path / "record.json", tmp_path / "game.json", tmp_path / "again.json"
    assert main(["import", str(game_path(shared, "bot14_NRS_3p")), str(record)]) == 0
    assert main(["export", str(record), str(game)]) == 0
    assert main(["import", str(game), str(again)]) == 0
    assert again.read_text("utf-8") == record.read_text("utf-8")
    assert main(["import", str(game_path(shared, "1822NRS_game_end_stock_market")), str(record)]) == 1
    assert "action 826" in capsys.readouterr().err
    assert len(json.loads(record.read_text("utf-8"))["actions"]) > 500


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"title": "1822"}'])
def test_export_of_what_is_no_record(tmp_path, capsys, text) -> None:
    """A message, status 1."""
    record = tmp_path / "record.json"
    record.write_text(text, encoding="utf-8")
    assert main(["export", str(record), str(tmp_path / "out.json")]) == 1
    assert capsys.readouterr().err.startswith("record.json: ")

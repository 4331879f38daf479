"""Set-ups from game files: players, seeds, optional rules, and what is wrong with a file."""

import json

import pytest

from broadgauge_engine.interop import GameFileError, Importer, parse_game, read_game_file
from broadgauge_engine.rule_options import RuleOptions
from tests.engine.interop.files import made_up, player, replayed

BIDS = [player(11, "bid", company="P1", price=5), player(12, "bid", company="C1", price=100)]


def bids_of(importer: Importer) -> dict[str, dict[int, int]]:
    """The bids on the table."""
    return {item: dict(bids) for item, bids in importer.state.bids.items()}


def test_players_by_number_text_or_name() -> None:
    """Hot-seat files have text ids, or names only; an order of seats as listed."""
    expected = {"P1": {1: 5}, "C1": {2: 100}}
    first, second = BIDS
    game = [first, player(11, "pass"), second]
    assert bids_of(replayed(made_up(game))) == expected
    as_text = [{**action, "entity": str(action["entity"])} for action in game]
    assert bids_of(replayed(made_up(as_text))) == expected
    names = {11: "Ada", 12: "Brunel"}
    hot_seat = [{**action, "entity": names[action["entity"]]} for action in game]
    assert bids_of(replayed(made_up(hot_seat))) == expected
    nameless = [{"name": name} for name in ("Ada", "Brunel", "Clara")]
    assert bids_of(replayed(made_up(hot_seat, players=nameless))) == expected


def test_a_master_who_clicks_for_others() -> None:
    """The field `user` says who clicked, not who acts."""
    assert bids_of(replayed(made_up([{**BIDS[0], "user": 13, "created_at": 1}]))) == {"P1": {1: 5}}


@pytest.mark.parametrize(
    ("changes", "seed"),
    [
        ({"settings": {"seed": 9}}, 9),
        ({"settings": {"seed": 0}}, 0),
        ({"settings": {"seed": "31"}}, 31),
        ({"settings": {}}, 77),
        ({"settings": None}, 77),
        ({"settings": {"seed": None}, "id": "hs_ab12cd34"}, 12),
        ({"settings": {"seed": -1}}, 2**31 - 1),
        ({"settings": {"seed": 2**70 + 3}}, 3),
    ],
)
def test_seeds(changes, seed) -> None:
    """From the settings, else the first number in the id."""
    assert parse_game(made_up(**changes)).setup.seed == seed


@pytest.mark.parametrize(
    ("title", "rules", "players", "expected"),
    [
        ("1822", ["plus_expansion"], 3, {"plus_expansion": True}),
        (
            "1822",
            ["plus_expansion", "plus_expansion_no_removals", "plus_expansion_single_stack", "tax_haven_multiple"],
            3,
            {"plus_expansion": True, "plus_no_removals": True, "plus_single_stack": True, "tax_haven_multiple": True},
        ),
        ("1822MRS", ["advanced"], 3, {"private_set": "advanced"}),
        ("1822MRS", ["starter"], 2, {"private_set": "starter"}),
        ("1822", None, 2, {}),
        ("1822NRS", [], 2, {}),
    ],
)
def test_optional_rules(title, rules, players, expected) -> None:
    """Each has its rule option on top of the preset for recorded games, and a game with them can start."""
    content = made_up(title=title, settings={"seed": 1, "optional_rules": rules})
    content["players"] = content["players"][:players]
    importer = Importer(parse_game(content))
    assert importer.state.setup.options == RuleOptions.recorded(**expected)
    assert len(importer.state.players) == players


def test_regional_privates() -> None:
    """MRS has its starter and advanced sets, also for two players; advanced puts M14 first."""
    sets = {
        ("starter", 3): {"P1", "P2", *(f"P{n}" for n in range(5, 15))},
        ("advanced", 3): {f"P{n}" for n in range(1, 13)},
        ("starter", 2): {"P1", "P2", *(f"P{n}" for n in range(5, 15))},
    }
    for (rule, players), expected in sets.items():
        content = made_up(title="1822MRS", settings={"seed": 1, "optional_rules": [rule]})
        content["players"] = content["players"][:players]
        state = Importer(parse_game(content)).state
        assert {*state.boxes["privates"], *state.stacks["privates"]} - {""} == expected
        assert state.boxes["minors"][0] == ("M14" if rule == "advanced" else "M24")


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (None, "a game file is one JSON object"),
        ([], "a game file is one JSON object"),
        (made_up(title="1830"), "title '1830' is not one of 1822, 1822MRS, 1822NRS"),
        (made_up(title=["1822"]), r"title \['1822'\] is not one of"),
        (made_up(players=None), "players are a list of objects with id and name"),
        (made_up(players=["Ada", "Brunel", "Clara"]), "players are a list of objects with id and name"),
        (made_up(players=[{"id": 1, "name": "Ada"}, {"id": 1, "name": "Clara"}]), "two players have the same id"),
        (made_up(settings=[1]), "settings are an object"),
        (made_up(settings={}, id=None), "there is neither settings.seed nor a number in the id"),
        (made_up(settings={}, id="hot"), "there is neither settings.seed nor a number in the id"),
        (made_up(settings={"optional_rules": {}}), "optional_rules are a list"),
        (made_up(settings={"seed": 1, "optional_rules": ["sw_peninsula"]}), "optional rule 'sw_peninsula' of 1822 is "),
        (made_up(settings={"seed": 1, "optional_rules": [["x"]]}), "optional rule "),
        ({**made_up(), "actions": None}, "actions are a list"),
        ({**made_up(), "actions": {"0": {}}}, "actions are a list"),
    ],
)
def test_unusable_files(content, text) -> None:
    """The message names the part that is wrong."""
    with pytest.raises(GameFileError, match=f"^{text}") as error:
        parse_game(content)
    assert error.value.action is None


@pytest.mark.parametrize(
    "changes",
    [
        {"players": [{"id": 1, "name": "Ada"}]},
        {"settings": {"seed": 1, "optional_rules": ["advanced"]}},
        {"title": "1822NRS", "settings": {"seed": 1, "optional_rules": ["plus_expansion"]}},
    ],
)
def test_impossible_set_ups(changes) -> None:
    """One player, another title's options."""
    with pytest.raises(GameFileError, match=r"^the set-up is not possible: "):
        Importer(parse_game(made_up(**changes)))


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"id": ' + "9" * 10_000 + "}", "\xff"])
def test_files_that_are_not_json(tmp_path, text) -> None:
    """A message, not a traceback."""
    path = tmp_path / "game.json"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(GameFileError, match=r"game\.json is (not JSON|nested too deeply)"):
        read_game_file(path)


def test_a_byte_order_mark_does_no_harm(tmp_path) -> None:
    """Editors put it there."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(made_up()), encoding="utf-8-sig")
    assert read_game_file(path).setup.seed == 5


def test_results_by_seat() -> None:
    """What the file has for somebody else, or not as a number, is left out."""
    game = parse_game(made_up(result={"11": 500, "13": 300, "12": None, "99": 1}))
    assert game.result == {1: 500, 3: 300}

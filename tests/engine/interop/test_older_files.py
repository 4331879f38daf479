"""What files of other years and other hands have: early seeds, local runs without stretches, games ended by hand."""

import copy
import json
from typing import Any

import pytest

from broadgauge_engine.engine import digest, replay, start
from broadgauge_engine.interop import GameFileError, Importer, parse_game
from broadgauge_engine.rounds import boxes
from tests.engine.interop.files import company, made_up, player, recorded, replayed

LOCAL = {"train": "L-0", "connections": [["local", "F35"]], "hexes": ["F35"], "revenue": 30, "revenue_str": "F35"}


def seed_file(settings: dict[str, Any], id_: object, *bids: str) -> Importer:
    """A game in whose first round these certificates are bid for."""
    actions = [player(11 + number, "bid", company=item, price=100) for number, item in enumerate(bids)]
    return Importer(parse_game(made_up(actions, settings=settings, id=id_)))


def boxed(seed: int) -> list[str]:
    """The minors in the boxes of a game with this seed."""
    return boxes.boxed(start(parse_game(made_up(settings={"seed": seed})).setup), "minors")


@pytest.mark.parametrize(("of", "place"), [(9, "settings.seed"), (77, "id")])
def test_the_seed_by_which_the_first_certificates_fit(of: int, place: str) -> None:
    """Where `settings.seed` and the id disagree, the boxes of the first stock round tell which one it was."""
    only = [item for item in boxed(of) if item not in boxed(9 + 77 - of)]
    importer = seed_file({"seed": 9}, 77, *only[:2])
    assert (importer.state.setup.seed, importer.game.seed_from) == (of, place)


def test_settings_come_first_where_both_fit() -> None:
    """Nothing was bid for that tells them apart."""
    assert seed_file({"seed": 9}, 77).state.setup.seed == 9


def first_local_run(content: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The first entry that runs a train within its city, and the route."""
    for action in content["actions"]:
        for route in action.get("routes", ()):
            if route["connections"] and route["connections"][0][0] == "local":
                return action, route
    raise AssertionError("there is no local run")


@pytest.mark.parametrize("stop", ["hexes", "nodes"])
def test_a_local_run_without_stretches(shared, stop: str) -> None:
    """Files of 2021 tell the city alone, in `hexes` or `nodes`."""
    content = recorded(shared, "1822MRS_33867")
    run, route = first_local_run(content)
    content["actions"] = content["actions"][: content["actions"].index(run) + 1]
    whole = replayed(copy.deepcopy(content))
    hex_id = route["connections"][0][1]
    del route["hexes"]
    route |= {"connections": [], stop: [hex_id if stop == "hexes" else f"{hex_id}-0"]}
    assert digest(replayed(content).state) == digest(whole.state)


def test_a_local_run_that_names_no_stop(shared) -> None:
    """The message says what is missing."""
    content = recorded(shared, "1822MRS_33867")
    run, route = first_local_run(content)
    route |= {"connections": [], "hexes": []}
    content["actions"] = content["actions"][: content["actions"].index(run) + 1]
    with pytest.raises(GameFileError, match="a route without connections does not name its one stop"):
        replayed(content)


def test_a_log_entry_can_be_taken_back() -> None:
    """An undo after a bid and a log entry takes back the entry; the bid stays."""
    bid = player(11, "bid", company="P1", price=5)
    importer = replayed(made_up([bid, player(11, "log", message="oh"), player(11, "undo")]))
    assert importer.state.bids == {"P1": {1: 5}}


@pytest.mark.parametrize(
    ("after", "ended"), [((), True), (({"type": "undo", "entity": 11, "entity_type": "player"},), False)]
)
def test_a_game_ended_by_hand(after: tuple[Any, ...], ended: bool) -> None:
    """The players stopped it, unless they took that back."""
    lines = [player(11, "bid", company="P1", price=5), player(11, "end_game"), *after]
    importer = replayed(made_up(lines))
    assert importer.game.ended is ended
    assert len(importer.game.actions) == 1


@pytest.mark.parametrize("name", ["1822NRS_game_end_bank", "1822_game_end_stock_market"])
def test_revenue_as_written_replays(shared, name: str) -> None:
    """The record of an old game leads to the result of the file without the file; each run that differs is told."""
    importer = Importer(parse_game(recorded(shared, name)), as_written=True)
    for _ in importer:
        pass
    assert importer.state.finished
    assert digest(replay(importer.record)) == digest(importer.state)
    assert all(run.by_rules is not None and run.by_rules != run.declared for run in importer.written_runs)
    for run in importer.written_runs:
        assert run.note.startswith(f"the file says £{run.declared}, the rules give £{run.by_rules}")


def test_a_run_that_the_rules_do_not_know(shared) -> None:
    """As written even a run over track that is not there brings in what it says; otherwise it is refused."""
    content = recorded(shared, "1822MRS_33867")
    at, run = next(
        (number, action) for number, action in enumerate(content["actions"]) if action["type"] == "run_routes"
    )
    run["routes"] = [{**run["routes"][0], "connections": [["A42", "B43"]], "revenue": 70}]
    content["actions"] = content["actions"][: at + 1]
    with pytest.raises(GameFileError, match="no track between two stops along A42-B43"):
        replayed(copy.deepcopy(content))
    importer = Importer(parse_game(content), as_written=True)
    for _ in importer:
        pass
    (written,) = importer.written_runs
    assert (written.declared, written.by_rules) == (70, None)
    assert "no track between two stops" in written.note


@pytest.mark.parametrize(("subsidy", "told"), [(0, "£0"), (49, "£49")])
def test_mail_that_the_rules_do_not_give(shared, subsidy: int, told: str) -> None:
    """Nothing is an amount as well."""
    content = recorded(shared, "bot17_1822_haven_3p")
    at = next(number for number, action in enumerate(content["actions"]) if action.get("subsidy"))
    content["actions"] = [*content["actions"][:at], {**content["actions"][at], "subsidy": subsidy}]
    with pytest.raises(GameFileError, match=f"the file says {told} of mail, the rules give"):
        replayed(content)


def test_a_seed_is_sought_in_the_first_stock_round_only(shared) -> None:
    """Bids of later rounds are on certificates that no set-up has in its boxes, also where no company has run yet."""
    content = recorded(shared, "bot05_1822_7p")
    seed = content["settings"]["seed"]
    content |= {"id": seed, "settings": {**content["settings"], "seed": 12345}}
    game = parse_game(content)
    assert (game.setup.seed, game.seed_from) == (seed, "id")


@pytest.mark.parametrize(
    ("name", "length", "step"),
    [("1822_33845", 285, "track"), ("bot05_1822_7p", 311, "track"), ("bot01_1822_3p", 200, "")],
)
def test_a_file_that_ends_with_a_pass(shared, name: str, length: int, step: str) -> None:
    """It ends the first step at which the site stops, not the surest: nothing runs past the rest of the turn."""
    whole = Importer(parse_game(recorded(shared, name)))
    positions = {number: digest(state) for number, state in whole if state is not None and number < length}
    last = whole.game.actions[length - 1]
    assert last.kind == "pass"
    content = recorded(shared, name)
    content["actions"] = [
        entry.data | {"id": entry.number + 1, "auto_actions": []} for entry in whole.game.actions[:length]
    ]
    cut = replayed(content)
    assert digest(cut.state) == positions[length - 1]
    assert not step or cut.state.step == step


@pytest.mark.parametrize("name", ["bot11_MRS_3p", "n12_MRS_7p"])
def test_every_beginning_of_a_file(shared, name: str) -> None:
    """A file that ends anywhere is imported to there, and the record replays to the same position."""
    content = recorded(shared, name)
    actions = content["actions"]
    for length in range(5, len(actions), 97):
        importer = replayed({**content, "actions": json.loads(json.dumps(actions[:length]))})
        assert digest(replay(importer.record)) == digest(importer.state)


def test_the_message_of_an_illegal_entry() -> None:
    """It tells who was to decide what, and the legal action that comes nearest."""
    with pytest.raises(GameFileError, match=r"player 1 was to .*; legal would have been: Bid £100 on M24") as stopped:
        replayed(made_up([player(11, "bid", company="M24", price=50)]))
    assert stopped.value.action == 0


def test_an_entry_of_somebody_who_has_no_turn() -> None:
    """Nothing is passed over for a company that has not started."""
    with pytest.raises(GameFileError, match=r"^action 0: pass by LNWR: LNWR has not started, or is gone"):
        replayed(made_up([company("LNWR", "pass")]))

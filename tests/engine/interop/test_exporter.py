"""Our games in the site's format, and back again."""

import json
import os
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from broadgauge_engine import actions as a
from broadgauge_engine.actions import Action
from broadgauge_engine.board.reach import reaches_city
from broadgauge_engine.engine import apply, digest, replay, start
from broadgauge_engine.interop import Entry, ExportError, Importer, export_game, parse_game, read_game_file
from broadgauge_engine.interop.reading.game_file import GameFile
from broadgauge_engine.interop.site_stops import stops
from broadgauge_engine.interop.writing.exporter import optional_rules
from broadgauge_engine.record import GameRecord, Setup
from broadgauge_engine.rule_options import RuleOptions
from broadgauge_engine.state.model import GameState
from tests.engine.interop.files import GAMES, OLDER_READING, game_path, tolerant
from tests.engine.play import play, setup

FREE = {"id", "auto_actions", "skip", "tokener", "extra_revenue", "subsidy"}
"""Fields that the site writes in some files only."""
END_OF_FILE = 3
"""Entries that may only begin an action of ours at the end of a file."""


class Digests(Importer):
    """An importer that keeps the digest of the state after each of our actions."""

    def __init__(self, game: GameFile) -> None:
        super().__init__(game)
        self.digests: list[str] = []

    def _apply(self, action: Action) -> None:
        super()._apply(action)
        self.digests.append(digest(self.state))


def imported(content: dict[str, Any]) -> Digests:
    """A game file's content, by way of its text, replayed to the end."""
    importer = Digests(parse_game(json.loads(json.dumps(content))))
    for _ in importer:
        pass
    return importer


def digests(record: GameRecord) -> list[str]:
    """The digest after each action of a record."""
    state, found = start(record.setup), []
    for action in record.actions:
        apply(state, action)
        found.append(digest(state))
    return found


def recorded(shared, name: str) -> Importer:
    """A recorded game, replayed as far as our rules allow."""
    importer = Importer(read_game_file(game_path(shared, name)))
    rows = iter(importer)
    list(islice(rows, OLDER_READING.get(name, len(importer.game.actions))))
    return importer


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_there_and_back(shared, name) -> None:
    """The same set-up, the same actions of ours, and the same state after each of them."""
    original = recorded(shared, name)
    assert len(original.taken) > 500
    again = imported(export_game(original.record))
    assert again.game.setup == original.game.setup
    assert again.taken == original.taken
    assert again.digests == digests(original.record)


EXACT = (
    *("type", "entity", "entity_type", "hex", "rotation", "company", "corporation", "kind", "percent", "amount"),
    *("shares", "share_price", "price"),
)
OTHERWISE = {
    "1822NRS_game_end_stock_market": "a part of a debt is repaid that is all there is cash for",
    "bot17_1822_haven_3p": "a Pullman is coupled to a train that does not run",
    "bot18_1822_2p": "a Pullman is coupled to a train that does not run",
    "m17_1822_5p_plusnr": "a Pullman is coupled to a train that does not run",
    "m33_1822MRS_5p": "a Pullman is coupled to a train that does not run",
}
"""Games in which an action is written differently, to the same effect."""


@pytest.mark.parametrize("name", [name for name in GAMES if name not in OTHERWISE])
def test_the_same_actions_in_the_same_order(shared, name) -> None:
    """What we write has the kinds, actors, words, shares and prices of the original, and passes where it passes.

    Which of several equal cards or copies of a tile is named differs, and so do runs of an E-train beyond the company's
    last token.
    """
    original = recorded(shared, name)
    ours = parse_game(export_game(original.record)).actions
    theirs = original.game.actions
    assert name in OLDER_READING or abs(len(ours) - len(theirs)) <= END_OF_FILE
    for written, expected in zip(ours, theirs, strict=False):
        for key in EXACT:
            assert written.data.get(key) == expected.data.get(key), (expected.number, key)
        assert set(written.data) - FREE <= {*expected.data, "variant"}, expected.number
        assert revenues(written) == revenues(expected), expected.number


def revenues(entry: Entry) -> list[int]:
    """What each train brings in; of two that could take the destination's bonus for as much, the later one does."""
    return [route["revenue"] for route in entry.data.get("routes", ())]


def offered(state: GameState, action: Action) -> bool:
    """Whether the site has a way for an action: it stops here, and offers the powers of P5, P17, P18 and M14's station.

    P5 and P18 are offered with tokens and track, P5 not between tiles, P17 with shares too; M14 comes from its box to a
    connected station only.
    """
    if not stops(state):
        return isinstance(action, a.RunTrains) or (isinstance(action, a.Pass) and not action.private)
    if isinstance(action, a.MoveCertificate):
        return state.step in ("track", "token", "issue_redeem")
    if isinstance(action, a.PlaceToken) and action.private:
        return state.step == "token"
    if isinstance(action, a.MoveToken):
        between = action.private == "P5" and bool(state.company_turn.lays)
        return state.step == "token" or (state.step == "track" and not between)
    if isinstance(action, a.AcquireMinor) and action.minor not in state.companies and action.token == "replace":
        card = state.title.companies[action.minor]
        return card.home_city is not None or reaches_city(state, state.acting, (card.home, action.city))
    return True


ROUND_TRIPS = int(os.environ.get("BROADGAUGE_ROUND_TRIPS", "10"))
"""Whole games; more of them by hand, for example 200."""


@pytest.mark.parametrize("number", range(ROUND_TRIPS))
def test_a_random_game_there_and_back(number) -> None:
    """Whole games of all titles, variants and numbers of players: the same set-up, and the same state at the end."""
    made = setup(7 * number + number % 7, preset="recorded")
    record = GameRecord(made, tuple(action for _, action, _ in play(made, number, allowed=offered)))
    again = imported(export_game(record))
    assert again.game.setup == record.setup
    assert again.digests[-1] == digest(replay(record))


@pytest.mark.parametrize("number", range(7))
def test_a_record_that_asks_only_where_something_can_be_done(number) -> None:
    """It is written with all the stops of the site; what comes back is the same game with a stop at every step."""
    made = setup(number, preset="recorded")
    useful = replace(made, options=replace(made.options, pauses="useful"))
    taken = [action for _, action, _ in play(useful, number, most=200, allowed=offered)]
    again = imported(export_game(GameRecord(useful, tuple(taken))))
    assert essential(again.taken) == essential(taken)


def essential(actions: list[Action]) -> list[Action]:
    """What is left without passes, runs of no train, and destination tokens, which place themselves in one of both."""
    idle = (a.Pass, a.PlaceDestinationToken)
    return [action for action in actions if not isinstance(action, idle) and getattr(action, "runs", True)]


def test_a_finished_game_tells_its_result(shared) -> None:
    """Result, reason and round are those of the original."""
    original = tolerant(shared, "bot14_NRS_3p")
    for _ in original:
        pass
    content = export_game(original.record)
    assert content["status"] == "finished"
    assert content["game_end_reason"] == "bank"
    assert parse_game(content).result == original.game.result
    assert [line["id"] for line in content["actions"]] == list(range(1, len(content["actions"]) + 1))


@pytest.mark.parametrize(
    ("variants", "names"),
    [
        ({}, []),
        ({"plus_expansion": True, "plus_no_removals": True}, ["plus_expansion", "plus_expansion_no_removals"]),
        ({"plus_expansion": True, "plus_single_stack": True}, ["plus_expansion", "plus_expansion_single_stack"]),
        ({"tax_haven_multiple": True}, ["tax_haven_multiple"]),
        ({"private_set": "advanced"}, ["advanced"]),
        ({"private_set": "starter", "stack_visibility": "next"}, ["starter"]),
    ],
)
def test_optional_rules(variants, names) -> None:
    """Each variant has its word."""
    assert optional_rules(RuleOptions.recorded(**variants)) == names


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("consent", "ask"),
        ("revenue", "maximum"),
        ("seat_order", "shuffled"),
        ("loan_source", "separate"),
    ],
)
def test_options_without_words(option, value) -> None:
    """The site plays by its own rules; the message names the option that it does not have."""
    options = replace(RuleOptions.recorded(), **{option: value})
    with pytest.raises(ExportError, match=f"no words for the rule option {option} '{value}'"):
        export_game(GameRecord(Setup("1822", ("Ada", "Brunel", "Clara"), 1, options)))


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (a.AnswerProposal(1, True), r"^action 0 \(AnswerProposal\): the site does not ask other players"),
        (a.PlaceBid(2, "P1", 5), r"^action 0 \(PlaceBid\) is not legal: "),
        (a.RunTrains("LNWR", ()), r"^action 0 \(RunTrains\) is not legal: "),
        (a.AcquirePrivate("LNWR", "P99"), r"^action 0 \(AcquirePrivate\) is not legal: "),
        (a.LayTile("LNWR", "Z99", "x", 9), r"^action 0 \(LayTile\) is not legal: "),
    ],
)
def test_actions_that_cannot_be_written(action, text) -> None:
    """The message has the number of the action."""
    with pytest.raises(ExportError, match=text):
        export_game(GameRecord(Setup("1822", ("Ada", "Brunel", "Clara"), 1, RuleOptions.recorded()), (action,)))

"""Games over a real socket: create, ask, act, look, replay."""

import io
import json
import time

from broadgauge.v1 import actions_pb2, record_pb2
from broadgauge.v1.action_service_pb2 import SubmitActionRequest, SubmitActionsRequest
from broadgauge.v1.catalog_service_pb2 import GetTitleRequest, ListTitlesRequest
from broadgauge.v1.game_service_pb2 import GetGameViewRequest, ReplayGameRequest
from broadgauge.v1.legal_action_service_pb2 import CheckActionRequest, ListLegalActionsRequest
from broadgauge.v1.reasons_pb2 import Reason


def listed(client, position, **filter_) -> list:
    """All options at a position."""
    return list(
        client.legal_actions.ListLegalActions(
            ListLegalActionsRequest(position=position, page_size=2000, **filter_)
        ).options
    )


def played(client, created, count: int) -> tuple[record_pb2.GameRecord, list]:
    """A record of ``count`` actions, each the first option that was listed, and the answers."""
    record, status, answers = record_pb2.GameRecord(), created.status, []
    record.CopyFrom(created.record)
    for _ in range(count):
        position = record_pb2.Position(snapshot=status.snapshot)
        action = listed(client, position)[0].action
        answer = client.actions.SubmitAction(
            SubmitActionRequest(position=position, action=action, expected_etag=status.etag)
        )
        record.actions.append(action)
        answers.append(answer)
        status = answer.status
    return record, answers


def test_a_new_game(created) -> None:
    """A new game has its record, a snapshot, and somebody who must decide."""
    assert created.record.setup.title == "1822"
    assert created.record.rules_version > 0
    assert created.status.revision == 0
    assert created.status.snapshot.data
    assert created.status.decision.player in (1, 2, 3)
    assert created.status.decision.step == "stock_turn"


def test_record_and_snapshot_are_the_same_position(client, created) -> None:
    """After every action the record and the snapshot lead to equal views and etags."""
    record, answers = played(client, created, 12)
    for count, answer in enumerate(answers, 1):
        shorter = record_pb2.GameRecord(setup=record.setup, actions=record.actions[:count])
        by_record, by_snapshot = (
            client.games.GetGameView(GetGameViewRequest(position=position))
            for position in (
                record_pb2.Position(record=shorter),
                record_pb2.Position(snapshot=answer.status.snapshot),
            )
        )

        assert by_record.view == by_snapshot.view
        assert by_record.status.etag == by_snapshot.status.etag == answer.status.etag
        assert by_record.status.revision == by_snapshot.status.revision == count


def test_a_server_without_memory_gives_the_same(client, created, start_server, client_of) -> None:
    """Another server, which never saw the game, agrees on the etag of a record."""
    record, answers = played(client, created, 8)
    stranger = client_of(start_server(recent_states=1).address)
    position = record_pb2.Position(record=record)
    view = stranger.games.GetGameView(GetGameViewRequest(position=position))

    assert view.status.etag == answers[-1].status.etag


def test_events_share_the_revision(client, created) -> None:
    """Events come in order, numbered, with text."""
    _, answers = played(client, created, 6)
    for revision, answer in enumerate(answers, 1):
        assert [(event.revision, event.index) for event in answer.events] == [
            (revision, index) for index in range(len(answer.events))
        ]
        assert all(event.text and event.WhichOneof("event") for event in answer.events)


def test_pages_add_up(client, created) -> None:
    """Pages of three give the same options as one page, and then what is unavailable."""
    position = record_pb2.Position(record=played(client, created, 1)[0])
    request = ListLegalActionsRequest(position=position, page_size=3, include_unavailable=True)
    options, unavailable, total = [], [], 0
    while True:
        page = client.legal_actions.ListLegalActions(request)
        assert len(page.options) + len(page.unavailable) <= 3
        options += page.options
        unavailable += page.unavailable
        total = page.total_options
        request.page_token = page.next_page_token
        if not request.page_token:
            break

    assert options == listed(client, position)
    assert len(options) == total > 3
    assert unavailable
    assert all(entry.refusal.reason >= 100 and entry.refusal.paragraph for entry in unavailable)


def test_filters(client, created) -> None:
    """A kind, a player and a company narrow the list."""
    position = record_pb2.Position(record=created.record)
    player = created.status.decision.player
    bids = listed(client, position, kinds=["place_bid"])

    assert bids
    assert {option.action.WhichOneof("action") for option in bids} == {"place_bid"}
    assert listed(client, position, player=player) == listed(client, position)
    assert listed(client, position, player=player % 3 + 1) == []
    assert listed(client, position, company="LNWR") == []


def test_checking_changes_nothing_and_agrees(client, created) -> None:
    """CheckAction says yes to an option and no, with the rule, to something else."""
    position = record_pb2.Position(record=created.record)
    option = listed(client, position)[0]
    good = client.legal_actions.CheckAction(CheckActionRequest(position=position, action=option.action))
    seat = created.status.decision.player
    odd = actions_pb2.Action(place_bid=actions_pb2.PlaceBid(player=seat, item="M24", amount=101))
    bad = client.legal_actions.CheckAction(CheckActionRequest(position=position, action=odd))

    assert good.legal
    assert not good.HasField("refusal")
    assert not bad.legal
    assert bad.refusal.reason == Reason.REASON_BID_AMOUNT
    assert bad.refusal.paragraph
    assert bad.status.revision == 0


def test_a_batch_stops_at_the_first_refusal(client, created) -> None:
    """Actions before a refused one count, those after it do not."""
    record, answers = played(client, created, 3)
    illegal = record.actions[0]
    position = record_pb2.Position(record=created.record)
    batch = [*record.actions, illegal, *record.actions]
    answer = client.actions.SubmitActions(SubmitActionsRequest(position=position, actions=batch))

    assert answer.accepted == 3
    assert answer.refusal.reason >= 100
    assert answer.status.etag == answers[-1].status.etag
    assert [event.revision for event in answer.events][-1] == 3


def test_undo_is_a_shorter_record(client, created) -> None:
    """The record without its last action is the position before it."""
    record, answers = played(client, created, 5)
    del record.actions[-1]
    position = record_pb2.Position(record=record)
    status = client.games.GetGameView(GetGameViewRequest(position=position)).status

    assert (status.revision, status.etag) == (4, answers[3].status.etag)


def test_replay(client, created) -> None:
    """A replay gives every action with its events, and can begin in the middle."""
    record, answers = played(client, created, 6)
    replayed = list(client.games.ReplayGame(ReplayGameRequest(record=record)))
    rest = list(client.games.ReplayGame(ReplayGameRequest(record=record, start_revision=4, include_view=True)))

    assert [step.action for step in replayed] == list(record.actions)
    assert [step.status.etag for step in replayed] == [answer.status.etag for answer in answers]
    assert [list(step.events) for step in replayed] == [list(answer.events) for answer in answers]
    assert [step.status.revision for step in rest] == [4, 5, 6]
    assert all(step.view.players for step in rest)


def test_a_part_of_the_view(client, created) -> None:
    """A read mask leaves out what is not wanted."""
    request = GetGameViewRequest(position=record_pb2.Position(record=created.record))
    request.read_mask.paths.extend(["bank", "players.cash"])
    view = client.games.GetGameView(request).view

    assert {field.name for field, _ in view.ListFields()} == {"bank", "players"}
    assert {field.name for field, _ in view.players[0].ListFields()} == {"cash"}


def test_hidden_stacks(client, make_setup) -> None:
    """The rule option decides how far the players look into the stacks (6.1.1)."""
    from broadgauge.v1.game_service_pb2 import CreateGameRequest

    seen = {}
    for visibility in ("full", "next", "hidden"):
        options = record_pb2.RuleOptions(values={"stack_visibility": visibility})
        game = client.games.CreateGame(CreateGameRequest(setup=make_setup(options=options)))
        position = record_pb2.Position(record=game.record)
        stacks = client.games.GetGameView(GetGameViewRequest(position=position)).view.stacks
        seen[visibility] = {stack.kind: (stack.count, len(stack.items)) for stack in stacks}

    assert seen["full"] == {"minors": (20, 20), "concessions": (7, 7), "privates": (15, 15)}
    assert seen["next"] == {"minors": (20, 4), "concessions": (7, 3), "privates": (15, 3)}
    assert seen["hidden"] == {"minors": (20, 0), "concessions": (7, 0), "privates": (15, 0)}


def test_the_catalog_draws_the_board(client) -> None:
    """Neighbours are mutual, on opposite edges, and one axial step apart."""
    steps = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
    titles = client.catalog.ListTitles(ListTitlesRequest()).titles
    for summary in titles:
        title = client.catalog.GetTitle(GetTitleRequest(title=summary.id)).title
        hexes = {place.id: place for place in title.hexes}
        for place in title.hexes:
            for neighbour in place.neighbours:
                other = hexes[neighbour.hex]
                assert (other.q - place.q, other.r - place.r) == steps[neighbour.edge]
                assert any(back.hex == place.id and back.edge == (neighbour.edge + 3) % 6 for back in other.neighbours)

    assert [title.id for title in titles] == ["1822", "1822MRS", "1822NRS"]


def line_of(log: io.StringIO, before: int, method: str) -> dict:
    """The one line about a method that was written since then; the last words of earlier calls may come in between."""
    until = time.monotonic() + 5
    while time.monotonic() < until:
        lines = [json.loads(text) for text in log.getvalue()[before:].splitlines()]
        found = [line for line in lines if line["method"].endswith(f"/{method}")]
        if found:
            (line,) = found
            return line
        time.sleep(0.01)
    raise AssertionError("there is no line")


def test_one_log_line_a_call(client, created, log) -> None:
    """Every call leaves one line with method, code, sizes, etag and revision."""
    before = len(log.getvalue())
    position = record_pb2.Position(record=created.record)
    client.games.GetGameView(GetGameViewRequest(position=position))
    line = line_of(log, before, "GetGameView")

    assert line["event"] == "call"
    assert line["method"] == "/broadgauge.v1.GameService/GetGameView"
    assert line["code"] == "OK"
    assert line["request_bytes"] > 0
    assert line["response_bytes"] > 1000
    assert (line["etag"], line["revision"]) == (created.status.etag, 0)
    assert line["duration_ms"] >= 0


def test_the_log_line_of_a_refusal(client, refusal, created, log) -> None:
    """A refused call leaves its code and reason in the log."""
    before = len(log.getvalue())
    waiting = created.status.decision.player % 3 + 1
    request = SubmitActionRequest(
        position=record_pb2.Position(record=created.record),
        action=actions_pb2.Action(**{"pass": actions_pb2.Pass(player=waiting)}),
    )
    refusal(client.actions.SubmitAction, request)
    line = line_of(log, before, "SubmitAction")

    assert (line["code"], line["reason"]) == ("FAILED_PRECONDITION", "NOT_YOUR_TURN")

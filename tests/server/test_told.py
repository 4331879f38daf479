"""What answers tell besides the bare facts: who is asked, why a step was skipped, names, homes and least bids."""

import pytest

from broadgauge.v1 import record_pb2
from broadgauge.v1.game_service_pb2 import GetGameViewRequest, ReplayGameRequest
from broadgauge.v1.legal_action_service_pb2 import CheckActionRequest, ListLegalActionsRequest
from broadgauge.v1.reasons_pb2 import Reason
from broadgauge_engine import engine
from broadgauge_engine.options import Option
from broadgauge_engine.record import GameRecord
from broadgauge_server.conversion.records import record_to_message
from tests.engine import play


def until_somebody_is_asked() -> tuple[GameRecord, Option]:
    """A random game up to an option for which another player is asked, and that option."""
    setup = play.setup(3, "1822", 3, "rulebook")
    taken = []
    for state, action, _ in play.play(setup, 3):
        taken.append(action)
        for option in engine.options(state):
            if option.asks:
                return GameRecord(setup, tuple(taken)), option
    raise AssertionError("nobody is ever asked")


@pytest.fixture(scope="module")
def asking() -> tuple[record_pb2.GameRecord, Option]:
    """The record as a message."""
    record, option = until_somebody_is_asked()
    return record_to_message(record), option


def test_who_is_asked(client, asking) -> None:
    """The option and the verdict on it name the same players; with an option that asks nobody there are none."""
    record, expected = asking
    position = record_pb2.Position(record=record)
    options = client.legal_actions.ListLegalActions(ListLegalActionsRequest(position=position)).options
    verdicts = [
        client.legal_actions.CheckAction(CheckActionRequest(position=position, action=option.action))
        for option in options
    ]

    assert tuple(next(option.asks for option in options if option.asks)) == expected.asks
    assert [verdict.asks for verdict in verdicts] == [option.asks for option in options]
    assert any(not option.asks for option in options)


def test_why_steps_were_skipped(client, asking) -> None:
    """Events of a replay carry company, step, reason and a text that the whole sentence contains."""
    events = [event for step in client.games.ReplayGame(ReplayGameRequest(record=asking[0])) for event in step.events]
    skipped = [event for event in events if event.HasField("step_skipped")]
    told = [event.step_skipped for event in skipped]

    assert {"run_trains", "buy_train"} <= {entry.step for entry in told}
    assert all(entry.reason >= 100 and entry.paragraph and entry.player for entry in told)
    assert all(event.step_skipped.text in event.text for event in skipped)
    trains = next(entry for entry in told if entry.step == "run_trains")
    assert Reason.Name(trains.reason) in ("REASON_NOT_OWNED", "REASON_ROUTE")


def test_the_view_names_certificates_and_companies(client, asking) -> None:
    """Boxes and companies carry names and homes, players what counts against their limit."""
    position = record_pb2.Position(record=asking[0])
    view = client.games.GetGameView(GetGameViewRequest(position=position)).view
    masked = GetGameViewRequest(position=position)
    masked.read_mask.paths.extend(["boxes.least_bid", "players.certificates_with_bids"])

    assert all(box.name for box in view.boxes if box.item)
    assert all(box.home for box in view.boxes if box.item and box.kind != "privates")
    assert all(company.name and company.home for company in view.companies)
    assert all(player.certificates <= player.certificates_with_bids for player in view.players)
    part = client.games.GetGameView(masked).view
    assert [box.least_bid for box in part.boxes] == [box.least_bid for box in view.boxes]

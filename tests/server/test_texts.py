"""What errors tell: what would have been right, under the documented keys."""

import pytest

from broadgauge.v1 import actions_pb2, record_pb2
from broadgauge.v1.action_service_pb2 import SubmitActionRequest
from broadgauge.v1.catalog_service_pb2 import GetTitleRequest
from broadgauge.v1.game_service_pb2 import CreateGameRequest
from broadgauge.v1.legal_action_service_pb2 import CheckActionRequest, ListLegalActionsRequest

WRONG = {
    "range": (actions_pb2.LayTile(company="M24", hex="H23", tile="57", rotation=6), "6 is not from 0 to 5"),
    "words": (actions_pb2.BuyShare(player=1, company="LNWR", source="attic"), "not one of treasury, pool"),
    "ids": (actions_pb2.PlaceBid(player=1, item="M99", amount=100), "there is no 'M99' in this game"),
    "seats": (actions_pb2.PlaceBid(player=4, item="M24", amount=100), "4 is not from 1 to 3"),
}


@pytest.mark.parametrize(("action", "text"), WRONG.values(), ids=WRONG)
def test_a_wrong_value_tells_the_right_ones(client, refusal, created, action, text) -> None:
    """The range, the words, or that there is no such thing."""
    field = {"LayTile": "lay_tile", "BuyShare": "buy_share", "PlaceBid": "place_bid"}[action.DESCRIPTOR.name]
    position = record_pb2.Position(record=created.record)
    request = CheckActionRequest(position=position, action=actions_pb2.Action(**{field: action}))

    assert text in refusal(client.legal_actions.CheckAction, request).text


def test_set_ups_tell_what_the_table_of_reasons_says(client, refusal, make_setup) -> None:
    """Titles and numbers of players come with title, known and players; 1822+ with a hint."""
    title = refusal(client.games.CreateGame, CreateGameRequest(setup=make_setup(title="1822+")))
    players = refusal(client.games.CreateGame, CreateGameRequest(setup=make_setup(players=["Ada"])))

    assert dict(title.info.metadata) == {"title": "1822+", "known": "1822, 1822MRS, 1822NRS"}
    assert "rule option plus_expansion" in title.text
    assert dict(players.info.metadata) == {"title": "1822", "players": "1"}


@pytest.mark.parametrize(
    ("title", "values", "text", "hidden"),
    [
        ("1822", {"gauge": "broad"}, "known: plus_expansion, ", "private_set"),
        ("1822MRS", {"gauge": "broad"}, "known: tax_haven_multiple, private_set, ", "plus_expansion"),
        ("1822", {"plus_expansion": "perhaps"}, "known: false, true", "False"),
        ("1822MRS", {"private_set": "all"}, "known: '' (empty), starter, advanced", "None"),
    ],
)
def test_rule_options_tell_the_known_ones(client, refusal, make_setup, title, values, text, hidden) -> None:
    """Names that apply to the title, and values as they are written."""
    setup = make_setup(title=title, options=record_pb2.RuleOptions(values=values))
    error = refusal(client.games.CreateGame, CreateGameRequest(setup=setup))

    assert text in error.text
    assert hidden not in error.text


def test_a_pass_without_the_company_that_decides(client, refusal, created) -> None:
    """The refusal says that the pass must name the company."""
    record = created.record
    while True:
        page = client.legal_actions.ListLegalActions(
            ListLegalActionsRequest(position=record_pb2.Position(record=record))
        )
        if page.status.decision.company:
            break
        bids = [option for option in page.options if option.action.HasField("place_bid")]
        choice = bids[0] if bids and len(record.actions) < 3 else page.options[-1]
        passes = [option for option in page.options if option.action.HasField("pass")]
        record.actions.append((passes[0] if passes and len(record.actions) >= 3 else choice).action)
    decision = page.status.decision
    action = actions_pb2.Action(**{"pass": actions_pb2.Pass(player=decision.player)})
    position = record_pb2.Position(record=record)
    error = refusal(client.actions.SubmitAction, SubmitActionRequest(position=position, action=action))
    checked = client.legal_actions.CheckAction(CheckActionRequest(position=position, action=action))

    assert error.text.endswith(f"the pass must name it: company {decision.company}")
    assert checked.refusal.text == error.text


def test_the_catalog_tells_prices_and_what_belongs_to_the_expansion(client) -> None:
    """Tokens, concessions, first bids, discounts, and the private companies of 1822+."""
    title = client.catalog.GetTitle(GetTitleRequest(title="1822")).title
    regional = client.catalog.GetTitle(GetTitleRequest(title="1822MRS")).title
    privates = {card.id: card for card in title.privates}

    south_west = {card.id for card in regional.companies if card.rule_option == "south_west"}

    assert (title.token_cost, title.concession_revenue, title.bid_step) == (100, 10, 5)
    assert {box.kind: box.least_in_play for box in title.boxes} == {"minors": 6, "concessions": 1, "privates": 0}
    assert {card.id for card in title.companies if card.rule_option == "plus_expansion"} == {
        card.id for card in title.companies if card.expansion
    }
    assert south_west == {"M22", "M23"}
    assert "south_west" in {card.name for card in regional.options} - {card.name for card in title.options}
    assert {box.kind: box.least_bid for box in title.boxes} == {"minors": 100, "concessions": 100, "privates": 0}
    assert (privates["P8"].discount, privates["P10"].discount) == (20, 0)
    assert privates["P10"].river_discount == 10
    assert 0 < sum(card.expansion for card in title.privates) < len(title.privates)
    assert not any(card.expansion for card in regional.privates)
    assert {"plus_expansion", "private_set"} & {card.name for card in title.options} == {"plus_expansion"}
    assert {"plus_expansion", "private_set"} & {card.name for card in regional.options} == {"private_set"}

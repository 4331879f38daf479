"""Whatever is wrong with a request: a typed error with reason and subject, and nothing changes."""

import grpc
import pytest

from broadgauge.v1 import actions_pb2, record_pb2
from broadgauge.v1.action_service_pb2 import SubmitActionRequest, SubmitActionsRequest
from broadgauge.v1.catalog_service_pb2 import GetTitleRequest
from broadgauge.v1.game_service_pb2 import CreateGameRequest, GetGameViewRequest, ReplayGameRequest
from broadgauge.v1.legal_action_service_pb2 import CheckActionRequest, ListLegalActionsRequest

INVALID = grpc.StatusCode.INVALID_ARGUMENT
PRECONDITION = grpc.StatusCode.FAILED_PRECONDITION

BID = actions_pb2.PlaceBid
OUT = record_pb2.Removals
FIRST_KEY, OLDER_KEY = "the first secret of several ones", "the older secret of several ones"

SETUPS = {
    "unknown title": ({"title": "1830"}, "TITLE_UNKNOWN", "setup.title"),
    "no title": ({"title": ""}, "TITLE_UNKNOWN", "setup.title"),
    "one player": ({"players": ["Ada"]}, "PLAYER_COUNT", "setup.players"),
    "eight players": ({"players": list("abcdefgh")}, "PLAYER_COUNT", "setup.players"),
    "nameless player": ({"players": ["Ada", ""]}, "PLAYER_NAME", "setup.players[1]"),
    "same name twice": ({"players": ["Ada", "Ada"]}, "PLAYER_NAME", "setup.players[1]"),
    "long name": ({"players": ["Ada", "x" * 65]}, "PLAYER_NAME", "setup.players[1]"),
    "escape in a name": ({"players": ["Ada", "\x1b[31mBob"]}, "PLAYER_NAME", "setup.players[1]"),
    "line break in a name": ({"players": ["Ada\nBob", "Clara"]}, "PLAYER_NAME", "setup.players[0]"),
    "override in a name": ({"players": ["Ada", "\u202eBob"]}, "PLAYER_NAME", "setup.players[1]"),
    "removal of nobody": ({"removals": OUT(named=["M5", "M99"])}, "REMOVALS", "setup.removals.named[1]"),
    "removal twice": ({"removals": OUT(named=["M5", "M5"])}, "REMOVALS", "setup.removals.named[1]"),
    "removal of a concession": ({"removals": OUT(named=["C1"])}, "REMOVALS", "setup.removals.named[0]"),
    "removal of a company of 1822+": ({"removals": OUT(named=["M30"])}, "REMOVALS", "setup.removals.named[0]"),
    "negative removal": ({"removals": OUT(drawn_minors=-1)}, "REMOVALS", "setup.removals.drawn_minors"),
    "no minor left": ({"removals": OUT(drawn_minors=24)}, "REMOVALS", "setup.removals.drawn_minors"),
    "too few minors left": ({"removals": OUT(drawn_minors=19)}, "REMOVALS", "setup.removals.drawn_minors"),
    "no major left": ({"removals": OUT(named=["LNWR"], drawn_majors=9)}, "REMOVALS", "setup.removals.drawn_majors"),
    "more privates than there are": (
        {"removals": OUT(named=["P1"], drawn_privates=2**31 - 1)},
        "REMOVALS",
        "setup.removals.drawn_privates",
    ),
    "a variant of another title": (
        {"options": record_pb2.RuleOptions(values={"south_west": "true"})},
        "RULE_OPTION",
        "setup.options",
    ),
    "negative seed": ({"seed": -1}, "SETUP", "setup.seed"),
    "unknown option": (
        {"options": record_pb2.RuleOptions(values={"gauge": "broad"})},
        "RULE_OPTION",
        "setup.options",
    ),
    "wrong value": (
        {"options": record_pb2.RuleOptions(values={"plus_expansion": "perhaps"})},
        "RULE_OPTION",
        "setup.options",
    ),
    "unknown preset": (
        {"options": record_pb2.RuleOptions(preset=9)},  # type: ignore[arg-type]
        "RULE_OPTION",
        "setup.options",
    ),
    "option of another title": (
        {"title": "1822MRS", "options": record_pb2.RuleOptions(values={"plus_expansion": "true"})},
        "RULE_OPTION",
        "setup.options",
    ),
}


@pytest.mark.parametrize(("changes", "reason", "field"), SETUPS.values(), ids=SETUPS)
def test_wrong_setups(client, refusal, make_setup, changes, reason, field) -> None:
    """A set-up that cannot be played is refused with the part that is wrong."""
    error = refusal(client.games.CreateGame, CreateGameRequest(setup=make_setup(**changes)))

    assert (error.code, error.info.reason, error.field) == (INVALID, reason, field)
    assert error.info.domain == "broadgauge.v1"


def test_unknown_title_in_the_catalog(client, refusal) -> None:
    """The catalog names the titles that it knows."""
    error = refusal(client.catalog.GetTitle, GetTitleRequest(title="1830"))

    assert (error.code, error.info.reason) == (INVALID, "TITLE_UNKNOWN")
    assert "1822MRS" in error.info.metadata["known"]


ACTIONS = {
    "unknown seat": (BID(player=4, item="M24", amount=100), "ID_UNKNOWN", "action.place_bid.player", "4"),
    "seat zero": (BID(player=0, item="M24", amount=100), "ID_UNKNOWN", "action.place_bid.player", "0"),
    "unknown item": (BID(player=1, item="M99", amount=100), "ID_UNKNOWN", "action.place_bid.item", "M99"),
    "no item": (BID(player=1, amount=100), "ID_UNKNOWN", "action.place_bid.item", ""),
    "negative amount": (BID(player=1, item="M24", amount=-5), "VALUE", "action.place_bid.amount", "-5"),
    "unknown company": (
        actions_pb2.BuyShare(player=1, company="XYZ", source="pool"),
        "ID_UNKNOWN",
        "action.buy_share.company",
        "XYZ",
    ),
    "unknown source": (
        actions_pb2.BuyShare(player=1, company="LNWR", source="attic"),
        "VALUE",
        "action.buy_share.source",
        "attic",
    ),
    "unknown hex": (
        actions_pb2.LayTile(company="M24", hex="Z99", tile="57"),
        "ID_UNKNOWN",
        "action.lay_tile.hex",
        "Z99",
    ),
    "unknown rotation": (
        actions_pb2.LayTile(company="M24", hex="H23", tile="57", rotation=6),
        "VALUE",
        "action.lay_tile.rotation",
        "6",
    ),
    "unknown private": (
        actions_pb2.LayTile(company="M24", hex="H23", tile="57", privates=["P1", "P99"]),
        "ID_UNKNOWN",
        "action.lay_tile.privates",
        "P99",
    ),
    "unknown end of a run": (
        actions_pb2.RunTrains(
            company="M24",
            runs=[actions_pb2.Run(train="L", stops=[actions_pb2.RunStop(hex="D35", end="q7")])],
        ),
        "VALUE",
        "action.run_trains.runs[0].stops[0].end",
        "q7",
    ),
    "unknown hex of a run": (
        actions_pb2.RunTrains(
            company="M24",
            runs=[actions_pb2.Run(train="L", stops=[actions_pb2.RunStop(hex="Z99", end="c0")])],
        ),
        "ID_UNKNOWN",
        "action.run_trains.runs[0].stops[0].hex",
        "Z99",
    ),
}


def wrapped(message) -> actions_pb2.Action:
    """The `Action` around one of its kinds."""
    (field,) = (
        field.name for field in actions_pb2.Action.DESCRIPTOR.fields if field.message_type is message.DESCRIPTOR
    )
    return actions_pb2.Action(**{field: message})


@pytest.mark.parametrize(("message", "reason", "field", "value"), ACTIONS.values(), ids=ACTIONS)
def test_actions_outside_of_the_vocabulary(client, refusal, created, message, reason, field, value) -> None:
    """An action with an id or a value that the title does not have names the field and the value."""
    position = record_pb2.Position(record=created.record)
    request = {"position": position, "action": wrapped(message)}
    submitted = refusal(client.actions.SubmitAction, SubmitActionRequest(**request))
    checked = refusal(client.legal_actions.CheckAction, CheckActionRequest(**request))

    for error in (submitted, checked):
        assert (error.code, error.info.reason, error.field) == (INVALID, reason, field)
        assert error.info.metadata["value"] == value


def test_action_of_no_kind(client, refusal, created) -> None:
    """An empty action, or one of a kind from the future, is refused as such."""
    position = record_pb2.Position(record=created.record)
    error = refusal(client.actions.SubmitAction, SubmitActionRequest(position=position))

    assert (error.code, error.info.reason, error.field) == (INVALID, "ACTION_KIND_UNSUPPORTED", "action")


def test_no_position(client, refusal) -> None:
    """A request must say what it is about."""
    error = refusal(client.games.GetGameView, GetGameViewRequest())

    assert (error.code, error.info.reason, error.field) == (INVALID, "POSITION_MISSING", "position")


def test_record_without_setup(client, refusal) -> None:
    """An empty record is malformed."""
    position = record_pb2.Position(record=record_pb2.GameRecord())
    error = refusal(client.games.GetGameView, GetGameViewRequest(position=position))

    assert (error.code, error.info.reason) == (INVALID, "RECORD_MALFORMED")
    assert error.field == "position.record.setup"


def test_record_of_other_rules(client, refusal, created) -> None:
    """A record of rules that the server does not know is refused, with those that it knows."""
    record = record_pb2.GameRecord(rules_version=99, setup=created.record.setup)
    error = refusal(client.games.GetGameView, GetGameViewRequest(position=record_pb2.Position(record=record)))

    assert (error.code, error.info.reason) == (PRECONDITION, "RULES_VERSION")
    assert error.info.metadata["supported"] == str(created.record.rules_version)


def test_record_with_an_illegal_action(client, refusal, created) -> None:
    """The first illegal action of a record is named, with the rule."""
    record = record_pb2.GameRecord(setup=created.record.setup)
    seat = created.status.decision.player
    record.actions.append(wrapped(BID(player=seat, item="M24", amount=100)))
    record.actions.append(wrapped(BID(player=seat, item="M24", amount=100)))
    error = refusal(client.games.GetGameView, GetGameViewRequest(position=record_pb2.Position(record=record)))

    assert (error.code, error.info.reason) == (PRECONDITION, "RECORD_ILLEGAL")
    assert error.info.metadata["index"] == "1"
    assert error.info.metadata["paragraph"].startswith("4.")
    assert error.precondition.violations[0].subject == "record.actions[1]"


def test_record_with_an_empty_action(client, refusal, created) -> None:
    """An action of no kind inside a record is named by its place."""
    record = record_pb2.GameRecord(setup=created.record.setup, actions=[actions_pb2.Action()])
    error = refusal(client.games.GetGameView, GetGameViewRequest(position=record_pb2.Position(record=record)))

    assert (error.code, error.info.reason) == (INVALID, "ACTION_KIND_UNSUPPORTED")
    assert error.field == "position.record.actions[0]"


def test_truncated_message(client, refusal, created, address) -> None:
    """Bytes that are no message are the caller's mistake, not a defect of the server."""
    whole = GetGameViewRequest(position=record_pb2.Position(record=created.record)).SerializeToString()
    method = client.channel.unary_unary("/broadgauge.v1.GameService/GetGameView")
    error = refusal(method, whole[:-3])

    assert (error.code, error.info.reason) == (INVALID, "REQUEST_MALFORMED")


def test_messages_tell_what_was_expected(client, refusal, created) -> None:
    """Besides the field and the value, the text of an error has what would be right."""
    position = record_pb2.Position(snapshot=created.status.snapshot)
    bid = SubmitActionRequest(position=position, action=wrapped(BID(player=1, item="M99", amount=100)))
    kinds = ListLegalActionsRequest(position=position, kinds=["fly"])
    player = ListLegalActionsRequest(position=position, player=4)
    end = actions_pb2.Run(train="L", stops=[actions_pb2.RunStop(hex="D35", end="q7")])
    runs = SubmitActionRequest(position=position, action=wrapped(actions_pb2.RunTrains(company="M24", runs=[end])))
    texts = [
        refusal(client.actions.SubmitAction, bid).text,
        refusal(client.legal_actions.ListLegalActions, kinds).text,
        refusal(client.legal_actions.ListLegalActions, player).text,
        refusal(client.actions.SubmitAction, runs).text,
    ]

    assert texts[0].startswith("action.place_bid.item: there is no 'M99' in this game; there are ")
    assert "pass, sell_shares" in texts[1]
    assert texts[2] == "player: 4 is not from 0 to 3"
    assert texts[3].endswith("runs[0].stops[0].end: 'q7' is no stop; stops are c0 to c7, t0 to t7, and o")


def test_snapshots_that_are_not_whole(client, refusal, created) -> None:
    """Foreign bytes, a cut and a changed byte are refused with a reason that starts with SNAPSHOT."""
    data = created.status.snapshot.data
    wrong = [b"", b"PNG and so on", data[:-1], data[:20], data[:60] + bytes([data[60] ^ 1]) + data[61:]]
    for bytes_ in wrong:
        position = record_pb2.Position(snapshot=record_pb2.Snapshot(data=bytes_))
        error = refusal(client.games.GetGameView, GetGameViewRequest(position=position))

        assert error.info.reason == ("SNAPSHOT_DAMAGED" if bytes_.startswith(data[:4]) else "SNAPSHOT_UNSUPPORTED")
        assert error.code in (PRECONDITION, INVALID)
        assert "signature" not in error.text


def test_snapshot_of_another_server(client, refusal, created, start_server, client_of, tmp_path) -> None:
    """A signing server takes its own snapshots and those of its older key, none unsigned or foreign."""
    keys = tmp_path / "keys"
    keys.write_text(f"{FIRST_KEY}\n{OLDER_KEY}\n")
    older = tmp_path / "older"
    older.write_text(f"{OLDER_KEY}\n")
    stranger = tmp_path / "stranger"
    stranger.write_text(f"{'x' * 32}\n")
    server, past, foreign = (client_of(start_server(snapshot_keys=file).address) for file in (keys, older, stranger))
    setup = CreateGameRequest(setup=created.record.setup)

    for data in (
        created.status.snapshot.data,
        foreign.games.CreateGame(setup).status.snapshot.data,
    ):
        position = record_pb2.Position(snapshot=record_pb2.Snapshot(data=data))
        error = refusal(server.games.GetGameView, GetGameViewRequest(position=position))
        assert (error.code, error.info.reason, error.field) == (INVALID, "SNAPSHOT_SIGNATURE", "position.snapshot")

    for known in (server, past):
        snapshot = known.games.CreateGame(setup).status.snapshot
        position = record_pb2.Position(snapshot=snapshot)
        assert server.games.GetGameView(GetGameViewRequest(position=position)).status.revision == 0


def test_action_out_of_turn(client, refusal, created) -> None:
    """Somebody else's turn is a refusal by the rules, with the paragraph; the game stays as it is."""
    waiting = created.status.decision.player % 3 + 1
    position = record_pb2.Position(snapshot=created.status.snapshot)
    error = refusal(
        client.actions.SubmitAction,
        SubmitActionRequest(position=position, action=wrapped(actions_pb2.Pass(player=waiting))),
    )
    after = client.games.GetGameView(GetGameViewRequest(position=position)).status

    assert (error.code, error.info.reason) == (PRECONDITION, "NOT_YOUR_TURN")
    assert error.info.metadata["paragraph"].startswith("4.")
    assert error.precondition.violations[0].type == "NOT_YOUR_TURN"
    assert (after.revision, after.etag) == (0, created.status.etag)


def test_illegal_action(client, refusal, created) -> None:
    """A bid of an amount that the rules do not allow names subject and paragraph."""
    seat = created.status.decision.player
    error = refusal(
        client.actions.SubmitAction,
        SubmitActionRequest(
            position=record_pb2.Position(record=created.record),
            action=wrapped(BID(player=seat, item="M24", amount=103)),
        ),
    )

    assert (error.code, error.info.reason) == (PRECONDITION, "BID_AMOUNT")
    assert error.info.metadata["subject"] == "M24"
    assert error.info.metadata["paragraph"].startswith("4.9")


def test_wrong_step(client, refusal, created) -> None:
    """An action that belongs elsewhere in the game is refused, too."""
    action = wrapped(actions_pb2.LayTile(company="M24", hex="H23", tile="57"))
    position = record_pb2.Position(record=created.record)
    error = refusal(client.actions.SubmitAction, SubmitActionRequest(position=position, action=action))

    assert (error.code, error.info.reason) == (PRECONDITION, "WRONG_STEP")


def test_stale_etag(client, refusal, created) -> None:
    """An unexpected position is ABORTED and tells where the game is."""
    seat = created.status.decision.player
    request = SubmitActionRequest(
        position=record_pb2.Position(record=created.record),
        action=wrapped(BID(player=seat, item="M24", amount=100)),
        expected_etag="somewhere else",
    )
    error = refusal(client.actions.SubmitAction, request)

    assert (error.code, error.info.reason) == (grpc.StatusCode.ABORTED, "ETAG_MISMATCH")
    assert error.info.metadata["current_etag"] == created.status.etag
    assert error.info.metadata["current_revision"] == "0"


def test_replay_beyond_the_end(client, refusal, created) -> None:
    """A replay cannot start after the last revision."""
    error = refusal(
        lambda request: list(client.games.ReplayGame(request)),
        ReplayGameRequest(record=created.record, start_revision=5),
    )

    assert (error.code, error.info.reason) == (grpc.StatusCode.OUT_OF_RANGE, "REVISION_OUT_OF_RANGE")


LISTS = {
    "kind": ({"kinds": ["pass", "fly"]}, "ID_UNKNOWN", "kinds[1]"),
    "player": ({"player": 4}, "ID_UNKNOWN", "player"),
    "company": ({"company": "XYZ"}, "ID_UNKNOWN", "company"),
    "token": ({"page_token": "rubbish!"}, "PAGE_TOKEN", "page_token"),
}


@pytest.mark.parametrize(("changes", "reason", "field"), LISTS.values(), ids=LISTS)
def test_wrong_filters(client, refusal, created, changes, reason, field) -> None:
    """A filter with a name that does not exist is no empty list."""
    position = record_pb2.Position(record=created.record)
    request = ListLegalActionsRequest(position=position, **changes)
    error = refusal(client.legal_actions.ListLegalActions, request)

    assert (error.code, error.info.reason, error.field) == (INVALID, reason, field)


def test_page_token_of_another_filter(client, refusal, created) -> None:
    """A page token works for its own filter only."""
    position = record_pb2.Position(record=created.record)
    page = client.legal_actions.ListLegalActions(ListLegalActionsRequest(position=position, page_size=1))
    request = ListLegalActionsRequest(position=position, kinds=["pass"], page_token=page.next_page_token)
    error = refusal(client.legal_actions.ListLegalActions, request)

    assert error.info.reason == "PAGE_TOKEN"


def test_unknown_part_of_the_view(client, refusal, created) -> None:
    """A read mask with a field that the view does not have is refused."""
    request = GetGameViewRequest(position=record_pb2.Position(record=created.record))
    request.read_mask.paths.append("weather")
    error = refusal(client.games.GetGameView, request)

    assert (error.code, error.info.reason) == (INVALID, "READ_MASK")


def test_no_actions(client, refusal, created) -> None:
    """A batch must have at least one action."""
    position = record_pb2.Position(record=created.record)
    error = refusal(client.actions.SubmitActions, SubmitActionsRequest(position=position))

    assert (error.code, error.info.reason, error.field) == (INVALID, "VALUE", "actions")

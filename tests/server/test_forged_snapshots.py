"""Snapshots that nobody signed may hold anything: what cannot be is the caller's, said with its place, and no defect.

``BROADGAUGE_FORGED`` sets the number of forged snapshots, and ``BROADGAUGE_SEED`` the seed, which every run prints.
"""

from __future__ import annotations

import json
import os
import random
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from broadgauge.v1.action_service_pb2 import SubmitActionRequest
from broadgauge.v1.actions_pb2 import Action, AnswerProposal, Pass, PlaceBid
from broadgauge.v1.game_service_pb2 import GetGameViewRequest
from broadgauge.v1.legal_action_service_pb2 import ListLegalActionsRequest
from broadgauge.v1.record_pb2 import Position, Snapshot
from broadgauge.v1.route_service_pb2 import FindRoutesRequest
from broadgauge_engine import engine
from broadgauge_engine.plausible import check_plausible
from broadgauge_engine.record import Setup, decode_snapshot, encode_snapshot, snapshot_seal
from broadgauge_engine.record.snapshot import MOST_ACTIONS, MOST_BYTES
from tests.engine import play
from tests.server.conftest import Client
from tests.server.effort import of
from tests.server.forging import Content, Forger, content_of, forged, packed, sealed
from tests.server.processes import Running, running

COUNT = int(os.environ.get("BROADGAUGE_FORGED", of(800, 10_000)))
SEED = int(os.environ.get("BROADGAUGE_SEED", "0")) or time.time_ns() % 1_000_000
ETAG = "0" * 32
KEY = b"a key of the test, which is long enough"
TIMEOUT = 30.0
INVALID = grpc.StatusCode.INVALID_ARGUMENT


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    """A server process that signs nothing."""
    with running("--route-seconds", "0.5", "--metrics-port", "0") as found:
        yield found


@pytest.fixture(scope="module")
def caller(server: Running) -> Iterator[Client]:
    """A client of it."""
    client = Client(server.address)
    yield client
    client.channel.close()


@pytest.fixture(scope="module")
def positions() -> list[bytes]:
    """Snapshots from all over games of all titles, those with a question to another player among them."""
    found = []
    for number in range(7):
        taken = play.play(play.setup(number), 100 + number, most=700)
        for revision, (state, _, _) in enumerate(taken, 1):
            if revision % 37 == 5 or (state.proposal is not None and revision % 3 == 0):
                found.append(encode_snapshot(state, revision, ETAG))
    return found


@pytest.fixture(scope="module")
def operating(positions: list[bytes]) -> Content:
    """The content of a snapshot in an operating turn."""
    contents = map(content_of, positions)
    return next(content for content in contents if content["state"]["step"] == "track")


@pytest.fixture(scope="module")
def asked() -> tuple[Content, int]:
    """The content of a snapshot in which a player is asked about a train, and that player."""
    for number in range(30):
        for state, _, _ in play.play(play.setup(number), number):
            if state.proposal is not None and type(state.proposal.action).__name__ == "BuyTrain":
                return content_of(encode_snapshot(state, 1, ETAG)), state.proposal.players[0]
    raise AssertionError("no game asks anybody")


def position(data: bytes) -> Position:
    """The position of a snapshot."""
    return Position(snapshot=Snapshot(data=data))


def changed(content: Content, path: str, value: Any) -> bytes:
    """A forged snapshot with another value at a path such as ``state.players.0.cash``; ``...`` leaves it out."""
    copy = json.loads(json.dumps(content))
    *way, last = [int(key) if key.isdecimal() else key for key in path.split(".")]
    place = copy
    for key in way:
        place = place[key]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return forged(copy)


SHAPES: dict[str, tuple[str, Any, str]] = {
    "a word for money": ("state.bank", "many", "state.bank: a whole number is needed, not 'many'"),
    "a fraction": ("state.players.0.cash", 1.5, "state.players[0].cash: a whole number is needed"),
    "a truth for a number": ("state.players.1.cash", True, "state.players[1].cash: a whole number is needed"),
    "not a number": ("state.clock", float("nan"), "state.clock: a whole number is needed"),
    "a huge number": ("state.bank", 10**40, "state.bank: a number is from"),
    "a number for a word": ("state.step", 3, "state.step: a text is needed, not 3"),
    "half a character": ("state.step", "\ud800", "state.step: a text has at most"),
    "a long text": ("state.step", "x" * 1000, "state.step: a text has at most"),
    "a list for an object": ("state.round", [], "state.round: an object is needed"),
    "an object for a list": ("state.order", {}, "state.order: a list is needed"),
    "a long list": ("state.pool", ["2"] * 5000, "state.pool: a list has at most"),
    "three for two": ("state.companies.0.space", [1, 2, 3], "state.companies[0].space: a list of two is needed"),
    "nothing for a turn": ("state.stock", None, "state.stock: an object is needed"),
    "a field too few": ("state.bank", ..., "state.bank: it is missing"),
    "a field too many": ("state.weather", "fine", "state.weather: there is no such field here"),
    "an action of no kind": ("state.turn.refused", [{"type": "Fly"}], "state.turn.refused[0].type: unknown type"),
    "a company twice": (
        "state.players.0.shares",
        [["LNWR", 1], ["LNWR", 2]],
        "state.players[0].shares: a key is given",
    ),
    "an unknown company": ("state.companies.0.card", "XYZ", "state.companies[0].card: there is no company 'XYZ'"),
    "no revision": ("revision", -1, "revision: -1 is less than 0"),
    "an etag that is none": ("etag", "forged\n" * 9, "etag: 'forged"),
    "an unknown title": ("setup.title", "1830", "setup.title: "),
    "no players": ("setup.players", [], "setup.players: "),
    "an unknown option": ("setup.options", {"gauge": "broad"}, "unknown rule option 'gauge'"),
    "a long name": ("setup.players.0", "x" * 65, "setup.players[0]: "),
    "a huge removal": ("setup.removals", {"drawn_minors": 10**40}, "setup.removals.drawn_minors: a number is from"),
    "no set-up": ("setup", 7, "setup: a set-up is an object"),
}


@pytest.mark.parametrize(("path", "value", "text"), SHAPES.values(), ids=SHAPES)
def test_values_of_another_shape(
    caller: Client, refusal: Callable[..., Any], operating: Content, path, value, text
) -> None:
    """A value of another type than its field's is damage; the message has the path and what was expected."""
    error = refusal(caller.games.GetGameView, GetGameViewRequest(position=position(changed(operating, path, value))))

    assert (error.code, error.info.reason, error.field) == (INVALID, "SNAPSHOT_DAMAGED", "position.snapshot")
    assert text in error.text
    assert len(error.text) < 700


THINGS: dict[str, tuple[str, Any, str]] = {
    "an unknown step": ("state.step", "nowhere", "step: 'nowhere'"),
    "a step of another round": ("state.step", "stock_turn", "round.kind"),
    "no company acts": ("state.turn", None, "turn: it does not go with the step"),
    "a company that is not in play": ("state.turn.company", "XYZ", "turn"),
    "a phase too late": ("state.phase", 8, "phase: 8"),
    "a negative seat": ("state.order.0", -1, "order: "),
    "a seat too many": ("state.stock.player", 9, "stock.player: 9"),
    "no director": ("state.companies.0.director", 0, "director: 0"),
    "a space outside of the market": ("state.companies.0.space", [99, 0], "space: the market has no such space"),
    "a negative space": ("state.companies.0.space", [-1, -1], "space: the market has no such space"),
    "a train that does not exist": ("state.companies.0.trains", ["9"], "trains: '9'"),
    "very many trains": ("state.companies.0.trains", ["2"] * 900, "trains: 900 are too many"),
    "a hex that does not exist": ("state.tiles", [["Z99", ["57", 0]]], "tiles: 'Z99'"),
    "a tile that does not exist": ("state.tiles", [["H23", ["1830", 0]]], "tiles: '1830'"),
    "a rotation that does not exist": ("state.tiles", [["H23", ["57", 6]]], "tiles: 6"),
    "a token in no city": ("state.tokens", [[["H23", 7], ["LNWR"]]], "tokens: ('H23', 7)"),
    "a token that no company has": ("state.tokens", [], "companies.tokens"),
    "eleven tenths": ("state.companies.0.treasury", 11, "treasury: 11"),
    "a stack that does not exist": ("state.stacks", {"turtles": []}, "stacks: there is no stack 'turtles'"),
    "no stacks": ("state.stacks", {}, "stacks.minors: it is missing"),
    "a card twice": ("state.gone", ["M1", "M1"], "gone: something is there twice"),
    "a bid for nothing": ("state.bids", [["M99", [[1, 100]]]], "bids: 'M99'"),
    "a word as a reason": ("state.end_reason", "because <b>", "ends"),
    "money beyond all": ("state.bank", 2**31 - 1, "bank: 2147483647"),
    "a question that nobody asks": (
        "state.turn.refused",
        [{"type": "BuyTrain", "company": "LNWR", "kind": "9", "source": "bank", "price": 1}],
        "turn.refused[0].buy_train.kind",
    ),
}


@pytest.mark.parametrize(("path", "value", "text"), THINGS.values(), ids=THINGS)
def test_things_that_do_not_exist(
    caller: Client, refusal: Callable[..., Any], operating: Content, path, value, text
) -> None:
    """A value that the title does not have is refused with its place, whatever the call."""
    data = changed(operating, path, value)
    for method, request in (
        (caller.games.GetGameView, GetGameViewRequest(position=position(data))),
        (caller.legal_actions.ListLegalActions, ListLegalActionsRequest(position=position(data))),
        (caller.routes.FindRoutes, FindRoutesRequest(position=position(data))),
    ):
        error = refusal(method, request)

        assert (error.code, error.info.reason, error.field) == (INVALID, "SNAPSHOT_IMPOSSIBLE", "position.snapshot")
        assert text in error.text


PASS = {"type": "Pass", "player": 1}
BYTES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "bytes behind the state": (lambda state: packed(state + b"more"), "4 bytes follow its end"),
    "half a state": (lambda state: packed(state[:-9]), "it is cut short"),
    "less than its length": (lambda state: packed(state, length=len(state) + 1), "it is cut short"),
    "no stream": (lambda state: packed(b"PNG"), "it cannot be unpacked"),
    "a bomb": (lambda state: packed(zlib.compress(b" " * 80_000_000)), f"more than {MOST_BYTES} bytes"),
    "no JSON": (lambda state: packed(zlib.compress(b"{")), "it is not JSON"),
    "very deep": (lambda state: packed(zlib.compress(b"[" * 200_000)), "it is not JSON"),
    "no object": (lambda state: packed(zlib.compress(b"[]")), "an object is needed"),
    "half a line": (lambda state: packed(state, b"{}"), "whole lines"),
    "a line that is none": (lambda state: packed(state, b"{\n"), "actions[0]: it is not JSON"),
    "an action that is none": (lambda state: packed(state, b"[]\n"), "actions[0].type"),
    "too many actions": (lambda state: packed(state, b"{}\n" * (MOST_ACTIONS + 1)), f"at most {MOST_ACTIONS}"),
}


@pytest.mark.parametrize(("change", "text"), BYTES.values(), ids=BYTES)
def test_bytes_that_are_not_whole(
    caller: Client, refusal: Callable[..., Any], operating: Content, change, text
) -> None:
    """What does not end where it should, or unpacks to too much, is damage."""
    data = sealed(change(zlib.compress(json.dumps(operating).encode())))
    error = refusal(caller.games.GetGameView, GetGameViewRequest(position=position(data)))

    assert (error.code, error.info.reason) == (INVALID, "SNAPSHOT_DAMAGED")
    assert text in error.text


def test_an_action_that_cannot_follow(caller: Client, refusal: Callable[..., Any], operating: Content) -> None:
    """Actions behind a state are carried out like any other: what the rules refuse is no snapshot."""
    for action, text in (
        (PASS, "action 0 of the snapshot is not possible"),
        ({**PASS, "player": 99}, "actions[0].pass.player"),
    ):
        data = forged(operating, [action])
        error = refusal(caller.games.GetGameView, GetGameViewRequest(position=position(data)))

        assert (error.code, error.info.reason) == (INVALID, "SNAPSHOT_IMPOSSIBLE")
        assert text in error.text


def impossible_offer(asked: tuple[Content, int]) -> tuple[Content, SubmitActionRequest]:
    """A state in which a player is asked for a train that nobody has, and the call that accepts."""
    content, player = json.loads(json.dumps(asked[0])), asked[1]
    without = next(c["card"] for c in content["state"]["companies"] if not c["trains"])
    content["state"]["proposal"]["action"]["source"] = without
    answer = Action(answer_proposal=AnswerProposal(player=player, accept=True))
    return content, SubmitActionRequest(action=answer)


def test_a_state_over_which_the_rules_stumble(server: Running, caller: Client, refusal, asked) -> None:
    """Everything in it exists, and yet no game leads to it: the caller's, with one short line in the log."""
    content, request = impossible_offer(asked)
    request.position.CopyFrom(position(forged(content)))
    before = len(server.events("impossible snapshot"))
    error = refusal(caller.actions.SubmitAction, request)
    (told,) = server.waited_for("impossible snapshot", before + 1)[before:]

    assert (error.code, error.info.reason, error.field) == (INVALID, "SNAPSHOT_IMPOSSIBLE", "position.snapshot")
    assert told["incident"] == error.info.metadata["incident"]
    assert "train_purchase.py:" in told["places"]
    assert len(json.dumps(told)) < 500
    assert "Traceback" not in server.text()


def test_signed_it_is_a_defect(refusal, asked, tmp_path: Path) -> None:
    """What one of our servers signed came from the rules, so that they are to blame, with a traceback."""
    content, request = impossible_offer(asked)
    request.position.CopyFrom(position(forged(content, seal=snapshot_seal((KEY,)))))
    file = tmp_path / "keys"
    file.write_bytes(KEY + b"\n")
    with running("--snapshot-keys", str(file)) as signing:
        client = Client(signing.address)
        error = refusal(client.actions.SubmitAction, request)
        client.channel.close()
        (told,) = signing.waited_for("defect")

    assert (error.code, error.info.reason) == (grpc.StatusCode.INTERNAL, "INTERNAL")
    assert told["incident"] == error.info.metadata["incident"]
    assert "Traceback" in told["exception"]


def test_a_game_without_a_decision(caller: Client, refusal) -> None:
    """Where nobody can do anything ever again the rules stop looking for a decision."""
    state = engine.start(Setup("1822", ("Ada", "Bertram", "Clara"), 7))
    for player in state.players:
        player.cash = 0
    state.round.number = 3
    state.stacks = {kind: [] for kind in state.stacks}
    state.boxes = {"minors": [], "concessions": [], "privates": ["P16"]}
    check_plausible(state)
    data = encode_snapshot(state, 0, ETAG)
    action = Action(place_bid=PlaceBid(player=state.stock.player, item="P16", amount=0))
    error = refusal(caller.actions.SubmitAction, SubmitActionRequest(position=position(data), action=action))

    assert (error.code, error.info.reason) == (INVALID, "SNAPSHOT_IMPOSSIBLE")


def asks(caller: Client, data: bytes) -> Iterator[Any]:
    """What a caller does with a position: look, list, act, search; each error, None where there was an answer."""
    place = position(data)
    options: list[Any] = []

    def listed() -> None:
        request = ListLegalActionsRequest(position=place, include_unavailable=True)
        options.extend(caller.legal_actions.ListLegalActions(request, timeout=TIMEOUT).options)

    def submitted() -> None:
        action = options[len(data) % len(options)].action if options else Action(**{"pass": Pass(player=1)})
        caller.actions.SubmitAction(SubmitActionRequest(position=place, action=action), timeout=TIMEOUT)

    for ask in (
        lambda: caller.games.GetGameView(GetGameViewRequest(position=place), timeout=TIMEOUT),
        listed,
        submitted,
        lambda: caller.routes.FindRoutes(FindRoutesRequest(position=place), timeout=TIMEOUT),
    ):
        try:
            ask()
        except grpc.RpcError as error:
            yield error
        else:
            yield None


def reason_of(error: Any) -> str:
    """The documented reason of an error."""
    status, info = rpc_status.from_call(error), error_details_pb2.ErrorInfo()
    assert status is not None, error
    assert any(detail.Unpack(info) for detail in status.details)
    return info.reason


def test_thousands_of_forged_states(server: Running, caller: Client, positions: list[bytes]) -> None:
    """Each call is answered, or refused with a documented reason; nothing is a defect, and nothing has a traceback."""
    print(f"seed {SEED}, {COUNT} snapshots")
    rng = random.Random(SEED)
    forger = Forger(rng)
    reasons: Counter[str] = Counter()
    for number in range(COUNT):
        content = content_of(rng.choice(positions))
        changes = [forger.change(content) for _ in range(rng.choice((1, 1, 1, 2, 3)))]
        for error in asks(caller, forged(content)):
            reason = "" if error is None else reason_of(error)
            reasons[reason] += 1
            assert reason != "INTERNAL", (SEED, number, changes)
            assert error is None or error.code() in (INVALID, grpc.StatusCode.FAILED_PRECONDITION), (number, changes)
    print(dict(reasons))

    assert server.events("defect") == []
    assert "Traceback" not in server.text()
    assert min(reasons[""], reasons["SNAPSHOT_DAMAGED"], reasons["SNAPSHOT_IMPOSSIBLE"]) > COUNT // 10
    assert server.process.poll() is None


def test_states_of_games_are_plausible(positions: list[bytes]) -> None:
    """Nothing that a game leads to is refused."""
    for data in positions:
        check_plausible(decode_snapshot(data).state)
        assert decode_snapshot(forged(content_of(data))).state == decode_snapshot(data).state

"""Whatever arrives, the answer is right or a typed error, and the process stays as it was.

``BROADGAUGE_HOSTILE`` sets the number of requests (20,000 is the full set) and ``BROADGAUGE_SEED`` the seed, which
every run prints.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import grpc
import pytest
from google.protobuf.message import Message
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from broadgauge.v1 import (
    action_service_pb2,
    catalog_service_pb2,
    game_service_pb2,
    legal_action_service_pb2,
    picture_service_pb2,
    record_pb2,
    route_service_pb2,
)
from broadgauge_client import Connection, GameSession, RandomBot
from broadgauge_server.services.registry import SERVICES
from tests.server.mutations import Mutator
from tests.server.processes import Running, running

COUNT = int(os.environ.get("BROADGAUGE_HOSTILE", "600"))
SEED = int(os.environ.get("BROADGAUGE_SEED", "0")) or time.time_ns() % 1_000_000
WARM_UP = 0.3
TIMEOUT = 30.0
PACKAGE = "/broadgauge.v1."
NEVER = {grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL, grpc.StatusCode.DEADLINE_EXCEEDED}
MODULES = (
    action_service_pb2,
    catalog_service_pb2,
    game_service_pb2,
    legal_action_service_pb2,
    picture_service_pb2,
    route_service_pb2,
)
METHODS = [
    f"{service.name}/{method.name}"
    for module in MODULES
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
]


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    """A server process with the usual limits, which signs nothing, so that forged snapshots go far."""
    with running("--route-seconds", "0.5") as found:
        yield found


@pytest.fixture(scope="module")
def channel(server: Running) -> Iterator[grpc.Channel]:
    """A channel to it that may send large messages."""
    with grpc.insecure_channel(server.address, options=[("grpc.max_receive_message_length", -1)]) as found:
        yield found


def corpus(address: str) -> tuple[list[tuple[str, Message]], list[bytes]]:
    """Valid requests of all methods at positions of a game by bots, and the snapshots there."""
    found: list[tuple[str, Message]] = [("CatalogService/GetTitle", catalog_service_pb2.GetTitleRequest(title="1822"))]
    found.append(("CatalogService/ListTitles", catalog_service_pb2.ListTitlesRequest()))
    snapshots = []
    bot = RandomBot(11)
    with Connection(address) as connection:
        game = GameSession.new(connection, ["Ada", "Bertram", "Clara"], seed=5)
        found.append(("GameService/CreateGame", game_service_pb2.CreateGameRequest(setup=game.record.setup)))
        for number in range(240):
            options = game.options()
            action = bot.choose(options)
            if number % 12 == 0:
                game.undo(0)
                snapshots.append(game.status.snapshot.data)
                by_snapshot = record_pb2.Position(snapshot=game.status.snapshot)
                by_record = record_pb2.Position(record=game.record)
                for position in (by_snapshot, by_record):
                    found += _questions(position, action)
                record = by_record.record
                found.append(("GameService/ReplayGame", game_service_pb2.ReplayGameRequest(record=record)))
                found.append(("GameService/ExportGame", game_service_pb2.ExportGameRequest(record=record)))
            game.do(action)
    return found, snapshots


def _questions(position: record_pb2.Position, action: object) -> list[tuple[str, Message]]:
    legal, acts, routes = legal_action_service_pb2, action_service_pb2, route_service_pb2
    pictures = picture_service_pb2
    run = action.run_trains.runs if action.HasField("run_trains") else ()  # type: ignore[attr-defined]
    view = game_service_pb2.GetGameViewRequest(position=position)
    view.read_mask.paths.extend(["bank", "players.cash"])
    return [
        ("GameService/GetGameView", game_service_pb2.GetGameViewRequest(position=position)),
        ("GameService/GetGameView", view),
        ("LegalActionService/ListLegalActions", legal.ListLegalActionsRequest(position=position, page_size=3)),
        ("LegalActionService/CheckAction", legal.CheckActionRequest(position=position, action=action)),
        ("ActionService/SubmitAction", acts.SubmitActionRequest(position=position, action=action)),
        ("ActionService/SubmitActions", acts.SubmitActionsRequest(position=position, actions=[action, action])),
        ("RouteService/FindRoutes", routes.FindRoutesRequest(position=position, company="LNWR", trains=["2", "3"])),
        ("PictureService/DrawMap", pictures.DrawMapRequest(position=position, show_lays=True, runs=run)),
        ("PictureService/DrawMap", pictures.DrawMapRequest(title="1822", highlights=["K10", "M38"])),
        ("PictureService/DrawMarket", pictures.DrawMarketRequest(position=position)),
        ("PictureService/DrawCompany", pictures.DrawCompanyRequest(position=position, company="LNWR")),
        ("PictureService/DrawTile", pictures.DrawTileRequest(position=position, tile="57", rotation=2)),
        ("RouteService/EvaluateRoutes", routes.EvaluateRoutesRequest(position=position, runs=run)),
    ]


def files() -> list[dict[str, object]]:
    """Small game files."""
    players = [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bertram"}, {"id": 3, "name": "Clara"}]
    bid = {"type": "bid", "entity": 1, "entity_type": "player", "id": 1, "company": "M1", "price": 100}
    passing = [{"type": "pass", "entity": seat, "entity_type": "player", "id": seat} for seat in (1, 2, 3)]
    game = {"id": 7, "title": "1822", "players": players, "settings": {"seed": 7, "optional_rules": []}}
    return [{**game, "actions": [bid, *passing]}, {**game, "actions": passing * 3}]


def call(channel: grpc.Channel, method: str, data: bytes) -> grpc.RpcError | None:
    """Makes a call with raw bytes; the error, if there is one."""
    path = PACKAGE + method
    try:
        if method == "GameService/ReplayGame":
            for _ in channel.unary_stream(path)(data, timeout=TIMEOUT):
                pass
        else:
            channel.unary_unary(path)(data, timeout=TIMEOUT)
    except grpc.RpcError as error:
        return error
    return None


def problem(error: grpc.RpcError | None) -> str:
    """What is wrong with an answer; empty when nothing is."""
    if error is None:
        return ""
    assert isinstance(error, grpc.Call)
    if error.code() in NEVER:
        return f"{error.code().name}: {error.details()}"
    status = rpc_status.from_call(error)
    info = error_details_pb2.ErrorInfo()
    if status is None or not any(detail.Unpack(info) for detail in status.details) or not info.reason:
        return f"{error.code().name} without a reason: {error.details()}"
    return ""


def memory(server: Running) -> int:
    """Resident KiB of the server."""
    text = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(next(line for line in text.splitlines() if line.startswith("VmRSS")).split()[1])


def defects(server: Running) -> str:
    """What the server's log says about defects."""
    server.log.seek(0)
    lines = [json.loads(line) for line in server.log.read().splitlines() if '"defect"' in line]
    return "\n".join(line["exception"][-1500:] for line in lines[-3:])


def test_hostile_requests(server: Running, channel: grpc.Channel) -> None:
    """Mutated, cut, forged, deep and huge requests have typed answers, and the memory stays flat."""
    print(f"seed {SEED}, {COUNT} requests")
    valid, snapshots = corpus(server.address)
    mutator = Mutator(random.Random(SEED), valid, snapshots, files())
    codes: Counter[str] = Counter()
    wrong: list[str] = []
    slowest, warm = (0.0, ""), 0
    for number in range(COUNT):
        if number == int(COUNT * WARM_UP):
            warm = memory(server)
        method, data = mutator.request()
        started = time.perf_counter()
        error = call(channel, method, data)
        slowest = max(slowest, (time.perf_counter() - started, method))
        codes["OK" if error is None else error.code().name] += 1  # type: ignore[attr-defined]
        fault = problem(error)
        if fault:
            wrong.append(f"seed {SEED}, request {number}, {method}: {fault}")
    after = memory(server)
    print(f"{dict(codes)}; slowest {slowest[0]:.2f} s {slowest[1]}; KiB {warm} warm, {after} after")

    assert wrong == [], defects(server)
    assert after < warm * 1.15 + 20_000
    assert server.process.poll() is None


@settings(max_examples=max(20, COUNT // 20), deadline=None, suppress_health_check=list(HealthCheck), print_blob=True)
@given(method=st.sampled_from(METHODS), data=st.binary(max_size=400))
def test_bytes_by_chance(channel: grpc.Channel, method: str, data: bytes) -> None:
    """Bytes that hypothesis makes up have typed answers from every method."""
    assert problem(call(channel, method, data)) == ""


def test_every_method_is_attacked() -> None:
    """The list of methods has all services."""
    assert {method.partition("/")[0] for method in METHODS} == {name.rpartition(".")[2] for name in SERVICES}
    assert len(METHODS) == 17


@pytest.mark.parametrize("compression", [grpc.Compression.NoCompression, grpc.Compression.Gzip])
def test_messages_beyond_the_limit(server: Running, compression: grpc.Compression) -> None:
    """A message that is too large, also one that becomes so when it is unpacked, is RESOURCE_EXHAUSTED."""
    before = memory(server)
    with grpc.insecure_channel(server.address, compression=compression) as channel:
        view = channel.unary_unary(f"{PACKAGE}GameService/GetGameView")
        for _ in range(5):
            with pytest.raises(grpc.RpcError) as caught:
                view(b"\0" * 60_000_000, timeout=TIMEOUT)

    assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert memory(server) < before + 100_000


def test_long_names_make_short_errors(server: Running, channel: grpc.Channel) -> None:
    """What a caller sent is quoted shortly, because errors travel in headers."""
    request = catalog_service_pb2.GetTitleRequest(title="\U0001f682" * 100_000)
    error = call(channel, "CatalogService/GetTitle", request.SerializeToString())
    status = rpc_status.from_call(error)

    assert problem(error) == ""
    assert len(status.SerializeToString()) < 3000


def test_the_log_survives_hostile_names(server: Running, channel: grpc.Channel) -> None:
    """Every line of the log is still one JSON object."""
    request = catalog_service_pb2.GetTitleRequest(title='"}\n{"event": "forged"}\n')
    call(channel, "CatalogService/GetTitle", request.SerializeToString())
    server.log.seek(0)
    lines: Sequence[str] = server.log.read().splitlines()

    assert all(json.loads(line)["event"] != "forged" for line in lines)

"""Recorded games, action by action through a real socket."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from broadgauge.v1 import record_pb2
from broadgauge.v1.action_service_pb2 import SubmitActionRequest
from broadgauge.v1.catalog_service_pb2 import GetTitleRequest
from broadgauge.v1.game_service_pb2 import CreateGameRequest, GetGameViewRequest
from broadgauge.v1.view_pb2 import CompanyView, GameView, PlayerView
from broadgauge_engine.interop import Importer, read_game_file
from broadgauge_server.conversion.actions import action_to_message
from broadgauge_server.conversion.records import setup_to_message

GAMES = ("1822_33845", "bot08_1822plus_5p", "bot11_MRS_3p")
LAST_ROUND = "OR 1.1"


@pytest.fixture(scope="module")
def trace(shared: Path) -> ModuleType:
    """The tool that reads and compares traces."""
    spec = importlib.util.spec_from_file_location("trace_tool", shared / "tools" / "trace.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_to_the_end_of_the_first_operating_round(client, shared, trace, name) -> None:
    """Create, then each action by SubmitAction; the view after OR 1.1 is the recorded state."""
    states = list(trace.states(shared / "traces" / f"{name}.jsonl"))
    last = next(n for n, _, state in states if _is_over(state["round"]))
    importer = Importer(read_game_file(shared / "games" / f"{name}.json"))
    setup = setup_to_message(importer.game.setup)
    status = client.games.CreateGame(CreateGameRequest(setup=setup)).status
    submitted = 0
    for n, _ in importer:
        for action in importer.taken[submitted:]:
            status = client.actions.SubmitAction(
                SubmitActionRequest(
                    position=record_pb2.Position(snapshot=status.snapshot),
                    action=action_to_message(action),
                    expected_etag=status.etag,
                )
            ).status
        submitted = len(importer.taken)
        if n == last:
            break
    position = record_pb2.Position(snapshot=status.snapshot)
    view = client.games.GetGameView(GetGameViewRequest(position=position)).view

    assert status.revision == submitted > 20
    assert status.etag == importer.record.etag
    assert trace.differences(states[last][2], recorded_keys(view, turned_tiles(client, view))) == {}


def _is_over(round_name: str) -> bool:
    return round_name not in ("SR 1", LAST_ROUND) and not round_name.startswith("Choose")


def turned_tiles(client, view: GameView) -> dict[str, int]:
    """Hexes with a tile that we never turn; the site does, and numbers its cities with it."""
    title = client.catalog.GetTitle(GetTitleRequest(title=view.title)).title
    fixed = {tile.id for tile in title.tiles if tile.fixed}
    return {tile.hex: tile.rotation for tile in view.tiles if tile.tile in fixed}


def recorded_keys(view: GameView, turned: dict[str, int]) -> dict[str, object]:
    """A view under the keys of the traces."""
    values: dict[str, object] = {
        "round": view.round,
        "phase": view.phase,
        "bank": view.bank,
        "player_order": [f"P{seat}" for seat in view.player_order],
        "trains/pool": sorted(view.train_pool),
    }
    values |= {f"trains/bank/{train.kind}": train.count for train in view.trains if train.count}
    for player in view.players:
        values |= {f"players/P{player.seat}/{key}": value for key, value in _player(player).items()}
    for company in view.companies:
        values |= {f"companies/{company.id}/{key}": value for key, value in _company(company, turned).items()}
    for kind in ("minors", "concessions", "privates"):
        values[f"bid_boxes/{kind}"] = [box.item for box in view.boxes if box.kind == kind and box.item]
    for box in view.boxes:
        if box.bids:
            values[f"bids/{box.item}"] = [[f"P{seat}", bid] for seat, bid in sorted(_bids(box.bids))]
    values |= {f"tiles/{tile.hex}": [tile.tile, tile.rotation] for tile in view.tiles}
    values |= {f"private_treasury/{credit.private}": credit.amount for credit in view.credits if credit.amount}
    return values


def _bids(bids) -> list[tuple[int, int]]:
    return [(bid.player, bid.amount) for bid in bids]


def _player(player: PlayerView) -> dict[str, object]:
    return {
        "cash": player.cash,
        "debt": player.debt,
        "certificates": player.certificates,
        "worth": player.worth,
        "privates": sorted(player.items),
        **{f"shares/{holding.company}": 10 * holding.shares for holding in player.shares},
    }


def _company(company: CompanyView, turned: dict[str, int]) -> dict[str, object]:
    values: dict[str, object] = {
        "director": f"P{company.director}",
        "floated": company.floated,
        "operated": company.operated,
        "cash": company.cash,
        "price": [company.row, company.column, company.price],
        "trains": sorted(company.trains),
        "tokens": sorted(
            [token.hex, (token.city - turned[token.hex]) % 6 if token.hex in turned else token.city]
            for token in company.tokens
        ),
        "unplaced_tokens": company.available_tokens + (not company.home_placed),
        "privates": sorted(company.privates),
    }
    if company.kind == "major":
        values |= {
            "destination_placed": company.destination_placed,
            "exchange_tokens": company.exchange_tokens,
            "treasury_percent": 10 * company.treasury_shares,
            "pool_percent": 10 * company.pool_shares,
        }
    return values

"""`PictureService` over a real socket."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import grpc
import pytest

from broadgauge.v1 import (
    actions_pb2,
    catalog_service_pb2,
    game_service_pb2,
    legal_action_service_pb2,
    picture_service_pb2,
    record_pb2,
    route_service_pb2,
)
from broadgauge_engine.title import load_title
from tests.server.conftest import Client, Refused
from tests.server.pictures import of_class, parsed

Refusal = Callable[..., Refused]


@pytest.fixture(scope="module")
def record(client: Client, shared: Path) -> record_pb2.GameRecord:
    """A recorded game in its last rounds."""
    content = (shared / "games" / "1822_33845.json").read_bytes()
    found = client.games.ImportGame(game_service_pb2.ImportGameRequest(content=content, allow_partial=True))
    return found.record


@pytest.fixture(scope="module")
def at_track(client: Client, record: record_pb2.GameRecord) -> record_pb2.Position:
    """A position of it in which a company may lay track."""
    actions = list(record.actions)
    last = max(index for index, action in enumerate(actions) if action.HasField("lay_tile"))
    return record_pb2.Position(record=record_pb2.GameRecord(setup=record.setup, actions=actions[:last]))


def lay(record: record_pb2.GameRecord, position: record_pb2.Position) -> actions_pb2.Action:
    """The lay that was made next."""
    return record.actions[len(position.record.actions)]


def test_a_map_from_a_position(client: Client, record: record_pb2.GameRecord) -> None:
    """The map of a game shows its tiles and tokens; a record and its snapshot have the same picture."""
    position = record_pb2.Position(record=record)
    answer = client.pictures.DrawMap(picture_service_pb2.DrawMapRequest(position=position))
    view = client.games.GetGameView(game_service_pb2.GetGameViewRequest(position=position)).view
    root = parsed(answer.svg)
    laid = {(e.get("data-hex"), e.get("data-tile"), e.get("data-rotation")) for e in of_class(root, "laid")}
    assert laid == {(tile.hex, tile.tile, str(tile.rotation)) for tile in view.tiles}
    assert len(of_class(root, "token")) == len(view.tokens)
    assert answer.status.revision == len(record.actions)

    by_snapshot = record_pb2.Position(snapshot=answer.status.snapshot)
    again = client.pictures.DrawMap(picture_service_pb2.DrawMapRequest(position=by_snapshot))
    assert again.svg == answer.svg
    assert not again.status.HasField("snapshot")


def test_a_map_from_a_title(client: Client) -> None:
    """A title alone is drawn as printed, without a status; every palette has its own colours."""
    pictures = {
        client.pictures.DrawMap(picture_service_pb2.DrawMapRequest(title="1822NRS", palette=palette)).svg
        for palette in picture_service_pb2.Palette.values()
    }
    assert len(pictures) == 4
    answer = client.pictures.DrawMap(picture_service_pb2.DrawMapRequest(title="1822NRS"))
    assert not answer.HasField("status")
    assert len(of_class(parsed(answer.svg), "hex")) == len(load_title("1822NRS").hexes)
    assert "prefers-color-scheme" in answer.svg


def test_lays_and_a_preview(client: Client, record: record_pb2.GameRecord, at_track: record_pb2.Position) -> None:
    """Marked are exactly the hexes of the lays that are listed; a preview shows its tile and leaves the game alone."""
    wanted = lay(record, at_track)
    request = picture_service_pb2.DrawMapRequest(position=at_track, show_lays=True, preview=wanted)
    root = parsed(client.pictures.DrawMap(request).svg)
    listed = client.legal_actions.ListLegalActions(
        legal_action_service_pb2.ListLegalActionsRequest(position=at_track, kinds=["lay_tile"], page_size=2000)
    )
    assert listed.total_options == len(listed.options)
    assert {e.get("data-mark") for e in of_class(root, "lay")} == {o.action.lay_tile.hex for o in listed.options}
    assert [e.get("data-mark") for e in of_class(root, "preview")] == [wanted.lay_tile.hex]
    drawn = next(e for e in of_class(root, "hex") if e.get("data-hex") == wanted.lay_tile.hex)
    assert (drawn.get("data-tile"), drawn.get("data-rotation")) == (wanted.lay_tile.tile, str(wanted.lay_tile.rotation))

    plain = client.pictures.DrawMap(picture_service_pb2.DrawMapRequest(position=at_track)).svg
    before = next(e for e in of_class(parsed(plain), "hex") if e.get("data-hex") == wanted.lay_tile.hex)
    assert before.get("data-tile") != wanted.lay_tile.tile


def test_runs_of_every_company(client: Client, record: record_pb2.GameRecord) -> None:
    """The best runs of each company can be drawn: a line for each train, and a sign at each stop."""
    position = record_pb2.Position(record=record)
    view = client.games.GetGameView(game_service_pb2.GetGameViewRequest(position=position)).view
    shown = 0
    for company in (company.id for company in view.companies if company.trains):
        found = client.routes.FindRoutes(
            route_service_pb2.FindRoutesRequest(position=position, company=company, time_limit_ms=300)
        )
        runs = [route.run for route in found.best.routes]
        answer = client.pictures.DrawMap(picture_service_pb2.DrawMapRequest(position=position, runs=runs))
        root = parsed(answer.svg)
        assert len(of_class(root, "run-line")) == len(runs)
        assert len(of_class(root, "run-stop")) == sum(len(run.stops) for run in runs)
        shown += len(runs)
    assert shown > 5


def test_runs_that_were_made(client: Client, record: record_pb2.GameRecord) -> None:
    """Every run of the game can be drawn where it was made."""
    shown = 0
    for index, action in list(enumerate(record.actions))[::7]:
        if not action.HasField("run_trains") or not action.run_trains.runs:
            continue
        before = record_pb2.GameRecord(setup=record.setup, actions=record.actions[:index])
        request = picture_service_pb2.DrawMapRequest(
            position=record_pb2.Position(record=before), runs=action.run_trains.runs
        )
        root = parsed(client.pictures.DrawMap(request).svg)
        assert len(of_class(root, "run-line")) == len(action.run_trains.runs)
        shown += 1
    assert shown > 5


def test_market_company_and_tile(client: Client, record: record_pb2.GameRecord) -> None:
    """Market and charters show the companies in play; a tile tells how many are left."""
    position = record_pb2.Position(record=record)
    view = client.games.GetGameView(game_service_pb2.GetGameViewRequest(position=position)).view
    market = parsed(client.pictures.DrawMarket(picture_service_pb2.DrawMarketRequest(position=position)).svg)
    piles = {e.get("data-token"): e.get("data-pile") for e in of_class(market, "token")}
    assert piles == {company.id: str(company.pile_place) for company in view.companies}
    for company in view.companies:
        request = picture_service_pb2.DrawCompanyRequest(position=position, company=company.id)
        root = parsed(client.pictures.DrawCompany(request).svg)
        trains = [e.get("data-train") for e in of_class(root, "card") if e.get("data-train")]
        assert trains == list(company.trains)
        if company.kind == "major":
            assert sum(int(e.get("data-shares") or 0) for e in of_class(root, "holder")) == 10
    supply = next(entry for entry in view.tile_supply if entry.tile == "5")
    tile = client.pictures.DrawTile(picture_service_pb2.DrawTileRequest(position=position, tile="5")).svg
    assert f"5 · {supply.count} left" in tile


@pytest.mark.parametrize(
    ("changes", "reason", "field"),
    [
        ({}, "POSITION_MISSING", "position"),
        ({"title": "1830"}, "TITLE_UNKNOWN", "title"),
        ({"title": "1822", "palette": 9}, "VALUE", "palette"),
        ({"title": "1822", "highlights": ["K10", "Z99"]}, "ID_UNKNOWN", "highlights[1]"),
        ({"title": "1822", "show_lays": True}, "POSITION_MISSING", "position"),
        ({"title": "1822", "runs": [actions_pb2.Run(train="2")]}, "POSITION_MISSING", "position"),
    ],
)
def test_bad_maps(client: Client, refusal: Refusal, changes: dict[str, object], reason: str, field: str) -> None:
    """What cannot be drawn has a documented reason, and says where it is wrong."""
    error = refusal(client.pictures.DrawMap, picture_service_pb2.DrawMapRequest(**changes))  # type: ignore[arg-type]
    assert (error.code, error.info.reason, error.field) == (grpc.StatusCode.INVALID_ARGUMENT, reason, field)


def test_bad_overlays(client: Client, refusal: Refusal, at_track: record_pb2.Position) -> None:
    """Runs without track, and previews of what has no picture, are refused with their place."""
    away = actions_pb2.Run(
        train="2",
        stops=[actions_pb2.RunStop(hex="M38", end="c0"), actions_pb2.RunStop(hex="H1", end="c0")],
        legs=[actions_pb2.RunLeg(sides=["H1.0"])],
    )
    nowhere = actions_pb2.Run(train="2", stops=[actions_pb2.RunStop(hex="M38", end="t4")])
    passing = actions_pb2.Action(**{"pass": actions_pb2.Pass()})
    tile = actions_pb2.Action(lay_tile=actions_pb2.LayTile(company="LNWR", hex="K10", tile="9999"))
    for changes, reason, field in (
        ({"runs": [away]}, "VALUE", "runs[0].legs[0]"),
        ({"runs": [nowhere]}, "VALUE", "runs[0].legs[0]"),
        ({"preview": passing}, "VALUE", "preview"),
        ({"preview": tile}, "ID_UNKNOWN", "preview.lay_tile.tile"),
    ):
        request = picture_service_pb2.DrawMapRequest(position=at_track, **changes)  # type: ignore[arg-type]
        error = refusal(client.pictures.DrawMap, request)
        assert (error.info.reason, error.field) == (reason, field)


def test_bad_companies_and_tiles(client: Client, refusal: Refusal) -> None:
    """Companies, tiles and rotations that do not exist are named."""
    pictures, request = client.pictures, picture_service_pb2
    for method, message, reason, field in (
        (pictures.DrawCompany, request.DrawCompanyRequest(title="1822", company="XYZ"), "ID_UNKNOWN", "company"),
        (pictures.DrawTile, request.DrawTileRequest(title="1822", tile="0"), "ID_UNKNOWN", "tile"),
        (pictures.DrawTile, request.DrawTileRequest(title="1822", tile="57", rotation=6), "VALUE", "rotation"),
        (pictures.DrawMarket, request.DrawMarketRequest(), "POSITION_MISSING", "position"),
    ):
        error = refusal(method, message)
        assert (error.info.reason, error.field) == (reason, field)
    error = refusal(pictures.DrawCompany, request.DrawCompanyRequest(title="1822"))
    assert error.info.reason == "COMPANY_NOT_IN_PLAY"


def test_the_catalog_tells_where_things_are(client: Client) -> None:
    """The catalog gives the places with which the server draws: of stations, slots, and each piece of track."""
    title = client.catalog.GetTitle(catalog_service_pb2.GetTitleRequest(title="1822")).title
    for face in [*(place.face for place in title.hexes), *(tile.face for tile in title.tiles)]:
        assert [len(curve.points) for curve in face.layout.track] == [4] * len(face.track)
        assert [len(city.slots) for city in face.layout.cities] == [city.slots for city in face.cities]
        assert len(face.layout.towns) == len(face.towns)
        assert face.layout.HasField("area") == bool(face.offboard)
    drawn = client.pictures.DrawTile(picture_service_pb2.DrawTileRequest(title="1822", tile="7")).svg
    curve = next(tile.face.layout.track[0].points for tile in title.tiles if tile.id == "7")
    track = of_class(parsed(drawn), "track")[0].get("d") or ""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", track)]
    assert numbers == pytest.approx([value for point in curve for value in (point.x, point.y)], abs=0.06)

"""A title as a message: all that a front end needs to draw the board and explain the game."""

from __future__ import annotations

from collections.abc import Collection

from broadgauge.v1 import geometry_pb2, title_pb2
from broadgauge.v1.reasons_pb2 import Reason
from broadgauge_engine.record import least_in_play
from broadgauge_engine.title import TITLES
from broadgauge_engine.title.geometry import Point
from broadgauge_engine.title.layout import lay_out
from broadgauge_engine.title.model import (
    CompanyCard,
    Face,
    Hex,
    MarketCell,
    Path,
    Phase,
    Private,
    Tile,
    Title,
    TrainKind,
    end_name,
)

from ..errors import RequestError
from .power_texts import power_text
from .rule_options import option_cards


def unknown_title(title_id: str, path: str) -> RequestError:
    """The error for a title that does not exist."""
    known = ", ".join(TITLES)
    text = f"{path}: unknown title {title_id!r}; known: {known}; 1822+ is 1822 with the rule option plus_expansion"
    return RequestError(Reason.REASON_TITLE_UNKNOWN, text, path, title=title_id, known=known)


def title_message(title: Title) -> title_pb2.Title:
    """Everything printed in the box."""
    return title_pb2.Title(
        id=title.id,
        name=title.name,
        bank=title.bank,
        seats=[
            title_pb2.SeatRule(
                players=players,
                cash=seats.cash,
                certificate_limit=seats.certificate_limit,
                bid_tokens=seats.bid_tokens,
            )
            for players, seats in sorted(title.seats.items())
        ],
        market=[title_pb2.MarketRow(spaces=map(_space, row)) for row in title.market],
        phases=map(_phase, title.phases),
        trains=map(_train, title.trains.values()),
        privates=[_private(private, title.set_up.base_privates) for private in title.privates.values()],
        companies=map(_company, title.companies.values()),
        tiles=map(_tile, title.tiles.values()),
        hexes=map(_hex, title.hexes.values()),
        options=option_cards(title),
        terrain_costs=[
            title_pb2.TerrainCost(terrain=terrain, cost=cost) for terrain, cost in title.numbers.terrain.items()
        ],
        boxes=[
            title_pb2.BoxCount(
                kind=kind, count=count, least_bid=_least_bid(title, kind), least_in_play=_least_in_play(title, kind)
            )
            for kind, count in title.numbers.boxes.items()
        ],
        token_cost=title.numbers.token_cost,
        concession_revenue=title.numbers.concession_revenue,
        bid_step=title.numbers.bid_step,
    )


def _space(cell: MarketCell | None) -> title_pb2.MarketSpace:
    if cell is None:
        return title_pb2.MarketSpace()
    return title_pb2.MarketSpace(
        price=cell.price,
        uncounted=cell.uncounted,
        minor_start=cell.minor_start,
        major_start=cell.major_start,
        game_end=cell.game_end,
    )


def _phase(phase: Phase) -> title_pb2.Phase:
    return title_pb2.Phase(
        number=phase.number,
        starts_with=phase.starts_with,
        rusts=phase.rusts,
        colours=sorted(phase.colours),
        band=phase.band,
        minor_train_limit=phase.minor_train_limit,
        major_train_limit=phase.major_train_limit,
        operating_rounds=phase.operating_rounds,
    )


def _train(train: TrainKind) -> title_pb2.TrainKind:
    return title_pb2.TrainKind(
        kind=train.kind,
        price=train.price,
        count=train.count,
        stops=train.stops,
        private=train.private,
        other_side_of=train.other_side_of or "",
    )


def _least_bid(title: Title, kind: str) -> int:
    return {"minors": title.numbers.minor_value, "concessions": title.numbers.concession_value}.get(kind, 0)


def _least_in_play(title: Title, kind: str) -> int:
    return least_in_play(title)["majors" if kind == "concessions" else kind]


def _private(private: Private, without_expansion: Collection[str]) -> title_pb2.PrivateCard:
    return title_pb2.PrivateCard(
        id=private.id,
        abbreviation=private.abbreviation,
        name=private.name,
        revenue=private.revenue,
        acquired_by=sorted(private.acquired_by),
        from_phase=private.from_phase or 0,
        description=power_text(private),
        train=private.train or "",
        hexes=private.hexes,
        discount=private.discount,
        river_discount=private.river_discount,
        expansion=bool(without_expansion) and private.id not in without_expansion,
    )


def _company(card: CompanyCard) -> title_pb2.CompanyCard:
    return title_pb2.CompanyCard(
        id=card.id,
        name=card.name,
        abbreviation=card.abbreviation,
        kind=card.kind,
        home=card.home,
        home_city=card.home_city,
        destination=card.destination or "",
        concession=card.concession or "",
        available_tokens=card.available_tokens,
        exchange_tokens=card.exchange_tokens,
        director_shares=card.director_shares,
        colour=card.colour,
        expansion=card.rule_option == "plus_expansion",
        rule_option=card.rule_option or "",
        home_fee=card.home_fee,
    )


def _tile(tile: Tile) -> title_pb2.Tile:
    return title_pb2.Tile(
        id=tile.id,
        count=tile.count,
        colour=tile.colour,
        label=tile.label or "",
        upgrades=tile.upgrades,
        fixed=tile.fixed,
        face=_face(tile.faces[0]),
        upgrade_fee=tile.faces[0].upgrade_fee,
    )


def _hex(place: Hex) -> title_pb2.MapHex:
    return title_pb2.MapHex(
        id=place.id,
        name=place.name or "",
        column=place.column,
        row=place.row,
        q=place.column,
        r=(place.row - place.column) // 2,
        face=_face(place.face),
        neighbours=[
            title_pb2.Neighbour(edge=edge, hex=neighbour, closed=edge in place.closed, estuary=edge in place.estuary)
            for edge, neighbour in sorted(place.neighbours.items())
        ],
        terrain=place.terrain or "",
        first_tiles=place.first_tiles,
        future_label=place.future_label or "",
        group=place.group or "",
        protected_by=place.protected_by or "",
        reservations=[title_pb2.Reservation(city=city, company=company) for city, company in place.reserved],
        stubs=place.stubs,
    )


def _face(face: Face) -> geometry_pb2.HexFace:
    return geometry_pb2.HexFace(
        colour=face.colour,
        label=face.label or "",
        cities=[geometry_pb2.City(revenue=city.revenue, slots=city.slots) for city in face.cities],
        towns=[geometry_pb2.Town(revenue=revenue) for revenue in face.towns],
        offboard=face.offboard,
        track=map(_track, face.paths),
        layout=_layout(face),
    )


def _layout(face: Face) -> geometry_pb2.FaceLayout:
    found = lay_out(face)
    return geometry_pb2.FaceLayout(
        cities=[
            geometry_pb2.StationLayout(
                at=_point(station.at), slots=map(_point, station.slots(city.slots)), radius=station.radius
            )
            for station, city in zip(found.cities, face.cities, strict=True)
        ],
        towns=map(_point, found.towns),
        area=None if found.area is None else _point(found.area),
        track=[geometry_pb2.Curve(points=map(_point, curve)) for curve in found.track],
    )


def _point(at: Point) -> geometry_pb2.Point:
    x, y = at
    return geometry_pb2.Point(x=round(x, 2), y=round(y, 2))


def _track(path: Path) -> geometry_pb2.TrackPiece:
    return geometry_pb2.TrackPiece(
        a=end_name(path.a),
        b=end_name(path.b),
        terminal=path.terminal,
        a_lane=path.a_lane[0],
        a_lanes=path.a_lane[1],
        b_lane=path.b_lane[0],
        b_lanes=path.b_lane[1],
    )

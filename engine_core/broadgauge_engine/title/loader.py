"""Reads the title data files into the frozen model, and refuses files that contradict themselves."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any, TypeVar

from . import checks
from .model import (
    CITY,
    JUNCTION,
    OFFBOARD,
    TOWN,
    City,
    CompanyCard,
    Face,
    Hex,
    MarketCell,
    Numbers,
    Path,
    Phase,
    Private,
    Seats,
    SetUp,
    Tile,
    Title,
    TrainKind,
    is_edge,
)

TITLES = ("1822", "1822MRS", "1822NRS")
NEIGHBOURS = {0: (0, 2), 1: (-1, 1), 2: (-1, -1), 3: (0, -2), 4: (1, -1), 5: (1, 1)}

Json = Mapping[str, Any]
T = TypeVar("T")


class TitleError(ValueError):
    """A title is unknown, or its data file contradicts itself; the message says where."""


@cache
def load_title(title_id: str) -> Title:
    """The title with this id, read once and shared.

    Raises:
        TitleError: no such title, or its data are not consistent.
    """
    if title_id not in TITLES:
        raise TitleError(f"unknown title {title_id!r}; known titles: {', '.join(TITLES)}")
    text = resources.files(__package__).joinpath("data", f"{title_id}.json").read_text("utf-8")
    return parse_title(json.loads(text))


def parse_title(data: Json) -> Title:
    """Builds a title from the content of its data file, and checks it.

    Raises:
        TitleError: something is missing, misspelt or contradictory; the message names it.
    """
    try:
        title = _title(data)
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise TitleError(f"title data: missing or malformed entry: {error!r}") from error
    except ValueError as error:
        raise TitleError(f"title data: {error}") from error
    problems = checks.problems(title)
    if problems:
        raise TitleError(f"title {title.id}: " + "; ".join(problems))
    return title


def _title(data: Json) -> Title:
    companies = [_company(card, "minor") for card in data["minors"]]
    companies += [_company(card, "major") for card in data["majors"]]
    ids = {hex_data["id"] for hex_data in data["hexes"]}
    return Title(
        id=data["id"],
        name=data["name"],
        bank=data["bank"],
        seats={int(n): Seats(**seats) for n, seats in data["players"].items()},
        numbers=Numbers(**{**data["rules"], "flip_price": tuple(data["rules"]["flip_price"])}),
        market=tuple(tuple(map(_cell, row.split())) for row in data["market"]),
        phases=tuple(map(_phase, data["phases"])),
        trains=_by_id((_train(train) for train in data["trains"]), "kind"),
        privates=_by_id((_private(private) for private in data["privates"]), "id"),
        companies=_by_id(companies, "id"),
        tiles=_by_id((_tile(tile) for tile in data["tiles"]), "id"),
        hexes=_by_id((_hex(hex_data, ids) for hex_data in data["hexes"]), "id"),
        set_up=_set_up(data["setup"]),
    )


def _by_id(items: Iterable[T], key: str) -> dict[str, T]:
    found: dict[str, T] = {}
    for item in items:
        name = getattr(item, key)
        if name in found:
            raise ValueError(f"{name} is defined twice")
        found[name] = item
    return found


def _cell(text: str) -> MarketCell | None:
    if text == "-":
        return None
    price = text.rstrip("ymxe")
    zones = text[len(price) :]
    return MarketCell(int(price), "y" in zones, "m" in zones, "x" in zones, "e" in zones)


def _phase(data: Json) -> Phase:
    limits, lays = data["train_limit"], data["lays"]
    return Phase(
        number=data["number"],
        starts_with=tuple(data["starts_with"]),
        rusts=tuple(data["rusts"]),
        colours=frozenset(data["colours"]),
        band=data["band"],
        minor_train_limit=limits["minor"],
        major_train_limit=limits["major"],
        operating_rounds=data["operating_rounds"],
        company_trades=data["company_trades"],
        concessions=data["concessions"],
        capital=data["capital"],
        minor_treasury=data["minor_treasury"],
        minor_lays=(lays["minor"][0], lays["minor"][1]),
        major_lays=(lays["major"][0], lays["major"][1]),
        acquire_minors=data["acquire_minors"],
        buy_boxed_minors=data["buy_boxed_minors"],
    )


def _train(data: Json) -> TrainKind:
    return TrainKind(
        kind=data["kind"],
        price=data["price"],
        count=data.get("count"),
        stops=data.get("stops", 0),
        local=data.get("local", False),
        express=data.get("express", False),
        carriage=data.get("carriage", False),
        extra=data.get("extra", False),
        private=data.get("private", False),
        other_side_of=data.get("other_side_of"),
        multiplier=data.get("multiplier", 1),
    )


def _private(data: Json) -> Private:
    hexes = data.get("hexes", [data["hex"]] if "hex" in data else [])
    return Private(
        id=data["id"],
        abbreviation=data["abbreviation"],
        name=data["name"],
        power=data["power"],
        revenue=data["revenue"],
        acquired_by=frozenset(data["acquired_by"]),
        from_phase=data["from_phase"],
        expansion_box=data["expansion_box"],
        train=data.get("train"),
        discount=data.get("discount", 0),
        river_discount=data.get("river_discount", 0),
        estuary_tokens=data.get("estuary_tokens", 0),
        revenue_per_phase=data.get("revenue_per_phase", 0),
        company_revenue=_bands(data.get("company_revenue", 0)),
        hexes=tuple(hexes),
        green=tuple(data.get("green", ())),
    )


def _company(data: Json, kind: str) -> CompanyCard:
    return CompanyCard(
        id=data["id"],
        name=data["name"],
        abbreviation=data.get("abbreviation", data["id"]),
        kind=kind,
        home=data["home"],
        home_city=data["home_city"],
        home_fee=data.get("home_fee", 0),
        rule_option=data.get("rule_option"),
        concession=data.get("concession"),
        destination=data.get("destination"),
        destination_at_start=data.get("destination_at_start", False),
        exchange_tokens=data.get("exchange_tokens", 0),
        available_tokens=data.get("available_tokens", 0),
        director_shares=data.get("director_shares", 10),
        colour=data.get("colour", "#fff"),
        free_token_hex=data.get("free_token_hex"),
    )


def _set_up(data: Json) -> SetUp:
    return SetUp(
        first_minor=data["first_minor"],
        first_private=data["first_private"],
        first_concession=data["first_concession"],
        base_privates=tuple(data.get("base_privates", ())),
        expansion_removals={int(k): v for k, v in data.get("expansion_removals", {}).items()},
        expansion_kept=tuple(data.get("expansion_kept", ())),
        private_sets={k: tuple(v) for k, v in data.get("private_sets", {}).items()},
    )


def _tile(data: Json) -> Tile:
    face = _face(data)
    return Tile(
        id=data["id"],
        count=data["count"],
        colour=data["colour"],
        label=data.get("label"),
        upgrades=tuple(data.get("upgrades", ())),
        faces=tuple(rotated(face, 0 if data.get("fixed") else rotation) for rotation in range(6)),
        fixed=data.get("fixed", False),
    )


def _hex(data: Json, ids: set[str]) -> Hex:
    column, row = ord(data["id"][0]), int(data["id"][1:])
    beyond = {edge: f"{chr(column + dc)}{row + dr}" for edge, (dc, dr) in NEIGHBOURS.items()}
    return Hex(
        id=data["id"],
        name=data.get("name"),
        face=_face(data),
        neighbours={edge: name for edge, name in beyond.items() if name in ids},
        closed=frozenset(data.get("impassable", ())),
        estuary=frozenset(data.get("estuary", ())),
        terrain=data.get("terrain"),
        first_tiles=tuple(data.get("first_tiles", ())),
        future_label=data.get("future_label"),
        group=data.get("group"),
        protected_by=data.get("protected_by"),
        stubs=tuple(data.get("stubs", ())),
        reserved=tuple((city, company) for city, company in data.get("reserved", ())),
    )


def _face(data: Json) -> Face:
    paths = tuple(map(_path, data.get("paths", ())))
    offboard = data.get("offboard")
    return Face(
        colour=data["colour"],
        label=data.get("label"),
        cities=tuple(City(_bands(city["revenue"]), city["slots"]) for city in data.get("cities", ())),
        towns=tuple(data.get("towns", ())),
        offboard=None if offboard is None else _bands(offboard),
        paths=paths,
        exits=frozenset(end for path in paths for end in (path.a, path.b) if is_edge(end)),
        pairs=_pairs(paths),
        upgrade_fee=data.get("upgrade_fee", 0),
    )


def rotated(face: Face, rotation: int) -> Face:
    """The face turned clockwise by ``rotation`` sixths of a turn: edge e becomes (e + rotation) mod 6."""

    def turn(end: int) -> int:
        return (end + rotation) % 6 if is_edge(end) else end

    paths = tuple(Path(turn(p.a), turn(p.b), p.terminal, p.link, p.a_lane, p.b_lane) for p in face.paths)
    return Face(
        colour=face.colour,
        label=face.label,
        cities=face.cities,
        towns=face.towns,
        offboard=face.offboard,
        paths=paths,
        exits=frozenset(map(turn, face.exits)),
        pairs=_pairs(paths),
        upgrade_fee=face.upgrade_fee,
    )


def _pairs(paths: tuple[Path, ...]) -> frozenset[tuple[int, int]]:
    pairs = {(min(p.a, p.b), max(p.a, p.b)) for p in paths if JUNCTION not in (p.a, p.b)}
    joined = sorted({end for p in paths if JUNCTION in (p.a, p.b) for end in (p.a, p.b)} - {JUNCTION})
    pairs.update((a, b) for index, a in enumerate(joined) for b in joined[index + 1 :])
    return frozenset(pairs)


def _path(text: str) -> Path:
    first, second, *flags = text.split()
    a, a_lane = _end(first)
    b, b_lane = _end(second)
    link = "link" in flags
    return Path(a, b, link or "terminal" in flags, link, a_lane, b_lane)


def _end(text: str) -> tuple[int, tuple[int, int]]:
    """An end and its lane: ``2``, ``0.1/2`` (edge 0, second of two tracks), ``c0``, ``t1``, ``o``, ``j``."""
    if text[0].isdigit():
        edge, _, lane = text.partition(".")
        index, _, width = lane.partition("/")
        return int(edge), (int(index), int(width)) if lane else (0, 1)
    base = {"c": CITY, "t": TOWN, "o": OFFBOARD, "j": JUNCTION}[text[0]]
    return base + int(text[1:] or 0), (0, 1)


def _bands(revenue: int | list[int]) -> tuple[int, int, int, int]:
    yellow, green, brown, grey = (revenue,) * 4 if isinstance(revenue, int) else revenue
    return yellow, green, brown, grey

"""Rules that hold on every picture: of printed maps, of recorded games, and of random games of all titles."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from broadgauge_engine import engine
from broadgauge_engine.interop import Importer, read_game_file
from broadgauge_engine.record import Setup
from broadgauge_engine.rule_options import RuleOptions
from broadgauge_engine.state.model import Company, GameState
from broadgauge_engine.title import TITLES, load_title
from broadgauge_server.pictures.charter import draw_company
from broadgauge_server.pictures.map import draw_map
from broadgauge_server.pictures.market import draw_market
from broadgauge_server.pictures.palette import PALETTES, colours, contrast
from broadgauge_server.pictures.rules import BOARD, CHARTER, MARKET, OVERLAYS
from broadgauge_server.pictures.svg import escape, fitted, text_width
from broadgauge_server.pictures.tile import draw_tile
from tests.engine.play import play, setup
from tests.server.pictures import SVG, boxes, of_class, parsed

GAMES = ("1822_33845", "1822MRS_33867", "bot14_NRS_3p", "n05_1822plus_5p_nr")
HOSTILE = (
    "<script>alert(1)</script>",
    "\"'&amp; & ]]> <!--",
    "\u05e9\u05dc\u05d5\u05dd",
    "界" * 64,
    "W" * 64,
)
AA = 4.5
"""Contrast of normal text (WCAG 2.1, 1.4.3)."""
KB = 1024
TOLERANCE = 0.2
"""How much two texts of a hex may cover of one another, as a part of the smaller one."""


def check_map(state: GameState) -> str:
    """What holds on the map of any position; its SVG."""
    svg = draw_map(state.title, state)
    root = parsed(svg)
    hexes = {element.get("data-hex"): element for element in of_class(root, "hex")}
    assert set(hexes) == set(state.title.hexes)
    for hex_id, element in hexes.items():
        face = state.title.face(hex_id, state.tiles.get(hex_id))
        assert element.get("id") == f"hex-{hex_id}"
        assert len(of_class(element, "track")) - len(of_class(element, "stub")) == len(face.paths)
        assert len(of_class(element, "city")) == len(face.cities)
        assert len(of_class(element, "town")) == len(face.towns)
        for one, other in itertools.combinations(list(boxes(element)), 2):
            assert one.shared(other) < TOLERANCE, (hex_id, one, other)
        laid = state.tiles.get(hex_id)
        assert (element.get("data-tile"), element.get("data-rotation")) == (
            (laid[0], str(laid[1])) if laid else (None, None)
        )
    tokens = {(e.get("id") or "").removeprefix("token-") for e in of_class(root, "token")}
    assert tokens == {f"{hex_id}-{city}-{name}" for (hex_id, city), held in state.tokens.items() for name in held}
    return svg


def recorded(path: Path) -> Iterator[GameState]:
    """Positions of a recorded game: about ten, the last one included."""
    importer = Importer(read_game_file(path))
    most = len(importer.game.actions)
    for number, _ in enumerate(importer):
        if number % (most // 10) == 0:
            yield importer.state
    yield importer.state


@pytest.mark.parametrize("name", GAMES)
def test_maps_of_recorded_games(shared: Path, name: str) -> None:
    """Every hex, tile, station and token of a position is on its map, which stays below its size."""
    sizes = [len(check_map(state).encode()) for state in recorded(shared / "games" / f"{name}.json")]
    assert max(sizes) < 150 * KB


@pytest.mark.parametrize("number", range(7))
def test_pictures_of_random_games(number: int) -> None:
    """The pictures of all variants are sound from the first position to the last phase."""
    for step, (state, _, _) in enumerate(play(setup(number), number, 900)):
        if step % 150 == 0:
            check_map(state)
            market = parsed(draw_market(state.title, state))
            assert {e.get("data-token") for e in of_class(market, "token")} == set(state.companies)
            for company in state.title.companies:
                parsed(draw_company(state.title, company, state))


@pytest.mark.parametrize("title_id", TITLES)
@pytest.mark.parametrize("palette", PALETTES)
def test_printed_pictures(title_id: str, palette: str) -> None:
    """Map, market, charters and tiles of a title can be drawn without a game, in every palette."""
    title = load_title(title_id)
    root = parsed(draw_map(title, palette=palette))
    assert {e.get("data-hex") for e in of_class(root, "hex")} == set(title.hexes)
    prices = of_class(parsed(draw_market(title, palette=palette)), "space")
    assert len(prices) == sum(cell is not None for row in title.market for cell in row)
    for company in title.companies:
        parsed(draw_company(title, company, palette=palette))
    for tile in title.tiles.values():
        for rotation in range(6):
            picture = parsed(draw_tile(title, tile.id, rotation, palette=palette))
            assert len(of_class(picture, "track")) == len(tile.faces[rotation].paths)


@pytest.mark.parametrize("title_id", TITLES)
@pytest.mark.parametrize("palette", ["light", "dark", "colour-blind"])
def test_contrast_of_texts(title_id: str, palette: str) -> None:
    """Every text is readable on its ground by WCAG AA, on tokens as well."""
    found = colours(load_title(title_id), palette)
    pairs = [
        ("sea-ink", "sea"),
        ("land-ink", "land"),
        *(("tile-ink", colour) for colour in ("yellow", "green", "brown", "grey")),
        ("city-ink", "city"),
        ("minor-ink", "minor"),
        ("panel-ink", "panel"),
        ("panel-muted", "panel"),
        ("land-ink", "certificate-free"),
        ("estuary-ink", "estuary"),
        *(("casing", f"run-{number}") for number in range(1, 7)),
        *((f"{name}-ink", name) for name in found if name.startswith("company-") and not name.endswith("-ink")),
    ]
    assert [(ink, ground) for ink, ground in pairs if contrast(found[ink], found[ground]) < AA] == []


def test_every_colour_is_used_and_declared() -> None:
    """The rules use all custom properties of the palettes but those of companies, and no other colours."""
    rules = BOARD + OVERLAYS + MARKET + CHARTER
    declared = {name for name in colours(load_title("1822"), "light") if not name.startswith("company-")}
    assert set(re.findall(r"\$([\w-]+)", rules)) == declared
    assert re.findall(r"#[0-9a-f]{3,8}\b|\brgb", rules) == []


def hostile_state() -> GameState:
    """A position of players with difficult names who own and run things."""
    state = engine.start(Setup("1822", HOSTILE, 1, RuleOptions.from_mapping({"seat_order": "given"})))
    title = state.title
    for seat, name in enumerate(("LNWR", "GWR", "MR", "CR", "M14"), 1):
        card = title.companies[name]
        state.companies[name] = Company(card, seat, 100, (4, 4), seat, cash=seat)
        state.player(seat).shares[name] = 6
        city = (card.home, card.home_city or 0)
        state.tokens[city] = (*state.tokens.get(city, ()), name)
        state.companies[name].tokens.append(city)
    return state


def test_tokens_beside_a_full_city() -> None:
    """Destination tokens without a slot lie beside their city, each at a place of its own (5.11.8)."""
    state = hostile_state()
    state.tokens["I22", 0] = ("MR", "CR", "LNWR", "LYR")
    state.companies["LYR"] = Company(state.title.companies["LYR"], 1, 100, (4, 4), 9)
    state.beside += [("I22", "LNWR"), ("I22", "LYR")]
    for company in ("LNWR", "LYR"):
        state.companies[company].destination_placed = True
    root = parsed(draw_map(state.title, state))
    hex_ = next(e for e in of_class(root, "hex") if e.get("data-hex") == "I22")
    beside = [e for e in of_class(hex_, "token") if e.get("data-beside")]
    assert [e.get("data-token") for e in beside] == ["LNWR", "LYR"]
    places = [tuple(map(float, re.findall(r"-?[\d.]+", e.get("transform", "")))) for e in of_class(hex_, "token")]
    assert all(math.dist(one, other) > 15 for one, other in itertools.combinations(places, 2))


@pytest.mark.parametrize("seat", range(1, 6))
def test_names_never_become_markup(seat: int) -> None:
    """A name is shown as text, whatever it looks like."""
    state = hostile_state()
    name = HOSTILE[seat - 1]
    company = ("LNWR", "GWR", "MR", "CR", "M14")[seat - 1]
    root = parsed(draw_map(state.title, state))
    title = next(e for e in of_class(root, "token") if e.get("data-company") == company).find(f"{SVG}title")
    assert title is not None
    assert title.text is not None
    assert title.text.endswith(f"; director {name}")


def test_characters_that_no_picture_may_hold() -> None:
    """Control characters, and those that turn the direction of what follows, are left out of texts."""
    text = escape('a\x00\x07\u202eb\u2067\ud800\uffff<&"')
    assert text == "ab&lt;&amp;&quot;"
    assert fitted("a\x07\u202eb", 10, 100, 6) == ("ab", 10)
    assert fitted("e" + "\u0301" * 60, 10, 100, 6) == ("e\u0301\u0301\u0301", 10)


def test_names_stay_inside_their_boxes() -> None:
    """However long a name is, it is cut off or squeezed to its width."""
    state = hostile_state()
    for company in state.companies:
        root = parsed(draw_company(state.title, company, state))
        for text in root.iter(f"{SVG}text"):
            size = float(re.findall(r"[\d.]+", text.get("style", "") or "font-size:10")[0])
            held = text.get("textLength")
            assert (float(held) if held else text_width(text.text or "", size)) <= 430
    for name in HOSTILE:
        shown, size = fitted(name, 12, 80, 7)
        assert text_width(shown, size) <= 80.5

"""The view tells what a player at the table sees and wants to know."""

from typing import Any

from broadgauge_engine.actions import BuyShare, PlaceBid
from broadgauge_engine.options import Reason
from broadgauge_engine.view import view

from .table import Table


def player(table: Table, seat: int) -> dict[str, Any]:
    """A player of the view."""
    return next(entry for entry in view(table.state)["players"] if entry["seat"] == seat)


def test_bids_count_against_the_certificate_limit() -> None:
    """Where the view shows no room with the highest bids, the engine refuses; without them, it does not (4.9.4)."""
    table = Table(7).phase(3).hold(1, "C2").box("minors", "M7", "M8").cash(1, 900)
    table.major("MR", 1, shares={1: 4})
    table.major("LYR", 2, shares={1: 3})
    table.stock_turn(1)
    table.state.bids = {"M7": {1: 100}, "M8": {1: 100, 2: 105}}
    assert (player(table, 1)["certificates"], player(table, 1)["certificates_with_bids"]) == (9, 10)
    assert player(table, 1)["certificate_limit"] == 11
    assert table.legal(PlaceBid(1, "M8", 110))
    table.do(PlaceBid(1, "M8", 110))
    assert (player(table, 1)["certificates"], player(table, 1)["certificates_with_bids"]) == (9, 11)
    table.stock_turn(1)
    refusal = table.refusal(BuyShare(1, "LYR", "treasury"))
    assert refusal.reason is Reason.CERTIFICATE_LIMIT
    assert refusal.text == "player 1 holds 9 certificates and the highest bid on 2 more; the limit is 11"


def test_a_box_tells_what_lies_in_it() -> None:
    """Name, the company that it starts, its home, and the least bid that is possible (4.9.2, 4.9.3)."""
    table = Table().box("minors", "M24", "M14").box("concessions", "C4").box("privates", "P11")
    table.state.bids = {"M24": {1: 100, 2: 105}}
    boxes = {box["item"]: box for box in view(table.state)["boxes"] if box["item"]}
    parts = ("name", "company", "home", "home_name", "least_bid")
    told = {item: tuple(box.get(part) for part in parts) for item, box in boxes.items()}
    assert told["M24"] == ("Swansea and Mumbles Railway", "M24", "D35", "Swansea & Oystermouth", 110)
    assert told["M14"] == ("Metropolitan Railway", "M14", "M38", "London", 100)
    assert told["C4"] == ("South Eastern & Chatham Railway", "SECR", "M38", "London SE", 100)
    assert told["P11"] == ("Bristol & Exeter Railway", None, None, None, 0)


def test_an_empty_box_tells_nothing() -> None:
    """A box without a certificate has no name and no price."""
    table = Table(plus_expansion=True)
    table.state.boxes["privates"][1] = ""
    (empty,) = [box for box in view(table.state)["boxes"] if not box["item"]]
    assert set(empty) == {"kind", "number", "item", "bids"}


def test_a_company_has_name_and_home() -> None:
    """Minors are known by their town, majors by their full name (Table 4, Table 6)."""
    table = Table().phase(3)
    table.minor("M20", 1)
    table.major("LNWR", 2)
    companies = {company["id"]: company for company in view(table.state)["companies"]}
    parts = ("name", "home", "home_name")
    assert [companies["M20"][part] for part in parts] == ["Monmouthshire Railway & Canal Company", "F33", ""]
    assert [companies["LNWR"][part] for part in parts] == ["London and North Western Railway", "M38", "London N"]

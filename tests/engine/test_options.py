"""What an option tells besides its action: who is asked; and why there is none where players look for one."""

from typing import Any

import pytest

from broadgauge_engine import engine
from broadgauge_engine.actions import (
    AcquireMinor,
    AcquirePrivate,
    BuyDirectorCertificate,
    BuyForTaxHaven,
    BuyShare,
    BuyTrain,
    ConvertConcession,
    LayTile,
    Pass,
    PlaceBid,
    PlaceToken,
    SellShares,
)
from broadgauge_engine.events import ProposalMade
from broadgauge_engine.options import Reason

from .table import Table, of


def asks(table: Table) -> dict[Any, tuple[int, ...]]:
    """Who is asked, by action."""
    return {option.action: option.asks for option in table.options()}


def with_offers(consent: str) -> Table:
    """MR of player 1 may acquire privates of players 1 and 2, and buy trains of both."""
    table = Table(consent=consent).phase(3).hold(1, "P2").hold(2, "P8")
    table.major("MR", 1, cash=200)
    table.minor("M7", 2, trains=["3"])
    table.minor("M8", 1, trains=["3"])
    return table


@pytest.mark.parametrize(("consent", "asked"), [("ask", (2,)), ("assumed", ())])
def test_privates_and_trains(consent: str, asked: tuple[int, ...]) -> None:
    """The other owner is asked, oneself never, and nobody where agreement is assumed (3.1.2, 5.15.2)."""
    table = with_offers(consent).turn("MR", "acquire_private")
    assert asks(table)[AcquirePrivate("MR", "P8", "token")] == asked
    assert asks(table)[AcquirePrivate("MR", "P2")] == ()
    table.turn("MR", "buy_train")
    assert asks(table)[BuyTrain("MR", "3", "M7", 1)] == asked
    assert asks(table)[BuyTrain("MR", "3", "M8", 1)] == ()
    assert asks(table)[BuyTrain("MR", "L", "bank", 60)] == ()


def test_the_lay_beside_london() -> None:
    """Whoever holds the right of the station is asked, the players in the order of asking (5.10.7)."""
    table = Table(consent="ask").phase(2).hold(2, "C1").minor_turn("M11")
    table.lay("M30", "57", 0).lay("M32", "9", 0).lay("M34", "9", 0)
    away = LayTile("M11", "M36", "58", 3)
    assert asks(table)[away] == (2,)
    assert all(players == () for action, players in asks(table).items() if getattr(action, "hex", "") != "M36")
    assert [event.players for event in of(table.do(away), ProposalMade)] == [(2,)]


def test_what_is_told_is_what_is_asked() -> None:
    """The players of the proposal are those whom the option named, in the same order."""
    table = with_offers("ask").turn("MR", "acquire_private")
    for option in [option for option in table.options() if option.asks]:
        copy = Table.__new__(Table)
        copy.state = table.state.copy()
        (made,) = of(copy.do(option.action), ProposalMade)
        assert made.players == option.asks == engine.options(table.state).asks(option.action)


def only(table: Table, kind: type[Any]) -> tuple[Reason, str, str]:
    """The one reason that is listed for a kind of action without any option."""
    assert table.options(kind) == []
    (refusal,) = table.unavailable(kind)
    return refusal.reason, refusal.paragraph, refusal.text


NO_SHARES = (Reason.NOT_FOR_SALE, "4.7.1", "no company has a share in its treasury or in the bank pool")


def test_a_first_stock_turn_says_what_there_is_not_yet() -> None:
    """No share for a player or the haven, no director's certificate, no concession, nothing to sell (4.6 to 4.8)."""
    table = Table().hold(1, "P16").stock_turn(1)
    assert only(table, BuyForTaxHaven) == NO_SHARES
    assert only(table, BuyShare) == NO_SHARES
    early = (Reason.PHASE, "4.7.2", "director's certificates are sold from phase 5")
    assert only(table, BuyDirectorCertificate) == early
    assert only(table, ConvertConcession) == (Reason.NOT_OWNED, "4.8.2", "player 1 holds no concession")
    assert only(table, SellShares) == (Reason.NOT_OWNED, "4.6.1", "player 1 holds no shares of a major")
    assert table.stock_turn(2).unavailable(BuyForTaxHaven) == []


def test_a_late_stock_turn_says_what_there_is_no_more() -> None:
    """Concessions are gone from phase 5, boxes may be empty, and certificates all taken (3.2.5, 4.7.2, 4.9.1)."""
    table = Table().phase(5).box("minors").box("concessions").box("privates").stock_turn(1)
    for name in table.state.title.concessions.values():
        table.major(name, 2)
    late = (Reason.PHASE, "3.2.5", "concessions are out of the game from phase 5")
    assert only(table, ConvertConcession) == late
    assert only(table, PlaceBid) == (Reason.NOT_FOR_SALE, "4.9.1", "every bidding box is empty")
    taken = (Reason.NOT_FOR_SALE, "4.7.2", "every director's certificate is taken")
    assert only(table, BuyDirectorCertificate) == taken


def test_an_operating_turn_says_what_there_is_not() -> None:
    """No private in a player's hand, no minor, no place for a token, no money to be raised (5.7, 5.12, 5.17, 5.18)."""
    table = Table().phase(3).major_turn("MR", "acquire_private")
    assert only(table, AcquirePrivate)[2] == "no player holds a private company"
    assert only(table.turn("MR", "acquire_minor"), AcquireMinor)[2] == "there is no minor to acquire"
    assert only(table.turn("MR", "buy_train"), SellShares)[2] == "no money needs to be raised for a train"
    table.state.companies["MR"].tokens.clear()
    table.state.tokens.clear()
    assert only(table.turn("MR", "token"), PlaceToken)[2] == "no open token space is on a route of MR"
    assert table.legal(Pass(1, "MR"))


def test_who_holds_how_much() -> None:
    """The refusal tells the present holding, also above the limit for buying (4.7.6)."""
    table = Table().phase(3)
    table.major("MR", 1, shares={1: 6})
    assert table.stock_turn(1).refusal(BuyShare(1, "MR", "treasury")).text == (
        "player 1 holds 80% of MR; nobody buys beyond 60%"
    )

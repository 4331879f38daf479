"""What events, options and refusals say: numbers agree, sums are not empty, things have names and causes."""

import random
import re
from typing import Any

import pytest

from broadgauge_engine import engine
from broadgauge_engine import events as e
from broadgauge_engine.actions import (
    AcquireMinor,
    AcquirePrivate,
    BuyShare,
    ChooseHomeStation,
    ConvertConcession,
    DiscardTrain,
    IssueShares,
    LayTile,
    PayDividend,
    PlaceBid,
    PlaceToken,
    RedeemShares,
    SellShares,
)
from broadgauge_engine.english import counted, listed, number, pounds, terms
from broadgauge_engine.event_text import CAUSES, TEXTS, text
from broadgauge_engine.events import PriceMoved
from broadgauge_engine.title import load_title, names

from . import play
from .table import Table, of

TITLE = load_title("1822")

SENTENCES: list[tuple[Any, str]] = [
    (e.TrainDiscarded("CR", "2P", "game"), "CR gives up a 2P-train: it leaves the game."),
    (e.TrainDiscarded("CR", "L", "pool"), "CR gives up an L-train: it goes to the bank pool."),
    (e.TrainRusted("L", "MR", 1), "One L-train of MR rusts."),
    (e.TrainRusted("3", "pool", 2), "Two 3-trains of the bank pool rust."),
    (e.TrainsRemoved("3", 1, True), "One 3-train leaves the bank unsold, which counts as a sale."),
    (e.TrainsRemoved("L", 3, False), "Three L-trains leave the bank unsold."),
    (e.TrainBought("M8", "L", "bank", 60, 0), "M8 buys an L-train from the bank for £60."),
    (
        e.TrainBought("M8", "E", "pool", 1000, 90),
        "M8 buys an E-train from the bank pool for £1000, £90 of it from the director.",
    ),
    (e.TrainGained("M8", "P+"), "M8 receives a Pullman carriage."),
    (e.TrainFlipped("M8", 80), "M8 flips an L-train to a 2-train for £80."),
    (
        e.MinorAcquired("MR", "M7", 0, 0, 200, 0, (), ()),
        "MR buys M7 (Warrington & Newton Railway) from its box for £200.",
    ),
    (
        e.MinorAcquired("MR", "M7", 2, 2, -40, 45, ("L", "2P"), ("P11",)),
        "MR acquires M7 (Warrington & Newton Railway) from player 2 for 2 shares, receiving £40; "
        "it brings £45, an L-train, a 2P-train and P11.",
    ),
    (
        e.MinorAcquired("MR", "M7", 2, 0, 80, 0, (), ()),
        "MR acquires M7 (Warrington & Newton Railway) from player 2 for £80.",
    ),
    (
        e.MinorAcquired("MR", "M7", 2, 1, 0, 0, (), ()),
        "MR acquires M7 (Warrington & Newton Railway) from player 2 for 1 share.",
    ),
    (
        e.ShareBought(1, "MR", "pool", 100, haven=True, own_money=True),
        "The tax haven of player 1 buys a share of MR from the bank pool for £100 of its own money.",
    ),
    (
        e.ShareBought(1, "MR", "treasury", 100, haven=True, own_money=False),
        "Player 1 buys a share of MR for the tax haven from the treasury for £100.",
    ),
    (e.PriceMoved("MR", "started", 0, 100, 4, 4), "MR starts at £100."),
    (e.PriceMoved("MR", "sold", 100, 90, 5, 4), "The price of MR falls from £100 to £90: shares were sold."),
    (e.PriceMoved("MR", "issued", 100, 90, 5, 4), "The price of MR falls from £100 to £90: shares were issued."),
    (e.PriceMoved("MR", "dividend", 90, 100, 5, 5), "The price of MR rises from £90 to £100: a dividend was paid."),
    (e.PriceMoved("MR", "no_dividend", 90, 80, 5, 3), "The price of MR falls from £90 to £80: no dividend was paid."),
    (
        e.PriceMoved("MR", "sold_out", 90, 90, 4, 3),
        "The token of MR moves, its price stays £90: players hold all of its shares.",
    ),
    (e.DividendDeclared("MR", 0, 0, 0), "MR pays no dividend."),
    (e.DividendDeclared("MR", 0, 90, 0), "MR pays no dividend and keeps £90."),
    (e.DividendDeclared("MR", 90, 0, 9), "MR pays £90 (£9 a share)."),
    (e.DividendDeclared("M7", 10, 10, 10), "M7 pays £10 and keeps £10."),
    (e.TrainsRan("MR", 0, 0), "MR runs for nothing."),
    (e.TrainsRan("MR", 90, 40), "MR runs for £90 and £40 of mail."),
    (e.TokenPlaced("LNWR", "M38", 3, "home", 0), "LNWR places its home token in M38 (London N)."),
    (e.TokenPlaced("M14", "M38", 2, "home", 20), "M14 places its home token in M38 (London NW) for £20."),
    (e.TokenPlaced("MR", "F33", 0, "available", 100), "MR places a token in F33 for £100."),
    (e.TokenReturned("M7", "H23", 0, "game"), "The token of M7 in H23 (Warrington) leaves the game."),
    (e.TokenReturned("MR", "L19", 0, "available"), "The token of MR in L19 (York) goes back to its available ones."),
    (e.TokenMoved("MR", "available"), "MR turns an exchange token into an available one."),
    (e.TileLaid("M7", "H23", "5", 0, "", 0), "M7 lays tile 5 on H23 (Warrington)."),
    (e.BidPlaced(2, "M24", 110), "Player 2 bids £110 on M24 (Swansea and Mumbles Railway)."),
    (e.ItemWon(2, "C5", 110), "Player 2 takes C5 (concession of CR) for £110."),
    (e.ItemWon(2, "P1", 0), "Player 2 takes P1 (Butterley Engineering Company) without payment."),
    (e.ItemBoxed("C5", 2), "C5 (concession of CR) comes to box 2."),
    (
        e.DirectorCertificateTaken(1, "LNWR", 90, 0, 90),
        "Player 1 takes the director's certificate of LNWR at £90 a share, paying nothing; "
        "the concession counts for £90.",
    ),
    (
        e.DirectorCertificateTaken(1, "LNWR", 90, 90, 0),
        "Player 1 takes the director's certificate of LNWR at £90 a share, paying £90.",
    ),
    (e.CompanyFloated("MR", 0), "MR floats with an empty treasury."),
    (e.SharesSold(1, "MR", 1, 90), "Player 1 sells 1 share of MR for £90."),
    (e.SharesPooled("MR", 1), "1 share of MR goes to the bank pool."),
    (e.SharesPooled("MR", 5), "5 shares of MR go to the bank pool."),
    (e.LoanRepaid(1, 90, 0), "Player 1 repays £90 and owes nothing more."),
    (e.PrivateAcquired("MR", "P15", 1, 60), "MR acquires P15 (Highland Railway) from player 1, with £60."),
    (e.CreditPaid("P16", 9), "The tax haven collects £9."),
    (e.PlayerOrderSet((2, 1)), "The player order is player 2, player 1."),
    (e.ProposalMade("MR", "LayTile", (3, 1), "Lay it"), "MR asks player 3 or 1 to agree: Lay it."),
    (e.Passed(1, "MR", "buy_train"), "MR ends its train step."),
    (e.BankBroken(-30), "The bank is broken: it has paid £30 more than it had."),
    (
        e.EndScheduled("stock_market"),
        "The end of the game is in sight: a share price has reached the end of the market.",
    ),
    (
        e.GameEnded("bank", (300, -90)),
        "The game is over: the bank is broken. Final worth: player 1 £300, player 2 -£90.",
    ),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=lambda value: type(value).__name__)
def test_what_an_event_says(event: Any, sentence: str) -> None:
    """Who did it, to what by name, for how much, and why: numbers agree, and nothing is done for £0."""
    assert text(event, TITLE) == sentence


def test_every_kind_of_event_has_its_sentence() -> None:
    """No event of the API is without a text."""
    assert set(TEXTS) == set(e.Event.__args__)


def test_words() -> None:
    """One thing, several, and none; lists with their last joint; what is owed."""
    assert [counted(count, "share") for count in (0, 1, 2)] == ["no shares", "1 share", "2 shares"]
    assert [number(count) for count in (1, 12, 13)] == ["one", "twelve", "13"]
    assert [listed(things) for things in (["P8"], ["P8", "P10"], ["P2", "P8", "P10"])] == [
        "P8", "P8 and P10", "P2, P8 and P10",
    ]  # fmt: skip
    assert [pounds(amount) for amount in (90, 0, -90)] == ["£90", "£0", "-£90"]
    assert [terms(2, -40), terms(1, 0), terms(0, 80), terms(1, 20)] == [
        "2 shares, receiving £40", "1 share", "£80", "1 share and £20",
    ]  # fmt: skip


def test_names_of_places_and_certificates() -> None:
    """Towns by name, London's stations by the side of the hex, hexes without a name by their id."""
    regional = load_title("1822NRS")

    assert [names.place(TITLE, "M38", city) for city in range(6)] == [
        "M38 (London S)", "M38 (London SW)", "M38 (London NW)", "M38 (London N)", "M38 (London NE)", "M38 (London SE)",
    ]  # fmt: skip
    assert [names.place(regional, "N29", city) for city in range(2)] == ["N29 (London NW)", "N29 (London N)"]
    assert (names.place(TITLE, "F35", 0), names.place(TITLE, "E34", 0)) == ("F35 (Cardiff)", "E34")
    assert names.home(TITLE, "C4") == "M38 (London SE)"
    assert names.home(TITLE, "P11") == ""


def label(table: Table, action: Any) -> str:
    """The label under which an action is listed."""
    return next(option.label for option in table.options(type(action)) if option.action == action)


def test_a_bid_names_what_it_is_for() -> None:
    """Minors and concessions with their home, privates by name (4.9.1)."""
    table = Table().box("minors", "M24", "M14").box("concessions", "C4").box("privates", "P11").stock_turn(1)

    assert label(table, PlaceBid(1, "M24", 100)) == (
        "Bid £100 on M24 (Swansea and Mumbles Railway), home D35 (Swansea & Oystermouth)"
    )
    assert label(table, PlaceBid(1, "M14", 100)) == "Bid £100 on M14 (Metropolitan Railway), home M38 (London)"
    assert label(table, PlaceBid(1, "C4", 100)) == "Bid £100 on C4 (concession of SECR), home M38 (London SE)"
    assert label(table, PlaceBid(1, "P11", 0)) == "Bid £0 on P11 (Bristol & Exeter Railway)"


def test_an_issue_tells_what_every_number_brings() -> None:
    """The price of all falls with each share more, so the range says what each number brings in all (5.20.1)."""
    table = Table().phase(3).major_turn("MR", "issue_redeem", par=90, turns=2, shares={2: 5})
    (option,) = table.options(IssueShares)

    assert option.label == "Issue 1 share for £80 (2 for £140, 3 for £180)"
    log = table.do(IssueShares("MR", 3))
    assert of(log, e.SharesIssued) == [e.SharesIssued("MR", 3, 180)]


def test_a_sale_tells_the_price_at_the_start_of_the_turn() -> None:
    """After a first block the next one still brings the price before it (4.6.3), and the label says so."""
    table = Table().phase(3)
    table.major("MR", 2, shares={1: 3, 2: 2})
    table.stock_turn(1).do(SellShares(1, "MR", 1))
    (option,) = table.options(SellShares)

    assert option.label == "Sell 1 share of MR at £100"
    assert of(table.do(option.action), e.SharesSold) == [e.SharesSold(1, "MR", 1, 100)]


def test_labels_of_purchases_and_dividends() -> None:
    """What is paid, to whom, and what is kept; nothing is paid for £0."""
    table = Table().phase(3).hold(1, "C1")
    table.major("MR", 2, pool=1)
    table.stock_turn(1)
    assert label(table, ConvertConcession(1, "LNWR", 100)).endswith("of LNWR at £100 a share, without any payment")
    assert label(table, BuyShare(1, "MR", "pool")) == "Buy a share of MR from the bank pool for £100"
    table.turn("MR", "dividend").state.company_turn.revenue = 100
    assert [option.label for option in table.options(PayDividend)] == [
        "Pay £100 (£10 a share)", "Pay £50 (£5 a share), keep £50", "Keep £100",
    ]  # fmt: skip
    table.turn("MR", "issue_redeem").state.companies["MR"].cash = 100
    assert label(table, RedeemShares("MR", 1)) == "Redeem 1 share at £100"


def test_labels_of_places() -> None:
    """Tokens, tiles and acquisitions name the place (5.8, 5.11, 5.12, 5.19)."""
    table = Table().phase(5).box("minors", "M14").lay("M36", "4", 0).lay("M34", "9", 0).lay("M32", "9", 0)
    table.lay("M30", "57", 0).major("MR", 1, cash=500)
    table.token("MR", "M30").turn("MR", "acquire_minor")
    wanted = AcquireMinor("MR", "M14", 0, "replace", 2)
    assert label(table, wanted) == (
        "Buy M14 (Metropolitan Railway) from its box for £220, with an exchange token in M38 (London NW)"
    )
    table.minor("M14", 2, turns=0)
    table.turn("M14", "home_station")
    assert label(table, ChooseHomeStation("M14", "M38", 5)) == (
        "Place the home token in M38 (London SE), the station of SECR, for £20"
    )
    table.do(ChooseHomeStation("M14", "M38", 3))
    table.turn("MR", "acquire_minor").state.companies["M14"].first_round = 1
    table.do(AcquireMinor("MR", "M14", 0, "available"))
    table.turn("MR", "token")
    assert label(table, PlaceToken("MR", "M38", 3)) == "Place a token in M38 (London N) for £100"
    table.turn("MR", "track")
    assert label(table, LayTile("MR", "M30", "14", 0)) == "Lay green tile 14 on M30 (Peterborough), rotation 0"


FAULTS = re.compile(
    r"£-|\b[1] (shares|tokens|certificates|minors)\b|\b(0|[2-9]|\d\d+) (share|token|certificate)\b"
    r"|\ba [LE]P?-train|\ban \d|\b0 (shares|tokens|trains)|\b1 \S+-trains\b|\bNone\b|\bTrue\b|  |\.\.|,,|\(\)"
    r"|(?<!Bid )(?<!bids )(?<!with )(?<!has )£0\b|\bpool\b(?<!bank pool)"
)
"""What no text says: numbers that disagree, articles that do, sums of nothing but in bids and purses."""


@pytest.mark.parametrize("number", [3, 9, 12, 20])
def test_the_texts_of_whole_games(number: int) -> None:
    """No event, option or refusal of random games shows one of these faults."""
    setup, chance, said = play.setup(number), random.Random(number), set[str]()
    state = engine.start(setup)
    while not state.finished and len(said) < 6000:
        options = list(engine.options(state))
        said |= {option.label for option in options}
        if chance.random() < 0.1:
            said |= {entry.refusal.text for entry in engine.options(state).unavailable}
        said |= {text(event, state.title) for event in engine.apply(state, play.choose(options, chance))}

    assert len(said) > 200
    assert [each for each in said if FAULTS.search(each)] == []


def test_a_price_move_always_has_a_cause() -> None:
    """Every cause that the market gives is one of those that have words."""
    causes = set[str]()
    for _, _, log in play.play(play.setup(3), 3):
        causes |= {event.cause for event in of(log, PriceMoved)}

    assert {"dividend", "no_dividend"} <= causes <= {*CAUSES, "started"}


def test_where_a_discarded_train_goes() -> None:
    """The option says what the event says: extra trains leave the game, others go to the pool (5.15.7, 5.18.8)."""
    table = Table().phase(5).major_turn("MR", "buy_train", trains=("3", "4", "5"))
    table.state.trains_changed = True
    assert label(table, DiscardTrain("MR", "3")) == "MR gives up a 3-train: it goes to the bank pool"
    extra = Table().phase(5).major_turn("MR", "buy_train", trains=("2P", "LP"))
    extra.state.trains_changed = True
    assert label(extra, DiscardTrain("MR", "LP")) == "MR gives up an LP-train: it leaves the game"


def test_a_private_names_its_owner() -> None:
    """Who would give it up is part of the option (3.1.2)."""
    table = Table().phase(3).hold(2, "P8").major_turn("MR", "acquire_private")
    assert label(table, AcquirePrivate("MR", "P8", "token")) == (
        "Acquire P8 (Edinburgh and Glasgow Railway) from player 2, taking its token"
    )

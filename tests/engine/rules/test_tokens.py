"""Destinations and station tokens (checklist DE; rulebook chapters 5.11, 5.12)."""

import pytest

from broadgauge_engine.actions import (
    LayTile,
    MoveToken,
    Pass,
    PlaceDestinationToken,
    PlaceToken,
    RunTrains,
)
from broadgauge_engine.board import places
from broadgauge_engine.events import TokenPlaced
from broadgauge_engine.options import Reason
from broadgauge_engine.title.model import CITY
from tests.engine.rules.boards import best, kent, lancashire, north_western, revenue, run
from tests.engine.table import Table, of


@pytest.mark.rule("DE01", "DE02")
def test_the_first_connection_places_the_destination_token() -> None:
    """LBSCR's first track from London to Brighton puts its token there at once, free, without any train (5.11.1-4)."""
    table = Table().phase(2).major_turn("LBSCR", cash=0).lay("M42", "5", 3)
    events = table.do(LayTile("LBSCR", "M40", "9", 0))
    assert of(events, TokenPlaced) == [TokenPlaced("LBSCR", "M42", 0, "destination", 0)]
    assert table.state.companies["LBSCR"].trains == []
    assert ("M42", 0) in table.state.companies["LBSCR"].tokens
    assert table.state.companies["LBSCR"].available == 1


@pytest.mark.rule("DE01")
def test_a_connection_made_by_others_counts_after_the_track_step() -> None:
    """The check follows the track step of the company's own turn, whoever laid the track (5.11.2)."""
    table = kent(Table().phase(3)).major_turn("LBSCR", cash=0)
    assert not table.state.companies["LBSCR"].destination_placed
    events = table.do(Pass(1, "LBSCR"))
    assert [(event.hex, event.token) for event in of(events, TokenPlaced)] == [("M42", "destination")]


@pytest.mark.rule("DE01")
def test_the_placement_cannot_be_put_off() -> None:
    """Where the game stops for the check, the connected company must place its token (5.11.2)."""
    table = kent(Table(pauses="all").phase(3)).major_turn("LBSCR", "destination")
    refusal = table.refusal(Pass(1, "LBSCR"))
    assert (refusal.reason, refusal.paragraph) == (Reason.MUST_ACT, "5.11.2")
    events = table.do(PlaceDestinationToken("LBSCR"))
    assert TokenPlaced("LBSCR", "M42", 0, "destination", 0) in events
    far = Table(pauses="all").phase(3).major_turn("LBSCR", "destination")
    assert far.refusal(PlaceDestinationToken("LBSCR")).reason is Reason.NOT_CONNECTED
    assert far.legal(Pass(1, "LBSCR"))


@pytest.mark.rule("DE01")
def test_a_full_city_on_the_way_blocks_the_connection() -> None:
    """A city full of other companies' tokens between home and destination is no connection (5.11.1, 5.4.3)."""
    table = kent(Table().phase(3))
    table.major("GWR", 2)
    table.token("GWR", "O40").major_turn("SECR", cash=0)
    assert of(table.do(Pass(1, "SECR")), TokenPlaced) == []
    free = kent(Table().phase(3)).major_turn("SECR", cash=0)
    assert [event.hex for event in of(free.do(Pass(1, "SECR")), TokenPlaced)] == ["P41"]


@pytest.mark.rule("DE03")
def test_a_destination_token_beside_the_city() -> None:
    """Without a free space the token lies beside Dover, as a space of its own, until an upgrade makes one (5.11.8)."""
    table = kent(Table().phase(3))
    table.major("GWR", 2)
    table.token("GWR", "P41").major_turn("SECR", cash=0, trains=["3"])
    table.do(Pass(1, "SECR"))
    assert table.state.tokens["P41", 0] == ("GWR", "SECR")
    assert table.state.beside == [("P41", "SECR")]
    assert ("P41", CITY) not in places.blocked(table.state, "SECR")
    assert ("P41", CITY) in places.blocked(table.state, "M14")
    table.turn("GWR").do(LayTile("GWR", "P41", "15", 0))  # the other company's upgrade
    assert table.state.beside == []
    assert places.in_slots(table.state, ("P41", 0)) == places.slots(table.state, ("P41", 0)) == 2


@pytest.mark.rule("DE04")
def test_the_destination_counts_twice() -> None:
    """London 20, Brighton twice 20, Folkestone 10, France 60: the run goes on beyond the destination (5.11.5-6)."""
    table = kent(Table().phase(3)).major_turn("LBSCR", cash=0, trains=["4"])
    table.do(Pass(1, "LBSCR"))
    assert table.step == "run_trains"
    assert revenue(table) == 20 + 2 * 20 + 10 + 60
    table.state.companies["LBSCR"].trains = ["3"]
    assert revenue(table) == 20 + 10 + 60  # Brighton to France, home is not on it
    table.state.companies["LBSCR"].trains = ["2"]
    assert revenue(table) == 20 + 2 * 20


@pytest.mark.rule("DE04")
def test_one_train_in_a_turn_counts_the_destination_twice() -> None:
    """Two trains from Liverpool to Manchester: 30+20+40 and 30+10+10+40, and Manchester's 40 once more (5.11.5)."""
    table = lancashire(Table().phase(3)).major_turn("LYR", cash=0, trains=["4", "4"])
    table.do(Pass(1, "LYR"))
    assert table.state.companies["LYR"].destination_placed
    assert revenue(table) == 90 + 90 + 40


@pytest.mark.rule("DE05")
def test_an_express_counts_the_destination_four_times() -> None:
    """An E from Liverpool to Manchester doubles both, and the doubled destination too (5.5.9, 5.11.5)."""
    table = lancashire(Table().phase(7)).major_turn("LYR", cash=0, trains=["E"])
    table.do(Pass(1, "LYR"))
    assert revenue(table) == 2 * 30 + 4 * 40


@pytest.mark.rule("DE06")
def test_manchester_becomes_the_destination_of_lnwr() -> None:
    """Its token is in Manchester from the start; a run from London N counts Manchester twice (5.11.3, 5.6.2)."""
    table = north_western(Table().phase(5))
    table.major("MR", 1)
    table.major("LNWR", 1, turns=0, trains=["5"])
    table.turn("MR", "issue_redeem").do(Pass(1, "MR"))
    assert table.state.acting.id == "LNWR"
    assert table.state.companies["LNWR"].tokens == [("M38", 3), ("I22", 0)]
    table.turn("LNWR", "run_trains")
    assert revenue(table) == 20 + 10 + 40 + 10 + 2 * 40
    table.state.companies["LNWR"].trains = ["3"]
    assert revenue(table) == 40 + 10 + 40  # Manchester, Crewe, Birmingham: not from London


@pytest.mark.rule("DE07", "LO14")
def test_lbscr_and_secr_after_their_destinations() -> None:
    """Both count their destination twice; a second train runs to France by the other track (5.11.7).

    The second train ends where the other company's destination token fills the city.
    """
    table = kent(Table().phase(5), "X9")
    for company in ("LBSCR", "SECR"):
        table.major(company, 1, trains=["4"])
        table.token(company, "P43").turn(company).do(Pass(1, company))
    assert revenue(table.turn("LBSCR", "run_trains")) == 20 + 2 * 20 + 10 + 90
    assert revenue(table.turn("SECR", "run_trains")) == 20 + 20 + 2 * 20 + 90
    table.state.companies["SECR"].trains = ["4", "4"]
    assert revenue(table) == (20 + 20 + 2 * 20 + 90) + (90 + 10 + 20)
    table.state.companies["LBSCR"].trains = ["4", "4"]
    assert revenue(table.turn("LBSCR", "run_trains")) == (20 + 2 * 20 + 10 + 90) + (90 + 20)


def midland(cash: int = 100, available: int = 1) -> Table:
    """MR has built from Derby to Nottingham and Leicester."""
    table = Table().phase(3).major_turn("MR", "token", cash=cash)
    table.state.companies["MR"].available = available
    return table.lay("J29", "6", 4).lay("K28", "57", 1).lay("J31", "4", 0)


@pytest.mark.rule("DE08")
def test_one_available_token_in_a_turn_for_100() -> None:
    """A token costs £100, needs an open city on a route, and one is placed in a turn (5.12.5, 5.12.6, 5.12.12)."""
    table = midland(cash=300, available=2)
    assert [option.action for option in table.options(PlaceToken)] == [PlaceToken("MR", "K28", 0)]
    refusal = table.refusal(PlaceToken("MR", "K30", 0))
    assert (refusal.reason, refusal.paragraph) == (Reason.NOT_CONNECTED, "5.12.6")
    events = table.do(PlaceToken("MR", "K28", 0))
    assert TokenPlaced("MR", "K28", 0, "available", 100) in events
    company = table.state.companies["MR"]
    assert (company.cash, company.available, company.exchange) == (200, 1, 3)
    table.state.step = "token"
    table.lay("L27", "9", 1).lay("M26", "3", 1)
    table.lay("J33", "9", 0).lay("K30", "57", 0)
    assert table.refusal(PlaceToken("MR", "K30", 0)).paragraph == "5.12.5"


@pytest.mark.rule("DE08")
def test_minors_place_no_tokens() -> None:
    """A minor has its home token and never another (5.12.9)."""
    table = Table().phase(3).minor_turn("M5", "token", cash=500).lay("K20", "57", 0)
    refusal = table.refusal(PlaceToken("M5", "K20", 0))
    assert (refusal.reason, refusal.paragraph) == (Reason.COMPANY_KIND, "5.12.9")


@pytest.mark.rule("DE08")
def test_no_token_in_a_full_or_reserved_city() -> None:
    """The space of a company that has not run yet stays free for it, and a full city takes nobody (5.12.6)."""
    table = Table().phase(3).major_turn("MR", "token", cash=100)
    table.lay("J29", "57", 1).lay("I30", "X2", 0)  # Birmingham has three spaces, one of them kept for M10
    assert table.legal(PlaceToken("MR", "I30", 0))
    for name in ("GWR", "LYR"):
        table.major(name, 2)
        table.token(name, "I30")
    refusal = table.refusal(PlaceToken("MR", "I30", 0))
    assert (refusal.reason, refusal.paragraph) == (Reason.RESERVED, "5.12.6")
    table.state.boxes["minors"] = []
    table.state.stacks["minors"].clear()
    table.state.gone.append("M10")
    assert table.legal(PlaceToken("MR", "I30", 0))


@pytest.mark.rule("DE09")
def test_no_second_token_in_a_city() -> None:
    """A company has one token in a city, whatever spaces are free (5.12.6)."""
    table = Table().phase(3).major_turn("LYR", "token", cash=100)
    refusal = table.refusal(PlaceToken("LYR", "G22", 0))
    assert (refusal.reason, refusal.paragraph) == (Reason.OWN_TOKEN, "5.12.6")


@pytest.mark.rule("DE09")
def test_london_takes_several_tokens_of_a_company() -> None:
    """In London a company may hold tokens in more than one of the six stations (5.12.6)."""
    table = Table().phase(3).major_turn("GWR", "token", cash=100).lay("L39", "7", 3).lay("L37", "7", 5)
    assert table.refusal(PlaceToken("GWR", "M38", 2)).reason is Reason.RESERVED  # kept for M16
    table.state.gone.append("M16")
    table.do(PlaceToken("GWR", "M38", 2))
    assert table.state.companies["GWR"].tokens == [("M38", 1), ("M38", 2)]


@pytest.mark.rule("DE09", "DE01")
def test_an_ordinary_token_makes_room_for_the_destination_token() -> None:
    """An ordinary token in the destination becomes available again; the rulebook leaves this open (5.12.6, 5.11.1)."""
    table = kent(Table().phase(3)).major_turn("LBSCR", cash=0).token("LBSCR", "M42")
    table.state.companies["LBSCR"].available = 0
    table.do(Pass(1, "LBSCR"))
    assert table.state.tokens["M42", 0] == ("LBSCR",)
    assert table.state.companies["LBSCR"].available == 1


@pytest.mark.rule("DE10")
def test_exchange_tokens_are_not_placed_in_the_token_step() -> None:
    """With exchange tokens only, a company places none (5.12.7)."""
    table = midland(available=0)
    assert table.state.companies["MR"].exchange == 3
    assert table.refusal(PlaceToken("MR", "K28", 0)).reason is Reason.NO_TOKEN
    assert table.options(PlaceToken) == []


@pytest.mark.rule("DE11")
def test_placed_tokens_stay() -> None:
    """A placed token is never moved: an upgrade leaves it there, and no action takes it away (5.12.8)."""
    table = midland()
    table.do(PlaceToken("MR", "K28", 0))
    table.turn("MR").do(LayTile("MR", "K28", "14", 1))
    assert table.state.companies["MR"].tokens == [("J29", 0), ("K28", 0)]
    assert table.state.tokens["K28", 0] == ("MR",)
    table.turn("MR", "token")
    refusal = table.refusal(MoveToken("MR", "P18", "available"))
    assert (refusal.reason, refusal.paragraph) == (Reason.NOT_OWNED, "5.12.7")


@pytest.mark.rule("DE12")
def test_no_token_without_money() -> None:
    """With £99 the token stays on the charter (5.12.12)."""
    refusal = midland(cash=99).refusal(PlaceToken("MR", "K28", 0))
    assert (refusal.reason, refusal.paragraph) == (Reason.NO_CASH, "5.12.12")
    assert midland(cash=100).legal(PlaceToken("MR", "K28", 0))


@pytest.mark.rule("DE09", "DE04")
def test_the_bonus_needs_the_home_token_on_the_run() -> None:
    """A run beside home, however long, counts the destination once (5.11.5)."""
    table = lancashire(Table(revenue="declared").phase(3)).major_turn("LYR", cash=0, trains=["2"])
    table.do(Pass(1, "LYR"))
    assert table.legal(RunTrains("LYR", (run(table, "2", "H23-I22"),)))
    assert revenue(table) == 20 + 40
    assert best(table).runs[0].stops in ((("H23", CITY), ("I22", CITY)), (("I22", CITY), ("H23", CITY)))

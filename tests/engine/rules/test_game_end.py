"""The end of the game and final worth (checklist GE; rulebook chapter 1.3)."""

import pytest

from broadgauge_engine import engine
from broadgauge_engine.actions import BuyShare, Pass, PayDividend, SellShares
from broadgauge_engine.events import BankBroken, EndScheduled, GameEnded
from broadgauge_engine.options import Reason
from broadgauge_engine.state import shares
from broadgauge_engine.view import view
from tests.engine.table import Table, of

BELOW_THE_END = (0, 19)
END = (0, 20)


def paying(revenue: int, *, part: int = 1, parts: int = 2, **options: str) -> Table:
    """LYR at £650 is about to decide on these earnings, in an operating round of phase 5."""
    table = Table(**options).phase(5).depot("5").box("minors")
    table.major("LYR", 1, trains=("5",), cash=0).space = BELOW_THE_END
    table.turn("LYR", "dividend", part=part, parts=parts)
    table.state.company_turn.revenue = revenue
    return table


def end_of(table: Table) -> str:
    """Plays on to the end of the game; the round that was the last."""
    table.play_until(lambda: table.state.round.number > 4)
    assert table.state.finished
    return table.state.round.name


@pytest.mark.rule("GE01")
@pytest.mark.parametrize(("part", "last"), [(1, "OR 2.1"), (2, "OR 2.2")])
def test_a_company_at_the_end_value_ends_the_game(part: int, last: str) -> None:
    """When a company reaches £700 the game ends with that operating round (1.3.1)."""
    table = paying(700, part=part)
    log = table.do(PayDividend("LYR", "pay"))
    assert of(log, EndScheduled) == [EndScheduled("stock_market")]
    assert end_of(table) == last
    assert table.state.end_reason == "stock_market"


@pytest.mark.rule("GE01")
def test_companies_that_are_yet_to_run_still_run() -> None:
    """The round in which £700 is reached is played to its end (1.3.1)."""
    table = paying(700)
    table.major("GWR", 2, trains=(), cash=600)
    table.turn("LYR", "dividend")
    table.state.company_turn.revenue = 700
    table.do(PayDividend("LYR", "pay"))
    table.play_until(lambda: table.state.turn is not None and table.state.turn.company == "GWR")
    assert not table.state.finished
    assert end_of(table) == "OR 2.1"
    assert table.state.operated == ["LYR", "GWR"]


@pytest.mark.rule("GE01")
def test_a_minor_can_end_the_game_too() -> None:
    """Any company's value counts, a minor's as well (1.3.1)."""
    table = Table().phase(5).depot("5").box("minors")
    table.minor("M24", 1, trains=("5",), cash=0).space = BELOW_THE_END
    table.turn("M24", "run_trains", part=1, parts=2)
    table.lay("D35", "57", 1)
    table.state.company_turn.done.append("run")
    table.state.company_turn.revenue = 40
    table.state.step = "dividend"
    table.play_until(lambda: table.state.finished or table.state.round.part == 2)
    assert table.state.finished


@pytest.mark.rule("GE02")
def test_the_end_value_in_a_stock_round() -> None:
    """Reached in a stock round, £700 ends the game with the first operating round that follows (1.3.1)."""
    table = Table().phase(5).depot("5").box("minors")
    table.major("LYR", 1, trains=("5",), shares={1: 3, 2: 5}, cash=0).space = (1, 20)
    table.stock_turn(1)
    log = table.finish_round()
    assert of(log, EndScheduled) == [EndScheduled("stock_market")]
    assert table.state.round.parts == 2
    assert end_of(table) == "OR 2.1"


@pytest.mark.rule("GE03")
def test_a_bank_that_breaks_in_a_stock_round() -> None:
    """The game ends with the first operating round after that stock round (1.3.1)."""
    table = Table().phase(5).depot("5").box("minors")
    table.major("LYR", 1, trains=("5",), shares={2: 2}, cash=0)
    table.stock_turn(2).state.bank = 50
    log = table.do(SellShares(2, "LYR", 1))
    assert of(log, BankBroken) == [BankBroken(-50)]
    assert of(log, EndScheduled) == [EndScheduled("bank")]
    table.state.bank = 5000
    assert end_of(table) == "OR 2.1"
    assert table.state.end_reason == "bank"


@pytest.mark.rule("GE03")
@pytest.mark.parametrize("part", [1, 2])
def test_a_bank_that_breaks_in_an_operating_round(part: int) -> None:
    """The game ends with the pair of operating rounds (1.3.1)."""
    table = paying(300, part=part)
    table.state.bank = 20
    log = table.do(PayDividend("LYR", "pay"))
    assert of(log, EndScheduled) == [EndScheduled("bank")]
    table.state.bank = 5000
    assert end_of(table) == "OR 2.2"


@pytest.mark.rule("GE03")
def test_incomes_belong_to_their_operating_round() -> None:
    """A bank that breaks over the incomes of the first round breaks in the operating rounds (1.3.1, 5.2.1)."""
    table = Table().phase(5).depot("5").box("minors").hold(2, "P2")
    table.major("LYR", 1, trains=("5",), cash=0)
    table.stock_turn(1).state.bank = 5
    table.finish_round()
    assert [reason for reason, _ in table.state.ends] == ["bank"]
    table.state.bank = 5000
    assert end_of(table) == "OR 2.2"


@pytest.mark.rule("GE03")
def test_an_empty_bank_is_not_broken() -> None:
    """The bank has run out when it cannot pay from what it has (1.3.1)."""
    table = Table().phase(5)
    table.major("LYR", 1, trains=("5",), shares={2: 2}, cash=0)
    table.stock_turn(2).state.bank = 100
    log = table.do(SellShares(2, "LYR", 1))
    assert (table.state.bank, of(log, BankBroken)) == (0, [])


@pytest.mark.rule("GE04")
def test_the_bank_pays_on_and_the_end_stays() -> None:
    """A broken bank pays what it owes; even if it is solvent again the game ends (1.3.1)."""
    table = Table().phase(5).depot("5").box("minors")
    table.major("LYR", 1, trains=("5",), shares={2: 2, 3: 1}, cash=0)
    table.stock_turn(2).state.bank = 50
    cash = table.state.player(2).cash
    table.do(SellShares(2, "LYR", 2))
    assert (table.state.player(2).cash, table.state.bank) == (cash + 200, -150)
    table.do(Pass(2))
    table.do(BuyShare(3, "LYR", "pool"))
    table.do(BuyShare(1, "LYR", "pool"))
    assert table.state.bank == 10
    assert end_of(table) == "OR 2.1"


@pytest.mark.rule("GE05")
@pytest.mark.parametrize(("rule", "last"), [("earliest", "OR 2.1"), ("first", "OR 2.2")])
def test_the_earliest_end_counts(rule: str, last: str) -> None:
    """Bank broken, then £700 in one operating round: the earlier end counts (1.3.1); in recorded games the first."""
    table = paying(700, end_trigger=rule)
    table.state.bank = 20
    table.do(PayDividend("LYR", "pay"))
    table.state.bank = 5000
    assert end_of(table) == last


@pytest.mark.rule("GE05")
@pytest.mark.parametrize("rule", ["earliest", "first"])
def test_a_later_trigger_does_not_put_the_end_off(rule: str) -> None:
    """An end that is due with this round stays due when the bank breaks as well (1.3.1)."""
    table = paying(700, end_trigger=rule)
    table.do(PayDividend("LYR", "pay"))
    table.state.bank = -100
    assert end_of(table) == "OR 2.1"


@pytest.mark.rule("GE06")
def test_final_worth() -> None:
    """Cash, shares at their price, minors at twice theirs, open concessions at £100; privates count nothing (1.3.2)."""
    table = Table().phase(4).cash(1, 123).hold(1, "C3", "P2", "P6")
    table.major("LYR", 1, par=100, cash=2000, shares={1: 1})
    table.minor("M7", 1, bid=145, cash=500)
    assert shares.worth(table.state, 1) == 123 + 3 * 100 + 2 * 70 + 100
    table.state.companies["M7"].space = (8, 4)
    assert shares.worth(table.state, 1) == 123 + 3 * 100 + 2 * 60 + 100


@pytest.mark.rule("GE06")
def test_the_tax_haven_belongs_to_its_owner() -> None:
    """At the end the owner of P16 receives its share and its cash (P16)."""
    table = Table().cash(2, 50).hold(2, "P16")
    table.major("LYR", 1, par=90)
    table.state.credits["P16"], table.state.haven_shares = 37, ["LYR"]
    assert shares.worth(table.state, 2) == 50 + 90 + 37


@pytest.mark.rule("GE06")
def test_a_debt_is_taken_off() -> None:
    """What a player owes diminishes the wealth; the rulebook lends at interest (5.17.2, 1.3.2)."""
    table = Table().cash(2, 50)
    table.state.player(2).debt = 90
    assert shares.worth(table.state, 2) == -40


@pytest.mark.rule("GE06")
def test_the_richest_player_wins() -> None:
    """The result lists the players by wealth, equals in the same place (1.3.2)."""
    table = paying(700).cash(1, 0).cash(2, 2000).cash(3, 2000)
    log = table.do(PayDividend("LYR", "pay"))
    log += table.play_until(lambda: False)
    assert of(log, GameEnded)[0].worth == (140 + 2 * 700, 2000, 2000)
    assert view(table.state)["result"] == [
        {"place": 1, "player": 2, "worth": 2000},
        {"place": 1, "player": 3, "worth": 2000},
        {"place": 3, "player": 1, "worth": 1540},
    ]
    assert engine.decision(table.state) is None
    found = table.refusal(Pass(1))
    assert (found.reason, found.paragraph) == (Reason.GAME_OVER, "1.3.1")


@pytest.mark.rule("GE07")
def test_all_holdings_are_open() -> None:
    """Every player may see everyone's cash, certificates, bids and loans, and all companies' assets (1.4.1)."""
    table = Table().cash(2, 411).hold(2, "P2", "C3")
    table.major("LYR", 2, cash=77, trains=("2", "L"), pool=1)
    table.owns("LYR", "P9")
    table.state.player(2).debt = 30
    table.stock_turn(1).bids((1, "M24", 100))
    shown = view(table.state)
    player, company = shown["players"][1], shown["companies"][0]
    assert (player["cash"], player["debt"], player["items"]) == (411, 30, ["P2", "C3"])
    assert player["shares"] == [{"company": "LYR", "shares": 2}]
    assert shown["players"][0]["bids"] == [{"item": "M24", "player": 1, "amount": 100}]
    assert (company["cash"], company["trains"], company["privates"]) == (77, ["2", "L"], ["P9"])
    assert (company["treasury_shares"], company["pool_shares"]) == (7, 1)

"""Forced train purchases and emergency money raising (checklist TB; rulebook chapters 4.2, 5.16 and 5.17)."""

import pytest

from broadgauge_engine.actions import BuyTrain, IssueShares, Pass, RepayLoan, SellShares
from broadgauge_engine.events import BankBroken, InterestCharged, LoanTaken, SharesSold, TrainBought
from broadgauge_engine.options import Reason
from broadgauge_engine.state import market
from tests.engine.table import Table, of


def forced(
    *,
    cash: int,
    director: int,
    top: str = "4",
    phase: int = 4,
    pool: tuple[str, ...] = (),
    held: int = 0,
    par: int = 100,
    own: dict[int, int] | None = None,
    turns: int = 2,
    **options: str,
) -> Table:
    """LYR of player 1 must buy a train; the director holds `held` shares of GWR, which player 2 directs."""
    table = Table(**options).phase(phase).depot(top).cash(1, director)
    table.major("LYR", 1, cash=cash, shares=own, turns=turns)
    table.major("GWR", 2, par=par, shares={1: held, 2: 2} if held else {2: 2}, trains=("5",))
    table.state.pool = list(pool)
    return table.turn("LYR", "buy_train")


@pytest.mark.rule("TB12", "TB15")
def test_the_director_makes_up_the_shortfall() -> None:
    """The company pays what it has, the director the rest in cash (5.16.3, 5.16.5)."""
    table = forced(cash=140, director=200)
    log = table.do(BuyTrain("LYR", "4", "bank", 300))
    assert of(log, TrainBought) == [TrainBought("LYR", "4", "bank", 300, 160)]
    assert not of(log, LoanTaken)
    assert (table.state.companies["LYR"].cash, table.state.player(1).cash) == (0, 40)


@pytest.mark.rule("TB12")
def test_no_help_for_another_companys_train() -> None:
    """For a train of another company the director adds nothing (5.16.4)."""
    table = forced(cash=140, director=700)
    found = table.refusal(BuyTrain("LYR", "5", "GWR", 141))
    assert (found.reason, found.paragraph) == (Reason.NO_CASH, "5.15.2")
    assert table.legal(BuyTrain("LYR", "5", "GWR", 140))


@pytest.mark.rule("TB12")
def test_no_help_for_a_company_that_owns_a_train() -> None:
    """Only a company without a train gets its director's help (5.16.1, 5.16.3)."""
    table = forced(cash=140, director=700)
    table.state.companies["LYR"].trains = ["3"]
    found = table.refusal(BuyTrain("LYR", "4", "bank", 300))
    assert (found.reason, found.paragraph) == (Reason.NO_CASH, "5.15.3")
    assert table.legal(Pass(1, "LYR"))


@pytest.mark.rule("TB13")
@pytest.mark.parametrize("price", [0, 1])
def test_a_company_without_money_buys_from_the_bank(price: int) -> None:
    """With £0 no train of another company can be bought, only the cheapest of the bank (5.15.2, Easy to Miss)."""
    table = forced(cash=0, director=700)
    assert not table.legal(BuyTrain("LYR", "5", "GWR", price))
    assert {option.action.source for option in table.options(BuyTrain)} == {"bank"}
    table.do(BuyTrain("LYR", "4", "bank", 300))
    assert table.state.player(1).cash == 400


@pytest.mark.rule("TB14")
def test_a_cheaper_train_of_the_pool_must_be_bought() -> None:
    """With a 3 in the pool the director helps to buy that, not the 4 of the bank (5.16.3, Easy to Miss)."""
    table = forced(cash=10, director=700, pool=("3",))
    found = table.refusal(BuyTrain("LYR", "4", "bank", 300))
    assert (found.reason, found.paragraph) == (Reason.NO_CASH, "5.16.3")
    log = table.do(BuyTrain("LYR", "3", "pool", 200))
    assert of(log, TrainBought) == [TrainBought("LYR", "3", "pool", 200, 190)]


@pytest.mark.rule("TB14")
def test_emergency_money_never_buys_an_e_train() -> None:
    """The 7 is cheaper than the E, so help goes to the 7 only (5.16.3, Easy to Miss)."""
    table = forced(cash=400, director=700, top="7", phase=7)
    assert table.refusal(BuyTrain("LYR", "E", "bank", 1000)).paragraph == "5.16.3"
    table.do(BuyTrain("LYR", "7", "bank", 750))
    assert table.state.player(1).cash == 350


@pytest.mark.rule("TB15", "TB16")
def test_shares_are_sold_before_a_loan_is_taken() -> None:
    """As long as the director can sell shares there is no loan (5.17.1, 5.17.2, 4.2.2)."""
    table = forced(cash=100, director=50, held=1)
    found = table.refusal(BuyTrain("LYR", "4", "bank", 300))
    assert (found.reason, found.paragraph) == (Reason.MUST_ACT, "5.17.1")
    table.do(SellShares(1, "GWR", 1))
    log = table.do(BuyTrain("LYR", "4", "bank", 300))
    assert of(log, LoanTaken) == [LoanTaken(1, 50, 75)]


@pytest.mark.rule("TB15")
@pytest.mark.parametrize(("rule", "brought"), [("frozen", 200), ("stepwise", 190)])
def test_every_share_brings_its_value_at_the_start(rule: str, brought: int) -> None:
    """Shares bring their value at the start of the train action (5.17.1); in recorded games the present one."""
    table = forced(cash=0, director=0, held=3, emergency_price=rule)
    log = table.do(SellShares(1, "GWR", 1)) + table.do(SellShares(1, "GWR", 1))
    assert [event.received for event in of(log, SharesSold)] == [100, brought - 100]
    assert table.state.player(1).cash == brought
    assert market.price(table.state, table.state.companies["GWR"]) == 80


@pytest.mark.rule("TB16")
def test_no_more_is_sold_than_needed() -> None:
    """The sales stop as soon as the necessary cash is raised (5.17.1)."""
    table = forced(cash=100, director=50, held=3)
    assert table.refusal(SellShares(1, "GWR", 3)).reason is Reason.NOT_NEEDED
    (option,) = table.options(SellShares)
    assert (option.domains[0].minimum, option.domains[0].maximum) == (1, 2)
    table.do(SellShares(1, "GWR", 2))
    found = table.refusal(SellShares(1, "GWR", 1))
    assert (found.reason, found.paragraph) == (Reason.NOT_NEEDED, "5.17.1")
    table.do(BuyTrain("LYR", "4", "bank", 300))
    assert (table.state.player(1).cash, table.state.player(1).debt) == (50, 0)


@pytest.mark.rule("TB16")
def test_no_sales_where_cash_suffices() -> None:
    """A director who can pay sells nothing (5.16.5, 5.17.1)."""
    table = forced(cash=100, director=200, held=3)
    assert table.refusal(SellShares(1, "GWR", 1)).reason is Reason.NOT_NEEDED
    assert not table.options(SellShares)


@pytest.mark.rule("TB16")
@pytest.mark.parametrize(
    ("own", "most"), [({1: 1}, 1), ({}, 0), ({1: 2, 2: 3}, 1), ({1: 2, 2: 4}, 0), ({1: 3, 2: 2, 3: 2}, 3)]
)
def test_the_director_of_the_company_stays(own: dict[int, int], most: int) -> None:
    """The director keeps the director's certificate of the company that buys (5.17.1)."""
    table = forced(cash=0, director=0, own=own)
    legal = [count for count in range(1, 6) if table.legal(SellShares(1, "LYR", count))]
    assert legal == list(range(1, most + 1))
    if len(own) > 1 and most == 1:
        found = table.refusal(SellShares(1, "LYR", 2))
        assert (found.reason, found.paragraph) == (Reason.DIRECTOR, "5.17.1")


@pytest.mark.rule("TB16", "SR17")
def test_other_directorships_may_be_lost() -> None:
    """The normal rules hold for shares of other companies, a change of director included (5.17.1, 4.6.1)."""
    table = Table().phase(4).depot("4").cash(1, 0)
    table.major("LYR", 1, cash=0)
    table.major("GWR", 1, shares={2: 2}, trains=("5",))
    table.turn("LYR", "buy_train").do(SellShares(1, "GWR", 2))
    assert table.state.companies["GWR"].director == 2


@pytest.mark.rule("TB16", "SR14")
def test_the_pool_limit_holds_in_an_emergency() -> None:
    """No more than 50% of a company may come to the pool, so a loan follows (5.17.1, 4.6.1)."""
    table = forced(cash=0, director=0, held=3)
    table.state.companies["GWR"].pool = 5
    table.state.companies["GWR"].treasury = 0
    assert table.refusal(SellShares(1, "GWR", 1)).reason is Reason.POOL_LIMIT
    table.do(BuyTrain("LYR", "4", "bank", 300))
    assert table.state.player(1).debt == 450


@pytest.mark.rule("TB16", "SR15")
def test_shares_of_a_company_in_its_first_turn_are_not_sold() -> None:
    """A company that has not completed an operating turn before is not for sale, the active one included (4.6.1)."""
    table = forced(cash=0, director=0, own={1: 2}, turns=1)
    assert table.refusal(SellShares(1, "LYR", 1)).reason is Reason.NOT_OPERATED
    table = forced(cash=0, director=0, held=2)
    table.state.companies["GWR"].turns = 0
    assert table.refusal(SellShares(1, "GWR", 1)).reason is Reason.NOT_OPERATED


@pytest.mark.rule("TB16")
def test_only_the_director_raises_money() -> None:
    """Other players sell nothing in an operating round (5.17.1)."""
    table = forced(cash=0, director=0, held=2)
    assert table.refusal(SellShares(2, "GWR", 1)).reason is Reason.NOT_YOUR_TURN


@pytest.mark.rule("TB16")
@pytest.mark.parametrize(("rule", "legal"), [("forced", False), ("voluntary", True)])
def test_sales_for_a_company_that_owns_a_train(rule: str, legal: bool) -> None:
    """Shares are sold in an operating round only when forced (5.17.1); recorded games allow it when money is short."""
    table = forced(cash=0, director=0, held=2, emergency_sales=rule)
    table.state.companies["LYR"].trains = ["3"]
    assert table.legal(SellShares(1, "GWR", 1)) is legal
    table.state.companies["LYR"].cash = 300
    assert not table.legal(SellShares(1, "GWR", 1))


@pytest.mark.rule("TB16", "TB12")
def test_money_raised_is_for_the_banks_train() -> None:
    """Once shares were sold for it the cheapest train of bank or pool is bought (5.16.3, 5.16.4)."""
    table = forced(cash=50, director=0, held=2)
    assert table.legal(BuyTrain("LYR", "5", "GWR", 50))
    table.do(SellShares(1, "GWR", 1))
    assert not table.legal(BuyTrain("LYR", "5", "GWR", 50))


@pytest.mark.rule("TB17")
@pytest.mark.parametrize(("director", "loan", "debt"), [(0, 160, 240), (99, 61, 92), (159, 1, 2), (160, 0, 0)])
def test_a_loan_covers_the_shortfall(director: int, loan: int, debt: int) -> None:
    """The bank lends what is missing, and adds half of it, rounded up, to the debt (5.17.2)."""
    table = forced(cash=140, director=director)
    log = table.do(BuyTrain("LYR", "4", "bank", 300))
    assert of(log, LoanTaken) == ([LoanTaken(1, loan, debt)] if loan else [])
    assert (table.state.player(1).cash, table.state.player(1).debt) == (0, debt)
    assert table.state.companies["LYR"].trains == ["4"]


@pytest.mark.rule("TB17")
@pytest.mark.parametrize(("source", "lent", "repaid"), [("separate", 0, 0), ("bank", 160, 90)])
def test_where_the_loan_comes_from(source: str, lent: int, repaid: int) -> None:
    """Loans do not touch the bank's £12,000 (4.2.4); in recorded games they leave and return to it."""
    table = forced(cash=140, director=0, loan_source=source)
    bank = table.state.bank
    table.do(BuyTrain("LYR", "4", "bank", 300))
    assert table.state.bank == bank + 300 - lent
    table.cash(1, 90).stock_turn(1)
    bank = table.state.bank
    table.do(RepayLoan(1, 90))
    assert table.state.bank == bank + repaid
    assert table.state.player(1).debt == 150


@pytest.mark.rule("TB17", "GE03")
def test_a_loan_does_not_break_the_bank() -> None:
    """The bank can lend more than it has, for the money is not its own (4.2.4, 1.3.1)."""
    table = forced(cash=140, director=0)
    table.state.bank = 10
    table.do(BuyTrain("LYR", "4", "bank", 300))
    assert (table.state.bank, table.state.ends) == (310, [])


@pytest.mark.rule("TB17", "GE03")
@pytest.mark.parametrize(("bank", "broken"), [(159, True), (160, False)])
def test_a_loan_out_of_the_bank_can_break_it(bank: int, broken: bool) -> None:
    """As games are recorded, a loan of £160 breaks a bank of £159, though the train is paid at once (4.2.4, 1.3.1)."""
    table = forced(cash=140, director=0, loan_source="bank")
    table.state.bank = bank
    log = table.do(BuyTrain("LYR", "4", "bank", 300))
    assert of(log, LoanTaken) == [LoanTaken(1, 160, 240)]
    assert of(log, BankBroken) == ([BankBroken(-1)] if broken else [])
    assert [reason for reason, _ in table.state.ends] == (["bank"] if broken else [])
    assert table.state.bank == bank - 160 + 300


@pytest.mark.rule("TB18")
def test_example_of_a_loan() -> None:
    """£140, £20 and one share for £80 leave £60 for a 4; debt 90, 50 paid off, 20 interest, 60 left (4.2.4)."""
    table = forced(cash=140, director=20, par=80, held=1)
    table.do(SellShares(1, "GWR", 1))
    assert table.state.player(1).cash == 100
    log = table.do(BuyTrain("LYR", "4", "bank", 300))
    assert of(log, LoanTaken) == [LoanTaken(1, 60, 90)]
    table.cash(1, 50).box("minors").stock_turn(1)
    table.do(RepayLoan(1, 50))
    assert table.state.player(1).debt == 40
    assert table.state.stock.player == 2
    assert of(table.finish_round(), InterestCharged) == [InterestCharged(1, 20, 60)]
    assert table.state.player(1).debt == 60


@pytest.mark.rule("TB19")
def test_treasury_shares_are_useless() -> None:
    """A company cannot turn its own shares into money for a forced purchase (5.16.5)."""
    table = forced(cash=140, director=0)
    assert table.state.companies["LYR"].treasury == 8
    found = table.refusal(IssueShares("LYR", 2))
    assert (found.reason, found.paragraph) == (Reason.WRONG_STEP, "5.3.1")
    assert [option.action for option in table.options()] == [
        BuyTrain("LYR", "4", "bank", 300),
        BuyTrain("LYR", "5", "GWR", 1),
    ]

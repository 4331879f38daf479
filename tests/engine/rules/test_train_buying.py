"""Buying trains, limits and discards (checklist TB; rulebook chapters 5.5, 5.15 and 5.16)."""

import pytest

from broadgauge_engine import engine
from broadgauge_engine.actions import AnswerProposal, BuyTrain, DiscardTrain, FlipTrain, Pass
from broadgauge_engine.events import PhaseStarted, ProposalMade, TrainBought, TrainDiscarded, TrainFlipped
from broadgauge_engine.options import Reason
from broadgauge_engine.state import depot
from tests.engine.table import Table, of


def buying(
    phase: int, top: str, *, cash: int, trains: tuple[str, ...] = (), pool: tuple[str, ...] = (), **options: str
) -> Table:
    """LYR of player 1 at its train step."""
    table = Table(**options).phase(phase).depot(top)
    table.major("LYR", 1, cash=cash, trains=trains)
    table.state.pool = list(pool)
    return table.turn("LYR", "buy_train")


def offered(table: Table) -> set[tuple[str, str, int]]:
    """What is for sale, as (kind, source, price)."""
    return {(o.action.kind, o.action.source, o.action.price) for o in table.options(BuyTrain)}


@pytest.mark.rule("TB01")
def test_trains_of_bank_and_pool_are_sold_at_face_value() -> None:
    """Any train of the pool, or the next one of the bank, is for sale at its face value (5.15.3)."""
    table = buying(4, "4", cash=600, pool=("3", "3", "5P"))
    assert offered(table) == {("4", "bank", 300), ("3", "pool", 200), ("5P", "pool", 500)}
    for action in (BuyTrain("LYR", "4", "bank", 299), BuyTrain("LYR", "3", "pool", 1)):
        found = table.refusal(action)
        assert (found.reason, found.paragraph) == (Reason.PRICE, "5.15.3")
    for action in (
        BuyTrain("LYR", "3", "bank", 200),
        BuyTrain("LYR", "5", "bank", 500),
        BuyTrain("LYR", "4", "pool", 300),
    ):
        assert table.refusal(action).reason is Reason.NOT_FOR_SALE


@pytest.mark.rule("TB01")
def test_the_bank_is_paid_and_the_stock_shrinks() -> None:
    """The price goes to the bank; a pool train leaves the pool and starts no phase (5.15.3)."""
    table = buying(3, "4", cash=600, pool=("4", "3"))
    bank, company = table.state.bank, table.state.companies["LYR"]
    log = table.do(BuyTrain("LYR", "4", "pool", 300))
    assert (company.cash, company.trains, table.state.pool) == (300, ["4"], ["3"])
    assert table.state.bank == bank + 300
    assert not of(log, PhaseStarted)
    table.do(BuyTrain("LYR", "4", "bank", 300))
    assert table.state.depot["4"] == 5


@pytest.mark.rule("TB01")
def test_the_next_kind_follows_when_one_is_sold_out() -> None:
    """Only when the last of a kind is sold is the next kind for sale (5.15.3, 2.1.12)."""
    table = buying(3, "3", cash=800)
    table.state.depot["3"] = 1
    assert offered(table) == {("3", "bank", 200)}
    table.do(BuyTrain("LYR", "3", "bank", 200))
    assert offered(table) == {("4", "bank", 300)}


@pytest.mark.rule("TB02")
@pytest.mark.parametrize(("price", "reason"), [(0, Reason.PRICE), (-10, Reason.PRICE), (401, Reason.NO_CASH)])
def test_the_price_between_companies(price: int, reason: Reason) -> None:
    """Another company's train costs from £1 to all that the buyer has (5.15.2)."""
    table = buying(3, "3", cash=400)
    table.minor("M7", 1, cash=0, trains=("2",))
    table.turn("LYR", "buy_train")
    found = table.refusal(BuyTrain("LYR", "2", "M7", price))
    assert (found.reason, found.paragraph) == (reason, "5.15.2")
    option = next(o for o in table.options(BuyTrain) if o.action.source == "M7")
    assert [(d.field, d.minimum, d.maximum) for d in option.domains] == [("price", 1, 400)]
    log = table.do(BuyTrain("LYR", "2", "M7", 400))
    assert of(log, TrainBought) == [TrainBought("LYR", "2", "M7", 400, 0)]
    assert table.state.companies["M7"].cash == 400
    assert (table.state.companies["M7"].trains, table.state.companies["LYR"].trains) == ([], ["2"])


@pytest.mark.rule("TB02")
@pytest.mark.parametrize("accept", [True, False])
def test_the_seller_must_consent(accept: bool) -> None:
    """The selling company's director must agree (5.15.2)."""
    table = buying(3, "3", cash=400, trains=("3",), consent="ask")
    table.minor("M7", 2, trains=("2",))
    table.turn("LYR", "buy_train")
    log = table.do(BuyTrain("LYR", "2", "M7", 50))
    assert of(log, ProposalMade) == [ProposalMade("LYR", "BuyTrain", (2,), "Buy a 2-train from M7 for £50")]
    assert table.state.companies["LYR"].trains == ["3"]
    table.do(AnswerProposal(2, accept))
    assert table.state.companies["LYR"].trains == (["3", "2"] if accept else ["3"])
    assert table.state.companies["LYR"].cash == (350 if accept else 400)
    assert table.legal(BuyTrain("LYR", "2", "M7", 60)) is not accept


@pytest.mark.rule("TB02")
@pytest.mark.parametrize(
    ("refused", "ranges"), [(350, [(1, 200)]), (201, [(1, 200)]), (200, [(1, 199)]), (50, [(1, 49), (51, 200)])]
)
def test_prices_after_a_refused_one(refused: int, ranges: list[tuple[int, int]]) -> None:
    """Any price may be offered that the treasury holds now, but for one that was refused (5.15.2, 5.3.1)."""
    table = buying(3, "3", cash=400, trains=("3",), consent="ask")
    table.minor("M7", 2, trains=("2",))
    table.turn("LYR", "buy_train")
    for action in (BuyTrain("LYR", "2", "M7", refused), AnswerProposal(2, False), BuyTrain("LYR", "3", "bank", 200)):
        table.do(action)
    domains = [d for o in table.options(BuyTrain) if o.action.source == "M7" for d in o.domains]
    assert [(d.minimum, d.maximum) for d in domains] == ranges


@pytest.mark.rule("TB03")
@pytest.mark.parametrize(("phase", "legal"), [(1, True), (2, True), (3, False)])
def test_l_trains_are_converted_in_phases_1_and_2(phase: int, legal: bool) -> None:
    """In phases 1 and 2 an L becomes a 2 for £80 (5.15.4, Table 7)."""
    table = buying(phase, "L", cash=80, trains=("L",))
    assert table.legal(FlipTrain("LYR")) is legal
    if not legal:
        assert table.refusal(FlipTrain("LYR")).paragraph == "5.15.4"
        return
    bank = table.state.bank
    log = table.do(FlipTrain("LYR"))
    assert of(log, TrainFlipped) == [TrainFlipped("LYR", 80)]
    assert (table.state.companies["LYR"].cash, table.state.bank) == (0, bank + 80)
    assert table.state.companies["LYR"].trains == ["2"]


@pytest.mark.rule("TB03")
def test_what_cannot_be_converted() -> None:
    """Only an L can, only for £80, and not the permanent L of P19 (5.15.4, P19)."""
    table = buying(2, "L", cash=79, trains=("L",))
    assert table.refusal(FlipTrain("LYR")).reason is Reason.NO_CASH
    table = buying(2, "L", cash=500, trains=("LP", "2"))
    assert table.refusal(FlipTrain("LYR")).reason is Reason.NOT_OWNED


@pytest.mark.rule("TB04")
@pytest.mark.parametrize(("phase", "top", "kind"), [(3, "4", "2"), (5, "6", "3"), (6, "7", "4")])
def test_no_purchase_at_the_limit(phase: int, top: str, kind: str) -> None:
    """At the train limit no train is bought, even if its phase would make room (5.15.8)."""
    table = buying(phase, top, cash=2000)
    company = table.state.companies["LYR"]
    company.trains = [kind] * depot.limit(table.state, company)
    found = table.refusal(BuyTrain("LYR", top, "bank", {"4": 300, "6": 600, "7": 750}[top]))
    assert (found.reason, found.paragraph) == (Reason.TRAIN_LIMIT, "5.15.8")
    assert not table.options(BuyTrain)


@pytest.mark.rule("TB05")
def test_a_purchase_may_lead_over_the_limit() -> None:
    """Below the limit a train may be bought though its phase lowers the limit; the excess goes to the pool (5.15.6)."""
    table = buying(3, "4", cash=300, trains=("3", "3", "3"))
    table.do(BuyTrain("LYR", "4", "bank", 300))
    assert table.step == "discard_train"
    assert {o.action.kind for o in table.options(DiscardTrain)} == {"3", "4"}
    log = table.do(DiscardTrain("LYR", "3"))
    assert of(log, TrainDiscarded) == [TrainDiscarded("LYR", "3", "pool")]
    assert table.state.companies["LYR"].trains == ["3", "3", "4"]
    assert (table.state.pool, table.state.companies["LYR"].cash) == (["3"], 0)


@pytest.mark.rule("TB05")
def test_obsolete_trains_go_before_anything_is_discarded() -> None:
    """Trains that become obsolete make room first (5.5.15, 5.15.7)."""
    table = buying(3, "4", cash=300, trains=("2", "3", "3"))
    table.do(BuyTrain("LYR", "4", "bank", 300))
    assert table.step != "discard_train"
    assert table.state.companies["LYR"].trains == ["3", "3", "4"]


def crowded(**options: str) -> Table:
    """Phase 4 begins: GWR at £90, SWR at £100 further right, NER and CR in a pile at £100, all over the limit."""
    table = buying(3, "4", cash=300, trains=("3",), **options)
    for name, par in (("GWR", 90), ("NER", 100), ("CR", 100), ("SWR", 100)):
        table.major(name, 2, par=par, trains=["3"] * 4)
    table.state.companies["SWR"].space = (5, 5)
    table.turn("LYR", "buy_train").do(BuyTrain("LYR", "4", "bank", 300))
    return table


@pytest.mark.rule("TB06")
def test_companies_discard_in_order_of_price() -> None:
    """The most valuable discards first, then the rightmost, then the top of the pile (5.15.7)."""
    table = crowded()
    order = []
    while table.step == "discard_train":
        decision = engine.decision(table.state)
        assert decision is not None
        assert decision.player == 2
        order.append(decision.company)
        others = [name for name in ("GWR", "SWR", "NER", "CR") if name != decision.company]
        assert not any(table.legal(DiscardTrain(name, "3")) for name in others)
        table.do(DiscardTrain(decision.company, "3"))
    assert order == ["SWR", "NER", "CR", "GWR"]
    assert table.state.pool == ["3"] * 4


@pytest.mark.rule("TB06")
def test_recorded_games_discard_in_any_order() -> None:
    """With `discard_order` as in recorded games any company over the limit may discard (5.15.7 has an order)."""
    table = crowded(discard_order="any")
    assert {o.action.company for o in table.options(DiscardTrain)} == {"GWR", "SWR", "NER", "CR"}
    for name in ("GWR", "CR", "SWR", "NER"):
        table.do(DiscardTrain(name, "3"))
    assert table.step != "discard_train"
    assert table.refusal(DiscardTrain("LYR", "3")).reason is Reason.WRONG_STEP


@pytest.mark.rule("TB06")
def test_minors_and_majors_discard_together() -> None:
    """Only price and place decide: a dearer major discards before a minor (5.15.7)."""
    table = buying(3, "4", cash=300, trains=("3",))
    table.minor("M7", 2, trains=("3", "3"))
    table.major("GWR", 3, par=60, trains=["3"] * 4)
    table.turn("LYR", "buy_train").do(BuyTrain("LYR", "4", "bank", 300))
    assert table.refusal(DiscardTrain("M7", "3")).paragraph == "5.15.7"
    table.do(DiscardTrain("GWR", "3"))
    table.do(DiscardTrain("M7", "3"))
    assert table.step != "discard_train"


@pytest.mark.rule("TB07")
@pytest.mark.parametrize(("kind", "price"), [("7", 750), ("E", 1000)])
def test_the_side_of_a_7_e_train_is_chosen_when_it_is_bought(kind: str, price: int) -> None:
    """Either side is for sale, and stays as it was bought, also in the pool (5.5.8, 5.15.5)."""
    table = buying(7, "7", cash=1000)
    assert offered(table) == {("7", "bank", 750), ("E", "bank", 1000)}
    table.do(BuyTrain("LYR", kind, "bank", price))
    assert table.state.companies["LYR"].trains == [kind]
    assert table.refusal(FlipTrain("LYR")).reason in (Reason.PHASE, Reason.WRONG_STEP)
    table.state.pool = [kind]
    table.major("GWR", 1, cash=2000)
    table.turn("GWR", "buy_train")
    assert {(k, p) for k, source, p in offered(table) if source == "pool"} == {(kind, price)}


@pytest.mark.rule("TB07")
def test_the_last_kind_never_runs_out() -> None:
    """7/E-trains are unlimited (Table 7)."""
    table = Table().phase(7).depot("7")
    for name in ("LYR", "GWR", "SWR", "NER", "CR"):
        table.major(name, 1, cash=1500)
        table.turn(name, "buy_train")
        table.do(BuyTrain(name, "7", "bank", 750))
        assert table.legal(BuyTrain(name, "7", "bank", 750))


@pytest.mark.rule("TB08")
@pytest.mark.parametrize("source", ["bank", "pool", "GWR"])
def test_one_e_train_only(source: str) -> None:
    """A company owns one E-train at most, wherever the second came from (5.5.10)."""
    table = buying(7, "7", cash=3000, trains=("E",), pool=("E",))
    table.major("GWR", 1, trains=("E",))
    table.turn("LYR", "buy_train")
    found = table.refusal(BuyTrain("LYR", "E", source, 1000))
    assert (found.reason, found.paragraph) == (Reason.TRAIN_LIMIT, "5.5.10")
    assert table.legal(BuyTrain("LYR", "7", "bank", 750))


@pytest.mark.rule("TB09")
@pytest.mark.parametrize("kind", ["2P", "LP", "P+"])
def test_permanent_extra_trains(kind: str) -> None:
    """2P, P19's L and Pullman are not traded, and count neither for the limit nor as a train (5.5.13, 5.5.14)."""
    table = buying(5, "5", cash=1000, trains=("5", kind))
    table.major("GWR", 1, cash=1000, trains=("4", kind))
    table.turn("LYR", "buy_train")
    assert table.refusal(BuyTrain("LYR", kind, "GWR", 50)).reason is Reason.NOT_FOR_SALE
    assert ("4", "GWR", 1) in offered(table)
    assert table.legal(BuyTrain("LYR", "5", "bank", 500))
    table.state.companies["LYR"].trains = [kind]
    found = table.refusal(Pass(1, "LYR"))
    assert (found.reason, found.paragraph) == (Reason.MUST_ACT, "5.16.1")


@pytest.mark.rule("TB09")
def test_the_5_train_of_p1_is_a_normal_train() -> None:
    """The 5-train of P1 counts, fulfils the obligation and may be sold (3.1.18, 5.5.5)."""
    table = buying(5, "5", cash=1000, trains=("5P",))
    assert table.legal(Pass(1, "LYR"))
    table.major("GWR", 1, cash=1000, trains=("5P",))
    table.turn("GWR", "buy_train")
    assert ("5P", "LYR", 1) in offered(table)


@pytest.mark.rule("TB10")
@pytest.mark.parametrize("kind", ["minor", "major"])
def test_a_company_without_a_train_must_buy_one(kind: str) -> None:
    """Majors and minors alike must own a train at the end of their turn (5.5.2, 5.16.1)."""
    table = Table().phase(2)
    name = table.minor("M7", 1, cash=500).id if kind == "minor" else table.major("LYR", 1, cash=500).id
    table.turn(name, "buy_train")
    found = table.refusal(Pass(1, name))
    assert (found.reason, found.paragraph) == (Reason.MUST_ACT, "5.16.1")
    table.do(BuyTrain(name, "L", "bank", 60))
    assert table.legal(Pass(1, name))


@pytest.mark.rule("TB11")
def test_a_company_that_can_pay_uses_its_own_money() -> None:
    """With enough for some train the director does not help, not even to a better one (5.16.2)."""
    table = buying(4, "4", cash=299, pool=("3",))
    assert offered(table) == {("3", "pool", 200)}
    assert table.refusal(BuyTrain("LYR", "4", "bank", 300)).reason is Reason.NO_CASH
    log = table.do(BuyTrain("LYR", "3", "pool", 200))
    assert of(log, TrainBought) == [TrainBought("LYR", "3", "pool", 200, 0)]
    assert table.state.player(1).cash == 700


@pytest.mark.rule("TB11", "TB12")
@pytest.mark.parametrize("cash", [250, 20])
def test_another_companys_train_fulfils_the_obligation(cash: int) -> None:
    """Rich or poor, the company may buy another company's train with its own money instead (5.16.2, 5.16.3)."""
    table = buying(3, "3", cash=cash)
    table.major("GWR", 1, trains=("2",))
    table.turn("LYR", "buy_train")
    table.do(BuyTrain("LYR", "2", "GWR", 20))
    assert table.state.companies["LYR"].trains == ["2"]
    assert table.state.player(1).cash == 700


@pytest.mark.rule("TB05")
def test_several_trains_in_one_turn() -> None:
    """A company buys as many trains as room and money allow, each with its effects at once (5.15.6)."""
    table = buying(2, "3", cash=900, trains=("L",))
    table.state.depot["3"] = 1
    table.do(BuyTrain("LYR", "3", "bank", 200))
    assert table.state.companies["LYR"].trains == ["3"]
    log = table.do(BuyTrain("LYR", "4", "bank", 300))
    assert of(log, PhaseStarted) == [PhaseStarted(4)]
    table.do(BuyTrain("LYR", "4", "bank", 300))
    assert table.state.companies["LYR"].trains == ["3", "4", "4"]

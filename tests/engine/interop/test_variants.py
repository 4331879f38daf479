"""What recorded games may hold that those beside us do not: other orders, other readings, the site's own stops.

Tables are set up with the rules of recorded games; the actions are in the site's format.
"""

import pytest

from broadgauge_engine import actions as a
from broadgauge_engine.interop import GameFileError
from tests.engine.interop.files import at_position, company, player, private, run
from tests.engine.table import Table


def table(players: int = 3, **options: object) -> Table:
    """A game by the rules of recorded games."""
    return Table(players, preset="recorded", **options)


# -- stock rounds ------------------------------------------------------------------------------------------------------


def stock_table() -> Table:
    """Player 1 holds four shares of a company that has operated twice and is worth £100 a share."""
    made = table()
    made.major("LNWR", 2, cash=100, trains=["3"], shares={1: 4})
    return made.stock_turn(1)


def test_selling_between_bids() -> None:
    """sell_timing: only a purchase or a par ends the selling (A1)."""
    made = stock_table().cash(1, 205)
    sale = player(1, "sell_shares", shares=["LNWR_1"], percent=10)
    bids = [player(1, "bid", company=item, price=100) for item in made.state.boxes["minors"][:2]]
    importer = at_position(made.state, bids[0], sale, bids[1], sale | {"shares": ["LNWR_2"]}, player(1, "pass"))
    run(importer)
    assert importer.state.stock.player == 2
    assert [type(action) for action in importer.taken] == [a.PlaceBid, a.SellShares, a.PlaceBid, a.SellShares, a.Pass]


def test_two_blocks_in_one_turn() -> None:
    """block_price: the second block brings the price after the first (A2)."""
    made = stock_table().cash(1, 0)
    run(at_position(made.state, *(player(1, "sell_shares", shares=[f"LNWR_{n}"], percent=10) for n in (1, 2))))
    assert made.state.player(1).cash == 100 + 90


@pytest.mark.parametrize("share_price", [False, None, 100, "100,3,4"])
def test_share_prices_are_ignored_in_trades(share_price) -> None:
    """The market's price counts."""
    made = stock_table().cash(1, 100)
    buy = player(1, "buy_shares", shares=["LNWR_5"], percent=10, share_price=share_price)
    importer = at_position(made.state, buy)
    run(importer)
    assert importer.taken == [a.BuyShare(1, "LNWR", "treasury")]


@pytest.mark.parametrize(("number", "source"), [(2, "treasury"), (3, "pool")])
def test_shares_that_went_to_the_pool_unnamed(number, source) -> None:
    """With full capital all that is left goes there on floating; a share redeemed since then is in the treasury."""
    made = table()
    company_ = made.major("SWR", 1, cash=100, trains=["3"], shares={1: 1}, turns=3)
    made.stock_turn(2)
    buy = player(2, "buy_shares", shares=[f"SWR_{number}"], percent=10)
    importer = at_position(made.state, buy)
    company_.treasury, company_.pool = 0, 7
    importer.reading.shares.settle(made.state)
    importer.reading.shares.move("SWR", [2], "pool", "treasury")
    company_.treasury, company_.pool = 1, 6
    run(importer)
    assert importer.taken == [a.BuyShare(2, "SWR", source)]


def test_shares_without_percent() -> None:
    """The shares listed count, the director's certificate for what it holds."""
    made = table()
    made.major("GWR", 1, cash=100, trains=["3"], shares={1: 1, 2: 3}, turns=3)
    made.stock_turn(1)
    importer = at_position(made.state, player(1, "sell_shares", shares=["GWR_0", "GWR_1"]))
    run(importer)
    assert importer.taken == [a.SellShares(1, "GWR", 3)]
    assert made.state.companies["GWR"].director == 2


def test_a_part_of_the_directors_certificate() -> None:
    """The percent says less than the certificates listed."""
    made = table()
    made.major("GWR", 1, cash=100, trains=["3"], shares={1: 1, 2: 3}, turns=3)
    made.stock_turn(1)
    importer = at_position(made.state, player(1, "sell_shares", shares=["GWR_1", "GWR_0"], percent=20))
    run(importer)
    assert importer.taken == [a.SellShares(1, "GWR", 2)]


def test_players_who_can_do_nothing_are_passed_by_the_site() -> None:
    """The next action is by a later player, or a pass of the only one left."""
    made = stock_table().cash(1, 0).cash(2, 500).cash(3, 0)
    made.state.player(1).shares.clear()
    made.state.boxes["privates"] = [""] * 3  # Else everybody could bid £0 on one.
    bid = player(2, "bid", company=made.state.boxes["minors"][0], price=100)
    importer = at_position(made.state, bid, player(2, "pass"), player(2, "pass"))
    run(importer)
    passes = [action.player for action in importer.taken if isinstance(action, a.Pass)]
    assert passes[:5] == [1, 2, 3, 1, 2]


def test_a_pass_after_a_turn_that_ended_by_itself() -> None:
    """It says nothing new: a purchase ends the turn."""
    made = stock_table().cash(1, 100)
    buy = player(1, "buy_shares", shares=["LNWR_5"], percent=10)
    importer = at_position(made.state, buy, player(1, "pass"), player(2, "pass"))
    run(importer)
    assert importer.taken[1:] == [a.Pass(2)]


@pytest.mark.parametrize("amount", [None, 30])
def test_repaying(amount) -> None:
    """All that there is cash for, or an amount; bids before it do not matter (A1)."""
    made = stock_table().cash(1, 50)
    made.state.player(1).debt = 80
    kind = "payoff_player_debt" if amount is None else "payoff_player_debt_partial"
    fields = {} if amount is None else {"amount": amount}
    run(at_position(made.state, player(1, "sell_shares", shares=["LNWR_1"], percent=10), player(1, kind, **fields)))
    assert made.state.player(1).debt == (0 if amount is None else 50)


def haven_table(owner: int) -> Table:
    """Player 1's turn; somebody owns the tax haven."""
    return stock_table().cash(1, 500).cash(2, 500).hold(owner, "P16")


@pytest.mark.parametrize(("choice", "source"), [("LNWR_ipo", "treasury"), ("LNWR_market", "pool")])
def test_the_tax_haven(choice, source) -> None:
    """In its owner's turn."""
    made = haven_table(1)
    made.state.companies["LNWR"].pool, made.state.companies["LNWR"].treasury = 2, 3
    importer = at_position(made.state, private("P16", "choose_ability", choice=choice))
    run(importer)
    assert importer.taken == [a.BuyForTaxHaven(1, "LNWR", source)]


def test_the_tax_haven_out_of_turn() -> None:
    """The site takes it, and ends somebody else's turn (A21); the rules do not."""
    importer = at_position(haven_table(2).state, private("P16", "choose_ability", choice="LNWR_ipo"))
    with pytest.raises(
        GameFileError, match=r"^action 0: choose_ability by P16: it is the turn of player 1 \(4\.1\.2\)"
    ):
        run(importer)


def test_double_cash() -> None:
    """Declared with `choose`, declined with `pass`."""
    for line, declared in ((player(2, "choose", choice="double"), True), (player(2, "pass"), False)):
        made = stock_table().cash(1, 100).cash(2, 60).hold(2, "P9").cash(3, 0)
        made.bids((1, made.state.boxes["minors"][0], 100))
        made.play_until(lambda made=made: made.step == "double_cash")
        importer = at_position(made.state, line)
        run(importer)
        assert importer.taken == [a.DeclareDoubleCash(2) if declared else a.Pass(2)]


# -- operating turns ---------------------------------------------------------------------------------------------------


def turn_table(step: str = "track", *, cash: int = 300, trains: tuple[str, ...] = ("3",), **options: object) -> Table:
    """LNWR's turn in phase 3; player 1 is its director."""
    made = table(**options).phase(3).depot("3")
    made.major("LNWR", 1, cash=cash, trains=trains, turns=3)
    return made.turn("LNWR", step)


def test_a_step_at_which_the_site_did_not_stop() -> None:
    """Our track step is passed by itself when the company goes on to buy a train."""
    made = turn_table()
    importer = at_position(made.state, company("LNWR", "buy_train", train="3-0", price=200, variant="3"))
    run(importer)
    at = importer.taken.index(a.BuyTrain("LNWR", "3", "bank", 200))
    assert at > 0
    assert set(importer.taken[:at]) == {a.Pass(1, "LNWR"), a.RunTrains("LNWR", ())}


def test_a_step_at_which_we_did_not_stop() -> None:
    """A pass before an action of the present step ended another one."""
    made = turn_table("buy_train")
    buy = company("LNWR", "buy_train", train="3-0", price=200, variant="3")
    importer = at_position(made.state, company("LNWR", "pass"), buy)
    run(importer)
    assert importer.taken[0] == a.BuyTrain("LNWR", "3", "bank", 200)


def test_a_pass_before_what_cannot_be_passed() -> None:
    """It ended an earlier step as well."""
    importer = at_position(earning(0, 130).state, company("LNWR", "pass"), company("LNWR", "dividend", kind="half"))
    run(importer)
    assert importer.taken == [a.PayDividend("LNWR", "half")]


def test_a_pass_of_a_company_that_has_had_its_turn() -> None:
    """Our turn was over earlier than the site's: the pass says nothing new."""
    made = turn_table("buy_train", cash=200)
    made.minor("M1", 2, cash=10, trains=["3"])
    made.state.operated.append("M1")
    buy = company("LNWR", "buy_train", train="3-0", price=200, variant="3")
    importer = at_position(made.state, buy, company("LNWR", "pass"), company("LNWR", "pass"))
    run(importer)
    assert importer.taken[0] == a.BuyTrain("LNWR", "3", "bank", 200)


def test_an_illegal_action_is_not_reached_by_passing() -> None:
    """Nothing is skipped for an action that does not become legal; the message says why it is refused now."""
    made = turn_table("buy_train", cash=10)
    importer = at_position(made.state, company("LNWR", "buy_train", train="3-0", price=200, variant="3"))
    with pytest.raises(
        GameFileError,
        match=r"^action 0: buy_train by LNWR: .*\(5\.15\.3\); player 1 for LNWR was to buy trains; legal would",
    ):
        run(importer)
    assert importer.taken == []


def test_voluntary_sales_in_the_train_step() -> None:
    """emergency_sales: company and director are short, though the company owns a train (A23)."""
    made = turn_table("buy_train", cash=150).cash(1, 0)
    made.major("GWR", 2, cash=100, trains=["3"], shares={1: 2}, turns=3)
    sale = player(1, "sell_shares", shares=["GWR_1"], percent=10)
    importer = at_position(made.state, sale, company("LNWR", "pass"))
    run(importer)
    assert importer.taken[0] == a.SellShares(1, "GWR", 1)


def test_a_sale_in_the_stock_round_after_a_pass_in_the_train_step() -> None:
    """The director could have sold for a train; what players do after the sale tells that it is of the stock round."""
    made = turn_table("buy_train", cash=150).cash(1, 0).cash(2, 0).cash(3, 0)
    made.major("GWR", 2, cash=100, trains=["3"], shares={1: 2}, turns=3)
    made.state.operated.append("GWR")
    made.state.round.part = made.state.round.parts
    sale = player(1, "sell_shares", shares=["GWR_1"], percent=10)
    importer = at_position(made.state, company("LNWR", "pass"), sale, player(1, "pass"), player(2, "pass"))
    run(importer)
    sold = importer.taken.index(a.SellShares(1, "GWR", 1))
    assert set(importer.taken[:sold]) == {a.Pass(1, "LNWR")}
    assert importer.state.round.kind == "stock"


def test_a_train_without_variant_from_another_company() -> None:
    """Old files leave the side of the card out."""
    made = turn_table("buy_train")
    made.minor("M1", 2, trains=["3"])
    importer = at_position(made.state, company("LNWR", "buy_train", train="3-5", price=1))
    importer.reading.trains.move("3-5", "M1")
    run(importer)
    assert importer.taken == [a.BuyTrain("LNWR", "3", "M1", 1)]


def test_an_upgrade_without_variant() -> None:
    """There is only one other side."""
    made = table().phase(1)
    made.minor("M1", 1, cash=100, trains=["L"])
    made.turn("M1", "buy_train")
    importer = at_position(made.state, company("1", "buy_train", train="L-0", price=70, exchange="L-0"))
    importer.reading.trains.move("L-0", "M1")
    run(importer)
    assert importer.taken[0] == a.FlipTrain("M1")


def test_two_permanent_trains() -> None:
    """second_extra_train: the second 2P is accepted, then one is discarded (A9)."""
    made = turn_table("acquire_private", trains=("2P",)).hold(1, "P4")
    acquire = company("LNWR", "acquire_company", company="P4")
    importer = at_position(made.state, acquire, company("LNWR", "discard_train", train="2P-0"))
    importer.reading.trains.move("2P-0", "LNWR")
    run(importer)
    assert made.state.companies["LNWR"].trains == ["2P"]
    assert made.state.pool == []


def test_a_discard_without_choice_that_the_file_leaves_out() -> None:
    """One kind of train can go: what the site does by itself, we do as well."""
    made = turn_table("acquire_private", trains=("2P",)).hold(1, "P4")
    importer = at_position(
        made.state, company("LNWR", "acquire_company", company="P4"), company("LNWR", "pass"), company("LNWR", "pass")
    )
    run(importer)
    assert a.DiscardTrain("LNWR", "2P") in importer.taken


def test_what_p8_is_for() -> None:
    """The choice comes after the step; without it the file is incomplete."""
    acquire, over = company("LNWR", "acquire_company", company="P8"), company("LNWR", "pass")
    for use in ("token", "discount"):
        made = turn_table("acquire_private").hold(1, "P8", "P2")
        importer = at_position(made.state, acquire, over, company("LNWR", "choose", choice=use))
        run(importer)
        assert importer.taken[:2] == [a.AcquirePrivate("LNWR", "P8", use), a.Pass(1, "LNWR")]
    importer = at_position(turn_table("acquire_private").hold(1, "P8").state, acquire, over)
    assert run(importer) == [(0, False), (1, False)]
    assert importer.unfinished == 2
    trains = company("LNWR", "buy_train", train="3-0", price=200, variant="3")
    importer = at_position(turn_table("acquire_private").hold(1, "P8").state, acquire, over, trains)
    with pytest.raises(
        GameFileError, match="action 0: acquire_company by LNWR: the file does not say what it is used for"
    ):
        run(importer)


def earning(extra: int, rest: int) -> Table:
    """LNWR before its dividend."""
    made = turn_table("dividend", trains=("2P", "3"))
    made.state.company_turn.done.append("run")
    made.state.company_turn.extra_revenue, made.state.company_turn.revenue = extra, rest
    return made


def test_separate_dividends() -> None:
    """half_rounding: each half is rounded by itself (A6)."""
    made = earning(50, 130)
    lines = [company("LNWR", "choose", choice="half"), company("LNWR", "dividend", kind="half")]
    importer = at_position(made.state, *lines)
    assert run(importer) == [(0, False), (1, True)]
    assert importer.taken == [a.PayDividend("LNWR", "half", "half")]
    assert made.state.companies["LNWR"].cash == 300 + 80 + (30 + 70) // 10 * made.state.companies["LNWR"].treasury


def test_a_separate_dividend_of_all_that_was_earned() -> None:
    """The rest earned nothing, and no dividend follows."""
    made = earning(50, 0)
    importer = at_position(made.state, company("LNWR", "choose", choice="withhold"), company("LNWR", "pass"))
    run(importer)
    assert importer.taken[0] == a.PayDividend("LNWR", "withhold")


@pytest.mark.parametrize("order", [("money", "exchange"), ("exchange", "money")])
def test_choices_of_a_merger_in_either_order(order) -> None:
    """Their words tell which is which."""
    made = turn_table("acquire_minor", cash=900)
    made.minor("M14", 2, cash=40, trains=["3"])
    home = made.state.companies["LNWR"].tokens[0]
    made.token("M14", *home)
    choices = [company("LNWR", "choose", choice=word) for word in order]
    importer = at_position(made.state, company("LNWR", "merge", corporation="14"), *choices)
    assert run(importer) == [(0, False), (1, False), (2, True)]
    assert importer.taken == [a.AcquireMinor("LNWR", "M14", 0, "available")]


def test_a_file_that_ends_within_a_merger() -> None:
    """What is only begun has no state."""
    made = turn_table("acquire_minor", cash=900)
    made.minor("M14", 2, cash=40, trains=["3"])
    made.token("M14", *made.state.companies["LNWR"].tokens[0])
    lines = [company("LNWR", "merge", corporation="14"), company("LNWR", "choose", choice="money")]
    importer = at_position(made.state, *lines)
    assert run(importer) == [(0, False), (1, False)]
    assert importer.taken == []


def test_a_merger_without_its_choices() -> None:
    """The message names the action that should have followed."""
    made = turn_table("acquire_minor", cash=900)
    made.minor("M14", 2, cash=40, trains=["3"])
    importer = at_position(made.state, company("LNWR", "merge", corporation="14"), company("LNWR", "pass"))
    with pytest.raises(
        GameFileError, match="action 0: merge by LNWR: action 1 is pass, not the choose that completes it"
    ):
        run(importer)


def test_moving_a_certificate() -> None:
    """p17_top: in 1822+ a private goes behind the card of box 3 (A15)."""
    made = table(plus_expansion=True).phase(3)
    made.major("LNWR", 1, cash=100, trains=["3"], turns=3)
    made.owns("LNWR", "P17").turn("LNWR", "track")
    item = made.state.stacks["privates1"][-1]
    importer = at_position(made.state, private("P17", "choose_ability", choice=f"{item}_top"))
    run(importer)
    assert importer.taken == [a.MoveCertificate("LNWR", item, "top")]
    assert made.state.stacks["privates1"][-1] == item


@pytest.mark.parametrize(("choice", "to"), [("exchange", "available"), ("available", "exchange")])
def test_moving_a_token(choice, to) -> None:
    """P18: the site names the token that is used up."""
    made = turn_table()
    made.state.companies["LNWR"].available, made.state.companies["LNWR"].exchange = 2, 2
    made.owns("LNWR", "P18")
    importer = at_position(made.state, private("P18", "choose_ability", choice=choice))
    run(importer)
    assert importer.taken == [a.MoveToken("LNWR", "P18", to)]


def test_standing_orders_among_the_actions() -> None:
    """They can be sent by anybody at any time, also within what is one action of ours."""
    made = earning(50, 130)
    order = player(3, "program_share_pass", unconditional=True)
    importer = at_position(
        made.state, company("LNWR", "choose", choice="half"), order, company("LNWR", "dividend", kind="payout")
    )
    run(importer)
    assert importer.taken == [a.PayDividend("LNWR", "pay", "half")]

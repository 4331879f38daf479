"""How a planning bot leads its companies: everything in their turns but track and trains."""

from __future__ import annotations

from broadgauge.v1.actions_pb2 import AcquireMinor, Action
from broadgauge.v1.options_pb2 import ActionOption

from ..actions import with_numbers
from .table import Table, revenue
from .trains import coming_price, lasting, missing, plan, real

TAKEN = frozenset({"P1", "P3", "P4", "P6", "P7", "P13", "P14", "P15", "P19", "P20"})
"""Privates that serve a company better than the player who holds them."""
CREDITS = frozenset({"P15", "P20"})
BOX_PRICE = 200
"""Pounds that a minor in a bidding box costs a major."""
PLENTY = 300
"""Pounds that a major keeps when it buys one."""
TRIED = 6
"""Tokens that are tried out on a copy."""
TOKEN_GAIN = 15
"""Pounds in an operating round that make a station token worth its price."""


def acquire_private(table: Table) -> Action | None:
    """Takes over trains and mail contracts for majors, and saved money for a company that lacks some."""
    for option in table.of("acquire_private"):
        private = option.action.acquire_private.private
        if option.asks or private not in TAKEN:
            continue
        if private in CREDITS and not missing(table, table.company):
            continue
        return option.action
    return table.passing()


def place_token(table: Table) -> Action | None:
    """Places the token that raises the revenue most, where the money for the next train stays."""
    tokens = table.of("place_token")
    if not tokens or _spare(table) < table.printed.title.token_cost:
        return table.passing()
    trains = plan(table, table.company)
    before = revenue(table.game, table.acting, trains)
    gains = [
        (revenue(table.game.ahead(option.action), table.acting, trains) - before, -i)
        for i, option in enumerate(tokens[:TRIED])
    ]
    gain, index = max(gains)
    return tokens[-index].action if gain >= TOKEN_GAIN else table.passing()


def dividend(table: Table) -> Action | None:
    """Pays, unless the company needs the earnings for a train."""
    company = table.company
    short = missing(table, company)
    earned = table.revenue(company.id)
    payout = "pay"
    if short > 0:
        ours = company.treasury_shares / 10
        if short > earned * ours:
            payout = "withhold" if short > earned * (0.5 + ours / 2) else "half"
    options = table.of("pay_dividend")
    for option in options:
        chosen = option.action.pay_dividend
        if chosen.payout == payout and chosen.extra in ("", payout):
            return option.action
    return options[0].action


def acquire_minor(table: Table) -> Action | None:
    """Takes over the player's own minor when one of the two lacks a train, for as many shares as can be had."""
    choices = [option for option in table.of("acquire_minor") if not option.asks]
    judged = [(_merger(table, option.action.acquire_minor), -index) for index, option in enumerate(choices)]
    value, index = max(judged, default=(0.0, 0))
    return choices[-index].action if value > 0 else table.passing()


def _merger(table: Table, merger: AcquireMinor) -> float:
    major = table.company
    minor = table.companies.get(merger.minor)
    if minor is None:
        return _from_box(table)
    if minor.director != table.seat:
        return -1.0
    price = 2 * minor.price - merger.shares * major.price
    left = major.cash + minor.cash - price
    if price < 0 and -price > table.me.cash:
        return -1.0
    helps = bool(lasting(table, minor.trains)) and not lasting(table, major.trains)
    dying = missing(table, minor) > 0
    if not (helps or dying):
        return -1.0
    keeps = 0 if lasting(table, [*major.trains, *minor.trains]) else coming_price(table)
    token = {"replace": 2.0, "available": 1.0}.get(merger.token, 0.0)
    return 10.0 + merger.shares + token - max(0, keeps - left) / 50


def _from_box(table: Table) -> float:
    return 1.0 if _spare(table) >= BOX_PRICE + PLENTY else -1.0


def _spare(table: Table) -> int:
    """Pounds in the treasury that are not needed for the next train."""
    return table.company.cash - (0 if lasting(table, table.company.trains) else coming_price(table))


def issue_or_redeem(table: Table) -> Action | None:
    """Issues shares where the company will have no train and no money for one."""
    issue = next(iter(table.of("issue_shares")), None)
    company = table.company
    if issue is None or not missing(table, company) or company.pool_shares > 1:
        return table.passing()
    wanted = -(-missing(table, company) // max(company.price, 1))
    return with_numbers(issue, {"count": min(max(wanted, 1), 2, issue.domains[0].maximum)})


def discard(table: Table) -> Action | None:
    """Gives up the train that is worth least."""
    return min(
        table.of("discard_train"), key=lambda option: table.printed.trains[option.action.discard_train.kind].price
    ).action


def answer(table: Table) -> Action | None:
    """Refuses: what others propose serves them."""
    return next(option.action for option in table.of("answer_proposal") if not option.action.answer_proposal.accept)


def sell_least(table: Table) -> ActionOption:
    """The shares that are missed least."""

    def missed(option: ActionOption) -> tuple[bool, float]:
        company = table.companies[option.action.sell_shares.company]
        own = company.director == table.seat
        return own, table.revenue(company.id) / max(company.price, 1) if real(table, company.trains) else 0.0

    return min(table.of("sell_shares"), key=missed)

"""What a planning bot thinks of trains: which to buy, how long they last, and what money must be kept for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from broadgauge.v1.actions_pb2 import Action, BuyTrain
from broadgauge.v1.options_pb2 import ActionOption
from broadgauge.v1.view_pb2 import CompanyView

from ..actions import with_numbers
from .table import Table

LONGEST = 10
"""Operating rounds that a train is counted on at most."""
FLIP = 80
"""Pounds that turn an L-train into a 2-train."""
PER_ROUND = 3
"""Trains that the table buys in an operating round, as a guess."""
FUTURE = 3
"""How many times the table's next purchases a train should outlast."""
LATER = 0.5
"""Part of the price of a train that is kept when it is needed in some time."""


def real(table: Table, trains: Sequence[str]) -> list[str]:
    """The trains that count as such: those that fulfil the duty to own one."""
    return table.printed.fulfilling(trains)


def lasting(table: Table, trains: Sequence[str]) -> list[str]:
    """The trains that count as such and are not about to become obsolete."""
    soon = table.horizon
    return [kind for kind in real(table, trains) if table.printed.sales_left(kind, table.view.trains) > soon]


def price_after(table: Table, sales: int) -> int:
    """Pounds of the train that the bank sells after so many others."""
    price = 0
    for stock in table.view.trains:
        price = table.printed.trains[stock.kind].price
        sales -= stock.count if stock.HasField("count") else sales + 1
        if sales < 0:
            return price
    return price


def next_price(table: Table) -> int:
    """Pounds of the train that the bank sells next."""
    return price_after(table, 0)


def coming_price(table: Table) -> int:
    """Pounds of the train that a company will have to buy when others without trains have bought theirs."""
    return price_after(table, table.horizon)


def missing(table: Table, company: CompanyView) -> int:
    """Pounds that a company lacks for the train that it will need; 0 where it needs none for long, or can pay.

    What is needed later counts in part.
    """
    trains = real(table, company.trains)
    if not trains:
        own_turn = company.id == table.acting
        return max(0, (next_price(table) if own_turn else coming_price(table)) - company.cash)
    left = max(table.printed.sales_left(kind, table.view.trains) for kind in trains)
    near = 1.0 if left <= table.horizon else LATER if left <= 2 * table.horizon else 0.0
    return int(near * max(0, price_after(table, left) - company.cash))


def following(table: Table) -> list[str]:
    """The kind of train that the bank sells next, if it can leave its city."""
    return [stock.kind for stock in table.view.trains if table.printed.trains[stock.kind].stops][:1]


def plan(table: Table, company: CompanyView) -> list[str]:
    """The trains for which track is laid: those of a company, and the bank's next one."""
    lasts = [kind for kind in company.trains if kind != "P+"]
    limit = 2 if company.kind == "major" else 1
    return [*lasts, *following(table)] if len(lasting(table, lasts)) < limit else lasts


@dataclass(frozen=True)
class Judged:
    """A purchase and what it is worth in pounds."""

    value: float
    action: Action


class TrainPurchase:
    """The purchases of one decision, judged."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._company = table.company
        self._owned = list(self._company.trains)

    def best(self, purchases: Sequence[ActionOption]) -> Judged | None:
        """The purchase that is worth most, None where there are none."""
        judged = [self._judge(option) for option in purchases if not option.asks]
        return max(judged, key=lambda entry: entry.value, default=None)

    def _judge(self, option: ActionOption) -> Judged:
        action = option.action
        if action.HasField("flip_train"):
            trains = [*self._owned, "2"]
            trains.remove("L")
            return Judged(self._gain(trains, "2") - FLIP + self._relief("2"), action)
        purchase = action.buy_train
        if purchase.source not in ("bank", "pool"):
            return self._between(option, purchase)
        help_needed = max(0, purchase.price - self._company.cash)
        rusted = self._table.printed.rusts_when_sold(purchase.kind, self._table.view.phase)
        trains = [kind for kind in self._owned if kind not in rusted] + [purchase.kind]
        value = self._gain(trains, purchase.kind) - purchase.price - 2 * help_needed - self._harm(rusted)
        return Judged(value + self._relief(purchase.kind), action)

    def _gain(self, trains: list[str], kind: str) -> float:
        """Pounds that the company earns more with other trains as long as they last."""
        left = self._table.printed.sales_left(kind, self._table.view.trains)
        rounds = min(LONGEST, 1 + left / PER_ROUND)
        name = self._company.id
        return rounds * (self._table.revenue(name, trains) - self._table.revenue(name, self._owned))

    def _relief(self, kind: str) -> float:
        """Pounds that a train saves because the next one is bought later."""
        owned = max(map(self._cover, real(self._table, self._owned)), default=0.0)
        return 0.8 * coming_price(self._table) * max(0.0, self._cover(kind) - owned)

    def _cover(self, kind: str) -> float:
        """How far a train reaches into the future, as a part of the time that counts."""
        left = self._table.printed.sales_left(kind, self._table.view.trains)
        return min(1.0, left / (FUTURE * self._table.horizon))

    def _harm(self, rusted: frozenset[str]) -> float:
        """Pounds that the player's other companies will lack when these kinds of trains become obsolete."""
        if not rusted:
            return 0.0
        price = coming_price(self._table)
        struck = [
            other
            for other in self._table.mine
            if other.id != self._company.id and other.trains and not set(real(self._table, other.trains)) - rusted
        ]
        return float(sum(max(0, price - other.cash) for other in struck))

    def _between(self, option: ActionOption, purchase: BuyTrain) -> Judged:
        """A train of another company of the same player, which must not be left without one."""
        seller = self._table.companies[purchase.source]
        spare = len(real(self._table, seller.trains)) > 1
        if not spare or seller.director != self._table.seat:
            return Judged(-10_000.0, option.action)
        value = self._gain([*self._owned, purchase.kind], purchase.kind)
        return Judged(value if real(self._table, self._owned) else value + 50, with_numbers(option, {}))

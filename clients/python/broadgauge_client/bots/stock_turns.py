"""How a planning bot plays a stock turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from broadgauge.v1.actions_pb2 import Action
from broadgauge.v1.options_pb2 import ActionOption
from broadgauge.v1.view_pb2 import BoxView, CompanyView

from ..actions import with_numbers
from .table import Table
from .trains import coming_price, missing, real

KEPT = 20
"""Pounds that a player always keeps."""
WORTH_DOING = 0.04
"""Least part of its price that a purchase must bring in an operating round."""
PRIVATES = {
    "P1": 260, "P2": 30, "P3": 110, "P4": 110, "P5": 50, "P6": 120, "P7": 120, "P8": 50, "P9": 70, "P10": 45,
    "P11": 40, "P12": 50, "P13": 110, "P14": 110, "P15": 140, "P16": 60, "P17": 30, "P18": 45, "P19": 70, "P20": 70,
    "P21": 35,
}  # fmt: skip
"""Pounds that a private company is worth to its buyer at the start of the game."""
HALF = 5
"""Shares that start a major without a concession."""
SMALL = 30
"""Pounds of the largest bid of a player who saves to start a major."""
TRUSTED_TO_MAJORS = 0.4
"""Part of what companies lack for trains that is kept from a new major, as it takes over minors."""
CONCESSIONS = {0: 145, 1: 115, 2: 105, 3: 100}
"""Pounds of the highest bid for a concession, by the majors and concessions that the player has."""
LEAST_OUTLOOK = 11.0
"""What the best way out of a minor's home must promise."""
FREE_START = 40
"""Pounds that a concession is worth more whose company starts without any payment."""
USUAL_PRIVATE = 30
LATE_PRIVATE = 0.7
"""Part of its worth that a private has left from phase 4 on."""
FIRST_MINORS = 165
"""Pounds of the highest bid for a minor in phase 1, less what its home costs before it earns anything."""
MAJORS = 4
"""Majors that a bot leads at most by its own choice."""


@dataclass(frozen=True)
class Deal:
    """An action and the part of its price that it brings in an operating round."""

    rate: float
    action: Action


class StockTurn:
    """The choices of one stock turn, judged."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._view = table.view
        needs = sum(missing(table, company) for company in table.mine if company.floated)
        free = table.me.cash - table.me.committed - KEPT
        self._holds = bool(self._concessions()) and self._view.phase in (2, 3, 4)
        self._for_majors = free - int(TRUSTED_TO_MAJORS * needs)
        self._spare = free - needs

    def best(self) -> Action | None:
        """The best action; None where nothing is worth it."""
        repayment = next(iter(self._table.of("repay_loan")), None)
        if repayment is not None:
            return with_numbers(repayment, {"amount": _highest(repayment)})
        deals = [deal for deal in self._deals() if deal.rate >= WORTH_DOING]
        return max(deals, key=lambda deal: deal.rate).action if deals else None

    def _deals(self) -> Iterator[Deal]:
        yield from self._conversions()
        yield from self._starts()
        for option in self._table.of("buy_share", "buy_for_tax_haven"):
            yield self._share(option)
        boxes = {box.item: box for box in self._view.boxes if box.item}
        for option in self._table.of("place_bid"):
            yield from self._bid(option, boxes[option.action.place_bid.item])

    def _conversions(self) -> Iterator[Deal]:
        """The highest starting price at which the company can pay for its first train."""
        if self._majors() >= MAJORS:
            return
        train = max(coming_price(self._table), 120)
        for option in self._table.of("convert_concession"):
            conversion = option.action.convert_concession
            par = conversion.par
            free = self._table.printed.cards[conversion.company].director_shares == 1
            price = 0 if free else 2 * par - 100
            treasury = par if free else 2 * par
            if price + max(0, train - treasury) <= self._for_majors:
                yield Deal(1.0 + par / 1000, option.action)

    def _starts(self) -> Iterator[Deal]:
        """Companies that begin at half of their shares, where a player can buy them alone."""
        if self._majors() >= MAJORS:
            return
        for option in self._table.of("buy_director_certificate"):
            start = option.action.buy_director_certificate
            par = start.par
            train = coming_price(self._table)
            treasury = (10 if self._view.phase > 5 else HALF) * par
            if HALF * par + max(0, train - treasury) <= self._for_majors:
                yield Deal(0.8 + par / 1000, option.action)

    def _majors(self) -> int:
        return sum(company.kind == "major" for company in self._table.mine)

    def _share(self, option: ActionOption) -> Deal:
        haven = option.action.HasField("buy_for_tax_haven")
        purchase = option.action.buy_for_tax_haven if haven else option.action.buy_share
        company = self._table.companies[purchase.company]
        own = company.director == self._table.seat
        rate = self._yield(company)
        if own and purchase.source == "treasury":
            rate += 0.9 if self._wants_money(company) else 0.02
        price = company.price
        budget = self._spare
        if own and purchase.source == "treasury" and self._wants_money(company):
            budget = self._for_majors + min(price, missing(self._table, company))
        affordable = price <= budget
        return Deal(rate if affordable else 0.0, option.action)

    def _wants_money(self, company: CompanyView) -> bool:
        return not company.floated or missing(self._table, company) > 0 or not real(self._table, company.trains)

    def _yield(self, company: CompanyView) -> float:
        """What a share brings in an operating round, as a part of its price."""
        if not real(self._table, company.trains):
            return 0.06 if company.director == self._table.seat else -0.2
        earned = self._table.revenue(company.id)
        rises = 0.1 * (earned >= company.price) + 0.1 * (earned >= 2 * company.price)
        rate = earned / 10 / company.price + rises
        return rate if company.director == self._table.seat else 0.6 * rate

    def _bid(self, option: ActionOption, box: BoxView) -> Iterator[Deal]:
        limit, rate = self._most(box)
        amount = max(box.least_bid, self._wanted(box))
        domain = option.domains[0]
        amount = min(max(amount, domain.minimum), domain.maximum)
        saves = self._holds and amount > SMALL
        if amount <= min(limit, self._spare) and not saves:
            yield Deal(rate * 100 / max(amount, 20), with_numbers(option, {"amount": amount}))

    def _most(self, box: BoxView) -> tuple[float, float]:
        """The highest bid for a certificate, and what £100 in it bring in an operating round."""
        if box.kind == "minors":
            return self._most_for_minor(box)
        if box.kind == "concessions":
            return self._most_for_concession(box)
        return PRIVATES.get(box.item, USUAL_PRIVATE) * (1.0 if self._view.phase < 4 else LATE_PRIVATE), 0.3

    def _most_for_minor(self, box: BoxView) -> tuple[float, float]:
        """In phase 1 the treasury is always the same, later what is bid buys the train; poor homes are left alone."""
        if self._table.printed.outlook(box.home) < LEAST_OUTLOOK:
            return 0, 0.0
        if self._view.phase == 1:
            return FIRST_MINORS - self._ground(box.home), 0.35
        return max(200, coming_price(self._table)), 0.25 if self._view.phase < 5 else 0.12

    def _most_for_concession(self, box: BoxView) -> tuple[float, float]:
        held = len(self._concessions()) + self._bids(box.kind) + self._majors()
        limit = CONCESSIONS.get(held, 0) if self._view.phase < 5 else 0
        free = self._table.printed.cards[box.company].director_shares == 1
        return limit + FREE_START * (free and limit > 0), 0.15 if held else 0.4

    def _concessions(self) -> list[str]:
        return [item for item in self._table.me.items if item in self._table.printed.concessions]

    def _ground(self, home: str) -> int:
        """Pounds that a company pays before its home earns anything."""
        place = self._table.printed.hexes[home]
        earns = any(any(city.revenue) for city in place.face.cities)
        return 0 if earns else self._table.printed.ground(home)

    def _bids(self, kind: str) -> int:
        """Certificates of a kind on which the player has the highest bid."""
        return sum(
            box.kind == kind and bool(box.bids) and box.bids[0].player == self._table.seat for box in self._view.boxes
        )

    def _wanted(self, box: BoxView) -> int:
        """Pounds that make a new minor able to buy its train."""
        if box.kind != "minors" or self._view.phase == 1:
            return 0
        return -(-max(coming_price(self._table), 120) // 5) * 5


def _highest(option: ActionOption) -> int:
    domain = option.domains[0]
    return domain.minimum + (domain.maximum - domain.minimum) // domain.step * domain.step

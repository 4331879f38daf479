"""Paying dividends and moving the share price (5.14)."""

from __future__ import annotations

from collections.abc import Iterator

from ..actions import PayDividend
from ..english import capital
from ..events import CreditPaid, DividendDeclared, DividendReceived, Log
from ..options import ActionRule, Reason, Refusal
from ..rounds.operating import next_step
from ..state import market, money
from ..state.model import Company, Done, GameState
from ..state.shares import FULL_COMPANY
from ..step import Step, refuse, rules, wrong_company

PAYOUTS = ("pay", "half", "withhold")
SHARES = {"pay": "all", "half": "half", "withhold": "nothing"}
"""How much of the earnings each of them pays, in words."""


def rounded_half(revenue: int) -> int:
    """Half of the earnings, rounded up to the next £10 (5.14.1)."""
    return -(-revenue // 20) * 10


def paid_out(state: GameState, revenue: int, payout: str, extra_revenue: int, extra: str) -> int:
    """What is paid in all; two halves are added before rounding (5.14.1, Easy to Miss)."""
    if payout == extra == "half" and state.setup.options.half_rounding == "combined":
        return rounded_half(revenue + extra_revenue)
    return _part(revenue, payout) + _part(extra_revenue, extra)


def _part(revenue: int, payout: str) -> int:
    """What is paid of one group's earnings; an empty choice means that there is no such group."""
    return {"pay": revenue, "half": rounded_half(revenue)}.get(payout, 0)


def pay(state: GameState, company: Company, paid: int, log: Log) -> None:
    """Pays each share its tenth, keeps the rest and the mail (5.14.1).

    Players, treasury and tax haven receive, the pool does not.
    """
    turn = state.company_turn
    kept = turn.revenue + turn.extra_revenue - paid
    per_share = paid // FULL_COMPANY
    log.append(DividendDeclared(company.id, paid, kept, per_share))
    money.transfer(state, money.BANK, company.id, kept + turn.subsidy)
    if per_share:
        for player in state.players:
            _receive(state, company, player.seat, per_share * player.shares.get(company.id, 0), log)
        _receive(state, company, company.id, per_share * company.treasury, log)
        haven = per_share * state.haven_shares.count(company.id)
        if haven:
            money.transfer(state, money.BANK, state.title.haven, haven)
            log.append(CreditPaid(state.title.haven, haven))


def _receive(state: GameState, company: Company, owner: int | str, amount: int, log: Log) -> None:
    if amount:
        money.transfer(state, money.BANK, owner, amount)
        log.append(DividendReceived(company.id, owner, amount))


def move_price(state: GameState, company: Company, paid: int, log: Log) -> None:
    """Left for nothing, right once for the price, twice for twice the price; minors right for anything (5.14.5-9)."""
    title, space = state.title, company.space
    if paid == 0:
        market.move_to(state, company, market.left(title, space), "no_dividend", log)
        return
    moves = 1 if company.is_minor else min(2, paid // market.price(state, company))
    for _ in range(moves):
        space = market.right(title, space)
    market.move_to(state, company, space, "dividend", log)


class Declare(ActionRule[PayDividend]):
    """A major pays, splits or keeps its earnings; those of a 2P or LP separately if it likes (5.14.1, 5.14.2)."""

    kind = PayDividend
    paragraph = "5.14.1"

    def candidates(self, state: GameState) -> Iterator[PayDividend]:
        separate = PAYOUTS if self._has_groups(state) else ()
        for payout in PAYOUTS:
            for extra in ("", *separate):
                yield PayDividend(state.acting.id, payout, extra)

    def refusal(self, state: GameState, action: PayDividend) -> Refusal | None:
        wrong = wrong_company(state, action.company)
        if wrong:
            return wrong
        if action.payout not in PAYOUTS or action.extra not in ("", *PAYOUTS):
            return refuse(Reason.UNKNOWN, action.payout, "5.14.1", "earnings are paid, halved or withheld")
        if action.extra and not self._has_groups(state):
            text = "there are not two groups of trains that earned something"
            return refuse(Reason.NOT_OWNED, action.company, "5.14.2", text)
        return None

    @staticmethod
    def _has_groups(state: GameState) -> bool:
        """Whether both a 2P- or LP-train and other trains earned something."""
        return bool(state.company_turn.extra_revenue and state.company_turn.revenue)

    def label(self, state: GameState, action: PayDividend) -> str:
        paid = self._paid(state, action)
        turn = state.company_turn
        kept = turn.revenue + turn.extra_revenue - paid
        parts = [f"pay £{paid} (£{paid // FULL_COMPANY} a share)"] if paid else []
        parts += [f"keep £{kept}"] if kept else []
        text = capital(", ".join(parts))
        if not action.extra:
            return text
        return f"{text}: {SHARES[action.extra]} of the permanent train's earnings, {SHARES[action.payout]} of the rest"

    @staticmethod
    def _paid(state: GameState, action: PayDividend) -> int:
        turn = state.company_turn
        if not action.extra:
            return paid_out(state, turn.revenue + turn.extra_revenue, action.payout, 0, "")
        return paid_out(state, turn.revenue, action.payout, turn.extra_revenue, action.extra)

    def perform(self, state: GameState, action: PayDividend, log: Log) -> None:
        finish(state, self._paid(state, action), log)


def finish(state: GameState, paid: int, log: Log) -> None:
    """Pays what a major declared, and ends its dividend step."""
    pay(state, state.acting, paid, log)
    _close(state, paid, log)


def _close(state: GameState, paid: int, log: Log) -> None:
    """Moves the price, and counts the operating turn."""
    company, turn = state.acting, state.company_turn
    move_price(state, company, paid, log)
    turn.done.append(Done.DIVIDEND)
    company.turns += 1
    if not company.first_round:
        company.first_round = state.round.serial


class DividendStep(Step):
    """Dividends: a decision for majors that earned something, automatic otherwise (5.14)."""

    name = "dividend"
    text = "pay or keep the earnings"
    rules = rules(Declare())

    def open(self, state: GameState) -> bool:
        turn = state.company_turn
        earned = turn.revenue + turn.extra_revenue
        return Done.DIVIDEND not in turn.done and earned > 0 and not state.acting.is_minor

    def leave(self, state: GameState, log: Log) -> None:
        turn, company = state.company_turn, state.acting
        if Done.DIVIDEND not in turn.done:
            if company.is_minor:
                _pay_minor(state, company, log)
            else:
                finish(state, 0, log)
        next_step(state, log)


def _pay_minor(state: GameState, company: Company, log: Log) -> None:
    """A minor's earnings go half to its treasury and half to its director (5.14.9)."""
    turn = state.company_turn
    earned = turn.revenue + turn.extra_revenue
    half = earned // 2
    log.append(DividendDeclared(company.id, half, earned - half, half))
    money.transfer(state, money.BANK, company.id, earned - half)
    _receive(state, company, company.director, half, log)
    _close(state, half, log)

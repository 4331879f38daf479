"""Issuing or redeeming shares (5.20)."""

from __future__ import annotations

from dataclasses import replace

from ..actions import IssueShares, RedeemShares
from ..english import counted, each
from ..events import Log, SharesIssued, SharesRedeemed
from ..options import ActionRule, Domain, Reason, Refusal
from ..privates.tokens import CHARTER_POWERS
from ..rounds.operating import next_step
from ..state import market, money, shares
from ..state.model import Company, Done, GameState
from ..step import PassTurn, Step, refuse, rules, wrong_company


def _not_now(state: GameState, name: str) -> Refusal | None:
    wrong = wrong_company(state, name)
    if wrong:
        return wrong
    if state.acting.is_minor:
        return refuse(Reason.COMPANY_KIND, name, "5.3.1", "a minor has no shares to issue or redeem")
    if Done.SHARES in state.company_turn.done:
        return refuse(Reason.ALREADY_DONE, name, "5.20.1", "shares are issued or redeemed once in a turn")
    return None


class Issue(ActionRule[IssueShares]):
    """Treasury shares go to the pool at the price where the token comes to rest (5.20.1)."""

    kind = IssueShares
    paragraph = "5.20.1"

    def candidates(self, state: GameState) -> list[IssueShares]:
        return [IssueShares(state.acting.id, 1)]

    def refusal(self, state: GameState, action: IssueShares) -> Refusal | None:
        wrong = _not_now(state, action.company)
        if wrong:
            return wrong
        company = state.acting
        if company.turns < 2:
            return refuse(Reason.NOT_OPERATED, company.id, "5.20.3", "no shares are issued in the first operating turn")
        if not 1 <= action.count <= company.treasury:
            text = f"the treasury has {counted(company.treasury, 'share')} of {company.id}"
            return refuse(Reason.NOT_OWNED, company.id, "5.20.1", text)
        if company.pool + action.count > state.title.numbers.pool_limit:
            return refuse(
                Reason.POOL_LIMIT, company.id, "5.20.1", f"the bank pool would hold more than half of {company.id}"
            )
        return None

    @staticmethod
    def _most(state: GameState, company: Company) -> int:
        return min(company.treasury, state.title.numbers.pool_limit - company.pool)

    def domains(self, state: GameState, action: IssueShares) -> tuple[Domain, ...]:
        return (Domain("count", 1, self._most(state, state.acting)),)

    def label(self, state: GameState, action: IssueShares) -> str:
        most = self._most(state, state.acting)
        more = [f"{count} for £{self._proceeds(state, count)}" for count in range(action.count + 1, most + 1)]
        text = f"Issue {counted(action.count, 'share')} for £{self._proceeds(state, action.count)}"
        return f"{text} ({', '.join(more)})" if more else text

    @staticmethod
    def _proceeds(state: GameState, count: int) -> int:
        """What so many shares bring: the more are issued, the lower the price of each (5.20.1)."""
        space = market.dropped(state.title, state.acting.space, count)
        return count * market.cell_at(state.title, space).price

    def perform(self, state: GameState, action: IssueShares, log: Log) -> None:
        company = state.acting
        space, received = market.dropped(state.title, company.space, action.count), self._proceeds(state, action.count)
        company.treasury -= action.count
        company.pool += action.count
        money.transfer(state, money.BANK, company.id, received)
        log.append(SharesIssued(company.id, action.count, received))
        shares.settle_director(state, company, log)
        market.move_to(state, company, space, "issued", log)
        state.company_turn.done.append(Done.SHARES)


class Redeem(ActionRule[RedeemShares]):
    """Shares come back from the pool at the present price, which does not move (5.20.4)."""

    kind = RedeemShares
    paragraph = "5.20.4"

    def candidates(self, state: GameState) -> list[RedeemShares]:
        return [RedeemShares(state.acting.id, 1)]

    def refusal(self, state: GameState, action: RedeemShares) -> Refusal | None:
        wrong = _not_now(state, action.company)
        if wrong:
            return wrong
        company = state.acting
        if not 1 <= action.count <= company.pool:
            text = f"the bank pool has {counted(company.pool, 'share')} of {company.id}"
            return refuse(Reason.NOT_FOR_SALE, company.id, "5.20.4", text)
        price = action.count * market.price(state, company)
        if price > company.cash:
            text = f"{counted(action.count, 'share')} would cost £{price}, {company.id} has £{company.cash}"
            return refuse(Reason.NO_CASH, company.id, "5.20.4", text)
        return None

    def domains(self, state: GameState, action: RedeemShares) -> tuple[Domain, ...]:
        company = state.acting
        return (Domain("count", 1, min(company.pool, company.cash // market.price(state, company))),)

    def label(self, state: GameState, action: RedeemShares) -> str:
        price = market.price(state, state.acting)
        return f"Redeem {counted(action.count, 'share')} at {each(action.count, price)}"

    def perform(self, state: GameState, action: RedeemShares, log: Log) -> None:
        company = state.acting
        paid = action.count * market.price(state, company)
        company.pool -= action.count
        company.treasury += action.count
        money.transfer(state, company.id, money.BANK, paid)
        log.append(SharesRedeemed(company.id, action.count, paid))
        shares.settle_director(state, company, log)
        state.company_turn.done.append(Done.SHARES)


class IssueRedeemStep(Step):
    """The last step of a major's operating turn."""

    name = "issue_redeem"
    text = "issue or redeem shares"
    rules = rules(Issue(), Redeem(), *CHARTER_POWERS, PassTurn())

    def skipped(self, state: GameState) -> Refusal | None:
        company = state.acting
        if company.is_minor:
            return None
        issue = Issue().refusal(state, IssueShares(company.id, 1))
        redeem = Redeem().refusal(state, RedeemShares(company.id, 1))
        assert issue is not None
        assert redeem is not None
        return replace(issue, text=f"{issue.text}; {redeem.text}")

    def open(self, state: GameState) -> bool:
        turn = state.company_turn
        return not turn.passed and Done.SHARES not in turn.done and not state.acting.is_minor

    def leave(self, state: GameState, log: Log) -> None:
        next_step(state, log)

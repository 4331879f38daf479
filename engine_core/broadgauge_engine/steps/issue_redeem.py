"""Issuing or redeeming shares (5.20)."""

from __future__ import annotations

from ..actions import IssueShares, RedeemShares
from ..events import Log, SharesIssued, SharesRedeemed
from ..options import ActionRule, Domain, Reason, Refusal
from ..privates.tokens import MoveCertificateByPower, MoveTokenByPower
from ..rounds.operating import next_step
from ..state import market, money, shares
from ..state.model import Company, Done, GameState
from ..step import PassTurn, Step, counted, refuse, rules, wrong_company


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
            return refuse(Reason.NOT_OPERATED, company.id, "5.20.3", "no shares are issued in the first turn")
        if not 1 <= action.count <= company.treasury:
            return refuse(Reason.NOT_OWNED, company.id, "5.20.1", f"the treasury has {company.treasury} shares")
        if company.pool + action.count > state.title.numbers.pool_limit:
            return refuse(Reason.POOL_LIMIT, company.id, "5.20.1", "the pool would hold more than half")
        return None

    @staticmethod
    def _most(state: GameState, company: Company) -> int:
        return min(company.treasury, state.title.numbers.pool_limit - company.pool)

    def domains(self, state: GameState, action: IssueShares) -> tuple[Domain, ...]:
        return (Domain("count", 1, self._most(state, state.acting)),)

    def label(self, state: GameState, action: IssueShares) -> str:
        space = market.dropped(state.title, state.acting.space, action.count)
        return f"Issue {counted(action.count, 'share')} at £{market.cell_at(state.title, space).price}"

    def perform(self, state: GameState, action: IssueShares, log: Log) -> None:
        company = state.acting
        space = market.dropped(state.title, company.space, action.count)
        received = action.count * market.cell_at(state.title, space).price
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
            return refuse(Reason.NOT_FOR_SALE, company.id, "5.20.4", f"the pool has {company.pool} shares")
        price = action.count * market.price(state, company)
        if price > company.cash:
            return refuse(Reason.NO_CASH, company.id, "5.20.4", f"{company.id} has £{company.cash}")
        return None

    def domains(self, state: GameState, action: RedeemShares) -> tuple[Domain, ...]:
        company = state.acting
        return (Domain("count", 1, min(company.pool, company.cash // market.price(state, company))),)

    def label(self, state: GameState, action: RedeemShares) -> str:
        return f"Redeem {counted(action.count, 'share')} for £{action.count * market.price(state, state.acting)}"

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
    rules = rules(Issue(), Redeem(), MoveTokenByPower(), MoveCertificateByPower(), PassTurn())

    def open(self, state: GameState) -> bool:
        turn = state.company_turn
        return not turn.passed and Done.SHARES not in turn.done and not state.acting.is_minor

    def leave(self, state: GameState, log: Log) -> None:
        next_step(state, log)

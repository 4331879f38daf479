"""Where games recorded on 18xx.games stop for a decision, step by step.

The site asks at some steps although nothing can be done there, and does not ask at others although something could. A
replay must stop at the same places, for what follows by itself at the next step belongs to another state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..actions import IssueShares, MoveCertificate, MoveToken, RedeemShares
from ..board import places
from ..board.reach import reach
from ..rounds import boxes
from ..state import depot
from ..state.model import Done, GameState
from ..title.model import CITY, is_city
from .acquire_minor import MOST_SHARES, Acquire
from .issue_redeem import IssueRedeemStep
from .lay_check import LayCheck
from .stock_turn import StockTurnStep
from .token import TokenStep
from .track import has_lay_power
from .train_purchase import must_buy

ISSUE, STOCK, TOKEN = IssueRedeemStep(), StockTurnStep(), TokenStep()


def stock_turn(state: GameState) -> bool:
    """Every player but one with a loan who can do nothing about it."""
    return not state.player(state.stock.player).debt or STOCK.any_option(state)


def track(state: GameState) -> bool:
    """As long as a lay of any kind is left, whatever the board says."""
    company = state.acting
    check = LayCheck(state, company, ())
    if check.is_free(yellow=True) or check.is_free(yellow=False):
        return True
    own = {hex_id for hex_id, _ in company.tokens}
    for name in company.privates:
        private = state.title.privates[name]
        usable = has_lay_power(state, company, name) and private.power != "english_channel_token"
        if usable and (not private.hexes or own & set(private.hexes)):
            return True
    return False


def token(state: GameState) -> bool:
    """With P5 or P18, any available token of the SECR, or cash and an open place in reach."""
    company = state.acting
    if Done.TOKEN in state.company_turn.done:
        return False
    if TOKEN.possible(state, MoveToken):
        return True
    if not company.available:
        return False
    if company.card.free_token_hex is not None:
        return True
    if company.cash < state.title.numbers.token_cost:
        return False
    found = [(hex_id, end - CITY) for hex_id, end in reach(state, company).stops if is_city(end)]
    return any(place not in company.tokens and places.open_slots(state, place, company.id) > 0 for place in found)


def buy_train(state: GameState) -> bool:
    """Where a train could be afforded; another company's seems to be for sale for £1 in every phase."""
    company = state.acting
    if must_buy(state, company):
        return True
    if depot.flippable(state) in company.trains and company.cash >= depot.flip_price(state):
        return True
    if depot.room(state, company) < 1:
        return False
    others = (other for other in state.companies.values() if other is not company)
    return company.cash >= depot.cheapest(state) or (
        company.cash >= 1 and any(depot.counted(state, other) for other in others)
    )


def acquire_minor(state: GameState) -> bool:
    """Where some minor could be paid for, connected or not."""
    company = state.acting
    if Acquire.not_now(state, company):
        return False
    for minor in state.companies.values():
        if minor.is_minor and 0 < minor.first_round < state.round.serial:
            counts = range(MOST_SHARES + 1)
            if any(Acquire.no_payment(state, company, minor, count) is None for count in counts):
                return True
    boxed = state.phase.buy_boxed_minors and boxes.boxed(state, "minors")
    return bool(boxed) and company.cash >= state.title.numbers.boxed_minor_price


def issue_redeem(state: GameState) -> bool:
    """Where shares can be issued or redeemed, or P17 used."""
    return any(ISSUE.possible(state, kind) for kind in (IssueShares, RedeemShares, MoveCertificate))


RECORDED_PAUSES: Mapping[str, Callable[[GameState], bool]] = {
    "stock_turn": stock_turn,
    "double_cash": lambda state: True,
    "track": track,
    "destination": lambda state: True,
    "token": token,
    "buy_train": buy_train,
    "acquire_minor": acquire_minor,
    "issue_redeem": issue_redeem,
}
"""Step name to whether the site stops there while the step is open; the other steps stop as they do for us."""

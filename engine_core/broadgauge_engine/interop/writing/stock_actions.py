"""Stock round actions as 18xx.games writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ... import actions as ours
from ...state.model import GameState
from ..vocabulary import HAVEN_SOURCES, ONE_SHARE
from .writing import Write, Writing
from .written import Written

SITE_SOURCES = {ours_: theirs for theirs, ours_ in HAVEN_SOURCES.items()}


def pass_(game: Writing, action: ours.Pass) -> list[Written]:
    """Ends a step, a stock turn or a power's lays; the check for a destination is passed by the site itself."""
    if action.private:
        return [Written.by_private(action.private, "pass")]
    if not action.company:
        return [Written.by_player(action.player, "pass")]
    return [Written.by_company(action.company, "pass", automatic=game.state.step == "destination")]


def bid(game: Writing, action: ours.PlaceBid) -> list[Written]:
    """The whole new bid."""
    return [Written.by_player(action.player, "bid", company=action.item, price=action.amount)]


def par(game: Writing, action: ours.ConvertConcession | ours.BuyDirectorCertificate) -> list[Written]:
    """The same for a concession turned in and a director's certificate bought."""
    price = share_price(game.state, action.par)
    return [Written.by_player(action.player, "par", corporation=action.company, share_price=price)]


def share_price(state: GameState, par: int) -> str:
    """A starting price with its row and column."""
    row, column = state.title.start_cells[par]
    return f"{par},{row},{column}"


def buy_share(game: Writing, action: ours.BuyShare) -> list[Written]:
    """One numbered share of the treasury or the pool."""
    numbers, ids = game.shares_of(action.company, action.source, 1)
    game.shares.move(action.company, numbers, action.source, action.player)
    return [Written.by_player(action.player, "buy_shares", shares=ids, percent=ONE_SHARE)]


def sell_shares(game: Writing, action: ours.SellShares) -> list[Written]:
    """Numbered shares; of the director's certificate the percent may say that only a part is sold."""
    numbers, ids = game.shares_of(action.company, action.player, action.count)
    game.shares.sell(game.state.companies[action.company], action.player, numbers, action.count)
    return [Written.by_player(action.player, "sell_shares", shares=ids, percent=ONE_SHARE * action.count)]


def repay(game: Writing, action: ours.RepayLoan) -> list[Written]:
    """All that can be repaid, or a part."""
    player = game.state.player(action.player)
    if action.amount == min(player.cash, player.debt):
        return [Written.by_player(action.player, "payoff_player_debt")]
    return [Written.by_player(action.player, "payoff_player_debt_partial", amount=action.amount)]


def haven(game: Writing, action: ours.BuyForTaxHaven) -> list[Written]:
    """P16 names the company and where the share comes from."""
    privates = game.state.title.privates
    private = next(name for name in game.state.player(action.player).items if _is_haven(privates, name))
    numbers, _ = game.shares_of(action.company, action.source, 1)
    game.shares.move(action.company, numbers, action.source, "haven")
    choice = f"{action.company}_{SITE_SOURCES[action.source]}"
    return [Written.by_private(private, "choose_ability", choice=choice)]


def _is_haven(privates: Mapping[str, Any], name: str) -> bool:
    return name in privates and privates[name].power == "tax_haven"


def double(game: Writing, action: ours.DeclareDoubleCash) -> list[Written]:
    """P9."""
    return [Written.by_player(action.player, "choose", choice="double")]


STOCK_WRITERS: Mapping[type[Any], Write] = {
    ours.Pass: pass_,
    ours.PlaceBid: bid,
    ours.ConvertConcession: par,
    ours.BuyDirectorCertificate: par,
    ours.BuyShare: buy_share,
    ours.SellShares: sell_shares,
    ours.RepayLoan: repay,
    ours.BuyForTaxHaven: haven,
    ours.DeclareDoubleCash: double,
}
"""Class of action to what writes it."""

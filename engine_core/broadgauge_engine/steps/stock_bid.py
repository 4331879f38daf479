"""Bidding for the certificates in the boxes (4.9)."""

from __future__ import annotations

from ..actions import PlaceBid
from ..events import BidPlaced, Log
from ..options import Domain, Reason, Refusal
from ..rounds import boxes
from ..state import shares
from ..state.model import GameState
from ..step import refuse
from ..title import names
from .stock_sell import StockRule, in_debt, over_limit


def free_tokens(state: GameState, seat: int) -> int:
    """Bidding tokens that the player has not placed (4.5.3)."""
    placed = sum(seat in bids for bids in state.bids.values())
    return state.title.seats[len(state.players)].bid_tokens - placed


class Bid(StockRule[PlaceBid]):
    """Placing a bid, or raising one's own after being overbid (4.9.1)."""

    kind = PlaceBid
    paragraph = "4.9.1"

    def candidates(self, state: GameState) -> list[PlaceBid]:
        seat = state.stock.player
        return [PlaceBid(seat, item, boxes.least_bid(state, item)) for item in boxes.in_boxes(state)]

    def closed(self, state: GameState) -> Refusal | None:
        seat = state.stock.player
        return over_limit(state, seat) or in_debt(state, seat) or self._no_room(state, seat)

    @staticmethod
    def _no_room(state: GameState, seat: int) -> Refusal | None:
        if shares.certificates_with_bids(state, seat) < shares.limit(state):
            return None
        return refuse(Reason.CERTIFICATE_LIMIT, seat, "4.9.4", shares.at_limit_text(state, seat))

    def unfit(self, state: GameState, action: PlaceBid) -> Refusal | None:
        seat, item, amount = action.player, action.item, action.amount
        if not boxes.holds(state, item):
            return refuse(Reason.NOT_FOR_SALE, item, "4.9.1", f"{item} is not in a bidding box")
        step = state.title.numbers.bid_step
        if amount % step or amount < boxes.least_bid(state, item):
            return refuse(
                Reason.BID_AMOUNT,
                item,
                "4.9.2",
                f"bids on {item} are multiples of £{step} from £{boxes.least_bid(state, item)}",
            )
        return self._no_token(state, seat, item) or self._no_means(state, seat, item, amount)

    @staticmethod
    def _no_token(state: GameState, seat: int, item: str) -> Refusal | None:
        bids = state.bids.get(item, {})
        if seat in bids:
            if bids[seat] == max(bids.values()):
                return refuse(Reason.OWN_HIGH_BID, item, "4.9.1", f"player {seat} has the highest bid on {item}")
        elif free_tokens(state, seat) <= 0:
            return refuse(Reason.NO_BID_TOKEN, item, "4.5.3", f"player {seat} has no bidding token left")
        return None

    @staticmethod
    def _no_means(state: GameState, seat: int, item: str, amount: int) -> Refusal | None:
        free = shares.spendable(state, seat)
        if amount > free:
            text = f"£{amount} is needed, player {seat} has £{free} that is not bound by bids"
            return refuse(Reason.NO_CASH, item, "4.9.3", text)
        return None

    def nothing(self, state: GameState) -> Refusal:
        return refuse(Reason.NOT_FOR_SALE, "", "4.9.1", "every bidding box is empty")

    def domains(self, state: GameState, action: PlaceBid) -> tuple[Domain, ...]:
        step = state.title.numbers.bid_step
        most = shares.spendable(state, action.player) // step * step
        return (Domain("amount", boxes.least_bid(state, action.item), most, step),)

    def label(self, state: GameState, action: PlaceBid) -> str:
        title, item = state.title, action.item
        home = names.home(title, item)
        return f"Bid £{action.amount} on {names.certificate(title, item)}" + (f", home {home}" if home else "")

    def perform(self, state: GameState, action: PlaceBid, log: Log) -> None:
        state.bids.setdefault(action.item, {})[action.player] = action.amount
        state.stock.bids += 1
        state.stock.acted = True
        log.append(BidPlaced(action.player, action.item, action.amount))

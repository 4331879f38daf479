"""The end of a stock round, in its order (4.10, 4.11)."""

from __future__ import annotations

from ..actions import DeclareDoubleCash, Pass
from ..events import (
    DoubleCashDeclared,
    InterestCharged,
    ItemRemoved,
    ItemWon,
    Log,
    Passed,
    PlayerOrderSet,
    TrainsRemoved,
)
from ..options import ActionRule, Decision, Reason, Refusal
from ..state import depot, market, money
from ..state.model import GameState, Player
from ..step import Step, refuse, rules
from . import boxes, flotation, game_end, operating
from .phases import train_sold


class SettlementStep(Step):
    """Bids are settled, minors float, trains leave the bank (4.10.1 to 4.10.3)."""

    name = "settlement"
    text = "settle the bids"
    rules = rules()

    def open(self, state: GameState) -> bool:
        return False

    def leave(self, state: GameState, log: Log) -> None:
        if not state.bids and state.round.number == 1:
            game_end.finish(state, log, "no_bids")
            return
        unsold = [item for item in boxes.boxed(state, "minors") if item not in state.bids]
        first = next(iter(boxes.boxed(state, "minors")), None)
        _settle_bids(state, log)
        _remove_trains(state, len(unsold), log)
        if first in unsold:
            _remove_first_minor(state, first, log)
        state.step = "refill"


def _settle_bids(state: GameState, log: Log) -> None:
    """Winners take their items and pay the bank; minors float by bid, then by box (4.10.1, 4.10.2)."""
    sold: list[tuple[int, int, str, int]] = []
    for item in boxes.in_boxes(state):
        bids = state.bids.get(item)
        if not bids:
            continue
        amount = max(bids.values())
        seat = next(seat for seat, bid in bids.items() if bid == amount)
        if boxes.kind_of(state, item) == "minors":
            sold.append((-amount, len(sold), item, seat))
        else:
            _hand_over(state, item, seat, amount, log)
            state.player(seat).items.append(item)
    for negative, _, item, seat in sorted(sold):
        _hand_over(state, item, seat, -negative, log)
        flotation.start_minor(state, item, seat, -negative, log)
    state.bids = {}


def _hand_over(state: GameState, item: str, seat: int, amount: int, log: Log) -> None:
    boxes.take(state, item)
    money.transfer(state, seat, money.BANK, amount)
    log.append(ItemWon(seat, item, amount))


def _remove_trains(state: GameState, count: int, log: Log) -> None:
    """One L/2 card leaves for each unsold minor, as long as there are any; this never changes the phase (4.10.3)."""
    kind = state.title.depot[0]
    removed = min(count, state.depot[kind])
    if removed:
        state.depot[kind] -= removed
        log.append(TrainsRemoved(kind, removed, export=False))


def _remove_first_minor(state: GameState, item: str, log: Log) -> None:
    """The unsold minor of box 1 leaves the game with the next train, which counts as a sale (4.10.3)."""
    boxes.take(state, item)
    state.gone.append(item)
    log.append(ItemRemoved(item))
    kind = depot.remove_card(state)
    log.append(TrainsRemoved(kind, 1, export=True))
    train_sold(state, kind, log)


class RefillStep(Step):
    """The boxes are filled (4.10.4), loans bear interest (4.10.6), and companies that are sold out rise (4.11).

    The new player order (4.10.5) depends on none of it, so that its question to the owner of P9 comes last.
    """

    name = "refill"
    text = "fill the bidding boxes"
    rules = rules()

    def open(self, state: GameState) -> bool:
        return False

    def leave(self, state: GameState, log: Log) -> None:
        boxes.refill(state, log)
        for player in state.players:
            if player.debt:
                amount = money.interest(state, player.debt)
                player.debt += amount
                log.append(InterestCharged(player.seat, amount, player.debt))
        _raise_sold_out(state, log)
        game_end.watch(state, log, moved=True)
        state.step = "double_cash"


def _raise_sold_out(state: GameState, log: Log) -> None:
    """Majors wholly in players' hands rise, the tax haven included; in operating order (4.11)."""
    for company in market.operating_order(state):
        if not company.is_minor and not company.treasury and not company.pool:
            market.move_to(state, company, market.up(state.title, company.space), "sold_out", log)


class Declare(ActionRule[DeclareDoubleCash]):
    """Declaring double cash for the coming order (P9)."""

    kind = DeclareDoubleCash
    paragraph = "P9"

    def candidates(self, state: GameState) -> list[DeclareDoubleCash]:
        owner = double_cash_owner(state)
        return [DeclareDoubleCash(owner.seat)] if owner else []

    def refusal(self, state: GameState, action: DeclareDoubleCash) -> Refusal | None:
        owner = double_cash_owner(state)
        if owner is not None and owner.seat == action.player:
            return None
        return refuse(Reason.NOT_OWNED, "P9", "P9", f"player {action.player} does not hold P9")

    def label(self, state: GameState, action: DeclareDoubleCash) -> str:
        return "Count the cash twice for the coming player order"

    def perform(self, state: GameState, action: DeclareDoubleCash, log: Log) -> None:
        state.double_cash = action.player
        log.append(DoubleCashDeclared(action.player))
        state.step = "new_order"


class Decline(ActionRule[Pass]):
    """Leaving the cash as it is (P9)."""

    kind = Pass
    paragraph = "P9"

    def candidates(self, state: GameState) -> list[Pass]:
        owner = double_cash_owner(state)
        return [Pass(owner.seat)] if owner else []

    def refusal(self, state: GameState, action: Pass) -> Refusal | None:
        owner = double_cash_owner(state)
        if owner is not None and action == Pass(owner.seat):
            return None
        return refuse(Reason.NOT_YOUR_TURN, action.player, "P9", "the owner of P9 decides")

    def label(self, state: GameState, action: Pass) -> str:
        return "Do not count the cash twice"

    def perform(self, state: GameState, action: Pass, log: Log) -> None:
        log.append(Passed(action.player, "", state.step))
        state.step = "new_order"


class DoubleCashStep(Step):
    """The owner of P9, even a fresh one, may declare double cash (P9)."""

    name = "double_cash"
    text = "declare double cash, or not"
    rules = rules(Declare(), Decline())

    def decision(self, state: GameState) -> Decision:
        owner = double_cash_owner(state)
        assert owner is not None
        return Decision(owner.seat, "", self.name, self.text)

    def open(self, state: GameState) -> bool:
        return double_cash_owner(state) is not None

    def waits(self, state: GameState) -> bool:
        owner = double_cash_owner(state)
        assert owner is not None
        return _ranked(state, owner.seat) != _ranked(state, 0)

    def leave(self, state: GameState, log: Log) -> None:
        state.step = "new_order"


def double_cash_owner(state: GameState) -> Player | None:
    """The player who holds P9."""
    for player in state.players:
        for item in player.items:
            private = state.title.privates.get(item)
            if private is not None and private.power == "double_cash":
                return player
    return None


def _ranked(state: GameState, doubled: int) -> list[int]:
    """Seats by cash, most first; equals keep their order (4.10.5)."""
    return sorted(state.order, key=lambda seat: -state.player(seat).cash * (2 if seat == doubled else 1))


class NewOrderStep(Step):
    """New player numbers, then operating rounds (4.10.5)."""

    name = "new_order"
    text = "set the player order"
    rules = rules()

    def open(self, state: GameState) -> bool:
        return False

    def leave(self, state: GameState, log: Log) -> None:
        state.order = _ranked(state, state.double_cash)
        state.double_cash = 0
        log.append(PlayerOrderSet(tuple(state.order)))
        operating.start_operating_set(state, log)

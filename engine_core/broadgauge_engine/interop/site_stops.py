"""Where 18xx.games stops for a decision.

The site asks at some steps although nothing can be done there, and does not ask at others although something could. A
file that is read tells by itself where the site stopped; what stands here decides only where it leaves a choice, and
tells the exporter which steps to write down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..actions import AcquirePrivate, BuyTrain, IssueShares, MoveCertificate, MoveToken, RedeemShares
from ..board import places
from ..board.reach import reach
from ..board.reach import track as board_track
from ..engine import STEPS, decision
from ..rounds import boxes
from ..state import depot
from ..state.model import Company, Done, GameState, Place, Player
from ..steps.acquire_minor import MOST_SHARES, Acquire
from ..steps.lay_check import LayCheck
from ..steps.track import has_lay_power
from ..steps.train_purchase import must_buy
from ..title.model import CITY, is_city


def stops(state: GameState) -> bool:
    """Whether the site asks for the present decision of a game that stops at every step."""
    now = decision(state)
    asks = None if now is None else _STOPS.get(now.step)
    return asks is None or asks(state)


def stock_turn(state: GameState) -> bool:
    """Every player but one with a loan who can do nothing about it."""
    player = state.player(state.stock.player)
    return not player.debt or STEPS["stock_turn"].any_option(state) or _haven_could_direct(state, player)


def _haven_could_direct(state: GameState, player: Player) -> bool:
    """Whether the player could sell a director's certificate of one share if the tax haven could take it over."""
    directed = [state.companies[name] for name in state.haven_shares]
    return any(
        company.director == player.seat
        and company.card.director_shares == 1
        and company.pool < state.title.numbers.pool_limit
        for company in directed
    )


def track(state: GameState) -> bool:
    """As long as a lay of any kind is left, whatever the board says; P21 is no reason once another tile is laid."""
    company = state.acting
    check = LayCheck(state, company, ())
    if check.is_free(yellow=True) or check.is_free(yellow=False):
        return True
    own = {hex_id for hex_id, _ in company.tokens}
    for name in company.privates:
        private = state.title.privates[name]
        usable = has_lay_power(state, company, name) and private.power != "english_channel_token"
        begun = state.company_turn.instead == name or not state.company_turn.lays
        if usable and (not private.hexes or (begun and own & set(private.hexes))):
            return True
    return False


def token(state: GameState) -> bool:
    """With P5 or P18, a token of the SECR that costs nothing, or cash and an open place in reach."""
    company = state.acting
    if Done.TOKEN in state.company_turn.done:
        return False
    if STEPS["token"].possible(state, MoveToken):
        return True
    if not company.available:
        return False
    free = company.card.free_token_hex
    if free is not None and all(hex_id != free for hex_id, _ in company.tokens):
        return True
    if company.cash < state.title.numbers.token_cost:
        return False
    found = [(hex_id, end - CITY) for hex_id, end in reach(state, company).stops if is_city(end)]
    return any(_is_open(state, company, place) for place in found)


def _is_open(state: GameState, company: Company, place: Place) -> bool:
    """An open space; beside a token of its own in London the company finds none."""
    several = len(places.cities(state, place[0])) > 1
    has_one = any(own == place or (several and own[0] == place[0]) for own in company.tokens)
    return not has_one and places.open_slots(state, place, company.id) > 0


def run_trains(state: GameState) -> bool:
    """With a local train, or another one and two stops that its track joins, whether a legal run does so or not."""
    company = state.acting
    kinds = [state.title.trains[kind] for kind in company.trains]
    if any(kind.local for kind in kinds):
        return True
    engines = [kind for kind in kinds if not kind.carriage and not (company.is_minor and kind.express)]
    closed = places.blocked(state, company.card.id)
    return bool(engines) and any(
        len(board_track(state).reach([stop], closed).stops) > 1 for stop in places.own_stops(company)
    )


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
    """Where shares can be issued or redeemed; with P17 in any case."""
    step = STEPS["issue_redeem"]
    if any(step.possible(state, kind) for kind in (IssueShares, RedeemShares, MoveCertificate)):
        return True
    return any(state.title.privates[name].power == "move_card" for name in state.acting.privates)


_STOPS: Mapping[str, Callable[[GameState], bool]] = {
    "stock_turn": stock_turn,
    "first_turn": lambda state: STEPS["first_turn"].possible(state, BuyTrain),
    "acquire_private": lambda state: STEPS["acquire_private"].possible(state, AcquirePrivate),
    "track": track,
    "token": token,
    "run_trains": run_trains,
    "buy_train": buy_train,
    "acquire_minor": acquire_minor,
    "issue_redeem": issue_redeem,
}
"""Step name to whether the site stops there while the step is open; it stops at all the others."""

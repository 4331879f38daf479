"""The operating round: incomes, whose turn it is, and the order of the steps (5.1 to 5.3)."""

from __future__ import annotations

from itertools import pairwise

from ..board import places
from ..events import CreditPaid, IncomePaid, Log, RoundStarted, TokenPlaced, TokenReturned
from ..state import market, money
from ..state.model import Company, CompanyTurn, GameState, Round, StockTurn
from ..title.model import Private
from . import boxes, game_end

TURN_STEPS = (
    "home_station",
    "first_turn",
    "acquire_private",
    "track",
    "destination",
    "token",
    "run_trains",
    "dividend",
    "buy_train",
    "acquire_minor",
    "issue_redeem",
)
"""The steps of an operating turn in their order (5.3.1)."""
NEXT_STEP = dict(pairwise(TURN_STEPS))


def start_operating_set(state: GameState, log: Log) -> None:
    """The first of the operating rounds that follow a stock round; their number stays fixed (5.1.1)."""
    _start_round(state, state.phase.operating_rounds, 1, log)


def _start_round(state: GameState, parts: int, part: int, log: Log) -> None:
    number, serial = state.round.number, state.round.serial + 1
    state.round = Round("operating", number, part, parts, serial)
    state.operated = []
    log.append(RoundStarted("operating", number, part, parts))
    pay_incomes(state, log)
    next_turn(state, log)


def pay_incomes(state: GameState, log: Log) -> None:
    """Privates and concessions pay their owners (5.2.1, 3.1.1, 3.1.8, 3.2.4)."""
    for player in state.players:
        for item in player.items:
            private = state.title.privates.get(item)
            if private is None:
                _pay(state, item, player.seat, state.title.numbers.concession_revenue, log)
            else:
                _pay_player(state, private, player.seat, log)
    for company in state.companies.values():
        for name in company.privates:
            amount = state.title.privates[name].company_revenue[state.phase.band]
            _pay(state, name, company.id, amount, log)


def _pay_player(state: GameState, private: Private, seat: int, log: Log) -> None:
    """P15 and P20 pay by phase, and as much onto their own charter (P15, P20)."""
    credit = private.revenue_per_phase * state.phase_number
    _pay(state, private.id, seat, credit or private.revenue, log)
    if credit:
        money.transfer(state, money.BANK, private.id, credit)
        log.append(CreditPaid(private.id, credit))


def _pay(state: GameState, item: str, owner: int | str, amount: int, log: Log) -> None:
    if amount:
        money.transfer(state, money.BANK, owner, amount)
        log.append(IncomePaid(item, owner, amount))


def next_turn(state: GameState, log: Log) -> None:
    """The next company in operating order, decided only now (5.2.2); or the end of the round."""
    waiting = [company for name, company in state.companies.items() if company.floated and name not in state.operated]
    if not waiting:
        _end_round(state, log)
        return
    company = market.first_to_operate(state, waiting)
    state.turn = CompanyTurn(company.id)
    state.step = TURN_STEPS[0]
    if not company.turns and not company.home_placed:
        place_home_tokens(state, company, log)


def place_home_tokens(state: GameState, company: Company, log: Log) -> None:
    """First turn: the home token in its kept space; LNWR also its second one in Manchester (5.6.1, 5.6.2)."""
    card = company.card
    if card.home_city is None:
        return
    company.home_placed = True
    put(state, company, (card.home, card.home_city), "home", 0, log)
    if card.destination_at_start and card.destination is not None:
        place_destination(state, company, log)


def place_destination(state: GameState, company: Company, log: Log) -> None:
    """The destination token: in a free space, or beside the city (5.11.8)."""
    destination = company.card.destination
    assert destination is not None
    place = (destination, 0)
    if place in company.tokens:
        # An ordinary token that is there already goes back to the available ones; the rulebook is silent.
        places.remove_token(state, place, company.id)
        company.available += 1
        log.append(TokenReturned(company.id, *place, "available"))
    if places.open_slots(state, place, company.id) <= 0:
        state.beside.append((destination, company.id))
    company.destination_placed = True
    put(state, company, place, "destination", 0, log)


def put(state: GameState, company: Company, place: tuple[str, int], kind: str, cost: int, log: Log) -> None:
    """Places a token, pays for it and says so."""
    places.add_token(state, place, company.id)
    money.transfer(state, company.id, money.BANK, cost)
    log.append(TokenPlaced(company.id, place[0], place[1], kind, cost))


def next_step(state: GameState, log: Log) -> None:
    """The next step of the operating turn, or the next company's turn."""
    turn = state.company_turn
    turn.passed = False
    following = NEXT_STEP.get(state.step)
    if following is not None:
        state.step = following
        return
    state.operated.append(turn.company)
    state.turn = None
    next_turn(state, log)


def _end_round(state: GameState, log: Log) -> None:
    """The game's end, the next operating round of the set, or a stock round (1.1.1, 1.3.1)."""
    state.turn = None
    state.step = ""
    if game_end.due(state):
        game_end.finish(state, log)
    elif state.round.part < state.round.parts:
        _start_round(state, state.round.parts, state.round.part + 1, log)
    else:
        start_stock_round(state, log)


def start_stock_round(state: GameState, log: Log) -> None:
    """A new stock round: boxes are filled, the first player in order begins (4.1.1, 4.1.2)."""
    state.round = Round("stock", state.round.number + 1, serial=state.round.serial)
    log.append(RoundStarted("stock", state.round.number, 0, 0))
    boxes.refill(state, log)
    state.stock = StockTurn(state.order[0])
    state.step = "stock_turn"

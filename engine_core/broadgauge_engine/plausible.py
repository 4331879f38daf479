"""Whether a state of unknown origin is made of things that exist: ids, counts, places, and a turn in a round.

Whoever writes a snapshot that nobody signs may put anything into it. What passes here can still be a position to which
no game leads; then a rule stumbles over it sooner or later, or gives an answer about something impossible.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Mapping
from typing import Any

from .engine import GAME_OVER, STEPS
from .record.reading import RecordError, shown
from .rounds.boxes import KINDS
from .rounds.operating import TURN_STEPS
from .routes import Run
from .state.market import exists
from .state.model import Company, CompanyTurn, Done, GameState, LayKind, Mark, Place
from .state.shares import FULL_COMPANY
from .title import Title

COUNT = range(10_000)
"""How many of something there can be, and how often something can happen in a game."""
CLOCK = range(100_000)
MOST_MONEY = 10**9
"""Sums of it still fit into messages."""
MONEY, DEBT = range(-MOST_MONEY, MOST_MONEY + 1), range(MOST_MONEY + 1)
FEW = 40
"""Entries at most of lists in which the same thing may stand twice: trains, marks, lays."""
TENTHS = range(FULL_COMPANY + 1)
MARKS, LAYS, DONE = frozenset(Mark), frozenset(LayKind), frozenset(Done)
STACK = re.compile(r"(minors|concessions|privates)[1-3]?")
WORD = re.compile(r"[a-z_]{0,40}")


def check_plausible(state: GameState) -> None:
    """Refuses a state with something in it that its title does not have.

    Raises:
        RecordError: the field, and what is wrong with it.
    """
    for part in (_players, _cards, _board, _companies, _rounds, _stock, _turn, _proposal):
        part(state)


def _among(where: str, values: Iterable[object], known: Container[Any]) -> None:
    for value in values:
        if value not in known:
            raise RecordError(where, f"{shown(value)} is not possible here")


def _once(where: str, values: Collection[object], known: Container[Any]) -> None:
    _among(where, values, known)
    if len(set(values)) < len(values):
        raise RecordError(where, "something is there twice")


def _few(where: str, values: Collection[object], known: Container[Any]) -> None:
    _among(where, values, known)
    if len(values) > FEW:
        raise RecordError(where, f"{len(values)} are too many")


def _require(where: str, holds: bool, text: str) -> None:
    if not holds:
        raise RecordError(where, text)


def _players(state: GameState) -> None:
    seats = range(1, len(state.setup.players) + 1)
    _require(
        "players", [player.seat for player in state.players] == list(seats), "they sit in the order of their seats"
    )
    _require("order", sorted(state.order) == list(seats), "each player has one place in it")
    cards = {**state.title.concessions, **state.title.privates}
    for seat, player in enumerate(state.players):
        where = f"players[{seat}]"
        _among(f"{where}.cash", (player.cash,), MONEY)
        _among(f"{where}.debt", (player.debt,), DEBT)
        _among(f"{where}.shares", player.shares, state.companies)
        _among(f"{where}.shares", player.shares.values(), TENTHS)
        _once(f"{where}.items", player.items, cards)


def _cards(state: GameState) -> None:
    title = state.title
    by_kind: Mapping[str, Container[str]] = {
        "minors": {card.id for card in title.companies.values() if card.is_minor},
        "concessions": title.concessions,
        "privates": title.privates,
    }
    _among("depot", state.depot, title.depot)
    _among("depot", state.depot.values(), COUNT)
    _few("pool", state.pool, title.trains)
    _once("boxes", list(state.boxes), KINDS)
    _among("boxes", KINDS, state.boxes)
    for kind, stack in state.stacks.items():
        found = STACK.fullmatch(kind)
        if found is None:
            raise RecordError("stacks", f"there is no stack {shown(kind)}")
        _once(f"stacks.{kind}", stack, by_kind[found[1]])
    for kind in KINDS:
        one, several = kind in state.stacks, f"{kind}1" in state.stacks
        _require(f"stacks.{kind}", one or several, "it is missing")
        _once(f"boxes.{kind}", [item for item in state.boxes[kind] if item], by_kind[kind])
        _few(f"boxes.{kind}", state.boxes[kind], {"", *state.boxes[kind]})
    _once("gone", state.gone, {**title.companies, **title.concessions, **title.privates})
    _among("bank", (state.bank, *state.credits.values()), MONEY)
    _among("credits", state.credits, title.privates)
    _once("haven_shares", state.haven_shares, state.companies)


def _companies(state: GameState) -> None:
    _among("turn", [state.turn.company] if state.turn else (), state.companies)
    held = sorted((place, name) for place, tokens in state.tokens.items() for name in tokens)
    owned = sorted((place, name) for name, company in state.companies.items() for place in company.tokens)
    _require("companies.tokens", held == owned, "they are not where the board has them")
    for company in state.companies.values():
        _company(state, company, f"companies.{company.id}")


def _company(state: GameState, company: Company, where: str) -> None:
    title = state.title
    _among(f"{where}.director", (company.director,), range(1, len(state.players) + 1))
    _require(f"{where}.space", exists(title, *company.space), "the market has no such space")
    _among(f"{where}.cash", (company.cash,), MONEY)
    _among(f"{where}.treasury", (company.treasury, company.pool), TENTHS)
    _among(f"{where}.turns", (company.turns, company.first_round, company.available, company.exchange), COUNT)
    _among(f"{where}.arrived", (company.arrived,), CLOCK)
    _few(f"{where}.trains", company.trains, title.trains)
    _once(f"{where}.privates", company.privates, title.privates)
    _few(f"{where}.powers", company.powers, MARKS)


def _board(state: GameState) -> None:
    title = state.title
    _among("tiles", state.tiles, title.hexes)
    _among("tiles", (tile for tile, _ in state.tiles.values()), title.tiles)
    _among("tiles", (rotation for _, rotation in state.tiles.values()), range(6))
    places = _places(state)
    _among("tokens", state.tokens, places)
    for tokens in state.tokens.values():
        _once("tokens", tokens, state.companies)
    _among("extra_slots", state.extra_slots, places)
    _among("extra_slots", state.extra_slots.values(), range(FEW))
    _once("beside", state.beside, state.beside)
    _among("beside", (hex_id for hex_id, _ in state.beside), title.hexes)
    _among("beside", (name for _, name in state.beside), state.companies)


def _places(state: GameState) -> set[Place]:
    """The cities of the hexes that matter."""
    hexes = {hex_id for hex_id, _ in (*state.tokens, *state.extra_slots)}
    _among("tokens", hexes, state.title.hexes)
    faces = {hex_id: state.title.face(hex_id, state.tiles.get(hex_id)) for hex_id in hexes}
    return {(hex_id, city) for hex_id, face in faces.items() for city in range(len(face.cities))}


def _rounds(state: GameState) -> None:
    current = state.round
    _among("phase", (state.phase_number,), range(1, len(state.title.phases) + 1))
    _among("clock", (state.clock,), CLOCK)
    _among("round", (current.number, current.part, current.parts, current.serial), COUNT)
    _among("ends", (serial for _, serial in state.ends), COUNT)
    _few("ends", state.ends, state.ends)
    _once("operated", state.operated, state.title.companies)
    for word in (state.end_reason, *(reason for reason, _ in state.ends)):
        _require("ends", bool(WORD.fullmatch(word)), f"{shown(word)} is no reason")
    if state.finished:
        _require("step", state.step == GAME_OVER.step, f"{shown(state.step)} is not the end of a game")
        return
    _among("step", (state.step,), STEPS)
    operating = state.step in TURN_STEPS
    kinds = {"operating"} if operating else {"stock"} if state.step == "stock_turn" else {"settlement"}
    _among("round.kind", (current.kind,), kinds)
    _require("turn", operating == (state.turn is not None), f"it does not go with the step {state.step}")


def _stock(state: GameState) -> None:
    turn, seats = state.stock, range(1, len(state.players) + 1)
    _among("stock.player", (turn.player,), seats)
    _among("double_cash", (state.double_cash,), (0, *seats))
    _among("stock.passes", (turn.passes, turn.bids), COUNT)
    _prices("stock.prices", turn.prices, state)
    _among("stock.sold", turn.sold, seats)
    for sold in turn.sold.values():
        _few("stock.sold", sold, state.title.companies)
    _among("bids", state.bids, {item for row in state.boxes.values() for item in row if item})
    for bids in state.bids.values():
        _among("bids", bids, seats)


def _prices(where: str, prices: Mapping[str, int], state: GameState) -> None:
    _among(where, prices, state.title.companies)
    _among(where, prices.values(), COUNT)


def _turn(state: GameState) -> None:
    turn = state.turn
    if turn is None:
        return
    title = state.title
    _few("turn.lays", turn.lays, LAYS)
    _few("turn.laid", turn.laid, title.hexes)
    _few("turn.done", turn.done, DONE)
    _among("turn.instead", (turn.instead,), {"", *title.privates})
    _prices("turn.prices", turn.prices, state)
    _few("turn.refused", turn.refused, turn.refused)
    _runs(turn, title)


def _runs(turn: CompanyTurn, title: Title) -> None:
    runs: tuple[Run, ...] = turn.runs
    _few("turn.runs", [run.train for run in runs], title.trains)
    for run in runs:
        _among("turn.runs.stops", (hex_id for hex_id, _ in run.stops), title.hexes)


def _proposal(state: GameState) -> None:
    proposal = state.proposal
    if proposal is None:
        return
    seats = range(1, len(state.players) + 1)
    _once("proposal.players", proposal.players, seats)
    _once("proposal.refused", proposal.refused, proposal.players)
    _require("proposal.players", len(proposal.refused) < len(proposal.players), "nobody is left to answer")
    kinds = STEPS[state.step].rules if state.step in STEPS else {}
    _among("proposal.action", (type(proposal.action),), kinds)

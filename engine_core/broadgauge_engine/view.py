"""Everything on the table as plain values: what a front end shows, and nothing that the players may not see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .rounds import boxes
from .state import market, shares
from .state.model import Company, GameState, Player
from .title import names

View = dict[str, Any]
"""Names to numbers, texts, lists and further views, named like the fields of the messages that carry them."""


def view(state: GameState) -> View:
    """The whole table; the pending decision is `broadgauge_engine.engine.decision`, not part of it."""
    return {
        "title": state.title.id,
        "round": state.round.name,
        "phase": state.phase_number,
        "bank": state.bank,
        "players": [_player(state, player) for player in state.players],
        "player_order": list(state.order),
        "companies": [_company(state, company) for company in _in_order(state)],
        "operated": list(state.operated),
        "boxes": [box for kind in boxes.KINDS for box in _boxes(state, kind)],
        "stacks": [_stack(state, kind) for kind in state.stacks],
        "trains": [{"kind": kind, **_count(state.depot.get(kind))} for kind in state.title.depot],
        "train_pool": list(state.pool),
        "tiles": [
            {"hex": hex_id, "tile": tile, "rotation": rotation}
            for hex_id, (tile, rotation) in sorted(state.tiles.items())
        ],
        "tokens": list(_tokens(state)),
        "tile_supply": list(_tile_supply(state)),
        "tax_haven": {"cash": state.credits.get(state.title.haven, 0), "shares": list(state.haven_shares)},
        "credits": [
            {"private": name, "amount": amount} for name, amount in state.credits.items() if name != state.title.haven
        ],
        "removed": list(state.gone),
        "ends": [{"reason": reason, "after_operating_round": serial} for reason, serial in state.ends],
        "finished": state.finished,
        "end_reason": state.end_reason,
        "result": _result(state) if state.finished else [],
    }


def _player(state: GameState, player: Player) -> View:
    seat = player.seat
    bids = {item: bids[seat] for item, bids in state.bids.items() if seat in bids}
    return {
        "seat": seat,
        "name": state.setup.players[seat - 1],
        "cash": player.cash,
        "committed": shares.committed(state, seat),
        "debt": player.debt,
        "certificates": shares.certificates(state, seat),
        "certificates_with_bids": shares.certificates_with_bids(state, seat),
        "certificate_limit": shares.limit(state),
        "bid_tokens": state.title.seats[len(state.players)].bid_tokens - len(bids),
        "shares": [{"company": name, "shares": count} for name, count in player.shares.items()],
        "directorships": [name for name, company in state.companies.items() if company.director == seat],
        "items": list(player.items),
        "bids": [{"item": item, "player": seat, "amount": amount} for item, amount in bids.items()],
        "worth": shares.worth(state, seat),
    }


def _in_order(state: GameState) -> list[Company]:
    """Floated companies as they operate, then the others."""
    waiting = [company for company in state.companies.values() if not company.floated]
    return market.operating_order(state) + waiting


def _company(state: GameState, company: Company) -> View:
    pile = [other.id for other in market.pile(state, company.space)]
    return {
        "id": company.id,
        "name": company.card.name,
        "kind": company.card.kind,
        "director": company.director,
        "floated": company.floated,
        "operated": company.turns > 0,
        **_home(state, company.id),
        "cash": company.cash,
        "par": company.par,
        "price": market.price(state, company),
        "row": company.space[0],
        "column": company.space[1],
        "pile_place": pile.index(company.id),
        "treasury_shares": company.treasury,
        "pool_shares": company.pool,
        "trains": list(company.trains),
        "tokens": [{"hex": hex_id, "city": city} for hex_id, city in company.tokens],
        "home_placed": company.home_placed,
        "destination_placed": company.destination_placed,
        "available_tokens": company.available,
        "exchange_tokens": company.exchange,
        "privates": list(company.privates),
        "powers": list(company.powers),
    }


def _boxes(state: GameState, kind: str) -> Iterator[View]:
    for number, item in enumerate(state.boxes[kind], 1):
        bids = sorted(state.bids.get(item, {}).items(), key=lambda bid: -bid[1])
        yield {
            "kind": kind,
            "number": number,
            "item": item,
            "bids": [{"item": item, "player": seat, "amount": amount} for seat, amount in bids],
            **(_certificate(state, item) if item else {}),
        }


def _certificate(state: GameState, item: str) -> View:
    """What a bidder wants to know about a certificate."""
    title = state.title
    company = names.started_by(title, item)
    card = title.companies[company] if company else title.privates[item]
    return {
        "name": card.name,
        "least_bid": boxes.least_bid(state, item),
        **({"company": company, **_home(state, company)} if company else {}),
    }


def _home(state: GameState, company: str) -> View:
    card = state.title.companies[company]
    return {"home": card.home, "home_name": names.place_name(state.title, card.home, card.home_city)}


def _stack(state: GameState, kind: str) -> View:
    """A stack as far as the players may look into it (6.1.1): all, the next batch for the boxes, or nothing."""
    stack = state.stacks[kind]
    batch = state.title.numbers.boxes.get(kind, 1)
    seen = {"full": len(stack), "next": batch, "hidden": 0}[state.setup.options.stack_visibility]
    return {"kind": kind, "count": len(stack), "items": stack[:seen]}


def _tokens(state: GameState) -> Iterator[View]:
    """Tokens by place; one that lies beside its city has no city number (5.11.8)."""
    for (hex_id, city), companies in sorted(state.tokens.items()):
        for company in companies:
            token: View = {"hex": hex_id, "company": company}
            yield token if (hex_id, company) in state.beside else {**token, "city": city}


def _tile_supply(state: GameState) -> Iterator[View]:
    laid = [tile for tile, _ in state.tiles.values()]
    for tile in state.title.tiles.values():
        left = None if tile.count is None else tile.count - laid.count(tile.id)
        yield {"tile": tile.id, **_count(left)}


def _count(count: int | None) -> View:
    """A count, left out where the supply has no end."""
    return {} if count is None else {"count": count}


def _result(state: GameState) -> list[View]:
    """The final standing, richest first; players with equal worth share a place (1.3.2)."""
    worths = {player.seat: shares.worth(state, player.seat) for player in state.players}
    return [
        {"place": 1 + sum(other > worth for other in worths.values()), "player": seat, "worth": worth}
        for seat, worth in sorted(worths.items(), key=lambda entry: -entry[1])
    ]

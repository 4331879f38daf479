"""Our state under the keys that recorded traces use, one flat mapping."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..rounds import boxes
from ..state import market, shares
from ..state.model import Company, GameState, Player

KINDS = ("minors", "concessions", "privates")


def trace_state(state: GameState) -> dict[str, Any]:
    """The whole state; players are P1 to Pn in seat order, shares are percent, money is pounds."""
    values: dict[str, Any] = {
        "round": f"CHOICE {state.round.number}" if state.step == "double_cash" else state.round.name,
        "phase": state.phase_number,
        "bank": state.bank,
        "player_order": [f"P{seat}" for seat in state.order],
        "trains/pool": sorted(state.pool),
    }
    values |= {f"trains/bank/{kind}": count for kind, count in state.depot.items() if count}
    for player in state.players:
        values |= _prefixed(f"players/P{player.seat}", _player(state, player))
    for company in state.companies.values():
        values |= _prefixed(f"companies/{company.id}", _company(state, company))
    for kind in KINDS:
        values[f"bid_boxes/{kind}"] = boxes.boxed(state, kind)
        values[f"stacks/{kind}"] = _stack(state, kind)
    for item, bids in state.bids.items():
        values[f"bids/{item}"] = [[f"P{seat}", bids[seat]] for seat in sorted(bids)]
    values |= {f"tiles/{hex_id}": list(laid) for hex_id, laid in state.tiles.items()}
    on_charters = {name: credit for name, credit in state.credits.items() if credit and name != state.title.haven}
    values |= {f"private_treasury/{name}": credit for name, credit in on_charters.items()}
    if state.haven_shares:
        values["tax_haven/cash"] = state.credits.get(state.title.haven, 0)
        values["tax_haven/shares"] = dict.fromkeys(state.haven_shares, 10)
    return values


def _prefixed(prefix: str, values: Mapping[str, Any]) -> dict[str, Any]:
    return {f"{prefix}/{key}": value for key, value in values.items()}


def _player(state: GameState, player: Player) -> dict[str, Any]:
    return {
        "cash": player.cash,
        "debt": player.debt,
        "certificates": shares.certificates(state, player.seat),
        "worth": shares.worth(state, player.seat),
        "privates": sorted(player.items),
        **{f"shares/{name}": 10 * count for name, count in player.shares.items()},
    }


def _company(state: GameState, company: Company) -> dict[str, Any]:
    row, column = company.space
    values: dict[str, Any] = {
        "director": f"P{company.director}",
        "floated": company.floated,
        "operated": company.turns > 0,
        "cash": company.cash,
        "price": [row, column, market.price(state, company)],
        "trains": sorted(company.trains),
        "tokens": sorted([hex_id, site_city(state, hex_id, city)] for hex_id, city in company.tokens),
        "unplaced_tokens": company.available + (not company.home_placed),
        "privates": sorted(company.privates),
    }
    if not company.is_minor:
        values |= {
            "destination_placed": company.destination_placed,
            "exchange_tokens": company.exchange,
            "treasury_percent": 10 * company.treasury,
            "pool_percent": 10 * company.pool,
        }
    return values


def site_city(state: GameState, hex_id: str, city: int) -> int:
    """The site turns London's tiles, and numbers their stations with them."""
    laid = state.tiles.get(hex_id)
    if laid is None or not state.title.tiles[laid[0]].fixed:
        return city
    return (city - laid[1]) % 6


def _stack(state: GameState, kind: str) -> list[str]:
    rest = [item for name, stack in sorted(state.stacks.items()) if name.startswith(kind) for item in stack]
    return boxes.boxed(state, kind) + rest

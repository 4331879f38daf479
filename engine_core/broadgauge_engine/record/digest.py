"""The state as canonical plain values, and its digest."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from ..state.model import Company, CompanyTurn, GameState, Player, Proposal
from .codec import encode_action, encode_runs


def state_values(state: GameState) -> dict[str, Any]:
    """The state as values that JSON can hold; the same for equal states, in every process."""
    return {
        "phase": state.phase_number,
        "bank": state.bank,
        "players": [_player(player) for player in state.players],
        "order": state.order,
        "depot": state.depot,
        "stacks": state.stacks,
        "boxes": state.boxes,
        "round": _slots(state.round),
        "stock": {**_slots(state.stock), "sold": _pairs(state.stock.sold)},
        "step": state.step,
        "companies": [_company(company) for company in state.companies.values()],
        "clock": state.clock,
        "pool": state.pool,
        "bids": [[item, _pairs(bids)] for item, bids in state.bids.items()],
        "tiles": _pairs(state.tiles),
        "tokens": [[list(place), tokens] for place, tokens in state.tokens.items()],
        "beside": [list(entry) for entry in state.beside],
        "extra_slots": [[list(place), count] for place, count in state.extra_slots.items()],
        "gone": state.gone,
        "credits": _pairs(state.credits),
        "haven_shares": state.haven_shares,
        "double_cash": state.double_cash,
        "turn": None if state.turn is None else _turn(state.turn),
        "operated": state.operated,
        "proposal": None if state.proposal is None else _proposal(state.proposal),
        "ends": [list(end) for end in state.ends],
        "finished": state.finished,
        "end_reason": state.end_reason,
    }


def state_digest(state: GameState) -> str:
    """SHA-256 over the canonical JSON of the state, 32 hexadecimal digits."""
    text = json.dumps(state_values(state), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _slots(part: Any) -> dict[str, Any]:
    return {name: getattr(part, name) for name in part.__slots__}


def _pairs(mapping: dict[Any, Any]) -> list[list[Any]]:
    return [[key, list(value) if isinstance(value, tuple) else value] for key, value in mapping.items()]


def _player(player: Player) -> dict[str, Any]:
    return {**_slots(player), "shares": _pairs(player.shares)}


def _company(company: Company) -> dict[str, Any]:
    values = _slots(company)
    values["card"] = company.card.id
    values["space"] = list(company.space)
    values["tokens"] = [list(place) for place in company.tokens]
    return values


def _turn(turn: CompanyTurn) -> dict[str, Any]:
    return {
        **_slots(turn),
        "runs": encode_runs(turn.runs),
        "refused": [encode_action(action) for action in turn.refused],
    }


def _proposal(proposal: Proposal) -> dict[str, Any]:
    return {
        "action": encode_action(proposal.action),
        "players": list(proposal.players),
        "label": proposal.label,
        "paragraph": proposal.paragraph,
        "refused": list(proposal.refused),
    }

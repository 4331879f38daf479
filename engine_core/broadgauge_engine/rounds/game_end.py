"""When the game ends, and who has won (1.3)."""

from __future__ import annotations

from ..events import BankBroken, EndScheduled, GameEnded, Log
from ..state import market, shares
from ..state.model import GameState


def watch(state: GameState, log: Log) -> None:
    """Notes an end trigger once it is met; it stays even if the cause goes away (1.3.1)."""
    found = {reason for reason, _ in state.ends}
    if "bank" not in found and state.bank < 0:
        log.append(BankBroken(state.bank))
        _schedule(state, "bank", _bank_end(state), log)
    if "stock_market" not in found and any(
        market.cell(state, company).game_end for company in state.companies.values()
    ):
        _schedule(state, "stock_market", _market_end(state), log)


def _bank_end(state: GameState) -> int:
    """After the set of operating rounds, or after the first one that follows a stock round (1.3.1)."""
    current = state.round
    if current.kind == "operating":
        return current.serial + current.parts - current.part
    return current.serial + 1


def _market_end(state: GameState) -> int:
    """After this operating round, or after the first one that follows a stock round (1.3.1)."""
    current = state.round
    return current.serial if current.kind == "operating" else current.serial + 1


def _schedule(state: GameState, reason: str, serial: int, log: Log) -> None:
    if state.ends and state.setup.options.end_trigger == "first":
        return
    state.ends.append((reason, serial))
    log.append(EndScheduled(reason))


def due(state: GameState) -> bool:
    """Whether the game ends with the operating round that is over now."""
    return any(serial <= state.round.serial for _, serial in state.ends)


def finish(state: GameState, log: Log, reason: str = "") -> None:
    """Ends the game; the earliest trigger is its reason."""
    state.finished = True
    state.turn = None
    state.step = "game_over"
    state.end_reason = reason or min(state.ends, key=lambda end: end[1])[0]
    log.append(GameEnded(state.end_reason, tuple(shares.worth(state, p.seat) for p in state.players)))

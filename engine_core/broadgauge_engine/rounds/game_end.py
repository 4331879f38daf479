"""When the game ends, and who has won (1.3)."""

from __future__ import annotations

from ..events import BankBroken, EndScheduled, GameEnded, Log
from ..state import market, shares
from ..state.model import GameState


def watch(state: GameState, log: Log, moved: bool) -> None:
    """Notes an end trigger once it is met; it stays even if the cause goes away (1.3.1).

    Args:
        state: The game; nothing ends it twice.
        log: What happens.
        moved: Whether a token has moved on the market since this was last asked.
    """
    if state.finished:
        return
    if state.bank < 0 and _counts(state, "bank"):
        log.append(BankBroken(state.bank))
        _schedule(state, "bank", _bank_end(state), log)
    if moved and _counts(state, "stock_market") and _at_the_end_of_the_market(state):
        _schedule(state, "stock_market", _market_end(state), log)


def _counts(state: GameState, reason: str) -> bool:
    """Whether this trigger may still set an end: none does twice, and as games are recorded only the first one does."""
    if state.setup.options.end_trigger == "first":
        return not state.ends
    return all(known != reason for known, _ in state.ends)


def _at_the_end_of_the_market(state: GameState) -> bool:
    return any(market.cell(state, company).game_end for company in state.companies.values())


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

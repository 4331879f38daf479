"""Phase changes: what the first train of a new kind sets off (2.2, 2.3, 5.5.15)."""

from __future__ import annotations

from ..events import ItemRemoved, Log, PhaseStarted, PrivateClosed, TrainRusted
from ..state import money
from ..state.model import GameState


def train_sold(state: GameState, kind: str, log: Log) -> None:
    """A train was sold or exported: starts the phases up to the one that this kind begins (5.5.15)."""
    target = next((p.number for p in state.title.phases if kind in p.starts_with), 0)
    while state.phase_number < target:
        state.phase_number += 1
        state.trains_changed = True
        log.append(PhaseStarted(state.phase_number))
        _rust(state, log)
        _remove_concessions(state, log)
        _close_credits(state, log)


def _rust(state: GameState, log: Log) -> None:
    """Obsolete trains leave the game everywhere, without compensation (5.5.15)."""
    for kind in state.phase.rusts:
        for company in state.companies.values():
            count = company.trains.count(kind)
            if count:
                company.trains = [train for train in company.trains if train != kind]
                log.append(TrainRusted(kind, company.id, count))
        if kind in state.pool:
            log.append(TrainRusted(kind, "pool", state.pool.count(kind)))
            state.pool = [train for train in state.pool if train != kind]


def _remove_concessions(state: GameState, log: Log) -> None:
    """Phase 5: unconverted concessions leave play without compensation (3.2.5, 4.8.1)."""
    if state.phase.concessions != "removed":
        return
    for item, major in state.title.concessions.items():
        if item in state.gone or major in state.companies:
            continue
        state.gone.append(item)
        log.append(ItemRemoved(item))
        for player in state.players:
            if item in player.items:
                player.items.remove(item)
    state.stacks["concessions"] = []
    state.boxes["concessions"] = []
    for item in [item for item in state.bids if item in state.title.concessions]:
        del state.bids[item]


def _close_credits(state: GameState, log: Log) -> None:
    """Phase 7: P15 and P20 close where no company acquired them, and credits return to the bank (3.1.10)."""
    if state.phase_number != state.title.phases[-1].number:
        return
    waiting = [*state.stacks.values(), *state.boxes.values(), *(player.items for player in state.players)]
    for private in state.title.privates.values():
        if not private.revenue_per_phase or not any(private.id in items for items in waiting):
            continue
        money.transfer(state, private.id, money.BANK, state.credits.get(private.id, 0))
        state.credits.pop(private.id, None)
        close_private(state, private.id, log)


def close_private(state: GameState, private: str, log: Log) -> None:
    """A private leaves play, wherever it is."""
    for player in state.players:
        if private in player.items:
            player.items.remove(private)
    for company in state.companies.values():
        if private in company.privates:
            company.privates.remove(private)
    for stack in state.stacks.values():
        if private in stack:
            stack.remove(private)
    boxes = state.boxes["privates"]
    if private in boxes:
        boxes[boxes.index(private)] = ""
    state.bids.pop(private, None)
    state.gone.append(private)
    log.append(PrivateClosed(private))

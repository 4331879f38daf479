"""Runs as 18xx.games writes them: cards, stretches between stops, and what they earn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...actions import RunTrains
from ...board.reach import track
from ...routes import Run, evaluate
from ...routes.stretches import Stretches, stretches
from ...state.model import GameState
from ...steps.run_trains import run_query
from ..train_ids import TrainIds
from .written import ExportError


def written_routes(
    state: GameState, trains: TrainIds, action: RunTrains, pullman: str | None
) -> tuple[list[dict[str, Any]], int]:
    """The routes of a legal run, and its mail subsidy; ``pullman`` is the card of the train with the Pullman."""
    company = state.companies[action.company]
    board, query = track(state), run_query(state, company)
    found = evaluate(board, query, action.runs)
    if found.problem is not None:
        raise ExportError(found.problem[2])
    plain = evaluate(board, replace(query, destination=None), action.runs)
    cards = trains.cards(company.trains, company.id)
    routes = []
    for run, revenue, without in zip(action.runs, found.revenues, plain.revenues, strict=True):
        card = pullman if run.pullman and pullman else _card(trains, cards, run, pullman)
        cards.remove(card)
        routes.append({"train": card, **_route(stretches(board), run, revenue, revenue - without)})
    return routes, found.subsidy


def _card(trains: TrainIds, cards: list[str], run: Run, pullman: str | None) -> str:
    return next(card for card in cards if trains.kind(card) == run.train and card != pullman)


def _route(known: Stretches, run: Run, revenue: int, bonus: int) -> dict[str, Any]:
    hexes = [hex_id for hex_id, _ in run.stops]
    text = "-".join(hexes) + (f" (£{bonus})" if bonus else "")
    return {"connections": _connections(known, run), "hexes": hexes, "revenue": revenue, "revenue_str": text}


def _connections(known: Stretches, run: Run) -> list[list[str]]:
    """The hexes of each stretch; a local train that stays in its city has none."""
    if not run.legs:
        return [["local", run.stops[0][0]]]
    found = []
    for start, end, sides in zip(run.stops, run.stops[1:], run.legs, strict=False):
        stretch = known.find(start, end, sides)
        if stretch is None:
            raise ExportError(f"there is no track from {start[0]} to {end[0]}")
        found.append(list(stretch.hexes))
    return found

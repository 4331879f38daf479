"""The best run at the position before each recorded run of a game file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..actions import RunTrains
from ..board.reach import track
from ..routes import RunQuery, best_runs
from ..state.model import GameState
from ..steps.run_trains import run_query
from .reading.importer import Importer


def best_run_rows(importer: Importer) -> Iterator[dict[str, Any]]:
    """A row for each recorded run: number of the action, company, best revenue in pounds, proven, milliseconds.

    The Pullman stays on the train where the players put it; mail is left out.
    """
    before = importer.state.copy()
    seen = len(importer.taken)
    for number, state in importer:
        if state is None:
            continue
        for action in importer.taken[seen:]:
            if isinstance(action, RunTrains):
                yield _row(number, before, action)
        before, seen = state.copy(), len(importer.taken)


def _row(number: int, before: GameState, action: RunTrains) -> dict[str, Any]:
    company = before.companies[action.company]
    query = _as_recorded(run_query(before, company), action)
    answer = best_runs(track(before), query)
    return {
        "n": number,
        "company": company.id,
        "best": answer.revenue,
        "proven": answer.proven,
        "ms": round(answer.milliseconds, 3),
    }


def _as_recorded(query: RunQuery, action: RunTrains) -> RunQuery:
    """The query with the Pullman on the recorded train, or left at home."""
    coupled = next((run.train for run in action.runs if run.pullman), None)
    if coupled is not None:
        return replace(query, mail=0, pullman_on=query.trains.index(coupled))
    return replace(query, mail=0, trains=tuple(kind for kind in query.trains if kind != "P+"))

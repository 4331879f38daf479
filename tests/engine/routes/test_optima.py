"""The proven maxima of recorded runs, and the recorded runs themselves."""

from __future__ import annotations

import importlib.util
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from broadgauge_engine.routes import (
    Run,
    RunQuery,
    Stop,
    Track,
    best_runs,
    compile_track,
    evaluate,
    match_run,
    trim_express,
)
from broadgauge_engine.title import Title, load_title
from broadgauge_engine.title.model import CITY, OFFBOARD, TOWN

State = dict[str, Any]
KINDS = {"city": CITY, "town": TOWN, "offboard": OFFBOARD}
MAIL = ("P6", "P7")
EXTRA_TOKEN = {("bot01_1822_3p", 744), ("bot01_1822_3p", 951)}
"""A destination token beside the slots leaves one of them open; the traces do not say which token is beside them."""


def states(path: Path) -> Iterator[tuple[Title, dict[str, Any], State]]:
    """Each action of a trace, and the state before it."""
    with path.open(encoding="utf-8") as lines:
        setup, *actions = map(json.loads, lines)
    title, state = load_title(setup["title"]), dict(setup["state"])
    for row in actions:
        yield title, row, state
        state.update(row["changed"])
        for key in row.get("removed", ()):
            state.pop(key, None)


def stop(laid: dict[str, tuple[str, int]], hex_id: str, kind: str, index: int) -> Stop:
    """A stop of a trace. London's cities are counted from the tile's rotation there, by their edge here."""
    turned = laid[hex_id][1] if hex_id == "M38" and hex_id in laid else 0
    return hex_id, KINDS[kind] + ((index + turned) % 6 if turned else index)


def position(title: Title, state: State, company: str, trains: list[str]) -> tuple[Track, RunQuery]:
    """The track and the question of one company's run."""
    laid = {key[6:]: tuple(value) for key, value in state.items() if key.startswith("tiles/")}
    owners: dict[Stop, list[str]] = defaultdict(list)
    for key, value in state.items():
        if key.startswith("companies/") and key.endswith("/tokens"):
            for hex_id, city in value:
                owners[stop(laid, hex_id, "city", city)].append(key.split("/")[1])
    tokens = frozenset(place for place, ids in owners.items() if company in ids)
    blocked = frozenset(
        place
        for place, ids in owners.items()
        if company not in ids and len(ids) >= title.face(place[0], laid.get(place[0])).cities[place[1] - CITY].slots
    )
    card = title.companies[company]
    placed = not card.is_minor and state.get(f"companies/{company}/destination_placed")
    privates = state.get(f"companies/{company}/privates", ())
    plain = tuple(kind.removesuffix("+") if kind != "P+" else kind for kind in trains)
    pullman = next((index for index, kind in enumerate(trains) if kind.endswith("+") and kind != "P+"), None)
    return compile_track(title, laid), RunQuery(
        trains=plain if pullman is None or "P+" in plain else (*plain, "P+"),
        tokens=tokens,
        blocked=blocked,
        band=title.phase(int(str(state["phase"])[-1])).band,
        home=frozenset() if card.is_minor else frozenset([(card.home, CITY + (card.home_city or 0))]),
        destination=next((place for place in sorted(tokens) if placed and place[0] == card.destination), None),
        mail=sum(private in MAIL for private in privates),
        minor=card.is_minor,
        pullman_on=pullman,
        one_crossing_train=False,
    )


def test_every_known_optimum_is_found_and_proven(shared: Path) -> None:
    """All 424 of them, the answers legal."""
    with (shared / "routes" / "optima.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    wanted = {(row["game"], row["n"]): row for row in rows}
    for game in sorted({row["game"] for row in rows}):
        for title, row, state in states(shared / "traces" / f"{game}.jsonl"):
            known = wanted.pop((game, row["n"]), None)
            if known is None:
                continue
            track, query = position(title, state, known["company"], known["trains"])
            answer = best_runs(track, query)
            assert (answer.revenue, answer.proven) == (known["best"], True), known
            assert evaluate(track, query, answer.runs).problem is None, known
    assert not wanted


@pytest.mark.parametrize(
    "game", ["1822_33845", "1822MRS_33867", "1822NRS_game_end_bank", "bot01_1822_3p", "bot21_1822plus_2p_P21"]
)
def test_recorded_runs_are_legal_and_worth_what_was_recorded(shared: Path, game: str) -> None:
    """Every run is matched to its stops and evaluated to the recorded revenue and subsidy."""
    for title, row, state in states(shared / "traces" / f"{game}.jsonl"):
        if row["action"]["type"] != "run_routes" or (game, row["n"]) in EXTRA_TOKEN:
            continue
        entity = row["action"]["entity"]
        company = f"M{entity}" if entity.isdigit() else entity
        laid = {key[6:]: tuple(value) for key, value in state.items() if key.startswith("tiles/")}
        track, query = position(title, state, company, state[f"companies/{company}/trains"])
        runs: list[Run] = []
        taken: set[str] = set()
        for route, recorded in zip(row["action"]["routes"], row["run"]["routes"], strict=True):
            kind = recorded["train"].removesuffix("+")
            pullman = recorded["train"] != kind
            run = match_run(track, kind, pullman, route["connections"], taken, query.tokens)
            stops = tuple(stop(laid, *place) for place in recorded["stops"])
            assert run.stops in (stops, stops[::-1])
            if not title.trains[kind].express:
                taken.update(side for leg in run.legs for side in leg)
            runs.append(trim_express(track, query, run))
        verdict = evaluate(track, query, runs)
        assert verdict.problem is None, (row["n"], verdict.problem)
        assert (verdict.revenue, verdict.subsidy) == (row["run"]["revenue"], row["run"]["subsidy"])
        assert best_runs(track, query).revenue >= verdict.revenue


def test_the_tool_agrees_on_states(shared: Path) -> None:
    """The states read here are those of the tool that comes with the traces."""
    path = shared / "traces" / "1822NRS_game_end_bank.jsonl"
    spec = importlib.util.spec_from_file_location("trace_tool", shared / "tools" / "trace.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    after = [state for _, _, state in tool.states(path)]
    before = [dict(state) for _, _, state in states(path)]
    assert before[1:] == after[:-1]

"""Boards that the rulebook's examples show, and the little that several rule tests need beside the table."""

from __future__ import annotations

from broadgauge_engine import engine
from broadgauge_engine.actions import LayTile, RunTrains
from broadgauge_engine.board.reach import track
from broadgauge_engine.events import TileLaid, TrainsRan
from broadgauge_engine.routes import Run, evaluate, match_run
from broadgauge_engine.state.model import GameState
from broadgauge_engine.steps.run_trains import run_query
from broadgauge_engine.title.model import CITY
from tests.engine.table import Table, of


def kent(table: Table, channel: str = "X4") -> Table:
    """London SE to France by Maidstone and Dover; by Folkestone to Brighton and London S (5.11.7, 5.13.7)."""
    table.lay("N39", "9", 2).lay("O40", "57", 2).lay("P41", "6", 0).lay("P43", channel, 0)
    table.lay("O42", "4", 2).lay("N41", "8", 5).lay("M42", "5", 3)
    return table.lay("M40", "9", 0)


def south_wales(table: Table) -> Table:
    """Gloucester, Newport, Pontypool, Merthyr Tydfil and Cardiff (5.4.7); Newport leads to both of the last two."""
    return table.lay("H33", "57", 1).lay("G34", "141", 1)


def run(table: Table, train: str, *stretches: str, pullman: bool = False) -> Run:
    """A run along hexes: ``"M38-N39-O40"`` is the track from one stop to the next one, a single hex a run inside it."""
    return run_on(table.state, train, *stretches, pullman=pullman)


def run_on(state: GameState, train: str, *stretches: str, pullman: bool = False) -> Run:
    """The same on a state without a table."""
    hexes = [stretch.split("-") for stretch in stretches]
    if len(hexes) == 1 and len(hexes[0]) == 1:
        return Run(train, pullman, ((hexes[0][0], CITY),), ())
    return match_run(track(state), train, pullman, hexes, ())


def best(table: Table) -> RunTrains:
    """The runs that the engine lists first, which it holds to earn most."""
    action = table.options(RunTrains)[0].action
    assert isinstance(action, RunTrains)
    return action


def revenue(table: Table) -> int:
    """What the listed runs earn; nothing is carried out."""
    (ran,) = of(engine.apply(table.state.copy(), best(table)), TrainsRan)
    return int(ran.revenue)


def problem(table: Table, company: str, *runs: Run) -> str:
    """The paragraph that runs of a company break, or nothing."""
    found = evaluate(track(table.state), run_query(table.state, table.state.companies[company]), runs)
    return found.problem[1] if found.problem else ""


def placings(table: Table, hex_id: str, *privates: str) -> set[tuple[str, int]]:
    """Tiles and rotations that are listed for a hex, with just these privates in play."""
    lays = [option.action for option in table.options(LayTile)]
    return {(lay.tile, lay.rotation) for lay in lays if lay.hex == hex_id and lay.privates == privates}


def cost(table: Table, action: LayTile) -> int:
    """Carries a lay out; what it cost."""
    (laid,) = of(table.do(action), TileLaid)
    return int(laid.cost)


def lancashire(table: Table) -> Table:
    """Two ways from Liverpool to Manchester: by Warrington, and by Chester and Crewe."""
    table.lay("H23", "6", 2)
    return table.lay("G24", "58", 3).lay("H25", "58", 2).lay("I24", "8", 1)


def north_western(table: Table) -> Table:
    """London N to Manchester by Hertford, Birmingham and Crewe: five stops."""
    for hex_id in ("L35", "K34", "J33"):
        table.lay(hex_id, "9", 2)
    table.lay("M36", "58", 0).lay("I32", "8", 3).lay("H29", "8", 3).lay("H27", "9", 0)
    return table.lay("H25", "58", 4).lay("I24", "8", 1)

"""Where a planning bot lays track."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from broadgauge.v1.actions_pb2 import Action, LayTile
from broadgauge.v1.geometry_pb2 import HexFace
from broadgauge.v1.options_pb2 import ActionOption

from .printed import OF_GROUND_AHEAD, exits, pounds
from .table import Table, revenue
from .trains import following, missing, next_price, plan

TRIED = 4
"""Lays that are tried out on a copy; the others are judged by the look of them."""
OF_GAIN = 1.5
"""Weight of a pound of revenue that a lay brings at once."""
OF_GROWTH = 0.5
"""Weight of a pound by which the places on the hex grow, for which there may be no train yet."""
OUT_OF_REACH = 0.4
"""Part of that growth that counts where the company does not run."""
OF_PULL = 0.3
"""Weight of what may be reached later."""
OF_PULL_WHILE_LONELY = 1.0
"""The same for a company that reaches no second place."""
OF_COST = 0.25
"""Weight of a pound of the price."""
OF_COST_WHILE_POOR = 1.0
"""The same for a company that saves for a train."""
JOINED = 1.3
"""How much more a way promises that meets track on the next hex."""
DESTINATION = 60.0
"""Pounds by which a company's destination attracts its track more than any other place."""


@dataclass(frozen=True)
class Laid:
    """A tile on the map, or what is printed there."""

    face: HexFace
    rotation: int


class TrackPlan:
    """The lays of one decision, judged."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._printed = table.printed
        self._band = table.printed.band(table.view.phase)
        self._map = _laid(table)
        self._trains = plan(table, table.company)
        self._before = revenue(table.game, table.acting, self._trains)
        alone = following(table)
        far = self._before if alone == self._trains else revenue(table.game, table.acting, alone)
        lonely = not far
        self._of_pull = OF_PULL_WHILE_LONELY if lonely else OF_PULL
        poor = not lonely and missing(table, table.company)
        self._of_cost = OF_COST_WHILE_POOR if poor else OF_COST
        self._near: dict[str, float] = {}
        self._reached = self._stops()
        self._goal = self._destination()

    def best(self, lays: Sequence[ActionOption]) -> Action | None:
        """The lay that promises most, None where none is worth its price."""
        looks = sorted(((self._look(option.action.lay_tile), index) for index, option in enumerate(lays)), reverse=True)
        best, chosen = 0.0, None
        for look, index in looks[:TRIED]:
            action = lays[index].action
            after = revenue(self._table.game.ahead(action), self._table.acting, self._trains)
            value = OF_GAIN * (after - self._before) + look
            if value > best:
                best, chosen = value, action
        return chosen

    def _stops(self) -> set[str]:
        """Places that the company reaches, as far as one long train shows."""
        far = [kind for kind, train in self._printed.trains.items() if train.stops >= 5 and not train.private]
        found = self._table.game.routes(self._table.acting, trains=far[:1]).best if far else None
        stops = {stop.hex for route in found.routes for stop in route.run.stops} if found else set()
        return stops | {place.hex for place in self._table.company.tokens}

    def _destination(self) -> str:
        """The place where the company's destination token will lie; empty where there is none, or it is reached."""
        place = self._printed.cards[self._table.acting].destination
        return "" if place in self._reached or self._table.company.destination_placed else place

    def _look(self, lay: LayTile) -> float:
        """What a lay promises without trying it."""
        old = self._map.get(lay.hex)
        face = self._printed.tiles[lay.tile].face
        before = old.face if old else self._printed.hexes[lay.hex].face
        ways = exits(face, lay.rotation)
        new = ways - exits(before, old.rotation if old else 0)
        pull = max((self._promise(lay.hex, edge) for edge in new), default=0.0)
        growth = pounds(face, self._band) - pounds(before, self._band)
        near = 1.0 if lay.hex in self._reached else OUT_OF_REACH
        return OF_GROWTH * near * growth + self._of_pull * pull - self._price(self._cost(lay, old is not None))

    def _promise(self, place: str, edge: int) -> float:
        beside = self._printed.neighbours[place].get(edge)
        if beside is None:
            return 0.0
        laid = self._map.get(beside)
        face = laid.face if laid else self._printed.hexes[beside].face
        joins = (edge + 3) % 6 in exits(face, laid.rotation if laid else 0)
        if beside not in self._near:
            ground = 0 if laid else self._printed.ground(beside)
            self._near[beside] = (
                self._printed.pull(beside, self._reached, self._goal, DESTINATION) - OF_GROUND_AHEAD * ground
            )
        return self._near[beside] * (JOINED if joins else 1.0)

    def _price(self, cost: int) -> float:
        """How much a cost weighs; what the director must then add for a train weighs in full."""
        company = self._table.company
        train = 0 if company.trains else next_price(self._table)
        added = max(0, train - company.cash + cost) - max(0, train - company.cash)
        return self._of_cost * cost + added

    def _cost(self, lay: LayTile, upgrade: bool) -> int:
        ground = 0 if upgrade else self._printed.ground(lay.hex)
        return ground + self._printed.tiles[lay.tile].upgrade_fee


def _laid(table: Table) -> Mapping[str, Laid]:
    faces = {tile: entry.face for tile, entry in table.printed.tiles.items()}
    return {placed.hex: Laid(faces[placed.tile], placed.rotation) for placed in table.view.tiles}

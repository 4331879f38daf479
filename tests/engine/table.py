"""A table for tests: a game set up at the position that a rule is about.

Everything here puts pieces on the table directly; rules are only asked and carried out through `do`, `refusal` and
`options`, which are the engine's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from broadgauge_engine import engine
from broadgauge_engine.actions import Action, Pass, PlaceBid
from broadgauge_engine.board import places
from broadgauge_engine.options import Option, Refusal
from broadgauge_engine.record import Removals, Setup
from broadgauge_engine.rounds import flotation
from broadgauge_engine.rounds.operating import TURN_STEPS
from broadgauge_engine.rule_options import RuleOptions
from broadgauge_engine.state.model import Company, CompanyTurn, GameState, Round, StockTurn

NAMES = ("Ada", "Brunel", "Clara", "Dent", "Edna", "Flora", "Gooch")


class Table:
    """A game in the making; `state` is the engine's state.

    Rule options are the rulebook's, with `consent="assumed"` unless told otherwise.
    """

    def __init__(
        self,
        players: int = 3,
        title: str = "1822",
        seed: int = 1,
        removals: Removals | None = None,
        **options: Any,
    ) -> None:
        chosen = RuleOptions.from_mapping({"consent": "assumed", "seat_order": "given", **options})
        setup = Setup(title, NAMES[:players], seed, chosen, removals or Removals())
        self.state: GameState = engine.start(setup)

    # -- putting things on the table -----------------------------------------------------------------------------

    def phase(self, number: int) -> Table:
        """Sets the phase; trains in the bank are left as they are."""
        self.state.phase_number = number
        return self

    def depot(self, top: str) -> Table:
        """Empties the bank's trains down to a kind."""
        for kind in self.state.title.depot:
            if kind == top:
                return self
            self.state.depot[kind] = 0
        raise ValueError(top)

    def cash(self, seat: int, amount: int) -> Table:
        """Gives a player exactly this much, out of the bank."""
        player = self.state.player(seat)
        self.state.bank += player.cash - amount
        player.cash = amount
        return self

    def hold(self, seat: int, *items: str) -> Table:
        """Puts privates or concessions into a player's hand."""
        for item in items:
            self._take_away(item)
            self.state.player(seat).items.append(item)
        return self

    def box(self, kind: str, *items: str) -> Table:
        """Fills the boxes of one kind with these items."""
        for item in items:
            self._take_away(item)
        self.state.boxes[kind] = list(items)
        return self

    def _take_away(self, item: str) -> None:
        for stack in self.state.stacks.values():
            if item in stack:
                stack.remove(item)
        for boxes in self.state.boxes.values():
            if item in boxes:
                boxes[boxes.index(item)] = ""

    def minor(
        self, name: str, director: int, *, cash: int = 100, bid: int = 100, trains: Iterable[str] = (), turns: int = 1
    ) -> Company:
        """Starts a minor; with `turns` it has operated before and its home token is placed."""
        self._take_away(name)
        flotation.start_minor(self.state, name, director, bid, [])
        return self._company(name, cash, trains, turns)

    def major(
        self,
        name: str,
        director: int,
        *,
        par: int = 100,
        cash: int = 0,
        trains: Iterable[str] = (),
        turns: int = 2,
        shares: dict[int, int] | None = None,
        pool: int = 0,
        floated: bool = True,
    ) -> Company:
        """Starts a major; `shares` are tenths by seat beside the director's certificate."""
        state = self.state
        concession = state.title.companies[name].concession
        assert concession is not None
        self._take_away(concession)
        company = flotation.start_major(state, name, director, par, floated=floated)
        for seat, count in (shares or {}).items():
            hand = state.player(seat).shares
            hand[name] = hand.get(name, 0) + count
            company.treasury -= count
        company.treasury -= pool
        company.pool += pool
        return self._company(name, cash, trains, turns)

    def _company(self, name: str, cash: int, trains: Iterable[str], turns: int) -> Company:
        state = self.state
        company = state.companies[name]
        state.bank += company.cash - cash
        company.cash = cash
        company.trains = list(trains)
        company.turns = turns
        if turns:
            company.first_round = 1
            state.round.serial = max(state.round.serial, 2)
            if company.card.home_city is not None:
                self.token(name, company.card.home, company.card.home_city)
                company.home_placed = True
        return company

    def token(self, company: str, hex_id: str, city: int = 0) -> Table:
        """Puts a token of a company into a city, whatever the rules say."""
        places.add_token(self.state, (hex_id, city), company)
        return self

    def lay(self, hex_id: str, tile: str, rotation: int = 0) -> Table:
        """Puts a tile on the map, whatever the rules say."""
        places.lay(self.state, hex_id, tile, rotation)
        return self

    def owns(self, company: str, private: str, *powers: str) -> Table:
        """Gives a company a private, with the marks that acquiring it leaves."""
        self._take_away(private)
        self.state.companies[company].privates.append(private)
        self.state.companies[company].powers += powers
        return self

    # -- whose turn ------------------------------------------------------------------------------------------------

    def stock_turn(self, seat: int) -> Table:
        """It is this player's stock turn, nothing done yet."""
        state = self.state
        state.round = Round("stock", max(2, state.round.number), serial=state.round.serial)
        state.turn = None
        state.stock = StockTurn(seat)
        state.step = "stock_turn"
        return self

    def turn(self, company: str, step: str = "track", part: int = 1, parts: int = 2) -> Table:
        """It is this company's operating turn, at a step; companies before it in order have operated."""
        state = self.state
        assert step in TURN_STEPS
        state.round = Round("operating", max(2, state.round.number), part, parts, max(2, state.round.serial))
        state.turn = CompanyTurn(company)
        state.step = step
        return self

    def minor_turn(self, name: str, step: str = "track", **given: Any) -> Table:
        """Starts a minor of the first player, and it is its turn at a step."""
        self.minor(name, 1, **given)
        return self.turn(name, step)

    def major_turn(self, name: str, step: str = "track", **given: Any) -> Table:
        """Starts a major of the first player, and it is its turn at a step."""
        self.major(name, 1, **given)
        return self.turn(name, step)

    # -- asking the rules ------------------------------------------------------------------------------------------

    def do(self, action: Action) -> list[Any]:
        """Carries an action out; the events."""
        return engine.apply(self.state, action)

    def refusal(self, action: Action) -> Refusal:
        """Why the engine refuses an action, which must not be legal."""
        found = engine.options(self.state).refusal(action)
        assert found is not None, f"{action} is legal"
        return found

    def legal(self, action: Action) -> bool:
        """Whether an action may be done now."""
        return action in engine.options(self.state)

    def options(self, kind: type[Any] | None = None) -> list[Option]:
        """The listed options, of one kind of action if given."""
        return [o for o in engine.options(self.state) if kind is None or isinstance(o.action, kind)]

    def unavailable(self, kind: type[Any]) -> list[Refusal]:
        """The refusals listed for one kind of action."""
        return [u.refusal for u in engine.options(self.state).unavailable if u.kind == kind.__name__]

    # -- playing on ------------------------------------------------------------------------------------------------

    def bids(self, *bids: tuple[int, str, int]) -> Table:
        """Bids (player, item, amount) in order; players in between pass, so that the turns come round."""
        for seat, item, amount in bids:
            while self.state.stock.player != seat:
                self.do(Pass(self.state.stock.player))
            self.do(PlaceBid(seat, item, amount))
        return self

    def play_until(self, reached: Callable[[], bool]) -> list[Any]:
        """Passes wherever that is legal and takes the first option elsewhere, until a condition holds; the events."""
        log: list[Any] = []
        while not reached() and not self.state.finished:
            decision = engine.decision(self.state)
            assert decision is not None
            passing = Pass(decision.player, decision.company)
            log += self.do(passing if self.legal(passing) else self.options()[0].action)
        return log

    def finish_round(self) -> list[Any]:
        """Plays on until another round has begun; the events."""
        now = self.state.round.name
        return self.play_until(lambda: self.state.round.name != now)

    def finish_turn(self) -> list[Any]:
        """Plays on until it is another company's turn, or another round; the events."""
        turn, now = self.state.turn, self.state.round.name
        company = "" if turn is None else turn.company

        def over() -> bool:
            turn = self.state.turn
            return self.state.round.name != now or turn is None or turn.company != company

        return self.play_until(over)

    @property
    def step(self) -> str:
        """The step at which the game waits."""
        decision = engine.decision(self.state)
        return "game_over" if decision is None else decision.step


def of(log: Iterable[Any], kind: type[Any]) -> list[Any]:
    """The events of one kind."""
    return [event for event in log if isinstance(event, kind)]

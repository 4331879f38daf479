"""From the actions of an 18xx.games file to ours.

The site says `pass` without the step that it ends, and spreads some of our actions over several of its own: a merger
and its two choices, the Pullman's train and the run, the separate dividend of a 2P-train, a private and what it is for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from .. import actions as ours
from ..actions import Action
from ..board import places
from ..board.reach import track
from ..engine import IllegalAction, apply, decision, options, start
from ..events import Log
from ..record.game_record import GameRecord
from ..routes import Evaluation, Run, Stop, evaluate, match_run, trim_express
from ..state.model import GameState
from ..steps.run_trains import run_query
from .game_file import GameFile, GameFileError, Json
from .share_ids import ShareIds, numbers_of
from .train_ids import TrainIds

PAYMENT = {"money": 0, "one_share": 1, "two_shares": 2}
TOKEN_USE = {"replace": "replace", "exchange": "available", "remove": "none"}
PAYOUT = {"payout": "pay", "half": "half", "withhold": "withhold"}


class _Unfinished(Exception):
    """The file ends in the middle of what is one action of ours."""


class Importer:
    """Replays a game file action by action.

    ``state`` is the game so far, ``record`` collects our actions. Iterating yields, for each effective action of the
    file, its number and the state after it, or None where it is the first part of a larger action of ours.
    """

    def __init__(self, game: GameFile) -> None:
        self.game = game
        self.state = start(game.setup)
        self.taken: list[Action] = []
        self.events: Log = []
        self.shares = ShareIds()
        self.trains = TrainIds()
        self.tile_copies: dict[str, str] = {}
        self._at = 0

    @property
    def record(self) -> GameRecord:
        """Our record of what has been replayed so far."""
        return GameRecord(self.game.setup, tuple(self.taken))

    def __iter__(self) -> Iterator[tuple[int, GameState | None]]:
        """Raises `GameFileError` at an action that cannot be mapped or is not legal."""
        while self._at < len(self.game.actions):
            first = self._at
            self.events = []
            try:
                self._step(self.game.actions[first])
            except GameFileError:
                raise
            except _Unfinished:
                for number in range(first, len(self.game.actions)):
                    yield number, None
                return
            except IllegalAction as error:
                raise GameFileError(f"{_text(self.game.actions[first])}: {error}", first) from error
            except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
                text = f"{_text(self.game.actions[first])} cannot be read: {type(error).__name__} {error}"
                raise GameFileError(text, first) from error
            for number in range(first, self._at):
                yield number, None
            yield self._at, self.state
            self._at += 1

    # -- flow -----------------------------------------------------------------------------------------------------

    def _step(self, action: Json) -> None:
        kind = action["type"]
        if self.state.finished:
            raise GameFileError(f"{_text(action)}: the game is over", self._at)
        if kind == "pass":
            self._pass(action)
            return
        if kind == "choose" and action.get("choice") in ("token", "discount"):
            return  # Taken into account when the private was acquired.
        translate = TRANSLATIONS.get((kind, action.get("entity_type", ""))) or TRANSLATIONS.get((kind, ""))
        if translate is None:
            raise GameFileError(f"the kind {kind!r} of action is not known", self._at)
        mapped = translate(self, action)
        self._skip_to(mapped)
        self._apply(mapped)

    def _apply(self, action: Action) -> None:
        self.events += apply(self.state, action)
        self.taken.append(action)

    def _skip_to(self, action: Action) -> None:
        """Ends steps in which the site did not stop, as long as the action belongs to a later one."""
        for _ in range(len(self.state.companies) + 20):
            legal = options(self.state)
            refusal = legal.refusal(action)
            if refusal is None:
                return
            now = legal.decision
            skip = ours.Pass(now.player, now.company)
            if skip not in legal or not self._later(action, now.company):
                return
            self._apply(skip)

    def _later(self, action: Action, company: str) -> bool:
        """Whether an action could be waiting for the end of the present step."""
        return getattr(action, "company", company) == company or not company

    def _pass(self, action: Json) -> None:
        now = decision(self.state)
        assert now is not None
        company = self._company(action) if action["entity_type"] == "corporation" else ""
        if company:
            if now.company == company and now.step != "discard_train":
                self._apply(ours.Pass(now.player, company))
        elif self._seat(action) == now.player and not now.company:
            self._apply(ours.Pass(now.player))

    # -- names ----------------------------------------------------------------------------------------------------

    def _seat(self, action: Json) -> int:
        seat = self.game.seats.get(str(action["entity"]))
        if seat is None:
            raise GameFileError(f"{_text(action)}: no such player", self._at)
        return seat

    def _company(self, action: Json, key: str = "entity") -> str:
        return company_id(self.state, str(action[key]))

    def _next(self) -> Json:
        """The following action of the file, which completes the present one."""
        self._at += 1
        if self._at >= len(self.game.actions):
            raise _Unfinished
        return self.game.actions[self._at]

    def _acting(self) -> str:
        assert self.state.turn is not None
        return self.state.turn.company

    # -- stock round ----------------------------------------------------------------------------------------------

    def bid(self, action: Json) -> Action:
        return ours.PlaceBid(self._seat(action), str(action["company"]), int(action["price"]))

    def par(self, action: Json) -> Action:
        major = str(action["corporation"])
        price = int(str(action["share_price"]).split(",")[0])
        concession = self.state.title.companies[major].concession
        seat = self._seat(action)
        if concession in self.state.player(seat).items:
            return ours.ConvertConcession(seat, major, price)
        return ours.BuyDirectorCertificate(seat, major, price)

    def buy_shares(self, action: Json) -> Action:
        """A share comes from the treasury where its number is still there, else from the pool."""
        name, numbers = numbers_of(action["shares"])
        source = "treasury" if numbers[0] in self.shares.treasury(self.state, name) else "pool"
        company = self.state.companies[name]
        if not getattr(company, source):
            source = "pool" if source == "treasury" else "treasury"
        self.shares.leave(self.state, name, numbers)
        return ours.BuyShare(self._seat(action), name, source)

    def sell_shares(self, action: Json) -> Action:
        name = str(action["shares"][0]).rsplit("_", 1)[0]
        return ours.SellShares(self._seat(action), name, _tenths(action))

    def repay(self, action: Json) -> Action:
        player = self.state.player(self._seat(action))
        amount = int(action.get("amount", min(player.cash, player.debt)))
        return ours.RepayLoan(player.seat, amount)

    def double(self, action: Json) -> Action:
        return ours.DeclareDoubleCash(self._seat(action))

    def haven(self, action: Json) -> Action:
        name, _, source = str(action["choice"]).rpartition("_")
        if source == "ipo":
            self.shares.leave_lowest(self.state, name, 1)
        return ours.BuyForTaxHaven(self.state.stock.player, name, "treasury" if source == "ipo" else "pool")

    # -- operating round: track and tokens -----------------------------------------------------------------------

    def buy_train(self, action: Json) -> Action:
        company, card, price = self._company(action), str(action["train"]), int(action["price"])
        if action.get("exchange"):
            self.trains.flip(card, str(action["variant"]))
            return ours.FlipTrain(company)
        source = self._train_source(card, company)
        if source == "bank":
            kind = str(action.get("variant") or card.rsplit("-", 1)[0])
            self.trains.buy_from_bank(self.state, company, kind, card)
            return ours.BuyTrain(company, kind, source, price)
        self.trains.move(card, company)
        return ours.BuyTrain(company, self.trains.kind(card), source, price)

    def _train_source(self, card: str, company: str) -> str:
        """Who sells. In its first turn a minor buys from the bank, whatever card the file names."""
        now = decision(self.state)
        owner = self.trains.owner(card)
        early = now is not None and now.step == "first_turn"
        sellers = {"pool": self.state.pool, **{n: c.trains for n, c in self.state.companies.items()}}
        if early or owner == company or self.trains.kind(card) not in sellers.get(owner, ()):
            return "bank"
        return owner

    def acquire_private(self, action: Json) -> Action:
        private = str(action["company"])
        use = ""
        if self.state.title.privates[private].power == "hill_discount":
            use = self._coming_choice(action)
        company = self._company(action)
        self.trains.gain(private, company)
        return ours.AcquirePrivate(company, private, use)

    def _coming_choice(self, action: Json) -> str:
        """What P8 is used for: the site asks when the company has acquired all it wants."""
        for later in self.game.actions[self._at + 1 :]:
            if later.get("type") == "choose" and later.get("entity") == action["entity"]:
                return str(later["choice"])
        raise GameFileError(f"{_text(action)}: the file does not say what {action['company']} is used for", self._at)

    def lay_tile(self, action: Json) -> Action:
        privates = [str(name) for name in action.get("combo_entities") or ()]
        company = self._acting()
        if action["entity_type"] == "company":
            privates.insert(0, str(action["entity"]))
        tile = str(action["tile"]).rsplit("-", 1)[0]
        self.tile_copies[str(action["tile"])] = str(action["hex"])
        return ours.LayTile(company, str(action["hex"]), tile, int(action["rotation"]), tuple(privates))

    def place_token(self, action: Json) -> Action:
        place = self._city(action)
        if action["entity_type"] == "company":
            return ours.PlaceToken(self._acting(), *place, str(action["entity"]))
        now = decision(self.state)
        if now is not None and now.step == "home_station":
            return ours.ChooseHomeStation(now.company, *place)
        return ours.PlaceToken(self._company(action), *place)

    def _city(self, action: Json) -> tuple[str, int]:
        """A city id is a hex or a tile with its copy, and the city's number on it."""
        base, copy, city = str(action["city"]).rsplit("-", 2)
        if base in self.state.title.hexes:
            return base, self._own_number(base, int(city))
        found = self.tile_copies.get(f"{base}-{copy}")
        if found is None:
            raise GameFileError(f"{_text(action)}: tile {base}-{copy} is not on the map", self._at)
        return found, self._own_number(found, int(city))

    def _own_number(self, hex_id: str, city: int) -> int:
        """Our number of a station: the site turns London's tiles, we do not.

        Where the site's map alternates cities and track, it counts both.
        """
        cities = len(places.cities(self.state, hex_id))
        if city >= cities:
            return city // 2
        laid = self.state.tiles.get(hex_id)
        if laid is None or not self.state.title.tiles[laid[0]].fixed:
            return city
        return (city + laid[1]) % 6

    def destination(self, action: Json) -> Action:
        return ours.PlaceDestinationToken(self._company(action))

    def use_private(self, action: Json) -> Action:
        private = str(action["entity"])
        power = self.state.title.privates[private].power
        choice = str(action["choice"])
        if power == "tax_haven":
            return self.haven(action)
        if power == "move_card":
            item, _, to = choice.rpartition("_")
            return ours.MoveCertificate(self._acting(), item, to)
        # The site names the token that is used up; we say where it goes.
        to = {"exchange": "available", "available": "exchange"}[choice]
        return ours.MoveToken(self._acting(), private, to)

    # -- operating round: runs, trains, mergers ----------------------------------------------------------------------

    def run_routes(self, action: Json, pullman: str = "") -> Action:
        company = self._company(action)
        state = self.state
        runs: list[Run] = []
        taken: set[str] = set()
        board = track(state)
        query = run_query(state, state.companies[company])
        for route in action["routes"]:
            kind = self.trains.kind(str(route["train"]))
            with_pullman = bool(pullman) and str(route["train"]) == pullman
            run = match_run(board, kind, with_pullman, route["connections"], taken)
            if len(run.stops) == 1 and run.stops[0] not in query.tokens:
                run = self._own_city(run, query.tokens)
            if state.title.trains[kind].express:
                run = trim_express(board, query, run)
            runs.append(run)
            taken.update(side for leg in run.legs for side in leg)
        self._check_revenue(action, evaluate(board, query, tuple(runs)))
        return ours.RunTrains(company, tuple(runs))

    def _check_revenue(self, action: Json, found: Evaluation) -> None:
        """A run that was recorded under another reading of the rules cannot be replayed to the same state."""
        declared = sum(int(route.get("revenue", 0)) for route in action["routes"])
        if found.problem is None and declared != found.revenue:
            text = f"{_text(action)}: the file says £{declared}, the rules give £{found.revenue}"
            raise GameFileError(f"{text}; it was recorded under an older reading of the rules", self._at)

    @staticmethod
    def _own_city(run: Run, tokens: frozenset[Stop]) -> Run:
        """A local run names only its hex; where that has several cities, the one with the company's token is meant."""
        own = next((stop for stop in sorted(tokens) if stop[0] == run.stops[0][0]), run.stops[0])
        return replace(run, stops=(own,))

    def choose(self, action: Json) -> Action:
        """A choice in an operating turn: the Pullman's train, or the separate dividend of a 2P- or LP-train."""
        now = decision(self.state)
        assert now is not None
        if now.step != "dividend" and str(action["choice"]).isdecimal():
            company = self.state.companies[self._company(action)]
            cards = self.trains.pullman_cards(self.state, company.id)
            return self.run_routes(self._next(), cards[int(action["choice"])])
        extra = PAYOUT[str(action["choice"])]
        return ours.PayDividend(self._company(action), PAYOUT[str(self._next()["kind"])], extra)

    def dividend(self, action: Json) -> Action:
        return ours.PayDividend(self._company(action), PAYOUT[str(action["kind"])])

    def discard(self, action: Json) -> Action:
        card = str(action["train"])
        self.trains.move(card, "pool")
        return ours.DiscardTrain(self._company(action), self.trains.kind(card))

    def merge(self, action: Json) -> Action:
        company, minor = self._company(action), company_id(self.state, str(action["corporation"]))
        shares = PAYMENT[str(self._next()["choice"])]
        token = TOKEN_USE[str(self._next()["choice"])]
        if token == "replace" and self._has_token_there(company, minor):
            token = "available"  # The site offers a replacement, and makes the token available all the same.
        self.trains.pass_on(minor, company)
        self.shares.leave_lowest(self.state, company, shares)
        city = 0
        card = self.state.title.companies[minor]
        if token == "replace" and card.home_city is None and minor not in self.state.companies:
            city = self._city(self._next())[1]
        return ours.AcquireMinor(company, minor, shares, token, city)

    def _has_token_there(self, company: str, minor: str) -> bool:
        started = self.state.companies.get(minor)
        card = self.state.title.companies[minor]
        if started is not None:
            return started.tokens[0] in self.state.companies[company].tokens
        return (card.home, card.home_city) in self.state.companies[company].tokens

    def issue(self, action: Json) -> Action:
        name, numbers = numbers_of(action["shares"])
        self.shares.leave(self.state, name, numbers)
        return ours.IssueShares(self._company(action), _tenths(action))

    def redeem(self, action: Json) -> Action:
        name, numbers = numbers_of(action["shares"])
        self.shares.come_back(self.state, name, numbers)
        return ours.RedeemShares(self._company(action), _tenths(action))


def company_id(state: GameState, name: str) -> str:
    """The site calls minors by their bare number."""
    return f"M{name}" if name.isdecimal() else name


def _tenths(action: Json) -> int:
    percent = action.get("percent")
    return len(action["shares"]) if percent is None else int(percent) // 10


def _text(action: Json) -> str:
    return f"{action.get('type')} by {action.get('entity')}"


Translation = Callable[[Importer, Json], Action]

TRANSLATIONS: Mapping[tuple[str, str], Translation] = {
    ("bid", ""): Importer.bid,
    ("par", ""): Importer.par,
    ("buy_shares", "player"): Importer.buy_shares,
    ("buy_shares", "corporation"): Importer.redeem,
    ("sell_shares", "player"): Importer.sell_shares,
    ("sell_shares", "corporation"): Importer.issue,
    ("payoff_player_debt", ""): Importer.repay,
    ("payoff_player_debt_partial", ""): Importer.repay,
    ("choose_ability", ""): Importer.use_private,
    ("choose", "player"): Importer.double,
    ("choose", "corporation"): Importer.choose,
    ("buy_train", ""): Importer.buy_train,
    ("acquire_company", ""): Importer.acquire_private,
    ("lay_tile", ""): Importer.lay_tile,
    ("place_token", ""): Importer.place_token,
    ("hex_token", ""): Importer.destination,
    ("run_routes", ""): Importer.run_routes,
    ("dividend", ""): Importer.dividend,
    ("discard_train", ""): Importer.discard,
    ("merge", ""): Importer.merge,
}

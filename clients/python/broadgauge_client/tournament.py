"""Many games between bots, on all processors: who wins how often, and how sure that is."""

from __future__ import annotations

import math
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing.queues import SimpleQueue
from statistics import NormalDist, mean, median, stdev

from .bots import BOTS, play
from .connection import Connection
from .errors import BroadgaugeError
from .server_process import server_process
from .session import GameSession

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
_SEATS = 8
"""More than any table has: keeps the seeds of the bots of two games apart."""


@dataclass(frozen=True)
class Tournament:
    """What is played.

    Attributes:
        bots: Names of the bots at the table; they move on by one seat from game to game.
        games: Number of games.
        seed: Seed of the first game; each further game has the next one. The same seed gives the same results.
        title: Id of the title.
    """

    bots: tuple[str, ...]
    games: int
    seed: int = 1
    title: str = "1822"

    def seats(self, number: int) -> tuple[str, ...]:
        """The bots of a game, from 0, in seat order."""
        shift = number % len(self.bots)
        return self.bots[len(self.bots) - shift :] + self.bots[: len(self.bots) - shift]


@dataclass(frozen=True)
class Result:
    """How one game ended; the tuples are in seat order, money is pounds."""

    number: int
    seed: int
    bots: tuple[str, ...]
    places: tuple[int, ...]
    worth: tuple[int, ...]
    debt: tuple[int, ...]
    actions: int
    round: str
    end: str


@dataclass(frozen=True)
class Interval:
    """A value, and between which limits the true one lies with 95 % confidence."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Score:
    """What one bot achieved in all its seats and games.

    Attributes:
        bot: Its name.
        seats: Number of seats that it had.
        wins: Games that one of its seats won; a shared first place counts in part.
        share: The same as a part of all games.
        place: Mean place.
        worth: Mean worth in pounds.
        median_debt: Median debt in pounds at the end.
        most_debt: Largest debt in pounds at the end.
    """

    bot: str
    seats: int
    wins: float
    share: Interval
    place: Interval
    worth: Interval
    median_debt: float
    most_debt: int


def run(
    tournament: Tournament, processes: int, finished: Callable[[Result], None] = lambda result: None
) -> list[Result]:
    """Plays all games, each process with a server of its own; the results by the number of the game.

    Args:
        tournament: What to play.
        processes: Number of processes that play at the same time, 1 or more.
        finished: Hears of each game when it has ended, in the order of their ends.

    Raises:
        ValueError: a bot, the title or a number is wrong.
        BroadgaugeError: a server failed or refused.
    """
    _check(tournament, processes)
    count = min(processes, tournament.games)
    context = multiprocessing.get_context("spawn")
    results = []
    with ExitStack() as stack:
        addresses: SimpleQueue[str] = context.SimpleQueue()
        for _ in range(count):
            addresses.put(stack.enter_context(server_process()))
        pool = stack.enter_context(ProcessPoolExecutor(count, context, _connect, (addresses,)))
        try:
            games = [pool.submit(_play, tournament, number) for number in range(tournament.games)]
            for game in as_completed(games):
                results.append(_result(game))
                finished(results[-1])
        finally:
            pool.shutdown(cancel_futures=True)
    return sorted(results, key=lambda result: result.number)


def scores(results: Sequence[Result]) -> list[Score]:
    """What each bot achieved, the one with most wins first."""
    names = dict.fromkeys(name for result in results for name in result.bots)
    made = [_score(name, results) for name in names]
    return sorted(made, key=lambda score: (-score.wins, score.place.value))


def _check(tournament: Tournament, processes: int) -> None:
    unknown = sorted(set(tournament.bots) - set(BOTS))
    if unknown:
        raise ValueError(f"there is no bot {unknown[0]!r}; known are {', '.join(BOTS)}")
    if tournament.games < 1 or processes < 1:
        raise ValueError("games and processes: 1 or more")


_connections: list[Connection] = []
"""The connection of this process to its server."""


def _connect(addresses: SimpleQueue[str]) -> None:
    _connections.append(Connection(addresses.get()))


def _play(tournament: Tournament, number: int) -> Result | BroadgaugeError:
    """One game in a process of the pool; an error comes back as a value, as not all of it survives being raised."""
    try:
        return _played(_connections[0], tournament, number)
    except BroadgaugeError as error:
        return type(error)(str(error), error.reason, error.metadata, error.code)


def _played(connection: Connection, tournament: Tournament, number: int) -> Result:
    seed, seats = tournament.seed + number, tournament.seats(number)
    names = [f"{name} {seat}" for seat, name in enumerate(seats, 1)]
    game = GameSession.new(connection, names, title=tournament.title, seed=seed)
    play(game, [BOTS[name](seed * _SEATS + seat) for seat, name in enumerate(seats)])
    view = game.view("round", "players", "end_reason", "result")
    places = {standing.player: standing.place for standing in view.result}
    return Result(
        number=number,
        seed=seed,
        bots=seats,
        places=tuple(places[player.seat] for player in view.players),
        worth=tuple(player.worth for player in view.players),
        debt=tuple(player.debt for player in view.players),
        actions=game.revision,
        round=view.round,
        end=view.end_reason,
    )


def _result(game: Future[Result | BroadgaugeError]) -> Result:
    found = game.result()
    if isinstance(found, BroadgaugeError):
        raise found
    return found


def _score(name: str, results: Sequence[Result]) -> Score:
    seats = [(result, seat) for result in results for seat, bot in enumerate(result.bots) if bot == name]
    wins = sum(1 / result.places.count(1) for result, seat in seats if result.places[seat] == 1)
    debts = [result.debt[seat] for result, seat in seats]
    return Score(
        bot=name,
        seats=len(seats),
        wins=wins,
        share=proportion(wins, len(results)),
        place=average([result.places[seat] for result, seat in seats]),
        worth=average([result.worth[seat] for result, seat in seats]),
        median_debt=median(debts),
        most_debt=max(debts),
    )


def proportion(successes: float, trials: int) -> Interval:
    """A part of all trials with its confidence interval (Wilson's, which holds near 0 and 1 too)."""
    part, z = successes / trials, _Z * _Z / trials
    centre = (part + z / 2) / (1 + z)
    reach = math.sqrt(z * part * (1 - part) + z * z / 4) / (1 + z)
    return Interval(part, max(0.0, centre - reach), min(1.0, centre + reach))


def average(values: Sequence[int]) -> Interval:
    """A mean with its confidence interval, by the normal distribution; one value alone has no limits."""
    middle = mean(values)
    reach = _Z * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Interval(middle, middle - reach, middle + reach)

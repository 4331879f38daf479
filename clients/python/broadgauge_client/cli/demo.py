"""``broadgauge demo``: four bots play a game through the API of a server started for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from broadgauge.v1.events_pb2 import Event

from ..bots import ShrewdBot
from ..bots import play as play_out
from ..connection import Connection
from ..server_process import server_process
from ..session import GameSession
from .certificates import certificates_of
from .output import Output
from .sheets import Sheet, sheet
from .story import FIRST_ROUND, round_name
from .tables import companies_table, players_table, result_table, status_line

NAMES = ("Ada", "Bertram", "Clara", "Daniel", "Edith", "Frederick", "Grace")
NOTABLE = (
    "company_floated",
    "phase_started",
    "minor_acquired",
    "loan_taken",
    "bank_broken",
    "end_scheduled",
    "game_ended",
)


@dataclass
class RoundStory:
    """What happened in one round."""

    name: str
    actions: int = 0
    revenue: int = 0
    notable: list[str] = field(default_factory=list)


@dataclass
class Story:
    """What happened in the whole game."""

    named: Callable[[str], str]
    rounds: list[RoundStory] = field(default_factory=lambda: [RoundStory(FIRST_ROUND)])
    kinds: Counter[str] = field(default_factory=Counter)

    def tell(self, events: list[Event]) -> None:
        """Adds what one action caused."""
        self.rounds[-1].actions += 1
        for event in events:
            self._tell_one(event)

    def _tell_one(self, event: Event) -> None:
        kind = event.WhichOneof("event") or ""
        self.kinds[kind] += 1
        if kind == "round_started":
            name = round_name(event.round_started)
            if name != self.rounds[-1].name:
                self.rounds.append(RoundStory(name))
        elif kind == "trains_ran":
            self.rounds[-1].revenue += event.trains_ran.revenue
        elif kind in NOTABLE:
            self.rounds[-1].notable.append(self.named(event.text))

    def table(self) -> Sheet:
        """The story, one row a round."""
        made = sheet("What happened", "Round", "Actions", "Revenue", "Notable")
        for entry in self.rounds:
            revenue = f"£{entry.revenue}" if entry.revenue else ""
            made.add(entry.name, str(entry.actions), revenue, entry.notable)
        return made


def play(console: Console, output: Output, title: str, players: int, seed: int, limit: int) -> GameSession:
    """Plays a game with bots and prints what happened and where everyone stands; the finished session."""
    with server_process() as address, Connection(address) as connection:
        session = GameSession.new(connection, NAMES[:players], title=title, seed=seed)
        output.say(f"A server runs on {address}. {players} bots play {title} through its API.")
        output.players = session.record.setup.players
        story = Story(output.named)
        _play(console, session, story, limit)
        view, certificates = session.view(), certificates_of(session)
    tables = [story.table(), companies_table(view), players_table(view, certificates)]
    output.show(*tables, *([result_table(view)] if session.finished else ()))
    output.say(status_line(session.status))
    return session


def _play(console: Console, session: GameSession, story: Story, limit: int) -> None:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed} actions"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("playing", total=None)

        def told(events: list[Event]) -> None:
            story.tell(events)
            progress.update(task, completed=session.revision, description=story.rounds[-1].name)

        play_out(session, [ShrewdBot()] * len(session.record.setup.players), told, limit)

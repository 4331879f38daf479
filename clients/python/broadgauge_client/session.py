"""One game on a server that keeps nothing: the session keeps record, snapshot and etag."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import TypeVar

import grpc
from google.protobuf.message import Message

from broadgauge.v1.action_service_pb2 import SubmitActionRequest
from broadgauge.v1.actions_pb2 import Run
from broadgauge.v1.catalog_service_pb2 import GetTitleRequest
from broadgauge.v1.events_pb2 import Event
from broadgauge.v1.game_service_pb2 import (
    CreateGameRequest,
    ExportGameRequest,
    GetGameViewRequest,
    ImportGameRequest,
    ImportReport,
    ReplayGameRequest,
    ReplayGameResponse,
)
from broadgauge.v1.legal_action_service_pb2 import (
    CheckActionRequest,
    CheckActionResponse,
    ListLegalActionsRequest,
    ListLegalActionsResponse,
)
from broadgauge.v1.options_pb2 import ActionOption, Unavailable
from broadgauge.v1.picture_service_pb2 import DrawCompanyRequest, DrawMapRequest, DrawMarketRequest, DrawTileRequest
from broadgauge.v1.record_pb2 import (
    Decision,
    GameRecord,
    GameSetup,
    GameStatus,
    Position,
    Removals,
    RuleOptions,
    Snapshot,
)
from broadgauge.v1.route_service_pb2 import (
    EvaluateRoutesRequest,
    EvaluateRoutesResponse,
    FindRoutesRequest,
    FindRoutesResponse,
    RouteObjective,
)
from broadgauge.v1.title_pb2 import Title
from broadgauge.v1.view_pb2 import GameView

from . import files
from .actions import wrap
from .connection import Connection
from .errors import BadRequest, Conflict
from .messages import NoJson, WrongJson, json_of, message_of, value_of
from .pictures import Pictures

Answer = TypeVar("Answer")
Request = TypeVar(
    "Request",
    CheckActionRequest,
    DrawCompanyRequest,
    DrawMapRequest,
    DrawMarketRequest,
    DrawTileRequest,
    EvaluateRoutesRequest,
    FindRoutesRequest,
    GetGameViewRequest,
    ListLegalActionsRequest,
    SubmitActionRequest,
)


PRESETS = {"rulebook": RuleOptions.PRESET_RULEBOOK, "recorded": RuleOptions.PRESET_RECORDED}
SEEDS = 2**31
"""Seeds that are drawn are smaller; more would not make more games."""


class GameSession:
    """A game in progress.

    Make one with `new`, `load` or from a record.

    Attributes:
        connection: The server that is asked; any other one will do as well.
        record: The whole game, the only thing worth keeping.
        status: Where it stands.
        pictures: Draws it.
        report: How much of its file was taken over, where the game was imported.
    """

    def __init__(self, connection: Connection, record: GameRecord) -> None:
        self.connection = connection
        self.record = record
        self.report: ImportReport | None = None
        self.pictures = Pictures(connection, self._ask)
        self._snapshot: Snapshot | None = None
        self._files: dict[Path, bytes] = {}
        self.status = GameStatus()
        self._refresh()

    @classmethod
    def new(
        cls,
        connection: Connection,
        players: Sequence[str],
        *,
        title: str = "1822",
        seed: int | None = None,
        options: Mapping[str, str | bool] | None = None,
        removals: Removals | None = None,
    ) -> GameSession:
        """Starts a game.

        Args:
            connection: The server to play on.
            players: Names, 2 to 7 depending on the title.
            title: Id of the title.
            seed: Where the shuffles come from; by default one is drawn, and ``record.setup.seed`` tells it.
            options: Rule options by name, yes and no as bool or text; ``preset`` may be ``rulebook`` or ``recorded``.
            removals: Companies that stay out of the game, as in a full-map scenario.

        Raises:
            BadRequest: the server does not know the title or an option, the number of players or a name is wrong, or
                the title cannot do without the companies.
            TypeError: the players are one text instead of a list of names.
        """
        if isinstance(players, str):
            raise TypeError("players: a list of names, not one text")
        values = {name: _as_text(value) for name, value in (options or {}).items()}
        name = values.pop("preset", "rulebook")
        if name not in PRESETS:
            text = f"setup.options: rule option preset cannot be {name!r}; known: {', '.join(PRESETS)}"
            raise BadRequest(text, "RULE_OPTION", code="INVALID_ARGUMENT")
        setup = GameSetup(
            title=title,
            players=players,
            seed=secrets.randbelow(SEEDS) if seed is None else seed,
            removals=removals,
            options=RuleOptions(preset=PRESETS[name], values=values),
        )
        created = connection.call(connection.games.CreateGame, CreateGameRequest(setup=setup))
        return cls(connection, created.record)

    @classmethod
    def load(cls, connection: Connection, path: str | Path) -> GameSession:
        """Continues a game from the file that `save` wrote.

        Raises:
            BadRequest: the file is no record, or one of its actions is not legal.
            OSError: it cannot be read.
        """
        content = Path(path).read_bytes()
        try:
            record = message_of(value_of(content), GameRecord())
        except WrongJson as error:
            text = f"{path}: {error}" if isinstance(error, NoJson) else f"{path}: not a game record: {error}"
            raise BadRequest(text, "RECORD_MALFORMED", code="INVALID_ARGUMENT") from error
        session = cls(connection, record)
        session._files[Path(path).resolve()] = content
        return session

    @classmethod
    def imported(
        cls, connection: Connection, content: bytes, *, partial: bool = False, as_written: bool = False
    ) -> GameSession:
        """Continues a game from the content of a file of the site 18xx.games.

        Args:
            connection: The server to play on.
            content: The file.
            partial: Whether the game up to the first entry that cannot be taken over is enough; `report` tells.
            as_written: Whether runs bring in what the file says, where the rules give something else; `report` tells
                which. Without it the import stops at such a run.

        Raises:
            BadRequest: the file cannot be read, or without ``partial`` one of its entries cannot be taken over.
        """
        request = ImportGameRequest(content=content, allow_partial=partial, revenue_as_written=as_written)
        found = connection.call(connection.games.ImportGame, request)
        session = cls(connection, found.record)
        session.report = found.report
        return session

    def exported(self) -> bytes:
        """The game as the content of a file of the site 18xx.games.

        Raises:
            BadRequest: the format has no words for something in the game.
        """
        return self.connection.call(self.connection.games.ExportGame, ExportGameRequest(record=self.record)).content

    def save(self, path: str | Path, *, new: bool = False) -> None:
        """Writes the record as JSON, whole or not at all.

        Args:
            path: The file. Where the session has loaded or saved it before, it must not have changed since.
            new: Whether the file must not exist yet.

        Raises:
            Conflict: somebody else has changed the file since; it is left as it is.
            OSError: it cannot be written, or with ``new`` it exists.
        """
        file = Path(path).resolve()
        content = json_of(self.record)
        try:
            files.create(file, content) if new else files.replace(file, content, self._files.get(file))
        except files.Changed as error:
            raise Conflict(f"{error}; load the game again") from error
        self._files[file] = content

    @property
    def revision(self) -> int:
        """Number of accepted actions."""
        return self.status.revision

    @property
    def etag(self) -> str:
        """Digest of the record."""
        return self.status.etag

    @property
    def decision(self) -> Decision | None:
        """Who must decide what; None when the game is finished."""
        return self.status.decision if self.status.HasField("decision") else None

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.status.finished

    def options(self, kinds: Iterable[str] = ()) -> list[ActionOption]:
        """Everything that may be done now, or only these kinds of it, such as ``place_bid``."""
        return [option for page in self._pages(kinds, False) for option in page.options]

    def unavailable(self, kinds: Iterable[str] = ()) -> list[Unavailable]:
        """What cannot be done now, and why."""
        return [entry for page in self._pages(kinds, True) for entry in page.unavailable]

    def check(self, action: Message) -> CheckActionResponse:
        """Whether an action would be legal, and if not, why."""
        return self._ask(self.connection.legal_actions.CheckAction, CheckActionRequest(action=wrap(action)))

    def do(self, action: Message, expected_etag: str | None = None) -> list[Event]:
        """Carries out an option, an `Action`, or one of its kinds; what happened, in order.

        Args:
            action: What to do.
            expected_etag: Etag that the game should have, where somebody else may have moved on; by default
                the session's own.

        Raises:
            IllegalAction: the rules do not allow it now; nothing has changed.
            Conflict: the game has another etag; nothing has changed.
        """
        wrapped = wrap(action)
        etag = self.etag if expected_etag is None else expected_etag
        request = SubmitActionRequest(action=wrapped, expected_etag=etag)
        response = self._ask(self.connection.actions.SubmitAction, request)
        self.record.actions.append(wrapped)
        self._take(response.status)
        return list(response.events)

    def undo(self, count: int = 1) -> None:
        """Takes back the last actions.

        Raises:
            ValueError: there are not so many.
        """
        if not 0 <= count <= self.revision:
            number = f"are only {self.revision} actions" if self.revision > 1 else "is only 1 action"
            raise ValueError(f"there {number if self.revision else 'is no action'} to take back")
        if count:
            del self.record.actions[-count:]
        self._snapshot = None
        self._refresh()

    def history(self, start: int = 1) -> Iterator[ReplayGameResponse]:
        """Every action from a revision on, with what it caused and where the game stood then."""
        request = ReplayGameRequest(record=self.record, start_revision=start)
        return self.connection.stream(self.connection.games.ReplayGame, request)

    def view(self, *fields: str) -> GameView:
        """Everything on the table, or only these fields of the view, such as ``players``, which is faster."""
        request = GetGameViewRequest()
        request.read_mask.paths.extend(fields)
        return self._ask(self.connection.games.GetGameView, request).view

    def title(self) -> Title:
        """Everything that is printed in the box of the game."""
        request = GetTitleRequest(title=self.record.setup.title)
        return self.connection.call(self.connection.catalog.GetTitle, request).title

    def ahead(self, action: Message) -> GameSession:
        """A session of its own in which the action is done; this one stays where it is.

        Raises:
            IllegalAction: the rules do not allow it now.
        """
        other = copy(self)
        other.record = GameRecord()
        other.record.CopyFrom(self.record)
        other.status = GameStatus()
        other.status.CopyFrom(self.status)
        other._files = {}
        other.do(action)
        return other

    def routes(
        self,
        company: str = "",
        *,
        trains: Iterable[str] = (),
        with_mail: bool = False,
        proof: bool = False,
        milliseconds: int = 0,
        count: int = 1,
    ) -> FindRoutesResponse:
        """The best runs of a company.

        Args:
            company: Id of the company; by default the one that acts.
            trains: Kinds of trains that it should have; by default its own.
            with_mail: Whether to look for the most of revenue and mail subsidy together.
            proof: Whether runs without proof that nothing is better are an error.
            milliseconds: How long to search; by default as long as the server allows.
            count: How many different sets of runs to find.

        Raises:
            BadRequest: there is no such company or train.
            ServerFailure: the proof was wanted and not found in time.
        """
        objective = (
            RouteObjective.ROUTE_OBJECTIVE_REVENUE_AND_MAIL if with_mail else RouteObjective.ROUTE_OBJECTIVE_REVENUE
        )
        request = FindRoutesRequest(
            company=company,
            trains=trains,
            objective=objective,
            time_limit_ms=milliseconds,
            require_proof=proof,
            count=count,
        )
        return self._ask(self.connection.routes.FindRoutes, request)

    def evaluate(self, runs: Iterable[Run], company: str = "") -> EvaluateRoutesResponse:
        """Whether runs of a company, by default of the one that acts, are legal, and what they earn."""
        request = EvaluateRoutesRequest(company=company, runs=runs)
        return self._ask(self.connection.routes.EvaluateRoutes, request)

    def _repr_svg_(self) -> str:
        """The map, for notebooks."""
        return self.pictures.map()

    def _refresh(self) -> None:
        """Asks where the record stands, which also checks it."""
        request = GetGameViewRequest(position=Position(record=self.record))
        request.read_mask.paths.append("round")
        self._take(self.connection.call(self.connection.games.GetGameView, request).status)

    def _take(self, status: GameStatus) -> None:
        self.status = status
        if status.HasField("snapshot"):
            self._snapshot = status.snapshot

    def _pages(self, kinds: Iterable[str], unavailable: bool) -> Iterator[ListLegalActionsResponse]:
        request = ListLegalActionsRequest(kinds=kinds, include_unavailable=unavailable)
        while True:
            page = self._ask(self.connection.legal_actions.ListLegalActions, request)
            yield page
            request.page_token = page.next_page_token
            if not request.page_token:
                return

    def _ask(self, method: grpc.UnaryUnaryMultiCallable[Request, Answer], request: Request) -> Answer:
        """Asks about the snapshot, or about the record where the server does not take the snapshot."""
        if self._snapshot is not None:
            try:
                request.position.snapshot.CopyFrom(self._snapshot)
                return self.connection.call(method, request)
            except BadRequest as error:
                if not error.reason.startswith("SNAPSHOT_"):
                    raise
                self._snapshot = None
        request.position.record.CopyFrom(self.record)
        return self.connection.call(method, request)


def _as_text(value: str | bool) -> str:
    return value if isinstance(value, str) else str(value).lower()

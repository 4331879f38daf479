"""`PictureService`."""

from __future__ import annotations

from typing import Protocol

import grpc

from broadgauge.v1 import picture_service_pb2 as messages
from broadgauge.v1 import record_pb2
from broadgauge.v1.picture_service_pb2_grpc import PictureServiceServicer
from broadgauge.v1.reasons_pb2 import Reason
from broadgauge_engine.title import TitleError, load_title

from ..commands.draw import Subject, Wanted, company_picture, map_picture, tile_picture
from ..conversion.actions import action_from_message
from ..conversion.routes import runs_of
from ..conversion.titles import unknown_title
from ..errors import RequestError
from ..pictures.market import draw_market
from ..positions import Positions
from .positions import answer_status, situation_of

PALETTES = {
    messages.PALETTE_UNSPECIFIED: "auto",
    messages.PALETTE_LIGHT: "light",
    messages.PALETTE_DARK: "dark",
    messages.PALETTE_COLOUR_BLIND: "colour-blind",
}


class _Request(Protocol):
    """What the requests have in common."""

    @property
    def position(self) -> record_pb2.Position: ...
    @property
    def title(self) -> str: ...
    @property
    def palette(self) -> messages.Palette.ValueType: ...


class PictureService(PictureServiceServicer):
    """Pictures of the table."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    def DrawMap(self, request: messages.DrawMapRequest, context: grpc.ServicerContext) -> messages.DrawMapResponse:
        """Draws the map."""
        wanted = Wanted(
            request.show_lays,
            action_from_message(request.preview, "preview") if request.HasField("preview") else None,
            runs_of(request.runs, "runs"),
            tuple(request.highlights),
        )
        subject, status = self._subject(request, request.WhichOneof("subject"))
        return messages.DrawMapResponse(status=status, svg=map_picture(subject, wanted))

    def DrawMarket(
        self, request: messages.DrawMarketRequest, context: grpc.ServicerContext
    ) -> messages.DrawMarketResponse:
        """Draws the stock market."""
        subject, status = self._subject(request, request.WhichOneof("subject"))
        svg = draw_market(subject.title, subject.state, palette=subject.palette)
        return messages.DrawMarketResponse(status=status, svg=svg)

    def DrawCompany(
        self, request: messages.DrawCompanyRequest, context: grpc.ServicerContext
    ) -> messages.DrawCompanyResponse:
        """Draws the charter of a company."""
        subject, status = self._subject(request, request.WhichOneof("subject"))
        return messages.DrawCompanyResponse(status=status, svg=company_picture(subject, request.company))

    def DrawTile(self, request: messages.DrawTileRequest, context: grpc.ServicerContext) -> messages.DrawTileResponse:
        """Draws a tile."""
        subject, status = self._subject(request, request.WhichOneof("subject"))
        return messages.DrawTileResponse(status=status, svg=tile_picture(subject, request.tile, request.rotation))

    def _subject(self, request: _Request, kind: str | None) -> tuple[Subject, record_pb2.GameStatus | None]:
        """What a request is about, and where that game stands.

        Raises:
            RequestError: the palette, the title or the position cannot be used.
        """
        if request.palette not in PALETTES:
            text = f"palette: {request.palette} is not allowed"
            raise RequestError(Reason.REASON_VALUE, text, "palette", field="palette", value=request.palette)
        palette = PALETTES[request.palette]
        if kind == "title":
            try:
                return Subject(load_title(request.title), None, palette), None
            except TitleError as error:
                raise unknown_title(request.title, "title") from error
        situation = situation_of(self._positions, request.position)
        status = answer_status(self._positions, situation, request.position)
        return Subject(situation.state.title, situation.state, palette), status

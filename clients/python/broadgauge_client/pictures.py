"""Pictures of a game, drawn by the server."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from google.protobuf.message import Message

from broadgauge.v1.actions_pb2 import Run
from broadgauge.v1.picture_service_pb2 import (
    DrawCompanyRequest,
    DrawMapRequest,
    DrawMarketRequest,
    DrawTileRequest,
    Palette,
)

from .actions import wrap
from .connection import Connection
from .errors import BadRequest

PALETTES = {
    "auto": Palette.PALETTE_UNSPECIFIED,
    "light": Palette.PALETTE_LIGHT,
    "dark": Palette.PALETTE_DARK,
    "colour-blind": Palette.PALETTE_COLOUR_BLIND,
}
"""Palettes by name."""


class Pictures:
    """Draws one game as it stands; every picture is a complete SVG document.

    Args:
        connection: The server that draws.
        ask: Asks a method about the game's position.
    """

    def __init__(self, connection: Connection, ask: Callable[[Any, Any], Any]) -> None:
        self._connection = connection
        self._ask = ask

    def map(
        self,
        *,
        palette: str = "auto",
        lays: bool = False,
        preview: Message | None = None,
        runs: Iterable[Run] = (),
        highlights: Iterable[str] = (),
    ) -> str:
        """The map as SVG.

        Args:
            palette: ``auto``, ``light``, ``dark`` or ``colour-blind``.
            lays: Whether to mark the hexes on which track can be laid now.
            preview: A ``LayTile``, or an option or action with one, whose tile is shown as if it were laid.
            runs: Runs to show along their track, such as those that `routes` found.
            highlights: Ids of hexes to mark.

        Raises:
            BadRequest: something in it does not exist.
        """
        request = DrawMapRequest(palette=_palette(palette), show_lays=lays, runs=runs, highlights=highlights)
        if preview is not None:
            request.preview.CopyFrom(wrap(preview))
        svg: str = self._ask(self._connection.pictures.DrawMap, request).svg
        return svg

    def market(self, *, palette: str = "auto") -> str:
        """The stock market as SVG."""
        request = DrawMarketRequest(palette=_palette(palette))
        svg: str = self._ask(self._connection.pictures.DrawMarket, request).svg
        return svg

    def company(self, company: str = "", *, palette: str = "auto") -> str:
        """The charter of a company, by default of the one that acts, as SVG.

        Raises:
            BadRequest: there is no such company, or none acts.
        """
        request = DrawCompanyRequest(company=company, palette=_palette(palette))
        svg: str = self._ask(self._connection.pictures.DrawCompany, request).svg
        return svg

    def tile(self, tile: str, rotation: int = 0, *, palette: str = "auto") -> str:
        """A tile, turned clockwise by sixths, as SVG.

        Raises:
            BadRequest: there is no such tile or rotation.
        """
        request = DrawTileRequest(tile=tile, rotation=rotation, palette=_palette(palette))
        svg: str = self._ask(self._connection.pictures.DrawTile, request).svg
        return svg


def _palette(name: str) -> Palette.ValueType:
    if name not in PALETTES:
        raise BadRequest(f"palette: known are {', '.join(PALETTES)}", "VALUE", code="INVALID_ARGUMENT")
    return PALETTES[name]

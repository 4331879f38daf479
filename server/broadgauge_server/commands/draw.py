"""Draw the map with what a caller wants to see on it, the market, a charter, a tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from broadgauge.v1.reasons_pb2 import Reason
from broadgauge_engine import engine
from broadgauge_engine.actions import Action, LayTile
from broadgauge_engine.board import places
from broadgauge_engine.routes import Run
from broadgauge_engine.state.model import GameState
from broadgauge_engine.title import Title

from .. import vocabulary
from ..errors import RequestError
from ..pictures import overlays
from ..pictures.charter import draw_company
from ..pictures.map import draw_map
from ..pictures.tile import draw_tile


@dataclass(frozen=True, slots=True)
class Subject:
    """What is drawn: a title, and a position of a game of it, if any."""

    title: Title
    state: GameState | None
    palette: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a caller wants to see on a map."""

    lays: bool = False
    preview: Action | None = None
    runs: tuple[Run, ...] = ()
    highlights: tuple[str, ...] = ()

    @property
    def needs_position(self) -> str:
        """The field that makes no sense without a position; empty where there is none."""
        fields = {"show_lays": self.lays, "preview": self.preview, "runs": self.runs}
        return next((name for name, value in fields.items() if value), "")


def map_picture(subject: Subject, wanted: Wanted) -> str:
    """The map.

    Raises:
        RequestError: a name in what is wanted does not exist, or there is no track for a run.
    """
    title, state = subject.title, subject.state
    for index, hex_id in enumerate(wanted.highlights):
        _known(hex_id in title.hexes, f"highlights[{index}]", hex_id)
    layers = [overlays.marks(title, wanted.highlights, "highlight", "marked")]
    if state is None:
        if wanted.needs_position:
            text = f"{wanted.needs_position}: needs a position, not only a title"
            raise RequestError(Reason.REASON_POSITION_MISSING, text, "position")
        return draw_map(title, None, palette=subject.palette, overlays=layers)
    if wanted.lays:
        layers.append(overlays.marks(title, lay_hexes(state), "lay", "track can be laid"))
    if wanted.preview is not None:
        state, hex_id = _previewed(state, wanted.preview)
        layers.append(overlays.marks(title, (hex_id,), "preview", "preview"))
    if wanted.runs:
        layers.append(_runs(state, wanted.runs))
    return draw_map(title, state, palette=subject.palette, overlays=layers)


def lay_hexes(state: GameState) -> list[str]:
    """The hexes on which track can be laid now, each once."""
    options = engine.options(state).of(LayTile)
    return list(dict.fromkeys(option.action.hex for option in options))


def company_picture(subject: Subject, company: str) -> str:
    """The charter of a company; empty for the one that acts.

    Raises:
        RequestError: there is no such company, or none acts.
    """
    state = subject.state
    if not company and state is not None and state.turn is not None:
        company = state.turn.company
    if not company:
        text = "company: none acts now, so one must be named"
        raise RequestError(Reason.REASON_COMPANY_NOT_IN_PLAY, text, "company", company=company)
    _known(company in subject.title.companies, "company", company)
    return draw_company(subject.title, company, state, palette=subject.palette)


def tile_picture(subject: Subject, tile: str, rotation: int) -> str:
    """A tile.

    Raises:
        RequestError: there is no such tile or rotation.
    """
    _known(tile in subject.title.tiles, "tile", tile)
    if rotation not in range(6):
        text = f"rotation: {rotation} is not from 0 to 5"
        raise RequestError(Reason.REASON_VALUE, text, "rotation", field="rotation", value=rotation)
    count, left = subject.title.tiles[tile].count, None
    if subject.state is not None and count is not None:
        left = count - sum(laid == tile for laid, _ in subject.state.tiles.values())
    return draw_tile(subject.title, tile, rotation, left=left, palette=subject.palette)


def _previewed(state: GameState, action: Action) -> tuple[GameState, str]:
    """The state with a tile on its hex, for the eye alone: nothing else of the action is done."""
    if not isinstance(action, LayTile):
        text = "preview: only a LayTile has a picture"
        raise RequestError(Reason.REASON_VALUE, text, "preview", field="preview", value=type(action).__name__)
    vocabulary.check(state, action, "preview")
    shown = state.copy()
    places.lay(shown, action.hex, action.tile, action.rotation)
    return shown, action.hex


def _runs(state: GameState, runs: Sequence[Run]) -> str:
    vocabulary.check_runs(state, runs, "runs")
    try:
        return overlays.runs(state, runs)
    except overlays.NoTrack as error:
        where = f"runs[{error.run}].legs[{error.leg}]"
        text = f"{where}: there is no such track on the map"
        raise RequestError(Reason.REASON_VALUE, text, where, field=where, value=error.leg) from error


def _known(holds: bool, field: str, value: str) -> None:
    if not holds:
        text = f"{field}: there is no {value!r} in this game"
        raise RequestError(Reason.REASON_ID_UNKNOWN, text, field, field=field, value=value)

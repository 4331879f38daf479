from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import final

from ..title.model import TrainKind
from .model import Run, RunQuery

@final
class Library:
    def __new__(
        cls,
        hexes: tuple[tuple[str, tuple[int, ...], int, int], ...],
        faces: tuple[tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, tuple[int, ...]], ...]], ...],
        tile_faces: dict[str, int],
        channel: int,
        trains: Mapping[str, TrainKind],
    ) -> Library: ...

@final
class Reach:
    @property
    def sides(self) -> dict[str, int]: ...
    @property
    def stops(self) -> frozenset[tuple[str, int]]: ...
    def sides_of(self, hex_id: str, /) -> int: ...
    def has_stop(self, stop: tuple[str, int], /) -> bool: ...

@final
class Track:
    def __new__(cls, library: Library, laid: dict[str, tuple[str, int]]) -> Track: ...
    @property
    def stops(self) -> tuple[tuple[str, int], ...]: ...
    @property
    def segments(self) -> tuple[tuple[int, int, int, int, tuple[str, ...]], ...]: ...
    @property
    def channel(self) -> str | None: ...
    @property
    def trains(self) -> Mapping[str, TrainKind]: ...
    @property
    def derived(self) -> dict[str, object]: ...
    def beyond(self, hex_id: str, edge: int, /) -> str | None: ...
    def group(self, hex_id: str, /) -> int: ...
    def value(self, stop: tuple[str, int], band: int, /) -> int: ...
    def reach(self, starts: Iterable[tuple[str, int]], blocked: Collection[tuple[str, int]], /) -> Reach: ...

@final
class Cancel:
    def set(self) -> None: ...
    def is_set(self) -> bool: ...

def search(
    track: Track,
    trains: tuple[tuple[int, bool, bool, int], ...],
    tokens: Iterable[tuple[str, int]],
    blocked: Iterable[tuple[str, int]],
    home: Iterable[tuple[str, int]],
    destination: tuple[str, int] | None,
    band: int,
    pullman: int,
    mail: int,
    mail_rate: int,
    channel_needs_france: bool,
    one_crossing: bool,
    deadline_ms: float,
    max_nodes: int,
    cancel: Cancel | None,
    count: int,
    prices: bytes | None,
) -> tuple[list[list[tuple[int, int, list[int], list[int]]]], bool, int, int, float, bytes]: ...
def judge(
    track: Track, query: RunQuery, runs: Sequence[Run], /
) -> tuple[tuple[str, int, int, int] | None, tuple[tuple[int, int, int], ...]]: ...
def has_run(track: Track, query: RunQuery, /) -> bool | None: ...

"""Recorded runs in the notation of 18xx.games, and their E-trains that run past the last own token."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ..title.model import is_city
from ._track import Track
from .model import Run, RunQuery, Stop
from .stretches import Stretch, Stretches, stretches


def match_run(
    track: Track,
    train: str,
    pullman: bool,
    connections: Sequence[Sequence[str]],
    taken: Collection[str],
    tokens: Collection[Stop] = (),
) -> Run:
    """The run that a recorded list of stretches describes; each is the hexes between two stops, either way round.

    Where parallel track leaves a choice, sides outside ``taken`` are preferred (5.13.2). A local train that stays in
    its city is ``["local", hex]``; of several cities there, one in ``tokens`` is preferred. Raises ValueError when no
    track fits.
    """
    known = stretches(track)
    if not connections:
        raise ValueError(f"the run of train {train} has no stretches")
    if connections[0][:1] == ["local"]:
        return Run(train, pullman, (_local_stop(known, connections, tokens),), ())
    options = [_candidates(known, connection) for connection in connections]
    for connection, found in zip(connections, options, strict=True):
        if not found:
            raise ValueError(f"no track between two stops along {'-'.join(connection)} for train {train}")
    for avoided in (frozenset(taken), frozenset()):
        for chain in _chains(options, (), set(avoided)):
            stops = (chain[0].start, *(stretch.end for stretch in chain))
            return Run(train, pullman, stops, tuple(stretch.sides for stretch in chain))
    text = ", ".join("-".join(connection) for connection in connections)
    raise ValueError(f"the stretches of train {train} do not join to one route: {text}")


def trim_express(track: Track, query: RunQuery, run: Run) -> Run:
    """An E-train's run cut down to the part between its first and last own token (5.5.8); other runs as they are.

    France stays with a token in the English Channel: the two are one stop (5.13.7). The revenue is the same.
    """
    if not track.trains[run.train].express:
        return run
    own = [index for index, stop in enumerate(run.stops) if stop in query.tokens]
    if not own:
        return run
    first, last = own[0], own[-1]
    france = stretches(track).france
    if first and run.stops[first][0] == track.channel and run.stops[first - 1] in france:
        first -= 1
    if last + 1 < len(run.stops) and run.stops[last][0] == track.channel and run.stops[last + 1] in france:
        last += 1
    return Run(run.train, run.pullman, run.stops[first : last + 1], run.legs[first:last])


def _local_stop(known: Stretches, connections: Sequence[Sequence[str]], tokens: Collection[Stop]) -> Stop:
    if len(connections) != 1 or len(connections[0]) != 2:
        raise ValueError(f"a local run names one hex, not {connections}")
    hex_id = connections[0][1]
    cities = sorted(stop for stop in known.stops if stop[0] == hex_id and is_city(stop[1]))
    if not cities:
        raise ValueError(f"no city in {hex_id}")
    return next((city for city in cities if city in tokens), cities[0])


def _candidates(known: Stretches, connection: Sequence[str]) -> list[Stretch]:
    hexes = tuple(name.split(" ")[0] for name in connection)
    forward = known.by_hexes.get(hexes, [])
    backward = known.by_hexes.get(hexes[::-1], []) if len(hexes) > 1 else []
    return [*forward, *backward]


def _chains(
    options: Sequence[list[Stretch]], chain: tuple[Stretch, ...], used: set[str]
) -> Iterator[tuple[Stretch, ...]]:
    """Stretches, one of each option in order, that join end to start and use no track in ``used`` or twice."""
    if len(chain) == len(options):
        yield chain
        return
    visited = {chain[0].start, *(stretch.end for stretch in chain)} if chain else set()
    for stretch in options[len(chain)]:
        joins = not chain or (stretch.start == chain[-1].end and stretch.end not in visited)
        if joins and used.isdisjoint(stretch.track):
            yield from _chains(options, (*chain, stretch), used | set(stretch.track))

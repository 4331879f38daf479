"""The C extension as a module of Python: garbage, interpreters, threads."""

from __future__ import annotations

import gc
import importlib.util
import sys
import sysconfig
import textwrap
import threading
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

import broadgauge_engine.routes._track as extension
from broadgauge_engine.routes import best_runs
from broadgauge_engine.routes._track import Cancel, Library, Reach, Track
from broadgauge_engine.title import load_title
from tests.engine.routes.problems import problem

TRAINS = load_title("1822").trains
FACE = (((0, 8, 0, 1, 0, 1, 0),), ((8, (10, 20, 30, 40)),))
"""A city with track to one edge."""


class Witness:
    """Something whose end is seen."""


def library(trains: object = TRAINS) -> Library:
    """A map of one hex."""
    return Library((("H0", (-1,) * 6, 0, 0),), (FACE,), {}, -1, trains)  # type: ignore[arg-type]


def track_in_itself(witness: Witness) -> None:
    """A track whose derived facts hold the track."""
    track = Track(library(), {})
    track.derived.update(track=track, witness=witness)


def reach_in_its_track(witness: Witness) -> None:
    """A track whose derived facts hold what was reached over it."""
    track = Track(library(), {})
    track.derived.update(reach=track.reach([("H0", 8)], []), witness=witness)


def library_in_its_trains(witness: Witness) -> None:
    """A library whose trains hold the library."""
    trains: dict[str, object] = {"witness": witness}
    trains["library"] = library(trains)


def types_in_a_module(witness: Witness) -> None:
    """A module of which an object keeps the type alive, and the type the module."""
    module = load_again()
    module.witness = witness
    module.object = module.Cancel()


def load_again() -> ModuleType:
    """The extension once more, as a module of its own."""
    spec = importlib.util.spec_from_file_location(extension.__name__, extension.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("make", [track_in_itself, reach_in_its_track, library_in_its_trains, types_in_a_module])
def test_cycles_are_collected(make: Callable[[Witness], None]) -> None:
    """What leads back to itself through C objects is freed."""
    witness = Witness()
    end = weakref.ref(witness)
    make(witness)
    del witness
    gc.collect()

    assert end() is None


@pytest.mark.parametrize("type_", [Library, Track, Reach, Cancel])
def test_the_collector_sees_what_objects_refer_to(type_: type) -> None:
    """Everything is tracked, and says what it refers to; its type is among that."""
    own = library()
    track = Track(own, {})
    reach = track.reach([("H0", 8)], [])
    assert track.stops
    assert track.segments == ()
    held: dict[type, tuple[object, list[object]]] = {
        Library: (own, [TRAINS]),
        Track: (track, [own, track.stops, track.segments, track.derived]),
        Reach: (reach, [track]),
        Cancel: (Cancel(), []),
    }
    thing, expected = held[type_]
    referents = {id(one) for one in gc.get_referents(thing)}

    assert gc.is_tracked(thing)
    assert {id(one) for one in (type_, *expected)} <= referents


class LastWords:
    """Asks a track when it ends."""

    def __init__(self, track: Track) -> None:
        self.track = track
        self.answers: list[object] = []

    def __del__(self) -> None:
        """Asks everything."""
        track = self.track
        answers = (track.stops, track.segments, track.trains, track.derived, track.reach([("H0", 8)], []).stops)
        SAID.append(answers[0])


SAID: list[object] = []


def test_finalizers_may_still_ask() -> None:
    """A finalizer in a cycle finds the track whole."""
    SAID.clear()
    track = Track(library(), {})
    track.derived["last"] = LastWords(track)
    del track
    gc.collect()

    assert SAID == [(("H0", 8),)]


def test_the_module_can_be_loaded_again() -> None:
    """Multi-phase initialisation: no state outside the module."""
    second = load_again()
    assert second.Track is not Track
    with pytest.raises(TypeError, match="Library"):
        second.Track(library(), {})


@pytest.fixture
def interpreter() -> Iterator[Callable[[str], None]]:
    """Runs a program in an interpreter of its own, with a lock of its own where Python has that (3.12)."""
    if sys.version_info >= (3, 13):
        import _interpreters as interpreters

        made = interpreters.create("isolated")
    else:
        import _xxsubinterpreters as interpreters

        made = interpreters.create()

    def run(program: str) -> None:
        failed = interpreters.run_string(made, textwrap.dedent(program))
        assert failed is None, failed

    yield run
    interpreters.destroy(made)


PROGRAM = """
    import sys
    sys.path[:0] = {path!r}
    from pathlib import Path
    from broadgauge_engine.routes import best_runs
    from tests.engine.routes.problems import problem
    _, _, track, query = problem({seed})
    answer = best_runs(track, query)
    assert answer.proven
    Path({out!r}).write_text(repr((answer.runs, answer.revenue, answer.nodes)))
"""


def test_subinterpreters_have_their_own_module(interpreter: Callable[[str], None], tmp_path: Path) -> None:
    """The same question has the same answer there, and the module here is as it was."""
    out = tmp_path / "answer"
    interpreter(PROGRAM.format(path=sys.path, seed=7, out=str(out)))
    _, _, track, query = problem(7)
    answer = best_runs(track, query)

    assert out.read_text() == repr((answer.runs, answer.revenue, answer.nodes))


def test_threads_share_a_track() -> None:
    """Many threads that ask a new track at once all get what one alone gets."""
    _, _, alone, query = problem(11)
    expected = (alone.stops, alone.segments, best_runs(alone, query).runs)
    for _ in range(20):
        _, _, track, _ = problem(11)
        barrier = threading.Barrier(8)
        answers: list[tuple[object, ...]] = []

        def ask(track: Track = track, barrier: threading.Barrier = barrier, answers: list = answers) -> None:
            barrier.wait()
            answers.append((track.stops, track.segments, best_runs(track, query).runs))

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers == [expected] * 8
        assert len({id(stops) for stops, *_ in answers} | {id(track.stops)}) == 1


def test_the_module_asks_for_no_lock() -> None:
    """Importing it does not bring the lock back in a Python that runs without one."""
    locked = getattr(sys, "_is_gil_enabled", lambda: True)()

    assert locked != bool(sysconfig.get_config_var("Py_GIL_DISABLED"))

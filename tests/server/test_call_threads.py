"""The pool of threads: the one that worked last works next, and every job is done."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import wait

import pytest

from broadgauge_server.call_threads import CallThreads

MOST = 4


@pytest.fixture
def pool() -> Iterator[CallThreads]:
    """A pool of four threads."""
    found = CallThreads(MOST)
    yield found
    found.shutdown()


def _threads(pool: CallThreads, jobs: int) -> set[int]:
    """The threads of jobs which come so slowly that each time the thread of the last one has come back."""
    found = set()
    for _ in range(jobs):
        found.add(pool.submit(thread).result(5))
        time.sleep(0.02)
    return found


def thread() -> int:
    """The thread of a job."""
    return threading.get_ident()


def test_short_jobs_stay_in_one_thread(pool: CallThreads) -> None:
    """The thread that worked last works again."""
    assert len(_threads(pool, 20)) == 1


def test_results_and_exceptions(pool: CallThreads) -> None:
    """A future gives what the function gave, or raised."""
    assert pool.submit(divmod, 7, 2).result(5) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        pool.submit(divmod, 7, 0).result(5)


def test_nobody_waits_for_a_busy_thread(pool: CallThreads) -> None:
    """While one job is busy, the next ones are done by another thread."""
    free = threading.Event()

    def busy() -> int:
        free.wait(10)
        return thread()

    long = pool.submit(busy)
    others = _threads(pool, 10)
    free.set()

    assert long.result(5) not in others
    assert len(others) == 1


def test_a_job_that_is_cancelled(pool: CallThreads) -> None:
    """A job that waits can be cancelled, and its thread goes on."""
    free = threading.Event()
    jobs = [pool.submit(free.wait, 10) for _ in range(MOST)]
    waiting = pool.submit(thread)

    assert waiting.cancel()
    free.set()
    assert not wait(jobs, 5).not_done
    assert pool.submit(divmod, 7, 2).result(5) == (3, 1)


def test_all_threads_busy(pool: CallThreads) -> None:
    """Jobs that find no thread at all are done when one is free."""
    free = threading.Event()
    jobs = [pool.submit(free.wait, 10) for _ in range(pool.most + 20)]
    time.sleep(0.05)
    free.set()

    assert not wait(jobs, 10).not_done


def test_threads_end(pool: CallThreads) -> None:
    """After the end no thread of the pool is left, busy ones included."""
    before = set(threading.enumerate())
    mine = CallThreads(MOST)
    free = threading.Event()
    jobs = [mine.submit(free.wait, 10) for _ in range(MOST)]
    mine.shutdown()
    free.set()
    assert not wait(jobs, 5).not_done
    with pytest.raises(RuntimeError, match="shut down"):
        mine.submit(thread)
    for found in set(threading.enumerate()) - before:
        found.join(5)

    assert set(threading.enumerate()) <= before

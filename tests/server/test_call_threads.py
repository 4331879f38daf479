"""The pool of threads: one leads, nobody waits for a leader that does not get on, too many are told so at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import wait

import pytest

from broadgauge_server.call_threads import SPARE_THREADS, CallThreads, Verdict, step_down, verdict

LIMIT = 4


@pytest.fixture
def pool() -> Iterator[CallThreads]:
    """A pool that admits four."""
    found = CallThreads(LIMIT)
    yield found
    found.shutdown()


def thread() -> int:
    """The thread of a job."""
    return threading.get_ident()


def test_short_jobs_stay_in_one_thread(pool: CallThreads) -> None:
    """The thread that worked last works again."""
    assert len({pool.submit(thread).result(5) for _ in range(50)}) == 1


def test_results_and_exceptions(pool: CallThreads) -> None:
    """A future gives what the function gave, or raised."""
    assert pool.submit(divmod, 7, 2).result(5) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        pool.submit(divmod, 7, 0).result(5)


@pytest.mark.parametrize("says_so", [False, True])
def test_nobody_waits_for_a_busy_leader(pool: CallThreads, says_so: bool) -> None:
    """While one job is busy, the next ones are done by another thread."""
    free = threading.Event()

    def busy() -> int:
        if says_so:
            step_down()
        free.wait(10)
        return thread()

    long = pool.submit(busy)
    others = {pool.submit(thread).result(5) for _ in range(10)}
    free.set()

    assert long.result(5) not in others
    assert len(others) == 1


def test_too_many_are_told_at_once(pool: CallThreads) -> None:
    """Beyond the limit jobs begin without waiting and know their verdict; afterwards there is room again."""
    free = threading.Event()
    admitted = [pool.submit(free.wait, 10) for _ in range(LIMIT)]
    refused = [pool.submit(verdict) for _ in range(3 * SPARE_THREADS)]

    assert {job.result(5) for job in refused} == {Verdict.OVERLOADED}
    assert not any(job.done() for job in admitted)
    free.set()
    wait(admitted, 5)
    assert pool.submit(verdict).result(5) is Verdict.ADMITTED


def test_all_threads_busy(pool: CallThreads) -> None:
    """Jobs that find no thread at all are done when one is free."""
    free = threading.Event()
    jobs = [pool.submit(free.wait, 10) for _ in range(pool.most + 20)]
    time.sleep(0.05)
    free.set()

    assert not wait(jobs, 10).not_done


def test_a_closed_pool_finishes_what_it_admitted(pool: CallThreads) -> None:
    """After closing, what was admitted is done, and what comes is told so."""
    free = threading.Event()
    admitted = [pool.submit(free.wait, 10) for _ in range(LIMIT)]
    pool.close()

    assert pool.submit(verdict).result(5) is Verdict.CLOSED
    assert not pool.wait_until_idle(0.01)
    free.set()
    assert pool.wait_until_idle(5)
    assert all(job.done() for job in admitted)


def test_threads_end(pool: CallThreads) -> None:
    """After the end no thread of the pool is left, busy ones included."""
    before = set(threading.enumerate())
    mine = CallThreads(LIMIT)
    free = threading.Event()
    jobs = [mine.submit(free.wait, 10) for _ in range(LIMIT)]
    mine.submit(verdict).result(5)
    mine.shutdown()
    free.set()
    wait(jobs, 5)
    for found in set(threading.enumerate()) - before:
        found.join(5)

    assert set(threading.enumerate()) <= before

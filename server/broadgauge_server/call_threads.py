"""The threads that calls are worked on in, and how many calls there may be.

One thread leads: it does what waits, one call after another. Python runs one thread at a time anyway; a thread that
stays finds its data in the cache, while several that take turns spend a quarter of their time waking each other. When
the leader must wait, or is busy with one call for long, another thread leads, and the old leader works on.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from enum import Enum
from threading import Condition, Event, Lock, Thread, local
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

SPARE_THREADS = 32
"""Threads beyond those of admitted calls; they refuse calls, and receive requests that arrive slowly."""
PATIENCE_SECONDS = 0.002
"""How long a call waits for a leader that does not get on."""


class Verdict(Enum):
    """What was decided about a call when it came."""

    ADMITTED = "admitted"
    OVERLOADED = "overloaded"
    CLOSED = "closed"


_Job = Callable[[], None]
_here = local()


def verdict() -> Verdict:
    """What was decided about the call of this thread; calls that are not admitted should be answered at once."""
    found: Verdict = getattr(_here, "verdict", Verdict.ADMITTED)
    return found


def step_down() -> None:
    """Says that this thread is going to wait, or to be busy for long: no other call should wait for it."""
    worker: _Worker | None = getattr(_here, "worker", None)
    if worker is not None:
        worker.step_down()


class CallThreads(Executor):
    """A pool of threads with a leader. Threads begin when they are needed, and stay.

    Args:
        limit: Calls that may be in progress or wait at a time.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.most = limit + SPARE_THREADS
        self._changed = Condition(Lock())
        self._admitted = 0
        self._waiting: deque[_Job] = deque()
        self._leader: _Worker | None = None
        self._begun = 0
        self._workers = 0
        self._idle: list[_Worker] = []
        self._crowded = Event()
        self._closed = False
        self._ended = False
        Thread(target=self._relieve, name="call_relief", daemon=True).start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Has a thread call the function: in its turn, or at once if there are too many."""
        future: Future[T] = Future()

        def job() -> None:
            _here.verdict = decided
            try:
                future.set_result(fn(*args, **kwargs))
            except BaseException as error:
                future.set_exception(error)
            if decided is Verdict.ADMITTED:
                self._leave()

        with self._changed:
            decided = self._decided()
            if decided is Verdict.ADMITTED:
                self._admitted += 1
                self._waiting.append(job)
                if self._leader is None:
                    self._leader = self._awake(None)
                elif not self._crowded.is_set():
                    self._crowded.set()
            elif self._awake(job) is None:
                self._waiting.append(job)
        return future

    def close(self) -> None:
        """Admits no more calls."""
        with self._changed:
            self._closed = True

    def wait_until_idle(self, seconds: float) -> bool:
        """Waits for the calls that were admitted; whether all came to their end."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._admitted, seconds)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ends the threads when they have nothing to do; for calls in progress see `wait_until_idle`."""
        with self._changed:
            self._ended = True
            idle, self._idle = self._idle, []
        self._crowded.set()
        for worker in idle:
            worker.wake(None)

    def next_job(self, worker: _Worker) -> _Job | None:
        """What a worker does next; None if it should wait to be woken."""
        with self._changed:
            if self._waiting and self._leader in (worker, None):
                self._leader = worker
                self._begun += 1
                return self._waiting.popleft()
            if worker is self._leader:
                self._leader = None
            self._idle.append(worker)
        return None

    def replace(self, worker: _Worker) -> None:
        """Appoints another leader if this worker leads."""
        with self._changed:
            if worker is self._leader:
                self._leader = self._awake(None) if self._waiting else None

    @property
    def ended(self) -> bool:
        """Whether threads should end."""
        return self._ended

    def _decided(self) -> Verdict:
        if self._closed:
            return Verdict.CLOSED
        return Verdict.ADMITTED if self._admitted < self.limit else Verdict.OVERLOADED

    def _leave(self) -> None:
        with self._changed:
            self._admitted -= 1
            if self._closed:
                self._changed.notify_all()

    def _awake(self, job: _Job | None) -> _Worker | None:
        """A worker who does this job, and then what a leader does if it leads; None if all are busy."""
        if self._idle:
            worker = self._idle.pop()
            worker.wake(job)
            return worker
        if self._workers == self.most:
            return None
        self._workers += 1
        return _Worker(self, job, self._workers)

    def _relieve(self) -> None:
        """Appoints another leader where the present one does not get on."""
        while not self._ended:
            self._crowded.wait()
            self._crowded.clear()
            begun = self._begun
            time.sleep(PATIENCE_SECONDS)
            with self._changed:
                if self._waiting:
                    self._crowded.set()
                    if self._begun == begun:
                        self._leader = self._awake(None) or self._leader


class _Worker:
    """One thread, which sleeps at its door until it is woken."""

    def __init__(self, pool: CallThreads, job: _Job | None, number: int) -> None:
        self._pool = pool
        self._door = Lock()
        self._job = job
        Thread(target=self._work, name=f"call_{number}", daemon=True).start()

    def wake(self, job: _Job | None) -> None:
        """Opens the door; the worker begins with this job if there is one."""
        self._job = job
        self._door.release()

    def step_down(self) -> None:
        """Lets another thread lead."""
        self._pool.replace(self)

    def _work(self) -> None:
        _here.worker = self
        while not self._pool.ended:
            self._door.acquire()
            job, self._job = self._job or self._pool.next_job(self), None
            while job is not None:
                job()
                job = self._pool.next_job(self)

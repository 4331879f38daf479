"""The threads that calls are worked on in."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from threading import Lock, Thread
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_Job = Callable[[], None]


class CallThreads(Executor):
    """A pool of threads in which the one that worked last works next, for its data is still in the processor's cache.

    The pool of the standard library wakes its threads in turn. They begin when they are needed, and stay.

    Args:
        most: Threads at most.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = Lock()
        self._workers = 0
        self._idle: list[_Worker] = []
        self._waiting: deque[_Job] = deque()
        self._ended = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Has a thread call the function; when all are busy, the first one that is free.

        Raises:
            RuntimeError: the pool is shut down.
        """
        future: Future[T] = Future()

        def job() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(fn(*args, **kwargs))
            except BaseException as error:
                future.set_exception(error)

        with self._lock:
            if self._ended:
                raise RuntimeError("the pool is shut down")
            if self._idle:
                self._idle.pop().wake(job)
            elif self._workers < self.most:
                _Worker(self, job, self._workers + 1)
                self._workers += 1
            else:
                self._waiting.append(job)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ends the threads when they have nothing to do. The server itself waits for its calls."""
        with self._lock:
            self._ended = True
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.wake(None)

    def next_job(self, worker: _Worker) -> _Job | None:
        """What a worker does next; None if it should wait to be woken, or end."""
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            if not self._ended:
                self._idle.append(worker)
        return None

    @property
    def ended(self) -> bool:
        """Whether threads should end."""
        return self._ended


class _Worker:
    """One thread, which sleeps at its door until it is woken."""

    def __init__(self, pool: CallThreads, job: _Job, number: int) -> None:
        self._pool = pool
        self._door = Lock()
        self._job: _Job | None = job
        Thread(target=self._work, name=f"call_{number}", daemon=True).start()

    def wake(self, job: _Job | None) -> None:
        """Opens the door, with a job, or with None to end the thread."""
        self._job = job
        self._door.release()

    def _work(self) -> None:
        while True:
            self._door.acquire()
            job, self._job = self._job, None
            if job is None:
                return
            while job is not None:
                job()
                job = self._pool.next_job(self)
            if self._pool.ended:
                return

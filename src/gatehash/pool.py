# SPDX-License-Identifier: Apache-2.0
"""Pools of workers for long work: threads of this process, or a Dask cluster started elsewhere.

A thread waits for the tool that it has started, so that this process needs one processor for each.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Protocol

from gatehash import processes
from gatehash.errors import GatehashError
from gatehash.waits import waiting

if TYPE_CHECKING:
    from distributed import Future as Remote

__all__ = ["MOST_JOBS", "Heard", "Pool", "Tell", "Work", "pool"]

MOST_JOBS = 1000
"""Highest number of pieces of work side by side on this machine."""

_SECONDS_BETWEEN_LOOKS = 1.0
_LOST = (
    "the scheduler was lost; all finished steps are on record, and the same command continues "
    "from there"
)

Tell = Callable[[str], None]
"""Called by a piece of work with each line of text that reports its progress."""


@dataclass(frozen=True, eq=False)
class Work:
    """A piece of work.

    Parameters
    ----------
    name : str
        Its name, for errors.
    do : callable
        Does it, and returns the result. For a cluster the function, its arguments and its result
        can be pickled.
    inputs : callable
        Returns what the result follows from beside the arguments, such as digests of RTL and
        versions of tools. Where a worker has others, it refuses the work.
    announced : str
        What is announced while it is done, see :mod:`gatehash.waits`; empty for nothing.
    """

    name: str
    do: Callable[[Tell], Any]
    inputs: Callable[[], object]
    announced: str = ""


Heard = Callable[[Work, str], None]
"""Called with a piece of work and each line of text that it tells."""


class Workers(Protocol):
    """What does pieces of work."""

    def count(self) -> int:
        """Return how many they can do side by side now."""

    def submit(self, work: Work, tell: Tell) -> Future[Any] | Remote[Any]:
        """Begin a piece of work."""

    def result(self, work: Work, future: Any) -> Any:
        """Return the result of a piece of work that has ended, or raise what it raised."""


class Pool:
    """Pieces of work in the hands of workers, each of which has one at a time.

    Parameters
    ----------
    workers : Workers
        The workers.
    signals : Signals
        Signals that end the wait.
    heard : callable
        Receives the lines of work under way, from several threads.
    """

    def __init__(self, workers: Workers, signals: processes.Signals, heard: Heard) -> None:
        self.count = 1
        self._workers = workers
        self._signals = signals
        self._heard = heard
        self._waiting: deque[Work] = deque()
        self._under_way: dict[Work, tuple[Any, ExitStack]] = {}
        self._ended: SimpleQueue[Work] = SimpleQueue()

    def add(self, *works: Work) -> None:
        """Add pieces of work, to be done in this order."""
        self._waiting += works

    def drop(self) -> None:
        """Drop the pieces of work that no worker has yet."""
        self._waiting.clear()

    def ended(self) -> Iterator[tuple[Work, Callable[[], Any]]]:
        """Yield the pieces of work as they end, with a function that returns the result or raises.

        More may be added meanwhile.

        Raises
        ------
        GatehashError
            If the scheduler of a cluster is lost.
        """
        self._hand_out()
        while self._under_way:
            work = self._next()
            future, announced = self._under_way.pop(work)
            announced.close()
            if future.cancelled():
                raise GatehashError(_LOST)
            yield work, partial(self._workers.result, work, future)
            self._hand_out()

    def _next(self) -> Work:
        while True:
            self._signals.check()
            try:
                return self._ended.get(timeout=_SECONDS_BETWEEN_LOOKS)
            except Empty:
                self._hand_out()

    def _hand_out(self) -> None:
        """Give each worker one piece, and no more: what waits on one is lost with it."""
        try:
            self.count = max(1, self._workers.count())
            while self._waiting and len(self._under_way) < self.count:
                self._begin(self._waiting.popleft())
        except OSError as error:
            raise GatehashError(_LOST) from error

    def _begin(self, work: Work) -> None:
        announced = ExitStack()
        if work.announced:
            announced.enter_context(waiting(work.announced))
        future = self._workers.submit(work, partial(self._heard, work))
        self._under_way[work] = future, announced
        future.add_done_callback(lambda _: self._ended.put(work))

    def close(self) -> None:
        """Announce no more that work is done."""
        for _, announced in self._under_way.values():
            announced.close()


@contextmanager
def pool(
    jobs: int | None, scheduler: str | None, heard: Heard = lambda work, line: None
) -> Iterator[Pool]:
    """Connect to the scheduler, or start threads here, for as long as they are needed.

    Leaving it drops what is not done, and ends its tools.

    Parameters
    ----------
    jobs : int or None
        Pieces of work side by side in this process; None for one for each processor.
    scheduler : str or None
        Address of the scheduler of a Dask cluster, such as ``tcp://host:8786``, whose workers are
        used instead. They need this version of gatehash with its tools, and one thread each.
    heard : callable
        Receives the lines of work under way, from several threads.

    Raises
    ------
    GatehashError
        If there are workers of both kinds or too many, or the scheduler can't be reached, or has no
        workers.
    """
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise GatehashError(f"jobs is {jobs}; it must be from 1 to {MOST_JOBS}")
    if jobs is not None and scheduler is not None:
        raise GatehashError("jobs are for this machine; a scheduler has its own workers")
    with processes.terminable() as signals, ExitStack() as stack:
        workers: Workers
        if scheduler is None:
            workers = _Threads(jobs or os.cpu_count() or 1)
            stack.callback(workers.close)
        else:
            from gatehash.cluster import cluster

            workers = stack.enter_context(cluster(scheduler))
        made = Pool(workers, signals, heard)
        stack.callback(made.close)
        yield made


class _Threads:
    """Threads of this process."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool = ThreadPoolExecutor(count, "gatehash")
        self._begun: list[Future[Any]] = []
        self._closed = False

    def count(self) -> int:
        return self._count

    def submit(self, work: Work, tell: Tell) -> Future[Any]:
        future = self._pool.submit(self._do, work, tell)
        self._begun.append(future)
        return future

    def _do(self, work: Work, tell: Tell) -> Any:
        with processes.checking(self._check):
            return work.do(tell)

    def _check(self) -> None:
        if self._closed:
            raise GatehashError("the result is not wanted any more")

    def result(self, work: Work, future: Future[Any]) -> Any:
        return future.result()

    def close(self) -> None:
        """End work, and its tools, whose results are not wanted any more."""
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)
        while not all(future.done() for future in self._begun):
            processes.end_all()
            time.sleep(0.05)

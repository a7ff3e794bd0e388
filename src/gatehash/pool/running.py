# SPDX-License-Identifier: Apache-2.0
"""Pieces of work in the hands of workers, as they are done."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from gatehash import processes
from gatehash.errors import GatehashError
from gatehash.pool.threads import Threads
from gatehash.pool.work import Heard, Work, Workers
from gatehash.waits import waiting

if TYPE_CHECKING:
    pass

__all__ = ["MOST_JOBS", "Pool", "pool"]

MOST_JOBS = 1000
"""Highest number of pieces of work side by side on this machine."""

_SECONDS_BETWEEN_LOOKS = 1.0
_LOST = (
    "the scheduler was lost; all finished steps are on record, and the same command continues "
    "from there"
)


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
            workers = Threads(jobs or os.cpu_count() or 1)
            stack.callback(workers.close)
        else:
            from gatehash.pool.cluster import cluster

            workers = stack.enter_context(cluster(scheduler))
        made = Pool(workers, signals, heard)
        stack.callback(made.close)
        yield made

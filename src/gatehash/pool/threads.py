# SPDX-License-Identifier: Apache-2.0
"""Workers that are threads of this process.

A thread waits for the tool that it has started, so that this process needs one processor for each.
"""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from gatehash import processes
from gatehash.errors import GatehashError
from gatehash.pool.work import Tell, Work

__all__ = ["Threads"]


class Threads:
    """Threads of this process.

    Parameters
    ----------
    count : int
        How many.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool = ThreadPoolExecutor(count, "gatehash")
        self._begun: list[Future[Any]] = []
        self._closed = False

    def count(self) -> int:
        """Return how many there are."""
        return self._count

    def submit(self, work: Work, tell: Tell) -> Future[Any]:
        """Begin a piece of work."""
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
        """Return the result of a piece of work that has ended, or raise what it raised."""
        return future.result()

    def close(self) -> None:
        """End work, and its tools, whose results are not wanted any more."""
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)
        while not all(future.done() for future in self._begun):
            processes.end_all()
            time.sleep(0.05)

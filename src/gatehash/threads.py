# SPDX-License-Identifier: Apache-2.0
"""Threads that wait for tools: who closes them early ends the tools that they wait for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeVar

from gatehash import processes

__all__ = ["Threads", "as_ended"]

_SECONDS_BETWEEN_LOOKS = 1.0

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


class Threads:
    """Threads of this process, as a context; leaving it drops what is not done.

    Parameters
    ----------
    count : int
        Number of threads.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = ThreadPoolExecutor(count, "gatehash")
        self._begun: list[Future[Any]] = []

    def submit(
        self,
        work: Callable[_Arguments, _Result],
        *arguments: _Arguments.args,
        **options: _Arguments.kwargs,
    ) -> Future[_Result]:
        """Begin a piece of work, as soon as a thread is free."""
        future = self._pool.submit(work, *arguments, **options)
        self._begun.append(future)
        return future

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the tools of work whose results are not wanted any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        while not all(future.done() for future in self._begun):
            processes.end_all()
            time.sleep(0.05)


def as_ended(
    futures: Iterable[Future[_Result]], signals: processes.Signals
) -> Iterator[Future[_Result]]:
    """Yield pieces of work as they end, and raise meanwhile what a signal asks for."""
    pending = set(futures)
    while pending:
        ended, pending = wait(pending, _SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED)
        signals.check()
        yield from ended

# SPDX-License-Identifier: Apache-2.0
"""Work for a pool, and what does it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from distributed import Future as Remote

__all__ = ["Heard", "Tell", "Work", "Workers"]

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
        Announcement while it is done, see :mod:`gatehash.waits`; empty for nothing.
    """

    name: str
    do: Callable[[Tell], Any]
    inputs: Callable[[], object]
    announced: str = ""


Heard = Callable[[Work, str], None]
"""Called with a piece of work and each line of text that it reports."""


class Workers(Protocol):
    """Something that does pieces of work."""

    def count(self) -> int:
        """Return how many they can do side by side now."""

    def submit(self, work: Work, tell: Tell) -> Future[Any] | Remote[Any]:
        """Begin a piece of work."""

    def result(self, work: Work, future: Any) -> Any:
        """Return the result of a piece of work that has ended, or raise what it raised."""

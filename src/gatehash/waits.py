# SPDX-License-Identifier: Apache-2.0
"""Long work that a caller waits for, such as the first build of a simulator, and who is informed.

The library prints nothing. It announces a wait to the function that :func:`announce` was given: the
command line writes a line on standard error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass

__all__ = ["Wait", "announce", "waiting"]


@dataclass(frozen=True)
class Wait:
    """Work that takes long.

    Parameters
    ----------
    work : str
        Description of the work, such as ``building the simulator of sha256-lut``.
    once : bool
        Whether the result is kept in the cache, so that the next call does not wait.
    seconds : float, optional
        An estimate of its duration, where there is one.
    """

    work: str
    once: bool = False
    seconds: float | None = None

    def __str__(self) -> str:
        about = [] if self.seconds is None else [f"about {_rounded(self.seconds)} s"]
        notes = [*["once"] * self.once, *about]
        return f"{self.work} ({'; '.join(notes)})" if notes else self.work


def _rounded(seconds: float) -> int:
    """Return an estimate with one digit, or two from ten on."""
    step = 1 if seconds < 10 else 5 if seconds < 60 else 30
    return max(1, round(seconds / step) * step)


Listener = Callable[[Wait], AbstractContextManager[object] | None]

_listeners: list[Listener] = []


def announce(listener: Listener | None) -> None:
    """Have long work announced to a function, in place of the one before; None is nobody.

    Parameters
    ----------
    listener : callable or None
        Called with the :class:`Wait` before the work begins, in the thread that does it. It may
        return a context manager, which is left when the work has ended.

    Examples
    --------
    >>> announce(lambda wait: print(f"{wait} ..."))
    >>> with waiting("building the simulator of sha256-lut", once=True, seconds=12.3):
    ...     pass
    building the simulator of sha256-lut (once; about 10 s) ...
    >>> announce(None)
    """
    _listeners[:] = [] if listener is None else [listener]


@contextmanager
def waiting(work: str, *, once: bool = False, seconds: float | None = None) -> Iterator[None]:
    """Announce the work of a block; the arguments are those of :class:`Wait`."""
    shown = None
    for listener in _listeners:
        shown = listener(Wait(work, once, seconds))
    with nullcontext() if shown is None else shown:
        yield

# SPDX-License-Identifier: Apache-2.0
"""Signals: a stopped command cleans up, then ends by the signal, as the shell expects."""

import atexit
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["Stopped", "arrived", "catch", "check", "die_of", "end_at_once", "held"]

_STOPPING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]

_PAIR_SECONDS = 1.0


class Stopped(KeyboardInterrupt):
    """The command must stop: a signal arrived, or the reader of its output is gone.

    Parameters
    ----------
    number : int
        The signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def end_at_once() -> None:
    """Let signals end the process silently, while there is nothing to clean up."""
    # Signals that the caller, such as nohup, ignores stay ignored.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def catch() -> None:
    """Turn the signals that stop a command into :class:`Stopped`."""
    for number in _STOPPING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)


@contextmanager
def held() -> Iterator[None]:
    """Defer signals to the end of a block, so that it is completed.

    Only the main thread gets signals: in another one there is nothing to defer.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _holding.append(True)
    try:
        yield
    finally:
        _holding.pop()
        if _held and not _holding:
            _held.clear()
            check()


def _stop(number: int, _: FrameType | None) -> None:
    now = time.monotonic()
    if not _arrived:
        _arrived.append((number, now))
        if _holding:
            _held.append(number)
            return
        raise Stopped(number)
    # Signals may come in pairs; a later one ends a clean-up that takes too long.
    if now - _arrived[0][1] > _PAIR_SECONDS:
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)


def arrived() -> bool:
    """Whether a signal has arrived that stops the command, deferred or not."""
    return bool(_arrived)


def check() -> None:
    """Raise :class:`Stopped` again if Python dropped it, as in ``__del__``."""
    if _arrived:
        raise Stopped(_arrived[0][0])


def die_of(number: int) -> None:
    """End the process by a signal, after its exit handlers."""
    # The handler that is registered first runs last.
    _ending.append(number)


_ending: list[int] = []
_holding: list[bool] = []
_held: list[int] = []
_arrived: list[tuple[int, float]] = []


@atexit.register
def _die() -> None:
    for number in _ending:
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

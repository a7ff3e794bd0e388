# SPDX-License-Identifier: Apache-2.0
"""Signals: a command that is stopped cleans up, then dies of the signal as the shell expects."""

import atexit
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["Stopped", "catch", "check", "die_of", "end_at_once", "held"]

_STOPPING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]

_PAIR_SECONDS = 1.0


class Stopped(KeyboardInterrupt):
    """The command is to stop: a signal arrived, or nobody reads its output any more.

    Parameters
    ----------
    number : int
        The signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def end_at_once() -> None:
    """Let signals end the process, without a word, while there is nothing to clean up."""
    # Who started the command may have it ignore signals, as nohup does; that stays.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def catch() -> None:
    """Turn the signals that stop a command into :class:`Stopped`."""
    for number in _STOPPING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)


@contextmanager
def held() -> Iterator[None]:
    """Have a signal that arrives meanwhile raised at the end: what is begun is completed."""
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
    # Some signals come in pairs; one that comes later ends a clean-up that takes too long.
    if now - _arrived[0][1] > _PAIR_SECONDS:
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)


def check() -> None:
    """Raise :class:`Stopped` again if it was raised where Python drops it, as in ``__del__``."""
    if _arrived:
        raise Stopped(_arrived[0][0])


def die_of(number: int) -> None:
    """Have the process die of a signal once it has run what is registered for its exit."""
    # What is registered first runs last.
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

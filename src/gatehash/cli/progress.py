# SPDX-License-Identifier: Apache-2.0
"""Progress, on standard error: bars and spinners on terminals, lines about long work anywhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from threading import Lock
from typing import TYPE_CHECKING

from gatehash import waits
from gatehash.cli.streams import say

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

__all__ = ["Bar", "bar", "bars", "be_quiet", "news", "shown_waits"]

_QUIET = "GATEHASH_QUIET"
"""Variable of the environment: where it is not empty, no line reports long work."""

_quiet: list[bool] = []
# Bars and spinners; the last has the terminal.
_bars: list[Bar] = []
_spinning = Lock()
_saying = Lock()


def be_quiet() -> None:
    """Show no progress until the command ends."""
    _quiet.append(True)


def news(line: str) -> None:
    """Write a line that reports progress."""
    if not _quiet:
        print(line, file=sys.stderr)


@contextmanager
def shown_waits() -> Iterator[None]:
    """Write a line for each long work of a command, with a spinner on a terminal."""
    waits.announce(_show)
    try:
        yield
    finally:
        waits.announce(None)
        _quiet.clear()


def _show(wait: waits.Wait) -> AbstractContextManager[None] | None:
    if _quiet or os.environ.get(_QUIET):
        return None
    with _saying, ExitStack() as stack:
        for each in _bars[-1:]:
            stack.enter_context(each.aside())
        say(str(wait))
    return _spinner() if sys.stderr.isatty() else None


@contextmanager
def _spinner() -> Iterator[None]:
    """Show that a work is going on; of several at once the first has the terminal."""
    if not _spinning.acquire(blocking=False):
        yield
        return
    from rich.progress import SpinnerColumn, TimeElapsedColumn

    try:
        with ExitStack() as stack:
            for each in _bars[-1:]:
                stack.enter_context(each.aside())
            spinner = Bar(stack.enter_context(bars(SpinnerColumn(), TimeElapsedColumn())))
            _bars.append(spinner)
            stack.callback(_bars.remove, spinner)
            yield
    finally:
        _spinning.release()


def bars(*columns: ProgressColumn) -> Progress:
    """Make bars of these columns, which don't affect standard output."""
    from rich.console import Console
    from rich.progress import Progress

    return Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        disable=bool(_quiet) or not sys.stderr.isatty(),
    )


class Bar:
    """A bar; without a terminal it does nothing.

    Parameters
    ----------
    shown : Progress, optional
        The bar on the terminal.
    total : int, optional
        Final count, if it is known.
    """

    def __init__(self, shown: Progress | None = None, total: int | None = None) -> None:
        self._shown = shown
        self._task = shown.add_task("", total=total) if shown else None

    def advance(self, size: int) -> None:
        """Count bytes, or other things."""
        if self._shown is not None and self._task is not None:
            self._shown.advance(self._task, size)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Remove the bar from the terminal during other output."""
        if self._shown is None:
            yield
            return
        self._shown.stop()
        yield
        self._shown.start()


@contextmanager
def bar(total: Callable[[], int | None], *, least: int, of_bytes: bool = True) -> Iterator[Bar]:
    """Show a bar that counts bytes, or other things, if standard error is a terminal.

    Parameters
    ----------
    total : callable
        Returns the total number, None if it is not known.
    least : int
        Least total for which a bar is shown.
    of_bytes : bool
        Whether bytes are counted.
    """
    size = total() if sys.stderr.isatty() and not _quiet else 0
    if size is not None and size < least:
        yield Bar()
        return
    from rich.progress import BarColumn, DownloadColumn, MofNCompleteColumn, TimeRemainingColumn

    column = DownloadColumn() if of_bytes else MofNCompleteColumn()
    with bars(BarColumn(), column, TimeRemainingColumn()) as shown:
        made = Bar(shown, size)
        _bars.append(made)
        try:
            yield made
        finally:
            _bars.remove(made)

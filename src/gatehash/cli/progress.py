# SPDX-License-Identifier: Apache-2.0
"""Progress bars: on standard error, where it is a terminal, and nowhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

__all__ = ["Bar", "bar", "bars"]


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
        disable=not sys.stderr.isatty(),
    )


class Bar:
    """A bar; without a terminal it does nothing.

    Parameters
    ----------
    shown : Progress, optional
        The bar on the terminal.
    total : int, optional
        What it counts to, if that is known.
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
    size = total() if sys.stderr.isatty() else 0
    if size is not None and size < least:
        yield Bar()
        return
    from rich.progress import BarColumn, DownloadColumn, MofNCompleteColumn, TimeRemainingColumn

    column = DownloadColumn() if of_bytes else MofNCompleteColumn()
    with bars(BarColumn(), column, TimeRemainingColumn()) as shown:
        yield Bar(shown, size)

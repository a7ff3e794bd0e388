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
    """A bar that counts bytes; without a terminal it does nothing.

    Parameters
    ----------
    shown : Progress, optional
        The bar on the terminal.
    total : int, optional
        Total number of bytes, if it is known.
    """

    def __init__(self, shown: Progress | None = None, total: int | None = None) -> None:
        self._shown = shown
        self._task = shown.add_task("", total=total) if shown else None

    def advance(self, size: int) -> None:
        """Count bytes."""
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
def bar(total: Callable[[], int | None], *, least: int) -> Iterator[Bar]:
    """Show a bar that counts bytes if standard error is a terminal.

    Parameters
    ----------
    total : callable
        Returns the total number of bytes, None if it is not known.
    least : int
        Fewest bytes for which a bar is shown.
    """
    size = total() if sys.stderr.isatty() else 0
    if size is not None and size < least:
        yield Bar()
        return
    from rich.progress import BarColumn, DownloadColumn, TimeRemainingColumn

    with bars(BarColumn(), DownloadColumn(), TimeRemainingColumn()) as shown:
        yield Bar(shown, size)

# SPDX-License-Identifier: Apache-2.0
"""Tables on standard output: one line for each row, in which no cell is cut."""

import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence

__all__ = ["print_table"]

_WORDS = 3
_GAP = "  "


def print_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], spare: Sequence[str] = ()
) -> None:
    """Print a table on standard output, with columns of figures aligned to the right.

    A figure begins with a digit, and has at most its unit and a word behind it.

    Parameters
    ----------
    headings, rows : sequence
        The cells.
    spare : sequence of str
        Headings of columns that a terminal need not show, the first ones first: as many are left
        out as make the lines fit, and a note below the table names them. Files and pipes get all.
    """
    columns = list(zip(headings, *rows, strict=True))
    room = shutil.get_terminal_size().columns if spare and sys.stdout.isatty() else None
    left_out: list[str] = []
    for heading in spare:
        if room is None or _width(columns) <= room:
            break
        columns = [cells for cells in columns if cells[0] != heading]
        left_out.append(heading)
    printed = [_aligned(cells) for cells in columns]
    for line in zip(*printed, strict=True):
        print(_GAP.join(line).rstrip())
    if left_out:
        note = (
            f"Columns that do not fit in a line are left out: {', '.join(left_out)}. A wider "
            "terminal shows more of them; a pipe, a file and --json get all."
        )
        print()
        print(textwrap.fill(note, room or len(note), break_on_hyphens=False))


def _width(columns: Iterable[Sequence[str]]) -> int:
    """Return the length of the lines of a table."""
    return sum(max(map(len, cells)) + len(_GAP) for cells in columns) - len(_GAP)


def _aligned(cells: Sequence[str]) -> list[str]:
    """Return a column's cells, heading first, at the same width."""
    width = max(map(len, cells))
    if all(_is_figure(cell) for cell in cells[1:]):
        return [cell.rjust(width) for cell in cells]
    return [cell.ljust(width) for cell in cells]


def _is_figure(cell: str) -> bool:
    return cell == "-" or (cell[:1].isdigit() and len(cell.split()) <= _WORDS)

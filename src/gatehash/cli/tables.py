# SPDX-License-Identifier: Apache-2.0
"""Tables on standard output: one line for each row, whatever the width of the terminal."""

from collections.abc import Sequence

__all__ = ["print_table"]

_WORDS = 3


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table on standard output, with columns of figures aligned to the right.

    A figure begins with a digit, and has at most its unit and a word behind it.
    """
    columns = [[heading, *cells] for heading, *cells in zip(headings, *rows, strict=True)]
    widths = [max(map(len, column)) for column in columns]
    right = [all(_is_figure(cell) for cell in column[1:]) for column in columns]
    for row in (headings, *rows):
        cells = [
            cell.rjust(width) if figures else cell.ljust(width)
            for cell, width, figures in zip(row, widths, right, strict=True)
        ]
        print("  ".join(cells).rstrip())


def _is_figure(cell: str) -> bool:
    return cell == "-" or (cell[:1].isdigit() and len(cell.split()) <= _WORDS)

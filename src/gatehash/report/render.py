# SPDX-License-Identifier: Apache-2.0
"""Tables as text: for the terminal, Markdown and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any, Literal

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from gatehash.report.columns import Entry, Table

__all__ = ["bullets", "print_list", "print_table", "to_csv", "to_markdown"]

_BETWEEN = 2


def print_table(table: Table, console: Console) -> None:
    """Print a table, with its notes, on a console."""
    drawn = RichTable(
        title=Text(table.title),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    figures = [*(column.figure for column in table.shown), False]
    rows = [table.cells(row) for row in table.rows]
    widths = _widths([table.headings, *rows], console.width)
    for heading, figure, width in zip(table.headings, figures, widths, strict=False):
        justify: Literal["left", "right"] = "right" if figure else "left"
        drawn.add_column(heading, justify=justify, overflow="fold", width=width)
    for place, cells in enumerate(rows):
        drawn.add_row(*map(Text, cells), end_section=place in table.breaks)
    console.print(drawn)
    print_list([(f"{place}.", note) for place, note in enumerate(table.notes, 1)], console)


def _widths(lines: Sequence[Sequence[str]], available: int) -> list[int]:
    """Return the width of each column: lines break between words, and within if they must."""
    columns = list(zip(*lines, strict=True))
    widths = [max(map(len, texts)) for texts in columns]
    longest = [
        max(len(word) for text in texts for word in (text.split() or [""])) for texts in columns
    ]
    room = available - _BETWEEN * (len(widths) + 1)
    for least in (longest, [1] * len(widths)):
        while sum(widths) > room and widths != least:
            spare = [width - limit for width, limit in zip(widths, least, strict=True)]
            widths[spare.index(max(spare))] -= 1
    return widths


def print_list(items: Sequence[tuple[str, str]], console: Console) -> None:
    """Print marks and, indented beside them, their texts."""
    drawn = RichTable.grid(padding=(0, 1))
    drawn.add_column(justify="right", min_width=3)
    drawn.add_column()
    for mark, text in items:
        drawn.add_row(Text(mark), Text(text))
    console.print(drawn)
    console.print()


def to_markdown(table: Table) -> str:
    """Return a table as a Markdown table and a numbered list of notes."""
    rules = ["---:" if column.figure else "---" for column in table.shown]
    lines = [
        f"## {table.title}",
        "",
        _line(table.headings),
        _line([*rules, *(["---"] if table.notes else [])]),
        *(_line(table.cells(row)) for row in table.rows),
        "",
        *(f"{place}. {note}" for place, note in enumerate(table.notes, 1)),
    ]
    return "\n".join(lines).rstrip() + "\n"


def bullets(lines: Sequence[str]) -> str:
    """Return lines as a Markdown list."""
    return "".join(f"- {line}\n" for line in lines)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def to_csv(rows: Sequence[Entry]) -> str:
    """Return rows of the same fields, at least one, as CSV; each field is a column."""
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow(rows[0])
    for row in rows:
        writer.writerow([_csv_cell(row[name]) for name in rows[0]])
    return sink.getvalue()


def _csv_cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return f"{value:.6g}" if isinstance(value, float) else str(value)

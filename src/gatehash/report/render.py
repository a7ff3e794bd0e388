# SPDX-License-Identifier: Apache-2.0
"""Comparisons as text: for the terminal, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from gatehash.implement import BOUNDARIES, find_target
from gatehash.report.tables import Comparison, Entry

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = [
    "Grid",
    "Heading",
    "Line",
    "as_grid",
    "bullets",
    "grid",
    "number",
    "plain",
    "print_list",
    "print_table",
    "throughput_text",
    "to_csv",
    "to_data",
    "to_markdown",
]

_NOTHING = "-"

Heading = tuple[str, bool]
"""Heading of a column, and whether it stands to the right."""


@dataclass(frozen=True)
class Line:
    """A row of a table as text.

    Parameters
    ----------
    cells : tuple of str
        The cells.
    notes : tuple of str
        What a reader should know of the row.
    group : str
        Where it is another than that of the row above there is a line between the two.
    """

    cells: tuple[str, ...]
    notes: tuple[str, ...] = ()
    group: str = ""


@dataclass(frozen=True)
class Grid:
    """A table as text.

    Parameters
    ----------
    title : str
        Its title.
    headings : tuple of Heading
        The columns.
    rows : tuple of tuple of str
        The cells.
    notes : tuple of str
        Numbered notes below it.
    breaks : frozenset of int
        Rows after which there is a line.
    """

    title: str
    headings: tuple[Heading, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    breaks: frozenset[int] = frozenset()


def grid(title: str, headings: Iterable[Heading], lines: Sequence[Line]) -> Grid:
    """Return lines as a table, the numbers of their notes in the last column."""
    notes = tuple(dict.fromkeys(note for line in lines for note in line.notes))
    numbers = {note: str(place) for place, note in enumerate(notes, 1)}
    return Grid(
        title=title,
        headings=(*headings, ("Note", False)),
        rows=tuple(
            (*line.cells, ", ".join(numbers[note] for note in line.notes)) for line in lines
        ),
        notes=notes,
        breaks=frozenset(
            place
            for place, (line, follower) in enumerate(pairwise(lines))
            if line.group != follower.group
        ),
    )


def number(value: float | None, digits: int | None = None) -> str:
    """Write a figure: so many decimals, as it is without, a dash where there is none.

    Examples
    --------
    >>> number(1214.3), number(0.18312, 3), number(None)
    ('1214.3', '0.183', '-')
    """
    if value is None:
        return _NOTHING
    if digits is None:
        return str(int(value)) if value == int(value) else str(value)
    return f"{value:.{digits}f}"


def _cycles(entry: Entry) -> str:
    # A third of ten does not end.
    return number(None if entry.cycles is None else round(entry.cycles, 3))


def _frequency(entry: Entry) -> str:
    if entry.origin == "published":
        return number(entry.frequency_mhz)
    if entry.unplaced:
        return entry.unplaced
    kind = f" {entry.frequency_kind}" if entry.frequency_kind else ""
    return number(entry.frequency_mhz, 1) + kind


def throughput_text(entry: Entry) -> str:
    """Write a throughput in Mbit/s: as printed if published, else rounded."""
    return number(entry.throughput_mbps, None if entry.origin == "published" else 0)


def _area(entry: Entry) -> str:
    parts = []
    if entry.slices is not None:
        parts.append(f"{number(entry.slices)} slices")
    if entry.slices_estimate is not None:
        tables = "" if _shares_luts(entry) else f"{entry.lut} LUT, "
        inside = f"{entry.lc} lc, {tables}{entry.ff} FF"
        parts.append(f"est. {number(entry.slices_estimate, 0)} slices ({inside})")
    elif entry.lut is not None:
        parts.append(f"{entry.lut} LUT4, {entry.ff} FF")
    if entry.lutram:
        parts.append(f"{entry.lutram} LUTs as memory")
    if entry.memory_blocks:
        word = "block" if entry.memory_blocks == 1 else "blocks"
        parts.append(f"{number(entry.memory_blocks)} memory {word}{_block_size(entry)}")
    return ", ".join(parts) or _NOTHING


def _shares_luts(entry: Entry) -> bool:
    return entry.target is None or find_target(entry.target).shared_luts


def _block_size(entry: Entry) -> str:
    kbit = find_target(entry.target).block_kbit if entry.target else 36
    return "" if kbit == 36 else f" of {kbit} Kbit"


def _throughput_per_area(entry: Entry) -> str:
    if entry.throughput_per_slice is not None:
        return f"{number(entry.throughput_per_slice)} per slice"
    if entry.throughput_per_lut is not None:
        return f"{number(entry.throughput_per_lut, 3)} per LUT4"
    return _NOTHING


_Column = tuple[str, bool, Callable[[Entry], str]]
"""Heading, whether it stands to the right, text of a cell."""

_COLUMNS: tuple[_Column, ...] = (
    ("Work", False, lambda entry: entry.work),
    ("Device", False, lambda entry: entry.device or _NOTHING),
    ("Architecture", False, lambda entry: entry.architecture or _NOTHING),
    ("Boundary", False, lambda entry: BOUNDARIES[entry.boundary] if entry.boundary else _NOTHING),
    ("Cycles", True, _cycles),
    ("MHz", True, _frequency),
    ("Mb/s", True, throughput_text),
    ("Area", True, _area),
    ("Mb/s per area", True, _throughput_per_area),
)
_BETWEEN = 2


def _ratios(mapped: str) -> tuple[_Column, ...]:
    """Columns that set our area against the published slices of a target's family."""
    target = find_target(mapped)
    cells, flops = f"{target.lc_per_slice} x slices", f"{target.ff_per_slice} x slices"
    slices: _Column = ("est. slices : slices", True, lambda entry: number(entry.area_ratio, 2))
    lc: _Column = (f"lc : {cells}", True, lambda entry: number(entry.lc_ratio, 2))
    lut: _Column = (f"LUT : {cells}", True, lambda entry: number(entry.lut_ratio, 2))
    ff: _Column = (f"FF : {flops}", True, lambda entry: number(entry.ff_ratio, 2))
    return (slices, lc, ff) if target.shared_luts else (slices, lc, lut, ff)


def as_grid(table: Comparison | Grid) -> Grid:
    """Return a comparison as text, without the columns that it has no figure for."""
    if isinstance(table, Grid):
        return table
    columns = [
        column
        for column in (*_COLUMNS, *_ratios(table.mapped))
        if any(column[2](entry) != _NOTHING for entry in table.entries)
    ]
    return grid(
        table.title,
        [(heading, right) for heading, right, _ in columns],
        [
            Line(tuple(show(entry) for _, _, show in columns), entry.notes, entry.origin)
            for entry in table.entries
        ],
    )


def print_table(table: Comparison | Grid, console: Console) -> None:
    """Print a table, with its notes, on a console."""
    shown = as_grid(table)
    drawn = RichTable(
        title=Text(shown.title),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    for (heading, right), width in zip(shown.headings, _widths(shown, console.width), strict=True):
        justify: Literal["left", "right"] = "right" if right else "left"
        drawn.add_column(heading, justify=justify, overflow="fold", width=width)
    for place, cells in enumerate(shown.rows):
        drawn.add_row(*map(Text, cells), end_section=place in shown.breaks)
    console.print(drawn)
    print_list([(f"{place}.", note) for place, note in enumerate(shown.notes, 1)], console)


def _widths(shown: Grid, available: int) -> list[int]:
    """Return the width of each column: lines break between words, and within if they must."""
    widths, longest = [], []
    for place, (heading, _) in enumerate(shown.headings):
        texts = [heading, *(row[place] for row in shown.rows)]
        widths.append(max(map(len, texts)))
        longest.append(max(len(word) for text in texts for word in text.split()))
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


def to_markdown(table: Comparison | Grid) -> str:
    """Return a table as a Markdown table and a numbered list of notes."""
    shown = as_grid(table)
    lines = [
        f"## {shown.title}",
        "",
        _line([heading for heading, _ in shown.headings]),
        _line(["---:" if right else "---" for _, right in shown.headings]),
        *map(_line, shown.rows),
        "",
        *(f"{place}. {note}" for place, note in enumerate(shown.notes, 1)),
    ]
    return "\n".join(lines).rstrip() + "\n"


def bullets(lines: Sequence[str]) -> str:
    """Return lines as a Markdown list."""
    return "".join(f"- {line}\n" for line in lines)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def to_csv(rows: Sequence[DataclassInstance]) -> str:
    """Return rows of one kind, at least one, as CSV, every figure in a column of its own."""
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    names = [field.name for field in fields(rows[0])]
    writer.writerow(names)
    for row in rows:
        writer.writerow([_csv_cell(getattr(row, name)) for name in names])
    return sink.getvalue()


def _csv_cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return " ".join(str(item) for item in value)
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def to_data(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as plain data for JSON."""
    return {
        "id": comparison.id,
        "title": comparison.title,
        "target": comparison.mapped,
        "rows": [plain(entry) for entry in comparison.entries],
    }


def plain(row: DataclassInstance) -> dict[str, Any]:
    """Return a row as plain data for JSON."""
    found = asdict(row)
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in found.items()
    }

# SPDX-License-Identifier: Apache-2.0
"""Comparisons as text: for the terminal, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from typing import Any, Literal

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from gatehash.report.tables import Comparison, Entry

__all__ = ["number", "print_comparison", "print_list", "to_csv", "to_data", "to_markdown"]


def number(value: float | None, digits: int | None = None) -> str:
    """Write a figure: so many decimals, as it is without, a dash where there is none.

    Examples
    --------
    >>> number(1214.3), number(0.18312, 3), number(None)
    ('1214.3', '0.183', '-')
    """
    if value is None:
        return "-"
    if digits is None:
        return str(int(value)) if value == int(value) else str(value)
    return f"{value:.{digits}f}"


def _frequency(entry: Entry) -> str:
    if entry.origin == "published":
        return number(entry.frequency_mhz)
    kind = f" {entry.frequency_kind}" if entry.frequency_kind else ""
    return number(entry.frequency_mhz, 1) + kind


def _throughput(entry: Entry) -> str:
    return number(entry.throughput_mbps, None if entry.origin == "published" else 0)


def _area(entry: Entry) -> str:
    parts = []
    if entry.slices is not None:
        parts.append(f"{number(entry.slices)} slices")
    if entry.slices_estimate is not None:
        parts.append(
            f"est. {number(entry.slices_estimate, 0)} slices ({entry.lc} lc, {entry.ff} FF)"
        )
    elif entry.lut is not None:
        parts.append(f"{entry.lut} LUT4, {entry.ff} FF")
    if entry.lutram:
        parts.append(f"{entry.lutram} LUTs as memory")
    if entry.memory_blocks:
        parts.append(f"{number(entry.memory_blocks)} memory blocks")
    return ", ".join(parts) or "-"


def _throughput_per_area(entry: Entry) -> str:
    if entry.throughput_per_slice is not None:
        return f"{number(entry.throughput_per_slice)} per slice"
    if entry.throughput_per_lut is not None:
        return f"{number(entry.throughput_per_lut, 3)} per LUT4"
    return "-"


_Show = Callable[[Entry], str]
_COLUMNS: tuple[tuple[str, bool, _Show], ...] = (
    # Heading, whether it stands to the right, text of the cell.
    ("Work", False, lambda entry: entry.work),
    ("Device", False, lambda entry: entry.device or "-"),
    ("Architecture", False, lambda entry: entry.architecture or "-"),
    ("Cycles", True, lambda entry: number(entry.cycles)),
    ("MHz", True, _frequency),
    ("Mb/s", True, _throughput),
    ("Area", True, _area),
    ("Mb/s per area", True, _throughput_per_area),
    ("lc : 4 x slices", True, lambda entry: number(entry.area_ratio, 2)),
    ("FF : 4 x slices", True, lambda entry: number(entry.ff_ratio, 2)),
)
_HEADINGS = (*((heading, right) for heading, right, _ in _COLUMNS), ("Note", False))
_BETWEEN = 2


def _cells(comparison: Comparison) -> list[list[str]]:
    """Return the text of every cell, the numbers of a row's notes in the last."""
    notes = comparison.notes
    return [
        [*(show(entry) for _, _, show in _COLUMNS), ", ".join(_marks(notes, entry))]
        for entry in comparison.entries
    ]


def _marks(notes: Sequence[str], entry: Entry) -> list[str]:
    return [str(notes.index(note) + 1) for note in entry.notes]


def print_comparison(comparison: Comparison, console: Console) -> None:
    """Print a comparison, with its notes, on a console."""
    table = RichTable(
        title=Text(comparison.title),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    rows = _cells(comparison)
    for (heading, right), width in zip(_HEADINGS, _widths(rows, console.width), strict=True):
        justify: Literal["left", "right"] = "right" if right else "left"
        table.add_column(heading, justify=justify, overflow="fold", width=width)
    followers = [*comparison.entries[1:], None]
    for entry, follower, cells in zip(comparison.entries, followers, rows, strict=True):
        last = follower is not None and follower.origin != entry.origin
        table.add_row(*map(Text, cells), end_section=last)
    console.print(table)
    print_list([(f"{place}.", note) for place, note in enumerate(comparison.notes, 1)], console)


def _widths(rows: list[list[str]], available: int) -> list[int]:
    """Return the width of each column: lines break between words, and within if they must."""
    widths, longest = [], []
    for place, (heading, _) in enumerate(_HEADINGS):
        texts = [heading, *(row[place] for row in rows)]
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
    grid = RichTable.grid(padding=(0, 1))
    grid.add_column(justify="right", min_width=3)
    grid.add_column()
    for mark, text in items:
        grid.add_row(Text(mark), Text(text))
    console.print(grid)
    console.print()


def to_markdown(comparison: Comparison) -> str:
    """Return a comparison as a Markdown table and a numbered list of notes."""
    lines = [
        f"## {comparison.title}",
        "",
        _line([heading for heading, _ in _HEADINGS]),
        _line(["---:" if right else "---" for _, right in _HEADINGS]),
        *(_line(cells) for cells in _cells(comparison)),
        "",
        *(f"{place}. {note}" for place, note in enumerate(comparison.notes, 1)),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def to_csv(comparison: Comparison) -> str:
    """Return a comparison as CSV, every figure in a column of its own."""
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    names = [field.name for field in fields(Entry)]
    writer.writerow(names)
    for entry in comparison.entries:
        writer.writerow([_csv_cell(getattr(entry, name)) for name in names])
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
        "rows": [_json_entry(entry) for entry in comparison.entries],
    }


def _json_entry(entry: Entry) -> dict[str, Any]:
    return {**asdict(entry), "seeds": list(entry.seeds), "notes": list(entry.notes)}

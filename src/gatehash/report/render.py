# SPDX-License-Identifier: Apache-2.0
"""Comparisons as text: for the terminal, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from typing import Any

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


def _marks(comparison: Comparison, entry: Entry) -> str:
    """Numbers of an entry's notes."""
    return ", ".join(str(comparison.notes.index(note) + 1) for note in entry.notes)


def print_comparison(comparison: Comparison, console: Console) -> None:
    """Print a comparison, with its notes, on a console."""
    table = RichTable(
        title=Text(comparison.title), box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False
    )
    for heading, right, _ in _COLUMNS:
        table.add_column(heading, justify="right" if right else "left", overflow="fold")
    table.add_column("Note", overflow="fold")
    before = None
    for entry in comparison.entries:
        if before not in (None, entry.origin):
            table.add_section()
        before = entry.origin
        cells = [show(entry) for _, _, show in _COLUMNS]
        table.add_row(*(Text(cell) for cell in (*cells, _marks(comparison, entry))))
    console.print(table)
    print_list([(f"{place}.", note) for place, note in enumerate(comparison.notes, 1)], console)


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
    headings = [heading for heading, _, _ in _COLUMNS] + ["Note"]
    rules = ["---:" if right else "---" for _, right, _ in _COLUMNS] + ["---"]
    lines = [f"## {comparison.title}", "", _line(headings), _line(rules)]
    for entry in comparison.entries:
        cells = [show(entry) for _, _, show in _COLUMNS]
        lines.append(_line([*cells, _marks(comparison, entry)]))
    lines.append("")
    lines += [f"{place}. {note}" for place, note in enumerate(comparison.notes, 1)]
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

# SPDX-License-Identifier: Apache-2.0
"""The paper of Han, Li and Zeng: Skein on unrolled datapaths. Tables 1 and 2, Figure 5."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from gatehash.catalog import DESIGNS, Design
from gatehash.published import Row, Table, paper
from gatehash.report.figures import Group, resources_and_performance
from gatehash.report.files import write_files
from gatehash.report.render import (
    number,
    print_comparison,
    print_list,
    to_csv,
    to_data,
    to_markdown,
)
from gatehash.report.tables import (
    Comparison,
    Entry,
    answering,
    comparison,
    measured_entry,
    published_entry,
)

__all__ = ["han_data", "han_report"]

_PAPER = "han"
_TABLES = ("1", "2")
_FIGURE = "5"
_MAPPED, _PLACED = "xc5v", "ecp5"
_LEGEND = (
    "Cycles are for one block of a long message; the paper writes 10N for N blocks. Ours are "
    "counted in simulation, and the tests assert them.",
    "Both sides' areas are of the whole, padding and interface included; the interface has 64 bits "
    "or more where a design takes a block in fewer cycles than that would need.",
    "lc is Yosys's estimate of Xilinx logic cells, of which a Virtex-5 slice holds four; it pairs "
    "small look-up tables that could share one. The slices of ours are an estimate, lc / 4, as if "
    "every slice were full; a placed design rarely fills more than four fifths of them.",
    "lc : 4 x slices sets our lc against the slices of the same architecture in the paper: up to "
    "1.00 ours meets that area, up to 0.80 it beats it with slices four fifths full. A Virtex-5 "
    "slice has four flip-flops as well: where FF : 4 x slices is the greater, it is what counts.",
    "No open tool places and routes Virtex-5. Our frequencies and throughputs are those of a "
    "Lattice ECP5, a low-cost device of 4-input look-up tables, and can't be set against those of "
    "a Virtex-5.",
    "LUT4 are look-up tables that are logic; the carry cells of the adders come on top and are "
    "counted in the figures per combinational cell.",
)


@dataclass(frozen=True)
class _Best:
    """The designs with the best throughput per area of one state size."""

    block_bits: int
    per_lut: Entry | None
    per_cell: Entry | None
    measured: int
    designs: int

    @property
    def text(self) -> str:
        """One sentence for a reader."""
        state = f"Skein-{self.block_bits}"
        best = self.per_lut
        if best is None or self.per_cell is None:
            return f"{state}: no throughput measured yet."
        parts = [
            f"{state}: {best.design} ({best.architecture}), "
            f"{number(best.throughput_per_lut, 3)} Mb/s per LUT4 "
            f"({number(best.throughput_per_cell, 3)} per combinational cell, carry counted) "
            f"on {best.device}, {best.frequency_kind}"
        ]
        if self.per_cell != best:
            figure = number(self.per_cell.throughput_per_cell, 3)
            parts.append(f"per combinational cell {self.per_cell.design} is the best ({figure})")
        if self.measured < self.designs:
            parts.append(f"{self.measured} of {self.designs} designs measured so far")
        return "; ".join(parts) + "."


@dataclass(frozen=True)
class _Report:
    comparisons: tuple[Comparison, ...]
    best: tuple[_Best, ...]
    groups: tuple[Group, ...]


def han_report(out: Path | None, console: Console) -> None:
    """Print the paper's tables with ours beside them, and write them with Figure 5 if asked to.

    Parameters
    ----------
    out : Path or None
        Folder for ``han.md``, ``han.json``, ``table1.csv``, ``table2.csv``, ``figure5.svg`` and
        ``figure5.png``; made if need be, and left as it was if anything fails.
    console : Console
        Where the tables are printed.

    Raises
    ------
    GatehashError
        If the folder can't be written, matplotlib is needed and missing, or a record is damaged.
    """
    report = _report()
    if out is not None:
        write_files(out, _files(report))
    for table in report.comparisons:
        print_comparison(table, console)
    for heading, lines in _closing(report):
        console.print(heading, markup=False, highlight=False, style="bold")
        print_list([("-", line) for line in lines], console)
    if out is not None:
        console.print(f"Written to {out}", markup=False, highlight=False)


def han_data() -> dict[str, Any]:
    """Return the report as plain data for JSON.

    Returns
    -------
    dict
        ``paper``, ``tables`` (each ``{id, title, rows}``), ``best_throughput_per_lut``, ``figure5``
        and ``legend``.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    return _data(_report())


def _report() -> _Report:
    source = paper(_PAPER)
    tables = [source.table(name) for name in _TABLES]
    targets = (_MAPPED, _PLACED)
    comparisons = [comparison(_PAPER, table, targets) for table in tables]
    others = Comparison(
        "others",
        "Skein designs not built by Han",
        tuple(measured_entry(design, target) for design in _others() for target in targets),
    )
    comparisons.append(others)
    return _Report(tuple(comparisons), _best(comparisons), _groups(tables))


def _others() -> list[Design]:
    """Designs of the families that answer to the paper, without a row of their own."""
    rows = {row.id for table in paper("han").tables for row in table.rows}
    families = {design.family for design in DESIGNS.values() if rows & {*design.paper_rows}}
    return [
        design for design in DESIGNS.values() if design.family in families and not design.paper_rows
    ]


def _best(comparisons: Sequence[Comparison]) -> tuple[_Best, ...]:
    entries = [
        entry
        for table in comparisons
        for entry in table.entries
        if entry.target == _PLACED and entry.design
    ]
    sizes = sorted({_block_bits(entry) for entry in entries})
    return tuple(
        _best_of(size, [entry for entry in entries if _block_bits(entry) == size]) for size in sizes
    )


def _block_bits(entry: Entry) -> int:
    return DESIGNS[entry.design or ""].algorithm.block_bits


def _best_of(block_bits: int, entries: Sequence[Entry]) -> _Best:
    known = [entry for entry in entries if entry.throughput_per_lut is not None]
    return _Best(
        block_bits,
        max(known, key=lambda entry: entry.throughput_per_lut or 0, default=None),
        max(known, key=lambda entry: entry.throughput_per_cell or 0, default=None),
        len(known),
        len(entries),
    )


def _groups(tables: Sequence[Table]) -> tuple[Group, ...]:
    """Return the groups of the figure, the small state first."""
    ordered = sorted(tables, key=lambda table: table.block_bits or 0)
    return tuple(
        _group(table, row, design)
        for table in ordered
        for row in table.rows
        for design in answering(row)
    )


def _group(table: Table, row: Row, design: Design) -> Group:
    return Group(
        label=f"Skein-{table.block_bits}\n{row.architecture}",
        published=published_entry(row, _PAPER),
        mapped=measured_entry(design, _MAPPED, row),
        placed=measured_entry(design, _PLACED, row),
    )


def _closing(report: _Report) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return (
        ("Best throughput per LUT among ours", tuple(best.text for best in report.best)),
        ("How to read the tables", _LEGEND),
    )


def _files(report: _Report) -> dict[str, bytes]:
    pictures = resources_and_performance("Han", report.groups)
    texts = {
        "han.md": _markdown(report),
        "han.json": json.dumps(_data(report), indent=2) + "\n",
        **{f"table{table.id}.csv": to_csv(table) for table in report.comparisons[: len(_TABLES)]},
    }
    return {
        **{name: text.encode() for name, text in texts.items()},
        **{f"figure{_FIGURE}.{kind}": picture for kind, picture in pictures.items()},
    }


def _markdown(report: _Report) -> str:
    source = paper(_PAPER)
    figure = source.figure(_FIGURE)
    parts = [
        "# Skein on unrolled datapaths: Han, Li and Zeng, and ours\n",
        f'{", ".join(source.authors)}: "{source.title}" ({source.setting}).\n',
        *(to_markdown(table) for table in report.comparisons),
        f"## Figure {_FIGURE}: {figure.title}\n",
        f"![Resources, frequency and throughput of the designs](figure{_FIGURE}.svg)\n",
        "The heights of the paper's own bars are not known; the figure is drawn from the tables' "
        "figures and from ours. Of its figure the paper says:\n",
        _bullets(figure.facts),
        *(f"## {heading}\n\n{_bullets(lines)}" for heading, lines in _closing(report)),
    ]
    return "\n".join(parts)


def _bullets(lines: Sequence[str]) -> str:
    return "".join(f"- {line}\n" for line in lines)


def _data(report: _Report) -> dict[str, Any]:
    source = paper(_PAPER)
    return {
        "paper": {"name": source.name, "title": source.title, "authors": list(source.authors)},
        "tables": [to_data(table) for table in report.comparisons],
        "best_throughput_per_lut": [_best_data(best) for best in report.best],
        "figure5": [_group_data(group) for group in report.groups],
        "legend": list(_LEGEND),
    }


def _best_data(best: _Best) -> dict[str, Any]:
    entry = best.per_lut
    return {
        "block_bits": best.block_bits,
        "design": entry.design if entry else None,
        "device": entry.device if entry else None,
        "throughput_per_lut": entry.throughput_per_lut if entry else None,
        "frequency_kind": entry.frequency_kind if entry else None,
        "measured": best.measured,
        "designs": best.designs,
    }


def _group_data(group: Group) -> dict[str, Any]:
    return {
        "label": group.label.replace("\n", " "),
        "published": {
            "device": group.published.device,
            "slices": group.published.slices,
            "frequency_mhz": group.published.frequency_mhz,
            "throughput_mbps": group.published.throughput_mbps,
        },
        "mapped": {
            "device": group.mapped.device,
            "lc": group.mapped.lc,
            "slices_estimate": group.mapped.slices_estimate,
        },
        "placed": {
            "device": group.placed.device,
            "lut": group.placed.lut,
            "ff": group.placed.ff,
            "frequency_mhz": group.placed.frequency_mhz,
            "throughput_mbps": group.placed.throughput_mbps,
        },
    }

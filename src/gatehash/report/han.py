# SPDX-License-Identifier: Apache-2.0
"""Report on Han: Tables 1 and 2 and Figure 5, with the Skein designs of the catalogue."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rich.console import Console

from gatehash.catalog import DESIGNS, Design
from gatehash.published import Paper, paper
from gatehash.report.files import write_files
from gatehash.report.render import print_comparison, to_csv, to_data, to_markdown
from gatehash.report.tables import Comparison, Entry, comparison, measured_entry

__all__ = ["han_data", "han_report"]

_TARGETS = ("xc5v", "ecp5")
_READING = (
    "Area of ours on xc5v is Yosys' estimate of logic cells, four to a slice if every slice were "
    "full; a placed design rarely fills more than four fifths of its slices, so 0.80 in the last "
    "column beats the paper and 1.00 meets it. Frequencies belong to the device of their row: an "
    "ECP5 figure is never to be set against a Virtex-5 one. `routed` is a frequency after place "
    "and route, `placed` an estimate before routing. Cycles of ours are counted in simulation."
)


def _comparisons(source: Paper) -> tuple[Comparison, ...]:
    answered = {row.id for table in source.tables for row in table.rows}
    alone = [
        design
        for design in DESIGNS.values()
        if design.family == _family(answered) and not answered.intersection(design.paper_rows)
    ]
    others = Comparison(
        "3",
        "Designs that the paper did not build",
        tuple(measured_entry(design, target) for design in alone for target in _TARGETS),
    )
    return (*(comparison(source.name, table, _TARGETS) for table in source.tables), others)


def _family(answered: set[str]) -> str:
    """Family of the designs that answer to the paper's rows."""
    return next(
        design.family for design in DESIGNS.values() if answered.intersection(design.paper_rows)
    )


def _best(comparisons: tuple[Comparison, ...]) -> list[str]:
    """Say for each block length which of our designs has the most throughput per LUT."""
    groups: dict[str, list[tuple[float, Design, Entry]]] = {}
    for table in comparisons:
        for entry in table.entries:
            if entry.design and entry.throughput_per_lut is not None:
                design = DESIGNS[entry.design]
                group = groups.setdefault(f"{design.algorithm.block_bits}-bit blocks", [])
                group.append((entry.throughput_per_lut, design, entry))
    lines = []
    for name, group in groups.items():
        value, design, entry = max(group, key=lambda item: item[0])
        lines.append(
            f"Best throughput per LUT4 on ECP5, {name}, of {len(group)} measured: {design.name} "
            f"({design.microarchitecture}), {value:.3f} Mb/s per LUT4 "
            f"({entry.frequency_mhz:.1f} MHz {entry.frequency_kind})."
        )
    return lines or ["Nothing is measured on ECP5 yet: no architecture can be called the best."]


def han_data() -> dict[str, Any]:
    """Return the report's tables as plain data for JSON.

    Raises
    ------
    GatehashError
        If a record of a measurement is damaged.
    """
    source = paper("han")
    comparisons = _comparisons(source)
    return {
        "paper": source.title,
        "reading": _READING,
        "tables": [to_data(table) for table in comparisons],
        "best": _best(comparisons),
    }


def han_report(out: Path | None, console: Console) -> None:
    """Print the tables; with a folder, write them and the figure there as well.

    Parameters
    ----------
    out : Path or None
        Folder for ``han.md``, ``han.json``, a CSV for each table, ``figure5.svg`` and
        ``figure5.png``.
    console : Console
        Where the tables are printed.

    Raises
    ------
    GatehashError
        If a record is damaged, the folder can't be written, or figures are asked for and their
        library is missing.
    """
    comparisons = _comparisons(paper("han"))
    if out is not None:
        write_files(out, _files(comparisons))
    for table in comparisons:
        print_comparison(table, console)
    for line in (_READING, *_best(comparisons)):
        console.print(line, markup=False, highlight=False)


def _files(comparisons: tuple[Comparison, ...]) -> dict[str, bytes]:
    from gatehash.report.figures import architectures

    text = "\n".join(
        [
            f"# {paper('han').title}\n",
            f"{_READING}\n",
            *(to_markdown(table) for table in comparisons),
            "## Best of ours\n",
            *(f"- {line}" for line in _best(comparisons)),
            "\n## Figure 5\n",
            "![Resources, frequency and throughput of the architectures](figure5.svg)\n",
        ]
    )
    figure = architectures(comparisons[:2])
    return {
        "han.md": text.encode(),
        "han.json": (json.dumps(han_data(), indent=2) + "\n").encode(),
        **{f"table{table.id}.csv": to_csv(table).encode() for table in comparisons},
        "figure5.svg": figure["svg"],
        "figure5.png": figure["png"],
    }

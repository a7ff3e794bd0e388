# SPDX-License-Identifier: Apache-2.0
"""The paper of Han, Li and Zeng: Skein on unrolled datapaths. Tables 1 and 2, Figure 5."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gatehash.catalog import DESIGNS, Design
from gatehash.published import Row, Table, paper
from gatehash.report.best import Best, best_of, placed_entries
from gatehash.report.document import Document, Picture
from gatehash.report.figures import Group, resources_and_performance
from gatehash.report.legend import measurement_words, peer_words
from gatehash.report.peers import peer_rows
from gatehash.report.tables import (
    PLACED,
    Comparison,
    Entry,
    answering,
    comparison,
    measured_entry,
    others,
    published_entry,
)

__all__ = ["han_document"]

_PAPER = "han"
_TABLES = ("1", "2")
_FIGURE = "5"
_MAPPED = "xc5v"
_ALGORITHMS = ("skein-256-256", "skein-512-512", "skein-1024-1024")
_LEGEND = (
    "Cycles are for one block of a long message; the paper writes 10N for N blocks. Ours are "
    "counted in simulation, and the tests assert them.",
    "Both sides' areas are of the whole, padding and interface included; the interface has 64 bits "
    "or more where a design takes a block in fewer cycles than that would need.",
    *measurement_words(_MAPPED),
    "LUT4 are look-up tables that are logic; the carry cells of the adders come on top and are "
    "counted in the figures per combinational cell.",
    *peer_words(_ALGORITHMS),
)


def han_document() -> Document:
    """Return the report: tables 1 and 2 with ours beside them, and Figure 5.

    Its data has ``best_throughput_per_lut``, ``figure5``, ``peers`` and ``legend`` besides the
    tables; its sheets are ``table1``, ``table2`` and ``peers``.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    source = paper(_PAPER)
    tables = [source.table(name) for name in _TABLES]
    comparisons = (
        *(comparison(_PAPER, table) for table in tables),
        others(source, "Skein designs not built by Han", _MAPPED),
    )
    best = _best(comparisons)
    groups = _groups(tables)
    designs = [DESIGNS[entry.design or ""] for entry in placed_entries(comparisons)]
    return Document(
        source=source,
        title="Skein on unrolled datapaths: Han, Li and Zeng, and ours",
        tables=comparisons,
        pictures=(
            Picture.of_figure(
                source.figure(_FIGURE),
                alt="Resources, frequency and throughput of the designs",
                words="The heights of the paper's own bars are not known; the figure is drawn from "
                "the tables' figures and from ours.",
                draw=lambda: resources_and_performance("Han", groups),
            ),
        ),
        closing={
            "Best throughput per LUT among ours": tuple(each.text for each in best.values()),
        },
        data={
            "best_throughput_per_lut": [
                {"block_bits": bits, **each.to_data()} for bits, each in best.items()
            ],
            "figure5": [_group_data(group) for group in groups],
        },
    ).with_peers(peer_rows(_ALGORITHMS, designs), _LEGEND)


def _best(comparisons: Sequence[Comparison]) -> dict[int, Best]:
    """Return the best designs of each state size, the small state first."""
    entries = placed_entries(comparisons, "stream")
    sizes = sorted({_block_bits(entry) for entry in entries})
    return {
        size: best_of(
            f"Skein-{size}", "stream", [each for each in entries if _block_bits(each) == size]
        )
        for size in sizes
    }


def _block_bits(entry: Entry) -> int:
    return DESIGNS[entry.design or ""].principal_job.block_bits


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
        mapped=measured_entry(design, _MAPPED, row, architecture=row.architecture),
        placed=measured_entry(design, PLACED, row, architecture=row.architecture),
    )


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
            "frequency_min_mhz": group.placed.frequency_min_mhz,
            "frequency_max_mhz": group.placed.frequency_max_mhz,
            "throughput_mbps": group.placed.throughput_mbps,
        },
    }

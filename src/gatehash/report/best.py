# SPDX-License-Identifier: Apache-2.0
"""The best of our designs by throughput per area."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from gatehash.catalog import DESIGNS, BoundaryName
from gatehash.implement import BOUNDARIES
from gatehash.report.render import number
from gatehash.report.tables import PLACED, Comparison, Entry

__all__ = ["Best", "best_of", "placed_entries"]


@dataclass(frozen=True)
class Best:
    """The designs with the best throughput per area of one function.

    Parameters
    ----------
    label : str
        The function.
    boundary : {"core", "stream"}
        The boundary that all figures are of.
    per_lut, per_cell : Entry or None
        The best per look-up table and per combinational cell, if any is measured.
    measured, designs : int
        Designs with a throughput, and all.
    """

    label: str
    boundary: BoundaryName
    per_lut: Entry | None
    per_cell: Entry | None
    measured: int
    designs: int

    @property
    def text(self) -> str:
        """One sentence for a reader."""
        best = self.per_lut
        if best is None or self.per_cell is None:
            return f"{self.label}, {BOUNDARIES[self.boundary]}: no throughput measured yet."
        parts = [
            f"{self.label}, {BOUNDARIES[self.boundary]}: {best.design} ({best.architecture}), "
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

    def to_data(self) -> dict[str, Any]:
        """Return it as plain data for JSON."""
        entry = self.per_lut
        return {
            "boundary": self.boundary,
            "design": entry.design if entry else None,
            "device": entry.device if entry else None,
            "throughput_per_lut": entry.throughput_per_lut if entry else None,
            "frequency_kind": entry.frequency_kind if entry else None,
            "measured": self.measured,
            "designs": self.designs,
        }


def placed_entries(
    comparisons: Iterable[Comparison], boundary: BoundaryName | None = None
) -> list[Entry]:
    """Return the placed rows of comparisons, each design's once.

    Parameters
    ----------
    comparisons : iterable of Comparison
        The comparisons.
    boundary : {"core", "stream"}, optional
        The boundary; by default where each design's paper measured.
    """
    entries = (entry for table in comparisons for entry in table.entries)
    found: dict[str, Entry] = {}
    for entry in entries:
        if entry.design and entry.target == PLACED:
            at = boundary or DESIGNS[entry.design].compared
            if entry.boundary == at:
                found.setdefault(entry.design, entry)
    return list(found.values())


def best_of(label: str, boundary: BoundaryName, entries: Sequence[Entry]) -> Best:
    """Return the best of some placed designs.

    Parameters
    ----------
    label : str
        What they compute.
    boundary : {"core", "stream"}
        The boundary at which they were measured.
    entries : sequence of Entry
        The designs.
    """
    known = [entry for entry in entries if entry.throughput_per_lut is not None]
    return Best(
        label,
        boundary,
        max(known, key=lambda entry: entry.throughput_per_lut or 0, default=None),
        max(known, key=lambda entry: entry.throughput_per_cell or 0, default=None),
        len(known),
        len(entries),
    )

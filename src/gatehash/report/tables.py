# SPDX-License-Identifier: Apache-2.0
"""Comparisons as data: published rows, then rows of the catalogue's designs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Literal

from gatehash.catalog import DESIGNS, Design
from gatehash.implement import Result, is_stale, load
from gatehash.published import Row, Table

__all__ = [
    "DEVICES",
    "SLICE_CELLS",
    "Comparison",
    "Entry",
    "answering",
    "comparison",
    "fresh",
    "measured_entry",
    "published_entry",
]

DEVICES = {
    "xc5v": "xc5v (Yosys)",
    "xc6v": "xc6v (Yosys)",
    "ecp5": "ECP5 LFE5U-85-6 (Yosys + nextpnr)",
}
"""What a row of ours has as its device, for each target."""

SLICE_CELLS = 4
"""Logic cells in a Virtex-5 or Virtex-6 slice; a Virtex-5 slice has as many flip-flops."""


@dataclass(frozen=True)
class Entry:
    """One row of a comparison; what is not known is None.

    Parameters
    ----------
    work : str
        Whose it is.
    origin : {"published", "measured"}
        From a paper, or measured here.
    device, architecture : str
        What was built, and on what.
    row : str or None
        Identifier of the published row that it is, or answers to.
    design, target : str or None
        Design and target, if it is ours.
    cycles : float or None
        Clock cycles per block.
    frequency_mhz : float or None
        Clock frequency in MHz, on the row's own device.
    frequency_kind : {"routed", "placed"} or None
        Whether ours is that of the routed design or an estimate after placement.
    seeds : tuple of int
        Placement seeds whose median the frequency is.
    throughput_mbps : float or None
        Throughput of a long message in Mbit/s.
    slices : float or None
        Published area in slices.
    lc, lutram : int or None
        Logic cells as Yosys estimates them, and look-up tables that are memories.
    slices_estimate : float or None
        Slices that these would fill if every slice were full.
    area_ratio, ff_ratio : float or None
        `slices_estimate`, and the slices that the flip-flops would fill, over the slices of the
        published row.
    lut, ff, cells : int or None
        Look-up tables that are logic, flip-flops, and all combinational cells that the routed
        device spends, carry counted.
    memory_blocks : float or None
        Block memories of 36 Kbit (18 Kbit on ECP5).
    throughput_per_slice, throughput_per_lut, throughput_per_cell : float or None
        Throughput over area, in Mbit/s each.
    notes : tuple of str
        How the row was obtained.
    """

    work: str
    origin: Literal["published", "measured"]
    device: str
    architecture: str
    row: str | None = None
    design: str | None = None
    target: str | None = None
    cycles: float | None = None
    frequency_mhz: float | None = None
    frequency_kind: str | None = None
    seeds: tuple[int, ...] = ()
    throughput_mbps: float | None = None
    slices: float | None = None
    lc: int | None = None
    lutram: int | None = None
    slices_estimate: float | None = None
    area_ratio: float | None = None
    ff_ratio: float | None = None
    lut: int | None = None
    ff: int | None = None
    cells: int | None = None
    memory_blocks: float | None = None
    throughput_per_slice: float | None = None
    throughput_per_lut: float | None = None
    throughput_per_cell: float | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """A table of a report.

    Parameters
    ----------
    id : str
        Its number or short name.
    title : str
        Its title.
    entries : tuple of Entry
        Published rows in the paper's order, then ours.
    """

    id: str
    title: str
    entries: tuple[Entry, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes of all rows, each once, in the order of the rows."""
        return tuple(dict.fromkeys(note for entry in self.entries for note in entry.notes))


def comparison(paper_name: str, table: Table, targets: Sequence[str]) -> Comparison:
    """Set the designs that answer to a published table below its rows.

    Parameters
    ----------
    paper_name : str
        Short name of the paper.
    table : Table
        The published table.
    targets : sequence of str
        Targets whose measurements are shown, one row each.
    """
    entries = [published_entry(row, paper_name) for row in table.rows]
    for row in table.rows:
        for design in answering(row):
            entries += [measured_entry(design, target, row) for target in targets]
    return Comparison(table.id, f"Table {table.id}: {table.title}", tuple(entries))


def answering(row: Row) -> list[Design]:
    """Return the designs of the catalogue that answer to a published row."""
    return [design for design in DESIGNS.values() if row.id in design.paper_rows]


def published_entry(row: Row, paper_name: str) -> Entry:
    """Return a published row as a row of a comparison, its figures as printed.

    A paper calls its own rows "this work"; beside ours they carry the paper's name as well.
    """
    return Entry(
        work=row.work if row.reference else f"{paper_name.capitalize()} ({row.work.lower()})",
        origin="published",
        device=row.device or "",
        architecture=row.architecture or "",
        row=row.id,
        cycles=row.cycles,
        frequency_mhz=row.frequency_mhz,
        throughput_mbps=row.throughput_mbps,
        slices=row.slices,
        memory_blocks=row.memory_blocks,
        throughput_per_slice=row.throughput_per_slice,
        notes=(row.note,) if row.note else (),
    )


def measured_entry(design: Design, target: str, answers: Row | None = None) -> Entry:
    """Return what was measured of a design as a row of a comparison.

    A measurement that is missing or stale leaves its figures open and a note that names the command
    that makes it.

    Parameters
    ----------
    design : Design
        The design, measured where its paper measured.
    target : str
        The target.
    answers : Row, optional
        The published row that it is set against.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    entry = Entry(
        work=f"gatehash {design.name}",
        origin="measured",
        device=DEVICES[target],
        architecture=(answers and answers.architecture) or design.microarchitecture,
        row=answers.id if answers else None,
        design=design.name,
        target=target,
        cycles=design.timing.block,
        notes=(_obtained(design, target),),
    )
    result = fresh(design, target)
    if result is None:
        return entry
    entry = _with_area(entry, result, answers.slices if answers else None)
    return _with_frequency(entry, result, design)


def fresh(design: Design, target: str) -> Result | None:
    """Return the measurement of a design where its paper measured, unless missing or stale.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    result = load(design, target, design.compared)
    return None if result is None or is_stale(result, design) else result


def _with_area(entry: Entry, result: Result, published_slices: float | None) -> Entry:
    area = result.area
    slices = None if area.lc is None else (area.lc + area.lutram) / SLICE_CELLS
    return replace(
        entry,
        lc=area.lc,
        lutram=area.lutram,
        slices_estimate=slices,
        area_ratio=_over(slices, published_slices),
        ff_ratio=_over(area.ff / SLICE_CELLS if slices else None, published_slices),
        lut=area.lut,
        ff=area.ff,
        memory_blocks=area.ramb36 + area.ramb18 / (1 if entry.target == "ecp5" else 2),
    )


def _over(value: float | None, base: float | None) -> float | None:
    return None if value is None or not base else value / base


def _with_frequency(entry: Entry, result: Result, design: Design) -> Entry:
    throughput = result.throughput_mbps(design)
    if throughput is None:
        return entry
    cells = round(median(run.comb for run in result.runs))
    return replace(
        entry,
        frequency_mhz=result.fmax_mhz,
        frequency_kind=result.fmax_kind,
        seeds=tuple(run.seed for run in result.runs),
        throughput_mbps=throughput,
        cells=cells,
        throughput_per_lut=result.throughput_per_lut(design),
        throughput_per_cell=throughput / cells if cells else None,
    )


def _obtained(design: Design, target: str) -> str:
    """Tell how a row of ours was obtained, or how it can be."""
    command = f"`gatehash synth {design.name} --target {target}`"
    result = load(design, target, design.compared)
    if result is None:
        return f"Not measured yet; to do so: {command}."
    if is_stale(result, design):
        return f"Measured before the design changed; to do so again: {command}."
    tools = ", ".join(f"{name} {version}" for name, version in result.tools.items())
    parts = [f"`{result.command}`", tools, *_run_parts(result)]
    if not result.runs and target == "ecp5":
        parts.append(f"not placed and routed yet; to do so: {command}")
    return "; ".join(parts) + "."


def _run_parts(result: Result) -> list[str]:
    runs = result.runs
    if not runs:
        return []
    names = ", ".join(str(run.seed) for run in runs)
    if len(runs) == 1:
        parts = [f"seed {names}"]
    else:
        spread = f"{result.fmax_min:.1f} to {result.fmax_max:.1f} MHz"
        parts = [f"median of seeds {names} ({spread})"]
    placed = ", ".join(str(run.seed) for run in runs if run.kind == "placed")
    if placed:
        parts.append(f"estimate after placement, not routed in time: seed {placed}")
    return parts

# SPDX-License-Identifier: Apache-2.0
"""Comparisons as data: published rows, then rows of the catalogue's designs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from gatehash.catalog import DESIGNS, BoundaryName, Design, Job
from gatehash.errors import GatehashError
from gatehash.implement import TARGETS, Figures, Rate, Result, figures_at, find_target, targets
from gatehash.implement.damage import is_damaged
from gatehash.implement.figures import over
from gatehash.published import Paper, Row, Table

__all__ = [
    "DEVICES",
    "PLACED",
    "Comparison",
    "Entry",
    "answering",
    "comparison",
    "mapped_target",
    "measured_entry",
    "missing",
    "obtained",
    "others",
    "published_entry",
    "published_name",
    "shown",
]

DEVICES = {name: target.label for name, target in TARGETS.items()}
"""What a row of ours has as its device, for each target."""

PLACED = targets.PLACED.name
"""The target that our frequencies are of."""


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
    design, target, boundary : str or None
        Design, target and boundary, if it is ours; all figures are of that boundary.
    cycles : float or None
        Clock cycles per block.
    frequency_mhz : float or None
        Clock frequency in MHz, on the row's own device.
    frequency_min_mhz, frequency_max_mhz : float or None
        Lowest and highest of the seeds of ours.
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
        Slices that it takes at least, see :attr:`gatehash.implement.Figures.slices`.
    area_ratio : float or None
        `slices_estimate` over the slices of the published row.
    lc_ratio, lut_ratio, ff_ratio : float or None
        The slices that its logic cells and memories would fill, its look-up tables where no two can
        share one (None on other devices), and its flip-flops, over those of the published row.
    lut, ff, cells : int or None
        Look-up tables that are logic, flip-flops, and all combinational cells that the routed
        device spends, carry counted.
    memory_blocks : float or None
        Block memories of 36 Kbit (18 Kbit on Virtex-4 and ECP5).
    throughput_per_slice, throughput_per_lut, throughput_per_cell : float or None
        Throughput over area, in Mbit/s each; look-up tables are those of logic and of memories.
    misfit, unplaced : str or None
        Why there can be no frequency: the design does not fit the device, or takes more of it than
        is tried; with sizes, and in a few words.
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
    boundary: BoundaryName | None = None
    cycles: float | None = None
    frequency_mhz: float | None = None
    frequency_min_mhz: float | None = None
    frequency_max_mhz: float | None = None
    frequency_kind: str | None = None
    seeds: tuple[int, ...] = ()
    throughput_mbps: float | None = None
    slices: float | None = None
    lc: int | None = None
    lutram: int | None = None
    slices_estimate: float | None = None
    area_ratio: float | None = None
    lc_ratio: float | None = None
    lut_ratio: float | None = None
    ff_ratio: float | None = None
    lut: int | None = None
    ff: int | None = None
    cells: int | None = None
    memory_blocks: float | None = None
    throughput_per_slice: float | None = None
    throughput_per_lut: float | None = None
    throughput_per_cell: float | None = None
    misfit: str | None = None
    unplaced: str | None = None
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
    mapped : str
        The target of the published devices' family, to whose slices our areas are put.
    """

    id: str
    title: str
    entries: tuple[Entry, ...]
    mapped: str


def comparison(paper_name: str, table: Table, *, own_words: bool = False) -> Comparison:
    """Set the designs that answer to a published table below its rows.

    Each has a row as mapped for the published devices' family and a row as placed and routed, where
    its paper measured; and one as placed and routed at the stream top where that is elsewhere.

    Parameters
    ----------
    paper_name : str
        Short name of the paper.
    table : Table
        The published table.
    own_words : bool
        Whether the architecture of ours is told in the catalogue's words, not in the table's.

    Raises
    ------
    GatehashError
        If there is no target for the paper's device, or a record is damaged.
    """
    mapped = mapped_target(table)
    entries = [published_entry(row, paper_name) for row in table.rows]
    for row in table.rows:
        words = None if own_words else row.architecture
        for design in answering(row):
            for target, boundary in shown(design, mapped):
                entries.append(measured_entry(design, target, row, boundary, architecture=words))
    return Comparison(table.id, f"Table {table.id}: {table.title}", tuple(entries), mapped)


def shown(design: Design, mapped: str) -> tuple[tuple[str, BoundaryName], ...]:
    """Return the targets and boundaries at which a design is shown, those of its paper first."""
    places: tuple[tuple[str, BoundaryName], ...] = (
        (mapped, design.compared),
        (PLACED, design.compared),
        (PLACED, "stream"),
    )
    return tuple(dict.fromkeys(places))


def mapped_target(table: Table) -> str:
    """Return the target of the device family that a paper's own rows are of.

    Raises
    ------
    GatehashError
        If there is none.
    """
    devices = [row.device for row in table.rows if row.device and row.reference is None]
    for target in TARGETS.values():
        if any(map(target.has_device, devices)):
            return target.name
    raise GatehashError(f"no target for the devices of table {table.id}: {', '.join(devices)}")


def others(paper: Paper, title: str, mapped: str) -> Comparison:
    """Return the designs without a published row whose families answer to a paper.

    Parameters
    ----------
    paper : Paper
        The paper.
    title : str
        Title of the comparison.
    mapped : str
        Target whose areas are shown beside the placed design's.
    """
    rows = {row.id for table in paper.tables for row in table.rows}
    families = {design.family for design in DESIGNS.values() if rows & {*design.paper_rows}}
    entries = tuple(
        measured_entry(design, target, boundary=boundary)
        for design in DESIGNS.values()
        if design.family in families and not design.paper_rows
        for target, boundary in shown(design, mapped)
    )
    return Comparison("others", title, entries, mapped)


def answering(row: Row) -> list[Design]:
    """Return the designs of the catalogue that answer to a published row."""
    return [design for design in DESIGNS.values() if row.id in design.paper_rows]


def published_entry(row: Row, paper_name: str) -> Entry:
    """Return a published row as a row of a comparison, its figures as printed."""
    return Entry(
        work=published_name(row, paper_name),
        origin="published",
        device=row.device or "",
        architecture=row.configuration,
        row=row.id,
        cycles=row.cycles,
        frequency_mhz=row.frequency_mhz,
        throughput_mbps=row.throughput_mbps,
        slices=row.slices,
        memory_blocks=row.memory_blocks,
        throughput_per_slice=row.throughput_per_slice,
        notes=(row.note,) if row.note else (),
    )


def published_name(row: Row, paper_name: str) -> str:
    """Return whose a published row is.

    A paper calls its own rows "this work"; beside ours they carry the paper's name as well.
    """
    return row.work if row.reference else f"{paper_name.capitalize()} ({row.work.lower()})"


def measured_entry(
    design: Design,
    target: str,
    answers: Row | None = None,
    boundary: BoundaryName | None = None,
    *,
    architecture: str | None = None,
    at_work: Job | None = None,
) -> Entry:
    """Return what was measured of a design as a row of a comparison.

    A measurement that is missing or stale leaves its figures open and a note that names the command
    that makes it. A design of several algorithms has no cycles and no throughput of its own, only
    for one of them.

    Parameters
    ----------
    design : Design
        The design.
    target : str
        The target.
    answers : Row, optional
        The published row that it is set against.
    boundary : {"core", "stream"}, optional
        The boundary; by default where its paper measured.
    architecture : str, optional
        The datapath in the published table's words; by default in the catalogue's.
    at_work : Job, optional
        One of its algorithms: cycles and throughput are those of messages of one block.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    found = figures_at(design, target, boundary or design.compared, at_work=at_work)
    rate = found.one_block_rate if at_work else None
    if rate is None and len(design.algorithms) == 1:
        rate = found.rate
    entry = Entry(
        work=f"gatehash {design.name}",
        origin="measured",
        device=DEVICES[target],
        architecture=architecture or design.microarchitecture,
        row=answers.id if answers else None,
        design=design.name,
        target=target,
        boundary=found.boundary,
        cycles=None if rate is None else _plain(rate.cycles),
        notes=(obtained(found),),
    )
    if found.fresh is None:
        return entry
    entry = _with_area(entry, found.fresh, found, answers.slices if answers else None)
    return _with_frequency(entry, found, rate)


def missing(*entries: Entry) -> tuple[str, ...]:
    """Return the notes of those rows of ours whose figures are not there."""

    def is_open(entry: Entry) -> bool:
        return entry.lut is None or (entry.target == PLACED and entry.frequency_mhz is None)

    return tuple(dict.fromkeys(note for entry in filter(is_open, entries) for note in entry.notes))


def _with_area(
    entry: Entry, result: Result, found: Figures, published_slices: float | None
) -> Entry:
    return replace(
        entry,
        lc=result.area.lc,
        lutram=result.area.lutram,
        slices_estimate=found.slices,
        area_ratio=over(found.slices, published_slices),
        lc_ratio=over(found.lc_slices, published_slices),
        lut_ratio=over(found.lut_slices, published_slices),
        ff_ratio=over(found.ff_slices, published_slices),
        lut=result.area.lut,
        ff=result.area.ff,
        memory_blocks=found.memory_blocks,
        misfit=result.misfit,
        unplaced=result.unplaced,
    )


def _plain(value: Fraction | float) -> float:
    """Return a whole number as such, any other as a float; fractions as well."""
    return int(value) if value == int(value) else float(value)


def _with_frequency(entry: Entry, found: Figures, rate: Rate | None) -> Entry:
    return replace(
        entry,
        frequency_mhz=found.fmax_mhz,
        frequency_min_mhz=found.fmax_min_mhz,
        frequency_max_mhz=found.fmax_max_mhz,
        frequency_kind=found.fmax_kind,
        seeds=found.seeds,
        throughput_mbps=rate.mbps if rate else None,
        cells=found.cells,
        throughput_per_lut=rate.mbps_per_lut if rate else None,
        throughput_per_cell=rate.mbps_per_cell if rate else None,
    )


def obtained(found: Figures) -> str:
    """Tell how figures of ours were obtained, or how they can be."""
    command, result = f"`{found.command}`", found.result
    if is_damaged(found.job.design.name, found.target, found.boundary):
        return f"The record is damaged; to measure again: {command}."
    if result is None:
        return f"Not measured yet; to do so: {command}."
    if found.stale:
        return f"Measured before the design changed; to do so again: {command}."
    tools = ", ".join(f"{name} {version}" for name, version in result.tools.items())
    parts = [f"`{result.command}`", tools, *_run_parts(result)]
    if result.misfit:
        parts.append(result.misfit)
    elif not result.runs and find_target(found.target).place_and_route:
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

# SPDX-License-Identifier: Apache-2.0
"""Rows of tables: what papers print, what was measured of each design, and open cores.

All rows have the fields of :data:`FIELDS`. This is the one place where the catalogue and the
records become rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from gatehash.catalog import DESIGNS, BoundaryName, Design, Job
from gatehash.errors import GatehashError
from gatehash.implement import (
    BOUNDARIES,
    TARGETS,
    Figures,
    Resources,
    figures_at,
    find_target,
    wanted_units,
)
from gatehash.implement.figures import over
from gatehash.published import Paper, Peer, Row, peers
from gatehash.records.damage import is_damaged
from gatehash.report.columns import Entry

__all__ = [
    "DEVICES",
    "FIELDS",
    "PLACED",
    "answering",
    "beside",
    "catalogue",
    "mapped_target",
    "measured",
    "missing",
    "peer",
    "places",
    "published",
    "published_name",
    "runs",
]

DEVICES = {
    "xc4v": "xc4v (Yosys)",
    "xc5v": "xc5v (Yosys)",
    "xc6v": "xc6v (Yosys)",
    "xc7a": "Artix-7 xc7a100t, xc7a200t (Yosys + nextpnr, estimate)",
    "ecp5": "ECP5 LFE5U-85-6 (Yosys + nextpnr)",
    "nexus": "CrossLink-NX LIFCL-40-9 (Yosys + nextpnr)",
    "gw2a": "GW2A-18 C8/I7 (Yosys + nextpnr)",
}
"""The device of a measured row, for each target."""

PLACED = "ecp5"
"""The target that the frequencies are of."""

FIELDS: Entry = dict.fromkeys(
    (
        *("work", "origin", "device", "architecture", "row", "design", "family", "algorithm"),
        *("block_bits", "target", "boundary", "streams", "cycles", "frequency_mhz"),
        *("frequency_min_mhz", "frequency_max_mhz", "frequency_kind", "frequency_note", "seeds"),
        *("throughput_mbps", "slices", "slices_estimate", "area_ratio", "lc_ratio", "lut_ratio"),
        *("ff_ratio", "lc", "lut", "lutram", "luts", "ff", "carry", "cells", "memory_blocks"),
        *("multipliers", "units", "mbps_per_unit", "throughput_per_slice", "throughput_per_lut"),
        *("misfit",),
        *("unplaced", "reason", "notes"),
    )
)
"""The fields of a row, all open.

``origin`` is ``published``, ``measured`` or ``peer``; ``row`` is the identifier of the published
row that it is, or corresponds to. ``lut`` are look-up tables used as logic, ``lutram`` those used
as memory, ``luts`` both, ``cells`` all combinational cells of the placed design, carry included,
``units`` what it takes of the device's scarcest resource, see
:attr:`gatehash.implement.Figures.units`.
``slices_estimate`` is :attr:`gatehash.implement.Figures.slices`; the ratios are over the slices of
the published row. Block memories have the target's size. Frequencies are in MHz, their lowest and
highest of all seeds; ``frequency_note`` is what one is beside its kind, such as an estimate, of
another router than the target's, or of spread cells. Throughputs, of one message, are in Mbit/s.
"""


def published(row: Row, paper_name: str) -> Entry:
    """Return a published row, its figures as printed."""
    return {
        **FIELDS,
        "work": published_name(row, paper_name),
        "origin": "published",
        "device": row.device or "",
        "architecture": row.configuration,
        "row": row.id,
        "block_bits": row.block_bits,
        "cycles": row.cycles,
        "frequency_mhz": row.frequency_mhz,
        "throughput_mbps": row.throughput_mbps,
        "slices": row.slices,
        "memory_blocks": row.memory_blocks,
        "throughput_per_slice": row.throughput_per_slice,
        "seeds": [],
        "notes": [row.note] if row.note else [],
    }


def published_name(row: Row, paper_name: str) -> str:
    """Return whose a published row is; a paper's own rows ("this work") get its name as well."""
    return row.work if row.reference else f"{paper_name.capitalize()} ({row.work.lower()})"


def measured(
    design: Design,
    target: str,
    boundary: BoundaryName | None = None,
    *,
    at_work: Job | None = None,
    answers: Row | None = None,
    architecture: str | None = None,
    one_block: bool = False,
) -> Entry:
    """Return what was measured of a design.

    A measurement that is missing or stale leaves its figures open and a note that names the command
    that makes it. A design of several algorithms has cycles and a throughput for one of them only;
    one that processes several messages at once has those of all together.

    Parameters
    ----------
    design : Design
        The design.
    target : str
        The target.
    boundary : {"core", "stream"}, optional
        The boundary; by default where its paper measured.
    at_work : Job, optional
        The job that cycles and throughput are of.
    answers : Row, optional
        The published row that it is compared with.
    architecture : str, optional
        The datapath in the published table's words; by default in the catalogue's.
    one_block : bool
        Whether cycles and throughput are of messages of one block instead of long ones.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    found = figures_at(design, target, boundary or design.compared, at_work=at_work)
    result, slices = found.fresh, answers.slices if answers else None
    rated = at_work is not None or len(design.algorithms) == 1
    rate = (found.one_block_rate if one_block else found.rate) if rated else None
    entry = {
        **FIELDS,
        "work": f"gatehash {design.name}",
        "origin": "measured",
        "device": DEVICES[target],
        "architecture": architecture or design.microarchitecture,
        "row": answers.id if answers else None,
        "design": design.name,
        "family": design.family,
        "algorithm": at_work.name if at_work else ", ".join(design.algorithms),
        "block_bits": (at_work or design.principal_job).block_bits,
        "target": target,
        "boundary": found.boundary,
        "streams": found.job.streams if rated else 1,
        "cycles": rate and _plain(rate.cycles),
        "reason": "stale: measured before the design changed" if found.stale else found.reason,
        "seeds": [],
        "notes": [_obtained(found)],
    }
    if result is None:
        return entry
    return entry | {
        "frequency_mhz": found.fmax_mhz,
        "frequency_min_mhz": found.fmax_min_mhz,
        "frequency_max_mhz": found.fmax_max_mhz,
        "frequency_kind": found.fmax_kind,
        "frequency_note": found.fmax_note or None,
        "seeds": list(found.seeds),
        "throughput_mbps": rate and rate.mbps,
        "slices_estimate": found.slices,
        "area_ratio": over(found.slices, slices),
        "lc_ratio": over(found.lc_slices, slices),
        "lut_ratio": over(found.lut_slices, slices),
        "ff_ratio": over(found.ff_slices, slices),
        "lc": result.area.lc,
        "lut": result.area.lut,
        "lutram": result.area.lutram,
        "luts": found.luts,
        "ff": result.area.ff,
        "carry": result.area.carry,
        "cells": found.cells,
        "memory_blocks": found.memory_blocks,
        "multipliers": found.taken and _plain(found.taken.multipliers),
        "units": found.units,
        "mbps_per_unit": rate and rate.mbps_per_unit,
        "throughput_per_lut": rate and rate.mbps_per_lut,
        "misfit": result.misfit,
        "unplaced": result.unplaced,
    }


def peer(core: Peer) -> Entry:
    """Return an open core of others."""
    units = _peer_units(core)
    runs = core.best_runs
    return {
        **FIELDS,
        "work": core.name,
        "origin": "peer",
        "device": DEVICES[PLACED],
        "architecture": core.architecture,
        "family": "open core",
        "algorithm": ", ".join(core.algorithms),
        "block_bits": core.block_bits,
        "target": PLACED,
        "boundary": core.boundary,
        "streams": 1,
        "cycles": core.cycles_per_block,
        "frequency_mhz": core.ecp5_fmax_mhz,
        "frequency_min_mhz": min(runs.fmax_mhz) if runs else None,
        "frequency_max_mhz": max(runs.fmax_mhz) if runs else None,
        "frequency_kind": core.fmax_kind,
        "frequency_note": _peer_note(core),
        "seeds": list(range(1, len(runs.fmax_mhz) + 1)) if runs else [],
        "throughput_mbps": core.ecp5_mbps,
        "lut": core.ecp5_lut4,
        "lutram": core.ecp5_lut4_memory,
        "luts": core.ecp5_luts,
        "ff": core.ecp5_ff,
        "carry": core.ecp5_ccu2c,
        "cells": core.ecp5_cells,
        "memory_blocks": core.ecp5_ebr,
        "multipliers": core.ecp5_dsp,
        "units": units,
        "mbps_per_unit": over(core.ecp5_mbps, units),
        "throughput_per_lut": over(core.ecp5_mbps, core.ecp5_luts),
        "reason": None if runs else "not measured",
        "notes": list(_peer_notes(core)),
    }


def _peer_units(core: Peer) -> int | None:
    """Return the units that an open core takes; None where its cells were not recorded."""
    device = find_target(PLACED).resources
    if core.ecp5_cells is None or device is None:
        return None
    taken = Resources(core.ecp5_cells, core.ecp5_ff, core.ecp5_ebr, core.ecp5_dsp or 0)
    return device.units(taken)


def _peer_note(core: Peer) -> str | None:
    """Return the router of an open core that was routed, where it is not the target's first."""
    other = core.fmax_kind == "routed" and core.router != find_target(PLACED).router
    return core.router if other else None


def _peer_notes(core: Peer) -> Iterator[str]:
    """Say where an open core is from, how it differs, and how it was measured."""
    yield (f"{core.source} at {core.commit}, licence: {core.licence}; cycles {core.cycles_source}.")
    if core.note:
        yield f"{core.note[0].upper()}{core.note[1:]}."
    if core.ecp5_cells is None:
        yield "Its placed cells were not recorded: there is no figure per unit."
    runs = core.best_runs
    if runs is None:
        yield "No frequency was measured."
    else:
        each = ", ".join(f"{mhz:g}" for mhz in runs.fmax_mhz)
        how = f"mapping: {core.mapping}; placer: {runs.placer}"
        router = "" if core.fmax_kind == "placed" else f"; {core.router}"
        seeds = "one seed" if len(runs.fmax_mhz) == 1 else f"seeds of {each} MHz"
        yield f"{how[0].upper()}{how[1:]}{router}; {seeds}."


def catalogue() -> Iterator[Entry]:
    """Return a row for each design, boundary and target, and for each algorithm that has a rate."""
    for design in DESIGNS.values():
        wanted = [unit[1:] for unit in wanted_units([design])]
        for boundary in dict.fromkeys((design.compared, *BOUNDARIES)):
            for target in TARGETS.values():
                whole = measured(design, target.name, boundary)
                known = whole["luts"] is not None or str(whole["reason"]).startswith("stale")
                if not known and (target.name, boundary) not in wanted:
                    continue
                if not target.place_and_route:
                    yield whole
                    continue
                for job in design.jobs.values():
                    found = measured(design, target.name, boundary, at_work=job)
                    yield found | {"operation": "" if job.operation == "hash" else job.operation}
    for core in peers():
        yield peer(core)


def places(design: Design, mapped: str) -> tuple[tuple[str, BoundaryName], ...]:
    """Return the targets and boundaries at which a design is shown, those of its paper first."""
    found: tuple[tuple[str, BoundaryName], ...] = (
        (mapped, design.compared),
        (PLACED, design.compared),
        (PLACED, "stream"),
    )
    return tuple(dict.fromkeys(found))


def answering(row: Row) -> list[Design]:
    """Return the designs of the catalogue that correspond to a published row."""
    return [design for design in DESIGNS.values() if row.id in design.paper_rows]


def beside(paper: Paper) -> list[Design]:
    """Return the designs without a published row whose families correspond to rows of a paper."""
    rows = {row.id for table in paper.tables for row in table.rows}
    families = {design.family for design in DESIGNS.values() if rows & {*design.paper_rows}}
    return [
        design for design in DESIGNS.values() if design.family in families and not design.paper_rows
    ]


def runs(algorithm: str, designs: Iterable[Design]) -> list[Job]:
    """Return the jobs of designs that run an algorithm, one for each operation."""
    jobs = (job for design in designs for job in design.jobs.values())
    return [job for job in jobs if job.name == algorithm]


def mapped_target(paper: Paper, number: str) -> str:
    """Return the target of the device family that a table's own rows are of.

    Raises
    ------
    GatehashError
        If there is none.
    """
    rows = paper.table(number).rows
    devices = [row.device for row in rows if row.device and row.reference is None]
    for target in TARGETS.values():
        if any(map(target.has_device, devices)):
            return target.name
    raise GatehashError(f"no target for the devices of table {number}: {', '.join(devices)}")


def missing(*entries: Entry) -> list[str]:
    """Return the notes of those measured rows whose figures are not there."""

    def is_open(entry: Entry) -> bool:
        no_frequency = entry["target"] == PLACED and entry["frequency_mhz"] is None
        return entry["lut"] is None or no_frequency

    return list(dict.fromkeys(note for each in filter(is_open, entries) for note in each["notes"]))


def _plain(value: Fraction | float) -> float:
    """Return a whole number as such, any other as a float; fractions as well."""
    return int(value) if value == int(value) else float(value)


def _obtained(found: Figures) -> str:
    """Say how figures were obtained, or how they can be."""
    command, result = f"`{found.command}`", found.result
    if is_damaged(found.job.design.name, found.target, found.boundary):
        return f"The record is damaged; to measure again: {command}."
    if result is None:
        return f"Not measured yet; to do so: {command}."
    if found.stale:
        return f"Measured before the design changed; to do so again: {command}."
    tools = ", ".join(f"{name} {version}" for name, version in result.tools.items())
    parts = [f"`{result.command}`", tools]
    seeds = ", ".join(str(run.seed) for run in result.runs)
    if len(result.runs) > 1:
        spread = f"{result.fmax_min:.1f} to {result.fmax_max:.1f} MHz"
        parts.append(f"median of seeds {seeds} ({spread})")
    elif seeds:
        parts.append(f"seed {seeds}")
    placed = ", ".join(str(run.seed) for run in result.runs if run.kind == "placed")
    if placed:
        parts.append(f"estimate after placement, not routed in time: seed {placed}")
    if result.misfit:
        parts.append(result.misfit)
    elif not result.runs and find_target(found.target).place_and_route:
        parts.append(f"not placed and routed yet; to do so: {command}")
    return "; ".join(parts) + "."

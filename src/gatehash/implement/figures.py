# SPDX-License-Identifier: Apache-2.0
"""The figures of a design: speed and area as every command and report prints them.

This is the only place that computes them. A core's throughput is for the cycles in which the core
is busy, as the papers count them, at the core's clock. A stream top's throughput is for the steady
state of a long message, including the transfer of all words, at the stream top's clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from statistics import median
from typing import Any

from gatehash.catalog import BoundaryName, Design, Job
from gatehash.catalog.timing import Cycles
from gatehash.implement.families import TARGETS, find_target
from gatehash.implement.record import Area, Kind, Result, synth_command
from gatehash.implement.resources import Resources
from gatehash.implement.results import is_stale, load
from gatehash.implement.targets import Target
from gatehash.implement.wanted import wanted_targets
from gatehash.records.damage import is_damaged

__all__ = [
    "BOUNDARIES",
    "Figures",
    "Rate",
    "figures_at",
    "figures_of",
    "kind_words",
    "measured",
    "over",
    "unit_words",
]

BOUNDARIES: dict[BoundaryName, str] = {"core": "core", "stream": "stream top"}
"""Name of each boundary in messages."""


@dataclass(frozen=True)
class Rate:
    """Throughput: block length x clock frequency / cycles per block.

    Parameters
    ----------
    boundary : {"core", "stream"}
        The boundary of the cycles, the clock and the area.
    cycles : int or Fraction
        Clock cycles per block, of all messages that are processed at once.
    mbps : float or None
        Throughput in Mbit/s; None without a frequency.
    mbps_per_lut : float or None
        The same per look-up table for logic and memories, in Mbit/s.
    mbps_per_unit : float or None
        The same per unit of the placed design, see :attr:`Figures.units`.
    """

    boundary: BoundaryName
    cycles: int | Fraction
    mbps: float | None = None
    mbps_per_lut: float | None = None
    mbps_per_unit: float | None = None


@dataclass(frozen=True, kw_only=True)
class Figures:
    """Figures of a design on a target at a boundary; an unknown figure is None.

    Parameters
    ----------
    job : Job
        The design and its function.
    target : str
        Name of the target.
    boundary : {"core", "stream"}
        The boundary of all figures.
    result : Result or None
        The record.
    stale : bool
        Whether RTL, parameters or flow have changed since the measurement.
    reason : str or None
        The reason why there is no frequency.
    rate : Rate
        Throughput of a long message at the boundary; of a design that processes several messages
        at once that of all together.
    one_block_rate : Rate
        The same of messages of one block, the least favourable length, as At prints it.
    luts : int or None
        Look-up tables for logic and memories.
    taken : Resources or None
        Resources of the device that the design takes; the cells of a design that is not placed are
        those of its netlist. None for targets without a device.
    cells : int or None
        Combinational cells of the placed design, carry cells and memories of look-up tables
        included; the median of its runs.
    units : int or None
        Units of the target's device that the placed design takes, see
        :meth:`gatehash.implement.Resources.units`: the largest of `cells`, flip-flops, block
        memories and multipliers, each weighted by the cells that the device has for one of them.
    size : int or None
        Area for comparisons: logic cells on Xilinx devices, look-up tables on others, both with
        those for memories.
    carry_luts : int or None
        Look-up tables whose place carry cells take; `size` excludes them.
    memory_blocks : float or None
        Block memories of the target's size.
    lc_slices, lut_slices, ff_slices : float or None
        Slices for the logic cells and memories, for the look-up tables (None where two functions
        can share one), and for the flip-flops.
    slices : float or None
        Estimated slices: the largest of three counts, each divided by the logic cells of a slice,
        namely logic cells with memories, look-up tables where no two functions share one, and
        flip-flops. A Virtex-6 slice has two flip-flops for each logic cell (UG364); one is counted,
        as on Virtex-5, so that the estimate is conservative.
    """

    job: Job
    target: str
    boundary: BoundaryName
    result: Result | None
    stale: bool
    reason: str | None
    rate: Rate
    one_block_rate: Rate
    luts: int | None = None
    taken: Resources | None = None
    cells: int | None = None
    units: int | None = None
    size: int | None = None
    carry_luts: int | None = None
    memory_blocks: float | None = None
    lc_slices: float | None = None
    lut_slices: float | None = None
    ff_slices: float | None = None
    slices: float | None = None

    @property
    def command(self) -> str:
        """Command line that measures the design at this boundary."""
        return synth_command(self.job.design.name, self.target, self.boundary)

    @property
    def fresh(self) -> Result | None:
        """The record, unless it is stale."""
        return None if self.stale else self.result

    @property
    def area(self) -> Area | None:
        """Area of the design."""
        return self.result.area if self.result else None

    @property
    def fits(self) -> bool | None:
        """Whether the target's device has room for the design."""
        return self.result.fits if self.result else None

    @property
    def brief(self) -> str:
        """The reason why there is no frequency, without sizes."""
        return (self.result.unplaced if self.result else None) or self.reason or ""

    @property
    def fmax_mhz(self) -> float | None:
        """Median of the frequencies of all runs, in MHz."""
        return self.result.fmax_mhz if self.result else None

    @property
    def fmax_min_mhz(self) -> float | None:
        """Lowest frequency of all runs, in MHz."""
        return self.result.fmax_min if self.result else None

    @property
    def fmax_max_mhz(self) -> float | None:
        """Highest frequency of all runs, in MHz."""
        return self.result.fmax_max if self.result else None

    @property
    def fmax_kind(self) -> Kind | None:
        """``routed`` if all runs were, else ``placed``."""
        return self.result.fmax_kind if self.result else None

    @property
    def fmax_note(self) -> str:
        """Note on a frequency beside its kind, see :attr:`gatehash.implement.Result.fmax_note`."""
        return self.result.fmax_note if self.result else find_target(self.target).frequency_note

    @property
    def seeds(self) -> tuple[int, ...]:
        """Placement seeds of the frequencies."""
        return tuple(run.seed for run in self.result.runs) if self.result else ()

    def to_data(self) -> dict[str, Any]:
        """Return the figures as plain data for JSON."""
        area = self.area
        return {
            "lc": area.lc if area else None,
            "lut": area.lut if area else None,
            "ff": area.ff if area else None,
            "carry": area.carry if area else None,
            "lutram": area.lutram if area else None,
            "ramb36": area.ramb36 if area else None,
            "ramb18": area.ramb18 if area else None,
            "slices": self.slices,
            "cells": self.cells,
            "units": self.units,
            "fmax_mhz": self.fmax_mhz,
            "fmax_min_mhz": self.fmax_min_mhz,
            "fmax_max_mhz": self.fmax_max_mhz,
            "fmax_kind": self.fmax_kind,
            "fmax_note": self.fmax_note or None,
            "boundary": self.boundary,
            "cycles_per_block": self.rate.cycles,
            "throughput_mbps": self.rate.mbps,
            "mbps_per_unit": self.rate.mbps_per_unit,
            "throughput_per_lut": self.rate.mbps_per_lut,
            "fits": self.fits,
            "stale": self.stale,
            "reason": self.reason,
        }


def kind_words(kind: str | None, note: str | None) -> str:
    """Return what a frequency is in words: its kind, and a note if there is one.

    Examples
    --------
    >>> kind_words("routed", "estimate"), kind_words("placed", None), kind_words(None, "estimate")
    ('routed, estimate', 'placed', '')
    """
    return ", ".join(filter(None, (kind, note))) if kind else ""


def unit_words(target: Target) -> str:
    """Return what a target's units are, in words; empty where it has none.

    Examples
    --------
    >>> unit_words(find_target("ecp5"))
    'the largest of cells with carry, flip-flops, 402 x memory blocks and 536 x multipliers'
    """
    if target.resources is None:
        return ""
    cells = target.resources.cells
    others = [
        f"{float(cells / most):.3g} x {name}" if cells != most else name
        for name, most in target.resources.named()
    ]
    first = ", ".join(["cells with carry", *others[1:-1]])
    return f"the largest of {first} and {others[-1]}"


def over(value: float | None, base: float | None) -> float | None:
    """Return a quotient, or None if a number is unknown or the base is zero."""
    return None if value is None or not base else value / base


def figures_at(
    design: Design, target: str, boundary: BoundaryName, *, at_work: Job | None = None
) -> Figures:
    """Return the figures of a design from its record, or the reason why there are none.

    Parameters
    ----------
    design : Design
        The design of the record.
    target : str
        Name of the target.
    boundary : {"core", "stream"}
        The boundary.
    at_work : Job, optional
        The job of the rates; by default the principal job of `design`.

    Raises
    ------
    GatehashError
        If the target is not known or the record is damaged.
    """
    result = load(design, target, boundary)
    stale = result is not None and is_stale(result, design)
    reason = None if result else _not_measured(design, find_target(target), boundary)
    return figures_of(
        at_work or design.principal_job, result, target, boundary, stale=stale, reason=reason
    )


def figures_of(
    job: Job,
    result: Result | None,
    target: str,
    boundary: BoundaryName,
    *,
    stale: bool = False,
    reason: str | None = None,
) -> Figures:
    """Return the figures of a design and its record; nothing else computes them.

    Parameters
    ----------
    job : Job
        The job of the rates.
    result : Result or None
        The record.
    target : str
        Name of its target.
    boundary : {"core", "stream"}
        Its boundary.
    stale : bool
        Whether the record is stale.
    reason : str, optional
        The reason why there is no record.
    """
    where = find_target(target)
    block, one_block = _cycles(job.timing, boundary)
    frequency = result.fmax_mhz if result else None
    area = result.area if result else None
    luts = area.lut + area.lutram if area else None
    taken = _taken(result, where) if result else None
    placed = taken if result and result.runs else None
    units = where.resources.units(placed) if placed and where.resources else None

    def rate(each: int | Fraction) -> Rate:
        cycles, mbps = Fraction(each) / job.streams, None
        if frequency is not None:
            mbps = float(job.block_bits * frequency / cycles)
        return Rate(boundary, cycles, mbps, over(mbps, luts), over(mbps, units))

    return Figures(
        job=job,
        target=target,
        boundary=boundary,
        result=result,
        stale=stale,
        reason=result.reason if result else reason,
        rate=rate(block),
        one_block_rate=rate(one_block),
        luts=luts,
        taken=taken,
        cells=placed.cells if placed else None,
        units=units,
        **(_sizes(area, where) if area else {}),
    )


@cache
def _cycles(timing: Cycles, boundary: BoundaryName) -> tuple[int | Fraction, int]:
    """Return the cycles of a block of a long message, and those of a message of one block."""
    if boundary == "core":
        return timing.block, timing.core(1)
    return timing.steady, timing.latency(1)


def _taken(result: Result, target: Target) -> Resources | None:
    """Return the resources of the target's device that a design takes."""
    if target.resources is None:
        return None
    area, cells = result.area, result.area.tables(target)
    if result.runs:
        placed = round(median(run.comb for run in result.runs))
        cells = placed + (cells - area.lut if target.counted_apart else 0)
    multipliers = (target.multipliers.get(name, 0) * n for name, n in result.cells.items())
    return Resources(cells, area.ff, _memory_blocks(area, target), sum(multipliers, Fraction()))


def _memory_blocks(area: Area, target: Target) -> Fraction:
    """Return the block memories of the target's size."""
    return area.ramb36 + Fraction(area.ramb18 * 18, target.block_kbit)


def _sizes(area: Area, target: Target) -> dict[str, Any]:
    """Return the figures that follow from the area."""
    per_slice = target.lc_per_slice
    lc = None if area.lc is None else area.lc + area.lutram
    lut = None if target.shared_luts else area.lut + area.lutram
    filled = [over(each, per_slice) for each in (lc, lut, area.ff)]
    known = [each for each in filled if each is not None]
    return {
        "size": area.lut + area.lutram if lc is None else lc,
        "carry_luts": target.luts_per_carry * area.carry,
        "memory_blocks": float(_memory_blocks(area, target)),
        "lc_slices": filled[0],
        "lut_slices": filled[1],
        "ff_slices": over(area.ff, target.ff_per_slice),
        "slices": max(known, default=None),
    }


def measured(design: Design, boundary: BoundaryName) -> dict[str, dict[str, Any]]:
    """Return the figures of a design on every target at a boundary, as plain data for JSON.

    Returns
    -------
    dict
        For each target ``lc``, ``lut``, ``ff``, ``carry``, ``lutram``, ``ramb36``, ``ramb18``,
        ``slices`` (estimated), ``cells`` and ``units`` of the placed design, ``fmax_mhz`` (the
        median of all runs), ``fmax_min_mhz``, ``fmax_max_mhz``, ``fmax_kind``, ``fmax_note`` (what
        else a frequency is, such as an estimate, of another router, or of spread cells),
        ``boundary``, ``cycles_per_block``, ``throughput_mbps``, ``mbps_per_unit``,
        ``throughput_per_lut``, ``fits`` (whether the target's device has room), ``stale`` and
        ``reason``, which explains a figure that is None.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    return {name: figures_at(design, name, boundary).to_data() for name in TARGETS}


def _not_measured(design: Design, target: Target, boundary: BoundaryName) -> str:
    if is_damaged(design.name, target.name, boundary):
        return "record damaged"
    if target.name in wanted_targets(design):
        return f"{BOUNDARIES[boundary]} not measured"
    return (
        f"measured on request only: no published figure of {target.name} devices corresponds to it"
    )

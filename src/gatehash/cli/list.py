# SPDX-License-Identifier: Apache-2.0
"""``gatehash list``: the catalogue, with measured figures."""

from dataclasses import asdict
from fractions import Fraction
from typing import Any

from gatehash.catalog import DESIGNS, BoundaryName, Design
from gatehash.cli.measuring import noting_damage
from gatehash.cli.options import JsonOption, number, print_json, print_table, spread
from gatehash.implement import BOUNDARIES, PLACED, TARGETS, figures_at, kind_words, measured
from gatehash.records.damage import is_damaged

__all__ = ["list_"]

_MAPPED = [target for target in TARGETS.values() if target.for_all and target.unit == "lc"]
_TIMING = ("block", "load", "unload")
_HEADINGS = (
    *("design", "algorithm", "boundary", "messages", "cycles"),
    *(f"lc {target.name}" for target in _MAPPED),
    *(PLACED.unit, "units", "MHz", "min-max", "Mb/s"),
    *("per unit", f"per {PLACED.unit}", "record"),
)
# Columns that a narrow terminal does without, the first ones first; where no record is out of date
# or damaged, the one that says so goes before all others.
_SPARE = (
    *(f"lc {target.name}" for target in _MAPPED),
    *("min-max", f"per {PLACED.unit}", "messages", "units", "algorithm", "cycles", "per unit"),
)


def _entry(design: Design) -> dict[str, Any]:
    hardware, job = design.hardware, design.principal_job
    timing = job.timing
    return {
        "name": design.name,
        "family": design.family,
        "algorithms": list(design.algorithms),
        "microarchitecture": design.microarchitecture,
        "block_bits": job.block_bits,
        "digest_bits": job.digest_bits,
        "stream_bits": hardware.stream_bits,
        "streams": job.streams,
        "cycles_per_block": Fraction(timing.block) / job.streams,
        # The parameters of the cycle formula, and the figures that every formula has.
        "timing": asdict(timing) | {key: getattr(timing, key) for key in _TIMING},
        "stream": asdict(hardware.stream),
        "core": asdict(hardware.core),
        "compared": design.compared,
        "paper_rows": list(design.paper_rows),
        "measured": measured(design, design.compared),
        "measured_stream": measured(design, "stream"),
    }


def list_(as_json: JsonOption = False) -> None:
    """List every design with its cycles per block and its measured figures.

    The core takes padded messages; the stream top includes padding and interface. Cycles per block
    and Mb/s are for long messages of the algorithm, as many at once as "messages" says, of all
    together. Units are what a design takes of the device's scarcest resource: cells with carry,
    flip-flops, block memories or multipliers; the columns behind Mb/s are Mb/s per unit and per
    LUT4. A terminal shows as many columns as fit in its lines; a pipe and a file get all. --json
    has all algorithms, parameters and paper rows.
    """
    with noting_damage():
        if as_json:
            print_json([_entry(design) for design in DESIGNS.values()])
            return
        rows = [_row(design, boundary) for design in DESIGNS.values() for boundary in BOUNDARIES]
    print_table(_HEADINGS, rows, _SPARE if any(row[-1] for row in rows) else ("record", *_SPARE))


def _row(design: Design, boundary: BoundaryName) -> tuple[str, ...]:
    found = {name: figures_at(design, name, boundary) for name in TARGETS}
    placed = found[PLACED.name]
    frequency = placed.brief.removeprefix(f"{BOUNDARIES[boundary]} ").partition(":")[0]
    if placed.fmax_mhz is not None:
        words = kind_words(placed.fmax_kind, placed.fmax_note)
        frequency = f"{number(placed.fmax_mhz, 1)} {words}"
    others = len(design.algorithms) - 1
    marks = {
        "stale": any(each.stale for each in found.values()),
        "damaged": any(is_damaged(design.name, name, boundary) for name in TARGETS),
    }
    areas = [found[target.name].area for target in _MAPPED]
    return (
        design.name,
        design.principal_job.name + (f", {others} more" if others else ""),
        boundary,
        str(design.principal_job.streams),
        f"{float(placed.rate.cycles):.4g}",
        *(number(area.lc if area else None) for area in areas),
        number(placed.luts),
        number(placed.units),
        frequency,
        spread(placed.fmax_min_mhz, placed.fmax_max_mhz),
        number(placed.rate.mbps, 1),
        number(placed.rate.mbps_per_unit, 3),
        number(placed.rate.mbps_per_lut, 3),
        ", ".join(mark for mark, is_set in marks.items() if is_set),
    )

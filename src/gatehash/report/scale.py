# SPDX-License-Identifier: Apache-2.0
"""How throughput and area grow with an engine's parameters, and what a whole device would hold.

All figures are those of stream tops on the device that every design is placed on. The number of
engines in a device is a projection from the figures of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from gatehash.catalog import DESIGNS, Job, jobs_called
from gatehash.files import write_files
from gatehash.implement import figures_at, kind_words
from gatehash.implement.figures import over
from gatehash.report.charts import Panel, draw
from gatehash.report.columns import Column, Entry, Table, label
from gatehash.report.device import DEVICE, FILL, PINS, fitting
from gatehash.report.document import Picture
from gatehash.report.render import to_csv
from gatehash.report.rows import PLACED
from gatehash.report.scale_panels import best_projected, panels_of, with_throughput

__all__ = ["Scale", "scale", "scaled_algorithms", "write_scale"]


_COLUMNS = (
    label("design", "Design"),
    label("microarchitecture", "Datapath"),
    Column("streams", "Messages at once"),
    Column("cycles", "Cycles a block", "For a long message; of several at once, for each"),
    Column("luts", "LUT4", "With those of memories"),
    Column("cells", "Cells", "With carry and memories; of the netlist if not placed"),
    Column("ff", "FF"),
    Column("memory_blocks", "EBR", "Block memories of 18 Kbit"),
    Column("multipliers", "DSP", "Multipliers of 18 bits by 18"),
    Column("frequency_mhz", "MHz", "Median of the seeds that were run", 1),
    label("frequency", "Frequency is", "placed: an estimate"),
    Column("throughput_mbps", "Mb/s", "For long messages, all together", 0),
    Column("units", "Units", "Cells of the same share of the device as its scarcest resource"),
    Column("mbps_per_unit", "Mb/s per unit", "", 3),
    Column("throughput_per_lut", "Mb/s per LUT4", "", 3),
    Column(
        "ideal_percent",
        "% of ideal",
        "Relative to as many of the smallest engine as take its units",
        0,
    ),
    Column("engines", "Engines", "Projection: as many as the share of a device holds"),
    label("ended_by", "Ended by", "The resource that the projection ends at"),
    Column("projected_gbps", "Gb/s", "Projection: all of them, at the clock of one, on chip", 1),
    Column("pin_bits", "Pin bits a cycle", "Projection: bits of messages in, and of texts out", 0),
    label("pins", "Pins", "Whether the bits a cycle are more than the device has pins"),
)
_EXCEEDED = f"more than the {PINS} pins of {DEVICE}"


_UNKNOWN: Entry = dict.fromkeys(
    (
        *("luts", "carry_luts", "cells", "ff", "memory_blocks", "multipliers", "units"),
        *("frequency_mhz", "frequency_kind"),
        *("throughput_mbps", "mbps_per_unit", "throughput_per_lut"),
        *("ideal_percent", "engines", "projected_gbps", "pin_bits"),
    )
)


def _entry(job: Job, fill: float) -> Entry:
    """Return what is known of a design at work; without a fresh record only what it is."""
    found = figures_at(job.design, PLACED, "stream", at_work=job)
    own: Entry = {
        "design": job.design.name,
        "microarchitecture": job.design.microarchitecture,
        "parameters": {
            **job.design.hardware.defaults,
            **job.design.hardware.stream.parameters,
        },
        "top": job.design.hardware.stream.top,
        "streams": job.streams,
        "cycles": float(found.rate.cycles),
    }
    if found.result is None or found.stale:
        why = "stale" if found.stale else "not measured"
        return {**own, **_UNKNOWN, "frequency": why, "ended_by": "", "pins": ""}
    taken = found.taken
    assert taken is not None
    engines, ended_by = fitting(taken, fill)
    mbps = found.rate.mbps
    entry: Entry = {
        **own,
        "luts": found.luts,
        "carry_luts": found.carry_luts,
        "cells": taken.cells,
        "ff": taken.flip_flops,
        "memory_blocks": int(taken.memory_blocks),
        "multipliers": int(taken.multipliers),
        "units": found.units,
        "frequency_mhz": found.fmax_mhz,
        "frequency_kind": found.fmax_kind,
        "frequency": kind_words(found.fmax_kind, found.fmax_note) or found.brief,
        "throughput_mbps": mbps,
        "mbps_per_unit": found.rate.mbps_per_unit,
        "throughput_per_lut": found.rate.mbps_per_lut,
        "ideal_percent": None,
        "engines": engines,
        "ended_by": ended_by,
        "projected_gbps": None,
        "pin_bits": None,
        "pins": "",
    }
    if mbps is not None:
        # The text of a cipher leaves as well; digests of long messages are nothing beside them.
        ways = 1 if job.operation == "hash" else 2
        entry["projected_gbps"] = engines * mbps / 1000
        entry["pin_bits"] = float(ways * engines * job.block_bits / found.rate.cycles)
        entry["pins"] = _EXCEEDED if entry["pin_bits"] > PINS else ""
    return entry


def _size(entry: Entry) -> tuple[bool, bool, int]:
    """Return what engines are sorted by: those that are not placed stand at the end."""
    return entry["luts"] is None, entry["units"] is None, entry["units"] or entry["luts"] or 0


def scaled_algorithms() -> list[str]:
    """Return the algorithms that are a design's principal one: together, all designs run them."""
    return list(dict.fromkeys(design.principal_job.name for design in DESIGNS.values()))


@dataclass(frozen=True)
class Scale:
    """The engines of an algorithm.

    Parameters
    ----------
    algorithm : str
        Its name.
    entries : tuple of dict
        The engines, the smallest in units first, those that are not placed and those that are not
        measured last, with the fields of :attr:`table`'s columns.
    fill : float
        Share of a device's cells and flip-flops that the projection fills.
    """

    algorithm: str
    entries: tuple[Entry, ...]
    fill: float

    @property
    def _id(self) -> str:
        """Names of files and anchors: the algorithm, without the slash of SHA-512/256."""
        return f"scale-{self.algorithm.replace('/', '-')}"

    @property
    def table(self) -> Table:
        """The engines as a table."""
        share = f"{100 * self.fill:g} % of an {DEVICE}"
        title = f"{self.algorithm}: engines, and a projection to {share}"
        return Table(self._id, title, _COLUMNS, self.entries, zeros=True)

    @property
    def picture(self) -> Picture:
        """Throughput against area, and both against each parameter."""
        words = (
            "Each point is a measured stream top; squares are placed only, an estimate. The dashed "
            "line is ideal: as many of the smallest engine as take those units."
        )
        best = best_projected(self.entries)
        if best:
            words += (
                f" The triangle is a projection: {best['engines']} x {best['design']}, at the "
                f"clock of one. Among all engines it is the one whose projection to "
                f"{100 * self.fill:g} % of {DEVICE} has the highest throughput."
            )
            if best["pins"]:
                words += (
                    f" Its bits a cycle are {best['pin_bits']:.0f}, {best['pins']}: "
                    "the throughput is one inside the device."
                )
            words += (
                f" The upright lines belong to {best['design']} alone. Each stands at the units of "
                "as many as take all that the projection has of one resource: cells, flip-flops, "
                "block memories or multipliers."
            )
        alt = f"Throughput and area of the engines of {self.algorithm}"
        draws = partial(draw, self.panels(), 3)
        return Picture(self._id, self.algorithm, alt, words, draws)

    def panels(self) -> list[Panel]:
        """Return the panels of the picture."""
        return panels_of(self.entries, self.fill)

    @property
    def is_plotted(self) -> bool:
        """Whether an engine has a frequency."""
        return bool(with_throughput(self.entries))

    def to_data(self) -> dict[str, Any]:
        """Return the engines as plain data for JSON."""
        return {
            "algorithm": self.algorithm,
            "device": DEVICE,
            "device_pins": PINS,
            "fill": self.fill,
            "engines": list(self.entries),
        }


def scale(algorithms: Sequence[str] = (), fill: float = FILL) -> list[Scale]:
    """Return the engines of algorithms.

    Parameters
    ----------
    algorithms : sequence of str
        Names as :func:`~gatehash.catalog.jobs_called` takes them, such as ``skein-512-512`` or
        ``sha256``; by default :func:`scaled_algorithms`.
    fill : float
        Share of a device's cells and flip-flops that the projection fills, above 0 and up
        to 1.

    Raises
    ------
    GatehashError
        If no design runs an algorithm, or a record is damaged.
    """
    works = [jobs_called(algorithm) for algorithm in algorithms or scaled_algorithms()]
    found = []
    # Two spellings of a name are one algorithm.
    for algorithm, called in {each[0].name: each for each in works}.items():
        jobs: dict[str, Job] = {}
        for job in called:
            jobs.setdefault(job.design.name, job)  # of a cipher the first operation's
        entries = [_entry(job, fill) for job in jobs.values()]
        entries.sort(key=_size)
        slopes = [each["mbps_per_unit"] for each in entries]
        first = next((slope for slope in slopes if slope is not None), None)
        for each in entries:
            ratio = over(each["mbps_per_unit"], first)
            each["ideal_percent"] = None if ratio is None else 100 * ratio
        found.append(Scale(algorithm, tuple(entries), fill))
    return found


def write_scale(found: Sequence[Scale], out: Path) -> None:
    """Write a CSV file and the plots of each algorithm, whole or not at all.

    Parameters
    ----------
    found : sequence of Scale
        The engines of algorithms.
    out : Path
        The folder; made if need be.

    Raises
    ------
    GatehashError
        If the folder can't be written, or matplotlib is missing.
    """
    files: dict[str, bytes] = {}
    for each in found:
        rows = [
            {**row, "parameters": [f"{name}={value}" for name, value in row["parameters"].items()]}
            for row in each.entries
        ]
        if rows:
            files[f"{each.table.id}.csv"] = to_csv(rows).encode()
        if each.is_plotted:
            drawn = each.picture.draw()
            files |= {f"{each.picture.name}.{kind}": content for kind, content in drawn.items()}
    write_files(out, files, "scale")

# SPDX-License-Identifier: Apache-2.0
"""What the page of everything tells of each design, boundary and algorithm."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gatehash.catalog import BoundaryName, Design, Job
from gatehash.implement import (
    BOUNDARIES,
    TARGETS,
    Area,
    Figures,
    ModuleArea,
    Rate,
    Result,
    Target,
    figures_at,
)
from gatehash.report.render import number
from gatehash.report.tables import PLACED

__all__ = [
    "COLUMNS",
    "ByBoundary",
    "Measurement",
    "Work",
    "cycle_formulas",
    "exact",
    "flat",
    "measurements_of",
    "throughput",
    "works_of",
]

ByBoundary = Mapping[BoundaryName, Mapping[str, "Measurement"]]
"""What is known of a design, by boundary and target."""


@dataclass(frozen=True)
class Measurement:
    """What is known of a design on a target at a boundary.

    Parameters
    ----------
    target : Target
        The target.
    figures : Figures
        Its figures.
    words : str
        What its frequency is, or why there is none.
    """

    target: Target
    figures: Figures
    words: str

    @property
    def boundary(self) -> BoundaryName:
        """The boundary."""
        return self.figures.boundary

    @property
    def place(self) -> str:
        """Target and boundary in words."""
        return f"{self.target.name}, {BOUNDARIES[self.boundary]}"

    @property
    def result(self) -> Result | None:
        """The record; None if there is none, or a stale one."""
        return self.figures.fresh

    @property
    def stale(self) -> bool:
        """Whether there is a stale one."""
        return self.figures.stale

    @property
    def command(self) -> str:
        """Command line that makes it, or makes it again."""
        return self.result.command if self.result else self.figures.command

    @property
    def spread(self) -> str:
        """The lowest and the highest frequency where several seeds were run."""
        result = self.result
        if result is None or result.fmax_min is None or len(result.runs) == 1:
            return "-"
        return f"{result.fmax_min:.1f} to {result.fmax_max:.1f}"

    @property
    def critical_path(self) -> str:
        """The critical path of the median run in words; empty where none is known."""
        result = self.result
        run = result.median_run if result else None
        if result is None or run is None or run.critical_path is None:
            return ""
        of = f"seed {run.seed}"
        if len(result.runs) > 1:
            of += f", the median of {len(result.runs)}"
        return f"{of}: {run.critical_path.words}"

    @property
    def instances(self) -> tuple[_Instance, ...]:
        """What each instance takes, the top first; empty where it is not known."""
        return tuple(_instances(self.result.modules, self.target)) if self.result else ()


@dataclass(frozen=True)
class _Instance:
    """A line of the table of a design's instances.

    Parameters
    ----------
    level : int
        How many of the lines above it are around it.
    name : str
        Its name below the last of these.
    module : str
        Name of its module.
    area : Area
        What it takes.
    share : float
        Its share of the design's look-up tables, those of memories and carry counted, from 0 to 1.
    """

    level: int
    name: str
    module: str
    area: Area
    share: float


@dataclass(frozen=True)
class _Cell:
    """A cell of the catalogue's table; of figures the value tells the order."""

    text: str
    value: float | None = None


@dataclass(frozen=True)
class Work:
    """A design at work on one of its algorithms, at one boundary.

    Parameters
    ----------
    job : Job
        The design at work on the algorithm.
    label : str
        Algorithm, and operation of a cipher.
    figures : Figures
        Its figures on the target that the frequency is of.
    measurements : mapping
        What was measured at the boundary, by target.
    """

    job: Job
    label: str
    figures: Figures
    measurements: Mapping[str, Measurement]

    @property
    def boundary(self) -> BoundaryName:
        """The boundary of all figures."""
        return self.figures.boundary

    @property
    def placed(self) -> Result | None:
        """The measurement that the frequency is of."""
        return self.figures.fresh

    @property
    def rate(self) -> Rate | None:
        """Throughput of one long message."""
        return self.figures.rate if self.placed else None

    @property
    def streams(self) -> str:
        """Tell of messages that are worked on at once."""
        streams = self.job.streams
        return f"{streams} messages at once" if streams > 1 else ""

    @property
    def cells(self) -> tuple[_Cell, ...]:
        """The figures of the catalogue's table."""
        found, rate = self.placed, self.rate
        area, frequency = (found.area, found.fmax_mhz) if found else (None, None)
        mbps, per_lut = (rate.mbps, rate.mbps_per_lut) if rate else (None, None)
        cycles = self.figures.rate.cycles
        return (
            _figure(float(cycles), exact(cycles)),
            *(_cells_of(self.measurements[name]) for name in ("xc5v", "xc6v")),
            _figure(self.figures.luts if found else None),
            _figure(area.ff if area else None),
            _figure(area.ramb18 if area else None),
            _figure(frequency, number(frequency, 1)),
            _Cell(self.measurements[PLACED].words),
            _figure(mbps, throughput(mbps)),
            _figure(per_lut, number(per_lut, 3)),
        )


COLUMNS = (
    ("Design", False),
    ("Family", False),
    ("Algorithm", False),
    ("Boundary", False),
    ("Cycles a block", True),
    ("lc xc5v", True),
    ("lc xc6v", True),
    ("LUT4", True),
    ("FF", True),
    ("BRAM", True),
    ("MHz", True),
    ("Frequency is", False),
    ("Mb/s", True),
    ("Mb/s per LUT4", True),
)


def exact(value: float | Fraction | None) -> str:
    """Write cycles: whole numbers as such, else rounded."""
    return number(None if value is None else round(float(value), 3))


def throughput(value: float | None) -> str:
    """Write Mbit/s, with a decimal where they are few."""
    return number(value, 0 if value is None or value >= 100 else 1)


def _figure(value: float | None, text: str | None = None) -> _Cell:
    return _Cell(number(value) if text is None else text, value)


def measurements_of(design: Design) -> ByBoundary:
    """Return what is known where the paper measured and at the stream top."""
    return {
        boundary: {
            name: _measurement(figures_at(design, name, boundary), target)
            for name, target in TARGETS.items()
        }
        for boundary in dict.fromkeys((design.compared, "stream"))
    }


def _measurement(found: Figures, target: Target) -> Measurement:
    if found.stale:
        words = "stale: measured before the design changed, and not shown"
    else:
        words = str(found.fmax_kind or found.reason).removeprefix(f"{target.name}: ")
    return Measurement(target, found, words)


def flat(measurements: ByBoundary) -> Iterator[Measurement]:
    """Return all measurements of a design."""
    for by_target in measurements.values():
        yield from by_target.values()


def _instances(modules: Sequence[ModuleArea], target: Target) -> Iterator[_Instance]:
    total = sum(module.area.tables(target) for module in modules)
    around: list[str] = []
    for module in modules:
        while around and not module.instance.startswith(around[-1]):
            around.pop()
        name = module.instance.removeprefix(around[-1]) if around else module.instance
        level = len(around) + bool(module.instance)
        share = module.area.tables(target) / total if total else 0.0
        yield _Instance(level, name, module.module, module.area, share)
        if module.instance:
            around.append(f"{module.instance}.")


def works_of(design: Design, measurements: ByBoundary) -> Iterator[Work]:
    """Return a design at work on each of its algorithms at each boundary."""
    for job in design.jobs.values():
        operation = "" if job.hashes else f", {job.operation}"
        for boundary, by_target in measurements.items():
            found = figures_at(design, PLACED, boundary, at_work=job)
            yield Work(job, job.name + operation, found, by_target)


def _cells_of(measurement: Measurement) -> _Cell:
    if measurement.result:
        return _figure(measurement.result.area.lc)
    return _Cell("stale" if measurement.stale else "-")


def cycle_formulas(job: Job) -> dict[str, str]:
    """Return the cycle formulas of N blocks, a dash where there is none of that form."""
    timing = job.timing
    return {
        "core": _formula(timing.block, timing.core),
        "stream": _formula(timing.steady, timing.latency),
    }


def _formula(slope: int | Fraction, cycles: Callable[[int], int]) -> str:
    rest = cycles(1) - slope
    if any(cycles(blocks) != slope * blocks + rest for blocks in (2, 9, 600)):
        return "-"
    sign = f" {'+' if rest > 0 else '-'} {abs(rest)}" if rest else ""
    return f"{slope} N{sign}"

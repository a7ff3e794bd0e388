# SPDX-License-Identifier: Apache-2.0
"""Measurements: what a job is, its limits, and the runs that it still lacks."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from gatehash.catalog import BoundaryName, Design
from gatehash.errors import GatehashError
from gatehash.implement.families import find_target
from gatehash.implement.record import TIME_LIMIT, Result, Run
from gatehash.implement.results import load
from gatehash.implement.source import Measurement, digest
from gatehash.implement.targets import Target
from gatehash.implement.tools import tool_versions
from gatehash.paths import cache_root
from gatehash.records.store import inputs_of, text_of

__all__ = [
    "LEAST_MEMORY_GIB",
    "MOST_SECONDS",
    "MOST_SEEDS",
    "QUICK_SEEDS",
    "SYNTHESIS_LIMIT",
    "Job",
    "Limits",
    "check_seeds",
    "is_final",
    "open_seeds",
    "step_name",
]

SYNTHESIS_LIMIT = 4 * 3600
"""Seconds of CPU time that a synthesis may take by default."""

MOST_SECONDS = 10_000_000
"""Highest limit of CPU time, in seconds."""

MOST_SEEDS = 1000
"""Highest number of runs of place and route."""

QUICK_SEEDS = 3
"""Default number of runs of place and route if the first takes under five minutes."""

_QUICK_SECONDS = 300
LEAST_MEMORY_GIB = 0.5
"""Lowest limit of memory in GiB."""
_MOST_MEMORY_GIB = 1_000_000


@dataclass(frozen=True)
class Limits:
    """Limits of a step.

    Parameters
    ----------
    time : float
        Seconds of CPU time of a run of place and route, after which the estimate after placement is
        kept.
    synthesis : float
        Seconds of CPU time of a synthesis, after which it fails.
    memory : float, optional
        GiB of data of a tool, at least 0.5; a tool that allocates more fails.
    """

    time: float = TIME_LIMIT
    synthesis: float = SYNTHESIS_LIMIT
    memory: float | None = None

    def __post_init__(self) -> None:
        for name, seconds in (("time", self.time), ("synthesis", self.synthesis)):
            if not 0 < seconds <= MOST_SECONDS:
                raise GatehashError(
                    f"{name} limit is {seconds}; it must be more than 0 seconds, "
                    f"and at most {MOST_SECONDS}"
                )
        if self.memory is None:
            return
        if not LEAST_MEMORY_GIB <= self.memory <= _MOST_MEMORY_GIB:
            raise GatehashError(
                f"memory limit is {self.memory}; it must be {LEAST_MEMORY_GIB} GiB or more, "
                f"and at most {_MOST_MEMORY_GIB}"
            )


@dataclass(frozen=True)
class Job:
    """One measurement.

    Parameters
    ----------
    design : Design
        The design.
    target : Target
        The target.
    boundary : {"core", "stream"}
        The boundary of the design that is measured.
    tools : mapping
        Versions of the tools.
    inputs : mapping
        Digests of all other inputs, see :data:`gatehash.implement.source.INPUTS`.
    text : str
        Digest of the RTL text, see :func:`gatehash.records.store.text_of`.
    results : Path, optional
        Folder of its record; the library's own by default.
    """

    design: Design
    target: Target
    boundary: BoundaryName
    tools: Mapping[str, str]
    inputs: Mapping[str, str]
    text: str
    results: Path | None = None

    @classmethod
    def of(
        cls, design: Design, target: str, boundary: BoundaryName, results: Path | None = None
    ) -> Self:
        """Return the job of a design with the present RTL and tools of this machine.

        Raises
        ------
        GatehashError
            If the target is not known or a tool is missing.
        """
        found = find_target(target)
        tools = tool_versions(found)
        subject = Measurement(design, found, boundary)
        inputs, text = inputs_of(subject), text_of(subject)
        return cls(design, found, boundary, tools, inputs, text, results)

    @property
    def label(self) -> str:
        """The job in words."""
        return f"{self.design.name} {self.boundary} on {self.target.name}"

    @property
    def sources(self) -> tuple[str, str, tuple[tuple[str, str], ...]]:
        """Digests of inputs and text, and the tools: equal where the work is the same."""
        return digest(dict(self.inputs)), self.text, tuple(sorted(self.tools.items()))

    @property
    def folder(self) -> Path:
        """Work folder, whose name depends on all inputs of the netlist, and on names in the RTL."""
        digest = hashlib.sha256(repr(self.sources).encode()).hexdigest()
        name = f"{self.design.name}.{self.boundary}.{self.target.name}-{digest[:16]}"
        return cache_root() / "implement" / name

    def stored(self) -> Result | None:
        """Return the stored result if it is of this netlist, flow and tools.

        Raises
        ------
        GatehashError
            If the record is damaged.
        """
        result = load(self.design, self.target.name, self.boundary, self.results)
        if result and result.inputs == self.inputs and dict(result.tools) == dict(self.tools):
            return result
        return None


def check_seeds(seeds: int | None) -> None:
    """Raise GatehashError for a number of seeds that is out of range."""
    if seeds is not None and not 1 <= seeds <= MOST_SEEDS:
        raise GatehashError(f"seeds is {seeds}; it must be from 1 to {MOST_SEEDS}")


def open_seeds(
    result: Result,
    seeds: int | None,
    time_limit: float,
    done: frozenset[int] = frozenset(),
    *,
    force: bool = False,
) -> tuple[int, ...]:
    """Return the seeds that are missing and may run now, side by side.

    Parameters
    ----------
    result : Result
        The result so far.
    seeds : int or None
        Number of seeds that are wanted; None decides by the time of the first run.
    time_limit : float
        Seconds of CPU time that a run may take.
    done : frozenset of int
        Seeds that are not repeated, whatever their outcome.
    force : bool
        Whether all others are repeated.
    """
    if result.misfit or not find_target(result.target).place_and_route:
        return ()
    runs = {run.seed: run for run in result.runs}

    def settled(seed: int) -> bool:
        if seed in done:
            return seed in runs
        return not force and seed in runs and is_final(runs[seed], time_limit)

    if seeds is None:
        if not settled(1):
            return (1,)
        seeds = QUICK_SEEDS if runs[1].seconds < _QUICK_SECONDS else 1
    return tuple(seed for seed in range(1, seeds + 1) if not settled(seed))


def is_final(run: Run, time_limit: float) -> bool:
    """Whether a run can't improve with so many seconds for each attempt."""
    return run.kind == "routed" or (run.limit or run.seconds) >= time_limit


def step_name(job: Job, seed: int | None) -> str:
    """Return the name of a step: synthesis, or a run of place and route."""
    return f"{job.label}, " + ("synthesis" if seed is None else f"seed {seed}")

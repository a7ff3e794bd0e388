# SPDX-License-Identifier: Apache-2.0
"""What is measured, within which limits, and which runs it still lacks."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from gatehash.catalog import BoundaryName, Design
from gatehash.errors import GatehashError
from gatehash.implement.record import Result, Run
from gatehash.implement.results import load
from gatehash.implement.source import source_key
from gatehash.implement.targets import Target, find_target
from gatehash.implement.tools import tool_versions
from gatehash.paths import cache_root

__all__ = [
    "LEAST_MEMORY_GIB",
    "MOST_SECONDS",
    "MOST_SEEDS",
    "QUICK_SEEDS",
    "SYNTHESIS_LIMIT",
    "TIME_LIMIT",
    "Job",
    "Limits",
    "check_seeds",
    "is_final",
    "open_seeds",
    "step_name",
]

TIME_LIMIT = 300
"""Seconds of CPU time that a run of place and route may take by default."""

SYNTHESIS_LIMIT = 4 * 3600
"""Seconds of CPU time that a synthesis may take by default."""

MOST_SECONDS = 10_000_000
"""Highest limit of CPU time, in seconds."""

MOST_SEEDS = 1000
"""Highest number of runs of place and route."""

QUICK_SEEDS = 3
"""Runs of place and route by default where the first takes under five minutes."""

_QUICK_SECONDS = 300
LEAST_MEMORY_GIB = 0.5
"""Least that a limit of memory may be."""
_MOST_MEMORY_GIB = 1_000_000


@dataclass(frozen=True)
class Limits:
    """What a step may take.

    Parameters
    ----------
    time : float
        Seconds of CPU time for a run of place and route; then its estimate after placement has to
        do.
    synthesis : float
        Seconds of CPU time for a synthesis; then it has failed.
    memory : float, optional
        GiB of data that a tool may hold, at least 0.5; a tool that wants more fails.
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
    """What is measured, and with which tools.

    Parameters
    ----------
    design : Design
        The design.
    target : Target
        The target.
    boundary : {"core", "stream"}
        What is measured of the design.
    tools : mapping
        Versions of the tools.
    key : str
        Hash of all else that the result depends on, see
        :func:`gatehash.implement.source.source_key`.
    results : Path, optional
        Folder of its record; the library's own by default.
    """

    design: Design
    target: Target
    boundary: BoundaryName
    tools: Mapping[str, str]
    key: str
    results: Path | None = None

    @classmethod
    def of(
        cls, design: Design, target: str, boundary: BoundaryName, results: Path | None = None
    ) -> Self:
        """Return the job of a design with the RTL and the tools as they are here and now.

        Raises
        ------
        GatehashError
            If the target is not known or a tool is missing.
        """
        found = find_target(target)
        key = source_key(design, found, boundary)
        return cls(design, found, boundary, tool_versions(found), key, results)

    @property
    def label(self) -> str:
        """What the job is, in words."""
        return f"{self.design.name} {self.boundary} on {self.target.name}"

    @property
    def folder(self) -> Path:
        """Work folder; its name changes with all that a netlist depends on."""
        parts = hashlib.sha256(repr((self.key, sorted(self.tools.items()))).encode())
        name = f"{self.design.name}.{self.boundary}.{self.target.name}-{parts.hexdigest()[:16]}"
        return cache_root() / "implement" / name

    def stored(self) -> Result | None:
        """Return the stored result if it is of this RTL and of these tools.

        Raises
        ------
        GatehashError
            If the record is damaged.
        """
        result = load(self.design, self.target.name, self.boundary, self.results)
        if result and result.source_key == self.key and dict(result.tools) == dict(self.tools):
            return result
        return None


def check_seeds(seeds: int | None) -> None:
    """Refuse numbers of seeds that make no sense.

    Raises
    ------
    GatehashError
        If there is one.
    """
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
        What there is.
    seeds : int or None
        How many seeds are wanted; None leaves it to how long the first run took.
    time_limit : float
        Seconds of CPU time that a run may take.
    done : frozenset of int
        Seeds that are not to be repeated whatever came of them.
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
    """Whether a run would come out no better in so many seconds."""
    return run.kind == "routed" or run.seconds >= time_limit


def step_name(job: Job, seed: int | None) -> str:
    """Name of a step in words: synthesis, or a run of place and route."""
    return f"{job.label}, " + ("synthesis" if seed is None else f"seed {seed}")

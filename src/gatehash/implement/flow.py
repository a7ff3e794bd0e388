# SPDX-License-Identifier: Apache-2.0
"""From a design to its result: synthesis, place and route, and what can be used again."""

from __future__ import annotations

import fcntl
import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from gatehash.catalog import BoundaryName, Design
from gatehash.errors import GatehashError
from gatehash.implement.results import Result, Run, count_area, load, store, synth_command
from gatehash.implement.scripts import NETLIST, STATISTICS, design_script
from gatehash.implement.source import source_key
from gatehash.implement.targets import Target, find_target
from gatehash.implement.tools import (
    Progress,
    Statistics,
    place_and_route,
    read_statistics,
    run_yosys,
    tool_versions,
)
from gatehash.paths import cache_root, rtl_root

__all__ = ["TIME_LIMIT", "implement", "next_seed"]

TIME_LIMIT = 300
"""Seconds that a run of place and route may take by default."""

_QUICK_SECONDS = 300
_QUICK_SEEDS = 3


@dataclass(frozen=True)
class _Job:
    """What is measured, and with which tools."""

    design: Design
    target: Target
    boundary: BoundaryName
    tools: Mapping[str, str]
    key: str

    @property
    def label(self) -> str:
        return f"{self.design.name} {self.boundary} on {self.target.name}"

    @property
    def folder(self) -> Path:
        """Work folder; its name changes with all that a netlist depends on."""
        parts = hashlib.sha256(repr((self.key, sorted(self.tools.items()))).encode())
        name = f"{self.design.name}.{self.boundary}.{self.target.name}-{parts.hexdigest()[:16]}"
        return cache_root() / "implement" / name

    def stored(self) -> Result | None:
        """Return the stored result if it is of this RTL and of these tools."""
        result = load(self.design, self.target.name, self.boundary)
        if result and result.source_key == self.key and dict(result.tools) == dict(self.tools):
            return result
        return None


def implement(
    design: Design,
    target: str,
    boundary: BoundaryName,
    *,
    seeds: int | None = None,
    time_limit: float = TIME_LIMIT,
    progress: Progress | None = None,
) -> Result:
    """Measure a design on a target, as far as its stored result does not tell already.

    A design that is too large for the target's device is not placed and routed; its result has no
    runs and says so, see :attr:`gatehash.implement.Result.misfit`.

    Each step that is done is stored at once, so that an interruption loses no more than the one
    under way. A run that was not routed in time is repeated when there is more time than it had.

    Parameters
    ----------
    design : Design
        The design.
    target : str
        Name of the target.
    boundary : {"core", "stream"}
        What is measured of it.
    seeds : int, optional
        Runs of place and route, seeds 1 to `seeds`. By default three where the first takes under
        five minutes, else one.
    time_limit : float
        Seconds that each run may take; then its estimate after placement has to do.
    progress : callable, optional
        Called with a line of text whenever there is something to tell.

    Returns
    -------
    Result
        The result, with at least the runs asked for where the design fits.

    Raises
    ------
    GatehashError
        If the target is not known, a tool is missing or fails, or a record can't be read or
        written.
    """
    if seeds is not None and seeds < 1:
        raise GatehashError(f"seeds is {seeds}; it must be 1 or more")
    if not time_limit > 0:
        raise GatehashError(f"time_limit is {time_limit}; it must be more than 0 seconds")
    found = find_target(target)
    job = _Job(design, found, boundary, tool_versions(found), source_key(design, found, boundary))
    result = job.stored()
    if result and next_seed(result, seeds, time_limit) is None:
        return result
    with _work_folder(job.folder):
        return _measure(job, seeds, time_limit, progress or _silent)


def next_seed(
    result: Result, seeds: int | None, time_limit: float, done: frozenset[int] = frozenset()
) -> int | None:
    """Return the seed to run next, None if there are enough.

    Parameters
    ----------
    result : Result
        What there is.
    seeds : int or None
        How many seeds are wanted; None leaves it to how long the first run took.
    time_limit : float
        Seconds that a run may take.
    done : frozenset of int
        Seeds that are not to be repeated whatever came of them.
    """
    if result.misfit or not find_target(result.target).place_and_route:
        return None
    runs = {run.seed: run for run in result.runs}

    def settled(seed: int) -> bool:
        run = runs.get(seed)
        return run is not None and (
            seed in done or run.kind == "routed" or run.seconds >= time_limit
        )

    if not settled(1):
        return 1
    quick = runs[1].seconds < _QUICK_SECONDS
    wanted = seeds or (_QUICK_SEEDS if quick else 1)
    return next((seed for seed in range(2, wanted + 1) if not settled(seed)), None)


def _measure(job: _Job, seeds: int | None, time_limit: float, progress: Progress) -> Result:
    # Another process may have measured while this one waited for the folder.
    result = job.stored()
    if result is None:
        result = _synthesised(job, progress)
        store(result)
        if result.misfit:
            progress(f"{job.label}: {result.misfit}")
    done: set[int] = set()
    while (seed := next_seed(result, seeds, time_limit, frozenset(done))) is not None:
        _netlist(job, progress)
        result = result.with_runs(_run(job, seed, time_limit, progress))
        done.add(seed)
        store(result)
    return result


def _run(job: _Job, seed: int, time_limit: float, progress: Progress) -> Run:
    what = f"{job.label}, seed {seed}"
    progress(f"{what}: placing and routing, at most {time_limit:g} s")
    run = place_and_route(
        job.target, seed, job.folder, time_limit=time_limit, what=what, progress=progress
    )
    progress(f"{what}: {run.fmax_mhz:.2f} MHz {run.kind}, {run.seconds:.0f} s")
    return run


def _synthesised(job: _Job, progress: Progress) -> Result:
    counted = _netlist(job, progress)
    module = job.design.boundary(job.boundary)
    return Result(
        design=job.design.name,
        target=job.target.name,
        boundary=job.boundary,
        top=module.top,
        parameters=dict(module.parameters),
        source_key=job.key,
        tools=job.tools,
        command=synth_command(job.design.name, job.target.name, job.boundary),
        area=count_area(job.target, counted.cells, counted.lc),
        cells=counted.cells,
    )


def _netlist(job: _Job, progress: Progress) -> Statistics:
    """Synthesise unless the work folder has the netlist already; return the cell counts."""
    finished = job.folder / "finished"
    if not finished.is_file():
        for left_over in (NETLIST, STATISTICS):
            (job.folder / left_over).unlink(missing_ok=True)
        what = f"{job.label}, synthesis"
        progress(f"{what}: started")
        run_yosys(_script(job), job.folder, what=what, progress=progress)
        if source_key(job.design, job.target, job.boundary) != job.key:
            raise GatehashError(f"{what}: the RTL changed meanwhile; run again")
        finished.touch()
    try:
        return read_statistics(job.folder)
    except (KeyError, TypeError, ValueError, OSError) as error:
        finished.unlink(missing_ok=True)
        raise GatehashError(
            f"{job.label}: cell counts in '{job.folder}' can't be read; run again"
        ) from error


def _script(job: _Job) -> str:
    """Script of the job; the work folder's ``rtl`` stands for the RTL's folder."""
    link = job.folder / "rtl"
    link.unlink(missing_ok=True)
    link.symlink_to(rtl_root(), target_is_directory=True)
    return design_script(job.design, job.target, job.boundary)


@contextmanager
def _work_folder(folder: Path) -> Iterator[None]:
    """Make the work folder and keep other processes out of it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "lock").open("w") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
    except OSError as error:
        raise GatehashError(
            f"can't write the cache folder '{folder}': {error.strerror or error}; "
            "set GATEHASH_CACHE to a folder that can be written"
        ) from error


def _silent(_line: str) -> None:
    pass

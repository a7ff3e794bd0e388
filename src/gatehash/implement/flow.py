# SPDX-License-Identifier: Apache-2.0
"""From a design to its result: synthesis, place and route, and what can be used again.

The work is cut into steps, synthesis and a run of place and route for each seed. A step writes to
its work folder alone and returns what it found, so that it may run on another machine; whoever
asked for it adds that to the record, see :func:`keep`.
"""

from __future__ import annotations

import fcntl
import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import msgspec
from msgspec.structs import replace

from gatehash.catalog import BoundaryName, Design
from gatehash.errors import GatehashError
from gatehash.implement.hierarchy import Origins
from gatehash.implement.record import Result, Run, checked, count_area, synth_command
from gatehash.implement.results import load, store
from gatehash.implement.scripts import NETLIST, STATISTICS, design_script, hierarchy_script
from gatehash.implement.source import source_key
from gatehash.implement.targets import Target, find_target
from gatehash.implement.tools import (
    Progress,
    Statistics,
    place_and_route,
    read_origins,
    read_statistics,
    run_yosys,
    tool_versions,
)
from gatehash.paths import cache_root, rtl_root

__all__ = [
    "QUICK_SEEDS",
    "TIME_LIMIT",
    "Job",
    "check_limits",
    "implement",
    "keep",
    "measure",
    "next_seed",
    "open_seeds",
    "step_name",
]

TIME_LIMIT = 300
"""Seconds that a run of place and route may take by default."""

QUICK_SEEDS = 3
"""Runs of place and route by default where the first takes under five minutes."""

_QUICK_SECONDS = 300
_FINISHED = "finished"
_ORIGINS = "origins.json"


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
    """

    design: Design
    target: Target
    boundary: BoundaryName
    tools: Mapping[str, str]
    key: str

    @classmethod
    def of(cls, design: Design, target: str, boundary: BoundaryName) -> Self:
        """Return the job of a design with the RTL and the tools as they are here and now.

        Raises
        ------
        GatehashError
            If the target is not known or a tool is missing.
        """
        found = find_target(target)
        return cls(
            design, found, boundary, tool_versions(found), source_key(design, found, boundary)
        )

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
    check_limits(seeds, time_limit)
    job = Job.of(design, target, boundary)
    tell = progress or _silent
    result = job.stored() or keep(job, measure(job, None, progress=tell))
    done: set[int] = set()
    while (seed := next_seed(result, seeds, time_limit, frozenset(done))) is not None:
        result = keep(job, measure(job, seed, time_limit, progress=tell))
        done.add(seed)
    return result


def check_limits(seeds: int | None, time_limit: float) -> None:
    """Refuse numbers of seeds and seconds that make no sense.

    Raises
    ------
    GatehashError
        If there is one.
    """
    if seeds is not None and seeds < 1:
        raise GatehashError(f"seeds is {seeds}; it must be 1 or more")
    if not time_limit > 0:
        raise GatehashError(f"time_limit is {time_limit}; it must be more than 0 seconds")


def open_seeds(
    result: Result, seeds: int | None, time_limit: float, done: frozenset[int] = frozenset()
) -> tuple[int, ...]:
    """Return the seeds that are missing and may run now, side by side.

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
        return ()
    runs = {run.seed: run for run in result.runs}

    def settled(seed: int) -> bool:
        return seed in runs and (seed in done or _is_final(runs[seed], time_limit))

    if seeds is None:
        if not settled(1):
            return (1,)
        seeds = QUICK_SEEDS if runs[1].seconds < _QUICK_SECONDS else 1
    return tuple(seed for seed in range(1, seeds + 1) if not settled(seed))


def next_seed(
    result: Result, seeds: int | None, time_limit: float, done: frozenset[int] = frozenset()
) -> int | None:
    """Return the first of :func:`open_seeds`, None if there are enough."""
    return next(iter(open_seeds(result, seeds, time_limit, done)), None)


def _is_final(run: Run, time_limit: float) -> bool:
    """Whether a run would come out no better in so many seconds."""
    return run.kind == "routed" or run.seconds >= time_limit


def step_name(job: Job, seed: int | None) -> str:
    """Name of a step in words: synthesis, or a run of place and route."""
    return f"{job.label}, " + ("synthesis" if seed is None else f"seed {seed}")


def measure(
    job: Job, seed: int | None, time_limit: float = TIME_LIMIT, *, progress: Progress
) -> Result:
    """Do one step of a job, as far as its work folder does not tell already; store no record.

    Steps of one job may go on side by side, in several processes too: each waits for one that is
    the same, or that it needs.

    Parameters
    ----------
    job : Job
        The job.
    seed : int or None
        Seed of a run of place and route; None for synthesis alone. A run whose netlist is not in
        the work folder synthesises first.
    time_limit : float
        Seconds that a run may take; then its estimate after placement has to do.
    progress : callable
        Called with a line of text whenever there is something to tell; where it raises an
        exception, the tool under way is ended.

    Returns
    -------
    Result
        The result with the run that was done, or without any.

    Raises
    ------
    GatehashError
        If a tool fails or the work folder can't be used.
    """
    with _locked(job, "lock"):
        counted = _netlist(job, progress)
        origins = _origins(job, progress)
    result = _result(job, counted, origins)
    if seed is None:
        if result.misfit:
            progress(f"{job.label}: {result.misfit}")
        return result
    with _locked(job, f"seed-{seed}.lock"):
        return result.with_runs(_run(job, seed, time_limit, origins, progress))


def keep(job: Job, result: Result) -> Result:
    """Add what a step found to the record of its job.

    Runs that the record has already, perhaps from another process meanwhile, stay.

    Returns
    -------
    Result
        All that the record tells now.

    Raises
    ------
    GatehashError
        If the record can't be read or written.
    """
    with _locked(job, "record.lock"):
        known = replace(job.stored() or result, modules=result.modules)
        merged = known.with_runs(*result.runs)
        store(merged)
    return merged


def _run(job: Job, seed: int, time_limit: float, origins: Origins, progress: Progress) -> Run:
    """Place and route unless the work folder has the outcome already."""
    kept = job.folder / f"run-{seed}.json"
    run = _kept_run(kept)
    if run is not None and _is_final(run, time_limit):
        return run
    what = step_name(job, seed)
    progress(f"{what}: placing and routing, at most {time_limit:g} s")
    try:
        run = checked(
            place_and_route(
                job.target,
                seed,
                job.folder,
                origins=origins,
                time_limit=time_limit,
                what=what,
                progress=progress,
            )
        )
    except (KeyError, TypeError, ValueError) as error:
        raise GatehashError(
            f"{what}: the report in '{job.folder}' can't be read; run again"
        ) from error
    progress(f"{what}: {run.fmax_mhz:.2f} MHz {run.kind}, {run.seconds:.0f} s")
    part = kept.with_suffix(".part")
    part.write_bytes(msgspec.json.encode(run))
    part.replace(kept)
    return run


def _kept_run(path: Path) -> Run | None:
    """Outcome of an earlier run that no record has yet; None for none, or one cut short."""
    try:
        run = msgspec.json.decode(path.read_bytes(), type=Run)
    except (FileNotFoundError, ValueError):
        return None
    # One from before critical paths were noted is run again.
    return None if run.kind == "routed" and run.critical_path is None else run


def _result(job: Job, counted: Statistics, origins: Origins) -> Result:
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
        modules=origins.modules,
    )


def _netlist(job: Job, progress: Progress) -> Statistics:
    """Synthesise unless the work folder has the netlist already; return the cell counts."""
    finished = job.folder / _FINISHED
    if not finished.is_file():
        for left_over in (NETLIST, STATISTICS, _ORIGINS):
            (job.folder / left_over).unlink(missing_ok=True)
        what = f"{job.label}, synthesis"
        progress(f"{what}: started")
        _link_rtl(job)
        script = design_script(job.design, job.target, job.boundary)
        run_yosys(script, job.folder, what=what, progress=progress)
        _check_unchanged(job, what)
        finished.touch()
    try:
        return read_statistics(job.folder)
    except (KeyError, TypeError, ValueError, OSError) as error:
        finished.unlink(missing_ok=True)
        raise GatehashError(
            f"{job.label}: cell counts in '{job.folder}' can't be read; run again"
        ) from error


def _origins(job: Job, progress: Progress) -> Origins:
    """Find out where the netlist's cells come from, unless the work folder tells already."""
    if not job.target.place_and_route:
        return Origins((), {})
    path = job.folder / _ORIGINS
    with suppress(FileNotFoundError, ValueError):
        return Origins.read(path)
    what = f"{job.label}, hierarchy"
    _link_rtl(job)
    script = hierarchy_script(job.design, job.target, job.boundary)
    run_yosys(script, job.folder, name="hierarchy", what=what, progress=progress)
    _check_unchanged(job, what)
    try:
        origins = read_origins(job.folder, job.target)
    except (KeyError, TypeError, ValueError, OSError) as error:
        (job.folder / _FINISHED).unlink(missing_ok=True)
        raise GatehashError(
            f"{what}: netlist in '{job.folder}' can't be read; run again"
        ) from error
    origins.write(path)
    return origins


def _check_unchanged(job: Job, what: str) -> None:
    if source_key(job.design, job.target, job.boundary) != job.key:
        raise GatehashError(f"{what}: the RTL changed meanwhile; run again")


def _link_rtl(job: Job) -> None:
    """Let ``rtl`` in the work folder stand for the RTL's folder."""
    link = job.folder / "rtl"
    link.unlink(missing_ok=True)
    link.symlink_to(rtl_root(), target_is_directory=True)


@contextmanager
def _locked(job: Job, name: str) -> Iterator[None]:
    """Make the work folder and keep other processes out of a part of it."""
    folder = job.folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / name).open("w") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
    except OSError as error:
        raise GatehashError(
            f"can't write the cache folder '{folder}': {error.strerror or error}; "
            "set GATEHASH_CACHE to a folder that can be written"
        ) from error


def _silent(_line: str) -> None:
    pass

# SPDX-License-Identifier: Apache-2.0
"""The steps of a measurement: synthesis, and a run of place and route for each seed.

A step writes only to its work folder and returns its result, so that it can run on another machine.
The caller adds the result to the record, see :func:`keep`.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from gatehash.cache import locked
from gatehash.errors import GatehashError
from gatehash.files import write_whole
from gatehash.implement.elaborated import text_digest
from gatehash.implement.hierarchy import Origins
from gatehash.implement.job import (
    Job,
    Limits,
    is_final,
    step_name,
)
from gatehash.implement.placing import place_and_route
from gatehash.implement.reading import Statistics, read_origins, read_statistics
from gatehash.implement.record import Result, Run, checked, count_area, synth_command
from gatehash.implement.results import store
from gatehash.implement.scripts import (
    DIVIDED,
    NETLIST,
    STATISTICS,
    design_script,
    hierarchy_script,
)
from gatehash.implement.targets import Device
from gatehash.implement.tools import Progress, run_yosys
from gatehash.paths import rtl_root

__all__ = ["keep", "measure"]

_FINISHED = "finished"
_ORIGINS = "origins.json"


def measure(
    job: Job, seed: int | None, limits: Limits, *, force: bool = False, progress: Progress
) -> Result:
    """Do one step of a job, as far as its work folder lacks it; store no record.

    Steps of one job may run side by side, in several threads or processes: each waits for an equal
    step, or one that it needs.

    Parameters
    ----------
    job : Job
        The job.
    seed : int or None
        Seed of a run of place and route; None for synthesis alone. A run without a netlist in the
        work folder synthesises first.
    limits : Limits
        Limits of the tools.
    force : bool
        Whether to repeat a step that the work folder has.
    progress : callable
        Called with each line of text that reports progress; an exception in it ends the tool.

    Returns
    -------
    Result
        The result with this run, or without runs.

    Raises
    ------
    GatehashError
        If a tool fails or the work folder can't be used.
    """
    with locked(job.folder, "lock"):
        if force and seed is None:
            (job.folder / _FINISHED).unlink(missing_ok=True)
        counted = _netlist(job, limits, progress)
        origins = _origins(job, limits, progress)
    result = _result(job, counted, origins)
    if seed is None:
        return result
    with locked(job.folder, f"seed-{seed}.lock"):
        if force:
            _outcome(job, seed).unlink(missing_ok=True)
        return result.with_runs(_run(job, seed, limits, origins, result.device, progress))


def keep(job: Job, result: Result) -> Result:
    """Add the result of a step to the record of its job, and return the record.

    Runs that the record has already, perhaps from another process meanwhile, stay.

    Raises
    ------
    GatehashError
        If the record can't be read or written.
    """
    with locked(job.folder, "record.lock"):
        known = job.stored()
        merged = replace(result, runs=known.runs if known else ()).with_runs(*result.runs)
        store(merged, job.results)
    return merged


def _outcome(job: Job, seed: int) -> Path:
    return job.folder / f"run-{seed}.json"


def _run(
    job: Job, seed: int, limits: Limits, origins: Origins, device: Device, progress: Progress
) -> Run:
    """Place and route unless the work folder has the outcome already."""
    kept = _outcome(job, seed)
    run = _kept_run(kept)
    if run is not None and is_final(run, limits.time):
        return run
    what = step_name(job, seed)
    progress(f"{what}: placing and routing, at most {limits.time:g} s of CPU time")
    try:
        run = checked(
            place_and_route(
                job.target,
                seed,
                job.folder,
                origins=origins,
                device=device,
                time_limit=limits.time,
                memory_limit=limits.memory,
                what=what,
                progress=progress,
            )
        )
    except (KeyError, TypeError, ValueError) as error:
        raise GatehashError(
            f"{what}: the report in '{job.folder}' can't be read; run again"
        ) from error
    write_whole(kept, msgspec.json.encode(run).decode())
    return run


def _kept_run(path: Path) -> Run | None:
    """Return an earlier run that no record has yet; None for none, or an incomplete one."""
    try:
        run = msgspec.json.decode(path.read_bytes(), type=Run)
    except (FileNotFoundError, ValueError):
        return None
    # A run without a critical path is of an earlier version, and repeated.
    return None if run.kind == "routed" and run.critical_path is None else run


def _result(job: Job, counted: Statistics, origins: Origins) -> Result:
    module = job.design.hardware.boundary(job.boundary)
    return Result(
        design=job.design.name,
        target=job.target.name,
        boundary=job.boundary,
        top=module.top,
        parameters=dict(module.parameters),
        inputs=job.inputs,
        text=job.text,
        tools=job.tools,
        command=synth_command(job.design.name, job.target.name, job.boundary),
        area=count_area(job.target, counted.cells, counted.lc),
        cells=counted.cells,
        modules=origins.modules,
    )


def _netlist(job: Job, limits: Limits, progress: Progress) -> Statistics:
    """Synthesise unless the work folder has the netlist already; return the cell counts."""
    finished = job.folder / _FINISHED
    if not finished.is_file():
        for left_over in (NETLIST, DIVIDED, STATISTICS, _ORIGINS):
            (job.folder / left_over).unlink(missing_ok=True)
        what = f"{job.label}, synthesis"
        progress(f"{what}: started")
        _link_rtl(job)
        script = design_script(job.design.hardware, job.target, job.boundary)
        run_yosys(
            script,
            job.folder,
            what=what,
            cpu_limit=limits.synthesis,
            memory_limit=limits.memory,
            progress=progress,
        )
        _check_unchanged(job, what)
        finished.touch()
    try:
        return read_statistics(job.folder)
    except (KeyError, TypeError, ValueError, OSError) as error:
        finished.unlink(missing_ok=True)
        raise GatehashError(
            f"{job.label}: cell counts in '{job.folder}' can't be read; run again"
        ) from error


def _origins(job: Job, limits: Limits, progress: Progress) -> Origins:
    """Find the origins of the netlist's cells, unless the work folder has them."""
    if not job.target.place_and_route:
        return Origins((), {})
    path = job.folder / _ORIGINS
    with suppress(FileNotFoundError, ValueError):
        return Origins.read(path)
    what = f"{job.label}, hierarchy"
    _link_rtl(job)
    script = hierarchy_script(job.design.hardware, job.target, job.boundary)
    run_yosys(
        script,
        job.folder,
        name="hierarchy",
        what=what,
        cpu_limit=limits.synthesis,
        memory_limit=limits.memory,
        progress=progress,
    )
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
    if text_digest(job.design.hardware, job.target, job.boundary) != job.text:
        raise GatehashError(f"{what}: the RTL changed meanwhile; run again")


def _link_rtl(job: Job) -> None:
    """Make ``rtl`` in the work folder a link to the RTL's folder."""
    link = job.folder / "rtl"
    link.unlink(missing_ok=True)
    link.symlink_to(rtl_root(), target_is_directory=True)

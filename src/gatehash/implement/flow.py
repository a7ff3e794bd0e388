# SPDX-License-Identifier: Apache-2.0
"""The steps of a measurement: synthesis, hierarchy, and a run of place and route for each seed.

A step writes only to its work folder and returns its result, so that it can run on another machine.
The caller adds the result to the record, see :func:`keep`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec.structs import replace

from gatehash.cache import locked
from gatehash.errors import GatehashError
from gatehash.files import write_whole
from gatehash.implement.elaborated import text_digest
from gatehash.implement.hierarchy import Origins
from gatehash.implement.job import Job, Limits, is_final, step_name
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
    flow = _Flow(job, limits, progress)
    with locked(job.folder, "lock"):
        if force and seed is None:
            flow.forget_netlist()
        statistics = flow.synthesis()
        origins = flow.hierarchy()
    result = _counted(job, statistics, origins)
    if seed is not None:
        with locked(job.folder, f"seed-{seed}.lock"):
            if force:
                flow.outcome(seed).unlink(missing_ok=True)
            result = result.with_runs(flow.place_and_route(seed, origins, result.device))
    return result


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


def _counted(job: Job, statistics: Statistics, origins: Origins) -> Result:
    """Return the result of a synthesis."""
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
        area=count_area(job.target, statistics.cells, statistics.lc),
        cells=statistics.cells,
        modules=origins.modules,
    )


@dataclass(frozen=True)
class _Flow:
    """The steps of a job in its work folder, each done unless the folder has its outcome."""

    job: Job
    limits: Limits
    progress: Progress

    @property
    def _finished(self) -> Path:
        """A file that is there when the netlist is whole."""
        return self.job.folder / "finished"

    @property
    def _origins(self) -> Path:
        return self.job.folder / "origins.json"

    def outcome(self, seed: int) -> Path:
        """Return the file with the outcome of a run of place and route."""
        return self.job.folder / f"run-{seed}.json"

    def forget_netlist(self) -> None:
        """Have synthesis repeated."""
        self._finished.unlink(missing_ok=True)

    def synthesis(self) -> Statistics:
        """Make the netlist; return the cell counts."""
        job = self.job
        if not self._finished.is_file():
            for left_over in (NETLIST, DIVIDED, STATISTICS, self._origins.name):
                (job.folder / left_over).unlink(missing_ok=True)
            what = f"{job.label}, synthesis"
            self.progress(f"{what}: started")
            self._yosys(design_script(job.design.hardware, job.target, job.boundary), what)
            self._finished.touch()
        with self._reading(f"{job.label}: cell counts"):
            return read_statistics(job.folder)

    def hierarchy(self) -> Origins:
        """Find the origins of the netlist's cells."""
        job = self.job
        if not job.target.place_and_route:
            return Origins((), {})
        with suppress(FileNotFoundError, ValueError):
            return Origins.read(self._origins)
        what = f"{job.label}, hierarchy"
        script = hierarchy_script(job.design.hardware, job.target, job.boundary)
        self._yosys(script, what, name="hierarchy")
        with self._reading(f"{what}: netlist"):
            origins = read_origins(job.folder, job.target)
        origins.write(self._origins)
        return origins

    def place_and_route(self, seed: int, origins: Origins, device: Device) -> Run:
        """Place and route with a seed; a run that had less time is repeated."""
        kept = _kept_run(self.outcome(seed))
        if kept is not None and is_final(kept, self.limits.time):
            return kept
        what = step_name(self.job, seed)
        self.progress(f"{what}: placing and routing, at most {self.limits.time:g} s of CPU time")
        try:
            run = checked(
                place_and_route(
                    self.job.target,
                    seed,
                    self.job.folder,
                    origins=origins,
                    device=device,
                    time_limit=self.limits.time,
                    memory_limit=self.limits.memory,
                    what=what,
                    progress=self.progress,
                )
            )
        except (KeyError, TypeError, ValueError) as error:
            raise GatehashError(
                f"{what}: the report in '{self.job.folder}' can't be read; run again"
            ) from error
        write_whole(self.outcome(seed), msgspec.json.encode(run).decode())
        return run

    def _yosys(self, script: str, what: str, **options: str) -> None:
        """Run Yosys in the work folder, with a link ``rtl`` to the RTL, which may not change."""
        job, link = self.job, self.job.folder / "rtl"
        link.unlink(missing_ok=True)
        link.symlink_to(rtl_root(), target_is_directory=True)
        run_yosys(
            script,
            job.folder,
            what=what,
            cpu_limit=self.limits.synthesis,
            memory_limit=self.limits.memory,
            progress=self.progress,
            **options,
        )
        if text_digest(job.design.hardware, job.target, job.boundary) != job.text:
            raise GatehashError(f"{what}: the RTL changed meanwhile; run again")

    @contextmanager
    def _reading(self, what: str) -> Iterator[None]:
        """Have the netlist made again if what Yosys wrote is damaged."""
        try:
            yield
        except (KeyError, TypeError, ValueError, OSError) as error:
            self.forget_netlist()
            raise GatehashError(
                f"{what} in '{self.job.folder}' can't be read; run again"
            ) from error


def _kept_run(path: Path) -> Run | None:
    """Return an earlier run that no record has yet; None for none, or an incomplete one."""
    try:
        run = msgspec.json.decode(path.read_bytes(), type=Run)
    except (FileNotFoundError, ValueError):
        return None
    # A run without a critical path is of an earlier version, and repeated.
    return None if run.kind == "routed" and run.critical_path is None else run

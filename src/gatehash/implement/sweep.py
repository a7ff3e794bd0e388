# SPDX-License-Identifier: Apache-2.0
"""Designs on targets: the steps of their measurements, spread over workers.

A worker returns the result of a step and the caller alone puts it on record. Workers therefore need
no folder in common with the caller, and a finished step is on record at once.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Literal, Self

from gatehash.catalog import BoundaryName, Design, find
from gatehash.errors import GatehashError
from gatehash.implement.figures import kind_words
from gatehash.implement.flow import keep, measure
from gatehash.implement.job import Job, Limits, check_seeds, step_name
from gatehash.implement.record import TIME_LIMIT, Result
from gatehash.implement.tools import Progress
from gatehash.implement.units import Outcome, Track
from gatehash.implement.wanted import Unit
from gatehash.pool import Pool, Tell, Work, pool
from gatehash.records import check_folder

__all__ = ["News", "implement", "implement_all"]


@dataclass(frozen=True)
class News:
    """An event in a sweep.

    Parameters
    ----------
    step : str
        Name of the step.
    state : {"running", "stored", "failed"}
        State of the step.
    text : str
        A line that names the step.
    done, known : int
        Number of finished steps, and of all steps known so far.
    seconds_left : float or None
        Estimate of the time of the others; None while there is no data.
    """

    step: str
    state: Literal["running", "stored", "failed"]
    text: str
    done: int
    known: int
    seconds_left: float | None


def implement_all(
    units: Sequence[Unit],
    *,
    seeds: int | None = None,
    limits: Limits | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
    force: bool = False,
    folder: Path | None = None,
    news: Callable[[News], None] | None = None,
) -> list[Outcome]:
    """Measure designs on targets side by side, as far as there are no stored results.

    Each step is on record as soon as it is done, so that an interrupted sweep continues from there.
    A failure is in the outcome of its unit and does not affect the others.

    Parameters
    ----------
    units : sequence of Unit
        The measurements; for a cluster, designs of the catalogue.
    seeds : int, optional
        Runs of place and route, as for :func:`gatehash.implement.implement`.
    limits : Limits, optional
        Limits of the tools.
    jobs : int, optional
        Steps side by side on this machine; by default one for each processor.
    scheduler : str, optional
        Address of the scheduler of a Dask cluster, such as ``tcp://host:8786``, whose workers are
        used instead. They need this version of gatehash with its tools, and one thread each. With
        ``GATEHASH_CACHE`` on a shared file system, each design is synthesised once.
    force : bool
        Whether to measure again what is on record, or in a work folder, already.
    folder : Path, optional
        Folder of records, read and written in place of the library's own.
    news : callable, optional
        Called with each event, from several threads.

    Returns
    -------
    list of Outcome
        One for each unit, in the same order.

    Raises
    ------
    GatehashError
        If there are no units, a number is out of range, or the scheduler can't be reached or is
        lost.
    """
    if not units:
        raise GatehashError("nothing to implement: the selection is empty")
    limits = limits or Limits()
    check_seeds(seeds)
    check_folder(folder)
    sweep = _Sweep(limits, news)
    with pool(jobs, scheduler, sweep.heard) as there:
        # A scheduler that can't be reached is reported before the records are read.
        tracks = [Track.of(unit, seeds, limits.time, force, folder) for unit in units]
        sweep.run(tracks, there)
    return [track.outcome() for track in tracks]


def implement(
    design: Design,
    target: str,
    boundary: BoundaryName,
    *,
    seeds: int | None = None,
    time_limit: float = TIME_LIMIT,
    force: bool = False,
    folder: Path | None = None,
    progress: Progress | None = None,
) -> Result:
    """Measure one design on a target, one step after another, see :func:`implement_all`.

    Parameters
    ----------
    design : Design
        The design.
    target : str
        Name of the target.
    boundary : {"core", "stream"}
        The part of it that is measured.
    seeds : int, optional
        Runs of place and route, seeds 1 to `seeds`. By default three where the first takes under
        five minutes, else one.
    time_limit : float
        Seconds of CPU time for each run; a run that is cut off keeps its estimate after placement.
    force : bool
        Whether to measure again what is on record, or in a work folder, already.
    folder : Path, optional
        Folder of records, read and written in place of the library's own.
    progress : callable, optional
        Called with each line of text that reports progress, from another thread.

    Returns
    -------
    Result
        The result, with at least the runs asked for where the design fits. A design that is too
        large for the target's device has no runs, see :attr:`gatehash.implement.Result.misfit`.

    Raises
    ------
    GatehashError
        If the target is not known, a tool is missing or fails, or a record can't be read or
        written.
    """

    def news(each: News) -> None:
        if progress is not None:
            progress(each.text)

    (outcome,) = implement_all(
        [Unit(design, target, boundary)],
        seeds=seeds,
        limits=Limits(time_limit),
        jobs=1,
        force=force,
        folder=folder,
        news=news,
    )
    if outcome.error is not None or outcome.result is None:
        raise GatehashError(outcome.error)
    return outcome.result


@dataclass(frozen=True)
class _Step:
    """The step as a function; in other processes the names of the job make it."""

    names: tuple[str, str, BoundaryName]
    seed: int | None
    limits: Limits
    force: bool
    own: Job | None = field(default=None, compare=False)

    @classmethod
    def of(cls, job: Job, seed: int | None, limits: Limits, force: bool) -> Self:
        """Return a step of a job."""
        return cls((job.design.name, job.target.name, job.boundary), seed, limits, force, job)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.names, self.seed, self.limits, self.force)

    @property
    def job(self) -> Job:
        """The job."""
        design, target, boundary = self.names
        return self.own or Job.of(find(design), target, boundary)

    def inputs(self) -> object:
        """Return what it follows from beside its names."""
        return self.job.sources

    def __call__(self, tell: Tell) -> Result:
        return measure(self.job, self.seed, self.limits, force=self.force, progress=tell)


class _Sweep:
    """Has steps done and puts their results on record."""

    def __init__(self, limits: Limits, news: Callable[[News], None] | None) -> None:
        self._tracks: Sequence[Track] = ()
        self._limits = limits
        self._news = news
        # The steps that are not done yet, and when each began.
        self._steps: dict[Work, tuple[Track, Job, int | None]] = {}
        self._since: dict[Work, float] = {}
        self._count = 1
        self._taken: defaultdict[tuple[str, bool], list[float]] = defaultdict(list)
        self._done = 0
        self._known = 0
        self._left: float | None = None

    def run(self, tracks: Sequence[Track], there: Pool) -> None:
        self._tracks = tracks
        for track in tracks:
            self._add(track, there)
        self._estimate()
        for work, result in there.ended():
            self._count = there.count
            self._add(self._finished(work, result), there)

    def _add(self, track: Track, there: Pool) -> None:
        for seed in track.begin():
            job = track.job
            assert job is not None
            step = _Step.of(job, seed, self._limits, track.force)
            work = Work(step_name(job, seed), step, step.inputs)
            self._steps[work] = track, job, seed
            there.add(work)

    def _finished(self, work: Work, result: Callable[[], Result]) -> Track:
        """Put the result of a step on record; return its unit."""
        track, job, seed = self._steps.pop(work)
        since = self._since.pop(work, None)
        try:
            found = result()
            track.result = keep(job, found)
        except Exception as error:
            text = _one_line(error, work.name)
            track.error = track.error or text
            self._tell(work, "failed", text)
            return track
        track.learn(track.result)
        if since is not None:
            self._taken[job.target.name, seed is None].append(time.monotonic() - since)
        self._tell(work, "stored", f"{work.name}: {_figures(found)}")
        return track

    def _tell(self, work: Work, state: Literal["stored", "failed"], text: str) -> None:
        self._done += 1
        self._estimate()
        self._send(News(work.name, state, text, self._done, self._known, self._left))

    def heard(self, work: Work, text: str) -> None:
        """Take a line of a step under way."""
        if work in self._steps:
            self._since.setdefault(work, time.monotonic())
            self._send(News(work.name, "running", text, self._done, self._known, self._left))

    def _send(self, news: News) -> None:
        if self._news is not None:
            self._news(news)

    def _estimate(self) -> None:
        """Count the steps, and estimate the remaining seconds from similar steps."""
        now = time.monotonic()
        known: list[float | None] = []
        for work, (track, _, seed) in self._steps.items():
            expected = self._expected(track, seed)
            spent = now - self._since.get(work, now)
            known.append(None if expected is None else max(0.0, expected - spent))
        for track in self._tracks:
            known += [self._expected(track, seed) for seed in track.later()]
            known += [self._expected(track, seed) for seed in track.steps()]
        self._known = self._done + len(known)
        timed = [seconds for seconds in known if seconds is not None]
        if not known:
            self._left = 0.0
        elif timed:
            self._left = max(*timed, fmean(timed) * len(known) / self._count)

    def _expected(self, track: Track, seed: int | None) -> float | None:
        if seed is not None and track.run_seconds is not None:
            return track.run_seconds
        alike = self._taken.get((track.unit.target, seed is None))
        return fmean(alike) if alike else None


def _figures(found: Result) -> str:
    if found.runs:
        (run,) = found.runs
        words = kind_words(run.kind, found.fmax_note)
        return f"{run.fmax_mhz:.2f} MHz {words}, {run.seconds:.0f} s"
    area = f"{found.area.lut} LUT, {found.area.ff} FF"
    return f"{area}; {found.misfit}" if found.misfit else area


def _one_line(error: Exception, name: str) -> str:
    if isinstance(error, GatehashError):
        text = str(error)
        return text if text.startswith(name.rpartition(",")[0]) else f"{name}: {text}"
    said = str(error).splitlines() or [""]
    return f"{name}: {type(error).__name__}: {said[0]}"

# SPDX-License-Identifier: Apache-2.0
"""Designs on targets: the steps of their measurements, spread over workers.

A worker returns the result of a step and the caller alone puts it on record. So workers need no
folder in common with the caller, and what one has finished is on record at once.
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from statistics import fmean
from typing import TYPE_CHECKING, Literal
from uuid import uuid4

from gatehash.catalog import BoundaryName, Design
from gatehash.errors import GatehashError
from gatehash.implement.figures import kind_words
from gatehash.implement.flow import keep
from gatehash.implement.job import (
    Job,
    Limits,
    check_seeds,
    step_name,
)
from gatehash.implement.record import TIME_LIMIT, Result
from gatehash.implement.results import check_folder
from gatehash.implement.tools import Progress
from gatehash.implement.units import Outcome, Track, Unit
from gatehash.implement.workers import Workers, workers
from gatehash.processes import Signals, terminable

if TYPE_CHECKING:
    from concurrent.futures import Future

    from distributed import Future as Remote

__all__ = ["MOST_JOBS", "News", "implement", "implement_all"]

MOST_JOBS = 1000
"""Highest number of steps side by side on this machine."""

_SECONDS_BETWEEN_CALLS = 5
_LOST = (
    "the scheduler was lost; all finished steps are on record, and the same command continues "
    "from there"
)


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
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise GatehashError(f"jobs is {jobs}; it must be from 1 to {MOST_JOBS}")
    if jobs is not None and scheduler is not None:
        raise GatehashError("jobs are for this machine; a scheduler has its own workers")
    check_folder(folder)
    with terminable() as signals:
        sweep = _Sweep(limits, signals, news)
        with workers(jobs, scheduler, sweep.heard) as there:
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
        What is measured of it.
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


@dataclass
class _Pending:
    """A step that a worker has."""

    track: Track
    job: Job
    seed: int | None
    name: str
    future: Future[Result] | Remote[Result] | None = None
    since: float | None = None


class _Sweep:
    """Distributes steps to workers and puts their results on record."""

    def __init__(
        self, limits: Limits, signals: Signals, news: Callable[[News], None] | None
    ) -> None:
        self._signals = signals
        self._tracks: Sequence[Track] = ()
        self._limits = limits
        self._news = news
        self._pending: dict[str, _Pending] = {}
        self._waiting: deque[tuple[Track, int | None]] = deque()
        self._answers: SimpleQueue[str] = SimpleQueue()
        self._count = 1
        self._taken: defaultdict[tuple[str, bool], list[float]] = defaultdict(list)
        self._done = 0
        self._known = 0
        self._left: float | None = None

    def run(self, tracks: Sequence[Track], there: Workers) -> None:
        self._tracks = tracks
        self._waiting += [(track, seed) for track in self._tracks for seed in track.begin()]
        self._estimate()
        try:
            while True:
                self._hand_out(there)
                if not self._pending:
                    break
                track = self._finished(self._next(there))
                self._waiting += [(track, seed) for seed in track.begin()]
        except OSError as error:
            raise GatehashError(_LOST) from error

    def _hand_out(self, there: Workers) -> None:
        """Give each worker one step, and no more: steps that wait on one are lost with it."""
        self._count = max(1, there.count())
        while self._waiting and len(self._pending) < self._count:
            track, seed = self._waiting.popleft()
            job = track.job
            assert job is not None
            name = step_name(job, seed)
            key = f"{name}, {uuid4().hex}"
            step = self._pending[key] = _Pending(track, job, seed, name)
            step.future = there.submit(key, job, seed, self._limits, force=track.force)
            step.future.add_done_callback(partial(self._ended, key))

    def _ended(self, key: str, _future: object) -> None:
        self._answers.put(key)

    def _next(self, there: Workers) -> _Pending:
        """Wait for the next finished step."""
        while True:
            self._signals.check()
            try:
                return self._pending.pop(self._answers.get(timeout=_SECONDS_BETWEEN_CALLS))
            except Empty:
                self._hand_out(there)

    def _finished(self, step: _Pending) -> Track:
        """Put the result of a step on record; return its unit."""
        track = step.track
        assert step.future is not None
        if step.future.cancelled():
            raise GatehashError(_LOST)
        try:
            found = step.future.result()
            track.result = keep(step.job, found)
        except Exception as error:
            text = _one_line(error, step.name)
            track.error = track.error or text
            self._tell(step, "failed", text)
            return track
        track.learn(track.result)
        if step.since is not None:
            self._taken[self._kind(step)].append(time.monotonic() - step.since)
        self._tell(step, "stored", f"{step.name}: {_figures(found)}")
        return track

    def _tell(self, step: _Pending, state: Literal["stored", "failed"], text: str) -> None:
        self._done += 1
        self._estimate()
        self._send(News(step.name, state, text, self._done, self._known, self._left))

    def heard(self, key: str, text: str) -> None:
        """Take a line of a step under way."""
        step = self._pending.get(key)
        if step is not None:
            step.since = step.since or time.monotonic()
            self._send(News(step.name, "running", text, self._done, self._known, self._left))

    def _send(self, news: News) -> None:
        if self._news is not None:
            self._news(news)

    def _estimate(self) -> None:
        """Count the steps, and estimate the remaining seconds from similar steps."""
        now = time.monotonic()
        known: list[float | None] = []
        for step in self._pending.values():
            expected = self._expected(step.track, step.seed)
            spent = now - step.since if step.since else 0.0
            known.append(None if expected is None else max(0.0, expected - spent))
        for track in self._tracks:
            known += [self._expected(track, seed) for seed in track.later()]
            known += [self._expected(track, seed) for seed in track.steps()]
        known += [self._expected(track, seed) for track, seed in self._waiting]
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

    def _kind(self, step: _Pending) -> tuple[str, bool]:
        return (step.job.target.name, step.seed is None)


def _figures(found: Result) -> str:
    if found.runs:
        (run,) = found.runs
        words = kind_words(run.kind, found.fmax_note)
        return f"{run.fmax_mhz:.2f} MHz {words}, {run.seconds:.0f} s"
    area = f"{found.area.lut} LUT, {found.area.ff} FF"
    return f"{area}; {found.misfit}" if found.misfit else area


def _one_line(error: Exception, name: str) -> str:
    from distributed.scheduler import KilledWorker

    if isinstance(error, GatehashError):
        text = str(error)
        return text if text.startswith(name.rpartition(",")[0]) else f"{name}: {text}"
    if isinstance(error, KilledWorker):
        return f"{name}: {error.allowed_failures + 1} workers died of it, perhaps out of memory"
    said = str(error).splitlines() or [""]
    return f"{name}: {type(error).__name__}: {said[0]}"

# SPDX-License-Identifier: Apache-2.0
"""Many designs on many targets: their steps spread over worker processes.

The workers are those of a Dask cluster, started here or elsewhere; either way a worker gets the
name of what it is to do and sends back a result as JSON, which the caller alone puts on record. So
workers need no folder in common with the caller, and what one has finished is on record at once.
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from statistics import fmean
from typing import TYPE_CHECKING, Literal
from uuid import uuid4

from gatehash.catalog import BoundaryName, find
from gatehash.errors import GatehashError
from gatehash.implement.flow import keep, measure
from gatehash.implement.job import (
    QUICK_SEEDS,
    Job,
    Limits,
    check_seeds,
    step_name,
)
from gatehash.implement.record import Result
from gatehash.implement.results import check_folder
from gatehash.implement.units import Outcome, Track, Unit
from gatehash.implement.workers import workers
from gatehash.processes import Signals, terminable

if TYPE_CHECKING:
    from distributed import Client, Future

__all__ = ["MOST_JOBS", "News", "implement_all"]

MOST_JOBS = 1000
"""Highest number of worker processes."""

_SECONDS_BETWEEN_CALLS = 5
_LOST = (
    "the scheduler was lost; all that was finished is on record, and the same command goes on "
    "from there"
)


@dataclass(frozen=True)
class News:
    """Something that happened in a sweep.

    Parameters
    ----------
    step : str
        Name of the step.
    state : {"running", "stored", "failed"}
        How it is with the step.
    text : str
        What there is to tell, in a line that names the step.
    done, known : int
        Steps that are finished, and all that are known so far.
    seconds_left : float or None
        Estimate of the time that the others take; None while nothing is known of it.
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
    """Measure designs on targets side by side, as far as their stored results do not tell already.

    Each step is on record as soon as it is done, so that a sweep that was interrupted goes on from
    there. What fails is named in its outcome and leaves the rest alone.

    Parameters
    ----------
    units : sequence of Unit
        What is wanted; designs that the catalogue finds by their names.
    seeds : int, optional
        Runs of place and route, as for :func:`gatehash.implement.implement`.
    limits : Limits, optional
        What a step may take.
    jobs : int, optional
        Worker processes on this machine; by default one for each processor.
    scheduler : str, optional
        Address of the scheduler of a Dask cluster whose workers are used instead, such as
        ``tcp://host:8786``. They need this version of gatehash with its tools, and one thread
        each. Where they have a file system in common, a ``GATEHASH_CACHE`` on it spares each host
        the synthesis of designs that another has synthesised.
    force : bool
        Whether all is measured again that is on record, or in a work folder, already.
    folder : Path, optional
        Folder of records, read and written in place of the library's own.
    news : callable, optional
        Told what happens, from several threads.

    Returns
    -------
    list of Outcome
        One for each unit, in their order.

    Raises
    ------
    GatehashError
        If there are no units, a number makes no sense, or the scheduler can't be reached or is
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
    tracks = [Track.of(unit, seeds, limits.time, force, folder) for unit in units]
    if busy := [track for track in tracks if track.steps()]:
        side_by_side = len(busy) * (seeds or QUICK_SEEDS)
        with terminable() as signals, workers(jobs, scheduler, side_by_side) as client:
            _Sweep(client, tracks, limits, signals, news).run()
    return [track.outcome() for track in tracks]


@dataclass
class _Pending:
    """A step that was handed to the workers."""

    track: Track
    job: Job
    seed: int | None
    name: str
    future: Future[str]
    since: float | None = None


class _Sweep:
    """Hands out steps and puts what comes back on record."""

    def __init__(
        self,
        client: Client,
        tracks: Sequence[Track],
        limits: Limits,
        signals: Signals,
        news: Callable[[News], None] | None,
    ) -> None:
        self._client = client
        self._signals = signals
        self._tracks = tracks
        self._limits = limits
        self._news = news
        self._topic = f"gatehash-{uuid4().hex}"
        self._pending: dict[str, _Pending] = {}
        self._waiting: deque[tuple[Track, int | None]] = deque()
        self._answers: SimpleQueue[Future[str]] = SimpleQueue()
        self._workers = 0
        self._taken: defaultdict[tuple[str, bool], list[float]] = defaultdict(list)
        self._done = 0
        self._known = 0
        self._left: float | None = None

    def run(self) -> None:
        self._client.subscribe_topic(self._topic, self._heard)
        self._waiting += [(track, seed) for track in self._tracks for seed in track.begin()]
        self._estimate()
        try:
            while True:
                self._hand_out()
                if not self._pending:
                    break
                track = self._finished(self._next())
                self._waiting += [(track, seed) for seed in track.begin()]
        except OSError as error:
            raise GatehashError(_LOST) from error

    def _hand_out(self) -> None:
        """Give each worker something to do, and no more: steps that wait on one die with it."""
        self._workers = sum(self._client.nthreads().values())
        while self._waiting and len(self._pending) < max(1, self._workers):
            track, seed = self._waiting.popleft()
            job = track.job
            assert job is not None
            name = step_name(job, seed)
            future = self._client.submit(
                _step,
                job.design.name,
                job.target.name,
                job.boundary,
                job.key,
                dict(job.tools),
                seed,
                self._limits,
                track.force,
                self._topic,
                key=f"{name}, {uuid4().hex}",
            )
            self._pending[str(future.key)] = _Pending(track, job, seed, name, future)
            future.add_done_callback(self._answers.put)

    def _next(self) -> Future[str]:
        """Wait for a step to be finished, as long as the scheduler is there."""
        while True:
            self._signals.check()
            try:
                future = self._answers.get(timeout=_SECONDS_BETWEEN_CALLS)
            except Empty:
                self._hand_out()
                continue
            if future.cancelled():
                raise GatehashError(_LOST)
            return future

    def _finished(self, future: Future[str]) -> Track:
        """Put on record what a step found; return the unit that it belongs to."""
        step = self._pending.pop(str(future.key))
        track = step.track
        try:
            found = Result.from_json(future.result())
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

    def _heard(self, event: tuple[float, Mapping[str, str]]) -> None:
        """Take a line that a worker sends of a step under way."""
        step = self._pending.get(event[1]["key"])
        if step is not None:
            step.since = step.since or time.monotonic()
            text = event[1]["text"]
            self._send(News(step.name, "running", text, self._done, self._known, self._left))

    def _send(self, news: News) -> None:
        if self._news is not None:
            self._news(news)

    def _estimate(self) -> None:
        """Count the steps, and estimate the seconds left from what like ones have taken."""
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
        told = [seconds for seconds in known if seconds is not None]
        if not known:
            self._left = 0.0
        elif told:
            self._left = max(*told, fmean(told) * len(known) / max(1, self._workers))

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
        return f"{run.fmax_mhz:.2f} MHz {run.kind}, {run.seconds:.0f} s"
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


def _step(
    design: str,
    target: str,
    boundary: BoundaryName,
    key: str,
    tools: Mapping[str, str],
    seed: int | None,
    limits: Limits,
    force: bool,
    topic: str,
) -> str:
    """Do one step on a worker; return the result as JSON."""
    from distributed import get_worker

    worker = get_worker()
    task = worker.get_current_task()
    job = Job.of(find(design), target, boundary)
    name = step_name(job, seed)
    if (job.key, dict(job.tools)) != (key, tools):
        raise GatehashError(
            f"{name}: the worker at {worker.address} has other RTL or other tools; "
            "install the same gatehash there"
        )

    def progress(line: str) -> None:
        worker.log_event(topic, {"key": task, "text": line})
        known = worker.state.tasks.get(task)
        if known is None or known.state == "cancelled":
            raise GatehashError(f"{name}: not wanted any more")

    progress(f"{name}: begun")
    return measure(job, seed, limits, force=force, progress=progress).to_json()

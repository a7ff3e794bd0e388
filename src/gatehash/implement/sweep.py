# SPDX-License-Identifier: Apache-2.0
"""Many designs on many targets: their steps spread over worker processes.

The workers are those of a Dask cluster, started here or elsewhere; either way a worker gets the
name of what it is to do and sends back a result as JSON, which the caller alone puts on record. So
workers need no folder in common with the caller, and what one has finished is on record at once.
"""

from __future__ import annotations

import logging
import resource
import socket
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from uuid import uuid4

from gatehash.catalog import BoundaryName, Design, find
from gatehash.errors import GatehashError
from gatehash.implement.flow import (
    QUICK_SEEDS,
    TIME_LIMIT,
    Job,
    check_limits,
    keep,
    measure,
    open_seeds,
    step_name,
)
from gatehash.implement.record import Result
from gatehash.implement.results import load
from gatehash.implement.targets import find_target

if TYPE_CHECKING:
    from distributed import Client, Future

__all__ = ["SYNTHESIS_LIMIT", "Limits", "News", "Outcome", "Unit", "implement_all"]

SYNTHESIS_LIMIT = 4 * 3600
"""Seconds that a synthesis may take by default."""

_CONNECT_SECONDS = 10
_WORKER_SECONDS = 60
_SECONDS_BETWEEN_CALLS = 5
_LEAST_MEMORY_GIB = 0.5
# A terminal's Ctrl-C reaches workers too; they end with the caller.
_IGNORE_INTERRUPTS = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
_LOST = (
    "the scheduler was lost; all that was finished is on record, and the same command goes on "
    "from there"
)


class Unit(NamedTuple):
    """One result that is wanted: a design of the catalogue, a target's name, a boundary."""

    design: Design
    target: str
    boundary: BoundaryName


@dataclass(frozen=True)
class Limits:
    """What a step may take.

    Parameters
    ----------
    time : float
        Seconds for a run of place and route; then its estimate after placement has to do.
    synthesis : float
        Seconds for a synthesis, watched once a minute; then it has failed.
    memory : float, optional
        GiB of data that a tool may hold, at least 0.5; a tool that wants more fails.
    """

    time: float = TIME_LIMIT
    synthesis: float = SYNTHESIS_LIMIT
    memory: float | None = None

    def __post_init__(self) -> None:
        check_limits(None, self.time)
        if not self.synthesis > 0:
            raise GatehashError(
                f"synthesis limit is {self.synthesis}; it must be more than 0 seconds"
            )
        if self.memory is not None and not self.memory >= _LEAST_MEMORY_GIB:
            raise GatehashError(
                f"memory limit is {self.memory}; it must be {_LEAST_MEMORY_GIB} GiB or more"
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


@dataclass(frozen=True)
class Outcome:
    """What came of one unit.

    Parameters
    ----------
    unit : Unit
        The unit.
    state : {"fresh", "measured", "failed"}
        Whether its result was on record already, was measured, or could not be completed.
    result : Result or None
        What is on record for the unit now, runs that were finished before a failure included.
    error : str or None
        What failed first, in one line.
    """

    unit: Unit
    state: Literal["fresh", "measured", "failed"]
    result: Result | None
    error: str | None


def implement_all(
    units: Sequence[Unit],
    *,
    seeds: int | None = None,
    limits: Limits | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
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
    check_limits(seeds, limits.time)
    if jobs is not None and jobs < 1:
        raise GatehashError(f"jobs is {jobs}; it must be 1 or more")
    if jobs is not None and scheduler is not None:
        raise GatehashError("jobs are for this machine; a scheduler has its own workers")
    tracks = [_Track.of(unit, seeds, limits.time) for unit in units]
    if busy := [track for track in tracks if track.steps()]:
        side_by_side = len(busy) * (seeds or QUICK_SEEDS)
        with _workers(jobs, scheduler, side_by_side) as client:
            _Sweep(client, tracks, limits, news).run()
    return [track.outcome() for track in tracks]


@dataclass
class _Track:
    """How far a unit is."""

    unit: Unit
    seeds: int | None
    time_limit: float
    job: Job | None = None
    result: Result | None = None
    error: str | None = None
    begun: set[int | None] = field(default_factory=set)
    run_seconds: float | None = None

    @classmethod
    def of(cls, unit: Unit, seeds: int | None, time_limit: float) -> _Track:
        track = cls(unit, seeds, time_limit)
        try:
            track.job = Job.of(*unit)
            track.result = track.job.stored()
            # A stale result still tells how long runs take.
            track.learn(load(*unit))
        except GatehashError as error:
            track.error = f"{track.label}: {error}"
        return track

    @property
    def label(self) -> str:
        return f"{self.unit.design.name} {self.unit.boundary} on {self.unit.target}"

    def learn(self, result: Result | None) -> None:
        if result and result.runs:
            self.run_seconds = fmean(run.seconds for run in result.runs)

    def steps(self) -> list[int | None]:
        """Return the steps that may begin now: seeds of place and route, None for synthesis."""
        if self.error:
            return []
        if self.result is None:
            wanted: tuple[int | None, ...] = (None,)
        else:
            begun = frozenset(seed for seed in self.begun if seed is not None)
            wanted = open_seeds(self.result, self.seeds, self.time_limit, begun)
        return [step for step in wanted if step not in self.begun]

    def begin(self) -> list[int | None]:
        """Return the same steps, and count them as begun."""
        steps = self.steps()
        self.begun.update(steps)
        return steps

    def later(self) -> range:
        """Return the seeds that are to follow a synthesis, should the design fit."""
        waits = self.result is None and not self.error
        routed = waits and find_target(self.unit.target).place_and_route
        return range(1, (self.seeds or 1) + 1 if routed else 1)

    def outcome(self) -> Outcome:
        state = "failed" if self.error else "measured" if self.begun else "fresh"
        return Outcome(self.unit, state, self.result, self.error)  # type: ignore[arg-type]


@dataclass
class _Pending:
    """A step that was handed to the workers."""

    track: _Track
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
        tracks: Sequence[_Track],
        limits: Limits,
        news: Callable[[News], None] | None,
    ) -> None:
        self._client = client
        self._tracks = tracks
        self._limits = limits
        self._news = news
        self._topic = f"gatehash-{uuid4().hex}"
        self._pending: dict[str, _Pending] = {}
        self._waiting: deque[tuple[_Track, int | None]] = deque()
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
                self._topic,
                key=f"{name}, {uuid4().hex}",
            )
            self._pending[str(future.key)] = _Pending(track, job, seed, name, future)
            future.add_done_callback(self._answers.put)

    def _next(self) -> Future[str]:
        """Wait for a step to be finished, as long as the scheduler is there."""
        while True:
            try:
                future = self._answers.get(timeout=_SECONDS_BETWEEN_CALLS)
            except Empty:
                self._hand_out()
                continue
            if future.cancelled():
                raise GatehashError(_LOST)
            return future

    def _finished(self, future: Future[str]) -> _Track:
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

    def _expected(self, track: _Track, seed: int | None) -> float | None:
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


@contextmanager
def _workers(jobs: int | None, scheduler: str | None, most: int) -> Iterator[Client]:
    """Connect to the scheduler, or start worker processes here for as long as they are needed.

    There is no use for more than `most` of them.
    """
    try:
        from dask.system import CPU_COUNT
        from distributed import Client, LocalCluster
        from distributed.comm.addressing import get_address_host_port
        from distributed.utils import silence_logging_cmgr
    except ImportError:
        raise GatehashError(
            "distributed not found; get it with: pip install 'gatehash[cluster]'"
        ) from None
    with ExitStack() as stack:
        # What matters of it is told in the outcomes.
        stack.enter_context(silence_logging_cmgr(logging.CRITICAL))
        where: Any = scheduler
        if scheduler is None:
            where = stack.enter_context(
                LocalCluster(
                    n_workers=min(jobs or CPU_COUNT, most),
                    threads_per_worker=1,
                    processes=True,
                    memory_limit=None,
                    dashboard_address=":0",
                    silence_logs=logging.CRITICAL,
                    scheduler_kwargs={"allowed_failures": 2, "dashboard": False},
                    preload=_IGNORE_INTERRUPTS,
                )
            )
        try:
            if scheduler is not None:
                # A client that can't connect hangs on for a while.
                address = get_address_host_port(scheduler)
                socket.create_connection(address, _CONNECT_SECONDS).close()
            client = stack.enter_context(
                Client(where, timeout=_CONNECT_SECONDS, set_as_default=False)
            )
        except (NotImplementedError, OSError, OverflowError, ValueError) as error:
            said = (isinstance(error, OSError) and error.strerror) or error
            raise GatehashError(f"scheduler '{scheduler}' can't be reached: {said}") from error
        try:
            client.wait_for_workers(1, timeout=_WORKER_SECONDS)
        except TimeoutError:
            raise GatehashError(
                f"scheduler '{scheduler}' has no workers, after {_WORKER_SECONDS} s"
            ) from None
        yield client


def _step(
    design: str,
    target: str,
    boundary: BoundaryName,
    key: str,
    tools: Mapping[str, str],
    seed: int | None,
    limits: Limits,
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
    deadline = time.monotonic() + limits.synthesis + (0 if seed is None else limits.time)

    def progress(line: str) -> None:
        worker.log_event(topic, {"key": task, "text": line})
        known = worker.state.tasks.get(task)
        if known is None or known.state == "cancelled":
            raise GatehashError(f"{name}: not wanted any more")
        if time.monotonic() > deadline:
            raise GatehashError(f"{name}: not done within {limits.synthesis:g} s")

    progress(f"{name}: begun")
    with _memory_limit(limits.memory):
        return measure(job, seed, limits.time, progress=progress).to_json()


@contextmanager
def _memory_limit(gib: float | None) -> Iterator[None]:
    """Limit the data of processes that this one starts.

    Address space, which RLIMIT_AS limits, is no measure: tools in WebAssembly reserve gigabytes
    that they never touch.
    """
    if gib is None:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limit = round(gib * 2**30)
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))

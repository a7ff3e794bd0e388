# SPDX-License-Identifier: Apache-2.0
"""The workers of a sweep: threads of this process, or a Dask cluster that was started elsewhere.

A thread waits for the tool that it has started, so that this process needs one processor for each.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Protocol
from uuid import uuid4

from gatehash.catalog import BoundaryName, find
from gatehash.errors import GatehashError
from gatehash.extras import missing
from gatehash.implement.flow import measure
from gatehash.implement.job import Job, Limits, step_name
from gatehash.implement.record import Result
from gatehash.threads import Threads

if TYPE_CHECKING:
    from distributed import Client
    from distributed import Future as Remote

__all__ = ["Heard", "Workers", "workers"]

_GREET_SECONDS = 5
_CONNECT_SECONDS = 10
_WORKER_SECONDS = 60

Heard = Callable[[str, str], None]
"""Called with a step's key and a line of text whenever a step under way reports something."""


class Workers(Protocol):
    """What does the steps of a sweep."""

    def count(self) -> int:
        """Return how many steps they can do side by side now."""

    def submit(
        self, key: str, job: Job, seed: int | None, limits: Limits, *, force: bool
    ) -> Future[Result] | Remote[Result]:
        """Begin a step, see :func:`gatehash.implement.flow.measure`."""


@contextmanager
def workers(jobs: int | None, scheduler: str | None, heard: Heard) -> Iterator[Workers]:
    """Connect to the scheduler, or start threads here for as long as they are needed.

    Parameters
    ----------
    jobs : int or None
        Threads of this process; None for one for each processor.
    scheduler : str or None
        Address of a scheduler that was started elsewhere.
    heard : callable
        Receives the lines of steps under way, from several threads.

    Raises
    ------
    GatehashError
        If the scheduler can't be reached, or has no workers.
    """
    with _cluster(scheduler, heard) if scheduler is not None else _threads(jobs, heard) as found:
        yield found


# Threads of this process


@contextmanager
def _threads(jobs: int | None, heard: Heard) -> Iterator[Workers]:
    with Threads(jobs or os.cpu_count() or 1) as threads:
        yield _Here(threads, heard)


class _Here:
    def __init__(self, threads: Threads, heard: Heard) -> None:
        self._threads = threads
        self._heard = heard

    def count(self) -> int:
        return self._threads.count

    def submit(
        self, key: str, job: Job, seed: int | None, limits: Limits, *, force: bool
    ) -> Future[Result]:
        tell = partial(self._heard, key)
        return self._threads.submit(measure, job, seed, limits, force=force, progress=tell)


# A cluster


@contextmanager
def _cluster(scheduler: str, heard: Heard) -> Iterator[Workers]:
    try:
        from distributed import Client
        from distributed.comm.addressing import get_address_host_port
        from distributed.utils import silence_logging_cmgr
    except ImportError:
        raise GatehashError(missing("distributed")) from None
    with ExitStack() as stack:
        # The outcomes report what matters of it.
        stack.enter_context(silence_logging_cmgr(logging.CRITICAL))
        try:
            # Where nobody listens this says so at once, and why.
            address = get_address_host_port(scheduler)
            socket.create_connection(address, _CONNECT_SECONDS).close()
            asyncio.run(_greet(scheduler))
            client = Client(scheduler, timeout=_CONNECT_SECONDS, set_as_default=False)
        except (NotImplementedError, OSError, OverflowError, ValueError) as error:
            raise GatehashError(
                f"scheduler '{scheduler}' can't be reached: {_said(error)}"
            ) from error
        stack.callback(_quietly, client.close)
        try:
            client.wait_for_workers(1, timeout=_WORKER_SECONDS)
        except TimeoutError:
            raise GatehashError(
                f"scheduler '{scheduler}' has no workers, after {_WORKER_SECONDS} s"
            ) from None
        yield _Cluster(client, heard)


class _Cluster:
    """Workers elsewhere: each receives the names that make a job, and finds the job there."""

    def __init__(self, client: Client, heard: Heard) -> None:
        self._client = client
        self._topic = f"gatehash-{uuid4().hex}"
        client.subscribe_topic(self._topic, lambda event: heard(*event[1]))

    def count(self) -> int:
        return sum(self._client.nthreads().values())

    def submit(
        self, key: str, job: Job, seed: int | None, limits: Limits, *, force: bool
    ) -> Remote[Result]:
        names = (job.design.name, job.target.name, job.boundary)
        same = (job.key, dict(job.tools))
        return self._client.submit(
            _measure_there, names, same, seed, limits, force, self._topic, key=key
        )


def _measure_there(
    names: tuple[str, str, BoundaryName],
    same: tuple[str, Mapping[str, str]],
    seed: int | None,
    limits: Limits,
    force: bool,
    topic: str,
) -> Result:
    """Do one step on a worker of a cluster."""
    from distributed import get_worker

    worker = get_worker()
    task = worker.get_current_task()
    design, target, boundary = names
    job = Job.of(find(design), target, boundary)
    name = step_name(job, seed)
    if (job.key, dict(job.tools)) != same:
        raise GatehashError(
            f"{name}: the worker at {worker.address} has other RTL or other tools; "
            "install the same gatehash there"
        )

    def progress(line: str) -> None:
        worker.log_event(topic, (task, line))
        known = worker.state.tasks.get(task)
        if known is None or known.state == "cancelled":
            raise GatehashError(f"{name}: cancelled")

    return measure(job, seed, limits, force=force, progress=progress)


def _quietly(close: Callable[[], object]) -> None:
    """Close a part of a cluster: what fails then must not hide why it is closed."""
    with suppress(Exception):
        close()


async def _greet(scheduler: str) -> None:
    """Check that a scheduler of Dask answers: a client would wait for another peer for ever."""
    from distributed.comm.core import connect
    from distributed.core import send_recv
    from distributed.security import Security

    try:
        async with asyncio.timeout(_GREET_SECONDS):
            security = Security().get_connection_args("client")
            comm = await connect(scheduler, timeout=_GREET_SECONDS, **security)
            found = await send_recv(comm, op="identity", close=True)
    except TypeError as error:  # addresses of TLS want certificates
        raise ValueError(_said(error)) from error
    except Exception as error:
        raise ValueError("it does not answer as a Dask scheduler does") from error
    if found.get("type") != "Scheduler":
        raise ValueError(f"it is a {found.get('type')} of Dask, no scheduler")


def _said(error: BaseException) -> str:
    text = (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__
    return text.splitlines()[0]

# SPDX-License-Identifier: Apache-2.0
"""Workers of a Dask cluster that was started elsewhere."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from gatehash import processes
from gatehash.errors import GatehashError
from gatehash.extras import missing
from gatehash.pool.work import Tell, Work

if TYPE_CHECKING:
    from distributed import Client
    from distributed import Future as Remote

__all__ = ["cluster"]

_GREET_SECONDS = 5
_CONNECT_SECONDS = 10
_WORKER_SECONDS = 60


@contextmanager
def cluster(scheduler: str) -> Iterator[Cluster]:
    """Connect to a scheduler.

    Parameters
    ----------
    scheduler : str
        Its address.

    Raises
    ------
    GatehashError
        If it can't be reached, or has no workers.
    """
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
        yield Cluster(client)


class Cluster:
    """Workers elsewhere."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._topic = f"gatehash-{uuid4().hex}"
        self._tells: dict[str, Tell] = {}
        client.subscribe_topic(self._topic, self._hear)

    def _hear(self, event: tuple[object, tuple[str, str]]) -> None:
        key, line = event[1]
        if (tell := self._tells.get(key)) is not None:
            tell(line)

    def count(self) -> int:
        """Return how many pieces of work they can do side by side now."""
        return sum(self._client.nthreads().values())

    def submit(self, work: Work, tell: Tell) -> Remote[Any]:
        """Begin a piece of work."""
        key = f"{work.name}, {uuid4().hex}"
        self._tells[key] = tell
        given = (work.name, work.do, work.inputs, work.inputs(), self._topic)
        return self._client.submit(_do_there, *given, key=key)

    def result(self, work: Work, future: Remote[Any]) -> Any:
        """Return the result of a piece of work that has ended, or raise what it raised."""
        from distributed.scheduler import KilledWorker

        self._tells.pop(str(future.key), None)
        try:
            return future.result()
        except KilledWorker as error:
            died = error.allowed_failures + 1
            raise GatehashError(
                f"{work.name}: {died} workers died of it, perhaps out of memory"
            ) from error


def _do_there(
    name: str, do: Callable[[Tell], Any], inputs: Callable[[], object], same: object, topic: str
) -> Any:
    """Do a piece of work on a worker."""
    from distributed import get_worker

    worker = get_worker()
    task = worker.get_current_task()

    def check() -> None:
        known = worker.state.tasks.get(task)
        if known is None or known.state == "cancelled":
            raise GatehashError(f"{name}: cancelled")

    def tell(line: str) -> None:
        worker.log_event(topic, (task, line))

    if inputs() != same:
        raise GatehashError(
            f"{name}: the worker at {worker.address} has other RTL or other tools; "
            "install the same gatehash there"
        )
    with processes.checking(check):
        return do(tell)


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

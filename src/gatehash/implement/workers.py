# SPDX-License-Identifier: Apache-2.0
"""The workers of a sweep: a Dask cluster, started here or elsewhere.

Workers that are started here load this module, see :func:`dask_setup`.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any

from gatehash import processes
from gatehash.errors import GatehashError
from gatehash.extras import missing

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["dask_setup", "dask_teardown", "workers"]

_GREET_SECONDS = 5
_CONNECT_SECONDS = 10
_WORKER_SECONDS = 60


def dask_setup(_worker: object) -> None:
    """Prepare a worker, which Ctrl-C in a terminal reaches too, but which ends with its caller."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def dask_teardown(_worker: object) -> None:
    """End the tools of a worker that closes; it would wait for them, and be killed without them."""
    processes.end_all()


@contextmanager
def workers(jobs: int | None, scheduler: str | None, most: int) -> Iterator[Client]:
    """Connect to the scheduler, or start worker processes here for as long as they are needed.

    Parameters
    ----------
    jobs : int or None
        Worker processes on this machine; None for one a processor.
    scheduler : str or None
        Address of a scheduler that was started elsewhere.
    most : int
        Number of workers above which there is no use for more.

    Raises
    ------
    GatehashError
        If the scheduler can't be reached, or has no workers.
    """
    try:
        from dask.system import CPU_COUNT
        from distributed import Client, LocalCluster
        from distributed.comm.addressing import get_address_host_port
        from distributed.utils import silence_logging_cmgr
    except ImportError:
        raise GatehashError(missing("distributed")) from None
    with ExitStack() as stack:
        # What matters of it is told in the outcomes.
        stack.enter_context(silence_logging_cmgr(logging.CRITICAL))
        where: Any = scheduler
        if scheduler is None:
            where = LocalCluster(
                n_workers=min(jobs or CPU_COUNT, most),
                threads_per_worker=1,
                processes=True,
                memory_limit=None,
                dashboard_address=":0",
                silence_logs=logging.CRITICAL,
                scheduler_kwargs={"allowed_failures": 2, "dashboard": False},
                preload=__name__,
            )
            stack.callback(_quietly, where.close)
        try:
            if scheduler is not None:
                # Where nobody listens this says so at once, and why.
                address = get_address_host_port(scheduler)
                socket.create_connection(address, _CONNECT_SECONDS).close()
                asyncio.run(_greet(scheduler))
            client = Client(where, timeout=_CONNECT_SECONDS, set_as_default=False)
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
        yield client


def _quietly(close: Callable[[], object]) -> None:
    """Close a part of a cluster: what fails then must not hide why it is closed."""
    with suppress(Exception):
        close()


async def _greet(scheduler: str) -> None:
    """Ask who is there: a client waits for ever for one that is no scheduler of Dask."""
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

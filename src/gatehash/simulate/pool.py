# SPDX-License-Identifier: Apache-2.0
"""Simulators that keep running, so that the next message need not start one."""

from __future__ import annotations

import atexit
import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from threading import Lock
from weakref import finalize

from gatehash.catalog import Job
from gatehash.simulate.session import Simulation

__all__ = ["Owner", "borrowed"]

# Most simulators that run: an idle one is ended when more are needed.
_MOST = 8

# The last part is the number of an owner, 0 for none.
_Key = tuple[str, tuple[tuple[str, int], ...], str | None, int]

_numbers = count(1)


class Owner:
    """Owner of simulators that hold a key: hash objects that are copies of one another.

    Nobody else is lent such a simulator, and it ends with its owner.
    """

    def __init__(self) -> None:
        self.number = next(_numbers)
        finalize(self, _left, self.number).atexit = False


class _Pool:
    """Simulators of one process: each serves one thread at a time."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: list[tuple[_Key, Simulation]] = []  # the least recently used first
        self._lent: set[Simulation] = set()
        self._ownerless: deque[int] = deque()  # numbers of owners that are no more

    def take(self, key: _Key) -> Simulation | None:
        """Take an idle simulator; return None, and make room for a new one, if there is none.

        A simulator that has died is removed.
        """
        with self._lock:
            found = [one for one in self._waiting if one[0] == key]
            ended = [one for one in found if not one[1].usable]
            usable = [one for one in found if one[1].usable][-1:]
            surplus = len(self._waiting) + len(self._lent) + 1 - _MOST
            if not usable:
                ended += [one for one in self._waiting if one not in ended][: max(0, surplus)]
            self._waiting = [one for one in self._waiting if one not in (*ended, *usable)]
            self._lent.update(simulation for _, simulation in usable)
        for _, simulation in ended:
            simulation.close(kill=True)
        self.sweep()
        return usable[0][1] if usable else None

    def lend(self, simulation: Simulation) -> None:
        """Count a new simulator among those in use."""
        with self._lock:
            self._lent.add(simulation)

    def give_back(self, key: _Key, simulation: Simulation) -> None:
        """Keep a simulator for others, if it still works and there are not too many."""
        with self._lock:
            # A process that was forked meanwhile has a pool of its own, which did not lend it.
            mine = simulation in self._lent
            self._lent.discard(simulation)
            keep = mine and simulation.usable and len(self._waiting) + len(self._lent) < _MOST
            # A key that nobody owns ends with the simulator.
            keep = keep and not (simulation.key.possible and not key[-1])
            if keep:
                self._waiting.append((key, simulation))
        if not keep:
            simulation.close(kill=True)
        self.sweep()

    def leave(self, owner: int) -> None:
        """End the simulators of an owner that is no more; at any time, such as in a collection."""
        self._ownerless.append(owner)
        self.sweep()

    def sweep(self) -> None:
        """End simulators whose owners are no more, unless another thread is about to."""
        while self._ownerless and self._lock.acquire(blocking=False):
            try:
                gone = {self._ownerless.popleft() for _ in range(len(self._ownerless))}
                ended = [one for one in self._waiting if one[0][-1] in gone]
                self._waiting = [one for one in self._waiting if one not in ended]
            finally:
                self._lock.release()
            for _, simulation in ended:
                simulation.close(kill=True)

    def close(self) -> None:
        """End all simulators."""
        with self._lock:
            all_ = [simulation for _, simulation in self._waiting] + list(self._lent)
            self._waiting.clear()
            self._lent.clear()
        for simulation in all_:
            simulation.close(kill=True)


_pool = _Pool()


def _renew() -> None:
    """Start with an empty pool, and a free lock, in a forked process."""
    global _pool
    _pool = _Pool()


def _close() -> None:
    _pool.close()


def _left(owner: int) -> None:
    _pool.leave(owner)


os.register_at_fork(after_in_child=_renew)
atexit.register(_close)


@contextmanager
def borrowed(
    job: Job, netlist: str | None = None, owner: Owner | None = None
) -> Iterator[Simulation]:
    """Lend a simulator of a job's hardware, preferably one that runs already.

    Parameters
    ----------
    job : Job
        The design and what it does.
    netlist : str, optional
        Target of the netlist to simulate in place of the RTL, one of ``NETLIST_TARGETS``.
    owner : Owner, optional
        Owner of the simulator; without one anybody may use it, and it keeps no key.

    Raises
    ------
    GatehashError
        If the simulator can't be built.
    """
    of = 0 if owner is None else owner.number
    key = (job.design.name, tuple(job.hardware.stream.parameters.items()), netlist, of)
    simulation = _pool.take(key)
    if simulation is not None and not simulation.responds():
        _pool.give_back(key, simulation)
        simulation = None
    if simulation is None:
        simulation = Simulation(job, netlist=netlist)
        _pool.lend(simulation)
    try:
        yield simulation
    finally:
        _pool.give_back(key, simulation)

# SPDX-License-Identifier: Apache-2.0
"""Simulators that keep running, so that the next message need not start one."""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from gatehash.catalog import Job
from gatehash.simulate.session import Simulation

__all__ = ["borrowed"]

# Most simulators that run: an idle one is ended when more are needed.
_MOST = 8

_Key = tuple[str, tuple[tuple[str, int], ...], str | None]


class _Pool:
    """Simulators of one process: each serves one thread at a time."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: list[tuple[_Key, Simulation]] = []  # the least recently used first
        self._lent: set[Simulation] = set()

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
            if keep:
                self._waiting.append((key, simulation))
        if not keep:
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


os.register_at_fork(after_in_child=_renew)
atexit.register(_close)


@contextmanager
def borrowed(job: Job, netlist: str | None = None) -> Iterator[Simulation]:
    """Lend a simulator of a job's hardware, preferably one that runs already.

    Parameters
    ----------
    job : Job
        The design and what it does.
    netlist : str, optional
        Target of the netlist to simulate in place of the RTL, one of ``NETLIST_TARGETS``.

    Raises
    ------
    GatehashError
        If the simulator can't be built.
    """
    key = (job.design.name, tuple(job.hardware.stream.parameters.items()), netlist)
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

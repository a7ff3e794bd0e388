# SPDX-License-Identifier: Apache-2.0
"""Runs of properties in processes of their own: to a verdict, or up to their deciders."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import msgspec

from gatehash import processes
from gatehash.cache import locked
from gatehash.errors import GatehashError
from gatehash.implement.tools import reason
from gatehash.paths import cache_root
from gatehash.prove.kernel.obligations import Obligations
from gatehash.prove.kernel.properties import Verdict

__all__ = ["OBLIGATIONS", "VERDICT", "Ran", "RunError", "obligations_of", "verdict_of"]

VERDICT = "verdict.json"
"""Name of the file with the verdict."""
OBLIGATIONS = "obligations.json"
"""Name of the file with what is decided."""

_SECONDS = 600.0
"""CPU time for the way to the deciders."""


class RunError(GatehashError):
    """A property can't be run: Yosys refuses the RTL, or a solver fails."""


@dataclass(frozen=True)
class Ran:
    """The result of a run.

    Parameters
    ----------
    verdict : Verdict or None
        The verdict; None where an earlier one is of the same obligations.
    obligations : Obligations
        The decision.
    seconds : float
        CPU time.
    """

    verdict: Verdict | None
    obligations: Obligations
    seconds: float


def verdict_of(name: str, time_limit: float, memory_limit: float | None = None) -> Ran:
    """Run a property in its folder of the cache.

    Parameters
    ----------
    name : str
        The property's name.
    time_limit, memory_limit : float
        Seconds of CPU time, and GiB of data of each tool.

    Raises
    ------
    RunError
        If a tool fails.
    GatehashError
        If the property runs already.
    """
    return _run(name, time_limit, memory_limit)


def obligations_of(name: str, nets: tuple[str, ...] | None) -> Obligations:
    """Return what is to be decided of a property; nothing is decided.

    Parameters
    ----------
    name : str
        The property's name.
    nets : tuple of str or None
        Nets of the RTL that its proof names; None if they are not known.

    Raises
    ------
    RunError
        If a tool fails or the time is up.
    GatehashError
        If the property runs already.
    """
    ran = _run(name, _SECONDS, None, msgspec.json.encode(nets).decode())
    if ran.verdict is not None and ran.verdict.status == "unknown":
        raise RunError(ran.verdict.detail)
    return ran.obligations


def _run(name: str, time_limit: float, memory_limit: float | None, *asks: str) -> Ran:
    folder = cache_root() / "prove" / name
    with locked(folder, "lock"):
        log = folder / "run.log"
        done = processes.run(
            (sys.executable, "-P", "-m", "gatehash.prove.child", name, str(time_limit), *asks),
            folder,
            log=log,
            # It looks at its time itself, and says which step took it.
            cpu_limit=time_limit + 10,
            memory_limit=None if memory_limit is None else round(memory_limit * 2**30),
        )
        if done.status is None:
            verdict = Verdict("unknown", None, f"not decided within {time_limit:g} s of CPU time")
            return Ran(verdict, Obligations(), done.seconds)
        if done.status:
            raise RunError(reason(log, done.status).removeprefix("ERROR: "))
        verdict = msgspec.json.decode((folder / VERDICT).read_bytes(), type=Verdict)
        found = msgspec.json.decode((folder / OBLIGATIONS).read_bytes(), type=Obligations)
        return Ran(verdict, found, done.seconds)

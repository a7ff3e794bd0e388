# SPDX-License-Identifier: Apache-2.0
"""Runs properties side by side, and keeps their records."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from gatehash import processes
from gatehash.cache import locked
from gatehash.errors import GatehashError
from gatehash.implement import DamagedError, Limits
from gatehash.implement.results import check_folder
from gatehash.implement.tools import reason
from gatehash.paths import cache_root
from gatehash.pool import Tell, Work, pool
from gatehash.prove.catalogue import all_properties
from gatehash.prove.child import VERDICT
from gatehash.prove.properties import Property, Status, Verdict
from gatehash.prove.record import Proof, keep, load, source_key, tools

__all__ = ["TIME_LIMIT", "Outcome", "on_record", "prove"]

TIME_LIMIT = 300
"""Seconds of CPU time that a property may take by default."""


@dataclass(frozen=True)
class Outcome:
    """What is known of a property now.

    Parameters
    ----------
    of : Property
        The property.
    proof : Proof or None
        Its record; None where there is none, or where it is damaged.
    error : str or None
        Why there is none, in one line; None also where it was not proved yet.
    """

    of: Property
    proof: Proof | None
    error: str | None = None

    @property
    def stale(self) -> bool:
        """Whether the record is of other RTL, another claim or other code."""
        return self.proof is not None and self.proof.source_key != source_key(self.of)

    @property
    def status(self) -> Status:
        """The verdict, ``unknown`` where there is no fresh record."""
        if self.proof is None or self.stale:
            return "unknown"
        return self.proof.status

    @property
    def holds(self) -> bool:
        """Whether the property was proved, or examined to its bound."""
        return self.status in ("proved", "bounded")


def on_record(properties: Sequence[Property], folder: Path | None = None) -> list[Outcome]:
    """Return what is on record of some properties; nothing is run."""
    found = []
    for each in properties:
        try:
            found.append(Outcome(each, load(each, folder)))
        except DamagedError as damaged:
            found.append(Outcome(each, None, str(damaged)))
    return found


def prove(
    properties: Sequence[Property],
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    time_limit: float = TIME_LIMIT,
    memory_limit: float | None = None,
    force: bool = False,
    folder: Path | None = None,
    news: Callable[[Outcome], None] | None = None,
) -> list[Outcome]:
    """Prove properties side by side, as far as there are no fresh records.

    A property that fails or can't be decided does not affect the others.

    Parameters
    ----------
    properties : sequence of Property
        Properties of the catalogue.
    jobs : int, optional
        How many run side by side here; by default one for each processor.
    scheduler : str, optional
        Address of the scheduler of a Dask cluster, whose workers are used instead, see
        :func:`gatehash.pool.pool`.
    time_limit : float
        Seconds of CPU time for each.
    memory_limit : float, optional
        GiB of data of each tool.
    force : bool
        Whether to prove again what is on record already.
    folder : Path, optional
        Folder of records, read and written in place of the library's own.
    news : callable, optional
        Called with each outcome that was run, as soon as it is known.

    Returns
    -------
    list of Outcome
        One for each property, in the same order.

    Raises
    ------
    GatehashError
        If a tool is missing, the folder can't be written, or the scheduler can't be reached or is
        lost.
    """
    Limits(time=time_limit, memory=memory_limit)
    check_folder(folder)
    present = tools()
    outcomes = {each.of.name: each for each in on_record(properties, folder)}
    with pool(jobs, scheduler) as there:
        for each in properties:
            if force or _is_wanted(outcomes[each.name], present):
                do = partial(_run, each.name, time_limit, memory_limit)
                there.add(Work(each.name, do, partial(_inputs, each.name), f"proving {each.name}"))
        for work, result in there.ended():
            outcome = _kept(outcomes[work.name].of, result, folder)
            outcomes[work.name] = outcome
            if news is not None:
                news(outcome)
    return [outcomes[each.name] for each in properties]


def _is_wanted(outcome: Outcome, present: dict[str, str]) -> bool:
    if outcome.proof is None:
        # A damaged record is for the user to look at.
        return outcome.error is None
    return outcome.stale or dict(outcome.proof.tools) != present


def _kept(
    of: Property, result: Callable[[], tuple[Verdict, float]], folder: Path | None
) -> Outcome:
    try:
        verdict, seconds = result()
        if verdict.status == "unknown":
            return Outcome(of, None, f"{of.name}: {verdict.detail}")
        proof = keep(of, verdict, seconds, folder)
    except (GatehashError, OSError) as error:
        text = str(error)
        return Outcome(of, None, text if text.startswith(f"{of.name}: ") else f"{of.name}: {text}")
    return Outcome(of, proof)


def _inputs(name: str) -> tuple[str, dict[str, str]]:
    """Return what a proof follows from."""
    (of,) = (each for each in all_properties() if each.name == name)
    return source_key(of), tools()


def _run(
    name: str, time_limit: float, memory_limit: float | None, tell: Tell
) -> tuple[Verdict, float]:
    """Prove a property in a process of its own; return the verdict and the CPU time."""
    folder = cache_root() / "prove" / name
    log = folder / "run.log"
    with locked(folder, "lock"):
        done = processes.run(
            (sys.executable, "-P", "-m", "gatehash.prove.child", name, str(time_limit)),
            folder,
            log=log,
            # It looks at its time itself, and says which step took it.
            cpu_limit=time_limit + 10,
            memory_limit=None if memory_limit is None else round(memory_limit * 2**30),
        )
        if done.status is None:
            said = f"not decided within {time_limit:g} s of CPU time"
            return Verdict("unknown", None, said), done.seconds
        if done.status:
            raise GatehashError(reason(log, done.status).removeprefix("ERROR: "))
        return msgspec.json.decode((folder / VERDICT).read_bytes(), type=Verdict), done.seconds

# SPDX-License-Identifier: Apache-2.0
"""Runs properties side by side, and keeps their records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gatehash.errors import GatehashError
from gatehash.implement import DamagedError, Limits
from gatehash.pool import Tell, Work, pool
from gatehash.prove.catalogue import by_name
from gatehash.prove.kernel.obligations import Obligations
from gatehash.prove.kernel.properties import HOLDS, Property, Status
from gatehash.prove.record import (
    Proof,
    is_stale,
    keep,
    keep_carried,
    load,
    text_digest,
    tools,
)
from gatehash.prove.tools.process import Ran, obligations_of, verdict_of
from gatehash.records import check_folder

__all__ = ["TIME_LIMIT", "Outcome", "on_record", "prove"]

TIME_LIMIT = 300
"""Seconds of CPU time that a property may take by default."""


@dataclass(frozen=True)
class Outcome:
    """The present state of a property.

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
        """Whether what is to be proved differs from what was, or was not compared with it."""
        return self.proof is not None and is_stale(self.of, self.proof)

    @property
    def status(self) -> Status:
        """The verdict, ``unknown`` where there is no fresh record."""
        if self.proof is None or self.stale:
            return "unknown"
        return self.proof.status

    @property
    def holds(self) -> bool:
        """Whether the property was proved, or examined to its bound."""
        return self.status in HOLDS


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

    A record of other text whose obligations are equal is carried over. A property that fails or
    can't be decided does not affect the others.

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
    for each in properties:
        tools(each)
    outcomes = {each.of.name: each for each in on_record(properties, folder)}
    texts: dict[str, str] = {}
    with pool(jobs, scheduler) as there:
        for each in properties:
            outcome = outcomes[each.name]
            if force or _is_wanted(outcome):
                before = None if force else _before(outcome)
                do = partial(_run, each.name, time_limit, memory_limit, before)
                texts[each.name] = text_digest(each, ())
                there.add(Work(each.name, do, partial(_inputs, each.name), f"proving {each.name}"))
        for work, result in there.ended():
            outcome = _kept(outcomes[work.name], texts[work.name], result, folder)
            outcomes[work.name] = outcome
            if news is not None:
                news(outcome)
    return [outcomes[each.name] for each in properties]


def _is_wanted(outcome: Outcome) -> bool:
    if outcome.proof is None:
        # A damaged record is for the user to look at.
        return outcome.error is None
    return outcome.stale or dict(outcome.proof.tools) != tools(outcome.of)


def _before(outcome: Outcome) -> Obligations | None:
    """Return the obligations of a proof by the same tools."""
    proof = outcome.proof
    if proof is None or proof.status not in HOLDS or dict(proof.tools) != tools(outcome.of):
        return None
    return Obligations(inputs=dict(proof.inputs), nets=proof.nets)


def _kept(outcome: Outcome, text: str, result: Callable[[], Ran], folder: Path | None) -> Outcome:
    of, proof = outcome.of, outcome.proof
    try:
        ran = result()
        if text_digest(of, ()) != text:
            raise GatehashError("its text changed meanwhile; run again")
        if ran.verdict is None and proof is not None:
            return Outcome(of, keep_carried(of, proof, folder))
        if ran.verdict is None or ran.verdict.status == "unknown":
            return Outcome(of, None, f"{of.name}: {ran.verdict.detail if ran.verdict else ''}")
        proof = keep(of, ran.verdict, ran.obligations, ran.seconds, folder)
    except (GatehashError, OSError) as error:
        text = str(error)
        return Outcome(of, None, text if text.startswith(f"{of.name}: ") else f"{of.name}: {text}")
    return Outcome(of, proof)


def _inputs(name: str) -> tuple[str, dict[str, str]]:
    """Return what a proof follows from."""
    of = by_name()[name]
    return text_digest(of, ()), tools(of)


def _run(
    name: str, time_limit: float, memory_limit: float | None, before: Obligations | None, tell: Tell
) -> Ran:
    """Prove a property in a process of its own, if its obligations are not those of before."""
    if before is not None:
        now = obligations_of(name, before.nets)
        if now.inputs == before.inputs:
            return Ran(None, now, 0.0)
    return verdict_of(name, time_limit, memory_limit)

# SPDX-License-Identifier: Apache-2.0
"""Single faults in mapped designs at work, and what comes of each of them."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from gatehash import processes
from gatehash.attack.mapped import Mapped, mapped
from gatehash.attack.record import OUTCOMES, Faulted, Faulting, Outcomes, Place, Where
from gatehash.attack.slices import built
from gatehash.attack.stimulus import message, work_text
from gatehash.catalog import Job
from gatehash.errors import GatehashError
from gatehash.implement.tools import versions
from gatehash.pool import Tell, Work, pool
from gatehash.records import checked
from gatehash.records.store import inputs_of, text_of

__all__ = ["inject"]

_PROGRAM = Path(__file__).with_name("fault.cpp")
# Pieces of work for each one side by side: a piece that takes long does not leave the others idle.
_PIECES = 8
_BIT = re.compile(r"(\[\d+\])+$")


@dataclass(frozen=True)
class _Campaign:
    """A program, and the file of its work."""

    program: Path
    work: Path
    where: Where

    def run(self, cycles: Sequence[int], _tell: Tell = lambda _: None) -> tuple[str, float]:
        """Return what the program writes for some cycles, and its CPU time in seconds."""
        listed = self.work.with_name(f"cycles-{cycles[0] if cycles else 'none'}")
        listed.write_text("\n".join(map(str, cycles)), encoding="utf-8")
        done = processes.run(
            [str(self.program), str(self.work), self.where, str(listed)], self.work.parent
        )
        if done.status:
            raise GatehashError(f"faults: {done.said.strip()}")
        return done.said, done.seconds


def inject(
    job: Job,
    where: Where = "registers",
    *,
    cycles: int | None = None,
    seed: int = 1,
    jobs: int | None = None,
    news: Callable[[str], None] = lambda _: None,
) -> Faulted:
    """Hit a mapped design with single faults while it answers a message; return what comes of them.

    Two equal messages follow one another, see :mod:`gatehash.attack.stimulus`. A fault is in a
    cycle from the end of reset to the last beat of the first answer; the second answer shows what
    it leaves behind.

    Parameters
    ----------
    job : Job
        The design and what it does.
    where : {"registers", "memories", "luts", "stuck"}
        The kind of target.
    cycles : int, optional
        Number of cycles, drawn from all of these; by default all.
    seed : int
        Seed of the choice.
    jobs : int, optional
        Processes side by side; by default one for each processor.
    news : callable, optional
        Called with the progress in words.

    Raises
    ------
    GatehashError
        If a tool is missing or fails, the netlist has a cell without a model, or nothing of the
        design can be hit there.
    """
    of = Faulting(job, where)
    text = text_of(of)
    here = mapped(job)
    data = message(job)
    with TemporaryDirectory(prefix="gatehash-") as folder:
        work = Path(folder) / "work"
        work.write_text(work_text(job, data), encoding="utf-8")
        campaign = _Campaign(built(here.circuit, _PROGRAM), work, where)
        first, _ = campaign.run(())
        window = int(first.split()[1])
        chosen: Sequence[int] = range(window)
        if cycles is not None and cycles < window:
            chosen = sorted(random.Random(seed).sample(chosen, cycles))
        counts, seconds = _counted(campaign, chosen, jobs, news, of.name)
    if not counts:
        raise GatehashError(f"{job.design.name} has no {of.hit} that can be hit")
    if text_of(of) != text:
        raise GatehashError(f"{of.name}: the RTL changed meanwhile; run again")
    named = [*zip(_targets(here, where), counts, strict=True)]
    return checked(
        Faulted(
            design=job.design.name,
            algorithm=job.label,
            where=where,
            inputs=inputs_of(of),
            text=text,
            tools=versions(["pyosys"]),
            command=of.command if len(chosen) == window else f"{of.command} --cycles {cycles}",
            message_bytes=len(data),
            window=window,
            cycles=len(chosen),
            seed=seed if len(chosen) < window else 0,
            outcomes=_sum(each for _, each in named),
            places=_places(named),
            seconds=round(seconds, 1),
        )
    )


def _counted(
    campaign: _Campaign,
    cycles: Sequence[int],
    jobs: int | None,
    news: Callable[[str], None],
    name: str,
) -> tuple[list[Outcomes], float]:
    """Return the outcomes of each target over all cycles, and the CPU time in seconds."""
    total: list[list[int]] = []
    seconds = 0.0
    done = 0
    with pool(jobs, None) as there:
        pieces = min(len(cycles), _PIECES * (jobs or os.cpu_count() or 1))
        for piece in range(pieces):
            mine = cycles[piece::pieces]
            there.add(Work(f"{name}, piece {piece}", partial(campaign.run, mine), lambda: None))
        for _, result in there.ended():
            said, own = result()
            rows = [[*map(int, line.split())][1:] for line in said.splitlines()[1:]]
            total = (
                [
                    [one + other for one, other in zip(row, more, strict=True)]
                    for row, more in zip(total, rows, strict=True)
                ]
                if total
                else rows
            )
            seconds += own
            done += 1
            news(f"{name}: {done} of {pieces} pieces done")
    return [Outcomes(**dict(zip(OUTCOMES, row, strict=True))) for row in total], seconds


def _targets(here: Mapped, where: Where) -> Iterator[tuple[str, str]]:
    """Yield instance and signal of all that can be hit, in the order of ``fault.cpp``."""
    circuit = here.circuit
    blocks = [each for each in circuit.memories if each.ports]
    if where == "luts":
        for gate in circuit.gates:
            yield here.origin(gate.cell).instance, ""
    elif where == "memories":
        for memory in (*blocks, *(each for each in circuit.memories if not each.ports)):
            yield from [_named(here, memory.cell)] * memory.bits
    else:
        for register in circuit.registers:
            yield _named(here, register.cell)
        for memory in blocks:
            for port in memory.ports:
                instance, signal = _named(here, memory.cell)
                for net in port.outputs:
                    if net > 1:
                        yield instance, f"{signal} (output register)"


def _named(here: Mapped, cell: str) -> tuple[str, str]:
    origin = here.origin(cell)
    signal = _BIT.sub("", origin.signal or "")
    return origin.instance, signal.removeprefix(f"{origin.instance}.")


def _sum(all_of: Iterator[Outcomes] | Sequence[Outcomes]) -> Outcomes:
    rows = [[getattr(each, name) for name in OUTCOMES] for each in all_of]
    return Outcomes(**{name: sum(row[at] for row in rows) for at, name in enumerate(OUTCOMES)})


def _places(named: Sequence[tuple[tuple[str, str], Outcomes]]) -> tuple[Place, ...]:
    """Return the outcomes by instance and signal."""
    found: dict[tuple[str, str], list[Outcomes]] = {}
    for name, outcomes in named:
        found.setdefault(name, []).append(outcomes)
    return tuple(
        Place(instance, signal, len(each), _sum(each))
        for (instance, signal), each in sorted(found.items())
    )

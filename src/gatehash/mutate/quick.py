# SPDX-License-Identifier: Apache-2.0
"""The quick test of a design: messages of all edges with exact cycles, then random work."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gatehash.catalog import Job
from gatehash.errors import GatehashError
from gatehash.simulate import Simulation
from gatehash.simulate.session import Answer
from gatehash.soak import Batch, Packet, packets

__all__ = ["QuickTest"]

_SEED = 1
# Random batches, and packets of each: small ones, so that a fault ends the test early.
_BATCHES = 32
_PACKETS = 10
# Resets of one cycle, spread over the cycles of a short message.
_RESETS = 48
# A design that takes longer than this many times the cycles of the right one hangs.
_PATIENCE = 2
_LEAST_CYCLES = 10_000


@dataclass(frozen=True)
class _Step:
    """Packets, and the answers of the right design.

    Parameters
    ----------
    batch : Batch
        The packets.
    answers : list
        Answers of the right design, which are right.
    exact : bool
        Whether the cycles of the answers are those of the catalogue.
    """

    batch: Batch
    answers: list[Answer | None]
    exact: bool

    def wrong(self, answers: Sequence[Answer | None]) -> str | None:
        """Say what is wrong with the answers of a design; None if nothing is."""
        for packet, right, came in zip(self.batch.packets, self.answers, answers, strict=True):
            if came is None:
                continue
            # The model need not be asked again for what is known to be right.
            known = right and (right.data, right.error) == (came.data, came.error)
            if not known and (why := packet.wrong(came)):
                return f"wrong answer: {why}"
            if self.exact and right and (right.first, right.last) != (came.first, came.last):
                return f"{packet.job.label}, {len(packet.data)} bytes: other cycles"
        return None


class QuickTest:
    """Work for a design whose right answers are known.

    Parameters
    ----------
    jobs : sequence of Job
        Jobs of the hardware, with examples of keys; the first one's edges are tried first.
    program : sequence of str
        Command of the simulator of the right design.
    catalogued : bool
        Whether the catalogue knows the cycles of the design.

    Raises
    ------
    GatehashError
        If the design's answers or cycles are not right.
    """

    def __init__(
        self, jobs: Sequence[Job], program: Sequence[str], *, catalogued: bool = True
    ) -> None:
        self._job = jobs[0]
        self._catalogued = catalogued
        self._steps: list[_Step] = []
        with Simulation(self._job, program=program) as simulation:
            for batch, exact in _batches(jobs):
                answers = batch.answers(simulation)
                self._check(batch, answers, exact)
                self._steps.append(_Step(batch, answers, exact))
            self._most = _PATIENCE * simulation.cycles + _LEAST_CYCLES

    def _check(self, batch: Batch, answers: Sequence[Answer | None], exact: bool) -> None:
        name = self._job.design.name
        for packet, answer in zip(batch.packets, answers, strict=True):
            if answer is not None and (why := packet.wrong(answer)):
                raise GatehashError(f"{name} without a fault: {why}")
        if not (exact and self._catalogued):
            return
        whole = [each for each in answers if each is not None]
        ends = batch.packets[0].job.ends([len(each.data) for each in batch.packets])
        if [each.last - whole[0].first + 1 for each in whole] != ends:
            raise GatehashError(f"{name} without a fault: its cycles are not the catalogue's")

    def catches(self, program: Sequence[str]) -> str | None:
        """Say what the test finds wrong with a design; None if it finds nothing.

        Parameters
        ----------
        program : sequence of str
            Command of the design's simulator.
        """
        command = (*program, f"+most_cycles={self._most}")
        with Simulation(self._job, program=command) as simulation:
            try:
                for step in self._steps:
                    if why := step.wrong(step.batch.answers(simulation)):
                        return why
            except GatehashError as error:
                return str(error).splitlines()[0]
            finally:
                simulation.close(kill=True)
        return None


def _batches(jobs: Sequence[Job]) -> Iterator[tuple[Batch, bool]]:
    """Yield batches of packets, and whether their cycles are exact."""
    rng = random.Random(f"{_SEED}/{jobs[0].design.name}")
    quiet = (0,) * jobs[0].hardware.streams
    for job in jobs:
        data = [rng.randbytes(size) for size in _edges(job)]
        for each in (data[:1], data[1:]):
            yield Batch(tuple(Packet(job, one) for one in each), (0,) * len(each), quiet), True
    yield from _resets(jobs[0], rng)
    source = packets(list(jobs), rng)
    for number in range(_BATCHES):
        batch = Batch.drawn(source, _PACKETS, rng)
        if number % 2:
            # A reset cuts off what is left, after a beat or after most of the work.
            blocks = sum(each.job.blocks(len(each.data)) for each in batch.packets)
            most = 1 + int(blocks * jobs[0].timing.block)
            batch = replace(batch, reset=rng.randint(1, rng.choice((4, 32, most))))
        yield batch, False


def _resets(job: Job, rng: random.Random) -> Iterator[tuple[Batch, bool]]:
    """Yield messages that a reset cuts off, earlier or later, each with a whole one behind it."""
    width = job.hardware.beat_bits // 8
    quiet = (0,) * job.hardware.streams
    size = next(each for each in (width + 1, job.padding.block_bytes) if not job.refusal(each))
    for number in range(_RESETS):
        cut, whole = (Packet(job, rng.randbytes(size)) for _ in range(2))
        after = 1 + number * job.latency(size) // _RESETS
        yield Batch((cut,), (0,), quiet, after), False
        yield Batch((whole,), (0,), quiet), True


def _edges(job: Job) -> list[int]:
    """Lengths of messages at the edges of beats and blocks that the design takes."""
    block, width = job.padding.block_bytes, job.hardware.beat_bits // 8
    full = block - job.padding.overhead_bytes
    sizes = (full, 0, 1, width - 1, width, width + 1, full + 1, block - 1, block, block + 1)
    longer = (2 * block, 3 * block + 1)
    return [each for each in (*sizes, *longer) if each >= 0 and not job.refusal(each)]

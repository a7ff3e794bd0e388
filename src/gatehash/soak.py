# SPDX-License-Identifier: Apache-2.0
"""Random work for a design: messages, stalls, malformed packets and resets, all from one seed."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gatehash.catalog import BytesField, Design, Function, Job
from gatehash.errors import ArgumentError, GatehashError, RefusedError
from gatehash.simulate import Simulation
from gatehash.simulate.feed import Malformed
from gatehash.simulate.session import Answer

__all__ = ["Batch", "Packet", "Totals", "grouped", "packets", "soak"]

_BATCH = 64
# One of so many.
_MALFORMED = 12
_BAD_CONFIG = 24
_WRONG_TAG = 6
_RESET = 6
_QUIET = 4
# A bit of a configuration's first word that no design takes.
_RESERVED = 1 << 40


@dataclass(frozen=True)
class Packet:
    """A message for a stream of a design.

    Parameters
    ----------
    job : Job
        Disturbance of it.
    data : bytes
        The message.
    fault : Malformed, optional
        The message with a malformed beat.
    bad_config : bool
        Whether the configuration of the job is malformed.
    """

    job: Job
    data: bytes
    fault: Malformed | None = None
    bad_config: bool = False

    def wrong(self, answer: Answer) -> str | None:
        """Say what is wrong with an answer; None if nothing is."""
        try:
            return self._difference(answer)
        except ArgumentError as error:
            what = f"{self.job.label}, message of {len(self.data)} bytes: {answer.data.hex()}"
            return f"{what}, and the golden model has no answer: {error}"

    def _difference(self, answer: Answer) -> str | None:
        expected = self._expected()
        refused = expected is None
        what = f"{self.job.label}, {'refused ' * refused}message of {len(self.data)} bytes"
        if answer.error != refused:
            return f"{what}: tuser is {int(answer.error)}"
        data = answer.data
        if expected is None:
            # An error's beat is full, and zero; a cipher's bytes before the fault are right.
            width = self.job.hardware.beat_bits // 8
            data, beat = data[:-width], data[-width:]
            if beat != bytes(width) or (data and (self.job.hashes or self.bad_config)):
                return f"{what}: the error carries {answer.data.hex()}"
            expected = self._begun(len(data))
        return None if data == expected else f"{what}: {data.hex()}, expected {expected.hex()}"

    def _expected(self) -> bytes | None:
        """Return the answer of the golden model, None where the design refuses the message."""
        if self.fault or self.bad_config or self.job.refusal(len(self.data)):
            return None
        model = self.job.model()
        model.update(self.data)
        try:
            return model.digest()
        except RefusedError:
            return None

    def _begun(self, size: int) -> bytes:
        """Return the first `size` bytes of a cipher's answer; a tag would be behind them."""
        if size == 0:
            return b""
        # What has a tag is decrypted as it is encrypted.
        model = (self.job.sealed or self.job.model)()
        model.update(self.data[:size])
        return model.digest()[:size]


@dataclass(frozen=True)
class Totals:
    """The work that a design has gone through.

    Parameters
    ----------
    packets : int
        Messages sent, with malformed ones and those that a reset cut off.
    refused : int
        Messages that were answered with an error, as they must be.
    resets, cut : int
        Resets of one cycle, and messages that they cut off.
    cycles : int
        Cycles simulated.
    """

    packets: int = 0
    refused: int = 0
    resets: int = 0
    cut: int = 0
    cycles: int = 0


def packets(jobs: list[Job], rng: random.Random) -> Iterator[Packet]:
    """Yield random packets without end.

    Parameters
    ----------
    jobs : list of Job
        Jobs of the design's hardware, with examples of keys, which are replaced.
    rng : random.Random
        The source of all choices.
    """
    while True:
        job = _bound(rng.choice(jobs), rng)
        block = job.padding.block_bytes
        size = rng.randint(0, rng.choice((1, block - 1, block + 1, 2 * block + 1, 6 * block)))
        if job.padding.whole and rng.randrange(8):
            size = max(1, -(-size // block)) * block
        data = rng.randbytes(size)
        if job.sealed is not None and rng.randrange(_WRONG_TAG):
            data = job.acceptable(data)
            size = len(data)
        if rng.randrange(_MALFORMED) == 0:
            width = job.hardware.beat_bits // 8
            at = rng.randrange(max(1, -(-size // width))) * width
            yield Packet(
                job, data, Malformed(data, at, rng.randrange(3 + (job.hardware.shares > 1)))
            )
        elif job.config is not None and rng.randrange(_BAD_CONFIG) == 0:
            yield Packet(replace(job, config=_bad(job.config, rng)), data, bad_config=True)
        else:
            yield Packet(job, data)


def _bound(job: Job, rng: random.Random) -> Job:
    """Return a job with random keys and the like, on the same hardware."""
    if rng.randrange(4) == 0:
        return job
    # A digest of another length changes the name.
    functions = sorted(job.design.functions, key=lambda each: each.name != job.name)
    function = next(each for each in functions if each.called(job.name) is not None)
    found = function.bind(job.design, job.operation, _values(function, rng))
    return found if found.hardware == job.hardware else job


def _values(function: Function, rng: random.Random) -> Mapping[str, Any]:
    values = dict(function.examples[0])
    for field in function.fields:
        if isinstance(field, BytesField):
            # Counters overflow into their high bytes, and at their ends.
            ones = rng.randrange(field.length + 1)
            random_ = rng.randbytes(field.length)
            values[field.name] = rng.choice((random_, b"\xff" * ones + bytes(field.length - ones)))
    return values


def _bad(words: tuple[int, ...], rng: random.Random) -> tuple[int, ...]:
    forms = [(*words, rng.getrandbits(64)), (words[0] | _RESERVED, *words[1:])]
    if len(words) > 1:
        forms.append(words[:-1])
    return rng.choice(forms)


def grouped(design: Design) -> list[list[Job]]:
    """Return the jobs of a design, those of the same hardware together."""
    groups: list[list[Job]] = []
    jobs = (
        function.bind(design, operation, function.examples[0])
        for function in design.functions
        for operation in function.distinct
    )
    for job in jobs:
        group = next((each for each in groups if each[0].hardware == job.hardware), None)
        if group is None:
            groups.append([job])
        else:
            group.append(job)
    return groups


def soak(
    design: Design,
    *,
    seed: int = 1,
    most: int | None = None,
    seconds: float | None = None,
    four_state: bool = False,
    coverage: Path | None = None,
) -> Iterator[Totals]:
    """Run random packets on a design; yield the totals so far after every batch.

    Parameters
    ----------
    design : Design
        The design; functions of other hardware than its first one's take turns with that.
    seed : int
        Seed of all choices.
    most : int, optional
        Number of packets.
    seconds : float, optional
        Time after which no other batch begins.
    four_state : bool
        Whether registers and memories begin as X, see :class:`gatehash.simulate.Simulation`.
    coverage : Path, optional
        Folder for the coverage of each hardware.

    Raises
    ------
    GatehashError
        If an answer is wrong or missing; it names seed and packet.
    """
    rng = random.Random(f"{seed}/{design.name}")
    groups = grouped(design)
    sources = [packets(group, rng) for group in groups]
    totals, started, turn = Totals(), time.monotonic(), 0
    with ExitStack() as stack:
        simulations = [
            stack.enter_context(
                Simulation(
                    group[0],
                    four_state=four_state,
                    coverage=coverage and coverage / f"random-{number}.dat",
                )
            )
            for number, group in enumerate(groups)
        ]
        while (most is None or totals.packets < most) and (
            seconds is None or time.monotonic() - started < seconds
        ):
            turn = (turn + 1) % len(groups)
            size = _BATCH if most is None else min(_BATCH, most - totals.packets)
            totals = _batch(simulations[turn], sources[turn], size, rng, totals, seed)
            yield replace(totals, cycles=sum(each.cycles for each in simulations))


@dataclass(frozen=True)
class Batch:
    """Packets that are sent at once.

    Parameters
    ----------
    packets : tuple of Packet
        The packets.
    streams : tuple of int
        Stream of each.
    seeds : tuple of int
        For each stream what its stalls follow from, 0 for none.
    reset : int
        Cycles to a reset of one cycle that ends the batch; 0 for none.
    """

    packets: tuple[Packet, ...]
    streams: tuple[int, ...]
    seeds: tuple[int, ...]
    reset: int = 0

    @classmethod
    def drawn(cls, source: Iterator[Packet], size: int, rng: random.Random) -> Batch:
        """Return so many packets of a source, with random stalls and perhaps a reset."""
        packets = tuple(next(source) for _ in range(size))
        job = packets[0].job
        count = job.design.hardware.streams
        streams = tuple(rng.randrange(count) if each.job.streams > 1 else 0 for each in packets)
        seeds = tuple(rng.getrandbits(64) if rng.randrange(_QUIET) else 0 for _ in range(count))
        reset = 0
        if rng.randrange(_RESET) == 0:
            blocks = sum(each.job.blocks(len(each.data)) for each in packets)
            reset = rng.randint(1, int(blocks * job.timing.block) + 1)
        return cls(packets, streams, seeds, reset)

    def answers(self, simulation: Simulation) -> list[Answer | None]:
        """Send the packets; return an answer for each, None for one that a reset cut off."""
        simulation.disturb(self.seeds, self.reset)
        answers = simulation.ask_some(
            (each.fault or (each.data,) for each in self.packets),
            (each.job for each in self.packets),
            self.streams,
        )
        return [*answers, *[None] * (len(self.packets) - len(answers))]


def _batch(
    simulation: Simulation,
    source: Iterator[Packet],
    size: int,
    rng: random.Random,
    totals: Totals,
    seed: int,
) -> Totals:
    batch = Batch.drawn(source, size, rng)
    answers = batch.answers(simulation)
    for number, (packet, answer) in enumerate(zip(batch.packets, answers, strict=True)):
        if answer is not None and (why := packet.wrong(answer)):
            raise GatehashError(
                f"{packet.job.design.name}: seed {seed}, packet {totals.packets + number}: {why}"
            )
    cut = answers.count(None)
    return Totals(
        totals.packets + size,
        totals.refused + sum(each is not None and each.error for each in answers),
        totals.resets + (batch.reset > 0 and cut > 0),
        totals.cut + cut,
    )

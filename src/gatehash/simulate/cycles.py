# SPDX-License-Identifier: Apache-2.0
"""Cycles and speed of a design, counted in simulation."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import pairwise, repeat
from statistics import median_low

from gatehash.catalog import Job
from gatehash.errors import GatehashError, counted
from gatehash.simulate.session import Answer, Simulation

__all__ = ["Measurement", "measure", "steady_cycles_per_block"]

# Enough for a design with several messages in flight to reach its steady state.
_MESSAGES = 12


@dataclass(frozen=True)
class Measurement:
    """Figures of a design at work on a function; all cycles are counted in simulation.

    Parameters
    ----------
    design, algorithm, operation : str
        The design and its function.
    block_bits : int
        Block length in bits.
    streams : int
        Messages at a time; the cycles are those of each.
    cycles_per_block : float
        Busy cycles of the core for one more block of a message.
    stream_cycles_per_block : float
        Cycles at the stream top for one more block of a long message.
    one_block_cycles : int
        Busy cycles of the core for a message of one block, alone where streams share a pipeline.
    latency_cycles, empty_cycles : int
        Cycles from the first beat in, of the configuration if there is one, to the answer's last
        beat out, for a message of one block and an empty one, also alone; None if the algorithm
        refuses an empty message.
    cycles_per_second, mb_per_second : float
        Speed of the simulation on this machine, in cycles and in megabytes of message per second,
        of all streams together.
    """

    design: str
    algorithm: str
    operation: str
    block_bits: int
    streams: int
    cycles_per_block: float
    stream_cycles_per_block: float
    one_block_cycles: int
    latency_cycles: int
    empty_cycles: int | None
    cycles_per_second: float
    mb_per_second: float


def _per_block(job: Job, short: int, long: int) -> float:
    few, many = job.timing.span
    return (long - short) / (many - few)


def _spacing(simulation: Simulation, message: bytes) -> int:
    """Cycles from digest to digest of equal messages without a gap between them.

    This is the time for which the core is busy, since the design loads a message while it works on
    another. Where streams share a ring, a message may wait for its place there: of the later half
    of the messages the median counts.
    """
    ends = [answer.last for answer in _ask_checked(simulation, [message] * _MESSAGES)]
    spacings = [later - earlier for earlier, later in pairwise(ends)]
    return median_low(spacings[len(spacings) // 2 :])


def _alone(simulation: Simulation, message: bytes) -> Answer:
    """Send a message, to every stream unless they share what they work on; return its answer."""
    shared = simulation.job.hardware.shared
    return _ask_checked(simulation, [message], 1 if shared else simulation.job.streams)[0]


def _ask_checked(
    simulation: Simulation, messages: list[bytes], streams: int | None = None
) -> list[Answer]:
    """Send messages to so many streams and check the answers; return those of the first stream."""
    job = simulation.job
    streams = streams or job.streams
    expected: dict[bytes, bytes] = {}
    for message in messages:
        if message not in expected:
            model = job.model()
            model.update(message)
            expected[message] = model.digest()
    answers = simulation.ask_all(
        ([message] for message in messages for _ in range(streams)),
        streams=(stream for _ in messages for stream in range(streams)),
    )
    for at, answer in enumerate(answers):
        message, first = messages[at // streams], answers[at - at % streams]
        if answer.error or answer.data != expected[message]:
            size = counted(len(message), "byte")
            raise GatehashError(f"{job.design.name} gave a wrong answer to {size}")
        alike = (answer.first, answer.last) == (first.first, first.last)
        if not alike and not job.hardware.shared:
            raise GatehashError(f"{job.design.name} has a stream that waits for another")
    return answers[::streams]


def steady_cycles_per_block(simulation: Simulation) -> float:
    """Count the cycles per block at the stream top in the steady state of a long message."""
    job = simulation.job
    block = bytes(job.padding.block_bytes)
    short, long = (simulation.ask([block * count]).cycles for count in job.timing.span)
    return _per_block(job, short, long)


def _steady_of_all(simulation: Simulation) -> float:
    """Count the same of a message of each stream, where streams share what they work on."""
    job = simulation.job
    if not job.hardware.shared:
        return steady_cycles_per_block(simulation)

    def cycles(blocks: int) -> int:
        before, message = simulation.cycles, bytes(job.padding.block_bytes * blocks)
        streams = range(job.streams)
        simulation.ask_all(([message] for _ in streams), streams=streams)
        return simulation.cycles - before

    return _per_block(job, *map(cycles, job.timing.span))


def measure(job: Job, *, seconds: float = 1.0) -> Measurement:
    """Count a design's cycles and time its simulation.

    Parameters
    ----------
    job : Job
        The design and its function.
    seconds : float
        Approximate time of the measurement of the simulation's speed.

    Raises
    ------
    GatehashError
        If the simulator fails or a digest differs from the golden model's.
    """
    timing, block = job.timing, bytes(job.padding.block_bytes)
    # The longest message that is one block when padded.
    single = block[: len(block) - job.padding.overhead_bytes - job.tail_bytes]
    with Simulation(job) as simulation:
        empty = None if job.refusal(0) else _alone(simulation, b"")
        one = _alone(simulation, single)
        spacings = [_spacing(simulation, single + block * more) for more in timing.span]
        steady = _steady_of_all(simulation)
        streams = range(job.streams)
        piece, pieces, elapsed, cycles = block * 64, 1, 0.0, 0
        while elapsed < seconds:
            before, started = simulation.cycles, time.perf_counter()
            simulation.ask_all((repeat(piece, pieces) for _ in streams), streams=streams)
            elapsed, cycles = time.perf_counter() - started, simulation.cycles - before
            size = len(piece) * pieces * len(streams)
            pieces *= max(2, int(min(8, seconds / elapsed)))
    return Measurement(
        design=job.design.name,
        algorithm=job.name,
        operation=job.operation,
        block_bits=job.block_bits,
        streams=job.streams,
        # A core may wait for words between two blocks.
        cycles_per_block=_per_block(job, *spacings) - timing.gap,
        stream_cycles_per_block=steady,
        # The core is not busy while words enter and leave at the stream top.
        one_block_cycles=one.cycles - timing.load - timing.unload,
        latency_cycles=one.cycles,
        empty_cycles=None if empty is None else empty.cycles,
        cycles_per_second=cycles / elapsed,
        mb_per_second=size / elapsed / 1e6,
    )

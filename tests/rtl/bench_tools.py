# SPDX-License-Identifier: Apache-2.0
"""What the benches share: logged seeds, random stalls, malformed packets, a run that is reset."""

from __future__ import annotations

import logging
import os
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from cocotb.triggers import FallingEdge

__all__ = [
    "DEFAULT_SEED",
    "BadPacket",
    "bad_packets",
    "good_keep",
    "make_rng",
    "reset_run",
    "scramble",
    "scrambled",
    "stalls",
]

DEFAULT_SEED = 1


def _seed() -> int:
    """``$GATEHASH_SEED``, a number or ``random``."""
    text = os.environ.get("GATEHASH_SEED", str(DEFAULT_SEED))
    return random.SystemRandom().getrandbits(32) if text == "random" else int(text)


_SEED = _seed()


def make_rng(test: str, log: logging.Logger) -> random.Random:
    """Random numbers of a test, the same whichever other tests run; their seed is logged."""
    log.info("GATEHASH_SEED=%d for %s", _SEED, test)
    return random.Random(f"{_SEED}/{test}")


def stalls(rng: random.Random, share: float, longest: int) -> Iterator[bool]:
    """Whether to stall, cycle for cycle: for a share of the time, in runs of random length.

    A run lasts 1 to `longest` cycles; neighbouring runs may be of the same kind.
    """
    while True:
        stalled = rng.random() < share
        for _ in range(rng.randint(1, longest)):
            yield stalled


def scramble(rng: random.Random, payload: Iterable[Any]) -> None:
    """Put random values on signals, as a sender may in a cycle in which they are not valid."""
    for signal in payload:
        signal.value = rng.getrandbits(len(signal))


async def scrambled(rng: random.Random, clock: Any, valid: Any, payload: Iterable[Any]) -> None:
    """Put random values on a payload in each cycle without its valid, for ever.

    For senders that drive behind the clock's rising edge.
    """
    edge, signals = FallingEdge(clock), list(payload)
    while True:
        await edge
        if not valid.value:
            scramble(rng, signals)


def good_keep(length: int, size: int) -> tuple[int, ...]:
    """``tkeep`` of each beat of a message of `length` bytes; an empty one has one beat."""
    full = (1 << size) - 1
    beats = max(1, -(-length // size))
    return (full,) * (beats - 1) + (full >> (beats * size - length),)


@dataclass(frozen=True)
class BadPacket:
    """A malformed packet: where its first bad beat is, and ``tkeep`` of each beat."""

    place: int
    keep: tuple[int, ...]


def bad_packets(rng: random.Random, size: int, beats: int) -> Iterator[list[BadPacket]]:
    """Every kind of bad beat at every telling place, each in packets that end soon or late after.

    A hole in ``tkeep`` is wrong anywhere, a beat that is not full before the last one, an empty one
    everywhere but as the whole of an empty message. Beats after the bad one may be bad as well.

    Parameters
    ----------
    rng : random.Random
        Chooses the beats after the bad one.
    size, beats : int
        Bytes of a beat, beats of a block.
    """
    full = (1 << size) - 1
    words = (full - 1, 1 << (size - 1), full & ~(1 << size // 2), 0b101, full // 3)
    # Narrow streams lack some of them.
    holes = [word for word in words if word <= full and word & (word + 1)]
    not_full = [word for word in (1, full >> 1, 0) if word < full]
    places = {0, 1, beats // 2, beats - 2, beats - 1, beats, beats + beats // 2, 2 * beats - 1}
    for place, bad in product(sorted(places), (*holes, *not_full)):
        if place < 0:
            continue
        left = beats - 1 - place % beats  # to the end of the block
        afters = {1, left, left + 1, left + beats, 2 * beats} - {0}
        if bad in holes or (bad == 0 and place):
            afters.add(0)
        packets = []
        for after in sorted(afters):
            tidy = rng.random() < 0.5
            rest = (full if tidy else rng.getrandbits(size) for _ in range(after))
            packets.append(BadPacket(place, (full,) * place + (bad, *rest)))
        yield packets


async def reset_run(dut: Any, cycles: int) -> None:
    """Start a run of a coprocessor's core, and reset the core after so many cycles."""
    dut.start_i.value = 1
    await FallingEdge(dut.clk_i)
    dut.start_i.value = 0
    for _ in range(cycles):
        await FallingEdge(dut.clk_i)
    dut.rst_i.value = 1
    await FallingEdge(dut.clk_i)
    dut.rst_i.value = 0

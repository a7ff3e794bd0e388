# SPDX-License-Identifier: Apache-2.0
"""What the bench of stream tops sends: packets with their answers, good and malformed.

``GATEHASH_DESIGN``, ``GATEHASH_FUNCTION`` and ``GATEHASH_OPERATION`` name the design and what it
does, ``GATEHASH_EXAMPLE`` is the number of the function's example that it gets; golden model,
padding and cycles come from the catalogue. ``GATEHASH_STREAM`` is the number of the stream, 0 if
absent. ``GATEHASH_STREAM_BITS`` asks for another width of it, with ``GATEHASH_REGISTERED``; a
coprocessor's cycles are then not exact.
"""

from __future__ import annotations

import math
import os
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

from cocotbext.axi import AxiStreamFrame
from tests.rtl.bench_tools import BadPacket, good_keep

from gatehash.catalog import Operation, find
from gatehash.catalog.aead_timing import AeadCycles
from gatehash.catalog.blake3_timing import Blake3EngineTiming
from gatehash.catalog.timing import SequentialTiming, SharedTiming, TreeTiming
from gatehash.catalog.tree_timing import TreeEngineTiming

DESIGN = find(os.environ["GATEHASH_DESIGN"])
if bits := os.environ.get("GATEHASH_STREAM_BITS"):
    other = DESIGN.hardware.streaming(int(bits))
    other = other.having(Registered=int(os.environ.get("GATEHASH_REGISTERED", "0")))
    DESIGN = replace(DESIGN, hardware=other)
FUNCTION = DESIGN.function(os.environ["GATEHASH_FUNCTION"])
VALUES = FUNCTION.examples[int(os.environ["GATEHASH_EXAMPLE"])]
JOB = FUNCTION.bind(DESIGN, cast(Operation, os.environ["GATEHASH_OPERATION"]), VALUES)
STREAM = int(os.environ.get("GATEHASH_STREAM", "0"))
TIMING = JOB.timing
BLOCK = JOB.padding.block_bytes
STREAM_BYTES = JOB.hardware.stream_bits // 8
BEATS = max(1, BLOCK // STREAM_BYTES)
"""Beats of a block, 1 where a beat holds several."""
FRAME = max(BLOCK, STREAM_BYTES)
"""Bytes of a block, or of a beat that holds several."""
_ALONE = (
    AeadCycles,
    SequentialTiming,
    TreeTiming,
    Blake3EngineTiming,
    TreeEngineTiming,
)
MEANWHILE = not isinstance(TIMING, _ALONE)
"""Whether a message enters while the core works on the one before."""
_BLOCK = TIMING.alone if isinstance(TIMING, SharedTiming) else TIMING.block
if isinstance(TIMING, TreeEngineTiming):
    _BLOCK = BEATS  # a leaf is buffered
PACES = {math.floor(_BLOCK) + TIMING.gap, math.ceil(_BLOCK) + TIMING.gap}
"""Cycles from block to block of a message alone, rounded down and up."""
PACE = max(PACES)
FULL = (1 << STREAM_BYTES) - 1
PERIOD_NS = 10
# A bound for a bench that a fault has brought to a stop; in general the limits below strike first.
BOUND_NS = 5_000_000 * PERIOD_NS


@dataclass(frozen=True)
class Packet:
    """A packet and its answer.

    Parameters
    ----------
    data : bytes
        Whole beats.
    keep : tuple of int
        ``tkeep`` of each beat.
    answer : bytes or None
        The digest, or the message encrypted or decrypted; None if the packet is malformed.
    config : tuple of int or None
        The packet that goes to ``s_axis_cfg``; None where there is no such port.
    cut : int
        Bytes that its last word lacks, whole beats.
    """

    data: bytes
    keep: tuple[int, ...]
    answer: bytes | None
    config: tuple[int, ...] | None = JOB.config
    cut: int = 0

    @property
    def cycles(self) -> int:
        """Cycles that the packet takes without stalls, or a few more."""
        blocks = len(self.keep) * STREAM_BYTES // BLOCK + 2
        return max(TIMING.core(blocks) + TIMING.gap * blocks, len(self.keep))

    @property
    def beats_out(self) -> int:
        """Beats of the answer."""
        return 1 if self.answer is None else max(1, -(-len(self.answer) // STREAM_BYTES))

    def frame(self) -> Any:
        """The packet as cocotbext-axi takes it: a frame of whole beats with its own tkeep."""
        keep = [word >> byte & 1 for word in self.keep for byte in range(STREAM_BYTES)]
        return AxiStreamFrame(self.data, tkeep=keep, tid=STREAM if JOB.hardware.shared else None)

    def check(self, frame: Any) -> None:
        """Compare the answer that came with the one that was due: data, keep, last and user."""
        came = len(frame.tdata)
        kept = bytes(frame.tdata[byte] for byte in range(came) if frame.tkeep[byte])
        what = "malformed packet" if self.answer is None else "message"
        about = f"{what} of {sum(word.bit_count() for word in self.keep)} bytes"
        if JOB.hardware.shared:
            assert {*frame.tid} == {STREAM}, f"{about}: answered with tid {frame.tid}"
        if self.answer is None:
            whole = self._before_the_fault(came - STREAM_BYTES)
            assert all(frame.tkeep), f"{about}: the error's tkeep is not full"
            assert all(frame.tuser[came - STREAM_BYTES :]), f"{about}: tuser is not set"
            assert not any(frame.tuser[: came - STREAM_BYTES]), f"{about}: tuser is set early"
            assert kept == whole + bytes(STREAM_BYTES), (
                f"{about}: the error carries data, {kept.hex()}"
            )
            return
        size = len(self.answer)
        assert not any(frame.tuser), f"{about}: tuser is set"
        assert came == self.beats_out * STREAM_BYTES, f"{about}: the answer has {came} bytes"
        assert frame.tkeep == [int(byte < size) for byte in range(came)], f"{about}: wrong tkeep"
        assert kept == self.answer, f"{about}: {kept.hex()}, expected {self.answer.hex()}"
        assert not any(frame.tdata[size:]), f"{about}: null bytes are not zero"

    def _before_the_fault(self, size: int) -> bytes:
        """So many bytes of an answer, which a cipher has given when it meets a fault."""
        assert not JOB.hashes or size == 0, f"the error has {size} bytes before it"
        if JOB.padding.whole:
            assert size % BLOCK == 0, f"the error has {size} bytes before it"
        assert size <= (len(self.keep) - 1) * STREAM_BYTES, f"the error has {size} bytes before it"
        # Behind what has been encrypted a tag is still to come; streams are decrypted as encrypted.
        model = (JOB.sealed or JOB.model)()
        model.update(self.data[:size])
        return model.digest()[:size] if size else b""


def good(rng: random.Random, length: int) -> Packet:
    """A random message, with random bytes where tkeep is 0.

    Where messages must be whole blocks, it has the next length that is taken.
    """
    if JOB.padding.whole:
        length = max(1, -(-length // BLOCK)) * BLOCK
    message = JOB.acceptable(rng.randbytes(length))
    model = JOB.model()
    model.update(message)
    keep = good_keep(len(message), STREAM_BYTES)
    filler = rng.randbytes(len(keep) * STREAM_BYTES - len(message))
    return Packet(message + filler, keep, model.digest())


def short(rng: random.Random) -> Packet:
    """A random message of up to two blocks, or beats of several, and a byte."""
    return good(rng, rng.randint(0, 2 * FRAME + 1))


def cycles_of(*packets: Packet) -> list[int]:
    """Cycles from the first beat in to the last beat out of each of several packets."""
    return JOB.ends([sum(map(int.bit_count, packet.keep)) for packet in packets])


def lengths_about(rng: random.Random) -> list[int]:
    """0 to 2 blocks + 1 bytes; of a slow design those about its blocks' edges and some others."""
    every = range(2 * FRAME + 2)
    if TIMING.latency(2) * len(every) < 100_000:
        return [*every]
    edges = {edge + shift for edge in (0, STREAM_BYTES, BLOCK, 2 * BLOCK) for shift in (-1, 0, 1)}
    return sorted({0, *(n for n in edges if n in every), *rng.sample(every, 8)})


def random_length(rng: random.Random) -> int:
    """Up to 64 KiB, as many short ones as long ones."""
    return round(2 ** rng.uniform(0, 16))


def malformed(rng: random.Random, bad: BadPacket) -> Packet:
    """A malformed packet, with random bytes."""
    return Packet(rng.randbytes(len(bad.keep) * STREAM_BYTES), bad.keep, None)


def broken(rng: random.Random) -> Packet:
    """A message of broken blocks, malformed where they must be whole."""
    length = rng.randint(0, 3) * BLOCK + rng.choice((0, 1, BLOCK - 1, rng.randrange(BLOCK)))
    if JOB.padding.takes(length):
        length = 0
    keep = good_keep(length, STREAM_BYTES)
    return Packet(rng.randbytes(len(keep) * STREAM_BYTES), keep, None)


def among_good(rng: random.Random, packets: Iterable[Packet]) -> Iterator[Packet]:
    """The packets, with good messages between some of them."""
    for packet in packets:
        yield packet
        if rng.random() < 0.5:
            yield short(rng)

# SPDX-License-Identifier: Apache-2.0
"""The bench of the example of a DMA engine: messages in memory, digests in memory."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotbext.axi import AxiBus, AxiRam
from tests.rtl.bench_tools import make_rng, scrambled, stalls

PERIOD_NS = 10
SIZE = 1 << 16
DIGEST = 32
PAGE = 4096


class Bench:
    """The example with a memory, and all of the memory as it has to be."""

    def __init__(self, dut: Any, rng: random.Random, *, stalled: bool) -> None:
        self.dut = dut
        self.memory = AxiRam(AxiBus.from_prefix(dut, "m_axi"), dut.aclk, size=SIZE)
        self.expected = bytearray(rng.randbytes(SIZE))
        self.memory.write(0, bytes(self.expected))
        noise = random.Random(SIZE)  # of its own, so that stalls do not depend on it
        for valid, *payload in (
            (dut.m_axi_rvalid, dut.m_axi_rid, dut.m_axi_rdata, dut.m_axi_rresp, dut.m_axi_rlast),
            (dut.m_axi_bvalid, dut.m_axi_bid, dut.m_axi_bresp),
        ):
            cocotb.start_soon(scrambled(noise, dut.aclk, valid, payload))
        read, write = self.memory.read_if, self.memory.write_if
        if stalled:
            for channel in (
                *(read.ar_channel, read.r_channel),
                *(write.aw_channel, write.w_channel, write.b_channel),
            ):
                channel.set_pause_generator(stalls(rng, 0.4, 5))

    async def reset(self, cycles: int = 4) -> None:
        """Reset the example."""
        self.dut.start_i.value = 0
        self.dut.aresetn.value = 0
        await ClockCycles(self.dut.aclk, cycles)
        self.dut.aresetn.value = 1
        await ClockCycles(self.dut.aclk, 2)

    async def start(self, source: int, length: int, target: int, room: int = DIGEST) -> None:
        """Start a job as software does."""
        job = {"source": source, "length": length, "target": target, "room": room}
        for name, value in job.items():
            getattr(self.dut, f"{name}_i").value = value
        self.dut.start_i.value = 1
        await RisingEdge(self.dut.aclk)
        self.dut.start_i.value = 0
        await RisingEdge(self.dut.aclk)

    async def done(self) -> None:
        """Wait for the end of a job."""
        while not self.dut.done_o.value:
            await RisingEdge(self.dut.aclk)

    async def hash(self, source: int, length: int, target: int) -> None:
        """Have a message hashed, and compare all of the memory."""
        message = bytes(self.expected[source : source + length])
        await self.start(source, length, target)
        await self.done()
        if length:
            self.expected[target : target + DIGEST] = hashlib.sha256(message).digest()
            assert int(self.dut.bytes_o.value) == DIGEST
        assert not self.dut.failed_o.value
        assert self.memory.read(0, SIZE) == self.expected, (source, length, target)


async def begin(dut: Any, name: str, *, stalled: bool) -> tuple[Bench, random.Random]:
    """Return a bench out of reset, and its random numbers."""
    rng = make_rng(f"dma/{name}", dut._log)
    Clock(dut.aclk, PERIOD_NS, unit="ns").start()
    bench = Bench(dut, rng, stalled=stalled)
    await bench.reset()
    return bench, rng


async def lengths(bench: Bench, rng: random.Random) -> None:
    """Hash messages of telling lengths, at places from which bursts meet the end of a page."""
    for length in (*range(1, 18), 55, 56, 63, 64, 65, 119, 120, 127, 128, 129, 4096, 6001):
        source = rng.choice((0, PAGE - 8, PAGE - 64, 2 * PAGE - 136, 8 * rng.randrange(512)))
        target = rng.choice((4 * PAGE - 8, 4 * PAGE - 24, 4 * PAGE - 32, 5 * PAGE))
        await bench.hash(source, length, target)


@cocotb.test()
async def memory_to_digest(dut: Any) -> None:
    bench, rng = await begin(dut, "lengths", stalled=False)
    await with_timeout(lengths(bench, rng), 2, "ms")


@cocotb.test()
async def slow_memory(dut: Any) -> None:
    bench, rng = await begin(dut, "slow", stalled=True)
    await with_timeout(lengths(bench, rng), 4, "ms")


@cocotb.test()
async def an_empty_message_is_not_started(dut: Any) -> None:
    bench, _ = await begin(dut, "empty", stalled=False)
    await with_timeout(bench.hash(0, 0, 4 * PAGE), 1, "ms")
    await ClockCycles(dut.aclk, 500)
    assert bench.memory.read(0, SIZE) == bench.expected
    await with_timeout(bench.hash(8, 70, 4 * PAGE), 1, "ms")


@cocotb.test()
async def a_digest_beyond_its_buffer(dut: Any) -> None:
    """It fails, nothing is written behind the buffer, and the next job is as ever."""
    bench, _ = await begin(dut, "room", stalled=False)
    await bench.start(8, 70, 4 * PAGE, room=16)
    await with_timeout(bench.done(), 1, "ms")
    assert dut.failed_o.value
    assert int(dut.bytes_o.value) == DIGEST
    digest = hashlib.sha256(bench.expected[8:78]).digest()
    bench.expected[4 * PAGE : 4 * PAGE + 16] = digest[:16]
    assert bench.memory.read(0, SIZE) == bench.expected
    await with_timeout(bench.hash(8, 70, 4 * PAGE), 1, "ms")

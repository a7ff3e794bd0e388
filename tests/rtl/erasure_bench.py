# SPDX-License-Identifier: Apache-2.0
"""The test bench of erasure: after a message with a key, and after a reset, nothing of it is left.

``GATEHASH_DESIGN`` and ``GATEHASH_VARIANT`` name design and cipher, ``GATEHASH_MEMORIES`` the
memories that keys and state are in, each with the first and last address that must be zero.
"""

from __future__ import annotations

import json
import os
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource
from tests.rtl.bench_tools import make_rng

from gatehash.catalog import find

DESIGN = find(os.environ["GATEHASH_DESIGN"])
ALGORITHM = DESIGN.variants[os.environ["GATEHASH_VARIANT"]].algorithm
MEMORIES: dict[str, list[list[int]]] = json.loads(os.environ["GATEHASH_MEMORIES"])


def left_over(dut: Any) -> dict[str, int]:
    """Words that are not zero, by memory and address."""
    found = {}
    for path, ranges in MEMORIES.items():
        memory = dut
        for name in path.split("."):
            memory = getattr(memory, name.partition("[")[0])
            if "[" in name:
                memory = memory[int(name.partition("[")[2].rstrip("]"))]
        for first, last in ranges:
            for address in range(first, last + 1):
                word = int(memory[address].value)
                if word:
                    found[f"{path}[{address}]"] = word
    return found


class Bench:
    """A stream top with its configuration, a source and a sink."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        reset = {"reset": dut.aresetn, "reset_active_level": False}
        self.config = AxiStreamSource(
            AxiStreamBus.from_prefix(dut, "s_axis_cfg"), dut.aclk, **reset
        )
        self.source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), dut.aclk, **reset)
        self.sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), dut.aclk, **reset)
        Clock(dut.aclk, 10, unit="ns").start()

    async def reset(self) -> None:
        self.dut.aresetn.value = 0
        await ClockCycles(self.dut.aclk, 2)
        for end in (self.config, self.source, self.sink):
            end.clear()
        await ClockCycles(self.dut.aclk, 3)
        self.dut.aresetn.value = 1

    async def ready(self) -> None:
        """Wait until the next message's configuration is taken."""
        for _ in range(20_000):
            await RisingEdge(self.dut.aclk)
            if self.dut.aresetn.value and self.dut.s_axis_cfg_tready.value:
                # The last zero is on its way into the memory.
                await ClockCycles(self.dut.aclk, 3)
                return
        raise AssertionError("no further message is taken")

    def send(self, message: bytes) -> None:
        assert ALGORITHM.config is not None
        words = b"".join(word.to_bytes(8, "little") for word in ALGORITHM.config)
        self.config.send_nowait(AxiStreamFrame(words))
        self.source.send_nowait(AxiStreamFrame(message))


@cocotb.test()
async def nothing_is_left_of_a_message(dut: Any) -> None:
    rng = make_rng("erasure", dut._log)
    bench = Bench(dut)
    await bench.reset()
    await bench.ready()
    block = ALGORITHM.padding.block_bytes
    # The last one is malformed where blocks must be whole.
    for length in (block, 3 * block, block + 8):
        bench.send(rng.randbytes(length))
        await ClockCycles(dut.aclk, 100)
        assert left_over(dut), "the memories are not those of the key"
        await bench.sink.recv()
        await bench.ready()
        assert left_over(dut) == {}, f"after {length} bytes"


@cocotb.test()
async def nothing_is_left_after_a_reset(dut: Any) -> None:
    rng = make_rng("reset", dut._log)
    bench = Bench(dut)
    await bench.reset()
    await bench.ready()
    for cycles in (3, 30, 150, 400):
        bench.send(rng.randbytes(2 * ALGORITHM.padding.block_bytes))
        await ClockCycles(dut.aclk, cycles)
        await bench.reset()
        await bench.ready()
        assert left_over(dut) == {}, f"after a reset in cycle {cycles}"

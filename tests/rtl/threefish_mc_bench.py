# SPDX-License-Identifier: Apache-2.0
"""The test bench of gh_threefish_mc_core: step by step beside the model of the microcode's machine.

What a run computes is compared with the golden model as well.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from tests.rtl.bench_tools import make_rng

from gatehash.microcode import ThreefishMachine, threefish_image
from gatehash.microcode.machine import BLOCK, KEY, STATE, TWEAK
from gatehash.models.threefish import ROUNDS, encrypt_words

SIZES = {4: 0, 8: 1, 16: 2}
EDGES = ([0], [2**64 - 1])


class Core:
    """The core, and what can be done with it between runs."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut

    async def reset(self) -> None:
        Clock(self.dut.clk_i, 10, unit="ns").start()
        for name in ("start_i", "size_i", "ubi_i", "load_valid_i", "load_address_i"):
            getattr(self.dut, name).value = 0
        self.dut.load_data_i.value = 0
        self.dut.read_address_i.value = 0
        self.dut.rst_i.value = 1
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_i.value = 0
        await self.rest()

    async def rest(self) -> None:
        """Wait until nothing runs."""
        for _ in range(3000):
            await FallingEdge(self.dut.clk_i)
            if self.dut.busy_o.value == 0:
                return
        raise AssertionError("a run does not end")

    def drive_load(self, address: int, word: int) -> None:
        self.dut.load_valid_i.value = 1
        self.dut.load_address_i.value = address
        self.dut.load_data_i.value = word

    async def load(self, words: dict[int, int]) -> None:
        """Write words; the last of them is still being driven."""
        for number, (address, word) in enumerate(words.items()):
            if number:
                await FallingEdge(self.dut.clk_i)
            self.drive_load(address, word)

    async def read(self, address: int, count: int) -> list[int]:
        words = []
        for step in range(count + 2):
            self.dut.read_address_i.value = address + min(step, count - 1)
            await FallingEdge(self.dut.clk_i)
            if step >= 1:
                words.append(int(self.dut.read_data_o.value))
        return words[:count]


async def run_beside(core: Core, machine: ThreefishMachine, words: int, use: str) -> int:
    """Run both, compare them in every cycle, and return the cycles."""
    dut = core.dut
    dut.size_i.value = SIZES[words]
    dut.ubi_i.value = int(use == "ubi")
    dut.start_i.value = 1
    machine.step()
    machine.start(words, use)
    cycles = 1
    while True:
        await FallingEdge(dut.clk_i)
        dut.start_i.value = 0
        dut.load_valid_i.value = 0
        cycles += 1
        where = f"{words} words, {use}, cycle {cycles}"
        assert int(dut.pc_q.value) == machine.pc, where
        assert int(dut.s_q.value) == machine.s, where
        if cycles > 3:
            for name, value in (("a_q", machine.a), ("b_q", machine.b), ("result", machine.r3)):
                if value is not None:
                    assert int(getattr(dut, name).value) == value, f"{where}: {name}"
        assert dut.busy_o.value == 1, where
        if dut.done_o.value == 1:
            break
        assert not machine.step(), where
    assert machine.step()
    await core.rest()
    return cycles


@cocotb.test
async def runs_agree_with_the_models(dut: Any) -> None:
    rng = make_rng("runs", dut._log)
    core = Core(dut)
    await core.reset()
    microcode = threefish_image()
    for words, use in product(ROUNDS, ("threefish", "ubi")):
        choices = [[rng.getrandbits(64) for _ in range(2 * words + 2)] for _ in range(3)]
        choices += [edge * (2 * words + 2) for edge in EDGES]
        for values in choices:
            block, key, tweak = values[:words], values[words : 2 * words], values[2 * words :]
            machine = ThreefishMachine(microcode)
            placed = {}
            for base, some in ((BLOCK, block), (KEY, key), (TWEAK, tweak)):
                machine.load(base, some)
                placed.update({base + i: word for i, word in enumerate(some)})
            # The last word is loaded in the cycle in which the run starts.
            await core.load(placed)
            cycles = await run_beside(core, machine, words, use)
            assert cycles == microcode.cycles(words, use)
            expected = list(encrypt_words(key, tweak, block))
            if use == "ubi":
                expected = [e ^ p for e, p in zip(expected, block, strict=True)]
            found = await core.read(KEY if use == "ubi" else STATE, words)
            assert found == expected, f"{words} words, {use}"


@cocotb.test
async def a_chain_of_ubi_needs_no_key_loaded(dut: Any) -> None:
    rng = make_rng("chain", dut._log)
    core = Core(dut)
    await core.reset()
    for words in ROUNDS:
        chaining = [rng.getrandbits(64) for _ in range(words)]
        placed = {KEY + i: word for i, word in enumerate(chaining)}
        for _ in range(3):
            block = [rng.getrandbits(64) for _ in range(words)]
            tweak = [rng.getrandbits(64) for _ in range(2)]
            placed.update({BLOCK + i: word for i, word in enumerate(block)})
            placed.update({TWEAK + i: word for i, word in enumerate(tweak)})
            await core.load(placed)
            placed = {}
            dut.size_i.value = SIZES[words]
            dut.ubi_i.value = 1
            dut.start_i.value = 1
            await FallingEdge(dut.clk_i)
            dut.start_i.value = 0
            dut.load_valid_i.value = 0
            await core.rest()
            encrypted = encrypt_words(chaining, tweak, block)
            chaining = [e ^ p for e, p in zip(encrypted, block, strict=True)]
        assert await core.read(KEY, words) == chaining


@cocotb.test
async def reset_ends_a_run(dut: Any) -> None:
    core = Core(dut)
    await core.reset()
    for cycles in (1, 2, 3, 30, 200):
        dut.start_i.value = 1
        await FallingEdge(dut.clk_i)
        dut.start_i.value = 0
        for _ in range(cycles):
            await FallingEdge(dut.clk_i)
        dut.rst_i.value = 1
        await FallingEdge(dut.clk_i)
        dut.rst_i.value = 0
        await core.rest()
        for _ in range(600):
            await FallingEdge(dut.clk_i)
            assert dut.busy_o.value == 0
            assert dut.done_o.value == 0

# SPDX-License-Identifier: Apache-2.0
"""The test bench of gh_threefish_mc_core: step by step beside the model of the microcode's machine.

What a run computes is compared with the golden model as well.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from tests.rtl.bench_tools import make_rng, reset_run, scramble

from gatehash.microcode import ThreefishMachine, threefish_image
from gatehash.microcode.threefish_machine import BLOCK, KEY, STATE, TWEAK
from gatehash.models.threefish import ROUNDS, decrypt_words, encrypt_words

USES = os.environ["USES"].split()
SIZES = {4: 0, 8: 1, 16: 2}
EDGES = ([0], [2**64 - 1])


class Core:
    """The core, and what can be done with it between runs."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.noise = random.Random(1)

    async def reset(self) -> None:
        Clock(self.dut.clk_i, 10, unit="ns").start()
        for name in ("size_i", "ubi_i", "decrypt_i", "load_address_i", "load_data_i"):
            getattr(self.dut, name).value = 0
        self.dut.read_address_i.value = 0
        self.idle()
        self.dut.rst_i.value = 1
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_i.value = 0
        await self.rest()

    def idle(self) -> None:
        """Start and load nothing."""
        self.dut.start_i.value = 0
        self.dut.load_valid_i.value = 0
        scramble(self.noise, (self.dut.load_address_i, self.dut.load_data_i))

    def start(self, words: int, use: str) -> None:
        """Have a run start in the next cycle."""
        self.dut.size_i.value = SIZES[words]
        self.dut.ubi_i.value = int(use == "ubi")
        self.dut.decrypt_i.value = int(use == "decrypt")
        self.dut.start_i.value = 1

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
    core.start(words, use)
    machine.step()
    machine.start(words, use)
    cycles = 1
    while True:
        await FallingEdge(dut.clk_i)
        core.idle()
        cycles += 1
        where = f"{words} words, {use}, cycle {cycles}"
        assert int(dut.pc_q.value) == machine.pc, where
        subkey = machine.s << 7 | machine.k << 2 | machine.t
        assert int(dut.subkey_q.value) == subkey, where
        if cycles > 3:
            # Where nothing is written the result is of an operation that nobody asked for.
            result = machine.result if machine.control["w_enable"] else None
            for name, value in (("a_q", machine.a), ("b_q", machine.b), ("result", result)):
                if value is not None:
                    assert int(getattr(dut, name).value) == value, f"{where}: {name}"
        assert dut.busy_o.value == 1, where
        if dut.done_o.value == 1:
            break
        assert not machine.step(), where
    assert machine.step()
    await core.rest()
    return cycles


def computed(use: str, key: Sequence[int], tweak: Sequence[int], block: Sequence[int]) -> list[int]:
    """What a run is to leave."""
    if use == "decrypt":
        return list(decrypt_words(key, tweak, block))
    encrypted = encrypt_words(key, tweak, block)
    if use == "ubi":
        return [e ^ p for e, p in zip(encrypted, block, strict=True)]
    return list(encrypted)


def placed(base: int, words: Sequence[int]) -> dict[int, int]:
    """Words by address."""
    return {base + i: word for i, word in enumerate(words)}


@cocotb.test
async def runs_agree_with_the_models(dut: Any) -> None:
    rng = make_rng("runs", dut._log)
    core = Core(dut)
    await core.reset()
    microcode = threefish_image()
    for words, use in product(ROUNDS, USES):
        choices = [[rng.getrandbits(64) for _ in range(2 * words + 2)] for _ in range(3)]
        choices += [edge * (2 * words + 2) for edge in EDGES]
        for values in choices:
            block, key, tweak = values[:words], values[words : 2 * words], values[2 * words :]
            machine = ThreefishMachine(microcode)
            for base, some in ((BLOCK, block), (KEY, key), (TWEAK, tweak)):
                machine.load(base, some)
            # The last word is loaded in the cycle in which the run starts.
            await core.load(placed(BLOCK, block) | placed(KEY, key) | placed(TWEAK, tweak))
            cycles = await run_beside(core, machine, words, use)
            assert cycles == microcode.cycles(words, use)
            expected = computed(use, key, tweak, block)
            found = await core.read(KEY if use == "ubi" else STATE, words)
            assert found == expected, f"{words} words, {use}"


@cocotb.test
async def blocks_need_no_key_loaded(dut: Any) -> None:
    """Key and tweak survive; UBI leaves the next key, and takes a new tweak."""
    rng = make_rng("blocks", dut._log)
    core = Core(dut)
    await core.reset()
    for words in ROUNDS:
        key = [rng.getrandbits(64) for _ in range(words)]
        tweak = [rng.getrandbits(64) for _ in range(2)]
        await core.load(placed(KEY, key) | placed(TWEAK, tweak))
        for use in rng.choices(USES, k=12):
            block = [rng.getrandbits(64) for _ in range(words)]
            await FallingEdge(dut.clk_i)
            await core.load(placed(BLOCK, block))
            if use == "ubi":
                tweak = [rng.getrandbits(64) for _ in range(2)]
                await FallingEdge(dut.clk_i)
                await core.load(placed(TWEAK, tweak))
            core.start(words, use)
            await FallingEdge(dut.clk_i)
            core.idle()
            await core.rest()
            expected = computed(use, key, tweak, block)
            if use == "ubi":
                key = expected
            assert await core.read(KEY if use == "ubi" else STATE, words) == expected
            assert await core.read(KEY, words) == key
            assert await core.read(TWEAK, 2) == tweak


@cocotb.test
async def reset_ends_a_run(dut: Any) -> None:
    core = Core(dut)
    await core.reset()
    for cycles in (1, 2, 3, 30, 200):
        await reset_run(dut, cycles)
        await core.rest()
        for _ in range(600):
            await FallingEdge(dut.clk_i)
            assert dut.busy_o.value == 0
            assert dut.done_o.value == 0

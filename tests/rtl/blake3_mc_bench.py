# SPDX-License-Identifier: Apache-2.0
"""The test bench of gh_blake3_mc_core: beside the model of its machine, on any entries.

``$GATEHASH_OVERLAP`` says whether words are loaded during runs.
"""

from __future__ import annotations

import os
import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge
from tests.rtl.bench_tools import make_rng, reset_run, scramble

from gatehash.microcode.blake3 import ENTRIES, blake3_cycles, blake3_machine
from gatehash.microcode.blake_chacha_word import BLOCK, INPUT, STATE
from gatehash.models import blake3

OVERLAP = os.environ.get("GATEHASH_OVERLAP") == "1"
STATE_ENTRY, INPUT_ENTRY, VECTOR = (ENTRIES[name] for name in ("State", "Input", "Vector"))
# Entries of the stack, of blocks, and the key.
ANY = (*range(VECTOR), *range(ENTRIES["Block"], INPUT_ENTRY))
# Cycles of a run in which what memory shows, and what the ALU makes, is first the run's own.
FIRST_OPERAND, FIRST_RESULT = 5, 9
# The cycle of a run from which t, length and flags may be loaded.
FIRST_LOAD = 28


class Core:
    """The core, and what its register file should hold."""

    def __init__(self, dut: Any, rng: random.Random) -> None:
        self.dut, self.rng = dut, rng
        self.entries: dict[int, list[int]] = {VECTOR: list(blake3.IV)}
        self.tail = [0] * 4
        self.data: int | None = None  # what the next cycle writes
        self.noise = random.Random(1)

    async def reset(self) -> None:
        Clock(self.dut.clk_i, 10, unit="ns").start()
        for name in (
            *("start", "leave", "chaining", "low", "high", "result"),
            *("load_valid", "load_address", "load_data", "read_address"),
        ):
            getattr(self.dut, f"{name}_i").value = 0
        self.dut.rst_i.value = 1
        for _ in range(2):
            await FallingEdge(self.dut.clk_i)
        self.dut.rst_i.value = 0
        assert self.dut.busy_o.value == 0

    async def cycle(self) -> None:
        """Wait for the end of the cycle; data follow what has been taken in it."""
        await RisingEdge(self.dut.clk_i)
        if self.data is not None:
            self.dut.load_data_i.value = self.data
        elif not OVERLAP and (self.dut.start_i.value or self.dut.busy_o.value):
            # The contract asks for zeros in a run.
            self.dut.load_data_i.value = 0
        else:
            scramble(self.noise, [self.dut.load_data_i])
        self.data = None
        await FallingEdge(self.dut.clk_i)
        self.dut.load_valid_i.value = 0
        scramble(self.noise, [self.dut.load_address_i])

    async def offer(self, address: int, word: int) -> bool:
        """Drive the load port; return whether the word is taken."""
        self.dut.load_valid_i.value = 15 if OVERLAP else 1 | self.rng.getrandbits(4)
        self.dut.load_address_i.value = address
        await ReadOnly()
        if not self.dut.load_ready_o.value:
            return False
        self.data = word
        return True

    def words(self) -> list[int]:
        return [self.rng.getrandbits(32) for _ in range(8)]

    def entry(self, entry: int) -> list[tuple[int, int]]:
        """Draw the words of an entry; return each with its address."""
        self.entries[entry] = self.words()
        return [(8 * entry + at, word) for at, word in enumerate(self.entries[entry])]

    def inputs(self) -> list[tuple[int, int]]:
        """Draw counter, length and flags."""
        self.tail = self.words()[:4]
        return [(8 * INPUT_ENTRY + 4 + at, word) for at, word in enumerate(self.tail)]

    async def load(self, words: list[tuple[int, int]]) -> None:
        for address, word in words:
            assert await self.offer(address, word)
            await self.cycle()
        await self.cycle()

    async def read(self) -> list[int]:
        """Read the state."""
        found = []
        for address in range(16):
            self.dut.read_address_i.value = address
            assert self.dut.read_busy_o.value == 0
            await FallingEdge(self.dut.clk_i)
            found.append(int(self.dut.read_data_o.value))
        return found

    async def run(
        self, chaining: int, low: int, high: int, result: int, loads: list[tuple[int, int]]
    ) -> None:
        """Run core and model beside each other, and load words of other entries meanwhile."""
        dut, machine = self.dut, blake3_machine()
        h, m = self.entries[chaining], self.entries[low] + self.entries[high]
        t = self.tail
        machine.load(INPUT, [h])
        machine.load(BLOCK, [m])
        machine.load(INPUT + 12, [t])
        for name, entry in zip(
            ("chaining", "low", "high", "result"), (chaining, low, high, result), strict=True
        ):
            getattr(dut, f"{name}_i").value = entry
        dut.start_i.value = 1
        machine.start()
        cycles, left, ended = 1, list(loads), False
        while not ended:
            await self.cycle()
            dut.start_i.value = 0
            cycles += 1
            assert dut.busy_o.value == 1
            # At the end words that do nothing read the state, where the result may be by then.
            end = blake3_cycles()
            for name, word, first, last in (
                ("a_q", machine.a[0], FIRST_OPERAND, end - 5),
                ("result", machine.r5[0], FIRST_RESULT, end),
            ):
                if first <= cycles <= last and word is not None:
                    assert int(getattr(dut, name).value) == word, f"{name}, cycle {cycles}"
            ended = machine.step()
            assert dut.done_o.value == ended, cycles
            if left and cycles > FIRST_LOAD and await self.offer(*left[0]):
                assert OVERLAP
                del left[0]
        assert cycles == blake3_cycles()
        await self.cycle()
        assert dut.busy_o.value == 0
        await self.load(left)
        output = list(blake3.compress(h, m, t[0] | t[1] << 32, t[2], t[3]))
        assert machine.read(INPUT, 8)[0] + machine.read(STATE + 8, 8)[0] == output
        state = await self.read()
        assert state[8:] == output[8:]
        if result == STATE_ENTRY:
            assert state == output
        else:
            self.entries[result] = output[:8]


@cocotb.test
async def runs_agree_with_the_models(dut: Any) -> None:
    """Runs chain entries of all kinds; what the next one needs is loaded during a run."""
    core = Core(dut, make_rng("runs", dut._log))
    await core.reset()
    for entry in ANY:
        await core.load(core.entry(entry))
    await core.load(core.inputs())
    for number in range(24):
        low, other = core.rng.sample(ANY, 2)
        chaining = core.rng.choice((VECTOR, *ANY))
        result = core.rng.choice((STATE_ENTRY, chaining, low, *ANY))
        result = STATE_ENTRY if result == VECTOR else result
        # Words that the next run needs; this one's are left alone.
        free = [each for each in ANY if each not in (chaining, low, other, result)]
        before = list(core.tail)
        loads = core.entry(core.rng.choice(free)) + core.inputs()
        after, core.tail = core.tail, before
        await core.run(chaining, low, other, result, loads)
        core.tail = after
        dut._log.info("run %d", number)
    # Every entry still has what it should: each is read as h and chained into the state.
    for entry in ANY:
        await core.run(entry, entry, entry, STATE_ENTRY, [])


@cocotb.test
async def runs_end_early(dut: Any) -> None:
    """A run that is left, or reset, writes nothing any more; the core can be loaded at once."""
    core = Core(dut, make_rng("early", dut._log))
    await core.reset()
    for cycles in (1, 2, 3, 4, 30, 200, 580):
        for leaves in (False, True):
            for name, entry in (("chaining", 0), ("low", 1), ("high", 2), ("result", 3)):
                getattr(dut, f"{name}_i").value = entry
            if leaves:
                dut.start_i.value = 1
                for _ in range(cycles):
                    await core.cycle()
                    dut.start_i.value = 0
                dut.leave_i.value = 1
                await core.cycle()
                dut.leave_i.value = 0
            else:
                dut.load_data_i.value = 0
                await reset_run(dut, cycles)
            for entry in range(4):
                await core.load(core.entry(entry))
            await core.load(core.inputs())
            for _ in range(20):
                assert dut.busy_o.value == 0
                assert dut.done_o.value == 0
                await FallingEdge(dut.clk_i)
            await core.run(0, 1, 2, STATE_ENTRY, [])


@cocotb.test(skip=True)
async def starts_twice(dut: Any) -> None:
    core = Core(dut, make_rng("broken", dut._log))
    await core.reset()
    dut.start_i.value = 1
    await core.cycle()
    await core.cycle()


async def _loads(dut: Any, entry: int, cycles: int, word: int = 4) -> None:
    core = Core(dut, make_rng("broken", dut._log))
    await core.reset()
    for name, own in (("chaining", 0), ("low", 1), ("high", 2), ("result", 3)):
        getattr(dut, f"{name}_i").value = own
    dut.start_i.value = 1
    for _ in range(cycles):
        await core.cycle()
        dut.start_i.value = 0
    # The program may take the memory's port in some cycles.
    for _ in range(20):
        await core.offer(8 * entry + word, 1)
        await core.cycle()


@cocotb.test(skip=True)
async def loads_the_block_of_the_run(dut: Any) -> None:
    await _loads(dut, 2, 100)


@cocotb.test(skip=True)
async def loads_t_too_early(dut: Any) -> None:
    await _loads(dut, INPUT_ENTRY, 2)


@cocotb.test(skip=True)
async def loads_the_vector(dut: Any) -> None:
    await _loads(dut, VECTOR, 100)


@cocotb.test(skip=True)
async def loads_a_constant(dut: Any) -> None:
    await _loads(dut, INPUT_ENTRY, 100, word=0)


@cocotb.test(skip=True)
async def puts_data_without_a_load(dut: Any) -> None:
    core = Core(dut, make_rng("broken", dut._log))
    await core.reset()
    dut.start_i.value = 1
    for _ in range(4):
        await core.cycle()
        dut.start_i.value = 0
    dut.load_data_i.value = 1
    await core.cycle()
    await core.cycle()

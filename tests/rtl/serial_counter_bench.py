# SPDX-License-Identifier: Apache-2.0
"""The test bench of ``gh_serial_counter``.

``GATEHASH_PARAMETERS`` has its parameters in JSON.
"""

from __future__ import annotations

import json
import os
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge
from tests.rtl.bench_tools import make_rng

PARAMETERS: dict[str, int] = json.loads(os.environ["GATEHASH_PARAMETERS"])
BYTES, WORDS = PARAMETERS["Bytes"], PARAMETERS["Words"]
BITS = 8 * BYTES
MASK = (1 << BITS) - 1

PERIOD_NS = 10
BOUND_NS = 100_000 * PERIOD_NS


class Bench:
    """A counter, and the words that it must hold."""

    def __init__(self, dut: Any, test: str) -> None:
        self.dut = dut
        self.rng = make_rng(f"gh_serial_counter-{PARAMETERS}/{test}", dut._log)
        self.words = [0] * WORDS
        self.carry = 0

    @classmethod
    async def start(cls, dut: Any, test: str) -> Bench:
        """A bench whose counter was cleared in a cycle with a step."""
        bench = cls(dut, test)
        Clock(dut.clk_i, PERIOD_NS, unit="ns").start()
        for port in (dut.first_i, dut.carry_i, dut.add_i, dut.next_i):
            port.value = 0
        dut.clear_i.value = dut.step_i.value = 1
        await RisingEdge(dut.clk_i)
        dut.clear_i.value = 0
        return bench

    @property
    def number(self) -> int:
        """The words as one number."""
        return sum(word << BITS * place for place, word in enumerate(self.words))

    def random_word(self) -> int:
        """A word, often one of those with which carries run through."""
        return self.rng.choice((0, 1, MASK, MASK - 1, self.rng.getrandbits(BITS)))

    async def cycle(
        self,
        *,
        clear: bool = False,
        step: bool = True,
        first: bool = False,
        carry: bool = False,
        add: int = 0,
        load: int | None = None,
    ) -> None:
        """Let a cycle go by and compare all outputs in it; without `load` the sum enters."""
        dut = self.dut
        total = self.words[0] + add + (carry if first else self.carry)
        enters = total & MASK if load is None else load
        dut.clear_i.value, dut.step_i.value = int(clear), int(step)
        dut.first_i.value, dut.carry_i.value = int(first), int(carry)
        dut.add_i.value, dut.next_i.value = add, enters
        await RisingEdge(dut.clk_i)
        outputs = (dut.data_o, dut.sum_o, dut.carry_o, dut.number_o)
        expected = (self.words[0], total & MASK, self.carry, self.number)
        assert tuple(int(port.value) for port in outputs) == expected
        if step:
            self.words = [*self.words[1:], enters]
            self.carry = total >> BITS
        if clear:
            self.words, self.carry = [0] * WORDS, 0

    async def idle(self) -> None:
        """Let no cycle or some go by without a step, whatever is at the inputs."""
        for _ in range(self.rng.choice((0, 0, 0, 1, 3))):
            first, carry = (self.rng.random() < 0.5 for _ in range(2))
            await self.cycle(step=False, first=first, carry=carry, add=self.random_word())

    async def add(self, value: int, words: int) -> int:
        """Count the lowest number, `value` of so many words, by a random one; return the sum."""
        amount = sum(self.random_word() << BITS * place for place in range(words))
        carry = self.rng.random() < 0.5
        for place in range(words):
            await self.idle()
            await self.cycle(first=place == 0, carry=carry, add=amount >> BITS * place & MASK)
        return value + amount + carry


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def every_cycle(dut: Any) -> None:
    """All inputs at random: each cycle's outputs are those of a plain model."""
    bench = await Bench.start(dut, "every_cycle")
    rng = bench.rng
    for _ in range(4000):
        await bench.cycle(
            clear=rng.random() < 0.02,
            step=rng.random() < 0.7,
            first=rng.random() < 0.3,
            carry=rng.random() < 0.5,
            add=bench.random_word(),
            load=bench.random_word() if rng.random() < 0.4 else None,
        )


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def counts(dut: Any) -> None:
    """Rounds load, and count one number or two beside each other, as Python does."""
    bench = await Bench.start(dut, "counts")
    for _ in range(150):
        for _ in range(WORDS):
            await bench.idle()
            await bench.cycle(load=bench.random_word())
        for _ in range(3):
            # Words of the lower number; there may be no other.
            words = bench.rng.randint(1, WORDS)
            size, number = BITS * words, bench.number
            total = await bench.add(number & (1 << size) - 1, words)
            expected = total & (1 << size) - 1
            if words < WORDS:
                total = await bench.add(number >> size, WORDS - words)
                expected |= (total & (1 << BITS * WORDS - size) - 1) << size
                size = BITS * WORDS - size
            await bench.cycle(step=False)
            assert int(dut.number_o.value) == expected
            assert int(dut.carry_o.value) == total >> size

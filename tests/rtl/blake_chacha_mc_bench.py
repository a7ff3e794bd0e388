# SPDX-License-Identifier: Apache-2.0
"""The test bench of gh_blake_chacha_mc_core: step by step beside the model of its machine.

What a run computes is compared with the golden models as well. ``$GATEHASH_ALGORITHMS`` names what
the core was built for, ``$GATEHASH_THREE`` says whether it adds three words.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from tests.rtl.bench_tools import make_rng, reset_run

from gatehash.microcode.blake_chacha import ALGORITHMS, blake_chacha_program
from gatehash.microcode.blake_chacha_machine import BlakeChachaMachine
from gatehash.microcode.blake_chacha_word import BLOCK, INPUT, STATE
from gatehash.models import blake, chacha

NAMES = os.environ.get("GATEHASH_ALGORITHMS", "blake32,blake64,chacha").split(",")
THREE = os.environ.get("GATEHASH_THREE") == "1"
TWO_LANES = "blake64" in NAMES and len(NAMES) > 1
BLAKE_PROGRAM = blake_chacha_program("blake-three" if THREE else "blake")
CHACHA_BEGIN = len(BLAKE_PROGRAM.words) if NAMES != ["chacha"] else 0
BLAKES = {"blake32": blake.WORDS_32, "blake64": blake.WORDS_64}
MASK = (1 << 32) - 1

# Cycles of a run in which what memory shows, and what the ALU makes, is first the run's own.
FIRST_OPERAND, FIRST_RESULT = 5, 9


@dataclass
class Message:
    """What a lane works on: the words that are loaded for a run, and what it should leave."""

    name: str
    rng: random.Random
    edge: int | None = None
    h: list[int] = field(default_factory=list)

    def _words(self, count: int) -> list[int]:
        bits = ALGORITHMS[self.name].bits
        if self.edge is not None:
            return [self.edge & ((1 << bits) - 1)] * count
        return [self.rng.getrandbits(bits) for _ in range(count)]

    def begin(self) -> dict[int, int]:
        """Words that a message's first run needs, by address."""
        if self.name == "chacha":
            self.x = [*chacha.CONSTANTS, *self._words(12)]
            if self.edge is None:
                # The low word of the counter passes its end soon.
                self.x[12] = MASK - self.rng.randrange(3)
            return {INPUT + i: self.x[i] for i in range(4, 16)}
        self.h, self.salt = self._words(8), self._words(4)
        return {INPUT + i: word for i, word in enumerate(self.h + self.salt)} | self.go_on()

    def go_on(self) -> dict[int, int]:
        """Words that a run after the first needs, by address."""
        if self.name == "chacha":
            return {}
        self.m, self.t = self._words(16), self._words(2)
        t0, t1 = self.t
        block = {BLOCK + i: word for i, word in enumerate(self.m)}
        return block | {INPUT + 12 + i: word for i, word in enumerate((t0, t0, t1, t1))}

    def expect(self, rounds: int) -> tuple[int, list[int]]:
        """Where a run's result is, and what it is; what the next one starts from is changed."""
        if self.name != "chacha":
            bits = ALGORITHMS[self.name].bits
            t = self.t[0] | self.t[1] << bits
            self.h = list(blake.compress(self.h, self.m, self.salt, t, BLAKES[self.name]))
            return INPUT, self.h
        v: Sequence[int] = self.x
        for _ in range(chacha.ROUNDS[rounds] // 2):
            v = chacha.double_round(v)
        key_stream = [a + b & MASK for a, b in zip(v, self.x, strict=True)]
        counter = (self.x[12] | self.x[13] << 32) + 1
        self.x[12:14] = [counter & MASK, counter >> 32 & MASK]
        return STATE, key_stream


class Core:
    """The core, a model of its machine for each algorithm, and what can be done between runs."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.machines = {
            name: BlakeChachaMachine(
                name,
                streams=1 + (TWO_LANES and name != "blake64"),
                begin=CHACHA_BEGIN if name == "chacha" else 0,
                three=THREE,
            )
            for name in NAMES
        }

    async def reset(self) -> None:
        Clock(self.dut.clk_i, 10, unit="ns").start()
        for name in ("start", "algorithm", "rounds", "load_valid", "load_address", "load_data"):
            getattr(self.dut, f"{name}_i").value = 0
        self.dut.lanes_i.value = 3
        self.dut.read_address_i.value = 0
        self.dut.rst_i.value = 1
        for _ in range(2):
            await FallingEdge(self.dut.clk_i)
        self.dut.rst_i.value = 0
        assert self.dut.busy_o.value == 0

    def lanes(self, name: str) -> int:
        return self.machines[name].streams

    def split(self, name: str, word: int) -> tuple[int, ...]:
        """A word of the datapath, lane by lane."""
        bits = ALGORITHMS[name].bits
        return tuple(word >> bits * lane & ((1 << bits) - 1) for lane in range(self.lanes(name)))

    async def load(self, name: str, lane: int, words: dict[int, int]) -> None:
        """Write words of a lane; the last of them is still being driven."""
        bits = ALGORITHMS[name].bits
        machine = self.machines[name]
        self.dut.algorithm_i.value = ALGORITHMS[name].code
        for address, word in words.items():
            await FallingEdge(self.dut.clk_i)
            self.dut.load_valid_i.value = 3 if bits == 64 else 1 << lane
            self.dut.load_address_i.value = address
            self.dut.load_data_i.value = word << bits * lane
            old = machine.memory[address]
            machine.memory[address] = (*old[:lane], word, *old[lane + 1 :])

    async def read(self, name: str, address: int, count: int) -> list[list[int]]:
        """Read words, a list for each lane."""
        self.dut.algorithm_i.value = ALGORITHMS[name].code
        words = []
        for step in range(count + 2):
            self.dut.read_address_i.value = address + min(step, count - 1)
            await FallingEdge(self.dut.clk_i)
            if step >= 1:
                words.append(self.split(name, int(self.dut.read_data_o.value)))
        return [list(lane) for lane in zip(*words[:count], strict=True)]

    async def run(self, name: str, rounds: int, taking_part: Sequence[bool] = (True, True)) -> None:
        """Run the core and the model, compare them in every cycle."""
        dut, machine = self.dut, self.machines[name]
        lanes = tuple(taking_part[: machine.streams])
        dut.algorithm_i.value = ALGORITHMS[name].code
        dut.rounds_i.value = rounds
        dut.lanes_i.value = 3 if name == "blake64" else lanes[0] | 2 * lanes[-1]
        dut.start_i.value = 1
        machine.start(rounds, lanes)
        cycles = 1
        ended = False
        while not ended:
            await FallingEdge(dut.clk_i)
            dut.start_i.value = 0
            dut.load_valid_i.value = 0
            cycles += 1
            where = f"{name}, {rounds}, {lanes}, cycle {cycles}"
            assert int(dut.pc_q.value) == machine.pc, where
            seen = []
            if cycles >= FIRST_OPERAND:
                seen += [("a_q", machine.a), ("b_q", machine.b)]
            if cycles >= FIRST_RESULT:
                seen += [("result", machine.r5)]
            for register, words in seen:
                found = self.split(name, int(getattr(dut, register).value))
                for word, expected in zip(found, words, strict=True):
                    assert expected in (None, word), f"{where}: {register}"
            assert dut.busy_o.value == 1, where
            ended = machine.step()
            assert dut.done_o.value == ended, where
        assert cycles == machine.program.cycles(ALGORITHMS[name].loops[rounds])
        await FallingEdge(dut.clk_i)
        assert dut.busy_o.value == 0


def rounds_of(name: str) -> range:
    return range(len(ALGORITHMS[name].loops))


@cocotb.test
async def runs_agree_with_the_models(dut: Any) -> None:
    rng = make_rng("runs", dut._log)
    core = Core(dut)
    await core.reset()
    for name in NAMES:
        for rounds, edge in product(rounds_of(name), (None, 0, 2**64 - 1)):
            messages = [Message(name, rng, edge) for _ in range(core.lanes(name))]
            # Of a chain nothing is loaded but what is new. The last word of all is loaded in the
            # cycle in which the run starts.
            for number in range(3):
                for lane, message in enumerate(messages):
                    words = message.go_on() if number else message.begin()
                    await core.load(name, lane, words)
                await core.run(name, rounds)
                for lane, message in enumerate(messages):
                    address, expected = message.expect(rounds)
                    found = await core.read(name, address, len(expected))
                    assert found[lane] == expected, f"{name}, {rounds}, {edge}, lane {lane}"


@cocotb.test
async def algorithms_take_turns(dut: Any) -> None:
    """Each has a register file of its own, and the other lane's words stay as they are."""
    rng = make_rng("turns", dut._log)
    core = Core(dut)
    await core.reset()
    lanes = {name: range(core.lanes(name)) for name in NAMES}
    messages = {(name, lane): Message(name, rng) for name in NAMES for lane in lanes[name]}
    for (name, lane), message in messages.items():
        await core.load(name, lane, message.begin())
        await FallingEdge(dut.clk_i)
        dut.load_valid_i.value = 0
    for _ in range(12):
        name = rng.choice(NAMES)
        rounds = rng.choice(rounds_of(name))
        taking_part = [lane in (0, rng.randrange(2)) for lane in range(2)]
        rng.shuffle(taking_part)
        if len(lanes[name]) == 1:
            taking_part = [True, True]
        before = await core.read(name, STATE, 32)
        await core.run(name, rounds, taking_part)
        for lane in lanes[name]:
            after = (await core.read(name, STATE, 32))[lane]
            if not taking_part[lane]:
                assert after == before[lane]
                continue
            address, expected = messages[name, lane].expect(rounds)
            assert after[address : address + len(expected)] == expected, f"{name}, lane {lane}"


@cocotb.test
async def reset_ends_a_run(dut: Any) -> None:
    rng = make_rng("reset", dut._log)
    core = Core(dut)
    await core.reset()
    for name, cycles in product(NAMES, (1, 2, 3, 4, 30, 200)):
        dut.algorithm_i.value = ALGORITHMS[name].code
        await reset_run(dut, cycles)
        # At once the core can be loaded; nothing of the run that was ended is written any more.
        message = Message(name, rng)
        words = message.begin()
        await core.load(name, 0, words)
        for _ in range(20):
            await FallingEdge(dut.clk_i)
            dut.load_valid_i.value = 0
            assert dut.busy_o.value == 0
            assert dut.done_o.value == 0
        for address, word in words.items():
            assert (await core.read(name, address, 1))[0] == [word]

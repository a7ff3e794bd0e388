# SPDX-License-Identifier: Apache-2.0
"""The test bench of gh_blake_chacha_mc_core: step by step beside the model of its machine.

What a run computes is compared with the golden models as well. ``$GATEHASH_ALGORITHMS`` names what
the core was built for, ``$GATEHASH_THREE`` says whether it adds three words, ``$GATEHASH_OVERLAP``
whether words are loaded during runs. What the core should not look at is random.
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
from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge
from tests.rtl.bench_tools import make_rng, reset_run, scramble

from gatehash.microcode.blake_chacha import blake_chacha_program
from gatehash.microcode.blake_chacha_algorithms import ALGORITHMS, SHORT_COUNTER
from gatehash.microcode.blake_chacha_machine import BlakeChachaMachine
from gatehash.microcode.blake_chacha_word import BLOCK, INPUT
from gatehash.models import blake, blake2, chacha

NAMES = os.environ.get("GATEHASH_ALGORITHMS", "blake32,blake64,chacha").split(",")
THREE = os.environ.get("GATEHASH_THREE") == "1"
OVERLAP = os.environ.get("GATEHASH_OVERLAP") == "1"
# A core of ChaCha alone has no room during runs.
LOADS_IN_RUNS = OVERLAP and NAMES != ["chacha"]
TWO_STREAMS = "blake64" in NAMES and len(NAMES) > 1
BLAKE_PROGRAM = blake_chacha_program("blake-three" if THREE else "blake")
CHACHA_BEGIN = len(BLAKE_PROGRAM.words) if NAMES != ["chacha"] else 0
BLAKES = {"blake32": blake.WORDS_32, "blake64": blake.WORDS_64}
BLAKE2 = blake2.PARAMETERS
MASK = (1 << 32) - 1

# Cycles of a run in which what memory shows, and what the ALU makes, is first the run's own.
FIRST_OPERAND, FIRST_RESULT = 5, 9
# The cycle of a run from which t may be loaded, and from its end the last one in which h is whole.
FIRST_LOAD, LAST_READ = 28, 24


@dataclass
class Message:
    """What a stream works on: the words that are loaded for a run, and what it should leave.

    A message of BLAKE begins with an initial value of the core's own if `digest_bits` are told, one
    of BLAKE2 with a parameter block.
    """

    name: str
    rng: random.Random
    edge: int | None = None
    digest_bits: int = 0
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
        self.h, self.salt = self._words(8), [] if self.name in BLAKE2 else self._words(4)
        words = {INPUT + i: word for i, word in enumerate(self.h + self.salt)} | self.go_on()
        if self.digest_bits and self.name in BLAKE2:
            vector = BLAKE2[self.name].iv
            self.h = [word ^ other for word, other in zip(self.h, vector, strict=True)]
        elif self.digest_bits:
            self.h = list(BLAKES[self.name].iv[self.digest_bits])
        return words

    def go_on(self) -> dict[int, int]:
        """Words that a run after the first needs, by address."""
        if self.name == "chacha":
            return {}
        two = self.name in BLAKE2
        self.m, self.t = self._words(16), self._words(4 if two else 2)
        block = {BLOCK + i: word for i, word in enumerate(self.m)}
        counter = self.t if two else [word for word in self.t for _ in range(2)]
        return block | {INPUT + 12 + i: word for i, word in enumerate(counter)}

    def expect(self, rounds: int) -> list[int]:
        """What a run leaves; what the next one starts from is changed."""
        if self.name in BLAKE2:
            own = BLAKE2[self.name]
            self.h = list(blake2.compress(self.h, self.m, self.t[:2], self.t[2:], own))
            return self.h
        if self.name != "chacha":
            bits = ALGORITHMS[self.name].bits
            t = self.t[0] | self.t[1] << bits
            self.h = list(blake.compress(self.h, self.m, self.salt, t, BLAKES[self.name]))
            return self.h
        v: Sequence[int] = self.x
        for _ in range(ALGORITHMS["chacha"].loops[rounds]):
            v = chacha.double_round(v)
        key_stream = [a + b & MASK for a, b in zip(v, self.x, strict=True)]
        short = rounds == SHORT_COUNTER
        counter = (self.x[12] | (0 if short else self.x[13] << 32)) + 1
        self.wraps = counter >> (32 if short else 64)
        self.x[12:14] = [counter & MASK, self.x[13] if short else counter >> 32 & MASK]
        return key_stream


class Core:
    """The core, a model of its machine for each algorithm, and what can be done between runs."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.data = 0  # what the next cycle writes
        self.noise = random.Random(1)
        self.initial = False
        self.rng = random.Random(0)
        self.machines = {
            name: BlakeChachaMachine(
                name,
                streams=1 + (TWO_STREAMS and name != "blake64"),
                begin=CHACHA_BEGIN if name == "chacha" else 0,
                three=THREE,
            )
            for name in NAMES
        }

    async def reset(self) -> None:
        Clock(self.dut.clk_i, 10, unit="ns").start()
        for name in (
            *("start", "algorithm", "rounds", "bank", "initial", "shorter"),
            *("load_valid", "load_address", "load_data", "read_address"),
        ):
            getattr(self.dut, f"{name}_i").value = 0
        self.dut.streams_i.value = 3
        self.dut.rst_i.value = 1
        for _ in range(2):
            await FallingEdge(self.dut.clk_i)
        self.dut.rst_i.value = 0
        assert self.dut.busy_o.value == 0

    def streams(self, name: str) -> int:
        return self.machines[name].streams

    def split(self, name: str, word: int) -> tuple[int, ...]:
        """A word of the datapath, stream by stream."""
        bits = ALGORITHMS[name].bits
        return tuple(word >> bits * k & ((1 << bits) - 1) for k in range(self.streams(name)))

    def offer(self, name: str, stream: int, bank: int, address: int, word: int) -> None:
        """Drive the load port."""
        bits = ALGORITHMS[name].bits
        at = ALGORITHMS[name].code << 7 | bank << 6 | address
        valid = 0xFF if bits == 64 else 0xF << 4 * stream
        other = at
        if not OVERLAP:
            self.dut.algorithm_i.value = ALGORITHMS[name].code
            valid &= 0x11 | self.rng.getrandbits(8)
            at = self.rng.getrandbits(2) << 7 | address
            other = self.rng.getrandbits(9)
        self.dut.load_valid_i.value = valid
        self.dut.load_address_i.value = other << 9 | at
        self.data = word << bits * stream

    async def load(self, name: str, stream: int, words: dict[int, int], bank: int = 0) -> None:
        """Write words of a stream while nothing runs; blocks go to a bank."""
        for address, word in words.items():
            self.offer(name, stream, bank * (address >= BLOCK), address, word)
            await self.cycle()
            self.learn(name, stream, address, word)
        await self.cycle()

    async def cycle(self) -> None:
        """Wait for the end of the cycle; data follow what has been taken in it."""
        await RisingEdge(self.dut.clk_i)
        # The contract asks for zeros where nothing is loaded.
        self.dut.load_data_i.value = self.data
        self.data = 0
        if not OVERLAP:
            for name in ("bank", "initial", "shorter"):
                getattr(self.dut, f"{name}_i").value = self.rng.getrandbits(2)
        await FallingEdge(self.dut.clk_i)
        self.dut.load_valid_i.value = 0
        scramble(self.noise, [self.dut.load_address_i])

    def learn(self, name: str, stream: int, address: int, word: int) -> None:
        """Change a word of the model."""
        old = self.machines[name].memory[address]
        self.machines[name].memory[address] = (*old[:stream], word, *old[stream + 1 :])

    def ask(self, name: str, bank: int, address: int) -> None:
        """Drive the read port."""
        at = ALGORITHMS[name].code << 5 | (bank << 4 if name == "chacha" else 0) | address
        other = at
        if not OVERLAP:
            at, other = self.rng.getrandbits(3) << 4 | address, self.rng.getrandbits(7)
        self.dut.read_address_i.value = other << 7 | at

    async def read(self, name: str, bank: int = 0) -> list[list[int]]:
        """Read a result, a list for each stream."""
        words = []
        if not OVERLAP:
            self.dut.algorithm_i.value = ALGORITHMS[name].code
            await self.cycle()
        for address in range(16 if name == "chacha" else 8):
            self.ask(name, bank, address)
            assert self.dut.read_busy_o.value == 0
            await FallingEdge(self.dut.clk_i)
            words.append(self.split(name, int(self.dut.read_data_o.value)))
        return [list(words) for words in zip(*words, strict=True)]

    async def run(
        self,
        name: str,
        rounds: int,
        taking_part: Sequence[bool] = (True, True),
        bank: int = 0,
        loads: Sequence[tuple[int, int, int]] = (),
        reads: Sequence[Sequence[int]] = (),
    ) -> None:
        """Run the core and the model, compare them in every cycle.

        Meanwhile words, of a stream to an address, go to the other bank, and words of a result are
        read there again and again.
        """
        dut, machine = self.dut, self.machines[name]
        streams = tuple(taking_part[: machine.streams])
        dut.algorithm_i.value = ALGORITHMS[name].code
        dut.rounds_i.value = rounds
        wide = ALGORITHMS[name].bits == 64
        dut.streams_i.value = 3 if wide else streams[0] | 2 * streams[-1]
        if OVERLAP:
            dut.bank_i.value = 3 * bank
        dut.start_i.value = 1
        machine.start(rounds, streams, initial=[self.initial] * machine.streams)
        cycles = 1
        length = machine.program.cycles(ALGORITHMS[name].loops[rounds])
        ended = False
        left, place, asked = list(loads), 0, -1
        while not ended:
            await self.cycle()
            dut.start_i.value = 0
            cycles += 1
            where = f"{name}, {rounds}, {streams}, cycle {cycles}"
            if asked >= 0:
                found = self.split(name, int(dut.read_data_o.value))
                assert found == tuple(words[asked] for words in reads), f"{where}: {asked}"
            asked = -1
            whole = name == "chacha" or cycles < length - LAST_READ
            if reads and whole and not dut.read_busy_o.value:
                asked, place = place, (place + 1) % len(reads[0])
                self.ask(name, 1 - bank, asked)
            if left and cycles > FIRST_LOAD:
                stream, address, word = left[0]
                self.offer(name, stream, OVERLAP * (1 - bank) * (address >= BLOCK), address, word)
                # What is ready may depend on the address.
                await ReadOnly()
                if int(dut.load_ready_o.value) >> stream & 1:
                    assert LOADS_IN_RUNS, where
                    del left[0]
                else:
                    self.data = 0
            assert int(dut.u_sequencer.pc_q.value) == machine.pc, where
            seen = []
            if cycles >= FIRST_OPERAND:
                seen += [("a_q", machine.a)] if asked < 0 else []
            if cycles >= FIRST_RESULT:
                seen += [("result", machine.r5)]
            for register, words in seen:
                found = self.split(name, int(getattr(dut, register).value))
                for word, expected in zip(found, words, strict=True):
                    assert expected in (None, word), f"{where}: {register}"
            assert dut.busy_o.value == 1, where
            ended = machine.step()
            assert dut.done_o.value == ended, where
        assert cycles == length
        await self.cycle()
        self.initial = False
        if OVERLAP:
            dut.initial_i.value = 0
        assert dut.busy_o.value == 0
        # A device without room loads what is left now.
        for stream, address, word in loads:
            if (stream, address, word) in left:
                await self.load(name, stream, {address: word}, OVERLAP * (1 - bank))
            self.learn(name, stream, address, word)


def rounds_of(name: str) -> range:
    return range(len(ALGORITHMS[name].loops))


@cocotb.test
async def runs_agree_with_the_models(dut: Any) -> None:
    """Runs follow one another; what the next one needs is loaded during a run, results are read."""
    rng = make_rng("runs", dut._log)
    core = Core(dut)
    await core.reset()
    for name in NAMES:
        digests = sorted(BLAKES[name].iv) if name in BLAKES else [name in BLAKE2]
        for rounds, edge, bits in product(
            rounds_of(name), (None, 0, 2**64 - 1), {0, *digests} if OVERLAP else {0}
        ):
            messages = [Message(name, rng, edge, bits) for _ in range(core.streams(name))]
            for stream, message in enumerate(messages):
                await core.load(name, stream, message.begin())
                for i in range(8 * bool(bits and name in BLAKES)):
                    core.learn(name, stream, INPUT + i, BLAKES[name].iv[bits][i])
            if OVERLAP:
                core.initial = bool(bits)
                dut.initial_i.value = 3 * core.initial
                dut.shorter_i.value = 3 * (bits == digests[0])
            results: list[list[int]] = []
            for number in range(3):
                expected = [message.expect(rounds) for message in messages]
                loads = [
                    (stream, *word)
                    for stream, message in enumerate(messages)
                    for word in message.go_on().items()
                ]
                # Without banks key stream is written where the one before is.
                reads = results if OVERLAP or name != "chacha" else []
                bank = OVERLAP * (number % 2)
                await core.run(name, rounds, bank=bank, loads=loads, reads=reads)
                results = await core.read(name, bank)
                assert results == expected, f"{name}, {rounds}, {edge}, {bits}"
                if name == "chacha":
                    wraps = sum(message.wraps << k for k, message in enumerate(messages))
                    assert int(dut.wrapped_o.value) == OVERLAP * wraps


@cocotb.test
async def algorithms_take_turns(dut: Any) -> None:
    """Each has a register file of its own, and the other stream's words stay as they are."""
    rng = make_rng("turns", dut._log)
    core = Core(dut)
    await core.reset()
    streams = {name: range(core.streams(name)) for name in NAMES}
    messages = {(name, k): Message(name, rng) for name in NAMES for k in streams[name]}
    for (name, k), message in messages.items():
        await core.load(name, k, message.begin())
    for _ in range(12):
        name = rng.choice(NAMES)
        rounds = rng.choice(rounds_of(name))
        taking_part = [stream in (0, rng.randrange(2)) for stream in range(2)]
        rng.shuffle(taking_part)
        if len(streams[name]) == 1:
            taking_part = [True, True]
        before = await core.read(name)
        await core.run(name, rounds, taking_part)
        after = await core.read(name)
        for k in streams[name]:
            expected = messages[name, k].expect(rounds) if taking_part[k] else before[k]
            assert after[k] == expected, f"{name}, stream {k}"


@cocotb.test
async def reset_ends_a_run(dut: Any) -> None:
    rng = make_rng("reset", dut._log)
    core = Core(dut)
    await core.reset()
    for name, cycles in product(NAMES, (1, 2, 3, 4, 30, 200)):
        dut.algorithm_i.value = ALGORITHMS[name].code
        await reset_run(dut, cycles)
        # At once the core can be loaded; nothing of the run that was ended is written any more.
        messages = [Message(name, rng) for _ in range(core.streams(name))]
        for stream, message in enumerate(messages):
            await core.load(name, stream, message.begin())
        for _ in range(20):
            assert dut.busy_o.value == 0
            assert dut.done_o.value == 0
            await FallingEdge(dut.clk_i)
        await core.run(name, 0)
        assert await core.read(name) == [message.expect(0) for message in messages]

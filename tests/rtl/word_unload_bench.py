# SPDX-License-Identifier: Apache-2.0
"""The test bench of ``gh_word_unload``.

``GATEHASH_PARAMETERS`` has its parameters in JSON.
"""

from __future__ import annotations

import json
import os
import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, product, repeat
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge
from tests.rtl.bench_tools import make_rng, stalls
from tests.rtl.toolbox_tools import PATIENCE, Beat, Sink

PARAMETERS: dict[str, int] = json.loads(os.environ["GATEHASH_PARAMETERS"])
WORD_BYTES, BYTES = PARAMETERS["WordBytes"], PARAMETERS["Bytes"]
PARTS = WORD_BYTES // BYTES

PERIOD_NS = 10
BOUND_NS = 100_000 * PERIOD_NS
SHARES = (0.0, 0.3, 0.8)


@dataclass(frozen=True)
class Word:
    """A word of an answer; what counts of the last one, and whether the answer is an error."""

    data: bytes
    order: int
    last: bool = False
    count: int = 0
    error: bool = False

    def beats(self) -> Iterator[Beat]:
        """Yield the beats that leave."""
        parts = [self.data[at : at + BYTES] for at in range(0, WORD_BYTES, BYTES)]
        sent = b"".join(parts[part ^ self.order] for part in range(PARTS))
        kept = sent[: self.count] if self.last else sent
        beats = max(1, -(-len(kept) // BYTES))
        for at in range(beats):
            part = kept[BYTES * at : BYTES * (at + 1)]
            ends = self.last and at == beats - 1
            keep = (1 << len(part)) - 1
            yield Beat(int.from_bytes(part, "little"), keep, ends, self.error and ends)


def answer(rng: random.Random, words: int, count: int) -> list[Word]:
    """An answer of so many words, of whose last one so many bytes count."""
    found = [
        Word(rng.randbytes(WORD_BYTES), rng.randrange(PARTS), count=rng.randint(0, WORD_BYTES))
        for _ in range(words - 1)
    ]
    data = rng.randbytes(WORD_BYTES) if count else bytes(WORD_BYTES)
    last = Word(data, rng.randrange(PARTS), True, count, rng.random() < 0.3)
    return [*found, last]


class Bench:
    """The module between a source of words and a sink of beats."""

    def __init__(self, dut: Any, test: str) -> None:
        self.dut = dut
        self.rng = make_rng(f"gh_word_unload-{PARAMETERS}/{test}", dut._log)
        self.queue: deque[Word] = deque()
        self.offered: Word | None = None
        self.due: deque[Beat] = deque()
        self.taken: list[int] = []
        self.stalls: Iterator[bool] = repeat(False)
        self.sink = Sink(dut, dut.clk_i, dut.rst_i, self.read, self.arrived, repeat(False))

    @classmethod
    async def start(cls, dut: Any, test: str) -> Bench:
        """A bench out of reset."""
        bench = cls(dut, test)
        dut.rst_i.value = 1
        for port in (dut.valid_i, dut.ready_i, dut.order_i):
            port.value = 0
        Clock(dut.clk_i, PERIOD_NS, unit="ns").start()
        await RisingEdge(dut.clk_i)
        dut.rst_i.value = 0
        cocotb.start_soon(bench.source())
        cocotb.start_soon(bench.sink.run())
        return bench

    def read(self) -> Beat:
        """The beat at the outputs."""
        dut = self.dut
        data, keep = int(dut.data_o.value), int(dut.keep_o.value)
        return Beat(data, keep, bool(dut.last_o.value), bool(dut.user_o.value))

    def arrived(self, beat: Beat) -> None:
        """Check a beat."""
        assert self.due, f"{beat} that nobody sent"
        expected = self.due.popleft()
        assert beat == expected, f"{beat}, not {expected}"

    async def source(self) -> None:
        """Offer words for ever; each brings its order when it is taken."""
        dut, cycles = self.dut, 0
        while True:
            if self.offered is None and self.queue and not next(self.stalls):
                self.offered = self.queue.popleft()
            dut.valid_i.value = int(self.offered is not None)
            # What is there without valid_i must not matter.
            word = self.offered or answer(self.rng, 1, WORD_BYTES)[0]
            dut.word_i.value = int.from_bytes(word.data, "little")
            dut.last_i.value, dut.count_i.value = int(word.last), word.count
            dut.error_i.value = int(word.error)
            await RisingEdge(dut.clk_i)
            cycles += 1
            if self.offered is not None and dut.ready_o.value and not dut.rst_i.value:
                dut.order_i.value = word.order
                self.due.extend(word.beats())
                self.taken.append(cycles)
                self.offered = None

    def pace(self, source: float, sink: float) -> None:
        """Stall for these shares of the time."""
        self.stalls = stalls(self.rng, source, 4)
        self.sink.stalls = stalls(self.rng, sink, 4)

    async def finish(self) -> None:
        """Wait until all has left, and that nothing follows."""
        quiet = 0
        while self.queue or self.offered or self.due:
            before = len(self.taken) + len(self.sink.at)
            await RisingEdge(self.dut.clk_i)
            quiet = quiet + 1 if len(self.taken) + len(self.sink.at) == before else 0
            assert quiet < PATIENCE, "the module hangs"
        for _ in range(3):
            await RisingEdge(self.dut.clk_i)

    async def reset(self) -> None:
        """Reset for one cycle, and forget what is under way."""
        self.dut.rst_i.value = 1
        self.queue.clear()
        self.offered = None
        await RisingEdge(self.dut.clk_i)
        self.due.clear()
        self.dut.rst_i.value = 0


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def every_answer(dut: Any) -> None:
    """Answers of every length and order, with stalls of all shares on both sides."""
    bench = await Bench.start(dut, "every_answer")
    for source, sink in product(SHARES, SHARES):
        bench.pace(source, sink)
        cases = list(product(range(1, 4), range(WORD_BYTES + 1)))
        bench.rng.shuffle(cases)
        for words, count in cases:
            bench.queue.extend(answer(bench.rng, words, count))
        await bench.finish()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def full_rate(dut: Any) -> None:
    """Without stalls a beat leaves in every cycle, and the next word enters with a word's last."""
    bench = await Bench.start(dut, "full_rate")
    words = [
        word for _ in range(20) for word in answer(bench.rng, 2, bench.rng.randint(1, WORD_BYTES))
    ]
    bench.queue.extend(words)
    await bench.finish()
    left, taken = bench.sink.at, bench.taken
    assert len(left) == sum(len(list(word.beats())) for word in words)
    assert left[-1] - left[0] == len(left) - 1, "output paused"
    for word, (one, other) in zip(words, pairwise(taken), strict=False):
        assert other - one == len(list(word.beats())), "a word waited"


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def reset_anywhere(dut: Any) -> None:
    """One cycle of reset, at random times and from any contents: nothing of before stays."""
    bench = await Bench.start(dut, "reset_anywhere")
    registers = [
        getattr(dut, name) for name in ("valid_q", "word_q", "part_q", "count_q", "last_q")
    ]
    for number in range(150):
        bench.pace(bench.rng.choice(SHARES), bench.rng.choice(SHARES))
        for _ in range(4):
            bench.queue.extend(answer(bench.rng, 2, bench.rng.randint(0, WORD_BYTES)))
        if number % 4 == 3:
            await bench.finish()
        else:
            for _ in range(bench.rng.randint(1, 6 * PARTS)):
                await RisingEdge(dut.clk_i)
        for register in registers if number % 2 else ():
            register.value = bench.rng.getrandbits(len(register))
        await bench.reset()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def erased(dut: Any) -> None:
    """Once no word is held, or the module was reset, its register is zero."""
    bench = await Bench.start(dut, "erased")
    for number in range(60):
        bench.pace(bench.rng.choice(SHARES), bench.rng.choice(SHARES))
        bench.queue.extend(answer(bench.rng, 3, bench.rng.randint(1, WORD_BYTES)))
        if number % 2:
            await bench.finish()
        else:
            for _ in range(bench.rng.randint(1, 3 * PARTS)):
                await RisingEdge(dut.clk_i)
            await bench.reset()
            await RisingEdge(dut.clk_i)
        assert int(dut.word_q.value) == 0, f"word_q holds {int(dut.word_q.value):#x}"
        await bench.reset()

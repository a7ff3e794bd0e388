# SPDX-License-Identifier: Apache-2.0
"""The test bench of gh_async_fifo: two clocks of many ratios, stalls, resets of either side.

``GATEHASH_PARAMETERS`` are its parameters in JSON. Entries carry serial numbers, so that any
that is lost, doubled, out of order or of before a reset shows.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import repeat
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.task import Task
from cocotb.triggers import RisingEdge, Timer
from cocotb.utils import get_sim_time
from tests.rtl.bench_tools import make_rng, stalls
from tests.rtl.toolbox_tools import PATIENCE, Beat, Sink, Source

PARAMETERS: dict[str, int] = json.loads(os.environ["GATEHASH_PARAMETERS"])
DEPTH, STAGES, WIDTH = PARAMETERS["Depth"], PARAMETERS["SyncStages"], PARAMETERS["Width"]
# Of both clocks, in ps: equal, near each other, and far apart in both directions.
PERIODS = [
    (10000, 10000),
    (10000, 9998),
    (7000, 10000),
    (10000, 3300),
    (1700, 20000),
    (20000, 1300),
]
BOUND_NS = 5_000_000
SERIAL_BITS = WIDTH // 2


def scrambled(serial: int) -> int:
    """An entry: its serial number, and above it bits that must go with it."""
    return serial | (serial * 0x9E3779B1 & (1 << WIDTH - SERIAL_BITS) - 1) << SERIAL_BITS


class Bench:
    """The FIFO between a source and a sink that count."""

    def __init__(self, dut: Any, test: str, periods: tuple[int, int]) -> None:
        self.dut = dut
        self.rng = make_rng(f"async-{PARAMETERS}/{test}/{periods}", dut._log)
        self.periods = periods
        self.next = 0
        self.oldest = 0
        """No entry with a lower serial number may leave."""
        self.expected = 0
        self.gaps_left = 0
        """Places where entries may be missing: resets."""
        self.clocks = (
            Clock(dut.wr_clk_i, periods[0], unit="ps"),
            Clock(dut.rd_clk_i, periods[1], unit="ps"),
        )
        self.tasks: list[Task[None]] = []
        self.source = Source(
            dut, dut.wr_clk_i, dut.wr_rst_i, self.drive, [dut.data_i], repeat(False)
        )
        self.sink = Sink(
            dut,
            dut.rd_clk_i,
            dut.rd_rst_i,
            lambda: Beat(int(dut.data_o.value), 0, True, False),
            self.arrived,
            repeat(False),
        )

    def drive(self, beat: Beat) -> None:
        """Put an entry at the input."""
        self.dut.data_i.value = beat.data

    def arrived(self, beat: Beat) -> None:
        """Check an entry."""
        serial = beat.data & (1 << SERIAL_BITS) - 1
        assert beat.data == scrambled(serial), f"{beat.data:#x} was never sent"
        assert serial < self.next, f"entry {serial} was never sent"
        assert serial >= self.oldest, f"entry {serial} is of before the reset, at {self.oldest}"
        assert serial >= self.expected, f"entry {serial} again or late, after {self.expected - 1}"
        if serial > self.expected:
            assert self.gaps_left, f"entries {self.expected} to {serial - 1} are lost"
            self.gaps_left -= 1
        self.expected = serial + 1

    @classmethod
    async def start(cls, dut: Any, test: str, periods: tuple[int, int]) -> Bench:
        """A bench out of reset, with unrelated phases."""
        bench = cls(dut, test, periods)
        for signal in (dut.wr_rst_i, dut.rd_rst_i):
            signal.value = 1
        dut.valid_i.value = dut.ready_i.value = dut.data_i.value = 0
        bench.clocks[0].start()
        await Timer(bench.rng.randint(1, periods[1]), unit="ps")
        bench.clocks[1].start()
        for clock, reset in ((dut.wr_clk_i, dut.wr_rst_i), (dut.rd_clk_i, dut.rd_rst_i)):
            await RisingEdge(clock)
            reset.value = 0
        bench.run()
        return bench

    def run(self) -> None:
        """Start both sides, and watch what crosses between them."""
        dut = self.dut
        self.tasks = [cocotb.start_soon(side.run()) for side in (self.source, self.sink)]
        for clock, pointer in ((dut.wr_clk_i, dut.write_gray_q), (dut.rd_clk_i, dut.read_gray_q)):
            self.tasks.append(cocotb.start_soon(self.watch(clock, pointer)))

    async def watch(self, clock: Any, pointer: Any) -> None:
        """A pointer that the other side sees changes in one bit a cycle, or is cleared."""
        edge = RisingEdge(clock)
        before = int(pointer.value)
        while True:
            await edge
            now = int(pointer.value)
            if now:
                assert (now ^ before).bit_count() <= 1, f"{pointer._name}: {before} to {now}"
            before = now

    def stop(self) -> None:
        """End the bench, for another with other clocks."""
        for task in self.tasks:
            task.cancel()
        for clock in self.clocks:
            clock.stop()

    def send(self, number: int) -> None:
        """Queue some entries."""
        for _ in range(number):
            self.source.queue.append(Beat(scrambled(self.next), 0, True, False))
            self.next += 1

    def pace(self, source: float, sink: float) -> None:
        """Stall for these shares of the time, in long runs as well, so that it fills and drains."""
        longest = self.rng.choice((2, 3 * DEPTH))
        self.source.stalls = stalls(self.rng, source, longest) if source else repeat(False)
        self.sink.stalls = stalls(self.rng, sink, longest) if sink else repeat(False)

    async def slow_cycles(self, number: int) -> None:
        """Let some cycles of the slower clock go by."""
        await Timer(number * max(self.periods), unit="ps")

    async def finish(self) -> None:
        """Wait until the last entry has left."""
        limit = get_sim_time("ps") + PATIENCE * max(self.periods)
        while self.expected < self.next:
            await self.slow_cycles(1)
            assert get_sim_time("ps") < limit, "the FIFO hangs"

    async def reset(self, writing: bool) -> None:
        """One cycle of reset of one side; what was queued and not taken goes on being sent."""
        dut = self.dut
        clock, reset = (dut.wr_clk_i, dut.wr_rst_i) if writing else (dut.rd_clk_i, dut.rd_rst_i)
        await RisingEdge(clock)
        reset.value = 1
        self.sink.withdrawn = True
        self.gaps_left += 1
        await RisingEdge(clock)
        reset.value = 0
        before = len(self.source.taken)
        if writing:
            # The other side may still have some of before until it knows; then ready_o rises.
            await RisingEdge(clock)
            waited = 0
            while not dut.ready_o.value:
                await RisingEdge(clock)
                waited += 1
                assert waited < PATIENCE, "ready_o stays low after a reset"
        self.oldest = max(self.oldest, self.first_after(before))

    def first_after(self, taken: int) -> int:
        """Serial number of the first entry after so many."""
        done = self.source.taken[taken - 1].data & (1 << SERIAL_BITS) - 1 if taken else -1
        return done + 1


def all_periods() -> Iterator[tuple[int, int]]:
    """The periods of both clocks, in ps."""
    return iter(PERIODS)


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def every_ratio(dut: Any) -> None:
    """All entries leave, in order, each once, whatever the clocks and the stalls."""
    for periods in all_periods():
        bench = await Bench.start(dut, "every_ratio", periods)
        for source, sink in ((0.0, 0.0), (0.0, 0.6), (0.6, 0.0), (0.4, 0.4)):
            bench.pace(source, sink)
            bench.send(12 * DEPTH)
            await bench.finish()
        bench.stop()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def full_rate(dut: Any) -> None:
    """With room for the pointers' way there and back, an entry a cycle of the slower clock."""
    for periods in all_periods():
        bench = await Bench.start(dut, "full_rate", periods)
        bench.send(200)
        await bench.finish()
        if DEPTH >= 2 * STAGES + 4:
            slow = bench.source if periods[0] >= periods[1] else bench.sink
            spent = slow.at[150] - slow.at[50]
            assert spent == 100, f"{spent} cycles of the slower clock for 100 entries, {periods}"
        bench.stop()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def capacity(dut: Any) -> None:
    """While none is taken, Depth entries and the one at the output enter, and no more."""
    bench = await Bench.start(dut, "capacity", PERIODS[0])
    bench.sink.stalls = repeat(True)
    bench.send(2 * DEPTH)
    await bench.slow_cycles(4 * DEPTH + 20)
    assert len(bench.source.taken) == DEPTH + 1
    bench.pace(0.0, 0.0)
    await bench.finish()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def reset_anywhere(dut: Any) -> None:
    """One cycle of reset of either side or both, at any time: nothing of before leaves after."""
    for periods in all_periods():
        bench = await Bench.start(dut, "reset_anywhere", periods)
        for _ in range(25):
            bench.pace(*bench.rng.choice([(0.0, 0.0), (0.0, 0.6), (0.6, 0.0), (0.4, 0.4)]))
            bench.send(4 * DEPTH)
            await Timer(bench.rng.randint(1, 3 * DEPTH * max(periods)), unit="ps")
            resets = bench.rng.choice([(True,), (False,), (True, False), (False, True, False)])
            for writing in resets:
                if bench.rng.random() < 0.5 and len(resets) > 1:
                    # The next comes while this one is still on its way.
                    cocotb.start_soon(bench.reset(writing))
                    await Timer(bench.rng.randint(1, 6 * max(periods)), unit="ps")
                else:
                    await bench.reset(writing)
            if bench.rng.random() < 0.3:
                bench.source.queue.clear()
                bench.source.cut()
        # Every reset is over: all that enters now leaves.
        bench.pace(0.3, 0.3)
        await bench.slow_cycles(20 * STAGES)
        bench.source.cut()
        await bench.slow_cycles(8 * DEPTH + 20 * STAGES)
        bench.sink.withdrawn = False
        bench.oldest = bench.expected = bench.next
        bench.gaps_left = 0
        bench.send(5 * DEPTH)
        await bench.finish()
        bench.stop()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def any_contents(dut: Any) -> None:
    """From any contents of the pointers, a cycle of reset of each side is enough, in any order."""
    registers = [
        getattr(dut, name)
        for name in ("write_q", "write_gray_q", "read_q", "read_gray_q", "valid_q", "data_q")
    ]
    for number in range(40):
        periods = PERIODS[number % len(PERIODS)]
        bench = Bench(dut, f"any_contents-{number}", periods)
        dut.valid_i.value = dut.ready_i.value = dut.data_i.value = 0
        for register in registers:
            register.value = bench.rng.getrandbits(len(register))
        # As at power-up, before which no assertion holds.
        dut.write_known.value = dut.read_known.value = 0
        for clock in bench.clocks:
            clock.start()
            await Timer(bench.rng.randint(1, periods[1]), unit="ps")
        sides = [(dut.wr_clk_i, dut.wr_rst_i), (dut.rd_clk_i, dut.rd_rst_i)]
        bench.rng.shuffle(sides)
        for clock, reset in sides:
            await RisingEdge(clock)
            reset.value = 1
            await RisingEdge(clock)
            reset.value = 0
        bench.run()
        bench.pace(0.3, 0.3)
        bench.send(3 * DEPTH)
        await bench.finish()
        bench.stop()

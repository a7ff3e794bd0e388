# SPDX-License-Identifier: Apache-2.0
"""The test bench of ``gh_phash_reducer``.

``GATEHASH_SLOTS``, ``GATEHASH_LEVELS`` and ``GATEHASH_BLOCK_MEMORY`` are its parameters. The bench
does what the core around the reducer does: it starts values and jobs in the slots of any number of
ciphers, and returns the result of each job, SHA-512 in place of W. It sends values of each level,
not of level 0 alone: a group of level 1 takes 65,536 of these.
"""

from __future__ import annotations

import os
import random
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import reduce
from hashlib import sha512
from itertools import repeat
from operator import xor
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge
from tests.rtl.bench_tools import make_rng, stalls

SLOTS = int(os.environ["GATEHASH_SLOTS"])
LEVELS = int(os.environ["GATEHASH_LEVELS"])
BLOCK_MEMORY = int(os.environ["GATEHASH_BLOCK_MEMORY"])

PERIOD_NS = 10
BOUND_NS = 1_000_000 * PERIOD_NS

# With block memories the ciphers are rings.
PERIOD, LATENCY = (11, 66) if BLOCK_MEMORY else (10, 13)
GROUP = 256
VALUE_BITS = 512
TAG_BITS = 11


@dataclass(frozen=True)
class Tag:
    """What goes with a value, as ``gh_phash_pkg::tag_t``; the fields from the highest bit down."""

    valid: int
    level: int
    first: int
    half: int
    ends: int
    last: int
    digest: int

    @classmethod
    def of(cls, level: int, number: int, last: bool, digest: bool = False) -> Tag:
        """The tag of a value by its number in its level."""
        place = number % GROUP
        ends = last or place == GROUP - 1
        flags = (place == 0, place >= GROUP // 2, ends, last, digest)
        return cls(1, level, *map(int, flags))

    def pack(self) -> int:
        """The bits of the struct."""
        packed = 0
        for field in fields(self):
            packed = packed << (5 if field.name == "level" else 1) | getattr(self, field.name)
        return packed


@dataclass(frozen=True)
class Job:
    """Half groups that become key and plaintext, and the tag of the result."""

    key: int
    plaintext: int
    tag: Tag

    @property
    def result(self) -> int:
        """The value that comes of it."""
        halves = (half.to_bytes(VALUE_BITS // 8, "big") for half in (self.key, self.plaintext))
        return int.from_bytes(sha512(b"".join(halves)).digest(), "big")


def jobs_of(level: int, values: Sequence[int]) -> list[list[Job]]:
    """All reductions of a message's values, level for level."""
    found: list[list[Job]] = []
    while not found or len(values) > 1:
        level += 1
        groups = [values[at : at + GROUP] for at in range(0, len(values), GROUP)]
        jobs = []
        for number, group in enumerate(groups):
            half = GROUP // 2
            a, b = (reduce(xor, part, 0) for part in (group[:half], group[half:]))
            tag = Tag.of(level, number, number == len(groups) - 1, len(groups) == 1)
            jobs.append(Job(a, b, tag))
        found.append(jobs)
        values = [job.result for job in jobs]
    return found


Started = list[tuple[Tag, int] | None]
"""What starts in a cycle, for each slot a tag and a value."""


class Bench:
    """The reducer between slots and ciphers."""

    def __init__(self, dut: Any, test: str) -> None:
        self.dut = dut
        self.rng = make_rng(f"gh_phash_reducer-{SLOTS}-{LEVELS}/{test}", dut._log)
        self.noise = random.Random(test)  # of its own, so that stalls do not depend on it
        self.cycle = 0
        self.slots: list[int] = []  # of each phase
        self.gap = 0  # cycles from the end of a group of blocks to the next one's, at least
        self.due: dict[int, deque[Job]] = {}
        self.flight: deque[Started] = deque()
        self.clear()

    @classmethod
    async def start(cls, dut: Any, test: str) -> Bench:
        """A bench out of reset."""
        bench = cls(dut, test)
        dut.forget_i.value = 0
        dut.job_ready_i.value = 0
        dut.value_i.value = 0
        dut.next_tag_i.value = 0
        dut.rst_i.value = 1
        Clock(dut.clk_i, PERIOD_NS, unit="ns").start()
        await RisingEdge(dut.clk_i)
        dut.rst_i.value = 0
        return bench

    def clear(self) -> None:
        """Forget what is under way."""
        self.due = {}
        self.flight = deque([None] * SLOTS for _ in range(LATENCY))

    def choose(self, ciphers: int) -> None:
        """Choose the number of ciphers, which says how many slots each phase has."""
        self.gap = -(-PERIOD // ciphers)
        self.slots = [0] * PERIOD
        for cipher in range(ciphers):
            self.slots[cipher * PERIOD // ciphers] += 1

    async def step(self, values: deque[tuple[Tag, int]]) -> None:
        """Let a cycle go by; those of the values that start in it are taken out."""
        dut = self.dut
        slots = self.slots[self.cycle % PERIOD]
        comes, follows = self.flight[0], self.flight[1]
        dut.value_i.value = sum(
            value << VALUE_BITS * i for i, (_, value) in enumerate(map(self._or_noise, comes))
        )
        dut.next_tag_i.value = sum(
            tag << TAG_BITS * i for i, (tag, _) in enumerate(map(self._or_noise, follows))
        )
        dut.job_ready_i.value = int(slots > 0)
        await RisingEdge(dut.clk_i)
        self.cycle += 1
        self.flight.popleft()
        started: Started = []
        if slots and dut.job_valid_o.value:
            started.append(self.taken())
        # Slot 0 alone brings values of higher levels.
        room = min(slots, 1) if values and values[0][0].level else slots
        while len(started) < room and values:
            started.append(values.popleft())
        self.flight.append((started + [None] * SLOTS)[:SLOTS])

    def taken(self) -> tuple[Tag, int]:
        """Check a job that starts; return the value that it becomes."""
        dut = self.dut
        packed = int(dut.job_tag_o.value)
        level = packed >> 5 & 31
        assert self.due.get(level), f"a job of level {level} that is none"
        job = self.due[level].popleft()
        assert packed == job.tag.pack(), f"tag {packed:011b}, not that of {job.tag}"
        assert int(dut.job_key_o.value) == job.key, f"another key: {job.tag}"
        assert int(dut.job_plaintext_o.value) == job.plaintext, f"another plaintext: {job.tag}"
        return job.tag, job.result

    async def send(
        self,
        level: int,
        count: int,
        pauses: Iterator[bool],
        *,
        most: int | None = None,
        but: int = 0,
    ) -> None:
        """Send the values of a level, for at most so many cycles, but for so many; check jobs."""
        values = [self.rng.getrandbits(VALUE_BITS) for _ in range(count)]
        for jobs in jobs_of(level, values):
            self.due[jobs[0].tag.level] = deque(jobs)
        left = deque((Tag.of(level, i, i == count - 1), v) for i, v in enumerate(values))
        wait = 0
        begun = self.cycle
        while len(left) > but and (most is None or self.cycle - begun < most):
            wait -= 1
            offered: deque[tuple[Tag, int]] = deque()
            if wait <= 0 and not next(pauses):
                # One group ends in a cycle.
                while left and len(offered) < SLOTS and not (offered and offered[-1][0].ends):
                    offered.append(left.popleft())
            ends = bool(offered and offered[-1][0].ends)
            await self.step(offered)
            if ends and not offered:
                # A whole group of blocks goes before the next value, unless that is the last one.
                wait = self.gap if level == 0 or len(left) == 1 else 2 * PERIOD
            left.extendleft(reversed(offered))

    async def finish(self) -> None:
        """Wait for the digest; then nothing is left to reduce."""
        patience = self.cycle + (LATENCY + 7 * PERIOD) * (LEVELS + 1)
        while any(self.due.values()):
            assert self.cycle < patience, f"the reducer hangs: {self.due}"
            await self.step(deque())
        for _ in range(LATENCY + PERIOD):
            await self.step(deque())
            assert not self.dut.waits_o.value, "there is a group to reduce, of no message"
            assert not self.dut.job_valid_o.value, "there is a job of no message"

    async def abandon(self) -> None:
        """Forget the message when nothing of it is under way."""
        for _ in range(8 * LATENCY):
            await self.step(deque())
        assert not self.dut.waits_o.value, "a group that nobody reduces"
        self.dut.forget_i.value = 1
        await self.step(deque())
        self.dut.forget_i.value = 0
        self.clear()

    async def reset(self) -> None:
        """Reset for one cycle, whatever comes in it."""
        self.dut.rst_i.value = 1
        await self.step(deque())
        self.dut.rst_i.value = 0
        self.clear()

    def _or_noise(self, started: tuple[Tag, int] | None) -> tuple[int, int]:
        """A packed tag and its value; without one no value, and a tag that is not valid."""
        if started is None:
            return self.noise.getrandbits(TAG_BITS - 1), 0
        return started[0].pack(), started[1]


def numbers_of_ciphers() -> range:
    """All that have as many slots; with block memories those that never start side by side."""
    if BLOCK_MEMORY:
        return range(1, PERIOD // 2 + 1)
    return range(PERIOD * (SLOTS - 1) + 1, PERIOD * SLOTS + 1)


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def every_level(dut: Any) -> None:
    """Half groups, whole ones, and one that is complete right after another, of every level.

    For every number of ciphers, since slots are the closer the more there are.
    """
    bench = await Bench.start(dut, "every_level")
    for ciphers in numbers_of_ciphers():
        bench.choose(ciphers)
        for level in range(LEVELS):
            for count in (1, GROUP // 2 + 1, GROUP, GROUP + 1):
                if count <= GROUP ** (LEVELS - level):
                    await bench.send(level, count, repeat(False))
                    await bench.finish()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def any_moment(dut: Any) -> None:
    """Messages that are reset or abandoned, and values that come late: nothing of before stays."""
    bench = await Bench.start(dut, "any_moment")
    rng = bench.rng
    for ciphers in numbers_of_ciphers():
        bench.choose(ciphers)
        for level in range(LEVELS):
            for _ in range(6):
                await bench.send(level, rng.randint(1, 5), repeat(False), most=rng.randint(1, 40))
                for _ in range(rng.randint(0, LATENCY + PERIOD)):
                    await bench.step(deque())
                await bench.reset()
            pauses = stalls(rng, 0.2, 12)
            most = GROUP ** (LEVELS - level)
            await bench.send(level, min(most, GROUP + rng.randint(2, 3)), pauses, but=1)
            await bench.abandon()
            await bench.send(level, min(most, GROUP + rng.randint(1, 3)), pauses)
            await bench.finish()

# SPDX-License-Identifier: Apache-2.0
"""The test bench of gh_message_padder, through gh_padder_tb.

``GATEHASH_STREAM_BYTES`` and ``GATEHASH_MAX_BLOCK_BYTES`` are its parameters. Every rule of the
library that fits is tried, with padding as the golden model makes it.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import cycle, repeat
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge
from tests.rtl.bench_tools import BadPacket, bad_packets, good_keep, make_rng, scramble, stalls

from gatehash.models.padding import RULES, PaddingRule, pad

STREAM_BYTES = int(os.environ["GATEHASH_STREAM_BYTES"])
MAX_BLOCK = int(os.environ["GATEHASH_MAX_BLOCK_BYTES"])
FITTING = [
    rule
    for rule in dict.fromkeys(RULES.values())
    if (rule.block_bytes <= MAX_BLOCK and rule.block_bytes % STREAM_BYTES == 0)
    or (rule.block_bytes == MAX_BLOCK and STREAM_BYTES % MAX_BLOCK == 0)
]

PERIOD_NS = 10
BOUND_NS = 5_000_000 * PERIOD_NS
FULL = (1 << STREAM_BYTES) - 1
# Without a beat for so long, with stalls as here, the padder hangs.
PATIENCE = 1000


@dataclass(frozen=True)
class Frame:
    """A block's beats, or a beat of several blocks, and what goes with the last beat.

    None where nothing is promised.
    """

    data: tuple[int, ...] | None
    blocks: int
    final: bool
    error: bool
    count: int | None


@dataclass(frozen=True)
class Message:
    """A packet, the rule to pad it by and the blocks that must leave."""

    rule: PaddingRule
    data: bytes
    keep: tuple[int, ...]
    frames: tuple[Frame, ...]


def _beats(data: bytes) -> tuple[int, ...]:
    return tuple(
        int.from_bytes(data[at : at + STREAM_BYTES], "little")
        for at in range(0, len(data), STREAM_BYTES)
    )


def _frame_bytes(rule: PaddingRule) -> int:
    return max(rule.block_bytes, STREAM_BYTES)


def good(rng: random.Random, rule: PaddingRule, length: int) -> Message:
    """A random message, with random bytes where keep is 0.

    Where the rule wants whole blocks, the message has the next length that it takes.
    """
    if rule.whole:
        length = max(1, -(-length // rule.block_bytes)) * rule.block_bytes
    message = rng.randbytes(length)
    padded = pad(rule, message)
    size = _frame_bytes(rule)
    frames = [
        Frame(
            _beats(padded[at : at + size].ljust(size, b"\0")),
            blocks=min(size, len(padded) - at) // rule.block_bytes,
            final=at + size >= len(padded),
            error=False,
            count=min(length, at + size),
        )
        for at in range(0, len(padded), size)
    ]
    keep = good_keep(length, STREAM_BYTES)
    filler = rng.randbytes(len(keep) * STREAM_BYTES - length)
    return Message(rule, message + filler, keep, tuple(frames))


def malformed(rng: random.Random, rule: PaddingRule, bad: BadPacket) -> Message:
    """A malformed packet: the block of the first bad beat ends the message, with error."""
    data = rng.randbytes(len(bad.keep) * STREAM_BYTES)
    size = _frame_bytes(rule)
    whole = bad.place * STREAM_BYTES // size
    frames = [
        Frame(
            _beats(data[at : at + size]),
            blocks=size // rule.block_bytes,
            final=False,
            error=False,
            count=at + size,
        )
        for at in range(0, whole * size, size)
    ]
    frames.append(Frame(None, 1, final=True, error=True, count=None))
    return Message(rule, data, bad.keep, tuple(frames))


def broken(rng: random.Random, rule: PaddingRule) -> Message:
    """A message that the rule does not take, being no whole number of blocks."""
    blocks = rng.randint(0, 2)
    part = rng.choice((0, 1, STREAM_BYTES, rule.block_bytes - 1, rng.randrange(rule.block_bytes)))
    length = blocks * rule.block_bytes + part % rule.block_bytes
    keep = good_keep(0 if rule.takes(length) else length, STREAM_BYTES)
    return malformed(rng, rule, BadPacket(len(keep) - 1, keep))


class Bench:
    """Drives both sides of the padder and checks every beat that leaves."""

    def __init__(self, dut: Any, test: str) -> None:
        self.dut = dut
        self.rng = make_rng(f"padder-{STREAM_BYTES}-{MAX_BLOCK}/{test}", dut._log)
        self.noise = random.Random(test)  # of its own, so that stalls do not depend on it
        self.cycles = 0

    @classmethod
    async def start(cls, dut: Any, test: str) -> Bench:
        """A bench out of reset."""
        bench = cls(dut, test)
        dut.valid_i.value = 0
        dut.ready_i.value = 0
        bench.set_rule(FITTING[0])
        Clock(dut.clk_i, PERIOD_NS, unit="ns").start()
        await bench.reset()
        return bench

    async def reset(self) -> None:
        """Reset the padder for one cycle."""
        self.dut.rst_i.value = 1
        self.dut.valid_i.value = 0
        await RisingEdge(self.dut.clk_i)
        self.dut.rst_i.value = 0

    def set_rule(self, rule: PaddingRule) -> None:
        """Drive the rule."""
        self.dut.rule_block_bytes_i.value = rule.block_bytes
        self.dut.rule_suffix_i.value = rule.suffix
        self.dut.rule_length_bytes_i.value = rule.length_bytes
        self.dut.rule_closing_i.value = rule.closing
        self.dut.rule_whole_i.value = int(rule.whole)

    async def exchange(
        self,
        messages: Iterable[Message],
        source_stalls: Iterable[bool] = repeat(False),
        sink_stalls: Iterable[bool] = repeat(False),
        stop_after: int | None = None,
    ) -> None:
        """Send messages back to back and check what leaves, or stop after some cycles.

        The rule changes as soon as a message is through: all taken in and all given out.
        """
        dut = self.dut
        source, sink = iter(source_stalls), iter(sink_stalls)
        ready_o, valid_o = dut.ready_o, dut.valid_o
        place = (dut.beat_o, dut.block_last_o)
        last = (dut.final_o, dut.error_o, dut.count_o)
        payload = (dut.data_o, dut.blocks_o, *place, *last)
        clock = RisingEdge(dut.clk_i)
        start = self.cycles
        for message in messages:
            self.set_rule(message.rule)
            beats = list(zip(_beats(message.data), message.keep, strict=True))
            due = [(frame, beat) for frame in message.frames for beat in range(self.beats(message))]
            sent = left = 0
            quiet = 0
            valid = False
            held: tuple[int, ...] | None = None
            while sent < len(beats) or left < len(due):
                if stop_after is not None and self.cycles - start >= stop_after:
                    return
                # Whatever is offered stays until it is taken.
                if not valid and sent < len(beats):
                    valid = not next(source)
                    if valid:
                        dut.data_i.value, dut.keep_i.value = beats[sent]
                        dut.last_i.value = int(sent == len(beats) - 1)
                if not valid:
                    scramble(self.noise, (dut.data_i, dut.keep_i, dut.last_i))
                dut.valid_i.value = int(valid)
                ready = not next(sink)
                dut.ready_i.value = int(ready)
                await clock
                self.cycles += 1
                quiet += 1
                assert quiet < PATIENCE, "the padder hangs"
                if valid and ready_o.value:
                    valid = False
                    sent += 1
                    quiet = 0
                if valid_o.value:
                    now = tuple(int(signal.value) for signal in payload)
                    assert held in (None, now), f"outputs changed while stalled: {held}, now {now}"
                    held = now
                    if ready:
                        held = None
                        quiet = 0
                        assert left < len(due), "a beat too many"
                        self.check(message, *due[left], now)
                        left += 1
                else:
                    assert held is None, "valid_o fell before ready_i came"
        dut.valid_i.value = 0

    @staticmethod
    def beats(message: Message) -> int:
        """Beats of a block, or 1."""
        return _frame_bytes(message.rule) // STREAM_BYTES

    def check(self, message: Message, frame: Frame, beat: int, now: tuple[int, ...]) -> None:
        """Compare a beat with what must leave."""
        data, blocks, beat_o, block_last, final, error, count = now
        last = beat == self.beats(message) - 1
        about = f"{message.rule}, {len(message.keep)} beats in, {frame}, beat {beat}"
        if frame.data is not None:
            assert data == frame.data[beat], f"{about}: data {data:#x}"
        assert blocks == frame.blocks, f"{about}: blocks_o {blocks}"
        assert beat_o == beat, f"{about}: beat_o {beat_o}"
        assert block_last == last, f"{about}: block_last_o {block_last}"
        if last:
            assert final == frame.final, f"{about}: final_o {final}"
            assert error == frame.error, f"{about}: error_o {error}"
            assert frame.count in (None, count), f"{about}: count_o {count}"

    async def quiet(self) -> None:
        """Nothing may leave when nothing was sent."""
        self.dut.ready_i.value = 1
        for _ in range(2 * MAX_BLOCK // STREAM_BYTES + 6):
            await RisingEdge(self.dut.clk_i)
            assert not self.dut.valid_o.value, "a beat that nobody asked for"


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def every_length(dut: Any) -> None:
    """Every rule, 0 to 2 blocks + 1 bytes: one beat leaves in every cycle."""
    bench = await Bench.start(dut, "every_length")
    for rule in FITTING:
        lengths = range(2 * _frame_bytes(rule) + 2)
        messages = [good(bench.rng, rule, n) for n in lengths]
        before = bench.cycles
        await bench.exchange(messages)
        beats = sum(len(message.frames) * bench.beats(message) for message in messages)
        assert bench.cycles - before == beats, "a cycle without a beat"
    await bench.quiet()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def rules_in_turn(dut: Any) -> None:
    """Another rule for each message, lengths up to some thousand bytes, stalls on both sides."""
    bench = await Bench.start(dut, "rules_in_turn")
    messages = [
        good(bench.rng, rule, length)
        for rule in FITTING
        for length in (
            *bench.rng.sample(range(2 * rule.block_bytes + 2), 40),
            rule.block_bytes - rule.length_bytes,
            rule.block_bytes - rule.overhead_bytes,
            bench.rng.randint(1000, 9000),
        )
    ]
    bench.rng.shuffle(messages)
    shares = [(0.0, 0.5), (0.5, 0.0), (0.3, 0.3), (0.8, 0.2), (0.2, 0.8)]
    for number, (source, sink) in enumerate(shares):
        await bench.exchange(
            messages[number :: len(shares)],
            stalls(bench.rng, source, 4),
            stalls(bench.rng, sink, 4),
        )
    await bench.quiet()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def malformed_packets(dut: Any) -> None:
    """Each bad packet gives one block with error, its last; messages around it are right."""
    bench = await Bench.start(dut, "malformed_packets")
    choice = cycle(range(7))
    messages: list[Message] = []
    for rule in FITTING:
        if rule.whole:
            messages += [broken(bench.rng, rule) for _ in range(40)]
        for few in bad_packets(bench.rng, STREAM_BYTES, _frame_bytes(rule) // STREAM_BYTES):
            messages.append(malformed(bench.rng, rule, few[next(choice) % len(few)]))
            if bench.rng.random() < 0.5:
                length = bench.rng.randint(0, 2 * rule.block_bytes + 1)
                messages.append(good(bench.rng, rule, length))
    bench.rng.shuffle(messages)
    half = len(messages) // 2
    await bench.exchange(messages[:half])
    await bench.exchange(messages[half:], stalls(bench.rng, 0.3, 3), stalls(bench.rng, 0.3, 3))
    await bench.quiet()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def reset_anywhere(dut: Any) -> None:
    """Reset at any cycle of a message, good or bad: the next one is right."""
    bench = await Bench.start(dut, "reset_anywhere")
    for moment in range(1, max(20, 3 * MAX_BLOCK // STREAM_BYTES)):
        rule = bench.rng.choice(FITTING)
        beats = _frame_bytes(rule) // STREAM_BYTES
        bad = BadPacket(1, (FULL, 0) + (FULL,) * beats)
        interrupted = (
            malformed(bench.rng, rule, bad)
            if bench.rng.random() < 0.3
            else good(bench.rng, rule, bench.rng.randint(0, 3 * rule.block_bytes))
        )
        await bench.exchange([interrupted], stop_after=moment)
        await bench.reset()
        other = bench.rng.choice(FITTING)
        await bench.exchange([good(bench.rng, other, bench.rng.randint(0, other.block_bytes))])
    await bench.quiet()

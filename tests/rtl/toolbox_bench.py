# SPDX-License-Identifier: Apache-2.0
"""The test bench of the stream toolbox's modules of one clock.

``GATEHASH_BOX`` names the module, ``GATEHASH_PARAMETERS`` its parameters in JSON.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, repeat
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge
from tests.rtl.bench_tools import make_rng, stalls
from tests.rtl.toolbox_tools import (
    PATIENCE,
    Beat,
    Sink,
    Source,
    good,
    message_of,
    mixture,
)

BOX = os.environ["GATEHASH_BOX"]
PARAMETERS: dict[str, int] = json.loads(os.environ["GATEHASH_PARAMETERS"])
PERIOD_NS = 10
BOUND_NS = 1_000_000 * PERIOD_NS

SLICE = BOX == "gh_register_slice"
FIFO = BOX == "gh_message_fifo"
NORMALISE = BOX == "gh_axis_normalise"
# Payloads of a slice are 8 bytes, as Width says.
IN = PARAMETERS.get("InBytes", PARAMETERS.get("StreamBytes", 8))
OUT = PARAMETERS.get("OutBytes", IN)
DEPTH = PARAMETERS.get("Depth", 0)
BEATS = DEPTH + 2 if FIFO else 2 * max(1, OUT // IN) + 1
"""Beats of the longest messages, so that they meet every edge of the module."""
LATENCY = {"gh_register_slice": int(PARAMETERS.get("Mode") != 2), "gh_message_fifo": 2}.get(BOX, 1)
"""Cycles from the beat that completes an output to that output."""


class Expected:
    """What must leave for packets, checked beat for beat as it comes."""

    def __init__(self) -> None:
        self.packets: list[list[Beat]] = []
        self.begun: list[Beat] = []
        self.done = 0

    def beats_out(self, packet: list[Beat]) -> list[Beat] | None:
        """Exactly what leaves, or None where a malformed packet must leave malformed."""
        if SLICE:
            return packet
        if FIFO:
            hole = 1 << IN - 1
            return packet if len(packet) <= DEPTH else [Beat(0, hole, True, True)]
        message = message_of(packet, IN)
        if NORMALISE:
            # tuser makes a packet malformed, and nothing else does.
            bad = any(beat.user for beat in packet)
            packet = [replace(beat, user=False) for beat in packet]
            message = None if bad else b"".join(beat.kept(IN) for beat in packet)
        if message is None:
            return None
        beats = []
        size = max(1, -(-len(message) // OUT))
        for at in range(size):
            part = message[at * OUT : (at + 1) * OUT]
            last = at == size - 1
            if OUT > IN:
                user = any(beat.user for beat in packet[at * OUT // IN : (at + 1) * OUT // IN])
            else:
                user = not NORMALISE and packet[at * OUT // IN].user
                user = user and (last or (at + 1) * OUT % IN == 0)
            beats.append(Beat(int.from_bytes(part, "little"), (1 << len(part)) - 1, last, user))
        return beats

    def arrived(self, beat: Beat) -> None:
        """Check a beat."""
        assert self.done < len(self.packets), f"{beat} that nobody sent"
        packet = self.packets[self.done]
        self.begun.append(beat)
        due = self.beats_out(packet)
        place = len(self.begun) - 1
        if due is not None:
            assert place < len(due), f"{beat} too many for {packet}"
            assert self.same(beat, due[place]), f"{beat}, not {due[place]}, for {packet}"
        elif beat.last:
            answer = message_of(self.begun, OUT)
            assert answer is None, f"malformed {packet} became the message {answer!r}"
            assert beat.user or not NORMALISE, f"{packet} is bad, and nothing says so"
        if beat.last:
            self.begun = []
            self.done += 1

    @staticmethod
    def same(beat: Beat, due: Beat) -> bool:
        """Whether a beat is what it must be; converters and errors are free in bytes not kept.

        But the parts that a wide beat lacks are zero.
        """
        flags = (beat.keep, beat.last, beat.user) == (due.keep, due.last, due.user)
        if SLICE or (FIFO and not due.user):
            return flags and beat.data == due.data
        if OUT > IN:
            parts = max(1, -(-due.keep.bit_count() // IN))
            flags = flags and beat.data >> 8 * IN * parts == 0
        return flags and (FIFO or beat.kept(OUT) == due.kept(OUT))


class Bench:
    """A module between a source and a sink."""

    def __init__(self, dut: Any, test: str) -> None:
        self.dut = dut
        self.rng = make_rng(f"{BOX}-{PARAMETERS}/{test}", dut._log)
        self.expected = Expected()
        drive, read = self.sides()
        names = ("data_i",) if SLICE else ("data_i", "keep_i", "last_i", "user_i")
        payload = [getattr(dut, name) for name in names]
        self.source = Source(dut, dut.clk_i, dut.rst_i, drive, payload, repeat(False))
        self.sink = Sink(dut, dut.clk_i, dut.rst_i, read, self.arrived, repeat(False), whole=FIFO)

    def sides(self) -> tuple[Callable[[Beat], None], Callable[[], Beat]]:
        """How a beat is put at the inputs and read from the outputs."""
        dut = self.dut

        def drive(beat: Beat) -> None:
            dut.data_i.value, dut.keep_i.value = beat.data, beat.keep
            dut.last_i.value, dut.user_i.value = int(beat.last), int(beat.user)

        def read() -> Beat:
            return Beat(
                int(dut.data_o.value),
                int(dut.keep_o.value),
                bool(dut.last_o.value),
                bool(dut.user_o.value),
            )

        def drive_packed(beat: Beat) -> None:
            dut.data_i.value = beat.pack(IN)

        def read_packed() -> Beat:
            word = int(dut.data_o.value)
            mask = (1 << 8 * IN) - 1
            keep = word >> 8 * IN
            flags = keep >> IN
            return Beat(word & mask, keep & (1 << IN) - 1, bool(flags & 1), bool(flags & 2))

        return (drive_packed, read_packed) if SLICE else (drive, read)

    def arrived(self, beat: Beat) -> None:
        """Check a beat; the first of a FIFO's packet comes after the packet's last has entered."""
        if FIFO:
            ended = sum(sent.last for sent in self.source.taken)
            assert ended > self.expected.done, "a packet leaves before its end has come"
        self.expected.arrived(beat)

    @classmethod
    async def start(cls, dut: Any, test: str) -> Bench:
        """A bench out of reset."""
        bench = cls(dut, test)
        dut.rst_i.value = 1
        dut.valid_i.value = 0
        dut.ready_i.value = 0
        bench.source.drive(Beat(0, 0, False, False))
        Clock(dut.clk_i, PERIOD_NS, unit="ns").start()
        await RisingEdge(dut.clk_i)
        await RisingEdge(dut.clk_i)
        dut.rst_i.value = 0
        cocotb.start_soon(bench.source.run())
        cocotb.start_soon(bench.sink.run())
        await bench.cycles(2)
        return bench

    async def cycles(self, number: int) -> None:
        """Let some cycles go by."""
        for _ in range(number):
            await RisingEdge(self.dut.clk_i)

    def pace(self, source: float, sink: float, longest: int = 4) -> None:
        """Stall for these shares of the time."""
        self.source.stalls = stalls(self.rng, source, longest) if source else repeat(False)
        self.sink.stalls = stalls(self.rng, sink, longest) if sink else repeat(False)

    def send(self, packet: list[Beat]) -> None:
        """Queue a packet."""
        self.expected.packets.append(packet)
        self.source.queue.extend(packet)

    async def finish(self) -> None:
        """Wait until all has left, and that nothing follows."""
        quiet, before = 0, -1
        while self.expected.done < len(self.expected.packets):
            await RisingEdge(self.dut.clk_i)
            now = self.expected.done + len(self.source.queue)
            quiet = 0 if now != before else quiet + 1
            before = now
            assert quiet < PATIENCE, f"{BOX} hangs"
        await self.cycles(3 + BEATS)

    async def reset(self) -> None:
        """Reset for one cycle, source and checks too; then all goes on from nothing."""
        self.dut.rst_i.value = 1
        self.source.cut()
        await RisingEdge(self.dut.clk_i)
        self.dut.rst_i.value = 0
        self.source.taken.clear()
        self.expected = Expected()


def shares() -> Iterator[tuple[float, float]]:
    """Shares of stalls, source and sink."""
    return iter(((0.0, 0.0), (0.0, 0.6), (0.6, 0.0), (0.3, 0.3), (0.8, 0.2), (0.2, 0.8)))


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def every_packet(dut: Any) -> None:
    """Every length and every malformed packet, with stalls of all shares on both sides."""
    bench = await Bench.start(dut, "every_packet")
    packets = list(mixture(bench.rng, IN, BEATS))
    for number, (source, sink) in enumerate(shares()):
        bench.pace(source, sink)
        for packet in packets[number::6]:
            bench.send(packet)
        await bench.finish()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def full_rate(dut: Any) -> None:
    """Without stalls the wider side's beats follow one another without a gap; latency is exact."""
    bench = await Bench.start(dut, "full_rate")
    ratio = max(1, IN // OUT, OUT // IN)
    beats = max(1, DEPTH // 2) if FIFO else 2
    for _ in range(20):
        # Whole beats of both sides; then the narrow side never pauses.
        bench.send(good(bench.rng, beats * max(IN, OUT), IN, 0.0 if NORMALISE else 0.3))
    while bench.expected.done < 20:
        await RisingEdge(dut.clk_i)
        assert bench.sink.cycles <= PATIENCE, f"{BOX} hangs"
    await bench.cycles(1)
    taken, arrived = bench.source.at, bench.sink.at
    # The beat that completes the first output.
    first = beats if FIFO or NORMALISE else max(1, OUT // IN)
    assert arrived[0] - taken[first - 1] == LATENCY, "another latency"
    narrow = 20 * beats * ratio
    assert taken[-1] - taken[0] == (narrow - 1 if OUT >= IN else narrow - ratio), "input paused"
    assert arrived[-1] - arrived[0] == (narrow - 1 if IN >= OUT else narrow - ratio), (
        "output paused"
    )


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def reset_anywhere(dut: Any) -> None:
    """One cycle of reset, at random times and from any contents: nothing of before stays."""
    bench = await Bench.start(dut, "reset_anywhere")
    packets = chain.from_iterable(mixture(bench.rng, IN, BEATS) for _ in repeat(None))
    registers = [signal for signal in signals(dut) if signal._name.endswith("_q")]
    assert registers, "no register to fill"
    for number in range(120):
        source, sink = bench.rng.choice(list(shares()))
        bench.pace(source, sink)
        due = 0
        if bench.rng.random() < 0.5:
            # Good only as the first beat of a packet.
            bench.send(good(bench.rng, 0, IN))
        while due < BEATS + 12:
            packet = next(packets)
            bench.send(packet)
            due += len(packet)
        if number % 4 == 3:
            await bench.finish()
        else:
            await bench.cycles(bench.rng.randint(1, 2 * BEATS + 10))
        for register in registers if number % 2 else ():
            register.value = bench.rng.getrandbits(len(register))
        await bench.reset()
    bench.pace(0.3, 0.3)
    for packet in mixture(bench.rng, IN, 2):
        bench.send(packet)
    await bench.finish()


def signals(handle: Any) -> Iterator[Any]:
    """All signals of a module, and of its generate blocks, that hold a number."""
    for child in handle:
        if type(child).__name__ == "HierarchyObject":
            yield from signals(child)
        elif type(child).__name__ in ("LogicObject", "LogicArrayObject", "PackedObject"):
            yield child


if PARAMETERS.get("Erase"):

    @cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
    async def erased(dut: Any) -> None:
        """Once the module is empty, or reset, its registers of data are zero."""
        bench = await Bench.start(dut, "erased")
        payloads = [signal for signal in signals(dut) if signal._name in ("data_q", "out_q")]
        assert payloads, "no register found"
        for number in range(60):
            bench.pace(*bench.rng.choice(list(shares())))
            for _ in range(3):
                bench.send(good(bench.rng, bench.rng.randint(1, 5 * IN), IN))
            if number % 2:
                await bench.finish()
            else:
                await bench.cycles(bench.rng.randint(1, 12))
                await bench.reset()
                await RisingEdge(dut.clk_i)
            for payload in payloads:
                assert int(payload.value) == 0, f"{payload._path} holds {int(payload.value):#x}"
            await bench.reset()

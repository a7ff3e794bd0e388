# SPDX-License-Identifier: Apache-2.0
"""The test bench of every stream top.

``GATEHASH_DESIGN``, ``GATEHASH_FUNCTION`` and ``GATEHASH_OPERATION`` name the design and what it
does, ``GATEHASH_EXAMPLE`` is the number of the function's example that it gets; golden model,
padding and cycles come from the catalogue. ``GATEHASH_STREAM`` is the number of the stream, 0 if
absent. ``GATEHASH_STREAM_BITS`` asks for another width of it, with ``GATEHASH_REGISTERED``; a
coprocessor's cycles are then not exact.
"""

from __future__ import annotations

import math
import os
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import cycle, pairwise, product
from typing import Any, cast

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotbext.axi import (
    AxiStreamBus,
    AxiStreamFrame,
    AxiStreamSink,
    AxiStreamSource,
)
from tests.rtl.bench_tools import BadPacket, bad_packets, good_keep, make_rng, stalls

from gatehash.catalog import Operation, find
from gatehash.catalog.aead_timing import AeadTiming
from gatehash.catalog.timing import SequentialTiming

DESIGN = find(os.environ["GATEHASH_DESIGN"])
if bits := os.environ.get("GATEHASH_STREAM_BITS"):
    other = DESIGN.hardware.streaming(int(bits))
    other = other.having(Registered=int(os.environ.get("GATEHASH_REGISTERED", "0")))
    DESIGN = replace(DESIGN, hardware=other)
FUNCTION = DESIGN.function(os.environ["GATEHASH_FUNCTION"])
VALUES = FUNCTION.examples[int(os.environ["GATEHASH_EXAMPLE"])]
JOB = FUNCTION.bind(DESIGN, cast(Operation, os.environ["GATEHASH_OPERATION"]), VALUES)
STREAM = int(os.environ.get("GATEHASH_STREAM", "0"))
TIMING = JOB.timing
BLOCK = JOB.padding.block_bytes
STREAM_BYTES = JOB.hardware.stream_bits // 8
BEATS = max(1, BLOCK // STREAM_BYTES)
"""Beats of a block, 1 where a beat holds several."""
FRAME = max(BLOCK, STREAM_BYTES)
"""Bytes of a block, or of a beat that holds several."""
MEANWHILE = not isinstance(TIMING, SequentialTiming | AeadTiming)
"""Whether a message enters while the core works on the one before."""
PACE = math.ceil(TIMING.block) + TIMING.gap
"""Cycles from block to block, rounded up."""
FULL = (1 << STREAM_BYTES) - 1

PERIOD_NS = 10
# A bound for a bench that a fault has brought to a stop; in general the limits below strike first.
BOUND_NS = 5_000_000 * PERIOD_NS


@dataclass(frozen=True)
class Packet:
    """A packet and its answer.

    Parameters
    ----------
    data : bytes
        Whole beats.
    keep : tuple of int
        ``tkeep`` of each beat.
    answer : bytes or None
        The digest, or the message encrypted or decrypted; None if the packet is malformed.
    config : tuple of int or None
        The packet that goes to ``s_axis_cfg``; None where there is no such port.
    """

    data: bytes
    keep: tuple[int, ...]
    answer: bytes | None
    config: tuple[int, ...] | None = JOB.config

    @property
    def cycles(self) -> int:
        """Cycles that the packet takes without stalls, or a few more."""
        blocks = len(self.keep) * STREAM_BYTES // BLOCK + 2
        return max(TIMING.core(blocks) + TIMING.gap * blocks, len(self.keep))

    @property
    def beats_out(self) -> int:
        """Beats of the answer."""
        return 1 if self.answer is None else max(1, -(-len(self.answer) // STREAM_BYTES))

    def frame(self) -> Any:
        """The packet as cocotbext-axi takes it: a frame of whole beats with its own tkeep."""
        keep = [word >> byte & 1 for word in self.keep for byte in range(STREAM_BYTES)]
        return AxiStreamFrame(self.data, tkeep=keep)

    def check(self, frame: Any) -> None:
        """Compare the answer that came with the one that was due: data, keep, last and user."""
        came = len(frame.tdata)
        kept = bytes(frame.tdata[byte] for byte in range(came) if frame.tkeep[byte])
        what = "malformed packet" if self.answer is None else "message"
        about = f"{what} of {sum(word.bit_count() for word in self.keep)} bytes"
        if self.answer is None:
            whole = self._before_the_fault(came - STREAM_BYTES)
            assert all(frame.tkeep), f"{about}: the error's tkeep is not full"
            assert all(frame.tuser[came - STREAM_BYTES :]), f"{about}: tuser is not set"
            assert not any(frame.tuser[: came - STREAM_BYTES]), f"{about}: tuser is set early"
            assert kept == whole + bytes(STREAM_BYTES), (
                f"{about}: the error carries data, {kept.hex()}"
            )
            return
        size = len(self.answer)
        assert not any(frame.tuser), f"{about}: tuser is set"
        assert came == self.beats_out * STREAM_BYTES, f"{about}: the answer has {came} bytes"
        assert frame.tkeep == [int(byte < size) for byte in range(came)], f"{about}: wrong tkeep"
        assert kept == self.answer, f"{about}: {kept.hex()}, expected {self.answer.hex()}"
        assert not any(frame.tdata[size:]), f"{about}: null bytes are not zero"

    def _before_the_fault(self, size: int) -> bytes:
        """So many bytes of an answer, which a cipher has given when it meets a fault."""
        assert not JOB.hashes or size == 0, f"the error has {size} bytes before it"
        if JOB.padding.whole:
            assert size % BLOCK == 0, f"the error has {size} bytes before it"
        assert size <= (len(self.keep) - 1) * STREAM_BYTES, f"the error has {size} bytes before it"
        # Behind what has been encrypted a tag is still to come; streams are decrypted as encrypted.
        model = (JOB.sealed or JOB.model)()
        model.update(self.data[:size])
        return model.digest()[:size] if size else b""


def good(rng: random.Random, length: int) -> Packet:
    """A random message, with random bytes where tkeep is 0.

    Where messages must be whole blocks, it has the next length that is taken.
    """
    if JOB.padding.whole:
        length = max(1, -(-length // BLOCK)) * BLOCK
    message = JOB.acceptable(rng.randbytes(length))
    model = JOB.model()
    model.update(message)
    keep = good_keep(len(message), STREAM_BYTES)
    filler = rng.randbytes(len(keep) * STREAM_BYTES - len(message))
    return Packet(message + filler, keep, model.digest())


def short(rng: random.Random) -> Packet:
    """A random message of up to two blocks, or beats of several, and a byte."""
    return good(rng, rng.randint(0, 2 * FRAME + 1))


def cycles_of(*packets: Packet) -> list[int]:
    """Cycles from the first beat in to the last beat out of each of several packets."""
    return JOB.ends([sum(map(int.bit_count, packet.keep)) for packet in packets])


class Ports:
    """The ports of a stream: ``source.tvalid``, ``sink.tdata``, ``config.tlast``."""

    def __init__(self, dut: Any, stream: int) -> None:
        number = str(stream) if stream else ""
        self.names = [f"s{number}_axis", f"m{number}_axis", f"s{number}_axis_cfg"]
        self.source, self.sink, self.config = (_Port(dut, name) for name in self.names)


class _Port:
    def __init__(self, dut: Any, name: str) -> None:
        self._dut, self._name = dut, name

    def __getattr__(self, signal: str) -> Any:
        return getattr(self._dut, f"{self._name}_{signal}")


@dataclass
class Watch:
    """Looks at every cycle: records the handshakes, checks the rules of AXI-Stream.

    All lists hold numbers of cycles.
    """

    dut: Any
    ports: Ports
    cycle: int = 0
    beats_in: list[int] = field(default_factory=list)
    first_in: list[int] = field(default_factory=list)
    first_out: list[int] = field(default_factory=list)
    last_out: list[int] = field(default_factory=list)
    offered: int | None = None
    """When the beat that waits on m_axis came up."""

    async def run(self) -> None:
        """Watch for ever; a broken rule ends the test."""
        dut = self.dut
        clock, reset = RisingEdge(dut.aclk), dut.aresetn
        source, sink = self.ports.source, self.ports.sink
        s_valid, s_ready, s_last = source.tvalid, source.tready, source.tlast
        m_valid, m_ready, m_last = sink.tvalid, sink.tready, sink.tlast
        payload = (sink.tdata, sink.tkeep, sink.tlast, sink.tuser)
        low_in_reset = [s_ready, m_valid]
        held: list[str] | None = None
        # Where a message brings its configuration, it begins with that.
        if JOB.config is None:
            f_valid, f_ready, f_last = s_valid, s_ready, s_last
        else:
            config = self.ports.config
            f_valid, f_ready, f_last = config.tvalid, config.tready, config.tlast
            low_in_reset.append(f_ready)
        starts_in = starts_out = True
        was_reset = False
        while True:
            await clock
            self.cycle += 1
            # aresetn is registered.
            if was_reset:
                assert not any(signal.value for signal in low_in_reset), "not silent in reset"
            was_reset = not reset.value
            if was_reset:
                held, self.offered, starts_in, starts_out = None, None, True, True
                continue
            if s_valid.value and s_ready.value:
                self.beats_in.append(self.cycle)
            if f_valid.value and f_ready.value:
                if starts_in:
                    self.first_in.append(self.cycle)
                starts_in = bool(f_last.value)
            if m_valid.value:
                now = [str(signal.value) for signal in payload]
                assert held in (None, now), f"payload changed while stalled: {held}, now {now}"
                if held is None:
                    self.offered = self.cycle
                held = now
                if m_ready.value:
                    held = None
                    if starts_out:
                        self.first_out.append(self.cycle)
                    starts_out = bool(m_last.value)
                    if starts_out:
                        self.last_out.append(self.cycle)
            else:
                assert held is None, "tvalid fell before tready came"
                self.offered = None


class Bench:
    """A stream top between a source and a sink, with a watch on both."""

    def __init__(self, dut: Any, test: str, stream: int = STREAM) -> None:
        self.dut = dut
        self.ports = Ports(dut, stream)
        self.rng = make_rng(f"{DESIGN.name}/{JOB.name}/{test}", dut._log)
        self.watch = Watch(dut, self.ports)
        reset = {"reset": dut.aresetn, "reset_active_level": False}
        dut.aresetn.value = 0
        source, sink, config = (AxiStreamBus.from_prefix(dut, name) for name in self.ports.names)
        self.source = AxiStreamSource(source, dut.aclk, **reset)
        self.sink = AxiStreamSink(sink, dut.aclk, **reset)
        # A line for each packet costs more than the packet.
        self.source.log.setLevel("ERROR")
        self.config: AxiStreamSource | None = None
        if JOB.config is not None:
            self.config = AxiStreamSource(config, dut.aclk, **reset)
            self.config.log.setLevel("ERROR")
        self.sink.log.setLevel("ERROR")
        self.due: list[Packet] = []

    @classmethod
    async def start(cls, dut: Any, test: str) -> Bench:
        """A bench out of reset."""
        bench = cls(dut, test)
        Clock(dut.aclk, PERIOD_NS, unit="ns").start()
        cocotb.start_soon(bench.watch.run())
        await bench.reset(5)
        return bench

    async def reset(self, cycles: int) -> None:
        """Reset the top, and forget what is under way."""
        self.dut.aresetn.value = 0
        await ClockCycles(self.dut.aclk, 2)
        self.source.clear()
        self.sink.clear()
        if self.config is not None:
            self.config.clear()
        self.due.clear()
        await ClockCycles(self.dut.aclk, cycles - 2)
        self.dut.aresetn.value = 1
        await ClockCycles(self.dut.aclk, 3)

    def send(self, *packets: Packet) -> None:
        """Queue packets."""
        for packet in packets:
            if self.config is not None:
                assert packet.config is not None
                words = b"".join(word.to_bytes(8, "little") for word in packet.config)
                self.config.send_nowait(AxiStreamFrame(words))
            self.source.send_nowait(packet.frame())
            self.due.append(packet)

    async def answers(self) -> None:
        """Wait for all answers that are due, and check them."""
        for packet in self.due:
            # Stalls take up to a few times the packet's own time.
            limit = 30 * (packet.cycles + packet.beats_out) + 30 * TIMING.latency(2)
            packet.check(await with_timeout(self.sink.recv(compact=False), limit * PERIOD_NS, "ns"))
        self.due.clear()

    async def exchange(self, *packets: Packet) -> None:
        """Send packets back to back and check the answers."""
        self.send(*packets)
        await self.answers()

    async def nothing_more(self) -> None:
        """Nothing may come out when nothing is due."""
        before = len(self.watch.last_out)
        for _ in range(TIMING.latency(3) + 10):
            await RisingEdge(self.dut.aclk)
            assert not self.ports.sink.tvalid.value, "a beat that nobody asked for"
        assert len(self.watch.last_out) == before
        assert self.sink.empty()

    def stall(self, source: float, sink: float) -> None:
        """Stall source and sink for these shares of the time."""
        ends = [
            (self.source, source, self.rng.choice((1, 4, BEATS))),
            (self.sink, sink, self.rng.choice((1, 4, 3 * PACE))),
        ]
        if self.config is not None:
            ends.append((self.config, source, 4))
        for end, share, longest in ends:
            end.set_pause_generator(stalls(self.rng, share, longest) if share else None)
            end.pause = False

    def ends(self) -> list[int]:
        """Cycles from the first beat in to the last beat out of each packet, both counted."""
        return [end - self.watch.first_in[0] + 1 for end in self.watch.last_out]

    def latency(self) -> int:
        """Cycles from first beat in to last beat out of the newest packet, both counted."""
        return self.watch.last_out[-1] - self.watch.first_in[-1] + 1


STALLS = (0.0, 0.3, 0.8)


def lengths_about(rng: random.Random) -> list[int]:
    """0 to 2 blocks + 1 bytes; of a slow design those about its blocks' edges and some others."""
    every = range(2 * FRAME + 2)
    if TIMING.latency(2) * len(every) < 100_000:
        return [*every]
    edges = {edge + shift for edge in (0, STREAM_BYTES, BLOCK, 2 * BLOCK) for shift in (-1, 0, 1)}
    return sorted({0, *(n for n in edges if n in every), *rng.sample(every, 8)})


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def every_length(dut: Any) -> None:
    """Messages of 0 to 2 blocks + 1 bytes, back to back, at full rate."""
    bench = await Bench.start(dut, "every_length")
    packets = [good(bench.rng, length) for length in lengths_about(bench.rng)]
    await bench.exchange(*packets)
    assert bench.ends() == cycles_of(*packets)
    await bench.nothing_more()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def every_length_with_stalls(dut: Any) -> None:
    """The same lengths in random order, with stalls on both sides."""
    bench = await Bench.start(dut, "every_length_with_stalls")
    lengths = lengths_about(bench.rng)
    bench.rng.shuffle(lengths)
    # From one cycle in three to more than the core can hide.
    shares = [(source, sink) for source, sink in product(STALLS, STALLS) if source or sink]
    for number, (source, sink) in enumerate(shares):
        bench.stall(source, sink)
        await bench.exchange(*(good(bench.rng, n) for n in lengths[number :: len(shares)]))
    bench.stall(0, 0)
    await bench.nothing_more()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def latency(dut: Any) -> None:
    """Messages alone: first beat in to last beat out takes what the catalogue says."""
    bench = await Bench.start(dut, "latency")
    lengths = [0, 1, STREAM_BYTES, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 2 * BLOCK + 1, 7 * BLOCK]
    lengths += [bench.rng.randint(0, 12 * BLOCK) for _ in range(4)]
    for length in lengths:
        packet = good(bench.rng, length)
        await bench.exchange(packet)
        expected = cycles_of(packet)[0]
        assert bench.latency() == expected, (
            f"{length} bytes: latency is {bench.latency()}, expected {expected}"
        )
        await ClockCycles(dut.aclk, bench.rng.randint(1, 2 * PACE))


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def steady_state(dut: Any) -> None:
    """A long message takes `block` cycles a block; messages follow one another without a gap."""
    bench = await Bench.start(dut, "steady_state")
    watch = bench.watch
    packet = good(bench.rng, 30 * BLOCK)
    await bench.exchange(packet)
    assert bench.latency() == cycles_of(packet)[0]
    if STREAM_BYTES <= BLOCK:
        # The first block finds the core at rest, and those behind it find room at once.
        settled = TIMING.settled if isinstance(TIMING, AeadTiming) else 3
        loaded = watch.beats_in[BEATS - 1 :: BEATS][settled:30]
        assert len(loaded) == 30 - settled
        paces = {after - before for before, after in pairwise(loaded)}
        assert paces == {math.floor(TIMING.block) + TIMING.gap, PACE}

    for length in (1, BLOCK, 2 * BLOCK, 5 * BLOCK):
        # The core comes to rest.
        await ClockCycles(dut.aclk, TIMING.latency(1))
        del watch.first_in[:], watch.first_out[:], watch.last_out[:]
        packets = [good(bench.rng, length) for _ in range(6)]
        await bench.exchange(*packets)
        assert bench.ends() == cycles_of(*packets)
        # A core that loads no block while it works takes the next message when it is done.
        for entered, leaves in zip(watch.first_in[1:], watch.first_out, strict=False):
            assert not MEANWHILE or entered <= leaves, "the next message waited for the digest"


def random_length(rng: random.Random) -> int:
    """Up to 64 KiB, as many short ones as long ones."""
    return round(2 ** rng.uniform(0, 16))


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def long_messages(dut: Any) -> None:
    """Lengths up to 64 KiB, back to back, with stalls on both sides."""
    bench = await Bench.start(dut, "long_messages")
    # Simulated cycles cost time: slow cores hash less.
    budget = 40_000
    lengths: list[int] = []
    longest = bench.rng.randint(60_001, 1 << 16)
    while True:
        length = random_length(bench.rng) if lengths else longest
        blocks = JOB.blocks(length)
        cycles = TIMING.core(blocks) + TIMING.gap * blocks
        if lengths and cycles > budget:
            break
        # The slowest cores start with as much as they have time for.
        if cycles > budget:
            longest //= 2
            continue
        budget -= cycles
        lengths.append(length)
    bench.rng.shuffle(lengths)
    dut._log.info("lengths: %s", lengths)
    for number in range(0, len(lengths), 4):
        bench.stall(bench.rng.choice((0.0, 0.1, 0.4)), bench.rng.choice(STALLS))
        await bench.exchange(*(good(bench.rng, n) for n in lengths[number : number + 4]))
    bench.stall(0, 0)
    await bench.nothing_more()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def digest_is_held(dut: Any) -> None:
    """tvalid does not wait for tready, and nothing is lost behind a sink that sleeps."""
    bench = await Bench.start(dut, "digest_is_held")
    watch = bench.watch
    for follow in (0, 1, 6):
        packet = short(bench.rng)
        bench.sink.pause = True
        await ClockCycles(dut.aclk, 3)
        assert not bench.ports.sink.tready.value
        bench.send(packet, *(short(bench.rng) for _ in range(follow)))
        before = len(watch.first_in)
        await ClockCycles(dut.aclk, TIMING.latency(3) + 20 * PACE)
        # An answer of several pieces leaves piece by piece, and what a core is read of word by word
        # may leave as slowly: so the first beat comes up early.
        earliest = cycles_of(packet)[0] - packet.beats_out
        assert packet.answer is not None
        if 8 * len(packet.answer) <= JOB.block_bits and MEANWHILE:
            assert watch.offered == watch.first_in[before] + earliest
        assert watch.offered is not None, "tvalid waits for tready"
        assert watch.offered <= watch.first_in[before] + earliest
        # One beat at a time, with sleep in between.
        for _ in range(packet.beats_out):
            bench.sink.pause = False
            await ClockCycles(dut.aclk, 1)
            bench.sink.pause = True
            await ClockCycles(dut.aclk, bench.rng.randint(2, 2 * PACE))
        bench.sink.pause = False
        await bench.answers()
    await bench.nothing_more()


def malformed(rng: random.Random, bad: BadPacket) -> Packet:
    """A malformed packet, with random bytes."""
    return Packet(rng.randbytes(len(bad.keep) * STREAM_BYTES), bad.keep, None)


def broken(rng: random.Random) -> Packet:
    """A message of broken blocks, malformed where they must be whole."""
    length = rng.randint(0, 3) * BLOCK + rng.choice((0, 1, BLOCK - 1, rng.randrange(BLOCK)))
    if JOB.padding.takes(length):
        length = 0
    keep = good_keep(length, STREAM_BYTES)
    return Packet(rng.randbytes(len(keep) * STREAM_BYTES), keep, None)


def among_good(rng: random.Random, packets: Iterable[Packet]) -> Iterator[Packet]:
    """The packets, with good messages between some of them."""
    for packet in packets:
        yield packet
        if rng.random() < 0.5:
            yield short(rng)


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def malformed_at_full_rate(dut: Any) -> None:
    """Every kind of bad beat at every place: one error each, and the messages between are right."""
    bench = await Bench.start(dut, "malformed_at_full_rate")
    choice = cycle(range(7))
    packets = [
        malformed(bench.rng, few[next(choice) % len(few)])
        for few in bad_packets(bench.rng, STREAM_BYTES, BEATS)
    ]
    if JOB.padding.whole:
        packets += [broken(bench.rng) for _ in range(60)]
    bench.rng.shuffle(packets)
    await bench.exchange(short(bench.rng), *among_good(bench.rng, packets), short(bench.rng))
    await bench.nothing_more()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def malformed_with_stalls(dut: Any) -> None:
    """Bad packets of all lengths, as many as there is time for, with stalls on both sides."""
    bench = await Bench.start(dut, "malformed_with_stalls")
    packets = [
        malformed(bench.rng, bad)
        for few in bad_packets(bench.rng, STREAM_BYTES, BEATS)
        for bad in few
    ]
    bench.rng.shuffle(packets)
    budget = 20_000
    for source, sink in product(STALLS, STALLS):
        bench.stall(source, sink)
        left = budget // len(STALLS) ** 2
        some: list[Packet] = []
        while packets and left > 0:
            some.append(packets.pop())
            left -= some[-1].cycles
        await bench.exchange(*among_good(bench.rng, some))
    bench.stall(0, 0)
    await bench.exchange(short(bench.rng))
    await bench.nothing_more()


if JOB.config is not None and len(JOB.config) > 1:

    @cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
    async def malformed_configuration_with_pauses(dut: Any) -> None:
        """A fault in the first word, which the others, after pauses, don't undo."""
        bench = await Bench.start(dut, "malformed_configuration_with_pauses")
        assert bench.config is not None
        assert JOB.config is not None
        # A bit that no design takes.
        wrong = (JOB.config[0] ^ 1 << 40, *JOB.config[1:])
        for pauses in range(4):
            bench.config.set_pause_generator(cycle((False, *(True,) * pauses)))
            packet = short(bench.rng)
            await bench.exchange(Packet(packet.data, packet.keep, None, wrong), short(bench.rng))
        await bench.nothing_more()


if JOB.config is not None:

    @cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
    async def configuration_while_a_malformed_packet_drains(dut: Any) -> None:
        """A malformed beat completes its block, and the rest of its packet is late."""
        bench = await Bench.start(dut, "configuration_while_a_malformed_packet_drains")
        same_hardware = [job for job in DESIGN.jobs.values() if job.hardware == JOB.hardware]
        others = [job for job in same_hardware if job.padding != JOB.padding]
        other = bench.rng.choice(others or [JOB])
        message = other.acceptable(bench.rng.randbytes(2 * other.padding.block_bytes))
        model = other.model()
        model.update(message)
        bad = malformed(bench.rng, BadPacket(1, (FULL,) * (BEATS - 1) + (0,) + (FULL,) * 3))
        good_one = Packet(
            message, good_keep(len(message), STREAM_BYTES), model.digest(), other.config
        )
        bench.send(bad, good_one)
        while len(bench.watch.beats_in) < BEATS:
            await RisingEdge(dut.aclk)
        bench.source.pause = True
        # Some designs answer now, are erased and take the next configuration; others wait.
        await ClockCycles(dut.aclk, 2 * TIMING.latency(1) + 500)
        bench.source.pause = False
        await bench.answers()
        await bench.exchange(short(bench.rng))
        await bench.nothing_more()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def reset_anywhere(dut: Any) -> None:
    """Reset while a message loads, is processed or leaves: the next one is right and on time."""
    bench = await Bench.start(dut, "reset_anywhere")
    end = TIMING.latency(2)
    moments = {1, 2, BEATS // 2, BEATS, *range(TIMING.load, TIMING.load + 4)}
    moments |= {end - TIMING.unload + shift for shift in (-2, -1, 0, 1)} | {end - 1, end}
    moments |= {bench.rng.randrange(1, end + PACE) for _ in range(10)}
    bad = malformed(bench.rng, BadPacket(1, (FULL, 0) + (FULL,) * 3 * BEATS))
    for moment in sorted(moments):
        # The sink sleeps in half of the cases, so that a digest waits.
        bench.sink.pause = bench.rng.random() < 0.5
        first = bad if bench.rng.random() < 0.2 else good(bench.rng, 2 * BLOCK)
        bench.send(first, short(bench.rng))
        await RisingEdge(bench.ports.source.tvalid)
        await ClockCycles(dut.aclk, moment)
        await bench.reset(bench.rng.randint(3, 6))
        bench.sink.pause = False
        packet = short(bench.rng)
        before = len(bench.watch.last_out)
        await bench.exchange(packet)
        assert len(bench.watch.last_out) == before + 1
        assert bench.latency() == cycles_of(packet)[0]
    await bench.nothing_more()

# SPDX-License-Identifier: Apache-2.0
"""The test bench of every stream top; ``stream_packets`` says which one."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, pairwise, product
from typing import Any

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge
from tests.rtl.bench_tools import BadPacket, bad_packets, good_keep
from tests.rtl.stream_driver import STALLS, Bench
from tests.rtl.stream_packets import (
    BEATS,
    BLOCK,
    BOUND_NS,
    DESIGN,
    FULL,
    JOB,
    MEANWHILE,
    PACE,
    PACES,
    STREAM,
    STREAM_BYTES,
    TIMING,
    Packet,
    among_good,
    broken,
    cycles_of,
    good,
    lengths_about,
    malformed,
    random_length,
    short,
)

from gatehash.catalog.timing import TreeTiming


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
    lengths += [bench.rng.randint(0, 12 * BLOCK) for _ in range(2)]
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
    # The first block finds the core at rest, and those behind it find room at once.
    settled = getattr(TIMING, "settled", 3)
    blocks = settled + 16
    packet = good(bench.rng, blocks * BLOCK)
    await bench.exchange(packet)
    assert bench.latency() == cycles_of(packet)[0]
    if STREAM_BYTES <= BLOCK:
        loaded = watch.beats_in[BEATS - 1 :: BEATS][settled:blocks]
        assert len(loaded) == blocks - settled
        paces = {after - before for before, after in pairwise(loaded)}
        # Of a tree there is no parent before the last of these blocks.
        if isinstance(TIMING, TreeTiming):
            assert paces == {TIMING.run}
        else:
            assert paces == PACES

    for length in (1, BLOCK, 2 * BLOCK, 5 * BLOCK):
        # The core comes to rest.
        await ClockCycles(dut.aclk, TIMING.latency(1))
        del watch.first_in[:], watch.first_out[:], watch.last_out[:]
        packets = [good(bench.rng, length) for _ in range(4)]
        await bench.exchange(*packets)
        assert bench.ends() == cycles_of(*packets)
        # A core that loads no block while it works takes the next message when it is done.
        for entered, leaves in zip(watch.first_in[1:], watch.first_out, strict=False):
            assert not MEANWHILE or entered <= leaves, "the next message waited for the digest"


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
        # Before it, the longest erasure of all.
        await ClockCycles(dut.aclk, 1024 + TIMING.latency(3) + 8 * PACE)
        # An answer of several pieces leaves piece by piece, and what a core is read of word by word
        # may leave as slowly: so the first beat comes up early.
        earliest = cycles_of(packet)[0] - packet.beats_out
        assert packet.answer is not None
        if 8 * len(packet.answer) <= JOB.block_bits and MEANWHILE:
            assert watch.offered == watch.first_in[before] + earliest
        assert watch.offered is not None, "tvalid waits for tready"
        assert watch.offered <= watch.first_in[before] + earliest
        # One beat at a time, with sleep in between: twice, it is longer than a block takes.
        for beat in range(packet.beats_out):
            bench.sink.pause = False
            await ClockCycles(dut.aclk, 1)
            bench.sink.pause = True
            span = (PACE, 2 * PACE) if beat in (0, 8) else (2, 8)
            await ClockCycles(dut.aclk, bench.rng.randint(*span))
        bench.sink.pause = False
        await bench.answers()
    await bench.nothing_more()


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
        packets += [broken(bench.rng) for _ in range(24)]
    bench.rng.shuffle(packets)
    await bench.exchange(short(bench.rng), *among_good(bench.rng, packets), short(bench.rng))
    await bench.nothing_more()


@cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
async def malformed_with_stalls(dut: Any) -> None:
    """Bad packets of all lengths, as many as there is time for, with stalls on both sides.

    The first ones meet a sink that waits for tvalid, as AXI4-Stream allows.
    """
    bench = await Bench.start(dut, "malformed_with_stalls")
    packets = [
        malformed(bench.rng, bad)
        for few in bad_packets(bench.rng, STREAM_BYTES, BEATS)
        for bad in few
    ]
    bench.rng.shuffle(packets)
    budget = 8_000
    for source, sink in ((0, None), *product(STALLS, STALLS)):
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


if JOB.config is not None and STREAM_BYTES < 8:

    @cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
    async def configuration_cut_in_its_last_word(dut: Any) -> None:
        """Whatever the missing bytes would have been, the word is not taken as zero there."""
        bench = await Bench.start(dut, "configuration_cut_in_its_last_word")
        for cut in range(STREAM_BYTES, 8, STREAM_BYTES):
            packet = short(bench.rng)
            await bench.exchange(replace(packet, answer=None, cut=cut), short(bench.rng))
        await bench.nothing_more()


if JOB.config is not None:

    @cocotb.test(timeout_time=BOUND_NS, timeout_unit="ns")
    async def configuration_while_a_malformed_packet_drains(dut: Any) -> None:
        """A malformed beat completes its block, and the rest of its packet is late."""
        bench = await Bench.start(dut, "configuration_while_a_malformed_packet_drains")
        same_hardware = [
            job
            for job in DESIGN.jobs.values()
            if job.hardware == JOB.hardware and job.streams > STREAM
        ]
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
    moments |= {bench.rng.randrange(1, end + PACE) for _ in range(5)}
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

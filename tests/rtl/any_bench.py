# SPDX-License-Identifier: Apache-2.0
"""The bench of an exported top that takes packets with any ``tkeep``.

``GATEHASH_ANY`` says in JSON what is built: ``design``, ``bits`` at the pins, ``sides`` with the
bits of each signal that goes past the core, ``two_clocks``.
"""

from __future__ import annotations

import json
import os
import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource
from tests.rtl.bench_tools import make_rng, scrambled, stalls

from gatehash.catalog import Job, find

BUILT: dict[str, Any] = json.loads(os.environ["GATEHASH_ANY"])
DESIGN = find(BUILT["design"])
JOBS = [job for job in DESIGN.jobs.values() if job.hardware == DESIGN.hardware]
BYTES = BUILT["bits"] // 8
SIDES: dict[str, int] = {name: bits for name, bits in BUILT["sides"].items() if bits}
BOUND_MS = 20
PERIODS_PS = (3100, 10000, 17300)


class Bench:
    """The top between a source and a sink of AXI4-Stream, and one for configurations."""

    def __init__(self, dut: Any, test: str) -> None:
        self.dut = dut
        self.rng = make_rng(f"any-{BUILT}/{test}", dut._log)
        reset = {"reset": dut.aresetn, "reset_active_level": False}
        names = ["s_axis", "m_axis", *(["s_axis_cfg"] if DESIGN.hardware.configured else [])]
        source, sink, *config = (AxiStreamBus.from_prefix(dut, name) for name in names)
        self.source = AxiStreamSource(source, dut.aclk, **reset)
        self.sink = AxiStreamSink(sink, dut.aclk, **reset)
        self.config = [
            AxiStreamSource(each, dut.aclk, **reset, byte_lanes=DESIGN.hardware.config_bits // 8)
            for each in config
        ]
        for model in (self.source, self.sink, *self.config):
            model.log.setLevel("ERROR")
        payload = [getattr(dut, f"s_axis_{name}") for name in ("tdata", "tkeep", "tlast", *SIDES)]
        noise = random.Random(BYTES)
        cocotb.start_soon(scrambled(noise, dut.aclk, dut.s_axis_tvalid, payload))

    @classmethod
    async def start(cls, dut: Any, test: str) -> Bench:
        """A bench out of reset."""
        bench = cls(dut, test)
        Clock(dut.aclk, 10, unit="ns").start()
        if BUILT["two_clocks"]:
            Clock(dut.core_aclk, bench.rng.choice(PERIODS_PS), unit="ps").start()
        await bench.reset()
        return bench

    async def reset(self) -> None:
        """Reset for one cycle; the top is silent from then on until it is out of reset."""
        self.dut.aresetn.value = 0
        await RisingEdge(self.dut.aclk)
        self.dut.aresetn.value = 1
        await RisingEdge(self.dut.aclk)
        assert not self.dut.s_axis_tready.value
        assert not self.dut.m_axis_tvalid.value

    def pace(self, share: float) -> None:
        """Stall all sides for this share of the time."""
        for model in (self.source, self.sink, *self.config):
            model.set_pause_generator(stalls(self.rng, share, 4) if share else None)

    def choose(self) -> tuple[Job, bytes]:
        """Return a job and a message that it takes, up to two blocks long."""
        job = self.rng.choice(JOBS)
        size = self.rng.choice((0, 1, self.rng.randrange(2 * job.block_bits // 8)))
        while job.refusal(size):
            size += 1
        return job, self.rng.randbytes(size)

    async def send(self, job: Job, message: bytes, *, mixed: bool = False) -> dict[str, int]:
        """Queue a message with holes, and return what is to come back of it."""
        values = {name: self.rng.getrandbits(bits) for name, bits in SIDES.items()}
        data, keep = bytearray(), []
        left = [*message]
        while left:
            kept = self.rng.random() < self.rng.choice((0.2, 0.8, 1.0))
            data.append(left.pop(0) if kept else self.rng.getrandbits(8))
            keep.append(int(kept))
        # Beats without a byte, behind the last one too; a packet has one beat at least.
        holes = self.rng.choice((0, BYTES, 2 * BYTES)) if data else max(1, BYTES)
        keep += [0] * (-len(data) % BYTES + holes)
        data += bytes(len(keep) - len(data))
        sides: dict[str, Any] = {name: [value] * len(data) for name, value in values.items()}
        if mixed:
            name = self.rng.choice([each for each in SIDES if each != "tuser"])
            sides[name][-BYTES:] = [values[name] ^ 1] * BYTES
        if "tuser" in sides:
            # That of the first beat counts.
            sides["tuser"][BYTES:] = [self.rng.getrandbits(SIDES["tuser"])] * (len(data) - BYTES)
        for config in self.config:
            await config.send(AxiStreamFrame(job.config_bytes))
        await self.source.send(AxiStreamFrame(bytes(data), tkeep=keep, **sides))
        return values

    async def receive(self) -> tuple[bytes, bool, dict[str, set[int]]]:
        """Return an answer, whether it is an error, and what came back with its beats."""
        frame = await self.sink.recv(compact=False)
        answer = bytes(byte for byte, kept in zip(frame.tdata, frame.tkeep, strict=True) if kept)
        carried = {name: {*getattr(frame, name)} for name in SIDES if name != "tuser"}
        if "tuser" in SIDES:
            carried["tuser"] = {each >> 1 for each in frame.tuser}
        return answer, bool(frame.tuser[-1] & 1), carried

    async def expect(self, job: Job, message: bytes, values: dict[str, int]) -> None:
        """Compare the next answer."""
        answer, error, carried = await self.receive()
        model = job.model()
        model.update(message)
        assert not error
        assert answer == model.digest(), (job.label, len(message))
        assert carried == {name: {value} for name, value in values.items()}


async def messages(bench: Bench) -> None:
    """Send messages in rows, more than may be without an answer at a time."""
    for share in (0.0, 0.5):
        bench.pace(share)
        sent = []
        for _ in range(24):
            job, message = bench.choose()
            sent.append((job, message, await bench.send(job, message)))
        for each in sent:
            await bench.expect(*each)


@cocotb.test()
async def any_packet(dut: Any) -> None:
    bench = await Bench.start(dut, "any_packet")
    await with_timeout(messages(bench), BOUND_MS, "ms")


@cocotb.test()
async def reset_anywhere(dut: Any) -> None:
    """Nothing of before a reset of one cycle comes after it."""
    bench = await Bench.start(dut, "reset_anywhere")

    async def cut() -> None:
        for _ in range(8):
            for _ in range(3):
                await bench.send(*bench.choose())
            await ClockCycles(dut.aclk, bench.rng.randrange(1, 150))
            for model in (bench.source, *bench.config):
                model.clear()
            await bench.reset()
            bench.sink.clear()
            job, message = bench.choose()
            await bench.expect(job, message, await bench.send(job, message))

    await with_timeout(cut(), BOUND_MS, "ms")


if {"tid", "tdest"} & SIDES.keys():

    @cocotb.test()
    async def interleaved(dut: Any) -> None:
        """A packet whose tid or tdest changes is an error, and the next one is a new message."""
        bench = await Bench.start(dut, "interleaved")

        async def mix() -> None:
            for _ in range(6):
                job, message = bench.choose()
                values = await bench.send(job, bytes(3 * BYTES) + message, mixed=True)
                _, error, carried = await bench.receive()
                assert error
                assert carried == {name: {value} for name, value in values.items()}
                job, message = bench.choose()
                await bench.expect(job, message, await bench.send(job, message))

        await with_timeout(mix(), BOUND_MS, "ms")

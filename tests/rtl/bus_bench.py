# SPDX-License-Identifier: Apache-2.0
"""The bench of a stream top behind a bus: digests, use at the wrong time, resets, interrupts.

``GATEHASH_BUS`` says in JSON what is built: ``bridge``, ``pipelined``, ``design``, ``two_clocks``.
"""

from __future__ import annotations

import json
import os
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, Timer, with_timeout
from tests.rtl.bench_tools import make_rng
from tests.rtl.bus_tools import (
    ANSWER,
    ANSWER_BYTES,
    CAPABILITY,
    CONFIGURATION,
    CONFIGURATION_LAST,
    CONTROL,
    DEPTH,
    DESIGN,
    DIGEST,
    FUNCTIONS,
    ID,
    INTERRUPT,
    INTERRUPT_ENABLE,
    MESSAGE,
    MESSAGE_BYTES,
    MESSAGE_LAST,
    ROOM,
    STATUS,
    VERSION,
    ApbMaster,
    AxiLite,
    Device,
    Master,
    RefusedError,
    Wishbone,
    lengths,
    pulse,
)

from gatehash.bus import core_parameters
from gatehash.catalog import Job, find

BUILT: dict[str, Any] = json.loads(os.environ["GATEHASH_BUS"])
HERE = find(BUILT["design"])
JOBS = [job for job in HERE.jobs.values() if job.hardware == HERE.hardware]
BOUND_MS = 200


class Bench:
    """The top with its clocks, and a device on a bus."""

    def __init__(self, dut: Any, test: str) -> None:
        self.dut = dut
        self.rng = make_rng(f"bus-{BUILT}/{test}", dut._log)
        self.bus: Master
        match BUILT["bridge"]:
            case "axil":
                self.bus = AxiLite(dut, self.rng)
            case "wishbone":
                self.bus = Wishbone(dut, self.rng, pipelined=BUILT["pipelined"])
            case _:
                self.bus = ApbMaster(dut, self.rng)
        self.device = Device(self.bus)

    @classmethod
    async def start(cls, dut: Any, test: str) -> Bench:
        """A bench out of reset."""
        bench = cls(dut, test)
        bench.pin.value = 1 - bench.bus.resets_at
        Clock(bench.bus.edge, 10, unit="ns").start()
        if BUILT["two_clocks"]:
            await Timer(bench.rng.randrange(1, 9000), unit="ps")
            Clock(dut.core_aclk, bench.rng.choice((3100, 10000, 17300)), unit="ps").start()
        await ClockCycles(bench.bus.edge, bench.rng.randrange(1, 5))
        await pulse(bench.bus)
        await ClockCycles(bench.bus.edge, 2)
        return bench

    @property
    def pin(self) -> Any:
        """The reset."""
        return getattr(self.dut, self.bus.reset)

    def choose(self) -> tuple[Job, bytes]:
        """Return a job and a short message that it takes."""
        job = self.rng.choice(JOBS)
        size = self.rng.randrange(1, 100)
        while job.refusal(size):
            size += 1
        return job, self.rng.randbytes(size)

    async def ready(self) -> None:
        """Wait until no reset is under way."""
        await self.device.wait_for(1, 0)

    async def ask(self, job: Job, message: bytes) -> None:
        """Send a message with its configuration, and compare the answer."""
        await self.configure(job)
        if job.hashes:
            await self.device.send(message)
            got, error = await self.device.receive()
        else:
            got, error = await self.exchange(message)
        model = job.model()
        model.update(message)
        assert not error
        assert got == model.digest(), (job.label, len(message))
        assert await self.bus.read(MESSAGE_BYTES) == len(message)
        assert await self.bus.read(ANSWER_BYTES) == len(got)

    async def configure(self, job: Job) -> None:
        """Send a job's configuration, if it has one."""
        if job.config is not None:
            await self.device.configure(job.config)

    async def exchange(self, message: bytes) -> tuple[bytes, bool]:
        """Send a message whose answer may be longer than the FIFO, by turns of word and word."""
        bus, answer, at, ended = self.bus, b"", 0, False
        while True:
            if not ended and await bus.read(ROOM) & 0x3FF:
                part, at = message[at : at + 4], at + 4
                word = int.from_bytes(part, "little")
                ended = at >= len(message)
                await bus.write(MESSAGE_LAST + 4 * len(part) if ended else MESSAGE, word)
            about = await bus.read(ANSWER)
            if about & 0x3FF:
                data = (await bus.read(DIGEST)).to_bytes(4, "little")
                answer += data[: about >> 16 & 7]
                if about >> 20 & 1:
                    return answer, bool(about >> 21 & 1)

    async def refused(self, address: int, data: int | None = None, strobe: int = 15) -> None:
        """Require an access to get an error answer, and an interrupt to tell so."""
        try:
            if data is None:
                await self.bus.read(address)
            else:
                await self.bus.write(address, data, strobe)
        except RefusedError:
            assert await self.bus.read(INTERRUPT) & 8
            await self.bus.write(INTERRUPT, 8)
            assert not await self.bus.read(INTERRUPT) & 8
        else:
            raise AssertionError(f"{address:#x} was not refused")


@cocotb.test(timeout_time=BOUND_MS, timeout_unit="ms")
async def capabilities(dut: Any) -> None:
    """What software reads of the design is that of the catalogue."""
    bench = await Bench.start(dut, "capabilities")
    bus, hardware = bench.bus, HERE.hardware
    expected = core_parameters(HERE, hardware, two_clocks=BUILT["two_clocks"])
    assert await bus.read(ID) == 0x47485348
    assert await bus.read(VERSION) == 0x10000
    assert await bus.read(DESIGN) == int(expected["DesignCrc"][4:], 16)
    assert await bus.read(CAPABILITY) == (
        hardware.stream_bits
        | int(expected["ConfigWords"]) << 16
        | hardware.configured << 24
        | BUILT["two_clocks"] << 25
        | 1 << 28
    )
    assert await bus.read(DEPTH) == 16 | (16 << 10 if hardware.configured else 0) | 16 << 20
    functions = await bus.read(FUNCTIONS) | await bus.read(FUNCTIONS + 4) << 32
    assert functions == int(expected["Functions"][4:], 16)


@cocotb.test(timeout_time=BOUND_MS, timeout_unit="ms")
async def digests(dut: Any) -> None:
    """Messages of all kinds of lengths, one after the other."""
    bench = await Bench.start(dut, "digests")
    await bench.ready()
    for length in lengths(bench.rng, JOBS[0].block_bits // 8):
        job = bench.rng.choice(JOBS)
        if not job.refusal(length):
            await bench.ask(job, bench.rng.randbytes(length))


@cocotb.test(timeout_time=BOUND_MS, timeout_unit="ms")
async def wrong_use(dut: Any) -> None:
    """What is out of range or at the wrong time is refused, in the middle of a message as well."""
    bench = await Bench.start(dut, "wrong_use")
    bus, device, configured = bench.bus, bench.device, HERE.hardware.configured
    await bench.ready()
    await bus.write(INTERRUPT_ENABLE, 8)

    async def nonsense() -> None:
        for address in (0x14, 0x44, 0x64, 0x7C, 0x80, 0x400, 0xFFC):
            await bench.refused(address)
            await bench.refused(address, 0xFFFFFFFF)
        for address in (ID, CAPABILITY, FUNCTIONS, STATUS, ROOM, MESSAGE_BYTES, DIGEST):
            await bench.refused(address, 0)
        for address in (CONTROL, MESSAGE, MESSAGE_LAST, MESSAGE_LAST + 16, CONFIGURATION):
            await bench.refused(address)
        if bus.strobes:
            await bench.refused(MESSAGE, 0, 7)
            await bench.refused(MESSAGE, 0, 12)
            await bench.refused(MESSAGE_LAST + 16, 0, 6)
        if not configured:
            await bench.refused(CONFIGURATION, 0)
            await bench.refused(CONFIGURATION_LAST, 0)

    await nonsense()
    await bench.refused(DIGEST)
    job = JOBS[0]
    message = bench.rng.randbytes(2 * job.block_bits // 8)
    if job.config is not None:
        await bench.refused(CONFIGURATION_LAST, 0)
        await bench.configure(job)
    await bus.write(MESSAGE, int.from_bytes(message[:4], "little"))
    await bench.refused(MESSAGE_LAST, 0)
    await nonsense()
    if job.hashes:
        await device.send(message[4:])
        got, error = await device.receive()
    else:
        got, error = await bench.exchange(message[4:])
    model = job.model()
    model.update(message)
    assert (got, error) == (model.digest(), False)
    await bench.refused(DIGEST)
    if configured:
        # Without its configuration a message waits in the FIFOs, which refuse when they are full.
        for _ in range(2000):
            if await bus.read(ROOM) & 0x3FF == 0:
                break
            await bus.write(MESSAGE, 0)
        await ClockCycles(bus.edge, 200)
        if await bus.read(ROOM) & 0x3FF == 0:
            await bench.refused(MESSAGE, 0)
        # A configuration that no function has is answered with an error.
        await bus.write(CONTROL, 1)
        await bench.ready()
        await device.configure((15, 0))
        await bus.write(MESSAGE_LAST, 0)
        assert (await device.receive())[1]
        assert await bus.read(INTERRUPT) & 4
    await bench.ask(*bench.choose())


@cocotb.test(timeout_time=BOUND_MS, timeout_unit="ms")
async def resets(dut: Any) -> None:
    """A cycle of reset, or the bit of the register, anywhere in a message or an answer."""
    bench = await Bench.start(dut, "resets")
    bus, device = bench.bus, bench.device
    await bench.ready()
    for number in range(30):
        job, message = bench.choose()
        await bench.configure(job)
        if bench.rng.random() < 0.5:
            await device.send(message[:100])
        else:
            await bus.write(MESSAGE, 0x55AA)
        await ClockCycles(bus.edge, bench.rng.randrange(1, 300))
        if number % 2:
            await pulse(bus)
            await ClockCycles(bus.edge, 2)
        else:
            await bus.write(CONTROL, 1)
        if bench.rng.random() < 0.3:
            await bus.write(CONTROL, 1)
        assert await bus.read(STATUS) & 1 or not BUILT["two_clocks"]
        await bench.ready()
        assert await bus.read(STATUS) & 0x1E == 0
        assert await bus.read(ROOM) & 0x3FF == 16
        assert await bus.read(MESSAGE_BYTES) == 0
        await bench.ask(*bench.choose())


@cocotb.test(timeout_time=BOUND_MS, timeout_unit="ms")
async def interrupts(dut: Any) -> None:
    """The interrupt follows its state and its enables."""
    bench = await Bench.start(dut, "interrupts")
    bus, device = bench.bus, bench.device
    await bench.ready()
    irq = getattr(dut, bus.irq)
    assert not int(irq.value)
    await bus.write(INTERRUPT_ENABLE, 2)
    await ClockCycles(bus.edge, 3)
    assert int(irq.value), "there is room"
    await bus.write(INTERRUPT_ENABLE, 1)
    await ClockCycles(bus.edge, 3)
    assert not int(irq.value), "there is no answer"
    job, message = bench.choose()
    message = message[:100]
    await bench.configure(job)
    rises = cocotb.start_soon(RisingEdge(irq))
    await device.send(message)
    await with_timeout(rises, BOUND_MS, "ms")
    await device.receive()
    await ClockCycles(bus.edge, 3)
    assert not int(irq.value)
    assert await bus.read(INTERRUPT_ENABLE) == 1


@cocotb.test(timeout_time=BOUND_MS, timeout_unit="ms")
async def at_once(dut: Any) -> None:
    """Accesses that overlap, and of Wishbone some that end before their answer; APB has neither."""
    bench = await Bench.start(dut, "at_once")
    bus = bench.bus
    await bench.ready()
    if isinstance(bus, Wishbone):
        dut.wb_we_i.value, dut.wb_adr_i.value = 0, DIGEST
        for _ in range(20):
            await RisingEdge(bus.edge)
            dut.wb_cyc_i.value = dut.wb_stb_i.value = bench.rng.randrange(2)
        dut.wb_cyc_i.value = dut.wb_stb_i.value = 0
        await bus.write(INTERRUPT, 8)
        for _ in range(10):
            values = [bench.rng.getrandbits(4) for _ in range(5)]
            assert await bus.burst(INTERRUPT_ENABLE, values) == values
    elif isinstance(bus, AxiLite):
        for _ in range(50):
            value = bench.rng.getrandbits(4)
            writes = cocotb.start_soon(bus.write(INTERRUPT_ENABLE, value))
            places = (ID, 0x14, VERSION)
            reads = [cocotb.start_soon(bus.access(each, None, 15)) for each in places]
            await writes
            assert await reads[0] == (0x47485348, False)
            assert await reads[1] == (0, True)
            assert await reads[2] == (0x10000, False)
            assert await bus.read(INTERRUPT_ENABLE) == value
    await bench.ask(*bench.choose())

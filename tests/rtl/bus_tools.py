# SPDX-License-Identifier: Apache-2.0
"""Masters of three buses with random waits, and the registers of a bridge as software uses them."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

import cocotb
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp
from cocotbext.wishbone.driver import WBOp, WishboneMaster
from tests.rtl.bench_tools import scrambled, stalls

__all__ = ["ApbMaster", "AxiLite", "Device", "Master", "RefusedError", "Wishbone"]

PATIENCE = 20000
"""Reads of a register after which a device hangs."""

ID, VERSION, DESIGN, CAPABILITY, DEPTH, FUNCTIONS = 0x00, 0x04, 0x08, 0x0C, 0x10, 0x18
CONTROL, STATUS, INTERRUPT, INTERRUPT_ENABLE, ROOM, ANSWER = 0x20, 0x24, 0x28, 0x2C, 0x30, 0x34
MESSAGE_BYTES, ANSWER_BYTES, MESSAGE, MESSAGE_LAST = 0x38, 0x3C, 0x40, 0x50
CONFIGURATION, CONFIGURATION_LAST, DIGEST = 0x70, 0x74, 0x78


class RefusedError(Exception):
    """The bus answered with an error."""


class Master(ABC):
    """A master of a bus that waits at random.

    Parameters
    ----------
    dut : handle
        The top.
    rng : random.Random
        Chooses the waits.
    """

    clock: str
    reset: str
    resets_at: int
    irq = "irq"
    strobes = True
    """Whether the bus has byte strobes."""

    def __init__(self, dut: Any, rng: random.Random) -> None:
        self.dut, self.rng = dut, rng
        self.edge = getattr(dut, self.clock)

    def scramble(self, valid: str, *payload: str) -> None:
        """Have a payload be random in each cycle without its valid."""
        noise = random.Random(valid)  # of its own, so that waits do not depend on it
        signals = [getattr(self.dut, name) for name in payload]
        cocotb.start_soon(scrambled(noise, self.edge, getattr(self.dut, valid), signals))

    @abstractmethod
    async def access(self, address: int, data: int | None, strobe: int) -> tuple[int, bool]:
        """Write data, or read without; return what was read, and whether there was an error."""

    async def read(self, address: int) -> int:
        """Read a register."""
        data, error = await self.access(address, None, 15)
        if error:
            raise RefusedError(f"read of {address:#x}")
        return data

    async def write(self, address: int, data: int, strobe: int = 15) -> None:
        """Write a register."""
        if (await self.access(address, data, strobe))[1]:
            raise RefusedError(f"write of {address:#x}")


class AxiLite(Master):
    """AXI4-Lite, by cocotbext-axi."""

    clock, reset, resets_at = "aclk", "aresetn", 0

    def __init__(self, dut: Any, rng: random.Random) -> None:
        super().__init__(dut, rng)
        bus = AxiLiteBus.from_prefix(dut, "s_axil")
        self.master = AxiLiteMaster(bus, dut.aclk, dut.aresetn, reset_active_level=False)
        write, read = self.master.write_if, self.master.read_if
        for channel in (
            *(write.aw_channel, write.w_channel, write.b_channel),
            *(read.ar_channel, read.r_channel),
        ):
            channel.set_pause_generator(stalls(rng, 0.4, 4))
        self.scramble("s_axil_awvalid", "s_axil_awaddr", "s_axil_awprot")
        self.scramble("s_axil_wvalid", "s_axil_wdata", "s_axil_wstrb")
        self.scramble("s_axil_arvalid", "s_axil_araddr", "s_axil_arprot")

    async def access(self, address: int, data: int | None, strobe: int) -> tuple[int, bool]:
        """Read or write; strobes are a run of bytes."""
        if data is None:
            got = await self.master.read(address, 4)
            return int.from_bytes(got.data, "little"), got.resp != AxiResp.OKAY
        first = (strobe & -strobe).bit_length() - 1
        count = strobe.bit_count()
        assert strobe == ((1 << count) - 1) << first
        part = data.to_bytes(4, "little")[first : first + count]
        done = await self.master.write(address + first, part)
        return 0, done.resp != AxiResp.OKAY


class Wishbone(Master):
    """Wishbone B4 by cocotbext-wishbone, pipelined if it sees ``stall``."""

    clock, reset, resets_at, irq = "wb_clk_i", "wb_rst_i", 1, "irq_o"

    def __init__(self, dut: Any, rng: random.Random, *, pipelined: bool) -> None:
        super().__init__(dut, rng)
        names = {
            **{name: f"{name}_i" for name in ("cyc", "stb", "we", "adr", "sel")},
            "datwr": "dat_i",
            "datrd": "dat_o",
            "ack": "ack_o",
            "err": "err_o",
            **({"stall": "stall_o"} if pipelined else {}),
        }
        self.master = WishboneMaster(dut, "wb", dut.wb_clk_i, timeout=100, signals_dict=names)
        self.scramble("wb_stb_i", "wb_adr_i", "wb_dat_i", "wb_sel_i", "wb_we_i")

    async def access(self, address: int, data: int | None, strobe: int) -> tuple[int, bool]:
        """Read or write in a cycle of its own."""
        await ClockCycles(self.edge, 1 + self.rng.randrange(3))
        (done,) = await self.master.send_cycle(
            [WBOp(address, data, idle=self.rng.randrange(3), sel=strobe)]
        )
        return int(done.datrd) if data is None else 0, done.ack == 2

    async def burst(self, address: int, values: list[int]) -> list[int]:
        """Write values to a register and read each back, all in one cycle of the bus."""
        operations = [
            WBOp(address, each, idle=self.rng.randrange(2))
            for value in values
            for each in (value, None)
        ]
        done = await self.master.send_cycle(operations)
        assert {each.ack for each in done} == {1}
        return [int(each.datrd) for each in done[1::2]]


class ApbMaster(Master):
    """APB3, in the phases of the specification."""

    clock, reset, resets_at, strobes = "pclk", "presetn", 0, False

    def __init__(self, dut: Any, rng: random.Random) -> None:
        super().__init__(dut, rng)
        for name in ("psel", "penable", "pwrite", "paddr", "pwdata"):
            getattr(dut, name).value = 0
        self.scramble("psel", "penable", "pwrite", "paddr", "pwdata")

    async def access(self, address: int, data: int | None, strobe: int) -> tuple[int, bool]:
        """Read or write after a random number of idle cycles."""
        assert strobe == 15
        dut = self.dut
        for _ in range(self.rng.choice((0, 0, 1, 3))):
            await RisingEdge(self.edge)
        dut.psel.value, dut.penable.value = 1, 0
        dut.paddr.value, dut.pwrite.value = address, data is not None
        dut.pwdata.value = self.rng.getrandbits(32) if data is None else data
        await RisingEdge(self.edge)
        dut.penable.value = 1
        for _ in range(10):
            await RisingEdge(self.edge)
            if int(dut.pready.value):
                break
        else:
            raise AssertionError("pready never came")
        answer = int(dut.prdata.value), bool(int(dut.pslverr.value))
        dut.psel.value, dut.penable.value = 0, 0
        return answer


class Device:
    """A bridge and what is behind it, through its registers.

    Parameters
    ----------
    bus : Master
        The bus.
    """

    def __init__(self, bus: Master) -> None:
        self.bus = bus
        self.message_bytes = 0

    async def wait_for(self, mask: int, value: int) -> None:
        """Read the status until its bits of a mask have a value."""
        for _ in range(PATIENCE):
            if await self.bus.read(STATUS) & mask == value:
                return
        raise AssertionError(f"status is {await self.bus.read(STATUS):#x}; it hangs")

    async def room(self, shift: int) -> None:
        """Wait until a word fits."""
        for _ in range(PATIENCE):
            if await self.bus.read(ROOM) >> shift & 0x3FF:
                return
        raise AssertionError("there is never room")

    async def configure(self, words: tuple[int, ...]) -> None:
        """Write a configuration of 64-bit words."""
        data = b"".join(word.to_bytes(8, "little") for word in words)
        for at in range(0, len(data), 4):
            await self.room(16)
            last = at + 4 == len(data)
            word = int.from_bytes(data[at : at + 4], "little")
            await self.bus.write(CONFIGURATION_LAST if last else CONFIGURATION, word)

    async def send(self, message: bytes) -> None:
        """Write a message, its last word by strobes or by its address."""
        rng = self.bus.rng
        at = 0
        while True:
            part = message[at : at + 4]
            at += 4
            await self.room(0)
            word = int.from_bytes(part.ljust(4, bytes([rng.getrandbits(8)])), "little")
            if at < len(message):
                await self.bus.write(MESSAGE, word)
                continue
            if part and self.bus.strobes and rng.random() < 0.5:
                strobe = (1 << len(part)) - 1
                await self.bus.write(MESSAGE_LAST + 4 * 4, word, strobe)
            else:
                await self.bus.write(MESSAGE_LAST + 4 * len(part), word)
            return

    async def receive(self) -> tuple[bytes, bool]:
        """Read an answer, and whether it is an error."""
        answer = b""
        while True:
            await self.wait_for(1 << 3, 1 << 3)
            about = await self.bus.read(ANSWER)
            data = (await self.bus.read(DIGEST)).to_bytes(4, "little")
            count = about >> 16 & 7
            assert not any(data[count:])
            answer += data[:count]
            if about >> 20 & 1:
                return answer, bool(about >> 21 & 1)


async def pulse(bus: Master) -> None:
    """Reset by one cycle."""
    pin = getattr(bus.dut, bus.reset)
    await FallingEdge(bus.edge)
    pin.value = bus.resets_at
    await FallingEdge(bus.edge)
    pin.value = 1 - bus.resets_at


def lengths(rng: random.Random, block: int) -> Iterator[int]:
    """Lengths of messages: none, parts of words, about a block, several FIFOs."""
    yield from (0, 1, 2, 3, 4, 5, 7, 8, block - 1, block, block + 1)
    yield from (rng.randrange(1, 3 * block), 2 * block, 256 + rng.randrange(9))

# SPDX-License-Identifier: Apache-2.0
"""What the benches of hash cores share: blocks go in, pieces of digests come out."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, repeat
from typing import Any, Generic, TypeVar

from cocotb.clock import Clock
from cocotb.triggers import RisingEdge
from tests.rtl.bench_tools import make_rng, scramble, stalls

__all__ = ["BOUND_NS", "CoreBench", "Message"]

PERIOD_NS = 10
BOUND_NS = 1_000_000 * PERIOD_NS
_STALLS = ((0.0, 0.6), (0.6, 0.0), (0.5, 0.5))


@dataclass(frozen=True)
class Message:
    """Padded blocks, and the pieces of their digest.

    With an error the last block asks for it, and there is one piece, of no content.
    """

    blocks: tuple[bytes, ...]
    pieces: tuple[bytes, ...]
    error: bool = False


_M = TypeVar("_M", bound=Message)


class CoreBench(ABC, Generic[_M]):
    """Drives both sides of a core and checks every piece that leaves.

    A subclass names the core's ports for pieces by their common start and those that go with
    ``valid_i``, and says how a block is offered and how long a message keeps the core.
    """

    piece_ports: str
    block_ports: tuple[str, ...]

    def __init__(self, dut: Any, test: str) -> None:
        self.dut = dut
        self.rng = make_rng(test, dut._log)
        self.cycles = 0
        self.starts: list[int] = []  # cycles in which messages' first blocks were taken
        self.piece_valid = getattr(dut, f"{self.piece_ports}_valid_o")
        self.piece_error = getattr(dut, f"{self.piece_ports}_error_o")
        self.piece_ready = getattr(dut, f"{self.piece_ports}_ready_i")
        self.block = [getattr(dut, name) for name in self.block_ports]
        self.noise = random.Random(test)  # of its own, so that stalls do not depend on it

    @abstractmethod
    def offer(self, message: _M, number: int) -> None:
        """Drive what goes with a block."""

    @abstractmethod
    def taken(self, message: _M, number: int) -> None:
        """Note that a block was taken, before a cycle begins."""

    @abstractmethod
    def begin_cycle(self) -> None:
        """Drive what changes whether or not a block is taken."""

    @abstractmethod
    def expect(self, message: _M, number: int) -> None:
        """Drive what the consumer says of the piece that is due."""

    @abstractmethod
    def piece(self, message: _M, number: int) -> bytes:
        """Read the piece that leaves, as much of it as is due."""

    @abstractmethod
    def cycles_of(self, message: _M) -> int:
        """Cycles from one message's first block to the next one's, without stalls."""

    @classmethod
    @abstractmethod
    def messages(cls, rng: random.Random) -> Iterator[_M]:
        """Messages of all functions at the edges of their padding."""

    @classmethod
    @abstractmethod
    def refused(cls, rng: random.Random) -> _M:
        """A message of up to three blocks with an error."""

    @classmethod
    async def start(cls, dut: Any, test: str) -> CoreBench[_M]:
        """A bench out of reset."""
        bench = cls(dut, test)
        dut.valid_i.value = 0
        bench.piece_ready.value = 0
        Clock(dut.clk_i, PERIOD_NS, unit="ns").start()
        await bench.reset()
        return bench

    async def reset(self) -> None:
        """Reset the core for one cycle, with its inputs as they are."""
        self.dut.rst_i.value = 1
        await RisingEdge(self.dut.clk_i)
        self.dut.rst_i.value = 0
        self.dut.valid_i.value = 0

    async def exchange(
        self,
        messages: Sequence[_M],
        source_stalls: Iterable[bool] = repeat(False),
        sink_stalls: Iterable[bool] = repeat(False),
        stop_after: int | None = None,
    ) -> None:
        """Send messages back to back and check the answers, or stop after some cycles."""
        dut = self.dut
        source, sink = iter(source_stalls), iter(sink_stalls)
        blocks = [(message, i) for message in messages for i in range(len(message.blocks))][::-1]
        due = [(message, i) for message in messages for i in range(len(message.pieces))][::-1]
        patience = 40 * max(map(self.cycles_of, messages)) + 400
        quiet = 0
        valid = False
        held: bytes | None = None
        start = self.cycles
        while due or blocks:
            if stop_after is not None and self.cycles - start >= stop_after:
                return
            if not valid and blocks and not next(source):
                valid = True
                self.offer(*blocks[-1])
            if not valid:
                scramble(self.noise, self.block)
            dut.valid_i.value = int(valid)
            ready = not next(sink)
            self.piece_ready.value = int(ready)
            if due:
                self.expect(*due[-1])
            self.begin_cycle()
            await RisingEdge(dut.clk_i)
            self.cycles += 1
            quiet += 1
            assert quiet < patience, "the core hangs"
            if valid and dut.ready_o.value:
                message, number = blocks.pop()
                valid = False
                quiet = 0
                self.taken(message, number)
                if number == 0:
                    self.starts.append(self.cycles)
            if self.piece_valid.value:
                assert due, "a piece too many"
                message, number = due[-1]
                error = bool(self.piece_error.value)
                assert error == message.error, f"{message}: error {error}"
                now = b"" if error else self.piece(message, number)
                assert held in (None, now), "the piece changed while it waited"
                assert error or now == message.pieces[number], f"{message}: piece {now.hex()}"
                held = now
                if ready:
                    held = None
                    quiet = 0
                    due.pop()
            else:
                assert held is None, "the piece was withdrawn"
        dut.valid_i.value = 0

    async def quiet(self, cycles: int) -> None:
        """Nothing may leave when nothing was sent."""
        self.piece_ready.value = 1
        for _ in range(cycles):
            self.begin_cycle()
            scramble(self.noise, self.block)
            await RisingEdge(self.dut.clk_i)
            assert not self.piece_valid.value, "a piece that nobody asked for"

    async def try_all(self) -> None:
        """All messages at full rate, in cycles that are known."""
        messages = list(self.messages(self.rng))
        await self.exchange(messages)
        took = [after - before for before, after in pairwise(self.starts)]
        assert took == [self.cycles_of(message) for message in messages[:-1]]
        await self.quiet(200)

    async def try_stalls(self) -> None:
        """All messages in random order, and refused ones between, with stalls on both sides."""
        messages = list(self.messages(self.rng))
        messages += [self.refused(self.rng) for _ in range(len(messages) // 2)]
        self.rng.shuffle(messages)
        for number, (source, sink) in enumerate(_STALLS):
            await self.exchange(
                messages[number :: len(_STALLS)],
                stalls(self.rng, source, self.rng.choice((1, 30, 100))),
                stalls(self.rng, sink, self.rng.choice((1, 30, 100))),
            )
        await self.quiet(200)

    async def try_resets(self, count: int) -> None:
        """Reset for one cycle at any cycle: the next message is right, with no gap before it."""
        messages = list(self.messages(self.rng))
        for _ in range(count):
            few = [*self.rng.sample(messages, 2), self.refused(self.rng)]
            self.rng.shuffle(few)
            moment = self.rng.randrange(2 * self.cycles_of(few[0]) + 4)
            await self.exchange(
                few, sink_stalls=stalls(self.rng, self.rng.choice((0, 0.5)), 20), stop_after=moment
            )
            await self.reset()
            await self.exchange([self.rng.choice(messages)])
        await self.quiet(200)

# SPDX-License-Identifier: Apache-2.0
"""What the benches of the stream toolbox share: beats, packets, drivers of a module's two sides."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from cocotb.triggers import RisingEdge
from tests.rtl.bench_tools import DEFAULT_SEED, bad_packets, good_keep, scramble

__all__ = ["Beat", "Sink", "Source", "bad", "good", "message_of", "mixture"]

PATIENCE = 4000
"""Cycles without a beat, with stalls as here, after which a module hangs."""


@dataclass(frozen=True)
class Beat:
    """A beat: ``tdata``, ``tkeep``, ``tlast`` and ``tuser``."""

    data: int
    keep: int
    last: bool
    user: bool

    def kept(self, size: int) -> bytes:
        """The bytes of the beat, of `size`, that count."""
        data = self.data.to_bytes(size, "little")
        return bytes(byte for place, byte in enumerate(data) if self.keep >> place & 1)

    def pack(self, size: int) -> int:
        """The beat as one number: data, keep, last and user from bit 0 on."""
        return self.data | (self.keep | (self.last | self.user << 1) << size) << 8 * size


def good(rng: random.Random, length: int, size: int, user: float = 0.0) -> list[Beat]:
    """A packet of a random message with random bytes where keep is 0.

    Each beat has ``tuser`` with the probability `user`.
    """
    keep = good_keep(length, size)
    return [
        Beat(rng.getrandbits(8 * size), word, at == len(keep) - 1, rng.random() < user)
        for at, word in enumerate(keep)
    ]


def bad(rng: random.Random, keep: tuple[int, ...], size: int) -> list[Beat]:
    """A packet with this keep."""
    return [
        Beat(rng.getrandbits(8 * size), word, at == len(keep) - 1, False)
        for at, word in enumerate(keep)
    ]


def mixture(rng: random.Random, size: int, beats: int) -> Iterator[list[Beat]]:
    """Every length up to `beats` beats and a byte, every kind of malformed packet, shuffled.

    Of beats of one and two bytes every packet of up to four beats is among them.
    """
    packets = [
        good(rng, length, size, 0.2)
        for length in range(beats * size + 2)
        # All lengths of short packets, the edges of long ones.
        if length <= 2 * beats or length % size in (0, 1, size - 1)
    ]
    if size > 2:
        packets += [bad(rng, rng.choice(few).keep, size) for few in bad_packets(rng, size, beats)]
    else:
        every = range(1 << size)
        packets += [bad(rng, keep, size) for n in range(1, 5) for keep in product(every, repeat=n)]
    full = (1 << size) - 1
    packets += [
        bad(rng, (*(full,) * n, 0, *(full,) * after), size)
        for n in range(beats + 1)
        for after in range(beats)
        if n or after
    ]
    # A beat that is not full, but whole beats of a narrower stream, in front of others.
    packets += [
        bad(rng, (*(full,) * n, full >> empty, *(full,) * after), size)
        for n in range(2)
        for empty in range(1, size)
        for after in range(1, 3)
    ]
    packets += [bad(rng, (0,) * n, size) for n in range(2, beats + 2)]
    rng.shuffle(packets)
    yield from packets


def message_of(packet: list[Beat], size: int) -> bytes | None:
    """The message that a packet holds, or None if it is malformed."""
    for at, beat in enumerate(packet):
        hole = beat.keep & (beat.keep + 1)
        full = (1 << size) - 1
        wrong = (beat.keep == 0 and at > 0) if beat.last else beat.keep != full
        if hole or wrong:
            return None
    return b"".join(beat.kept(size) for beat in packet)


@dataclass
class Source:
    """Offers beats to a module's input, one after the other, and holds each until it is taken.

    Parameters
    ----------
    dut : handle
        The module.
    clock, reset : handle
        Those of this side. In the cycle of a reset no beat counts as taken.
    drive : callable
        Puts a beat at the inputs.
    payload : sequence of handles
        The inputs: they are random in each cycle without ``valid_i``.
    """

    dut: Any
    clock: Any
    reset: Any
    drive: Callable[[Beat], None]
    payload: Sequence[Any]
    stalls: Iterator[bool]
    noise: random.Random = field(default_factory=lambda: random.Random(DEFAULT_SEED))
    queue: deque[Beat] = field(default_factory=deque)
    taken: list[Beat] = field(default_factory=list)
    at: list[int] = field(default_factory=list)
    """Cycles in which beats were taken."""
    cycles: int = 0
    valid: bool = False

    def cut(self) -> None:
        """Forget what is to be sent, and withdraw what is offered."""
        self.queue.clear()
        self.valid = False
        self.dut.valid_i.value = 0

    async def run(self) -> None:
        """Send for ever."""
        ready_o = self.dut.ready_o
        edge = RisingEdge(self.clock)
        was_reset = False
        while True:
            if not self.valid and self.queue and not next(self.stalls):
                self.valid = True
                self.drive(self.queue[0])
                self.dut.valid_i.value = 1
            elif not self.valid:
                scramble(self.noise, self.payload)
            await edge
            self.cycles += 1
            in_reset = bool(self.reset.value)
            if was_reset:
                assert not ready_o.value, "ready_o is high after a cycle of reset"
            elif self.valid and ready_o.value and not in_reset:
                self.taken.append(self.queue.popleft())
                self.at.append(self.cycles)
                self.valid = False
                self.dut.valid_i.value = 0
            was_reset = in_reset


@dataclass
class Sink:
    """Takes beats from a module's output and watches that each is held until it is taken.

    Parameters
    ----------
    dut : handle
        The module.
    clock, reset : handle
        Those of this side.
    read : callable
        Gives the beat at the outputs.
    arrived : callable
        Told each beat that is taken.
    withdrawn : bool
        Whether a beat may be withdrawn: where the other side's reset empties this one.
    whole : bool
        Whether valid_o must stay high through a packet.
    """

    dut: Any
    clock: Any
    reset: Any
    read: Callable[[], Beat]
    arrived: Callable[[Beat], None]
    stalls: Iterator[bool]
    withdrawn: bool = False
    whole: bool = False
    at: list[int] = field(default_factory=list)
    """Cycles in which beats were taken."""
    cycles: int = 0

    async def run(self) -> None:
        """Receive for ever."""
        valid_o = self.dut.valid_o
        edge = RisingEdge(self.clock)
        held: Beat | None = None
        inside = was_reset = False
        while True:
            ready = not next(self.stalls)
            self.dut.ready_i.value = int(ready)
            await edge
            self.cycles += 1
            in_reset = bool(self.reset.value)
            valid = bool(valid_o.value)
            if was_reset:
                assert not valid, "valid_o is high after a cycle of reset"
            if was_reset or in_reset:
                held, inside = None, False
            elif valid:
                beat = self.read()
                assert held in (None, beat), f"{held} became {beat} while it was held"
                held = beat
                if ready:
                    held = None
                    inside = not beat.last
                    self.at.append(self.cycles)
                    self.arrived(beat)
            else:
                assert held is None or self.withdrawn, f"{held} was withdrawn"
                assert not (inside and self.whole), "a gap within a packet"
                held = None
            was_reset = in_reset

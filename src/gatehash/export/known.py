# SPDX-License-Identifier: Apache-2.0
"""Messages whose answers are known, as packets on the streams of an exported top."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property

from gatehash.catalog import Job
from gatehash.errors import counted
from gatehash.verilog import Stream

__all__ = ["KnownAnswer", "Packet", "SelfTest", "scattered"]

# A late answer takes so many times the cycles of a right one, and so many more.
_PATIENCE = 4
_LEAST_LIMIT = 1024
# Share of full beats in a packet with holes.
_FULL = 0.5


@dataclass(frozen=True)
class Packet:
    """A packet on a stream.

    Parameters
    ----------
    stream : Stream
        The stream.
    data : bytes
        Its bytes, the first of the first beat first.
    keeps : tuple of int, optional
        ``tkeep`` of each beat of a packet with holes, whose data are whole beats.
    """

    stream: Stream
    data: bytes
    keeps: tuple[int, ...] = ()

    @property
    def beats(self) -> int:
        """Number of its beats; an empty packet has one."""
        return max(1, -(-8 * len(self.data) // self.stream.beat_bits))

    @property
    def bits(self) -> int:
        """Width of all beats in bits, of one share where there are several."""
        return self.beats * self.stream.beat_bits

    @property
    def hex(self) -> str:
        """All beats as one number, the first beat lowest, in hexadecimal."""
        return f"{int.from_bytes(self.data, 'little'):0{self.bits // 4}x}"

    @property
    def kept(self) -> str:
        """``tkeep`` of all beats as one number, as :attr:`hex`, of a packet with holes."""
        size = self.stream.beat_bits // 8
        number = sum(keep << size * place for place, keep in enumerate(self.keeps))
        return f"{number:0{-(-size * self.beats // 4)}x}"

    @property
    def keep(self) -> int:
        """``tkeep`` of the last beat of a packet without holes, with a bit for each share."""
        last = len(self.data) - (self.beats - 1) * self.stream.beat_bits // 8
        return (1 << last * self.stream.shares) - 1


def scattered(packet: Packet) -> Packet:
    """Return a packet with the same bytes at other places: holes, an offset, empty beats.

    Examples
    --------
    >>> found = scattered(Packet(Stream("s_axis", "message", 32), b"abcdef"))
    >>> sum(keep.bit_count() for keep in found.keeps), found.keeps[-1]
    (6, 0)
    """
    places = random.Random(len(packet.data))
    size = packet.stream.bits // 8
    data, keeps = bytearray(), []
    left = [*packet.data]
    while left:
        full = places.random() < _FULL
        keep = (1 << size) - 1 if full else places.getrandbits(size)
        beat = bytearray(places.randbytes(size))
        for place in range(size):
            if keep >> place & 1 and left:
                beat[place] = left.pop(0)
            else:
                keep &= ~(1 << place)
        data += beat
        keeps.append(keep)
    return Packet(packet.stream, bytes(data + bytes(size)), (*keeps, 0))


@dataclass(frozen=True, eq=False)
class KnownAnswer:
    """A message whose answer is known: bytes from 0 on.

    Parameters
    ----------
    job : Job
        Job that answers it.
    size : int
        Its length in bytes.
    """

    job: Job
    size: int

    @cached_property
    def message(self) -> bytes:
        """The message."""
        return bytes(byte & 255 for byte in range(self.size))

    @cached_property
    def answer(self) -> bytes:
        """The answer, by the golden model."""
        model = self.job.model()
        model.update(self.message)
        return model.digest()

    def packet(self, stream: Stream) -> Packet:
        """Return what a stream carries of it."""
        data = {
            "configuration": self.job.config_bytes,
            "message": self.message,
            "answer": self.answer,
        }
        return Packet(stream, data[stream.role])

    @property
    def limit(self) -> int:
        """Cycles after which the answer is late, also behind a reset."""
        return _PATIENCE * self.job.latency(self.size) + _LEAST_LIMIT

    def __str__(self) -> str:
        return f"{self.job.label} of {counted(self.size, 'byte')}"


@dataclass(frozen=True)
class SelfTest:
    """The answer of a stream top after reset, see ``gh_self_test``.

    Parameters
    ----------
    known : KnownAnswer
        The message and its answer.
    message, answer : Packet
        The same as packets.
    configuration : Packet or None
        The message's configuration; None of a top without.
    """

    known: KnownAnswer
    message: Packet
    answer: Packet
    configuration: Packet | None

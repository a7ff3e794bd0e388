# SPDX-License-Identifier: Apache-2.0
"""Cycles of a message on a coprocessor for ChaCha20-Poly1305."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from gatehash.catalog.runs import CHACHA_RUNS
from gatehash.catalog.timing import WholeBlocks
from gatehash.models.chacha import BLOCK_BYTES
from gatehash.models.poly1305 import BLOCK_BYTES as CODE_BYTES
from gatehash.models.poly1305 import TAG_BYTES

__all__ = ["AeadTiming"]

_RUN = CHACHA_RUNS[20]
_WORD = 4
# The packet's bytes for the coprocessor; from the last one to the first run's start; from a run's
# start to the first byte of the key stream before it.
_CONFIG, _START, _FIRST = 56, 1, 9
# From a word's last byte to the request for the next one, and from there to its first byte; cycles
# of a run in which its program reads instead.
_ASK, _READ = 1, 2
_BUSY = frozenset((*range(643, 658), 659))
# From HChaCha20's last byte to the first one of the second configuration.
_SECOND = 58
_LENGTH = 8
# From a key's word to the next one, and from a pass to the next one.
_FOLD = 3
# Erasure, of the memories' 64 places.
_ERASED = 64


class _Code:
    """Poly1305 at work: when it takes bytes.

    Parameters
    ----------
    digits : int
        Digits of a byte.
    """

    def __init__(self, digits: int) -> None:
        self._digits = digits
        # For each digit of the result's words four of the accumulator, and four times the top.
        self._product = 16 * digits * 4 + 4
        self.free = 0
        self.part = 0

    def later(self, cycles: int) -> None:
        """Let time pass with blocks like the one before."""
        self.free += cycles

    def take(self, now: int) -> int:
        """Return the cycle in which a byte is taken that is there from cycle `now` on."""
        taken = max(now, self.free) + self._digits - 1
        self.free = taken + 1
        self.part = (self.part + 1) % CODE_BYTES
        if self.part == 0:
            # The top is added; the last operation of a product is folded in.
            self.free += 1 + self._product + 2
        return taken

    def take_key(self, now: int) -> int:
        """Do the same for a byte of r."""
        taken = max(now, self.free) + self._digits - 1
        self.part = (self.part + 1) % CODE_BYTES
        self.free = taken + 1 + (_FOLD if self.part % _WORD == 0 else 0)
        return taken

    def pad(self, now: int) -> int:
        """Return the cycle behind zeros that complete a block, from cycle `now` on."""
        while self.part:
            now = self.take(now) + 1
        return now

    def tag(self, now: int, decrypts: bool) -> int:
        """Return the cycle of an answer's last beat, from the one behind the sizes on."""
        first = max(now, self.free) + 1 + 3 * (CODE_BYTES * self._digits + 1 + _FOLD)
        # A byte comes out, and leaves or is compared.
        between = self._digits + (3 if decrypts else 4)
        return first + self._digits - 1 + (CODE_BYTES - 1) * between + 4


class _Stream:
    """Key stream: when its bytes are there. Runs follow each other, a block ahead."""

    def __init__(self, configured: int) -> None:
        self._run = configured + _START + _RUN
        self._next = self._run + _FIRST
        self._place = 0

    def later(self, cycles: int) -> None:
        """Let time pass with blocks like the one before."""
        self._run += cycles
        self._next += cycles

    def next(self) -> int:
        """Return the cycle from which on the next byte is there."""
        return self._next

    def taken(self, now: int) -> None:
        """Tell when it has been taken."""
        self._place = (self._place + 1) % BLOCK_BYTES
        if self._place == 0:
            self._run = max(now + 1, self._run + _RUN)
            self._next = self._run + _FIRST
        elif self._place % _WORD:
            self._next = now + 1
        else:
            asked = now + _ASK
            while asked - self._run in _BUSY:
                asked += 1
            self._next = asked + _READ


@dataclass(frozen=True, kw_only=True)
class AeadTiming(WholeBlocks):
    """Cycles of a message: of two machines that wait for each other, step by step.

    The key stream comes a block of 64 bytes at a time, and Poly1305 takes four blocks of 16 of it.
    Where its digits have 4 bits, that takes longer than the run of the next block; else the runs
    follow each other.

    Parameters
    ----------
    ad_bytes : int
        Bytes of associated data.
    extended : bool
        Whether the nonce has 24 bytes.
    decrypts : bool
        Whether a message is decrypted.
    dsp : bool
        Whether Poly1305 has digits of 8 bits, else of 4.
    pins : int
        Cycles of a converter at the pins.
    """

    ad_bytes: int
    extended: bool
    decrypts: bool
    dsp: bool
    pins: int

    message = 0
    span = (16, 20)
    """Lengths in blocks of two messages whose cycles differ by `steady` for each block."""
    settled = 10
    """Blocks of a long message behind which each one takes `steady` cycles."""

    @property
    def block(self) -> int:
        """Cycles for one more block of a long message."""
        few, many = self.span
        return (self.latency(many) - self.latency(few)) // (many - few)

    @property
    def steady(self) -> int:
        """Cycles for one more block of a long message, with all that its blocks take beside."""
        return self.block

    @property
    def load(self) -> int:
        """Cycles in front of the first block: the configuration."""
        return self.pins + _CONFIG

    @property
    def unload(self) -> int:
        """Cycles for all else of a message of one block."""
        return self.latency(1) - self.load - self.block

    @property
    def rest(self) -> int:
        """Cycles from an answer's last beat to the next message's first, less one."""
        return _ERASED - self.pins

    def core(self, blocks: int) -> int:
        """Cycles of so many blocks of a long message."""
        return self.block * blocks

    def latency(self, blocks: int) -> int:
        """Cycles from a message's first beat in to its answer's last beat out, both counted."""
        return self._cycles(blocks * BLOCK_BYTES)

    def less(self, whole: int, size: int) -> int:
        """Cycles that a cipher takes less for `size` bytes than for the `whole` of their blocks."""
        return self._cycles(whole) - self._cycles(size)

    def ends(self, messages: Sequence[int]) -> list[int]:
        """Cycles from the first beat in to the last beat out of each of several messages.

        The messages, of so many blocks each, follow one another without a gap, and the core was at
        rest before.
        """
        ends = accumulate(self.latency(blocks) + self.rest for blocks in messages)
        return [end - self.rest for end in ends]

    def _cycles(self, size: int) -> int:
        """Cycles of a message of so many bytes, without its tag."""
        now = _CONFIG
        if self.extended:
            stream = _Stream(now)
            for _ in range(BLOCK_BYTES):
                now = stream.next()
                stream.taken(now)
            now += _SECOND + _CONFIG - 1
        stream, code = _Stream(now), _Code(1 if self.dsp else 2)
        for place in range(BLOCK_BYTES):
            now = stream.next()
            if place < CODE_BYTES:
                now = code.take_key(now)
            stream.taken(now)
        now += _LENGTH + 1
        for place in range(-(-self.ad_bytes // _LENGTH) * _LENGTH):
            # What is left of the last word passes by.
            now = (code.take(now) if place < self.ad_bytes else now) + 1
        now = code.pad(now) + 1
        if self.decrypts:
            # So many bytes may be the tag.
            now += TAG_BYTES
        elif size == 0:
            now += 1
        now = self._data(stream, code, now, size)
        now = code.pad(now) + 1
        for _ in range(CODE_BYTES):
            now = code.take(now) + 1
        return code.tag(now, self.decrypts) + 2 * self.pins

    @staticmethod
    def _data(stream: _Stream, code: _Code, now: int, size: int) -> int:
        """Return the cycle behind a message's last byte."""
        before = (0, 0)
        while size > 0:
            began = now
            for _ in range(min(size, BLOCK_BYTES)):
                taken = code.take(max(now, stream.next()))
                stream.taken(taken)
                now = taken + 1
            size -= BLOCK_BYTES
            # As the block before, relative to its end: so is the next one.
            after = (stream.next() - now, code.free - now)
            if after == before and size > BLOCK_BYTES:
                blocks = size // BLOCK_BYTES
                for each in (stream, code):
                    each.later(blocks * (now - began))
                now += blocks * (now - began)
                size -= blocks * BLOCK_BYTES
            before = after
        return now

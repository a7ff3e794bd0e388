# SPDX-License-Identifier: Apache-2.0
"""Cycles of a message of ChaCha20-Poly1305, and on a coprocessor for it."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from gatehash.catalog.runs import CHACHA_RUNS
from gatehash.catalog.timing import Following
from gatehash.models.chacha import BLOCK_BYTES
from gatehash.models.poly1305 import BLOCK_BYTES as CODE_BYTES
from gatehash.models.poly1305 import TAG_BYTES

__all__ = ["AeadCycles", "AeadTiming"]

_RUN = CHACHA_RUNS[20]
_WORD = 4
# The packet's bytes for the coprocessor; from the last one to the first run's start; from a run's
# start to the first byte of the key stream before it.
_CONFIG, _START, _FIRST = 56, 1, 9
# From a word's last byte to the next word's first one, without which bytes follow each other.
_NEXT_WORD = 2
# Cycles of a run in which its program reads, each with the one in which a request that waits for it
# is granted.
_BUSY = {**dict.fromkeys(range(643, 658), 658), 659: 660}
# From HChaCha20's last byte to the first one of the second configuration.
_SECOND = 58
_LENGTH = 8
# From a key's word to the next one, and from a pass to the next one.
_FOLD = 3
# Erasure, of the memories' 64 places.
_ERASED = 64


@dataclass(frozen=True, kw_only=True)
class AeadCycles(Following):
    """Cycles of a message of a cipher with a tag, whose schedule has its own for each length.

    Parameters
    ----------
    ad_bytes : int
        Bytes of associated data.
    extended : bool
        Whether the nonce has 24 bytes.
    decrypts : bool
        Whether a message is decrypted.
    """

    ad_bytes: int
    extended: bool
    decrypts: bool

    message = 0
    span = (16, 20)
    """Lengths in blocks of two messages whose cycles differ by `steady` for each block."""

    @property
    @abstractmethod
    def block(self) -> int:
        """Cycles for one more block of a long message."""

    @property
    @abstractmethod
    def load(self) -> int:
        """Cycles in front of the first block."""

    @abstractmethod
    def cycles(self, size: int) -> int:
        """Cycles of a message of so many bytes, without its tag."""

    @property
    def steady(self) -> int:
        """Cycles for one more block of a long message, with all that its blocks take beside."""
        return self.block

    @property
    def unload(self) -> int:
        """Cycles for all else of a message of one block."""
        return self.latency(1) - self.load - self.block

    def core(self, blocks: int) -> int:
        """Cycles of so many blocks of a long message."""
        return self.block * blocks

    def latency(self, blocks: int) -> int:
        """Cycles from a message's first beat in to its answer's last beat out, both counted."""
        return self.cycles(blocks * BLOCK_BYTES)

    def less(self, whole: int, size: int) -> int:
        """Cycles that a cipher takes less for `size` bytes than for the `whole` of their blocks."""
        return self.cycles(whole) - self.cycles(size)


@dataclass(frozen=True, kw_only=True)
class AeadTiming(AeadCycles):
    """Cycles of a message: of two machines that wait for each other, block by block.

    The key stream comes a block of 64 bytes at a time, and Poly1305 takes four blocks of 16 of it.
    Where its digits have 4 bits, that takes longer than the run of the next block; else the runs
    follow each other.

    Parameters
    ----------
    ad_bytes, extended, decrypts
        See :class:`AeadCycles`.
    dsp : bool
        Whether Poly1305 has digits of 8 bits, else of 4.
    pins : int
        Cycles of a converter at the pins.
    """

    dsp: bool
    pins: int

    settled = 10
    """Blocks of a long message behind which each one takes `steady` cycles."""

    @property
    def block(self) -> int:
        """Cycles for one more block of a long message."""
        return max(_RUN, self._coded)

    @property
    def load(self) -> int:
        """Cycles in front of the first block: the configuration."""
        return self.pins + _CONFIG

    @property
    def rest(self) -> int:
        """Cycles from an answer's last beat to the next message's first, less one."""
        return _ERASED - self.pins

    @property
    def _digits(self) -> int:
        """Digits of a byte: Poly1305 takes one a cycle."""
        return 1 if self.dsp else 2

    @property
    def _product(self) -> int:
        """Cycles from a block's last byte to the next block's first one.

        For each digit of the result's words there are four of the accumulator, and four times the
        top; then the top is added, and the last operation is folded in.
        """
        return 16 * self._digits * 4 + 4 + 3

    @property
    def _coded(self) -> int:
        """Cycles of Poly1305 for a block of the key stream."""
        return self._taken(BLOCK_BYTES) + self._product

    def _taken(self, size: int) -> int:
        """Cycles in which the first `size` bytes of a block of the key stream are taken."""
        blocks, words = (size - 1) // CODE_BYTES, (size - 1) // _WORD
        return size * self._digits + (words - blocks) * _NEXT_WORD + blocks * self._product

    def _waits(self, begins: int, size: int) -> int:
        """Cycles that requests for words wait, of a block that begins `begins` behind a run's.

        The one for a block's first word does, while Poly1305 multiplies.
        """
        asked = (begins + self._taken(at) for at in range(_WORD, size, _WORD) if at % CODE_BYTES)
        first = next((cycle for cycle in asked if cycle in _BUSY), None)
        return 0 if first is None else _BUSY[first] - first

    def cycles(self, size: int) -> int:
        """Cycles of a message of so many bytes, without its tag."""
        digits, product = self._digits, self._product
        # A block of the key stream leaves, of which no word waits.
        out = BLOCK_BYTES + (BLOCK_BYTES // _WORD - 1) * _NEXT_WORD
        configured = _CONFIG
        if self.extended:
            configured += _START + _RUN + _FIRST + out - 1 + _SECOND + _CONFIG - 1
        # The first block has the key, and the next one is made meanwhile.
        run = configured + _START + _RUN
        slower = CODE_BYTES * (digits - 1) + (CODE_BYTES // _WORD - 1) * (_FOLD - _NEXT_WORD)
        now = run + _FIRST + out + slower + _LENGTH
        run += _RUN
        free = 0
        if self.ad_bytes:
            # What is left of the last word passes by.
            blocks = -(-self.ad_bytes // CODE_BYTES)
            now += blocks * CODE_BYTES * digits + (blocks - 1) * product + -self.ad_bytes % _LENGTH
            free = now + product
        if size:
            free = self._ends(run, max(run + _FIRST, free), size) + product
        # So many bytes of ciphertext may be the tag.
        now += 2 + (TAG_BYTES if self.decrypts else 1)
        passes = 3 * (CODE_BYTES * digits + 1 + _FOLD)
        first = max(now, free) + CODE_BYTES * digits + product + 1 + passes
        # A byte comes out, and leaves or is compared.
        between = digits + (3 if self.decrypts else 4)
        return first + digits + (CODE_BYTES - 1) * between + 3 + 2 * self.pins

    def _ends(self, run: int, begins: int, size: int) -> int:
        """Return the cycle behind the last byte of a message, and the zeros of its last block.

        Parameters
        ----------
        run, begins : int
            Cycles in which the run of the second block, and the first block, can begin.
        size : int
            Bytes of the message, at least 1.
        """
        blocks = (size - 1) // BLOCK_BYTES
        for _ in range(min(blocks, self.settled)):
            end = begins + self._coded + self._waits(begins - run, BLOCK_BYTES)
            run = max(run + _RUN, end - self._product)
            begins = max(run + _FIRST, end)
        settled = self.block * max(0, blocks - self.settled)
        run, begins = run + settled, begins + settled
        last = size - blocks * BLOCK_BYTES
        taken = self._taken(last) + self._waits(begins - run, last)
        return begins + taken + -size % CODE_BYTES * self._digits

# SPDX-License-Identifier: Apache-2.0
"""The schedule of a coprocessor for ChaCha20-Poly1305: two machines that wait, byte by byte."""

from __future__ import annotations

from gatehash.catalog.aead_timing import AeadTiming
from gatehash.catalog.runs import CHACHA_RUNS
from gatehash.models.chacha import BLOCK_BYTES
from gatehash.models.poly1305 import BLOCK_BYTES as CODE_BYTES
from gatehash.models.poly1305 import TAG_BYTES

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


def cycles(timing: AeadTiming, size: int) -> int:
    """Cycles of a message of so many bytes, without its tag."""
    now = _CONFIG
    if timing.extended:
        stream = _Stream(now)
        for _ in range(BLOCK_BYTES):
            now = stream.next()
            stream.taken(now)
        now += _SECOND + _CONFIG - 1
    stream, code = _Stream(now), _Code(1 if timing.dsp else 2)
    for place in range(BLOCK_BYTES):
        now = stream.next()
        if place < CODE_BYTES:
            now = code.take_key(now)
        stream.taken(now)
    now += _LENGTH + 1
    for place in range(-(-timing.ad_bytes // _LENGTH) * _LENGTH):
        # What is left of the last word passes by.
        now = (code.take(now) if place < timing.ad_bytes else now) + 1
    now = code.pad(now) + 1
    if timing.decrypts:
        # So many bytes may be the tag.
        now += TAG_BYTES
    elif size == 0:
        now += 1
    for _ in range(size):
        taken = code.take(max(now, stream.next()))
        stream.taken(taken)
        now = taken + 1
    now = code.pad(now) + 1
    for _ in range(CODE_BYTES):
        now = code.take(now) + 1
    return code.tag(now, timing.decrypts) + 2 * timing.pins
